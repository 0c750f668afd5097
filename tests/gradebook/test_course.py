"""grader.gradebook.course: one table of several tasks, in which nothing that is not known is a zero."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import pytest

from grader.gradebook.course import table
from tests.deciders import batch_of, named, three
from tests.reports import sample

Author = tuple[str, dict[str, Any]]
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
        named(sample.accepted(), "=dee", name="Dee"),
    )
    assert rows(three(), second) == [
        ["id", "name", "boards", "second", "points", "max_points", "remarks"],
        ["'=dee", "Dee", "", "10", "10", "20", "boards: nothing handed in"],
        ["ann", "", "6", "10", "16", "20", ""],
        ["ben", "", "", "", "", "20", "boards: not graded; second: nothing handed in"],
        ["cem", "", "10", "excused", "10", "10", ""],
    ]


def test_two_batches_of_one_task_keep_apart() -> None:
    header = ["id", "name", "boards (1)", "boards (2)", "points", "max_points", "remarks"]
    assert rows(three(), three())[0] == header


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Ann Miller_1_assignsubmission_file", {}), ("ann miller_2_assignsubmission_file", {})),
        (("1", {"name": "Ann Miller"}), ("2", {"name": "Miller, Ann"})),
        (("millerann_LATE_1_8_x", {}), ("millerann_1_9_y", {})),
    ],
)
def test_a_person_is_the_same_in_two_tasks(first: Author, second: Author) -> None:
    both = [task(name, named(sample.accepted(), who[0], **who[1])) for name, who in (("a", first), ("b", second))]
    assert [[*row[:1], *row[2:]] for row in rows(*both)[1:]] == [["1", "10", "10", "20", "20", ""]]


def test_two_people_of_one_name_are_not_made_one() -> None:
    first = task("a", *(named(sample.accepted(), f"Ann Miller_{at}_assignsubmission_file") for at in (1, 2)))
    second = task("b", named(sample.accepted(), "Ann Miller_3_assignsubmission_file"))
    assert [row[:4] for row in rows(first, second)[1:]] == [
        ["1", "Ann Miller", "10", ""],
        ["2", "Ann Miller", "10", ""],
        ["3", "Ann Miller", "", "10"],
    ]


def test_members_of_a_group_and_those_who_handed_in_nothing_have_rows() -> None:
    members = [{"id": "ann", "name": "Ann"}, {"id": "ben", "name": None}]
    whole = task("a", named(sample.accepted(), "team", members=members)) | {"missing": [{"id": "cem", "name": "Cem"}]}
    assert [row[:4] for row in rows(whole)[1:]] == [
        ["ann", "Ann", "10", "10"],
        ["ben", "", "10", "10"],
        ["cem", "Cem", "", "0"],
    ]
