"""grader.kinds._pictures: what of a call can be drawn as a board."""

from __future__ import annotations

from typing import Any

import pytest

from grader.kinds._pictures import picture_of, picture_of_game
from grader.kinds.call import PLUGIN
from grader.kinds.domain import PLUGIN as DOMAIN
from grader.kinds.object import ObjectCheck, Stage
from grader.model import Picture, Raised, Reference, Reply, Returned, Step
from grader.values import Numbers
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
    functions: dict[str, Any] = {"boards": lambda: [["XO"], ["X."]], "count": len}
    body = {"domain": "oracle.boards", "expect": "oracle.count", "show": "board"}
    check = DOMAIN.read(body, FakeReader(functions=functions))
    subject = FakeSubject(replying(Returned(1), reply))
    assert check.judge(subject).picture == Picture("board", (("X", "."),))


def game(*moves: tuple[Any, ...], made: tuple[Any, ...] = (2,), on: str = "board") -> list[Step]:
    """The steps that make a board and play so."""
    return [Step("Board", made, new=True, bind="board"), *(Step("move", move, on=on) for move in moves)]


GAMES: dict[str, tuple[list[Step], tuple[tuple[str, ...], ...] | None]] = {
    "a square board": (game((0, 0, 1), (1, 0, 2)), (("1", " "), ("2", " "))),
    "rows and columns": (game((0, 2, "X"), made=(1, 3)), ((" ", " ", "X"),)),
    "another object": (
        [*game((0, 0, 1)), Step("Board", (1,), new=True, bind="b"), Step("move", (0, 0, 2), on="b")],
        (("2",),),
    ),
    "a move that is outside": (game((2, 0, 1)), None),
    "a move that is before it": (game((-1, 0, 1)), None),
    "a call without a square": (game((0, 0, 1), ()), None),
    "a mark that is a list": (game((0, 0, [1])), None),
    "a large board": (game((0, 0, 1), made=(21,)), None),
    "a board made of something else": (game((0, 0, 1), made=(["..", ".."],)), None),
    "an object that nobody made": (game((0, 0, 1), on="other"), None),
    "no steps": ([], None),
    "the making itself": (game(), None),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_drawn_as_its_moves_have_filled_the_board(name: str) -> None:
    steps, rows = GAMES[name]
    assert picture_of_game("board", steps) == (None if rows is None else Picture("board", rows))
    assert picture_of_game(None, steps) is None


def test_a_game_that_goes_wrong_shows_the_board_at_that_move() -> None:
    stages = tuple(Stage(step, (0,) if step.on else None) for step in game((0, 0, 1), (0, 1, 2), (1, 1, 1)))
    check = ObjectCheck(stages, Numbers.STRICT, "board")
    finding = check.judge(FakeSubject(replying(Returned(None), Returned(0), Returned(7), Returned(0))))
    assert finding.picture == Picture("board", (("1", "2"), (" ", " ")))
