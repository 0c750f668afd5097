"""The results of a batch and a gradebook that a platform exported -> the gradebook filled in, and who is not in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader import redact
from grader.commands._reading import read_batch, read_bytes, write_bytes
from grader.errors import ExitCode, InputError
from grader.gradebook import canvas, course, moodle
from grader.gradebook.filling import Filled, Wishes
from grader.reports._columns import one_line

BYTE_ORDER_MARK = "\ufeff"
SAID = {
    "kept": "Not changed (--overwrite to change what holds another grade)",
    "without_points": "No grade yet, so nothing was written",
    "not_in_table": "Hand-ins that are in no row",
    "without_hand_in": "Rows without a hand-in, left as they are",
    "by_name": "Found by their names or addresses alone; look at them",
}


@click.command("gradebook")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="OUT...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The new file.")
@click.option("--moodle", type=click.Path(path_type=Path), metavar="FILE", help="A grading worksheet of Moodle.")
@click.option("--canvas", type=click.Path(path_type=Path), metavar="FILE", help="A gradebook export of Canvas.")
@click.option("--column", metavar="NAME", help="The column for the grades, where it is not found by itself.")
@click.option("--feedback-column", metavar="NAME", help="The column for feedback, where it is not found by itself.")
@click.option("--overwrite", is_flag=True, help="Replace grades and feedback that stand there already.")
@click.option("--scale", is_flag=True, help="Convert points where the gradebook counts other ones.")
@click.option("--bom/--no-bom", default=True, help="Begin a table of our own with a byte order mark.  [default: bom]")
def command(folders: tuple[Path, ...], output: Path, **options: Any) -> ExitCode:
    """Fill in the gradebook that a learning platform exported, or make one table of several tasks."""
    export = _export(options["moodle"], options["canvas"], folders)
    batches = [read_batch(folder) for folder in folders]
    if export is None:
        text = course.table(batches)
        write_bytes(output, ((BYTE_ORDER_MARK if options["bom"] else "") + text).encode("utf-8", "replace"))
        click.echo(f"Gradebook: {output}", err=True)
        return ExitCode.ACCEPTED
    if output.exists() and output.samefile(export):
        raise InputError(f"{output} is the export itself; give the filled one another name by -o")
    content = read_bytes(export)
    wishes = Wishes(options["column"], options["feedback_column"], options["overwrite"], options["scale"])
    platform = moodle if options["moodle"] is not None else canvas
    students = [redact.for_student(result) for result in batches[0]["results"]]
    filled = platform.filled(content, str(export), students, wishes)
    write_bytes(output, filled.content)
    click.echo(f"Gradebook: {output}", err=True)
    _tell(filled)
    # Not one grade in the right place is hardly what was meant.
    return ExitCode.ACCEPTED if filled.new or filled.same else ExitCode.NOT_ACCEPTED


def _export(moodle_file: Path | None, canvas_file: Path | None, folders: tuple[Path, ...]) -> Path | None:
    given = [file for file in (moodle_file, canvas_file) if file is not None]
    if len(given) > 1:
        raise InputError("one gradebook at a time: --moodle or --canvas")
    if given and len(folders) > 1:
        raise InputError("a worksheet or an export is filled in from one task; give one OUT")
    return given[0] if given else None


def _tell(filled: Filled) -> None:
    click.echo(f"{filled.new} grades written, {filled.same} stood there already.", err=True)
    for name, words in SAID.items():
        listed = getattr(filled, name)
        if listed:
            click.echo(f"{words} ({len(listed)}):", err=True)
            for one in listed:
                click.echo(f"  {one_line(one)}", err=True)
