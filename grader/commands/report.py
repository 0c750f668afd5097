"""Stored results -> the reports, rendered again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader import files, redact, stored
from grader.batch import folder
from grader.batch import grading as batches
from grader.batch.forgetting import PSEUDONYMS
from grader.commands import _deciding
from grader.commands._languages import known_lang, lang_option
from grader.commands._options import is_coloured
from grader.commands._reading import lang_of_batch
from grader.commands._writing import has_a_place, known_formats, write_reports
from grader.errors import ExitCode, InputError
from grader.people import anonymous, decide, overrides


@click.command("report")
@click.argument("results", type=click.Path(path_type=Path))
@click.option("--format", "formats", multiple=True, metavar="NAME", help="As for check; repeatable.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file, or a folder for several formats.")
@click.option(
    "--audience", type=click.Choice(["student", "instructor"]), help="Who reads it.  [default: as it was stored]"
)
@_deciding.overrides_option
@click.option("--anonymous", "is_anonymous", is_flag=True, help="Pseudonyms for people; with -o a whole new folder.")
@lang_option("that of the locale for the terminal and HTML, else en; in a folder as in the batch")
@click.option("--no-color", is_flag=True, help="No colours (also by NO_COLOR).")
def command(
    results: Path,
    formats: tuple[str, ...],
    output: Path | None,
    audience: str | None,
    *,
    overrides_file: Path | None,
    is_anonymous: bool,
    lang: str | None,
    no_color: bool,
) -> ExitCode:
    """Render stored results again: a JSON report, or the folder that a batch has left."""
    chosen = known_formats(formats or ("terminal",))
    has_a_place(chosen, output)
    known_lang(lang)
    document = stored.read(results)
    each = document.get("results", [document])
    if audience == "instructor" and any(one["audience"] != "instructor" for one in each):
        raise InputError(f"{results} was written for students: what is hidden from them is not in it")
    if overrides_file is not None:
        document = _decided(document, overrides_file, results, lang)
        each = document.get("results", [document])
    if is_anonymous:
        document = _without_names(document, results)
        each = document["results"]
    if audience == "student":
        document = redact.class_for_student(document) if "results" in document else redact.for_student(document)
    if is_anonymous and output is not None and not formats:
        _write_folder(document, output, results, lang)
        return ExitCode.ACCEPTED
    write_reports(document, chosen, output, {"color": is_coloured({"no_color": no_color}), "lang": lang})
    return ExitCode.ACCEPTED


def _decided(document: dict[str, Any], file: Path, results: Path, lang: str | None) -> dict[str, Any]:
    """The document with what people decided; all reports of a folder are written again with it."""
    batch = document if "results" in document else {"results": [document]}
    if any(one["audience"] != "instructor" for one in batch["results"]):
        raise InputError(f"{results} was written for students; decisions go to the results of the instructor")
    decisions = overrides.read(file, decide.known_after(batch))
    decided = decide.decide(batch, decisions)
    if results.is_dir() and "results" in document:
        with batches.open_store(results) as store:
            folder.write_reports(decided, results, store, lang)
        _deciding.keep(decisions, results)
        click.echo(f"Report: {results / 'index.html'}", err=True)
    _deciding.tell_without_time(decided, decisions)
    return decided if "results" in document else decided["results"][0]


def _without_names(document: dict[str, Any], home: Path) -> dict[str, Any]:
    """The document with pseudonyms, which are kept in the folder, so that they stay the same."""
    if not home.is_dir() or "results" not in document:
        raise InputError(f"{home} is no folder of a batch, so it has no place for the list of pseudonyms")
    kept = home / PSEUDONYMS
    try:
        known = anonymous.read(kept.read_text("utf-8-sig")) if kept.is_file() else {}
        given = anonymous.pseudonyms(anonymous.people(document), known)
        files.write(kept, anonymous.written(given))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{kept} can't be read and written: {error}") from error
    click.echo(f"Who is who: {kept} (keep it to yourself)", err=True)
    click.echo(
        "Names that programs, their comments or other files hold in other words than the list of the class can't be "
        "known and stay; look before you show them.",
        err=True,
    )
    return anonymous.anonymous(document, given)


def _write_folder(document: dict[str, Any], output: Path, results: Path, lang: str | None) -> None:
    if output.exists() and output.samefile(results):
        raise InputError(f"{output} holds the names; give another folder by -o")
    try:
        folder.write_reports(document, output, lang=lang or lang_of_batch(results))
    except OSError as error:
        raise InputError(f"{output} can't be written: {error}") from error
    click.echo(f"Report: {output / 'index.html'}", err=True)
