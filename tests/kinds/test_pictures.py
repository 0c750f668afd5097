"""grader.kinds._pictures: what of a call can be drawn as a board."""

from __future__ import annotations

from typing import Any

import pytest

from grader.kinds._pictures import picture_of
from grader.kinds.call import PLUGIN
from grader.kinds.domain import PLUGIN as DOMAIN
from grader.model import Picture, Raised, Reference, Reply, Returned
from tests.kinds.fake_subject import FakeReader, FakeSubject, replying

BOARDS: dict[str, tuple[tuple[Any, ...], tuple[tuple[str, ...], ...] | None]] = {
    "rows as texts": ((["O.X", ".O."],), (("O", ".", "X"), (".", "O", "."))),
    "rows as lists": (([["X", None], [1, 0]],), (("X", " "), ("1", "0"))),
    "one text with line ends": (("X.\n.O",), (("X", "."), (".", "O"))),
    "the first argument that is a board": ((3, Reference("game"), ["X"]), (("X",),)),
    "rows of different lengths": ((["X", "XX"],), None),
    "a plain text": (("XO",), None),
    "no rows": (([],), None),
    "an empty row": (([""],), None),
    "numbers": (([1, 2],), None),
    "cells that are lists": (([[[1]]],), None),
    "truth values": (([[True]],), None),
    "long cells": (([["long text"]],), None),
    "too many rows": ((["X"] * 21,), None),
    "too many columns": ((["X" * 21],), None),
    "nothing": ((), None),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_rows_of_the_same_length(name: str) -> None:
    arguments, rows = BOARDS[name]
    assert picture_of("board", arguments) == (None if rows is None else Picture("board", rows))


def test_nothing_is_drawn_that_the_package_does_not_ask_for() -> None:
    assert picture_of(None, (["X"],)) is None


@pytest.mark.parametrize(("answer", "picture"), [(0, Picture("board", (("O", "X"),))), (1, None)])
def test_a_call_that_goes_wrong_shows_its_board(answer: int, picture: Picture | None) -> None:
    check = PLUGIN.read({"call": 'double(["OX"])', "returns": 1, "show": "board"}, FakeReader())
    assert check.judge(FakeSubject(replying(Returned(answer)))).picture == picture


@pytest.mark.parametrize("reply", [Returned(7), Raised("ValueError", "no")])
def test_a_domain_shows_the_board_of_its_first_failure(reply: Reply) -> None:
    functions = {"boards": lambda: [["XO"], ["X."]], "count": len}
    body = {"domain": "oracle.boards", "expect": "oracle.count", "show": "board"}
    check = DOMAIN.read(body, FakeReader(functions=functions))
    subject = FakeSubject(replying(Returned(1), reply))
    assert check.judge(subject).picture == Picture("board", (("X", "."),))
