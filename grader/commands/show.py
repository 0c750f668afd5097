"""A task -> its statement, in a language of people."""

from __future__ import annotations

import os

import click

from grader import problem
from grader.errors import ExitCode


@click.command("show")
@click.argument("task")
@click.option("--lang", metavar="CODE", help="The human language, such as en or ko.  [default: that of the system]")
def command(task: str, lang: str | None) -> ExitCode:
    """Show the statement of a task."""
    wanted = lang or os.environ.get("LC_ALL") or os.environ.get("LANG") or "en"
    click.echo(problem.statement(problem.find_package(task), wanted.split("_")[0].split(".")[0].lower()))
    return ExitCode.ACCEPTED
