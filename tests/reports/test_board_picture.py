"""grader.reports._pictures: a board is drawn from plain data, and its text is its name."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from grader.reports._pictures import draw


def drawn(*rows: str) -> ET.Element:
    picture = draw({"renderer": "board", "rows": [list(row) for row in rows]})
    assert picture is not None
    return ET.fromstring(picture)  # noqa: S314 - markup of ours


def test_every_mark_stands_on_its_square() -> None:
    board = drawn("X..", ".O.", "..7")
    assert [(one.get("cx"), one.get("cy")) for one in board.iter("circle")] == [("45", "45")]
    assert [(one.get("x"), one.get("y"), one.text) for one in board.iter("text")] == [("75", "75", "7")]
    assert [one.get("d") for one in board.iter("path") if one.get("class") == "x"] == ["M8 8L22 22M22 8L8 22"]


def test_the_name_of_the_picture_tells_every_square() -> None:
    assert drawn("XO", ". ").get("aria-label") == "A board of 2 by 2: row 1: X, O; row 2: empty, empty"


def test_a_board_holds_no_markup_of_a_student() -> None:
    [text] = drawn("<").iter("text")
    assert text.text == "<"
    picture = draw({"renderer": "board", "rows": [['"><script>']]})
    assert "<script>" not in str(picture)
    assert "&#34;&gt;&lt;script&gt;" in str(picture)


@pytest.mark.parametrize(
    "picture",
    [
        None,
        {"renderer": "of a later version", "rows": [["X"]]},
        {"renderer": "board", "rows": []},
        {"renderer": "board", "rows": [[]]},
        {"renderer": "board", "rows": [["X"], ["X", "O"]]},
        {"renderer": "board", "rows": [["X"] * 21]},
        {"renderer": "board", "rows": [["X"]] * 21},
    ],
)
def test_what_is_no_board_is_not_drawn(picture: Any) -> None:
    assert draw(picture) is None
