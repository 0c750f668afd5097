"""The repository of an assignment -> what its CI system reads: log, files, exit code, all as students may see it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from grader import pipeline, redact, submission
from grader.commands import _assignment, _platforms
from grader.commands._assignment import Assignment
from grader.commands._languages import known_lang, lang_option
from grader.commands._platforms import Graded, Platform
from grader.errors import ExitCode, InputError
from grader.model import Submission
from grader.package import Problem
from grader.people.counting import total
from grader.plugins import Sandbox
from grader.sandbox import levels

WORST_FIRST = (ExitCode.OUR_FAILURE, ExitCode.NOT_ACCEPTED, ExitCode.ACCEPTED)


@click.command("ci")
@click.argument("tasks", nargs=-1)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="grader-report",
    show_default=True,
    help="The folder for reports.",
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", "full", "restricted", "none"]),
    default="auto",
    show_default=True,
    help="How student code is kept from this machine and the secrets of the job.",
)
@click.option(
    "--autograder",
    type=click.Path(path_type=Path),
    default="/autograder",
    show_default=True,
    help="The folder of Gradescope; where it holds a submission, that is graded.",
)
@lang_option("en, whatever the locale")
def command(tasks: tuple[str, ...], output: Path, isolation: str, autograder: Path, lang: str | None) -> ExitCode:
    """Grade the repository of an assignment, in its CI: the tasks that are named, or those in grader.toml."""
    known_lang(lang)
    platform = _platforms.find(os.environ, autograder)
    is_gradescope = platform is Platform.GRADESCOPE
    # On Gradescope the hand-in is a stranger's: nothing in it configures anything.
    home, hand_in = (autograder / "source", autograder / "submission") if is_gradescope else (Path(), Path())
    wanted = _assignment.assignments(tasks, home / _assignment.FILE)
    problems = [_assignment.load(one, home, hand_in) for one in wanted]
    sandbox = _sandbox(isolation)
    results = [_graded(one, task, hand_in, sandbox) for one, task in zip(wanted, problems, strict=True)]
    graded = [replace(one, lang=lang) for one in results]
    _platforms.say(platform, graded)
    _platforms.write(platform, graded, output, autograder, os.environ)
    codes = [_code(one.result) for one in graded]
    return next(code for code in WORST_FIRST if code in codes)


def _sandbox(asked: str) -> Sandbox:
    sandbox = levels.open_sandbox(asked)
    if sandbox.level.value == "none" and asked != "none":
        raise InputError(
            "no isolation works on this machine (`grader doctor` says why), and without it student code can read the "
            "secrets of the job; say --isolation none to grade all the same"
        )
    return sandbox


def _graded(one: Assignment, task: Problem, hand_in: Path, sandbox: Sandbox) -> Graded:
    """The result, without what is hidden from students."""
    folder = hand_in / one.path
    repeat = f"grader check {task.id} {one.path.as_posix()}"
    result = pipeline.grade_submission(task, _handed_in(one, folder, hand_in), sandbox, repeat, pipeline.Options())
    return Graded(redact.for_student(result), _way(folder, hand_in, result))


def _handed_in(one: Assignment, folder: Path, hand_in: Path) -> Submission:
    identity = submission.identity_of(hand_in)
    if not folder.resolve().is_relative_to(hand_in.resolve()) or not folder.exists():
        return submission.unreadable(identity, f"there is no {one.path.as_posix()} in it")
    return replace(submission.collect(folder, one.language), id=identity)


def _way(folder: Path, hand_in: Path, result: Mapping[str, Any]) -> str:
    """The way from the root of the repository to the files of the hand-in."""
    main = result["submission"]["main"]
    if main is None or not (folder / main).is_file():
        return ""
    way = folder.resolve().relative_to(_assignment.repository(hand_in)).as_posix()
    return "" if way == "." else way


def _code(result: Mapping[str, Any]) -> ExitCode:
    if result["status"] == "ungraded":
        return ExitCode.OUR_FAILURE
    points = total(result)
    whole = result["verdict"] == "PD" if points is None else points >= result["max_points"]
    return ExitCode.ACCEPTED if whole else ExitCode.NOT_ACCEPTED
