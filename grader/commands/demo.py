"""The example class that ships with the tool -> its reports, and what this machine lacks."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from grader import pipeline, problem, submission
from grader.batch import grading as batches
from grader.batch.progress import Progress
from grader.commands._languages import known_lang, lang_of_locale, lang_option
from grader.commands._options import load_task
from grader.commands._writing import show_in_browser
from grader.errors import ExitCode
from grader.sandbox import levels


@click.command("demo")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The folder for the reports.  [default: a new temporary one]",
)
@click.option("--open", "opens", is_flag=True, help="Show the reports in the browser.")
@lang_option("that of the locale")
def command(output: Path | None, opens: bool, lang: str | None) -> ExitCode:
    """Grade the example class that ships with the tool, and say where the report is."""
    known_lang(lang)
    folder = output or Path(tempfile.mkdtemp(prefix="grader-demo-"))
    sandbox = levels.open_sandbox("auto")
    lacking: set[str] = set()
    reports = []
    for classes in sorted(path for path in problem.shipped_class().iterdir() if path.is_dir()):
        loaded = load_task(classes.name, 0)
        hand_ins = list(submission.collect_all(classes))
        click.echo(f"{loaded.title['en']}: {len(hand_ins)} submissions", err=True)
        plan = batches.Plan(
            loaded,
            loaded.id,
            hand_ins,
            None,
            folder / loaded.id,
            batches.cores(),
            sandbox,
            pipeline.Options(),
            source=classes,
            lang=lang or lang_of_locale(),
        )
        done = batches.run(plan, Progress(len(hand_ins)))
        reports.append(done)
        lacking |= {
            result["reason"]
            for result in done.batch["results"]
            if result["status"] == "ungraded" and "not on this machine" in result["reason"]
        }
        if done.interrupted:
            return ExitCode.INTERRUPTED
    for reason in sorted(lacking):
        click.echo(f"Lacking: {reason}", err=True)
    if not lacking:
        click.echo("Every toolchain that the class needs is here.", err=True)
    if sandbox.level.value != "full":
        click.echo(
            f"Isolation: {sandbox.level.value} (`grader doctor` says why; the example class is our own).",
            err=True,
        )
    click.echo("Reports, to open in a browser:", err=True)
    for done in reports:
        graded = sum(result["status"] == "graded" for result in done.batch["results"])
        click.echo(f"  {done.report}   ({graded} graded)", err=True)
        if opens:
            show_in_browser(done.report)
    return ExitCode.ACCEPTED
