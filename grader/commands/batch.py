"""Many submissions -> a folder of results and reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader import pipeline, plugins, redact
from grader.batch import grading as batches
from grader.batch.progress import Progress
from grader.commands import _deciding, _working
from grader.commands._languages import known_lang, lang_option
from grader.commands._options import common_options, is_coloured, known_language, known_parts, load_task
from grader.commands._writing import known_formats, show_in_browser, write_report
from grader.errors import ExitCode, InputError
from grader.intake import course
from grader.people import decide
from grader.reports._columns import one_line
from grader.workers.choosing import Work

IN_THE_FOLDER = ("html", "csv")
"""The formats that a batch always leaves, under names of their own."""


@click.command("batch")
@click.argument("task")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder for all results.")
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME",
    help="terminal (default), json, or one more file in the folder: junit, sarif, markdown, ...; repeatable.",
)
@click.option("--open", "opens", is_flag=True, help="Show the report in the browser.")
@_working.executor_option
@_working.jobs_option
@click.option(
    "--source-kind", type=click.Choice(course.KINDS), help="What SOURCE is, where it is not recognised by its names."
)
@click.option(
    "--roster", type=click.Path(path_type=Path), metavar="CSV", help="The class: ids, and names if it has them."
)
@click.option("--groups", type=click.Path(path_type=Path), metavar="CSV", help="A member of a group in each row.")
@_deciding.overrides_option
@lang_option("en, whatever the locale")
@common_options
def command(
    *,
    task: str,
    source: Path,
    output: Path,
    formats: tuple[str, ...],
    executor: str,
    jobs: int | None,
    source_kind: str | None,
    roster: Path | None,
    groups: Path | None,
    overrides_file: Path | None,
    lang: str | None,
    **common: Any,
) -> ExitCode:
    """Grade many submissions: each file, folder or archive in SOURCE is one, or it is a download of an LMS."""
    chosen = known_formats(formats or ("terminal",))
    known_lang(lang)
    problem = load_task(task, common["seed"])
    known_parts(problem, common["parts"])
    lists = course.Lists(source_kind, roster, groups)
    handed_in = click.get_current_context().with_resource(course.opened(source, lists))
    hand_ins = [(one.id, one) for one in handed_in.hand_ins]
    for line in handed_in.told:
        click.echo(one_line(line), err=True)
    if not hand_ins:
        raise InputError(f"{source} holds no submissions")
    known = decide.known_before(problem, [identity for identity, _hand_in in hand_ins])
    decided = _deciding.read(overrides_file, output, known)
    options = pipeline.Options(common["seed"], tuple(common["parts"]))
    at_once = _working.jobs_at_once(executor, jobs)
    sandbox, workers = _working.who_grades(
        executor, problem, options, Work(len(hand_ins), at_once, common["isolation"])
    )
    plan = batches.Plan(
        problem,
        task,
        hand_ins,
        known_language(common["language"]),
        output,
        at_once,
        sandbox,
        options,
        source=source,
        lists=lists,
        missing=handed_in.missing,
        overrides=decided,
        lang=lang,
        workers=workers,
    )
    done = batches.run(plan, Progress(len(hand_ins)))
    shown = done.batch
    if common["audience"] == "student":
        shown = redact.class_for_student(shown)
    for name in chosen:
        report = plugins.reports()[name]
        if name == "terminal":
            click.echo(report.many(shown, {"color": is_coloured(common)}), err=True, color=is_coloured(common))
        elif name == "json":
            click.echo(report.many(shown, {}), nl=False)
        elif name not in IN_THE_FOLDER:
            write_report(output / f"results{report.suffix}", report.many(shown, {}))
    if done.lost:
        click.echo(f"{done.lost}\nThe results are kept in {done.report}", err=True)
        return ExitCode.OUR_FAILURE
    click.echo(f"Report: {done.report}", err=True)
    _deciding.keep(decided, output)
    if common["opens"]:
        show_in_browser(done.report)
    if done.interrupted:
        left = len(hand_ins) - len(done.batch["results"])
        click.echo(f"Interrupted: {left} were not graded; the others are in the report.", err=True)
        click.echo("To go on, give the same command again: what is graded is not graded again.", err=True)
        return ExitCode.INTERRUPTED
    if decided is not None:
        _deciding.tell_without_time(done.batch, decided)
    if decided is not None and not common["parts"]:
        # Only now it is known which form of the task each of them took, and so which parts there are.
        _deciding.read_again(overrides_file, output, decide.known_after(done.batch))
    ungraded = sum(result["status"] == "ungraded" for result in done.batch["results"])
    return ExitCode.OUR_FAILURE if ungraded else ExitCode.ACCEPTED
