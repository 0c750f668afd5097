"""Every reference solution on disk is accepted in full."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader import problem
from tests.end_to_end.conftest import loaded, summary

REFERENCE = Path(__file__).resolve().parents[2] / "reference"
# Solutions that leave out an optional part, with what they claim; all others claim everything.
PLAYING_BEST = {
    "": {"main": 5.0, "dynamic": 2.0, "optimal": 2.0, "learning": 0.0, "style": 0.0},
    "-fixed": {"main": 5.0, "dynamic": 0.0, "optimal": 1.0, "learning": 0.0, "style": 0.0},
}
LEARNING = {"main": 5.0, "dynamic": 0.0, "optimal": 0.0, "learning": 3.0, "style": 0.0}
CLAIMS = {
    **{f"matches/{name}": PLAYING_BEST[""] for name in ("python", "java", "javascript")},
    **{
        f"matches/{language}-fixed": PLAYING_BEST["-fixed"]
        for language in ("python", "java", "javascript", "typescript", "c", "cpp", "go", "ruby")
    },
    **{f"matches/{name}-reinforcement": LEARNING for name in ("python", "java")},
    **{f"matches/{name}-table": LEARNING for name in ("python", "java", "typescript", "cpp")},
    **{f"matches/{name}-bags": LEARNING for name in ("javascript", "c", "go", "ruby")},
    **{f"matches/{name}-bags": LEARNING | {"dynamic": 2.0} for name in ("python", "java")},
}
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
    claimed = CLAIMS.get(name(folder), {part.id: part.most_points for part in form.parts})
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
