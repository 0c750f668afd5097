"""The command line: parse, call, write, choose the exit code.

0 graded and all accepted; 1 graded, not all accepted; 2 usage, package or input wrong; 3 our failure (something is
ungraded); 130 interrupted. Results go to standard output only when asked for, everything else to standard error.
What a command needs is imported inside it, so that `--help` is quick.
"""

from __future__ import annotations

import gc
import os
import shlex
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from grader import __version__
from grader.errors import GraderError, InputError, PackageError

if TYPE_CHECKING:
    from grader.package import Problem
    from grader.plugins import Sandbox

PRINTED = ("json", "junit", "sarif", "gradescope", "github", "gitlab", "markdown")
"""The formats that go to standard output when no file is named."""

IN_THE_FOLDER = ("html", "csv")
"""The formats that a batch always leaves, under names of their own."""

ACCEPTED, NOT_ACCEPTED, WRONG_USE, OUR_FAILURE, INTERRUPTED = 0, 1, 2, 3, 130


def main() -> NoReturn:
    """Run the command line; the entry point of the program `grader`."""
    gc.set_threshold(200_000)  # nearly all that a run makes lives to its end, so looking for garbage finds none
    try:
        # Not cli.main(): that ends with 1 when the reader of a pipe has gone.
        with cli.make_context("grader", sys.argv[1:]) as context:
            code = cli.invoke(context)
    except click.exceptions.Exit as exit_:
        code = exit_.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nInterrupted.", err=True)
        code = INTERRUPTED
    except PackageError as error:
        click.echo(f"grader: the problem package is wrong:\n{error}", err=True)
        code = error.exit_code
    except GraderError as error:
        click.echo(f"grader: {error}", err=True)
        code = error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = ACCEPTED
    except Exception:  # noqa: BLE001 - whatever it is, it must not end with 1, which says "graded, not accepted"
        click.echo(f"grader: a fault of the grader itself\n{traceback.format_exc()}", err=True)
        code = OUR_FAILURE
    sys.exit(code if isinstance(code, int) else ACCEPTED)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90})
@click.version_option(__version__, prog_name="grader")
@click.pass_context
def cli(context: click.Context) -> None:
    """Grade programming submissions in a sandbox and say what is wrong with them."""
    if os.environ.get("NO_COLOR"):
        context.color = False
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")


def _common(command: Callable[..., Any]) -> Callable[..., Any]:
    options = [
        click.option("--language", metavar="NAME", help="Take the submission for this language."),
        click.option("--part", "parts", multiple=True, metavar="ID", help="Only this part (repeatable)."),
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=0,
            show_default=True,
            help="For tests with random inputs.",
        ),
        click.option(
            "--isolation",
            type=click.Choice(["auto", "full", "restricted", "none"]),
            default="auto",
            show_default=True,
            help="How student code is kept from this machine.",
        ),
        click.option("--audience", type=click.Choice(["student", "instructor"]), help="Who reads the results."),
        click.option("--no-color", is_flag=True, help="No colours (also by NO_COLOR)."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


# --- grading -----------------------------------------------------------------------------------------------


@cli.command()
@click.argument("task")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME",
    help="terminal (default), json, html, csv, junit, sarif, gradescope, github, gitlab or markdown; repeatable.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file, or a folder for several formats.")
@_common
def check(task: str, path: Path, formats: tuple[str, ...], output: Path | None, **common: Any) -> int:
    """Grade one submission: a file, a folder or an archive."""
    from grader import pipeline, redact, submission

    chosen = _known_formats(formats or ("terminal",))
    _has_a_place(chosen, output)
    problem = _load(task, common["seed"])
    handed_in = submission.collect(path, _known_language(common["language"]))
    _known_parts(problem, common["parts"])
    sandbox = _sandbox(common["isolation"])
    given = f" --language {common['language']}" if common["language"] else ""
    given += f" --seed {common['seed']}" if common["seed"] else ""
    repeat = f"grader check {shlex.quote(task)} {shlex.quote(os.fsencode(path).decode('utf-8', 'replace'))}{given}"
    options = pipeline.Options(common["seed"], tuple(common["parts"]))
    result: Mapping[str, Any] = pipeline.grade_submission(problem, handed_in, sandbox, repeat, options)
    if common["audience"] != "instructor":
        result = redact.for_student(result)
    _write(result, chosen, output, {"color": _colour(common), "folder": _folder_of(path, result)})
    if result["status"] == "ungraded":
        return OUR_FAILURE
    return ACCEPTED if result["verdict"] == "AC" else NOT_ACCEPTED


@cli.command()
@click.argument("task")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder for all results.")
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME",
    help="terminal (default), json, or one more file in the folder: junit, sarif, markdown, ...; repeatable.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="How many at once.  [default: all cores]")
@_common
def batch(task: str, source: Path, output: Path, formats: tuple[str, ...], jobs: int | None, **common: Any) -> int:
    """Grade many submissions: each file, folder or archive in SOURCE is one."""
    from grader import batch as batches
    from grader import pipeline, plugins, redact, submission

    chosen = _known_formats(formats or ("terminal",))
    problem = _load(task, common["seed"])
    _known_parts(problem, common["parts"])
    hand_ins = list(submission.collect_all(source))
    if not hand_ins:
        raise InputError(f"{source} holds no submissions")
    if left_out := submission.paperwork(source):
        click.echo(f"Not taken for submissions: {', '.join(left_out)}", err=True)
    plan = batches.Plan(
        problem,
        task,
        hand_ins,
        _known_language(common["language"]),
        output,
        jobs or batches.cores(),
        _batch_sandbox(common["isolation"]),
        pipeline.Options(common["seed"], tuple(common["parts"])),
    )
    done = batches.run(plan, batches.Progress(len(hand_ins)))
    shown = done.batch
    if common["audience"] == "student":
        shown = {**shown, "results": [redact.for_student(result) for result in shown["results"]]}
    for name in chosen:
        report = plugins.reports()[name]
        if name == "terminal":
            click.echo(report.many(shown, {"color": _colour(common)}), err=True, color=_colour(common))
        elif name == "json":
            click.echo(report.many(shown, {}), nl=False)
        elif name not in IN_THE_FOLDER:
            _write_file(output / f"results{report.suffix}", report.many(shown, {}))
    if done.lost:
        click.echo(f"{done.lost}\nThe results are kept in {done.report}", err=True)
        return OUR_FAILURE
    click.echo(f"Report: {done.report}", err=True)
    if done.interrupted:
        left = len(hand_ins) - len(done.batch["results"])
        click.echo(f"Interrupted: {left} were not graded; the others are in the report.", err=True)
        return INTERRUPTED
    ungraded = sum(result["status"] == "ungraded" for result in done.batch["results"])
    return OUR_FAILURE if ungraded else ACCEPTED


@cli.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.option("--format", "formats", multiple=True, metavar="NAME", help="As for check; repeatable.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file, or a folder for several formats.")
@click.option(
    "--audience", type=click.Choice(["student", "instructor"]), help="Who reads it.  [default: as it was stored]"
)
@click.option("--no-color", is_flag=True, help="No colours (also by NO_COLOR).")
def report(results: Path, formats: tuple[str, ...], output: Path | None, audience: str | None, no_color: bool) -> int:
    """Render stored results again: a JSON report, or the folder that a batch has left."""
    from grader import redact, stored

    chosen = _known_formats(formats or ("terminal",))
    _has_a_place(chosen, output)
    document = stored.read(results)
    each = document.get("results", [document])
    if audience == "instructor" and any(one["audience"] != "instructor" for one in each):
        raise InputError(f"{results} was written for students: what is hidden from them is not in it")
    if audience == "student":
        each = [redact.for_student(one) for one in each]
        document = {**document, "results": each} if "results" in document else each[0]
    _write(document, chosen, output, {"color": _colour({"no_color": no_color})})
    return ACCEPTED


@cli.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The folder for the reports.  [default: a new temporary one]",
)
def demo(output: Path | None) -> int:
    """Grade the example class that ships with the tool, and say where the report is."""
    import tempfile

    from grader import batch as batches
    from grader import pipeline, problem, submission

    folder = output or Path(tempfile.mkdtemp(prefix="grader-demo-"))
    sandbox = _sandbox("auto")
    lacking: set[str] = set()
    reports = []
    for classes in sorted(path for path in problem.shipped_class().iterdir() if path.is_dir()):
        loaded = _load(classes.name, 0)
        hand_ins = list(submission.collect_all(classes))
        click.echo(f"{loaded.title['en']}: {len(hand_ins)} submissions", err=True)
        plan = batches.Plan(
            loaded,
            loaded.id,
            hand_ins,
            None,
            folder / loaded.id,
            batches.cores(),
            sandbox,
            pipeline.Options(),
        )
        done = batches.run(plan, batches.Progress(len(hand_ins)))
        reports.append(done)
        lacking |= {
            result["reason"]
            for result in done.batch["results"]
            if result["status"] == "ungraded" and "not on this machine" in result["reason"]
        }
        if done.interrupted:
            return INTERRUPTED
    for reason in sorted(lacking):
        click.echo(f"Lacking: {reason}", err=True)
    if not lacking:
        click.echo("Every toolchain that the class needs is here.", err=True)
    if sandbox.level.value != "full":
        click.echo(
            f"Isolation: {sandbox.level.value} (`grader doctor` says why; the example class is our own).",
            err=True,
        )
    click.echo("Reports, to open in a browser:", err=True)
    for done in reports:
        graded = sum(result["status"] == "graded" for result in done.batch["results"])
        click.echo(f"  {done.report}   ({graded} graded)", err=True)
    return ACCEPTED


# --- looking -----------------------------------------------------------------------------------------------


@cli.command("list")
def list_tasks() -> int:
    """List the tasks that ship with the tool."""
    from grader import problem

    for task in problem.shipped_ids():
        loaded = _load(task, 0)
        click.echo(f"{task:<14} {loaded.points:>4g} points   {', '.join(loaded.languages)}   {loaded.title['en']}")
    return ACCEPTED


@cli.command()
@click.argument("task")
@click.option("--lang", metavar="CODE", help="The human language, such as en or ko.  [default: that of the system]")
def show(task: str, lang: str | None) -> int:
    """Show the statement of a task."""
    from grader import problem

    wanted = lang or os.environ.get("LC_ALL") or os.environ.get("LANG") or "en"
    click.echo(problem.statement(problem.find_package(task), wanted.split("_")[0].split(".")[0].lower()))
    return ACCEPTED


@cli.command()
def doctor() -> int:
    """Say what works on this machine, and how to mend what doesn't."""
    from grader import doctor as doctors

    broken = False
    for examined in doctors.examine():
        click.echo(f"{examined.state.value:<4}  {examined.what}: {examined.found}".rstrip(": "))
        if examined.mend:
            click.echo(f"      mend it by: {examined.mend}")
        broken = broken or examined.state is doctors.State.BROKEN
    return OUR_FAILURE if broken else ACCEPTED


# --- shared ------------------------------------------------------------------------------------------------


def _load(task: str, seed: int) -> Problem:
    from grader import problem

    return problem.load(problem.find_package(task), seed)


def _sandbox(asked: str) -> Sandbox:
    from grader.sandbox.levels import open_sandbox

    return open_sandbox(asked)


def _batch_sandbox(asked: str) -> Sandbox:
    """The sandbox for other people's code: none only when that was said."""
    sandbox = _sandbox(asked)
    if sandbox.level.value == "none" and asked != "none":
        raise InputError(
            "no isolation works on this machine (`grader doctor` says why), and a batch runs other people's code; "
            "say --isolation none to do it all the same"
        )
    return sandbox


def _known_formats(formats: Sequence[str]) -> Sequence[str]:
    from grader import plugins

    for name in formats:
        if name not in plugins.reports():
            raise InputError(f"no format is called {name}; there are {', '.join(sorted(plugins.reports()))}")
    return list(dict.fromkeys(formats))


def _known_language(name: str | None) -> str | None:
    from grader import plugins

    if name is not None and name not in plugins.languages():
        raise InputError(f"no language is called {name}; there are {', '.join(sorted(plugins.languages()))}")
    return name


def _known_parts(problem: Problem, parts: Sequence[str]) -> None:
    known = list(dict.fromkeys(part.id for form in problem.forms for part in form.parts))
    for part in parts:
        if part not in known:
            raise InputError(f"{problem.id} has no part {part}; it has {', '.join(known)}")


def _colour(common: Mapping[str, Any]) -> bool:
    if common["no_color"] or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stderr.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _has_a_place(formats: Sequence[str], output: Path | None) -> None:
    """Every report goes somewhere, and standard output takes one."""
    if output is not None:
        return
    homeless = [name for name in formats if name not in ("terminal", *PRINTED)]
    if homeless:
        raise InputError(f"say where the report goes: -o FILE (for {', '.join(homeless)})")
    printed = [name for name in formats if name in PRINTED]
    if len(printed) > 1:
        raise InputError(f"say where the reports go: -o FOLDER (for {', '.join(printed)})")


def _folder_of(path: Path, result: Mapping[str, Any]) -> str:
    """The way from the working folder to the files of the hand-in, where it is one that goes downwards."""
    folder = path if path.is_dir() else path.parent
    main = result["submission"]["main"]
    below = not folder.is_absolute() and ".." not in folder.parts and folder != Path()
    return folder.as_posix() if below and main is not None and (folder / main).is_file() else ""


def _write(
    document: Mapping[str, Any], formats: Sequence[str], output: Path | None, options: Mapping[str, Any]
) -> None:
    """The reports of a result or of a batch, to the streams or into files."""
    from grader import plugins

    many = "results" in document
    files = [name for name in formats if name != "terminal"] or list(formats)
    for name in formats:
        report = plugins.reports()[name]
        render = report.many if many else report.one
        if name == "terminal":
            click.echo(render(document, options), err=True, nl=False, color=options["color"])
        elif output is None:
            click.echo(render(document, options), nl=False)
        if output is None or name not in files:
            continue
        plain = {key: value for key, value in options.items() if key != "color"}
        stem = "results" if many else "result"
        path = output / f"{stem}{report.suffix}" if len(files) > 1 or output.is_dir() else output
        _write_file(path, render(document, plain))


def _write_file(path: Path, text: str) -> None:
    from grader.batch import write

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, text)
    except OSError as error:
        raise InputError(f"{path} can't be written: {error.strerror or error}") from error
    click.echo(f"Report: {path}", err=True)
