"""grader.reports._statistics: how hard tests were and how they go together, against numbers found by hand."""

from __future__ import annotations

from typing import Any

import pytest

from grader.reports._statistics import Column, Remark, columns, correlation, histogram, item_rest, rows
from tests.reports import sample

A, B, C = (("p", name) for name in "abc")
# Ten programs: did they pass A, B, C?
PASSES = [
    dict(zip((A, B, C), map(bool, one), strict=True))
    for one in (
        (1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 1, 0), (1, 0, 0),
        (0, 0, 1), (0, 0, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0),
    )
]  # fmt: skip


def test_the_item_rest_correlation_is_that_computed_by_hand() -> None:
    # A: passed by 5 of 10. Share of B and C: 1, 1, 1, .5, 0, .5, .5, 0, 0, 0; mean .45.
    # Sxy = 3.5 - 10 * .5 * .45 = 1.25; Sxx = 5 - 10 * .25 = 2.5; Syy = 3.75 - 10 * .2025 = 1.725.
    # r = 1.25 / sqrt(2.5 * 1.725) = .6019
    assert item_rest(PASSES)[A] == pytest.approx(0.6019, abs=5e-5)


def test_a_test_that_those_pass_who_fail_the_rest_is_negative() -> None:
    turned = [{**one, A: not one[A]} for one in PASSES]
    assert item_rest(turned)[A] == pytest.approx(-0.6019, abs=5e-5)


@pytest.mark.parametrize(
    ("passes", "found"),
    [
        (PASSES[:9], dict.fromkeys((A, B, C))),
        ([{A: True} for _ in range(10)], {A: None}),
        ([{A: True, B: number > 4} for number in range(10)], {A: None, B: None}),
        ([], {}),
    ],
    ids=["too few", "no rest", "nothing varies", "nobody"],
)
def test_there_is_no_correlation_without_data(passes: list[Any], found: dict[Any, None]) -> None:
    assert item_rest(passes) == found


def test_ten_pairs_are_enough() -> None:
    ten = [float(number) for number in range(10)]
    assert correlation(ten, ten) == pytest.approx(1.0)
    assert correlation(ten[:9], ten[:9]) is None


def graded(number: int, *verdicts: str, **changes: Any) -> dict[str, Any]:
    return sample.result([list(verdicts)], number=number, **changes)


def remarks(*programs: tuple[str, ...]) -> list[Remark | None]:
    return [row.remark for row in rows([graded(number, *one) for number, one in enumerate(programs)])]


def test_what_nobody_or_everybody_passes_is_told() -> None:
    programs = [("AC", "WA", "AC" if number % 2 else "WA") for number in range(10)]
    assert remarks(*programs) == [Remark.EVERYBODY, Remark.NOBODY, None]


def test_under_ten_programs_there_is_not_enough_data() -> None:
    assert remarks(*[("AC", "WA")] * 9) == [Remark.FEW, Remark.FEW]


@pytest.mark.parametrize(("against", "remark"), [(10, Remark.AGAINST), (5, Remark.WEAK), (0, None)])
def test_a_test_that_goes_against_the_rest_is_told(against: int, remark: Remark | None) -> None:
    # Ten good programs and ten bad ones; of each ten so many have the first test the other way round.
    programs = []
    for number in range(20):
        good = number < 10
        turned = number % 10 < against
        programs.append(("AC" if good is not turned else "WA", *(("AC", "AC") if good else ("WA", "WA"))))
    assert remarks(*programs)[0] is remark


def test_only_programs_that_ran_a_test_count() -> None:
    results = [graded(1, "AC", "SK"), graded(2, "WA", "TLE"), sample.unbuilt(3), sample.ungraded(4)]
    found = {row.column.number: (row.passed, row.ran, row.share) for row in rows(results)}
    assert found[1] == (1, 2, 0.5)
    assert found[2] == (0, 1, 0.0)
    assert found[7] == (0, 0, None)


def test_tests_are_numbered_part_by_part_also_when_students_have_other_tests() -> None:
    one, other = sample.result([["AC"], ["AC"]]), sample.result([["AC", "AC"]], number=2)
    assert [(column.number, column.key) for column in columns([one, other])] == [
        (1, ("valid", "valid-1")),
        (2, ("valid", "valid-2")),
        (3, ("winner", "winner-1")),
    ]
    assert columns([one])[0] == Column(1, ("valid", "valid-1"), "Valid boards", "valid 1: a full board", False)


@pytest.mark.parametrize(
    ("points", "most", "bars"),
    [
        ([0, 0.5, 1, 2, 2], 2, [(0, 2), (1, 1), (2, 2)]),
        ([0.3], 0.3, [(pytest.approx(0.03 * bar), int(bar == 10)) for bar in range(11)]),
        ([12.5, 100, 99.99], 100, [(10.0 * bar, {1: 1, 9: 1, 10: 1}.get(bar, 0)) for bar in range(11)]),
        ([-1, 3], 2, [(0, 1), (1, 0), (2, 1)]),
    ],
)
def test_a_histogram_counts_everybody_once(points: list[float], most: float, bars: list[Any]) -> None:
    assert histogram(points, most) == bars
