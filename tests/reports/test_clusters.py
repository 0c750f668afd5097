"""grader.reports._clusters: students with the same fault are found, whatever else they do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grader.reports._clusters import BUILD, Cluster, clusters, failures
from tests.reports import sample


def students(count: int, tests: int = 3, **changes: Any) -> list[dict[str, Any]]:
    return [sample.result([["AC"] * tests], number=number, **changes) for number in range(count)]


def fail(result: dict[str, Any], number: int, verdict: str = "WA", **changes: Any) -> None:
    """Test `number` of the only part, counted from 1, fails so."""
    [part] = result["parts"]
    part["tests"][number - 1] = sample.one_test(verdict, number, **changes)


def found(results: list[dict[str, Any]]) -> list[tuple[tuple[int, ...], list[int]]]:
    """Of each group the students and the numbers of the tests."""
    return [(one.students, [int(key[1].rpartition("-")[2]) for key in one.tests]) for one in clusters(results)]


def test_a_planted_fault_is_found_among_others() -> None:
    dice = random.Random(7)  # noqa: S311 - no secret
    results = students(120, 20)
    planted = tuple(sorted(dice.sample(range(120), 18)))
    for index, result in enumerate(results):
        for number in range(1, 21):
            if dice.random() < 0.25:
                fail(result, number, actual=f"{dice.random()}")
        for number in (3, 9, 17):
            if index in planted:
                fail(result, number, actual="[0, 1]")
    assert found(results) == [(planted, [3, 9, 17])]


def test_the_same_test_failed_in_two_ways_makes_two_groups() -> None:
    results = students(5)
    for index, answer in enumerate(("1", "1", "2", "2", "3")):
        fail(results[index], 1, actual=answer)
    assert found(results) == [((0, 1), [1]), ((2, 3), [1])]


def test_who_fails_more_is_in_both_groups() -> None:
    results = students(4)
    for index in range(3):
        fail(results[index], 1)
    for index in (2, 3):
        fail(results[index], 2)
    assert found(results) == [((0, 1, 2), [1]), ((2, 3), [2])]


SAME: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "addresses": ({"actual": "<Board at 0x7f3a>"}, {"actual": "<Board at 0x99ff>"}),
    "hashes": ({"actual": "Board@1b6d3586"}, {"actual": "Board@4554617c"}),
    "truth values of two languages": ({"actual": "True"}, {"actual": "true"}),
    "quotes of two languages": ({"actual": "'X'"}, {"actual": '"X"'}),
    "inputs of two languages": ({"input": "Board(3)"}, {"input": "new Board(3)"}),
    "blanks around": ({"actual": "X\n"}, {"actual": " X"}),
    "places": ({"location": None}, {"location": {"file": "board.py", "line": 3, "column": 1, "source": ""}}),
}


@pytest.mark.parametrize("name", SAME)
def test_what_differs_where_the_fault_is_the_same_is_left_out(name: str) -> None:
    results = students(2)
    for result, changes in zip(results, SAME[name], strict=True):
        fail(result, 1, **changes)
    assert found(results) == [((0, 1), [1])]


def test_time_outs_of_a_test_are_alike() -> None:
    results = students(2)
    fail(results[0], 1, "TLE", message="It was still computing after 2 s.")
    fail(results[1], 1, "TLE", message="It was still computing after 4 s.")
    assert found(results) == [((0, 1), [1])]


def test_programs_that_can_not_be_built_for_one_reason_are_one_group_in_whatever_line() -> None:
    results = [sample.unbuilt(number) for number in range(3)]
    results[1]["build"]["message"] = "Line 7 of Plansza.java: a semicolon is missing at the end."
    results[1]["submission"]["files"] = ["Plansza.java"]
    results[2]["build"]["message"] = "Line 12 of Board.java: a bracket is missing."
    assert clusters(results) == [Cluster((0, 1), (BUILD,), ("CE",), 0, None)]


def test_nobody_is_a_group_alone_and_what_was_not_run_or_graded_is_no_failure() -> None:
    results = students(2)
    fail(results[0], 1)
    assert clusters(results) == []
    assert [one for result in (sample.ungraded(), sample.result([["SK"]])) for one in failures(result)] == []


def test_the_shortest_program_stands_for_its_group_with_its_smallest_input() -> None:
    results = students(3)
    results[1]["submission"]["sources"] = {"board.py": "x"}
    results[0]["submission"]["sources"] = {}
    for result in results:
        fail(result, 1, input="f(100000)")
        fail(result, 2, input="f(1)")
        fail(result, 3, input=None)
    [group] = clusters(results)
    assert group.representative == 1
    assert group.test is results[1]["parts"][0]["tests"][1]


def test_groups_that_explain_most_come_first() -> None:
    results = students(9, 6)
    for index in range(4):
        fail(results[index], 1)
    for index in (5, 6):
        for number in (2, 3, 4):
            fail(results[index], number)
    assert [one[0] for one in found(results)] == [(5, 6), (0, 1, 2, 3)]
