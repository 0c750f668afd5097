"""grader.reports._matrix: a cell for each test of each student, or the numbers of what failed."""

from __future__ import annotations

import re

import pytest

from grader.reports._matrix import Looks, cells, failed, is_whole, ranges
from grader.reports._statistics import columns
from tests.reports import sample

LOOKS: Looks = {
    "AC": ("+", "good", "Accepted", ""),
    "WA": ("x", "bad", "Wrong <answer>", ""),
    "TLE": ("@", "warn", "Took too long", ""),
    "SK": ("-", "idle", "Not run", ""),
}


def test_a_cell_has_a_sign_a_colour_and_words() -> None:
    result = sample.result([["AC", "WA"]])
    assert cells(result, columns([result]), LOOKS) == (
        '<td class=good aria-label="Accepted">+<td class=bad aria-label="Wrong &lt;answer&gt;">x'
    )


def test_a_test_that_a_student_does_not_have_is_an_empty_cell() -> None:
    one, other = sample.result([["AC"]]), sample.result([["AC", "WA"]], number=2)
    assert re.findall("<td[^>]*>", cells(one, columns([one, other]), LOOKS))[1] == "<td>"
    assert re.findall("<td[^>]*>", cells(sample.ungraded(), columns([one]), LOOKS)) == ["<td>"]


def test_what_failed_is_named_by_numbers() -> None:
    result = sample.result([["WA", "TLE", "WA", "WA", "AC", "WA", "SK"]])
    assert failed(result, columns([result]), LOOKS) == (
        '<span class="bad">x</span> Wrong &lt;answer&gt;: 1, 3, 4, 6; '
        '<span class="warn">@</span> Took too long: 2; '
        '<span class="idle">-</span> Not run: 7'
    )
    assert failed(sample.result([["AC"]]), columns([result]), LOOKS) == "–"


@pytest.mark.parametrize(
    ("numbers", "said"),
    [([], ""), ([3], "3"), ([1, 2], "1, 2"), ([1, 2, 3], "1–3"), ([3, 9, 12, 13, 14, 17], "3, 9, 12–14, 17")],
)
def test_numbers_are_listed_as_people_do(numbers: list[int], said: str) -> None:
    assert ranges(numbers) == said


@pytest.mark.parametrize(("students", "whole"), [(400, True), (2000, False)])
def test_a_class_of_four_hundred_is_shown_whole_and_one_of_two_thousand_is_not(students: int, whole: bool) -> None:
    wide = sample.result([["AC"] * (60 if whole else 100)])
    assert is_whole([wide] * students, columns([wide])) is whole
