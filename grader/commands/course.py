"""course.yaml -> a batch for each task of a course, and one gradebook with a column for each."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import click

from grader import marked, problem
from grader.commands import batch, gradebook
from grader.commands._options import isolation_option
from grader.commands._working import executor_option, jobs_option
from grader.errors import ExitCode, Fault, InputError, PackageError
from grader.schema_check import faults

PATHS = ("roster", "groups", "overrides")
TABLE = "gradebook.csv"


@click.command("course")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder for all results.")
@executor_option
@jobs_option
@isolation_option
@click.option("--bom/--no-bom", default=True, help="Begin the table with a byte order mark.  [default: bom]")
@click.pass_context
def command(
    context: click.Context, *, file: Path, output: Path, executor: str, jobs: int | None, isolation: str, bom: bool
) -> ExitCode:
    """Grade all tasks of a course, and make one gradebook with a column for each."""
    common = ["--executor", executor, "--isolation", isolation, *(["--jobs", str(jobs)] if jobs else [])]
    codes, folders = [ExitCode.ACCEPTED], []
    for name, words in _read(file).items():
        click.echo(f"\n{name}", err=True)
        folders.append(output / name)
        code = _run(context, batch.command, [*words, *common, "-o", str(output / name)])
        if code is ExitCode.INTERRUPTED:
            return code
        codes.append(code)
    table = [*map(str, folders), "-o", str(output / TABLE), *([] if bom else ["--no-bom"])]
    return max(*codes, _run(context, gradebook.command, table))


def _run(context: click.Context, command: click.Command, words: list[str]) -> ExitCode:
    with command.make_context(str(command.name), words, parent=context) as inner:
        return ExitCode(command.invoke(inner))


def _read(file: Path) -> dict[str, list[str]]:
    """What to say to `batch` for each task, by the name of its folder. Raises InputError with all that is wrong."""
    try:
        document = marked.read(file.read_text("utf-8-sig"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} can't be read: {error}") from error
    except PackageError as error:
        raise InputError(f"the course is wrong:\n{error}") from error
    schema = json.loads(resources.files("grader").joinpath("schema/course.schema.json").read_text("utf-8"))
    if not isinstance(document.data, dict):
        raise InputError(f"the course is wrong:\n{document.fault('a course begins with `format: grader-course/1`')}")
    found = faults(document, document.data, schema, ())
    course: dict[str, Any] = document.data
    words: dict[str, list[str]] = {}
    for at, task in enumerate(course["tasks"] if not found else []):
        found += _missing(document, {**course, **task}, ("tasks", at), file.parent)
        name = _folder_name(document, task["task"], ("tasks", at, "task"), file.parent, found)
        if name in words:
            found.append(document.fault(f"the task {name} stands here twice", "tasks", at, "task"))
        words[name] = _words({**course, **task}, file.parent)
    if found:
        raise InputError("the course is wrong:\n" + "\n".join(map(str, found)))
    return words


def _missing(document: marked.Marked, task: dict[str, Any], at: marked.Path, home: Path) -> list[Fault]:
    """What the task names and is not there: better told now than after an hour."""
    gone = [key for key in ("source", *PATHS) if key in task and not (home / task[key]).exists()]
    return [
        document.fault(f"there is no {home / task[key]}", *(at if (*at, key) in document.values else ()), key)
        for key in gone
    ]


def _package(task: str, home: Path) -> str:
    return str(home / task) if "/" in task else task


def _folder_name(document: marked.Marked, task: str, at: marked.Path, home: Path, found: list[Fault]) -> str:
    try:
        return problem.load(problem.find_package(_package(task, home))).id
    except (InputError, PackageError) as error:
        found.append(document.fault(str(error), *at))
        return task


def _words(task: dict[str, Any], home: Path) -> list[str]:
    words = [_package(task["task"], home), str(home / task["source"])]
    for key in ("source-kind", *PATHS, "language", "lang"):
        if key in task:
            words += [f"--{key}", str(home / task[key]) if key in PATHS else task[key]]
    return words
