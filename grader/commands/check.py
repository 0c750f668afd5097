"""One submission -> its result, on the terminal or in files."""

from __future__ import annotations

import contextlib
import os
import shlex
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from grader import pipeline, redact, submission
from grader.commands._languages import known_lang, lang_for, lang_option
from grader.commands._options import common_options, is_coloured, known_language, known_parts, load_task
from grader.commands._writing import has_a_place, known_formats, show_in_browser, write_reports
from grader.errors import ExitCode, GraderError
from grader.sandbox import levels
from grader.words import Words

LOOK_S = 0.3


@click.command("check")
@click.argument("task")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME",
    help="terminal (default), json, html, csv, junit, sarif, gradescope, github, gitlab, markdown or interaction; "
    "repeatable.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file, or a folder for several formats.")
@click.option("--open", "opens", is_flag=True, help="Show the HTML report in the browser.")
@click.option("--watch", is_flag=True, help="Grade again each time that a file was saved, until Ctrl-C.")
@lang_option("that of the locale for the terminal and HTML, else en")
@common_options
def command(task: str, path: Path, formats: tuple[str, ...], opens: bool, watch: bool, **common: Any) -> ExitCode:
    """Grade one submission: a file, a folder or an archive."""
    levels.begin_to_open(common["isolation"])
    chosen, output = known_formats(formats or ("terminal",)), common["output"]
    lang = known_lang(common["lang"])
    has_a_place(chosen, output)
    problem = load_task(task, common["seed"])
    language = known_language(common["language"])
    submission.collect(path, language)
    known_parts(problem, common["parts"])
    sandbox = levels.open_sandbox(common["isolation"])
    given = f" --language {common['language']}" if common["language"] else ""
    given += f" --seed {common['seed']}" if common["seed"] else ""
    repeat = f"grader check {shlex.quote(task)} {shlex.quote(os.fsencode(path).decode('utf-8', 'replace'))}{given}"
    options = pipeline.Options(common["seed"], tuple(common["parts"]))
    page = Path(tempfile.mkdtemp(prefix="grader-report-"), "report.html") if opens else None

    def grade() -> ExitCode:
        handed_in = submission.collect(path, language)
        result: Mapping[str, Any] = pipeline.grade_submission(problem, handed_in, sandbox, repeat, options)
        if common["audience"] != "instructor":
            result = redact.for_student(result)
        look = {"color": is_coloured(common), "folder": _folder_of(path, result), "lang": lang}
        write_reports(result, chosen, output, look)
        if page is not None:
            write_reports(result, ["html"], page, {"lang": lang})
        if result["status"] == "ungraded":
            return ExitCode.OUR_FAILURE
        return ExitCode.ACCEPTED if result["verdict"] in ("AC", "PD") else ExitCode.NOT_ACCEPTED

    changes = _changes(path)
    next(changes)
    code = grade()
    if page is not None:
        show_in_browser(page)
    return _again_and_again(grade, path, changes, code, Words(lang_for("terminal", lang))) if watch else code


def _again_and_again(
    grade: Callable[[], ExitCode], path: Path, changes: Iterator[None], code: ExitCode, words: Words
) -> ExitCode:
    """Grade after each change, until Ctrl-C; how the last time ended."""
    with contextlib.suppress(KeyboardInterrupt):
        click.echo(f"\n{words('text.waiting', path=str(path))}", err=True)
        for _change in changes:
            changed = words("text.changed", path=str(path))
            click.echo(f"\n{time.strftime('%H:%M:%S')} {changed}\n", err=True)
            try:
                code = grade()
            except GraderError as error:
                click.echo(f"grader: {error}", err=True)
                code = ExitCode.WRONG_USE
            click.echo(f"\n{words('text.waiting-next')}", err=True)
    return code


def _changes(path: Path) -> Iterator[None]:
    """At once, and then each time that the files have changed since the last time and stayed the same for a moment."""
    seen = _state(path)
    yield
    while True:
        time.sleep(LOOK_S)
        now = _state(path)
        if now != seen:
            time.sleep(LOOK_S)
            if now == _state(path):
                seen = now
                yield


def _state(path: Path) -> str:
    try:
        return submission.collect(path, None).digest
    except GraderError as error:
        return str(error)


def _folder_of(path: Path, result: Mapping[str, Any]) -> str:
    """The way from the working folder to the files of the hand-in, where it is one that goes downwards."""
    folder = path if path.is_dir() else path.parent
    main = result["submission"]["main"]
    below = not folder.is_absolute() and ".." not in folder.parts and folder != Path()
    return folder.as_posix() if below and main is not None and (folder / main).is_file() else ""
