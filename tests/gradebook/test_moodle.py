"""grader.gradebook.moodle: the worksheet filled in, and nothing of it touched that is no grade and no feedback."""

from __future__ import annotations

import copy
import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import InputError
from grader.gradebook.filling import Wishes
from grader.gradebook.moodle import filled, hand_in
from tests.deciders import named, three
from tests.reports import sample

ANN, BEN, CEM = three()["results"]
RESULTS = [
    named(ANN, "Ann Miller_101_assignsubmission_file"),
    named(BEN, "Ben Okafor_102_assignsubmission_file_"),
    named(CEM, "Cem Öz_103_assignsubmission_file_board.py"),
    named(sample.accepted(), "zoe"),
]
HEADER = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments"
)
SHEET = f"""\
\ufeff{HEADER}\r
"Participant 101","Ann Miller",ann@example.org,"Submitted for grading - ",,10.00,Yes,"Friday, 20 November 2026",-,""\r
"Participant 102","Ben Okafor",ben@example.org,"Submitted for grading - ",,10.00,Yes,-,-,\r
"Participant 103","Öz, Cem" ,cem@example.org,"Submitted for grading - ",-,10.00,Yes,-,-,\r
"Participant 104","Eve ""E"" Moss",eve@example.org,"No submission - ",,10.00,Yes,-,-,\r
"""
WISHES = Wishes()


def results_of_ten() -> list[dict[str, Any]]:
    return [{**one, "max_points": 10.0} for one in RESULTS]


def test_only_grades_and_feedback_change() -> None:
    done = filled(SHEET.encode(), "w.csv", results_of_ten(), WISHES)
    ann = "Points: 6 of 10<br>Valid boards: 4 of 4<br>Who has won: 1 of 2<br>Count the games: 1 of 3"
    cem = (
        "Points: 10 of 10<br>Valid boards: 4 of 4<br>Who has won: 2 of 2<br>Count the games: 3 of 3"
        "<br>Play against the referee: 1 of 1"
    )
    expected = SHEET.replace(',,10.00,Yes,"Friday', ',6,10.00,Yes,"Friday').replace('-,""', f'-,"{ann}"', 1)
    expected = expected.replace(",-,10.00,Yes,-,-,", f",10,10.00,Yes,-,-,{cem}")
    assert done.content.decode() == expected
    assert (done.new, done.same, done.kept, done.by_name) == (2, 0, [], [])
    assert done.without_points == ["Ben Okafor_102_assignsubmission_file_ (not graded)"]
    assert done.not_in_table == ["zoe (no row fits it)"]
    assert done.without_hand_in == ['Eve "E" Moss']


def test_filling_in_again_changes_nothing() -> None:
    once = filled(SHEET.encode(), "w.csv", results_of_ten(), WISHES)
    again = filled(once.content, "w.csv", results_of_ten(), WISHES)
    assert (again.content, again.new, again.same, again.kept) == (once.content, 0, 2, [])


def test_a_cell_that_holds_another_grade_stays_and_is_told() -> None:
    sheet = SHEET.replace(',,10.00,Yes,"Friday', ',7.50,10.00,Yes,"Friday').encode()
    done = filled(sheet, "w.csv", results_of_ten()[:1], WISHES)
    assert (done.content, done.new) == (sheet, 0)
    assert done.kept == ["Ann Miller_101_assignsubmission_file: 7.50 stands where 6 would go"]
    assert b",6,10.00" in filled(sheet, "w.csv", results_of_ten()[:1], Wishes(overwrite=True)).content


def test_feedback_that_stands_there_stays_and_is_told() -> None:
    sheet = SHEET.replace('-,""', '-,"See me."').encode()
    done = filled(sheet, "w.csv", results_of_ten()[:1], WISHES)
    assert b'"See me."' in done.content
    assert (done.new, done.kept) == (
        1,
        ["Ann Miller_101_assignsubmission_file: other feedback stands there already"],
    )


def test_the_same_grade_in_other_signs_is_no_change() -> None:
    sheet = SHEET.replace(',,10.00,Yes,"Friday', ',6.00,10.00,Yes,"Friday').encode()
    done = filled(sheet, "w.csv", results_of_ten()[:1], WISHES)
    assert (done.new, done.same) == (0, 1)
    assert b",6.00,10.00" in done.content


def test_points_are_converted_only_if_somebody_says_so() -> None:
    with pytest.raises(InputError, match=r"counts 10 points where the task has 9.*--scale"):
        filled(SHEET.encode(), "w.csv", RESULTS[:1], WISHES)
    assert b",6.67,10.00" in filled(SHEET.encode(), "w.csv", RESULTS[:1], Wishes(scale=True)).content


def test_a_sheet_in_another_language_with_commas_for_decimals() -> None:
    sheet = (
        "ID;Vollständiger Name;Bewertung;Bestwertung;Feedback als Kommentar\n"
        "Teilnehmer/in 101;Ann Miller;;10,00;\nTeilnehmer/in 102;Ben Okafor;;10,00;\n"
    )
    with pytest.raises(InputError, match="has no column `Grade`; known here: ID, Vollständiger Name, Bewertung"):
        filled(sheet.encode(), "w.csv", results_of_ten(), WISHES)
    result = {**RESULTS[0], "points": 6.5, "max_points": 10.0}
    done = filled(sheet.encode(), "w.csv", [result], Wishes(column="Bewertung"))
    assert done.content.decode() == sheet.replace("Ann Miller;;", "Ann Miller;6,5;")
    done = filled(sheet.encode(), "w.csv", [result], Wishes("Bewertung", "Feedback als Kommentar"))
    assert b"Points: 6.5 of 10<br>" in done.content


def test_feedback_is_html_and_holds_neither_who_nor_why() -> None:
    result = {**results_of_ten()[0]}
    result["decided"] = {"points": 3.0, "given": 3.0, "excused": False, "late": None}
    result["decided"] |= {"comment": "a < b & c", "by": "NOBODY", "why": "SECRET"}
    content = filled(SHEET.encode(), "w.csv", [result], WISHES).content.decode()
    assert "Comment: a &lt; b &amp; c" in content
    assert "NOBODY" not in content
    assert "SECRET" not in content


def test_feedback_depends_on_nothing_that_is_hidden() -> None:
    one, other = ({**results_of_ten()[0], "parts": copy.deepcopy(ANN["parts"])} for _ in range(2))
    for text, result in (("SECRET", one), ("OTHER", other)):
        for part in result["parts"]:
            for test in part["tests"]:
                test.update(dict.fromkeys(("title", "message", "input", "expected", "actual", "hint"), text))
        result["flagged"] = [text]
    first, second = (filled(SHEET.encode(), "w.csv", [result], WISHES).content for result in (one, other))
    assert first == second
    assert b"SECRET" not in first


def test_who_is_excused_gets_no_grade_and_is_told() -> None:
    decided = {"points": None, "given": None, "excused": True, "late": None, "comment": None, "by": "B", "why": "w"}
    done = filled(SHEET.encode(), "w.csv", [{**RESULTS[0], "decided": decided}], WISHES)
    assert (done.content.decode(), done.without_points) == (SHEET, ["Ann Miller_101_assignsubmission_file (excused)"])


def test_a_row_that_is_too_short_is_told() -> None:
    sheet = f"{HEADER}\nParticipant 101,Ann\n".encode()
    done = filled(sheet, "w.csv", results_of_ten()[:1], WISHES)
    assert (done.content, done.kept) == (sheet, ["Ann Miller_101_assignsubmission_file: its row is too short"])


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"Identifier,Grade\n", b"x"])
def test_what_is_no_worksheet_is_refused(content: bytes) -> None:
    with pytest.raises(InputError, match="is no grading worksheet"):
        filled(content, "w.csv", RESULTS, WISHES)


@pytest.mark.parametrize(
    ("identity", "number", "name"),
    [
        ("Ann Miller_101_assignsubmission_file", "101", "Ann Miller"),
        ("Ann Miller_101_assignsubmission_file_board.py", "101", "Ann Miller"),
        ("Ann Miller_00101_assignsubmission_onlinetext", "101", "Ann Miller"),
        ("Participant_101_assignsubmission_file", "101", None),
        ("Participant 101", "101", "told"),
        ("ann_101", None, "told"),
        ("101", None, "told"),
    ],
)
def test_the_number_of_a_participant_stands_in_what_moodle_hands_out(
    identity: str, number: str | None, name: str | None
) -> None:
    found = hand_in(identity, "told")
    assert (found.number, found.name) == (number, name)


def test_the_number_of_a_participant_may_be_the_id() -> None:
    results = [named(results_of_ten()[0], "101", name="Ann Miller")]
    done = filled(SHEET.encode(), "w.csv", results, WISHES)
    assert (done.new, done.by_name, done.not_in_table) == (1, [], [])


def test_each_member_of_a_group_gets_its_grade() -> None:
    members = [{"id": "101", "name": "Ann Miller"}, {"id": "eve@example.org", "name": None}]
    done = filled(SHEET.encode(), "w.csv", [named(results_of_ten()[0], "team-1", members=members)], WISHES)
    assert (done.new, done.without_hand_in, done.not_in_table) == (2, ["Ben Okafor", "Öz, Cem"], [])


@given(
    st.lists(st.lists(st.text(st.sampled_from(list('a1,;"\r\n é'))), min_size=4, max_size=4), min_size=1, max_size=6),
    st.booleans(),
)
def test_whatever_else_stands_in_a_sheet_only_two_cells_change(others: list[list[str]], quote_all: bool) -> None:
    rows = [[f"Participant {101 + at}", *cells[:2], "", *cells[2:], ""] for at, cells in enumerate(others)]
    sheet = io.StringIO()
    kind = csv.QUOTE_ALL if quote_all or any("\r" in one for row in rows for one in row) else csv.QUOTE_MINIMAL
    header = ["Identifier", "a", "b", "Grade", "c", "d", "Feedback comments"]
    csv.writer(sheet, quoting=kind).writerows([header, *rows])  # type: ignore[arg-type]
    done = filled(sheet.getvalue().encode(), "w.csv", [named(ANN, "Participant 101")], WISHES)
    after = list(csv.reader(io.StringIO(done.content.decode(), newline="")))
    rows[0][3], rows[0][6] = "6", after[1][6]
    assert after == [header, *rows]
    assert after[1][6].startswith("Points: 6 of 9<br>")
