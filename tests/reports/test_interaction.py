"""grader.reports.interaction: who said what can be told from the first character of each line."""

from __future__ import annotations

from typing import Any

import pytest

from grader.model import Finding, Said, Verdict
from grader.plugins import reports
from tests.sample_results import graded, with_finding

REPORT = reports()["interaction"]


def result(*dialogues: list[tuple[str, str]] | None) -> dict[str, Any]:
    return {"parts": [{"tests": [{"turns": turns(said)}]} for said in dialogues]}


def turns(said: list[tuple[str, str]] | None) -> list[dict[str, Any]] | None:
    return None if said is None else [{"by": by, "answer": None, "text": text} for by, text in said]


GAME = [("program", "10 sticks\nHow many? "), ("person", "3\n"), ("program", "7 left\n\nHow many? "), ("person", "\n")]


@pytest.mark.parametrize(
    ("dialogues", "written"),
    [
        ((), "---\n"),
        ((None,), "---\n"),
        ((GAME,), ">10 sticks\n>How many? \n<3\n>7 left\n>\n>How many? \n<\n"),
        (([("program", ""), ("person", "1\n")], None, [("program", "x")]), "<1\n---\n>x\n"),
        (([("program", "x\n<3\n---\r<3\x1b[2J\n")],), ">x\n><3\n>---␍<3␛[2J\n"),
    ],
)
def test_each_line_has_the_mark_of_who_said_it(dialogues: Any, written: str) -> None:
    assert REPORT.one(result(*dialogues), {}) == written


def test_steps_that_were_left_out_are_told_in_the_language() -> None:
    turns_ = tuple(Said(False, f"{number}\n") for number in range(100))
    whole = graded(with_finding(Finding(Verdict.WA, 0.0, turns=turns_)))
    assert ">... (여기서 40단계를 줄였음)\n" in REPORT.one(whole, {"lang": "ko"})


def test_the_dialogues_of_a_class_stand_one_after_the_other() -> None:
    batch = {"results": [result([("person", "1\n")]), result(None), result([("person", "2\n")])]}
    assert REPORT.many(batch, {}) == "<1\n---\n<2\n"
