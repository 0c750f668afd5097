"""Every submission of the example class gets exactly what `expected.yaml` says, whatever isolates it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from grader import problem
from grader.plugins import Sandbox
from tests.end_to_end.conftest import summary

CLASS = problem.shipped_class()
EXPECTED: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load((CLASS / "expected.yaml").read_text("utf-8"))
SUBMISSIONS = [(task, name) for task, submissions in EXPECTED.items() for name in submissions]
# Nobody can tell the language of a hand-in that is refused before it is read.
UNREAD = {("valid-board", "s19.py")}


@pytest.mark.long
@pytest.mark.parametrize(("task", "name"), SUBMISSIONS, ids=lambda word: word)
def test_a_submission_of_the_class_gets_what_is_expected_at_every_level(
    grade: Callable[..., dict[str, Any]], task: str, name: str, sandbox: Sandbox
) -> None:
    told = EXPECTED[task][name]
    assert summary(grade(task, CLASS / task / name, sandbox=sandbox)) == {
        "status": "graded",
        "reason": None,
        "language": None if (task, name) in UNREAD else told["language"],
        "verdict": told["verdict"],
        "points": told["points"],
        "parts": told["parts"],
    }


def test_what_is_expected_is_told_of_just_the_submissions_on_disk() -> None:
    on_disk = {
        folder.name: sorted(path.name for path in folder.iterdir()) for folder in CLASS.iterdir() if folder.is_dir()
    }
    assert {task: sorted(names) for task, names in EXPECTED.items()} == on_disk


@pytest.mark.parametrize(("task", "name"), SUBMISSIONS, ids=lambda word: word)
def test_the_points_that_are_expected_add_up(task: str, name: str) -> None:
    told = EXPECTED[task][name]
    assert sum(told["parts"].values()) == told["points"]
