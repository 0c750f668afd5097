"""grader.gradebook.course: one table of several tasks, in which nothing that is not known is a zero."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from grader.gradebook.course import person, table
from tests.people import batch_of, named, three
from tests.reports import sample

EXCUSED = {"points": None, "given": None, "excused": True, "late": None, "comment": None, "by": "B", "why": "w"}


def rows(*batches: Mapping[str, Any]) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table(batches), newline=""), strict=True))


def task(name: str, *results: dict[str, Any]) -> dict[str, Any]:
    return batch_of([{**one, "problem": {**one["problem"], "id": name}} for one in results])


def test_each_task_has_a_column_and_each_person_a_row() -> None:
    second = task(
        "second",
        named(sample.accepted(), "ann"),
        named(sample.accepted() | {"decided": EXCUSED}, "cem"),
        named(sample.accepted(), "=dee"),
    )
    assert rows(three(), second) == [
        ["id", "boards", "second", "points", "max_points", "remarks"],
        ["'=dee", "", "10", "10", "20", "boards: nothing handed in"],
        ["ann", "6", "10", "16", "20", ""],
        ["ben", "", "", "", "20", "boards: not graded; second: nothing handed in"],
        ["cem", "10", "excused", "10", "10", ""],
    ]


def test_two_batches_of_one_task_keep_apart() -> None:
    assert rows(three(), three())[0] == ["id", "boards (1)", "boards (2)", "points", "max_points", "remarks"]


def test_a_person_is_the_same_in_two_tasks_although_moodle_numbers_them_anew() -> None:
    first = task("a", named(sample.accepted(), "Ann Miller_1_assignsubmission_file"))
    second = task("b", named(sample.accepted(), "ann miller_2_assignsubmission_file"))
    assert rows(first, second)[1:] == [["Ann Miller", "10", "10", "20", "20", ""]]


def test_two_people_of_one_name_are_not_made_one() -> None:
    first = task("a", *(named(sample.accepted(), f"Ann Miller_{at}_assignsubmission_file") for at in (1, 2)))
    assert [row[0] for row in rows(first)[1:]] == [
        "Ann Miller_1_assignsubmission_file",
        "Ann Miller_2_assignsubmission_file",
    ]


def test_canvas_numbers_its_users_for_good() -> None:
    assert person(named(sample.accepted(), "millerann_LATE_7_8_x")) == "millerann (7)"
    assert person(named(sample.accepted(), "ann")) == "ann"
