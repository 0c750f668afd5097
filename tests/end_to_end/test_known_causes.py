"""The causes that packages name: each is what really gives the answer, and the student who wrote it is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader import problem
from grader.errors import Fault
from grader.oracle import Oracle
from tests.end_to_end.conftest import loaded

PROBLEMS = problem.shipped_problems()
Grade = Callable[..., dict[str, Any]]


@cache
def oracle(task: str) -> Oracle:
    loaded = Oracle(PROBLEMS / task, seed=0)
    assert loaded.load(Fault("oracle.py", None, None, "missing")) == []
    return loaded


def function(task: str, name: str) -> Callable[..., Any]:
    found = oracle(task).function(name)
    assert callable(found), found
    return found


# --- game-count --------------------------------------------------------------------------------------------

ROWS, COLUMNS, DIAGONALS = ((0, 1, 2), (3, 4, 5), (6, 7, 8)), ((0, 3, 6), (1, 4, 7), (2, 5, 8)), ((0, 4, 8), (2, 4, 6))
LINES = (*ROWS, *COLUMNS, *DIAGONALS)


def games(lines: tuple[tuple[int, ...], ...] = LINES, starters: str = "X", of_draw: int = 1, of_node: int = 0) -> int:
    """The number of games as a student counts them, without any help of the oracle."""

    @cache
    def count(cells: str, symbol: str) -> int:
        if any(cells[a] == cells[b] == cells[c] != "-" for a, b, c in lines):
            return 1
        if "-" not in cells:
            return of_draw
        other = "O" if symbol == "X" else "X"
        after = [cells[:at] + symbol + cells[at + 1 :] for at, cell in enumerate(cells) if cell == "-"]
        return of_node + sum(count(following, other) for following in after)

    return sum(count("-" * 9, symbol) for symbol in starters)


def games_without_lines() -> int:
    return games(lines=())


def boards() -> int:
    """The number of different boards, the empty one too."""
    seen, waiting = set(), [("-" * 9, "X")]
    while waiting:
        cells, symbol = waiting.pop()
        if cells in seen:
            continue
        seen.add(cells)
        if not any(cells[a] == cells[b] == cells[c] != "-" for a, b, c in LINES):
            other = "O" if symbol == "X" else "X"
            waiting += [(cells[:at] + symbol + cells[at + 1 :], other) for at in range(9) if cells[at] == "-"]
    return len(seen)


COUNTED = {
    362_880: ("in which nine squares can be filled", games_without_lines),
    510_336: ("O begins", lambda: games(starters="XO")),
    283_608: ("diagonals", lambda: games(lines=(*ROWS, *COLUMNS))),
    269_388: ("one of the two diagonals", lambda: games(lines=LINES[:7])),
    267_372: ("one row", lambda: games(lines=LINES[1:])),
    294_804: ("columns", lambda: games(lines=(*ROWS, *DIAGONALS))),
    549_946: ("every position", lambda: games(of_node=1)),
    209_088: ("draws are forgotten", lambda: games(of_draw=0)),
    5_478: ("different boards", boards),
}


def test_the_counter_of_these_tests_is_right_where_nothing_is_spoiled() -> None:
    assert games() == 255_168


def test_every_known_number_of_games_is_what_its_cause_gives() -> None:
    known = {entry["value"]: entry["cause"] for entry in function("game-count", "known_counts")()}
    assert {number: count() for number, (_words, count) in COUNTED.items()} == {number: number for number in known}


@pytest.mark.parametrize(("lines", "number"), [(LINES[:6] + LINES[7:], 269_388), (LINES[3:], 294_804)])
def test_what_is_alike_by_symmetry_gives_the_same_number(lines: tuple[tuple[int, ...], ...], number: int) -> None:
    assert games(lines=lines) == number
    assert {games(lines=LINES[:at] + LINES[at + 1 :]) for at in range(6)} == {267_372}


FORMS = {
    "simple": ("gamecount.py", "def count_games(board, symbol):\n    return {}\n"),
    "program": ("gamecount.js", "console.log('There are ' + {}..toLocaleString('en') + ' games.');\n"),
    "board": (
        "gamecount.rb",
        "class Board\n  def moves(symbol)\n  end\nend\ndef count_games(board, symbol)\n  {}\nend\n",
    ),
}


def told(result: dict[str, Any]) -> set[str]:
    """The causes that a result tells."""
    return {test["cause"] for part in result["parts"] for test in part["tests"] if test["cause"]}


def graded(grade: Grade, folder: Path, task: str, name: str, text: str) -> dict[str, Any]:
    (folder / "hand-in").mkdir()
    (folder / "hand-in" / name).write_text(text)
    return grade(task, folder / "hand-in" / name)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", COUNTED)
def test_the_student_is_told_the_cause_of_a_number(grade: Grade, tmp_path: Path, number: int, form: str) -> None:
    words = COUNTED[number][0]
    name, text = FORMS[form]
    result = graded(grade, tmp_path, "game-count", name, text.format(number))
    assert (result["status"], result["points"]) == ("graded", 0.0)
    [cause] = told(result)
    assert words in cause


def test_a_number_that_nobody_knows_has_no_cause(grade: Grade, tmp_path: Path) -> None:
    name, text = FORMS["simple"]
    assert told(graded(grade, tmp_path, "game-count", name, text.format(255_169))) == set()


# --- valid-board -------------------------------------------------------------------------------------------

# How many of the 19,683 boards each known rule gets wrong.
WRONG = {
    "without_o_won_rule": 316,
    "without_o_won_rule_and_with_two_winners": 400,
    "without_x_won_rule": 96,
    "without_x_won_rule_and_with_two_winners": 168,
    "without_won_rules": 568,
    "without_won_rules_but_one_winner": 412,
    "without_count_rule": 6_589,
    "with_equal_numbers": 2_739,
    "with_x_first": 6_110,
    "without_diagonals": 142,
    "without_second_diagonal": 71,
    "without_first_diagonal": 71,
    "with_broken_diagonals": 284,
    "without_columns": 213,
    "without_rows": 213,
    "without_two_lines": 22,
}


def test_each_known_rule_is_wrong_on_as_many_boards_as_is_known_and_no_two_are_alike() -> None:
    every = [board for (board,) in function("valid-board", "boards")()]
    right = [function("valid-board", "is_reachable")(board) for board in every]
    answers = {name: list(map(function("valid-board", name), every)) for name in WRONG}
    wrong = {
        name: sum(one != other for one, other in zip(given, right, strict=True)) for name, given in answers.items()
    }
    assert wrong == WRONG
    assert len(set(map(tuple, answers.values()))) == len(WRONG)
    assert list(map(function("valid-board", "_rule"), every)) == right


def test_the_package_names_just_these_rules() -> None:
    named = [
        {rule.__name__ for rule, _cause in test.check.causes.known}  # type: ignore[attr-defined]  # a DomainCheck
        for part in loaded("valid-board").forms[0].parts
        for test in part.tests
        if test.kind == "domain"
    ]
    assert named == [set(WRONG)] * 4


RIGHT = """
def solution(board):
    o = sum(row.count("O") for row in board)
    x = sum(row.count("X") for row in board)
    def won(mark):
        for i in range(3):
            if board[i] == 3 * mark or all(board[j][i] == mark for j in range(3)):
                return True
        return all(board[i][i] == mark for i in range(3)) or all(board[i][2 - i] == mark for i in range(3))
    if o - x not in (0, 1):
        return 0
    if won("O") and o != x + 1:
        return 0
    if won("X") and o != x:
        return 0
    return 1
"""
SPOILED = {
    "anti-diagonal": (("board[i][2 - i]", "board[2 - i][2 - i]"), {"`board[2-i][2-i]`"}),
    "modulo": (
        (
            "return all(board[i][i] == mark for i in range(3)) or all(board[i][2 - i] == mark for i in range(3))",
            "return any(all(board[i][(k + s * i) % 3] == mark for i in range(3)) for k in range(3) for s in (1, -1))",
        ),
        {"`% 3`"},
    ),
    "compared-with-unequal": (("if o - x not in (0, 1):", "if o != x:"), {"`!=`"}),
    "no-rule-for-o": (('if won("O") and o != x + 1:', 'if won("O") and won("X"):'), {"whether O moved last"}),
    "no-rule-for-o-and-two-winners": (('won("O") and o != x + 1', "False"), {"whether O moved last"}),
    "no-rule-for-x": (('won("X") and o != x', "False"), {"whether X moved last"}),
    "no-rule-for-numbers": (("o - x not in (0, 1)", "False"), {"take turns"}),
    "counters-are-kept": (("(board):\n    o = ", "(board, kept=[0]):\n    o = kept[0] = kept[0] + "), set()),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", SPOILED)
def test_a_student_is_told_which_rule_is_not_there(grade: Grade, tmp_path: Path, name: str) -> None:
    (old, new), words = SPOILED[name]
    assert RIGHT.count(old) == 1
    result = graded(grade, tmp_path, "valid-board", "solution.py", RIGHT.replace(old, new))
    causes = told(result)
    assert (len(causes), all(word in cause for word in words for cause in causes)) == (len(words), True)
    kept = any("something is kept between calls" in note for note in result["notes"])
    assert kept == (name == "counters-are-kept")


WRONG_FOLDERS = {
    "valid-board": {
        "anti-diagonal-mirrored": "`board[2-i][2-i]`",
        "columns-not-checked": "Lines in columns",
        "diagonals-missing": "two diagonals",
        "o-win-rule-missing": "O moved last",
        "one-line-at-most": "two lines",
        "two-lines-refused": "two lines",
        "x-starts": "X moves first",
        "x-win-rule-missing": "X moved last",
    },
    "game-count": {
        "both-starters": "O begins",
        "counts-positions": "every position",
        "diagonal-missing": "one of the two diagonals",
        "draw-adds-nothing": "draws are forgotten",
        "draws-not-counted": "draws are forgotten",
        "goes-on-after-win": "as soon as somebody has won",
        "nine-factorial": "as soon as somebody has won",
        "plays-on-after-win": "as soon as somebody has won",
    },
}
FOLDERS = [(task, path.name) for task in WRONG_FOLDERS for path in sorted((PROBLEMS / task / "wrong").iterdir())]


@pytest.mark.long
@pytest.mark.parametrize(("task", "name"), FOLDERS)
def test_a_wrong_solution_is_told_its_cause_if_it_is_known(grade: Grade, tmp_path: Path, task: str, name: str) -> None:
    for path in (PROBLEMS / task / "wrong" / name).iterdir():
        if path.name != "expect.yaml":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    causes = told(grade(task, tmp_path))
    words = WRONG_FOLDERS[task].get(name)
    assert [(words or "?") in cause for cause in causes] == ([] if words is None else [True])
