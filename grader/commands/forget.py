"""The folder of a batch and an id -> the folder without that student, and what is left elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from grader.batch.forgetting import forget
from grader.errors import ExitCode
from grader.reports._columns import one_line


@click.command("forget")
@click.argument("folder", type=click.Path(path_type=Path), metavar="OUT")
@click.argument("identity", metavar="ID")
def command(folder: Path, identity: str) -> ExitCode:
    """Remove all that OUT holds of one student, and search it for what may be left."""
    forgotten = forget(folder, identity)
    click.echo(
        f"Taken out: {', '.join(map(one_line, forgotten.taken)) or 'nothing but what the reports said'}", err=True
    )
    click.echo(
        "Not touched is what lies outside: the hand-in (the next batch would grade it again), your own file of "
        "overrides, gradebooks, feedback and copies that were made of the folder.",
        err=True,
    )
    if not forgotten.left:
        click.echo(f"Nothing of {one_line(identity)} is left in {folder}: every file was searched.", err=True)
        return ExitCode.ACCEPTED
    click.echo(f"Something is still found in {folder}; look at it, and delete what it is:", err=True)
    for path in forgotten.left:
        click.echo(f"  {one_line(path)}", err=True)
    return ExitCode.NOT_ACCEPTED
