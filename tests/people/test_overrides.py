"""grader.people.overrides: what a file of decisions says, or everything that is wrong in it, each with its place."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from grader import marked
from grader.people.late import Amount, Policy
from grader.people.overrides import Decision, Known, OverridesError, ids, read_text, written

KNOWN = Known(
    {"ann": 10.0, "ben": 10.0, "12345": 10.0},
    {"ann": {"small": 4.0, "readable": 6.0}, "ben": {"other": 10.0}, "12345": {}},
    frozenset({"readable"}),
)
LIKE = "a time is written as 2026-11-20 23:59"
EXAMPLE = """\
format: grader-overrides/1
by: B. Okafor

late:
  due: 2026-11-20 23:59
  zone: Europe/Berlin
  grace_minutes: 15
  per_day: 10%
  at_most: 5
  handed_in:
    ben: 2026-11-21 10:00

people:
  - id: ann
    part: small
    points: 3.5
    comment: The idea is right.
    why: The test asked for more than the statement says.
    by: C. Lind
  - {id: ann, part: readable, points: 6}
  - id: ben
    due: 2026-11-25 23:59 +02:00
    why: ill
  - id: 12345
    excused: true
    why: has left the course
"""


def decisions(people: str) -> str:
    return f"format: grader-overrides/1\nby: B\npeople:\n{people}"


def faults(text: str) -> list[str]:
    with pytest.raises(OverridesError) as raised:
        read_text(text, "o.yaml", KNOWN)
    assert raised.value.exit_code == 2
    return [str(fault) for fault in raised.value.faults]


def test_the_example_says_who_gets_what_and_why() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    read = read_text(EXAMPLE, "o.yaml", KNOWN)
    assert read.decisions == {
        ("ann", "small"): Decision(
            3.5, "The idea is right.", by="C. Lind", why="The test asked for more than the statement says."
        ),
        ("ann", "readable"): Decision(6.0, by="B. Okafor"),
        ("ben", None): Decision(due=datetime(2026, 11, 25, 21, 59, tzinfo=UTC), by="B. Okafor", why="ill"),
        ("12345", None): Decision(excused=True, by="B. Okafor", why="has left the course"),
    }
    assert read.policy == Policy(
        datetime(2026, 11, 20, 23, 59, tzinfo=berlin),
        900,
        Amount(Decimal(10), is_share=True),
        Amount(Decimal(5), is_share=False),
    )
    assert read.handed_in == {"ben": datetime(2026, 11, 21, 10, 0, tzinfo=berlin)}
    assert list(ids(read.data)) == ["ben", "ann", "ann", "ben", "12345"]


def test_a_file_may_decide_nothing() -> None:
    read = read_text("format: grader-overrides/1\n", "o.yaml", KNOWN)
    assert (read.decisions, read.policy, read.handed_in) == ({}, None, {})


WRONG = {
    "unknown id": (
        decisions("  - {id: anm, points: 1, why: w}"),
        ["o.yaml:4:10: no submission has the id `anm`; did you mean `ann`?"],
    ),
    "nothing like that id": (
        decisions("  - {id: zzz, points: 1, why: w}"),
        ["o.yaml:4:10: no submission has the id `zzz`; ids are those in the report and in grades.csv"],
    ),
    "unknown part": (
        decisions("  - {id: ann, part: smal, points: 1, why: w}"),
        ["o.yaml:4:21: no part is called `smal`; did you mean `small`?"],
    ),
    "part of another form": (
        decisions("  - {id: ben, part: small, points: 1, why: w}"),
        ["o.yaml:4:21: `ben` has no part `small`, as it took another form; it has other"],
    ),
    "unknown part of an ungraded one": (
        decisions("  - {id: 12345, part: x, points: 1, why: w}"),
        ["o.yaml:4:23: no part is called `x`; known here: small, readable, other"],
    ),
    "too many points in a part": (
        decisions("  - {id: ann, part: small, points: 4.5, why: w}"),
        ["o.yaml:4:36: 4.5 is more than the 4 points that the part `small` has"],
    ),
    "too many points": (
        decisions("  - {id: ann, points: 11, why: w}"),
        ["o.yaml:4:23: 11 is more than the 10 points that there are"],
    ),
    "points below zero": (
        decisions("  - {id: ann, points: -1, why: w}"),
        ["o.yaml:4:23: -1 is less than the minimum of 0"],
    ),
    "points that are no number": (
        decisions("  - {id: ann, points: many, why: w}\n  - {id: ben, points: .nan, why: w}"),
        [
            'o.yaml:4:23: `"many"` stands where a number belongs',
            "o.yaml:5:23: points are a number such as 2 or 0.5",
        ],
    ),
    "nobody": (
        "format: grader-overrides/1\npeople:\n  - {id: ann, points: 1, why: w}",
        ["o.yaml:3:5: say who decided this: `by: NAME`, here or once at the top of the file"],
    ),
    "no reason": (
        decisions("  - {id: ann, points: 1}"),
        ["o.yaml:4:5: say why this was decided, for the record: `why: ...`"],
    ),
    "unknown key": (
        decisions("  - {id: ann, point: 1, points: 1, why: w}"),
        ["o.yaml:4:15: unknown key `point`; did you mean `points`?"],
    ),
    "nothing decided": (
        decisions("  - {id: ann, why: w}"),
        ["o.yaml:4:5: this decides nothing; say `points`, `comment`, `excused: true` or `due`"],
    ),
    "twice": (
        decisions("  - {id: ann, points: 1, why: w}\n  - {id: ann, comment: c}"),
        ["o.yaml:5:5: this is a second decision about `ann`; the first is in line 4"],
    ),
    "part twice": (
        decisions("  - {id: ann, part: small, comment: c}\n  - {id: ann, part: small, comment: d}"),
        ["o.yaml:5:5: this is a second decision about the part `small` of `ann`; the first is in line 4"],
    ),
    "excused with points": (
        decisions("  - {id: ann, points: 1, excused: true, why: w}"),
        ["o.yaml:4:15: who is excused has no points; leave out one of the two"],
    ),
    "excused from a part": (
        decisions("  - {id: ann, part: small, excused: true, why: w}"),
        ["o.yaml:4:28: `excused` is about the whole submission, so it goes without `part`"],
    ),
    "more time for nothing": (
        decisions("  - {id: ann, due: 2026-11-20 23:59 Z, why: w}"),
        ["o.yaml:4:15: `due` means nothing without `late`, which says what is due when"],
    ),
    "no zone": (
        "format: grader-overrides/1\nlate: {due: 2026-11-20 23:59, per_day: 1}",
        ["o.yaml:2:13: `2026-11-20 23:59` is in no time zone; say it once under `late`: `zone: Europe/Berlin`"],
    ),
    "unknown zone": (
        "format: grader-overrides/1\nlate: {due: 2026-11-20 23:59, per_day: 1, zone: Europe/Berln}",
        ["o.yaml:2:49: `Europe/Berln` is no time zone; did you mean `Europe/Berlin`?"],
    ),
    "a day": (
        "format: grader-overrides/1\nlate: {due: 2026-11-20, per_day: 1, zone: UTC}",
        [f"o.yaml:2:13: `2026-11-20` is no time; {LIKE}"],
    ),
    "no such day": (
        "format: grader-overrides/1\nlate: {due: 2026-11-31 10:00, per_day: 1, zone: UTC}",
        [
            f"o.yaml:2:13: `2026-11-31 10:00` is no time (day is out of range for month); {LIKE}",
        ],
    ),
    "an amount of nothing": (
        "format: grader-overrides/1\nlate: {due: 2026-11-20 10:00, per_day: ten, at_most: 101%, zone: UTC}",
        [
            "o.yaml:2:40: `ten` is no number of points such as 0.5, and no share such as 10%",
            "o.yaml:2:54: `101%` is no number of points such as 0.5, and no share such as 10%",
        ],
    ),
    "a late person of whom nobody knows": (
        "format: grader-overrides/1\nlate: {due: 2026-11-20 10:00 Z, per_day: 1, handed_in: {x: 2026-11-20 10:00 Z}}",
        ["o.yaml:2:57: no submission has the id `x`; ids are those in the report and in grades.csv"],
    ),
    "no decisions": ("- a", ["o.yaml:1:1: this is no list of decisions; one begins with `format: grader-overrides/1`"]),
    "no YAML": ("a: b: c", ["o.yaml:1:5: this is no YAML: mapping values are not allowed in this context"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_told_with_its_place_and_what_would_be_right(name: str) -> None:
    text, expected = WRONG[name]
    assert faults(text) == expected


def test_all_mistakes_are_told_at_once_in_their_order() -> None:
    people = "  - {id: anm, part: smal, pints: 3}\n  - {id: ann, part: small, points: 9}\n"
    text = f"format: grader-overrides/2\npeople:\n{people}"
    assert [fault.split(": ")[0] for fault in faults(text)] == [
        "o.yaml:1:9",
        "o.yaml:3:5",
        "o.yaml:3:5",
        "o.yaml:3:10",
        "o.yaml:3:21",
        "o.yaml:3:27",
        "o.yaml:4:5",
        "o.yaml:4:5",
        "o.yaml:4:36",
    ]


def test_a_comment_alone_and_points_of_a_manual_part_need_no_reason() -> None:
    read = read_text(decisions("  - {id: ann, comment: c}\n  - {id: ann, part: readable, points: 2}"), "o", KNOWN)
    assert read.decisions == {
        ("ann", None): Decision(comment="c", by="B"),
        ("ann", "readable"): Decision(2.0, by="B"),
    }


SCALARS = st.text(st.characters(exclude_categories=["Cs"])) | st.integers(-(10**9), 10**9) | st.booleans() | st.none()


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), SCALARS | st.lists(SCALARS, max_size=3)))
def test_what_is_kept_is_read_as_the_same_data(data: dict[str, Any]) -> None:
    assert marked.read(written(data), "kept").data == data


def test_what_is_kept_of_the_example_decides_the_same() -> None:
    first = read_text(EXAMPLE, "o.yaml", KNOWN)
    assert read_text(written(first.data), "kept.yaml", KNOWN) == first
    assert yaml.safe_load(written({"a": "\u2028\x85é😀"})) == {"a": "\u2028\x85é😀"}


def test_the_example_of_the_guide_can_be_read() -> None:
    guide = (Path(__file__).parents[2] / "examples" / "course" / "README.md").read_text("utf-8")
    [example] = [block for block in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if "grader-overrides" in block]
    people = dict.fromkeys(("ann", "ben", "cem", "dee"), 10.0)
    read = read_text(example, "README.md", Known(people, {"ann": {"every-board": 8.0}}))
    assert [key for key, _decision in read.decisions.items()] == [
        ("ann", "every-board"),
        ("ben", None),
        ("cem", None),
        ("dee", None),
    ]
