"""Stored results -> the reports, rendered again."""

from __future__ import annotations

from pathlib import Path

import click

from grader import redact, stored
from grader.commands._options import is_coloured
from grader.commands._writing import has_a_place, known_formats, write_reports
from grader.errors import ExitCode, InputError


@click.command("report")
@click.argument("results", type=click.Path(path_type=Path))
@click.option("--format", "formats", multiple=True, metavar="NAME", help="As for check; repeatable.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file, or a folder for several formats.")
@click.option(
    "--audience", type=click.Choice(["student", "instructor"]), help="Who reads it.  [default: as it was stored]"
)
@click.option("--no-color", is_flag=True, help="No colours (also by NO_COLOR).")
def command(
    results: Path, formats: tuple[str, ...], output: Path | None, audience: str | None, no_color: bool
) -> ExitCode:
    """Render stored results again: a JSON report, or the folder that a batch has left."""
    chosen = known_formats(formats or ("terminal",))
    has_a_place(chosen, output)
    document = stored.read(results)
    each = document.get("results", [document])
    if audience == "instructor" and any(one["audience"] != "instructor" for one in each):
        raise InputError(f"{results} was written for students: what is hidden from them is not in it")
    if audience == "student":
        each = [redact.for_student(one) for one in each]
        document = {**document, "results": each} if "results" in document else each[0]
    write_reports(document, chosen, output, {"color": is_coloured({"no_color": no_color})})
    return ExitCode.ACCEPTED
