"""What `--executor` and `--isolation` say -> who grades a batch, and in which sandbox."""

from __future__ import annotations

from functools import partial

import click

from grader.batch import grading as batches
from grader.batch.elsewhere import Workers
from grader.errors import InputError
from grader.package import Problem
from grader.pipeline import Options
from grader.plugins import Sandbox
from grader.sandbox import levels
from grader.workers import choosing
from grader.workers.choosing import Work

HERE = "local"

executor_option = click.option(
    "--executor",
    default=HERE,
    show_default=True,
    metavar="WHERE",
    help=f"Who grades: {choosing.FORMS}.",
)
jobs_option = click.option("--jobs", type=click.IntRange(min=1), help="How many at once.  [default: all cores]")


def jobs_at_once(executor: str, asked: int | None) -> int:
    """How many submissions are under way at once."""
    return choosing.jobs_at_once(executor, asked, batches.cores())


def who_grades(executor: str, problem: Problem, options: Options, work: Work) -> tuple[Sandbox, Workers | None]:
    """The sandbox for other people's code, and whose it is if not ours."""
    if executor == HERE:
        return sandbox_for_others(work.isolation), None
    opened = choosing.opened(executor, problem, options, work, partial(click.echo, err=True))
    workers = click.get_current_context().with_resource(opened)
    return workers.machines()[0], workers


def sandbox_for_others(asked: str) -> Sandbox:
    """The sandbox for other people's code: none only when that was said."""
    sandbox = levels.open_sandbox(asked)
    if sandbox.level.value == "none" and asked != "none":
        raise InputError(
            "no isolation works on this machine (`grader doctor` says why), and a batch runs other people's code; "
            "say --isolation none to do it all the same"
        )
    return sandbox
