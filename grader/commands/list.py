"""The tasks that ship with the tool -> a line for each."""

from __future__ import annotations

import click

from grader import problem
from grader.commands._options import load_task
from grader.errors import ExitCode


@click.command("list")
def command() -> ExitCode:
    """List the tasks that ship with the tool."""
    for task in problem.shipped_ids():
        loaded = load_task(task, 0)
        click.echo(f"{task:<14} {loaded.points:>4g} points   {', '.join(loaded.languages)}   {loaded.title['en']}")
    return ExitCode.ACCEPTED
