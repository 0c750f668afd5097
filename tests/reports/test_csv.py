"""The gradebook: a row per submission, whatever its id is, and no cell that a spreadsheet would run."""

from __future__ import annotations

import copy
import csv
import io
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.plugins import reports
from tests.reports import sample

REPORT = reports()["csv"]


def table(*results: dict[str, Any]) -> list[dict[str, str]]:
    """The rows, as a spreadsheet reads them."""
    text = REPORT.many({"results": list(results)}, {})
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def named(identity: str, **changes: Any) -> dict[str, Any]:
    result = sample.accepted() | changes
    return result | {"submission": result["submission"] | {"id": identity}}


def test_a_row_tells_all_that_a_gradebook_needs() -> None:
    wrong = sample.result([["AC"], ["WA"], ["AC", "WA", "WA"]], number=7) | {"form": "short form"}
    assert table(wrong) == [
        {
            "id": "student-007",
            "language": "python",
            "status": "graded",
            "verdict": "WA",
            "points": "5",
            "max_points": "9",
            "automatic": "5",
            "valid": "4",
            "winner": "0",
            "count": "1",
            "form": "short form",
            "decided": "",
            "remarks": "",
        }
    ]


def test_name_lateness_and_group_have_columns_where_they_are_known() -> None:
    text = REPORT.many({"results": [told(name="Zo\u00eb", late=True), named("2")]}, {})
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["id"], row["name"], row["late"]) for row in rows] == [("1", "Zo\u00eb", "late"), ("2", "", "")]
    assert "group" not in rows[0]
    assert not {"name", "late", "group"} & table(told(name=None, late=False, members=[]))[0].keys()


def test_a_submission_that_counts_for_several_has_a_row_for_each() -> None:
    members = [{"id": "1", "name": "Ann"}, {"id": "2", "name": None}]
    rows = table(told(members=members) | {"submission": told(members=members)["submission"] | {"id": "red"}})
    assert [(row["id"], row["name"], row["group"], row["points"]) for row in rows] == [
        ("1", "Ann", "red", "10"),
        ("2", "", "red", "10"),
    ]


def test_who_has_handed_in_nothing_has_a_row_without_points() -> None:
    batch = {"results": [named("1")], "missing": [{"id": "2", "name": "=Bo"}, {"id": "3", "name": None}]}
    rows = list(csv.DictReader(io.StringIO(REPORT.many(batch, {}), newline="")))
    told_of = [(row["id"], row["name"], row["status"], row["verdict"], row["points"], row["remarks"]) for row in rows]
    assert told_of[1:] == [
        ("2", "'=Bo", "missing", "", "", "nothing handed in"),
        ("3", "", "missing", "", "", "nothing handed in"),
    ]


def test_a_part_that_is_called_as_one_of_these_columns_has_another_title() -> None:
    result = sample.result([["AC"], ["WA"]])
    for part, name in zip(result["parts"], ("group", "name"), strict=True):
        part["id"] = name
    assert {"part group": "4", "part name": "0"}.items() <= table(result)[0].items()


def told(**more: Any) -> dict[str, Any]:
    result = named("1")
    return result | {"submission": result["submission"] | more}


def test_an_ungraded_submission_has_empty_cells_and_never_a_zero() -> None:
    row = table(sample.accepted(), sample.ungraded(2))[1]
    assert row == {
        "id": "student-002",
        "language": "python",
        "status": "ungraded",
        "verdict": "",
        "points": "",
        "max_points": "4",
        "automatic": "",
        "valid": "",
        "winner": "",
        "count": "",
        "dialogue": "",
        "form": "",
        "decided": "",
        "remarks": "Two files could be the main file: board.py and main.py.",
    }


def test_the_remarks_are_the_reason_and_what_was_flagged() -> None:
    assert table(sample.ungraded() | {"flagged": ["one", "two"]})[0]["remarks"] == (
        "Two files could be the main file: board.py and main.py.; one; two"
    )


def test_parts_of_different_forms_have_a_column_each() -> None:
    first = sample.result([["AC"]])
    second = sample.result([["AC"]]) | {"parts": [sample.part(("other", "Other", 3.0), ["AC"])]}
    rows = table(first, second)
    assert [(row["valid"], row["other"]) for row in rows] == [("4", ""), ("", "3")]


@pytest.mark.parametrize("name", ["id", "points", "automatic", "form", "decided", "remarks"])
def test_no_two_columns_have_one_name(name: str) -> None:
    result = sample.result([["AC"]]) | {"parts": [sample.part((name, "A part", 3.0), ["AC"])]}
    header = next(csv.reader(io.StringIO(REPORT.one(result, {}), newline="")))
    assert len(set(header)) == len(header)


def test_a_class_has_a_row_for_each_submission_in_its_order() -> None:
    batch = sample.batch(60)
    before = copy.deepcopy(batch)
    rows = table(*batch["results"])
    assert [row["id"] for row in rows] == [result["submission"]["id"] for result in batch["results"]]
    assert [float(row["points"]) if row["points"] else None for row in rows] == [
        result["points"] for result in batch["results"]
    ]
    assert batch == before


def test_a_hostile_class_keeps_its_rows_and_its_columns() -> None:
    batch = sample.hostile(sample.batch(24))
    for result, tame in zip(batch["results"], sample.batch(24)["results"], strict=True):
        for part, named_right in zip(result["parts"], tame["parts"], strict=True):
            part["id"] = named_right["id"]
    text = REPORT.many(batch, {})
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert len(rows) == 25
    assert {len(row) for row in rows} == {len(rows[0])}
    assert {char for char in text if not char.isprintable()} == {"\r", "\n"}
    text.encode("utf-8")


@pytest.mark.parametrize(
    "identity", ["a,b", 'say "hi"', "a;b", "a\\b", "두 배", "O'Neil", "é", "e\u0301", " a ", "a\u3000b", "a\u00a0b"]
)
def test_an_id_comes_out_as_it_went_in(identity: str) -> None:
    assert table(named(identity), named("other"))[0]["id"] == identity


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_that_begins_like_a_formula_is_defused(sign: str) -> None:
    text = f"{sign}HYPERLINK(1)"
    row = table(named(text, reason=text, form=text))[0]
    shown = "'" + text.replace("\t", "\N{REPLACEMENT CHARACTER}").replace("\r", "\N{REPLACEMENT CHARACTER}")
    assert [row[name] for name in ("id", "form", "remarks")] == [shown] * 3


BEHIND = [
    " =1+1",
    "\u00a0=1",
    "\ufeff=1",
    "\u200b@SUM(1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
    "'=1",
    "' =1",
    "\n=1",
    "\x00=1",
]


@pytest.mark.parametrize("text", BEHIND)
def test_a_formula_behind_what_spreadsheets_skip_is_defused(text: str) -> None:
    assert table(named(text))[0]["id"] == "'" + "".join(
        char if char.isprintable() or char == "\u00a0" else "\ufffd" for char in text
    )


@pytest.mark.parametrize("text", ["a=1", "1-2", "'tis", " a", "O'Neil", "①=1", "판=1", "_-1", ".=1", "", " ", "'"])
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert table(named(text), named("other"))[0]["id"] == text


def test_no_two_ids_become_one_by_being_defused() -> None:
    rows = table(*map(named, ("=1", "'=1", "''=1", " =1", "' =1")))
    assert len({row["id"] for row in rows}) == 5


@pytest.mark.parametrize("points", [-5.0, -0.25])
def test_a_negative_number_stays_a_number(points: float) -> None:
    assert float(table(sample.accepted() | {"points": points})[0]["points"]) == points


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "\n=1+1", "a\x00b", "a\x1b[31mb", "a\u2028b", "a\ud800b", "a\x85b"])
def test_a_row_is_one_line_whatever_an_id_holds(text: str) -> None:
    whole = REPORT.many({"results": [named(text)]}, {})
    assert len(whole.splitlines()) == 2
    assert len(table(named(text))) == 1


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=())), st.text(st.characters(exclude_categories=())))
@example("=cmd|' /C calc'!A0", '",\n=1')
def test_no_id_and_no_reason_breaks_the_table(identity: str, reason: str) -> None:
    text = REPORT.many({"results": [named(identity, reason=reason), named("next")]}, {})
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert [len(row) for row in rows] == [len(rows[0])] * 3
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for row in rows for cell in row)
    assert text.count("\r\n") == 3
    text.encode("utf-8")


@pytest.mark.parametrize(
    ("points", "cell"),
    [
        (0.0, "0"),
        (3.0, "3"),
        (2.5, "2.5"),
        (0.07, "0.07"),
        (1234.25, "1234.25"),
        (10000.25, "10000.25"),
        (1e6 + 1, "1000001"),
    ],
)
def test_points_are_written_to_the_hundredth(points: float, cell: str) -> None:
    assert table(sample.accepted() | {"points": points})[0]["points"] == cell


def test_one_result_is_a_class_of_one() -> None:
    result = sample.accepted()
    assert REPORT.one(result, {}) == REPORT.many({"results": [result]}, {})


def test_an_empty_class_is_a_header_alone() -> None:
    assert REPORT.many({"results": []}, {}) == (
        "id,language,status,verdict,points,max_points,automatic,form,decided,remarks\r\n"
    )


def test_the_format_is_called_csv() -> None:
    assert (REPORT.name, REPORT.suffix) == ("csv", ".csv")


def test_what_people_decided_is_told_beside_what_the_tests_gave() -> None:
    result = sample.result([["AC"], ["WA"]])
    result["parts"][1]["decided"] = {"points": 1.5, "comment": "=Nearly", "by": "B", "why": "w"}
    result["decided"] = {"points": 5.5, "given": None, "excused": False, "late": None, "comment": None, "by": None}
    result["decided"]["why"] = None
    row = table(result)[0]
    assert {key: row[key] for key in ("points", "automatic", "winner", "decided")} == {
        "points": "5.5",
        "automatic": "4",
        "winner": "1.5",
        "decided": "Who has won: 1.5 of 2 points, given by B (automatic: 0). Why: w Who has won: =Nearly",
    }


def test_who_is_excused_has_no_points_and_no_empty_cell() -> None:
    decided = {"points": None, "given": None, "excused": True, "late": None, "comment": None, "by": "B", "why": "w"}
    row = table(sample.accepted() | {"decided": decided})[0]
    assert (row["points"], row["automatic"], row["decided"]) == ("excused", "10", "Excused by B. Why: w")
