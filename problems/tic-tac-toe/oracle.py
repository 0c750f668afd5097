"""Games of tic-tac-toe on an n x n board, with what `move` has to give back for each move.

Every game alternates players, moves on empty squares and ends with the first full line. Who has won is found by
looking at the whole board, as slowly and plainly as can be.
"""

import random
from collections.abc import Iterator

Cell = tuple[int, int]
Move = tuple[int, int, int, int]


def games_with_every_line(rng: random.Random) -> Iterator[dict]:
    """Boards of 1 to 10: rows, columns and both diagonals, won by either player, and full boards."""
    yield _test(1, {"en": "the first move wins", "zh": "第一步就获胜"}, _play(1, [(0, 0)]))
    for n in range(2, 11):
        for name, line in _chosen_lines(n, rng):
            for winner in (1, 2) if n == 3 else (rng.choice((1, 2)) if n > 2 else 1,):
                title = {"en": f"player {winner} fills {name}", "zh": f"玩家 {winner} 占满{_in_chinese(name)}"}
                yield _test(n, title, _won_game(n, line, winner, rng))
        if n > 2:
            yield _test(n, {"en": "full board, nobody wins", "zh": "棋盘下满，没有人获胜"}, _drawn_game(n, rng))


def several_games(rng: random.Random) -> Iterator[dict]:
    """Objects that are alive at the same time and must not know of each other."""
    for sizes in ((3, 3), (3, 3, 3), (4, 3, 5)):
        games = [_won_game(n, rng.choice(_lines(n))[1], 1, rng) for n in sizes]
        title = {"en": f"{len(sizes)} games, move by move", "zh": f"{len(sizes)} 局轮流走"}
        yield _together(title, sizes, games)
    anti = [(index, 3 - index) for index in range(4)]
    games = [_won_game(4, anti, 1, rng), _drawn_game(4, rng)]
    yield _together({"en": "one game is won, the other is not", "zh": "一局获胜，另一局没有"}, (4, 4), games)


def large_games(rng: random.Random) -> Iterator[dict]:
    """Boards up to 200 x 200 with thousands of moves."""
    for n, kind, fill in (
        (50, "row", 1000),
        (100, "column", 2000),
        (150, "diagonal", 3000),
        (200, "anti", 4000),
    ):
        names = [(name, line) for name, line in _lines(n) if kind in name]
        name, line = rng.choice(names)
        title = {"en": f"{name} after {fill:,} other moves", "zh": f"先走别的 {fill:,} 步，再占满{_in_chinese(name)}"}
        yield _test(n, title, _won_game(n, line, 1, rng, fill))


LAST = 240


def game_for_growth(n: int) -> dict:
    """A game of about 4n moves on an n x n board (n even), in which every line that is looked at is a long one.

    Player 1 fills column n - 2 from the top, then the diagonal from the top; player 2 fills column n - 3 from the top,
    then the anti-diagonal from the bottom. What is measured are the last moves in each: a program that walks along a
    line walks nearly all of it, in whichever direction. The memory that these moves touch was touched before, so that
    the system has handed it out by then. The very last move wins, by column n - 2.
    """
    columns = [[(row, col) for row in range(n - 1)] for col in (n - 2, n - 3)]
    diagonal = [(index, index) for index in range(n - 3)]
    anti = [(index, n - 1 - index) for index in range(n - 1, 2, -1)]
    last = min(LAST, n // 2 - 4)
    moves = [_alternating(*columns), _alternating(diagonal, anti)]
    return {
        "setup": [f"board = TicTacToe({n})"],
        "before": [move for some in moves for move in some[: -2 * last]],
        "calls": {
            "two columns": moves[0][-2 * last :],
            "the diagonals": [*moves[1][-2 * last :], ((n - 1, n - 2, 1), 1)],
        },
    }


def _alternating(first: list[Cell], second: list[Cell]) -> list[tuple[tuple[int, int, int], int]]:
    """The arguments of the moves on these cells in turn, with their answers: nobody wins."""
    pairs = zip(first, second, strict=True)
    return [((*cell, player), 0) for pair in pairs for player, cell in enumerate(pair, 1)]


def further_inputs(rng: random.Random) -> Iterator[list[str]]:
    """Games on boards of 1 to 5, without end: some played anywhere, some won by a line. None goes on after a win."""
    while True:
        n = rng.randint(1, 5)
        if rng.random() < 0.5:
            moves = _anywhere(n, rng)
        else:
            moves = _won_game(n, rng.choice(_lines(n))[1], rng.choice((1, 2)) if n > 2 else 1, rng)
        yield [f"board = TicTacToe({n})", *(f"board.move({row}, {col}, {player})" for row, col, player, _ in moves)]


def _anywhere(n: int, rng: random.Random) -> list[Move]:
    """A game whose players do not think, to its end."""
    cells = [(row, col) for row in range(n) for col in range(n)]
    rng.shuffle(cells)
    marks: dict[Cell, int] = {}
    for number, cell in enumerate(cells):
        marks[cell] = number % 2 + 1
        if number >= 2 * n - 2 and _winner(n, marks):
            return _play(n, cells[: number + 1])
    return _play(n, cells)


# --- games -------------------------------------------------------------------------------------------------


def _lines(n: int) -> list[tuple[str, list[Cell]]]:
    lines = [(f"row {row}", [(row, col) for col in range(n)]) for row in range(n)]
    lines += [(f"column {col}", [(row, col) for row in range(n)]) for col in range(n)]
    lines.append(("the diagonal", [(index, index) for index in range(n)]))
    lines.append(("the anti-diagonal", [(index, n - 1 - index) for index in range(n)]))
    return lines


def _chosen_lines(n: int, rng: random.Random) -> list[tuple[str, list[Cell]]]:
    """All lines of small boards; two rows, two columns and both diagonals of the others."""
    lines = _lines(n)
    if n <= 3:
        return lines
    return rng.sample(lines[:n], 2) + rng.sample(lines[n : 2 * n], 2) + lines[2 * n :]


def _winner(n: int, marks: dict[Cell, int]) -> int:
    for _name, line in _lines(n):
        first = marks.get(line[0], 0)
        if first and all(marks.get(cell) == first for cell in line):
            return first
    return 0


def _play(n: int, cells: list[Cell]) -> list[Move]:
    """The moves on these cells in turn with their answers; only the last one may win."""
    marks: dict[Cell, int] = {}
    for number, cell in enumerate(cells[:-1]):
        marks[cell] = number % 2 + 1
    if _winner(n, marks):
        raise ValueError("somebody won before the last move")
    moves = [(row, col, number % 2 + 1, 0) for number, (row, col) in enumerate(cells[:-1])]
    last = (len(cells) - 1) % 2 + 1
    marks[cells[-1]] = last
    return [*moves, (*cells[-1], last, _winner(n, marks))]


def _won_game(n: int, line: list[Cell], winner: int, rng: random.Random, fill: int | None = None) -> list[Move]:
    """A game that the winner ends by filling the line, after about `fill` moves elsewhere."""
    others = [(row, col) for row in range(n) for col in range(n) if (row, col) not in line]
    for _attempt in range(1000):
        spare = rng.sample(others, len(others))
        extra = rng.randrange(max(1, len(spare) // 4)) if fill is None else fill // 2
        loser_count = n + extra - (winner == 1)
        own = line[:]
        rng.shuffle(own)
        mine = spare[:extra] + own[:-1]
        rng.shuffle(mine)
        mine.append(own[-1])
        theirs = spare[extra : extra + loser_count]
        if len(theirs) < loser_count:
            continue
        first, second = (mine, theirs) if winner == 1 else (theirs, mine)
        cells = [cell for pair in zip(first, second, strict=False) for cell in pair]
        cells += first[len(second) :]
        try:
            moves = _play(n, cells)
        except ValueError:
            continue
        if moves[-1][3] == winner:
            return moves
    raise ValueError(f"no game found for n = {n}")


def _drawn_game(n: int, rng: random.Random) -> list[Move]:
    cells = [(row, col) for row in range(n) for col in range(n)]
    while True:
        rng.shuffle(cells)
        try:
            moves = _play(n, cells)
        except ValueError:
            continue
        if moves[-1][3] == 0:
            return moves


# --- tests -------------------------------------------------------------------------------------------------


def _step(name: str, move: Move) -> str:
    row, col, player, answer = move
    return f"{name}.move({row}, {col}, {player}) == {answer}"


def _in_chinese(line: str) -> str:
    """The name of a line in Chinese."""
    kind, _blank, number = line.partition(" ")
    return {"row": f"第 {number} 行", "column": f"第 {number} 列"}.get(kind) or (
        "副对角线" if "anti" in line else "主对角线"
    )


def _test(n: int, title: dict[str, str], moves: list[Move]) -> dict:
    steps = [f"board = TicTacToe({n})", *(_step("board", move) for move in moves)]
    titles = {language: f"n = {n}: {text}" for language, text in title.items()}
    return {"title": titles, "steps": steps, "show": "board"}


def _together(title: dict[str, str], sizes: tuple[int, ...], games: list[list[Move]]) -> dict:
    """All games in one test, a move of each in turn."""
    names = [f"board{number}" for number in range(1, len(sizes) + 1)]
    steps = [f"{name} = TicTacToe({n})" for name, n in zip(names, sizes, strict=True)]
    for round_number in range(max(map(len, games))):
        for name, game in zip(names, games, strict=True):
            if round_number < len(game):
                steps.append(_step(name, game[round_number]))
    return {"title": title, "steps": steps}
