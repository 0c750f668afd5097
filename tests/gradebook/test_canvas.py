"""grader.gradebook.canvas: one column of the export filled in; the rows of Canvas's own stay as they are."""

from __future__ import annotations

import pytest

from grader.errors import InputError
from grader.gradebook.canvas import filled, hand_in
from grader.gradebook.filling import Wishes
from tests.deciders import named, three
from tests.reports import sample

ANN, BEN, CEM = ({**one, "max_points": 10.0} for one in three()["results"])
EXPORT = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 0 (41),Boards and games (42),Current Score,Final Score\r
,,,,,,Manual Posting,,\r
    Points Possible,,,,,5.00,10.00,(read only),(read only)\r
"Miller, Ann",1001,S1,ann,"Group ""A"" and B",4.50,,90.00,45.00 \r
"Okafor, Ben",1002,S2,ben@example.org,A,,,,\r
"Öz, Cem",1003,,cem,A,5.00,10.00,,\r
"Student, Test",1004,,abc,A,,N/A,,\r
"""
RESULTS = [
    named(ANN, "millerann_1001_777_board"),
    named(BEN, "okaforben_LATE_1002_778_board"),
    named(CEM, "cem"),
    named(sample.accepted(), "test_1004_1_x"),
]


def test_only_the_grades_of_one_assignment_change() -> None:
    done = filled(EXPORT.encode(), "c.csv", RESULTS, Wishes())
    assert done.content.decode() == EXPORT.replace('B",4.50,,90', 'B",4.50,6,90')
    assert (done.new, done.same) == (1, 1)
    assert done.without_points == ["okaforben_LATE_1002_778_board (not graded)"]
    assert done.kept == ["test_1004_1_x: N/A stands where 10 would go"]
    assert (done.not_in_table, done.without_hand_in, done.by_name) == ([], [], [])


def test_who_is_excused_is_excused_there_too() -> None:
    decided = {"points": None, "given": None, "excused": True, "late": None, "comment": None, "by": "B", "why": "w"}
    done = filled(EXPORT.encode(), "c.csv", [{**RESULTS[0], "decided": decided}], Wishes())
    assert 'B",4.50,EX,90' in done.content.decode()


def test_semicolons_and_decimal_commas_are_kept() -> None:
    export = '\ufeffStudent;ID;Section;Boards and games (42)\n    Points Possible;;;10,00\n"Miller; Ann";1001;A;\n'
    done = filled(export.encode(), "c.csv", [{**RESULTS[0], "points": 6.5}], Wishes())
    assert done.content.decode() == export.replace("1001;A;", "1001;A;6,5")


def test_a_column_that_is_not_the_task_is_taken_only_if_it_is_named() -> None:
    other = [{**RESULTS[0], "problem": {**RESULTS[0]["problem"], "title": "Other", "id": "other"}, "max_points": 5.0}]
    with pytest.raises(InputError, match=r"Say --column NAME; there are: Homework 0 \(41\), Boards and games \(42\)"):
        filled(EXPORT.encode(), "c.csv", other, Wishes())
    for name in ("Homework 0", "homework 0 (41)"):
        done = filled(EXPORT.encode(), "c.csv", other, Wishes(column=name))
        assert done.kept == ["millerann_1001_777_board: 4.50 stands where 6 would go"]
    with pytest.raises(InputError, match="did you mean `Homework 0"):
        filled(EXPORT.encode(), "c.csv", other, Wishes(column="Homework O (41)"))
    with pytest.raises(InputError, match="is no assignment"):
        filled(EXPORT.encode(), "c.csv", other, Wishes(column="Section"))


def test_points_are_converted_only_if_somebody_says_so() -> None:
    result = {**RESULTS[0], "max_points": 9.0}
    with pytest.raises(InputError, match="counts 10 points where the task has 9"):
        filled(EXPORT.encode(), "c.csv", [result], Wishes())
    assert 'B",4.50,6.67,90' in filled(EXPORT.encode(), "c.csv", [result], Wishes(scale=True)).content.decode()


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"ID\n1\n", b"Student\n"])
def test_what_is_no_export_is_refused(content: bytes) -> None:
    with pytest.raises(InputError, match="is no gradebook export of Canvas"):
        filled(content, "c.csv", RESULTS, Wishes())


@pytest.mark.parametrize(
    ("identity", "number"),
    [
        ("millerann_1001_777_board", "1001"),
        ("millerann_LATE_1001_777_my_board.py", "1001"),
        ("müllerjörg_late_1001_777_text", "1001"),
        ("ann", None),
        ("ann_1001", None),
        ("1001", None),
    ],
)
def test_the_number_of_a_user_stands_in_what_canvas_hands_out(identity: str, number: str | None) -> None:
    assert hand_in(identity, None).number == number
