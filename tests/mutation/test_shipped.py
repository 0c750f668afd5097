"""The references that ship: there is enough to mutate, and what is listed is still there."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import problem, submission
from grader.mutation.known import read_known, stale
from grader.mutation.sampling import Reference, mutated

REFERENCES = Path(__file__).resolve().parents[2] / "reference"
LEAST = 150


@pytest.mark.long
@pytest.mark.parametrize("task", problem.shipped_ids())
def test_the_references_have_mutants_enough_in_every_language_and_no_entry_is_stale(task: str) -> None:
    folders = sorted(path for path in (REFERENCES / task).iterdir() if path.is_dir())
    references = [Reference(one, one.name.partition("-")[0], submission.collect(one)) for one in folders]
    languages = problem.load(problem.find_package(task)).languages
    numbers = dict.fromkeys(languages, 0)
    for reference in references:
        numbers[reference.language] += len(mutated(reference))
    assert [name for name in languages if numbers[name] < LEAST / len(languages)] == []
    assert stale(read_known(REFERENCES / task), references, REFERENCES / task) == []
