"""The tasks that ship with the tool, or those of a folder -> a line for each."""

from __future__ import annotations

from pathlib import Path

import click

from grader import problem
from grader.commands._options import load_task
from grader.errors import ExitCode, InputError


@click.command("list")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
def command(folder: Path | None) -> ExitCode:
    """List the tasks that ship with the tool, or those in FOLDER."""
    for task in problem.shipped_ids() if folder is None else _packages(folder):
        loaded = load_task(task, 0)
        click.echo(f"{loaded.id:<14} {loaded.points:>4g} points   {', '.join(loaded.languages)}   {loaded.title['en']}")
    return ExitCode.ACCEPTED


def _packages(folder: Path) -> list[str]:
    """The folder if it is a package, else the packages in it."""
    if (folder / problem.FILE).is_file():
        return [f"{folder}/{problem.FILE}"]
    found = sorted(folder.glob(f"*/{problem.FILE}"))
    if not found:
        raise InputError(f"{folder} is no problem package, and holds none")
    return [str(path) for path in found]
