"""Every wrong solution of a package gets exactly the verdict, the points and the parts that its author expects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader import problem
from tests.end_to_end.conftest import loaded, summary

PROBLEMS = problem.shipped_problems()
FOLDERS = sorted(path for path in PROBLEMS.glob("*/wrong/*") if path.is_dir())


def name(folder: Path) -> str:
    return f"{folder.parent.parent.name}/{folder.name}"


def expected(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load((folder / "expect.yaml").read_text("utf-8"))
    return told


@pytest.mark.long
@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_a_wrong_solution_gets_what_its_author_expects(
    grade: Callable[..., dict[str, Any]], tmp_path: Path, folder: Path
) -> None:
    told = expected(folder)
    handed_in = tmp_path / folder.name
    handed_in.mkdir()
    for path in folder.iterdir():
        if path.name != "expect.yaml":
            (handed_in / path.name).write_bytes(path.read_bytes())
    assert summary(grade(folder.parent.parent.name, handed_in)) == {
        "status": "graded",
        "reason": None,
        "language": told["language"],
        "verdict": told["verdict"],
        "points": told["points"],
        "parts": told["parts"],
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_a_wrong_solution_says_why_it_is_wrong_and_its_points_add_up(folder: Path) -> None:
    told = expected(folder)
    assert sorted(told.keys() - {"draws"}) == ["because", "language", "parts", "points", "verdict"]
    assert told["because"].strip()
    assert sum(told["parts"].values()) == told["points"]


@pytest.mark.parametrize("task", problem.shipped_ids())
def test_every_task_has_wrong_solutions_in_each_of_its_languages(task: str) -> None:
    languages = {expected(folder)["language"] for folder in FOLDERS if folder.parent.parent.name == task}
    assert languages == set(loaded(task).languages)
