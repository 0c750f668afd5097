"""The folder of a batch, graded again -> who would change from what to what and why, then applied or dropped."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from grader import pipeline
from grader.batch import grading as batches
from grader.batch import regrading
from grader.batch.changes import Mark, Rejudged
from grader.batch.progress import Progress
from grader.batch.regrading import Proposal
from grader.batch.store import NAME, Store
from grader.commands import _deciding, _working
from grader.commands._options import known_parts, load_task
from grader.errors import ExitCode, InputError
from grader.intake import course
from grader.people import decide
from grader.reports._columns import one_line
from grader.reports._machine import defused
from grader.workers.choosing import Work

SHOWN_TESTS = 5


@click.command("regrade")
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--task", help="The task, where it is not that of the batch any more.")
@click.option("--source", type=click.Path(path_type=Path), help="The hand-ins, where they are elsewhere now.")
@click.option("--apply", is_flag=True, help="Let the new results count.")
@click.option("--drop", is_flag=True, help="Forget the new results.")
@_working.executor_option
@_working.jobs_option
@click.option(
    "--isolation",
    type=click.Choice(["auto", "full", "restricted", "none"]),
    help="How student code is kept from this machine.  [default: as in the batch]",
)
def command(output: Path, apply: bool, drop: bool, executor: str, jobs: int | None, **given: Any) -> ExitCode:
    """Show who would change when a batch is graded again; then apply or drop it."""
    if apply and drop:
        raise InputError("say --apply or --drop, not both")
    if not (output / NAME).is_file():
        raise InputError(f"{output} is no folder of a batch: there is no {NAME} in it")
    with batches.open_store(output) as store:
        asked = {**store.asked(), **{name: value for name, value in given.items() if value is not None}}
        plan = _plan(output, asked, executor, _working.jobs_at_once(executor, jobs))
        graded = batches.grade(plan, store, Progress(len(plan.hand_ins)), counts=False)
        if graded.interrupted:
            click.echo("Interrupted: nothing was changed. To go on, give the same command again.", err=True)
            return ExitCode.INTERRUPTED
        proposal = regrading.propose(plan, store, graded)
        for line in lines(proposal):
            click.echo(defused(line), err=True)
        lost = _decide(apply, drop, plan, store, graded)
    ungraded = any(result["status"] == "ungraded" for result in graded.results.values())
    return ExitCode.OUR_FAILURE if ungraded or lost else ExitCode.ACCEPTED


def _plan(output: Path, asked: Mapping[str, Any], executor: str, jobs: int) -> batches.Plan:
    """What the batch was asked for, again."""
    for name in ("task", "source"):
        if asked.get(name) is None:
            raise InputError(f"{output / NAME} does not say what the {name} was: give --{name}")
    problem = load_task(asked["task"], asked.get("seed", 0))
    parts = tuple(asked.get("parts", ()))
    known_parts(problem, parts)
    if asked.get("problem", problem.id) != problem.id:
        raise InputError(f"{output} holds results of {asked['problem']}, not of {problem.id}")
    source = Path(asked["source"])
    lists = course.Lists(asked.get("source_kind"), _path(asked.get("roster")), _path(asked.get("groups")))
    handed_in = click.get_current_context().with_resource(course.opened(source, lists))
    if not handed_in.hand_ins:
        raise InputError(f"{source} holds no submissions")
    options = pipeline.Options(asked.get("seed", 0), parts)
    sandbox, workers = _working.who_grades(
        executor, problem, options, Work(len(handed_in.hand_ins), jobs, asked.get("isolation", "auto"))
    )
    return batches.Plan(
        problem,
        asked["task"],
        [(one.id, one) for one in handed_in.hand_ins],
        asked.get("language"),
        output,
        jobs,
        sandbox,
        options,
        source=source,
        lists=lists,
        lang=asked.get("lang"),
        missing=handed_in.missing,
        overrides=_deciding.read(None, output, decide.known_before(problem, [one.id for one in handed_in.hand_ins])),
        workers=workers,
    )


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)


def _decide(apply: bool, drop: bool, plan: batches.Plan, store: Store, graded: batches.Graded) -> bool:
    """Apply the new results or drop them, as was said or is said now; whether the reports could not be written."""
    if not apply and not drop:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            click.echo(
                "Nothing was changed: the same command with --apply lets this count, --drop forgets it.", err=True
            )
            return False
        apply = click.confirm("Let this count?", err=True)
    if not apply:
        store.drop()
        click.echo("Dropped: everything counts as before.", err=True)
        return False
    done = regrading.apply(plan, store, graded)
    if done.lost:
        click.echo(f"{done.lost}\nThe results are kept in {done.report}", err=True)
        return True
    click.echo(f"Applied; what counted before stays in the history.\nReport: {done.report}", err=True)
    return False


# --- words -------------------------------------------------------------------------------------------------


def lines(proposal: Proposal) -> Iterator[str]:
    """What is proposed, in words."""
    for change in proposal.changes:
        yield f"{one_line(change.id)}: {_mark(change.before)} -> {_mark(change.after)}"
        for test in change.tests[:SHOWN_TESTS]:
            yield f"    {_test(test)}"
        if len(change.tests) > SHOWN_TESTS:
            yield f"    and {len(change.tests) - SHOWN_TESTS} more tests"
    for identity, reason in proposal.not_graded.items():
        yield f"{one_line(identity)}: can't be graded now and keeps its grade: {one_line(reason)}"
    for identity in proposal.gone:
        yield f"{one_line(identity)}: is not handed in any more; what it got stays in the history"
    yield f"{len(proposal.changes)} change, {proposal.unchanged} do not."
    for cause, count in proposal.causes.items():
        yield f"Graded again because of {cause}: {count}"


def _mark(mark: Mark | None) -> str:
    if mark is None:
        return "no result"
    if mark.points is None:
        return f"not graded ({one_line(mark.reason or '')})"
    return f"{mark.verdict} {mark.points:g} of {mark.max_points:g}"


def _test(change: Rejudged) -> str:
    name = f"{change.part}, {change.test}"
    if change.before is None:
        return f"{name}: new, {_opinion(change.after)}"
    if change.after is None:
        return f"{name}: {_opinion(change.before)}, is not asked any more"
    return f"{name}: {_opinion(change.before)} -> {_opinion(change.after)}"


def _opinion(opinion: tuple[str, float] | None) -> str:
    if opinion is None:
        return ""
    verdict, share = opinion
    return f"{verdict} ({share:.0%} right)" if 0 < share < 1 else verdict
