"""The results of a batch -> a zip of pages to hand out, and for whom there is none."""

from __future__ import annotations

from pathlib import Path

import click

from grader import files
from grader.batch import feedback
from grader.commands._languages import known_lang, lang_option
from grader.commands._reading import lang_of_batch, read_batch, read_bytes, write_bytes
from grader.errors import ExitCode, InputError
from grader.people import counting
from grader.reports._columns import one_line


@click.command("feedback")
@click.argument("folder", type=click.Path(path_type=Path), metavar="OUT")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The zip.")
@click.option("--moodle", is_flag=True, help="Name the pages so that Moodle finds whose they are.")
@click.option(
    "--worksheet",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A grading worksheet of Moodle, where ids do not hold the numbers of participants.",
)
@lang_option("as in the batch, else en")
def command(folder: Path, output: Path, *, moodle: bool, worksheet: Path | None, lang: str | None) -> ExitCode:
    """Pack the feedback of a batch to hand out: a page for each student."""
    if worksheet is not None and not moodle:
        raise InputError("a worksheet is for Moodle: say --moodle too")
    known_lang(lang)
    results = read_batch(folder)["results"]
    lang = lang or lang_of_batch(folder)
    left_out: list[str] = []
    if moodle:
        sheet = read_bytes(worksheet) if worksheet is not None else None
        pages, left_out = feedback.for_moodle(results, sheet, str(worksheet or ""), lang)
    else:
        names = files.file_names(result["submission"]["id"] for result in results)
        pages = {f"{names[one['submission']['id']]}.html": feedback.page(one, lang) for one in results}
    write_bytes(output, feedback.packed(pages))
    click.echo(f"Feedback: {output} ({len(pages)} pages)", err=True)
    early = [one["submission"]["id"] for one in results if counting.pending(one) not in (None, "excused")]
    for words, listed in (("Without points yet", early), ("Not in it", left_out)):
        if listed:
            click.echo(f"{words} ({len(listed)}):", err=True)
            for one in listed:
                click.echo(f"  {one_line(one)}", err=True)
    return ExitCode.ACCEPTED
