"""Every reference solution on disk is accepted in full, or gets just what its `expect.yaml` says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader import problem
from tests.end_to_end.conftest import loaded, summary

REFERENCE = Path(__file__).resolve().parents[2] / "reference"
FOLDERS = sorted(path for path in REFERENCE.glob("*/*") if path.is_dir())


def name(folder: Path) -> str:
    return folder.relative_to(REFERENCE).as_posix()


@pytest.mark.long
@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_a_reference_is_accepted_in_full(grade: Callable[..., dict[str, Any]], folder: Path) -> None:
    task = loaded(folder.parent.name)
    result = grade(task.id, folder)
    form = next(
        form for form in task.forms if [part.id for part in form.parts] == [part["id"] for part in result["parts"]]
    )
    told = folder / "expect.yaml"
    claimed = {part.id: part.most_points for part in form.parts}
    if told.is_file():
        claimed = yaml.safe_load(told.read_text("utf-8"))["parts"]
    assert summary(result) == {
        "status": "graded",
        "reason": None,
        "language": folder.name.split("-")[0],
        "verdict": "AC",
        "points": sum(claimed.values()),
        "parts": claimed,
    }
    flagged = [flag for flag in result["flagged"] if "is not on this machine" not in flag]
    assert (result["max_points"], flagged) == (task.points, [])


def test_every_task_has_a_reference_in_each_of_its_languages() -> None:
    found = {(folder.parent.name, folder.name.split("-")[0]) for folder in FOLDERS}
    assert found == {(task, language) for task in problem.shipped_ids() for language in loaded(task).languages}
