"""When two answers are the same."""

from __future__ import annotations

import pytest

from grader.expression import read_function
from grader.model import ClassAsked, Interface, Raised, Reply, Returned
from grader.mutation.comparing import answer
from grader.mutation.inputs import gives_objects
from grader.values import MapValue, ObjectValue, SetValue


def board(text: str) -> Returned:
    return Returned([ObjectValue("Board", text)])


@pytest.mark.parametrize(
    ("one", "other", "texts", "same"),
    [
        (Returned(1), Returned(1), True, True),
        (Returned(1), Returned(True), True, False),
        (Returned(1), Returned(1.0), True, False),
        (Returned(1), Raised("E", ""), True, False),
        (Raised("E", "one"), Raised("F", "other"), True, True),
        (Returned(SetValue((1, 2))), Returned(SetValue((2, 1))), True, True),
        (Returned(MapValue(((1, 2), (3, 4)))), Returned(MapValue(((3, 4), (1, 2)))), True, True),
        (Returned([1, 2]), Returned([2, 1]), True, False),
        (board("X-O"), board("X--"), True, False),
        (board("X-O"), board("X--"), False, True),
        (board("Board@1b2c3d"), board("Board@77aa"), True, True),
        (board("<Board at 0x7f01>"), board("<Board at 0x7f99>"), True, True),
    ],
)
def test_answers_are_the_same_by_value_and_type(one: Reply, other: Reply, texts: bool, same: bool) -> None:
    assert (answer(one, texts) == answer(other, texts)) is same


@pytest.mark.parametrize(
    ("method", "function", "texts"),
    [
        ("moves(symbol: str) -> list[Board]", "count(board: Board) -> int", True),
        ("move(row: int) -> int", "best(board: Board) -> Board", True),
        ("move(row: int) -> int", "count(board: Board) -> int", False),
    ],
)
def test_texts_of_objects_are_answers_where_objects_are_given_back(method: str, function: str, texts: bool) -> None:
    interface = Interface((read_function(function),), (ClassAsked("Board", ((),), (read_function(method),)),))
    assert gives_objects(interface) is texts
