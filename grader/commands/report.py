"""Stored results -> the reports, rendered again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader import batch as batches
from grader import decide, overrides, redact, stored
from grader.commands import _deciding
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
@_deciding.overrides_option
@click.option("--no-color", is_flag=True, help="No colours (also by NO_COLOR).")
def command(
    results: Path,
    formats: tuple[str, ...],
    output: Path | None,
    audience: str | None,
    *,
    overrides_file: Path | None,
    no_color: bool,
) -> ExitCode:
    """Render stored results again: a JSON report, or the folder that a batch has left."""
    chosen = known_formats(formats or ("terminal",))
    has_a_place(chosen, output)
    document = stored.read(results)
    each = document.get("results", [document])
    if audience == "instructor" and any(one["audience"] != "instructor" for one in each):
        raise InputError(f"{results} was written for students: what is hidden from them is not in it")
    if overrides_file is not None:
        document = _decided(document, overrides_file, results)
        each = document.get("results", [document])
    if audience == "student":
        each = [redact.for_student(one) for one in each]
        document = {**document, "results": each} if "results" in document else each[0]
    write_reports(document, chosen, output, {"color": is_coloured({"no_color": no_color})})
    return ExitCode.ACCEPTED


def _decided(document: dict[str, Any], file: Path, results: Path) -> dict[str, Any]:
    """The document with what people decided; all reports of a folder are written again with it."""
    batch = document if "results" in document else {"results": [document]}
    if any(one["audience"] != "instructor" for one in batch["results"]):
        raise InputError(f"{results} was written for students; decisions go to the results of the instructor")
    decisions = overrides.read(file, decide.known_after(batch))
    decided = decide.decide(batch, decisions)
    if results.is_dir() and "results" in document:
        batches.write_reports(decided, results)
        _deciding.keep(decisions, results)
        click.echo(f"Report: {results / 'index.html'}", err=True)
    _deciding.tell_without_time(decided, decisions)
    return decided if "results" in document else decided["results"][0]
