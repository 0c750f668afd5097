"""The folder of a batch -> a page and a table of pairs that are worth a look, for instructors alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from grader import files, problem
from grader.batch import folder as folders
from grader.batch import grading as batches
from grader.commands._reading import read_batch
from grader.errors import ExitCode, InputError
from grader.reports import _similar
from grader.reports._columns import one_line
from grader.reports._machine import defused
from grader.reports.html import render_similar
from grader.similarity import pairs, reading


@click.command("similar")
@click.argument("folder", type=click.Path(path_type=Path), metavar="OUT")
@click.option(
    "--starter",
    type=click.Path(path_type=Path, exists=True),
    metavar="PATH",
    help="Code that everybody was given, a file or a folder.  [default: starter/ of the package]",
)
@click.option("--task", help="The task, where it is not that of the batch any more.")
def command(folder: Path, starter: Path | None, task: str | None) -> ExitCode:
    """Show pairs of hand-ins that have more in common than is usual in their class."""
    batch = read_batch(folder)
    if any(result["audience"] != "instructor" for result in batch["results"]):
        raise InputError(f"{folder} holds results for students; pairs are for instructors alone")
    by_language, left_out = reading.hand_ins(batch["results"])
    if not by_language:
        raise InputError(f"the results in {folder} hold no source code")
    with batches.open_store(folder) as store:
        known = _Known(_package(task or store.asked().get("task")), starter)
        compared = [
            pairs.compare(language, hand_ins, reading.given(known.statements, known.files, language))
            for language, hand_ins in by_language.items()
        ]
        page = render_similar(batch, compared, known.told, left_out)
        for name, text in zip(folders.SIMILAR, (page, _similar.table(compared)), strict=True):
            _write(folder / name, text)
        folders.write_reports(batch, folder, store)  # the page of the batch leads to this one
    for line in _similar.lines(compared):
        click.echo(defused(one_line(line)), err=True)
    click.echo(f"Report: {folder / folders.SIMILAR[0]}\nTable: {folder / folders.SIMILAR[1]}", err=True)
    return ExitCode.ACCEPTED


class _Known:
    """What everybody was given, and what it is called."""

    def __init__(self, package: Path | None, starter: Path | None) -> None:
        self.statements: Sequence[str] = reading.shown(package) if package is not None else ()
        place = starter or (package / reading.STARTER if package is not None else None)
        self.files: dict[str, Any] = reading.starter(place) if place is not None else {}
        self.told = [
            *(["the code in the statement"] if self.statements else []),
            *(["the starter code"] if self.files else []),
        ]
        if starter is not None and not self.files:
            raise InputError(f"{starter} holds no files")


def _package(task: str | None) -> Path | None:
    """The package of the task, if it is still there; what it gave to everybody is not known otherwise."""
    try:
        return problem.find_package(task) if task is not None else None
    except InputError as error:
        click.echo(
            f"What the task gave to everybody is not known, so it may look alike (--task says where): {error}", err=True
        )
        return None


def _write(path: Path, text: str) -> None:
    try:
        files.write(path, text)
    except OSError as error:
        raise InputError(f"{path} can't be written: {error}") from error
