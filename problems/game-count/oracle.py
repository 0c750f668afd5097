"""Boards of tic-tac-toe, X first, with all that the three forms of the task are asked about them.

A board is nine characters over `X`, `O` and `-`. Only boards that some game reaches are asked.
"""

import random
from collections.abc import Iterator
from functools import cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = "-" * 9
POLISH = {"X": "Symbol.KRZYZYK", "O": "Symbol.KOLKO", "-": "Symbol.BRAK"}

# Boards that must be asked whatever the seed: each kind of win, a draw, a full board that is won, an open one.
TELLING = (
    "XXXOO----", "OO-XXX---", "OO----XXX", "XO-XO-X--", "OX-OX--X-", "--X-OXO-X", "XO--XO--X", "O-X-XOX--",
    "OOOXX-X--", "XX-OOO--X", "X-OXO-O-X", "XOXXOOOXX", "XXOOXXOXO", "XOXOXOOXX", "XOXOXOXOX", EMPTY, "X---O----",
)  # fmt: skip


def _won(cells: str, symbol: str) -> bool:
    return any(cells[a] == cells[b] == cells[c] == symbol for a, b, c in LINES)


def _draw(cells: str) -> bool:
    return "-" not in cells and not _won(cells, "X") and not _won(cells, "O")


def _over(cells: str) -> bool:
    return "-" not in cells or _won(cells, "X") or _won(cells, "O")


def _to_move(cells: str) -> str:
    return "X" if cells.count("X") == cells.count("O") else "O"


def _after(cells: str, symbol: str) -> list[str]:
    return [cells[:index] + symbol + cells[index + 1 :] for index, cell in enumerate(cells) if cell == "-"]


@cache
def _games(cells: str) -> int:
    if _over(cells):
        return 1
    return sum(_games(following) for following in _after(cells, _to_move(cells)))


@cache
def _reachable() -> tuple[str, ...]:
    seen: set[str] = set()
    waiting = [EMPTY]
    while waiting:
        cells = waiting.pop()
        if cells not in seen:
            seen.add(cells)
            waiting += [] if _over(cells) else _after(cells, _to_move(cells))
    return tuple(sorted(seen))


def _text(cells: str) -> str:
    return "".join(cells[start : start + 3] + "\n" for start in (0, 3, 6))


def _rows(cells: str) -> str:
    return str([cells[0:3], cells[3:6], cells[6:9]]).replace("'", '"')


def _title(cells: str) -> dict[str, str]:
    rows = " ".join((cells[0:3], cells[3:6], cells[6:9]))
    return {"en": f"board {rows}", "pl": f"plansza {rows}"}


# --- which boards ------------------------------------------------------------------------------------------


def _for_rules(rng: random.Random) -> list[str]:
    return [*TELLING, *rng.sample(_reachable(), 25)]


def _open_boards(rng: random.Random, count: int) -> list[str]:
    boards = [cells for cells in _reachable() if not _over(cells)]
    late = [cells for cells in boards if cells.count("-") <= 6]
    return [EMPTY, "X--------", "-X-------", "----X----", "O---X----", *rng.sample(late, count)]


# --- wrong numbers that are known --------------------------------------------------------------------------


def known_counts() -> list[dict]:
    """Wrong numbers of games from the empty board, and what gives them."""
    causes = {
        362_880: {
            "en": "This is 9 · 8 · 7 · … · 1, the number of orders in which nine squares can be filled. "
            "Does a game stop as soon as somebody has won?",
            "pl": "To 9 · 8 · 7 · … · 1, czyli liczba kolejności, w jakich można zapełnić dziewięć pól. "
            "Czy rozgrywka kończy się, gdy tylko ktoś wygra?",
        },
        510_336: {
            "en": "This is twice the right number. Are the games that O begins counted too?",
            "pl": "To dwa razy tyle, ile powinno być. Czy liczone są też rozgrywki, które zaczyna O?",
        },
        283_608: {
            "en": "This number comes out when diagonals are not looked at.",
            "pl": "Taka liczba wychodzi, gdy nie sprawdza się przekątnych.",
        },
        269_388: {
            "en": "This number comes out when one of the two diagonals is not looked at, or the other one twice.",
            "pl": "Taka liczba wychodzi, gdy nie sprawdza się jednej z dwóch przekątnych "
            "albo drugą sprawdza się dwa razy.",
        },
        267_372: {
            "en": "This number comes out when one row, or one column, is not looked at.",
            "pl": "Taka liczba wychodzi, gdy nie sprawdza się jednego wiersza albo jednej kolumny.",
        },
        294_804: {
            "en": "This number comes out when columns, or rows, are not looked at.",
            "pl": "Taka liczba wychodzi, gdy nie sprawdza się kolumn albo nie sprawdza się wierszy.",
        },
        549_946: {
            "en": "This number comes out when every position on the way is counted, not only those that end a game.",
            "pl": "Taka liczba wychodzi, gdy liczy się każdą planszę po drodze, "
            "a nie tylko te, które kończą rozgrywkę.",
        },
        209_088: {
            "en": "This number comes out when draws are forgotten: "
            "a game that fills the board without a winner is a game too.",
            "pl": "Taka liczba wychodzi, gdy pomija się remisy: "
            "rozgrywka, która zapełnia planszę bez zwycięzcy, to też rozgrywka.",
        },
        5_478: {
            "en": "This is the number of different boards, not of games. "
            "Two games that come to the same board in different ways are two games.",
            "pl": "To liczba różnych plansz, a nie rozgrywek. "
            "Dwie rozgrywki, które różnymi drogami prowadzą do tej samej planszy, to dwie rozgrywki.",
        },
    }
    return [{"value": number, "cause": cause} for number, cause in causes.items()]


def _counted(cells: str, call: str) -> str | dict:
    """The step that counts the games from this board."""
    if cells != EMPTY:
        return f"{call} == {_games(cells)}"
    return {"do": call, "returns": _games(cells), "causes": "oracle.known_counts"}


# --- native form -------------------------------------------------------------------------------------------


def _native(cells: str) -> str:
    if cells == EMPTY:
        return "Plansza()"
    rows = ", ".join("[" + ", ".join(POLISH[cell] for cell in cells[at : at + 3]) + "]" for at in (0, 3, 6))
    return f"Plansza([{rows}])"


def native_rules(rng: random.Random) -> Iterator[dict]:
    """Who has won, is it a draw, is it over, and the text form."""
    yield {"title": {"en": "symbols", "pl": "symbole"}, "steps": ["p = Plansza()", f"p.toString() == {_text(EMPTY)!r}"]}
    for cells in _for_rules(rng):
        yield {
            "title": _title(cells),
            "steps": [
                f"p = {_native(cells)}",
                f"p.czyWygrana(Symbol.KRZYZYK) == {_won(cells, 'X')}",
                f"p.czyWygrana(Symbol.KOLKO) == {_won(cells, 'O')}",
                f"p.czyRemis() == {_draw(cells)}",
                f"p.czyKoniec() == {_over(cells)}",
                f"p.toString() == {_text(cells)!r}",
            ],
        }


def native_moves(rng: random.Random) -> Iterator[dict]:
    """All boards after one move, row by row."""
    for cells in _open_boards(rng, 20):
        symbol = _to_move(cells)
        boards = [_text(following) for following in _after(cells, symbol)]
        yield {
            "title": _title(cells),
            "steps": [
                f"p = {_native(cells)}",
                f"p.wszystkieMozliwePosuniecia({POLISH[symbol]}) == {boards!r}",
            ],
        }


def native_count(rng: random.Random) -> Iterator[dict]:
    """The number of games from the empty board and from others."""
    for cells in _open_boards(rng, 15):
        yield {
            "title": _title(cells),
            "steps": [
                f"p = {_native(cells)}",
                _counted(cells, f"iloscMozliwychRozgrywek(p, {POLISH[_to_move(cells)]})"),
            ],
        }


# --- board form and simple form ----------------------------------------------------------------------------


def _board(cells: str) -> str:
    return "Board()" if cells == EMPTY else f"Board({_rows(cells)})"


def board_rules(rng: random.Random) -> Iterator[dict]:
    """Who has won, is it a draw, is it over, and the text form."""
    for cells in _for_rules(rng):
        yield {
            "title": _title(cells),
            "steps": [
                {"do": f"board = {_board(cells)}", "returns": _text(cells)},
                f'board.has_won("X") == {_won(cells, "X")}',
                f'board.has_won("O") == {_won(cells, "O")}',
                f"board.is_draw() == {_draw(cells)}",
                f"board.is_over() == {_over(cells)}",
            ],
        }


def board_moves(rng: random.Random) -> Iterator[dict]:
    """All boards after one move, row by row."""
    for cells in _open_boards(rng, 20):
        symbol = _to_move(cells)
        boards = [_text(following) for following in _after(cells, symbol)]
        yield {
            "title": _title(cells),
            "steps": [f"board = {_board(cells)}", f'board.moves("{symbol}") == {boards!r}'],
        }


def board_count(rng: random.Random) -> Iterator[dict]:
    """The number of games from the empty board and from others."""
    for cells in _open_boards(rng, 15):
        yield {
            "title": _title(cells),
            "steps": [
                f"board = {_board(cells)}",
                _counted(cells, f'count_games(board, "{_to_move(cells)}")'),
            ],
        }


def simple_count(rng: random.Random) -> Iterator[dict]:
    """The number of games from the empty board and from others."""
    for cells in _open_boards(rng, 25):
        yield {
            "title": _title(cells),
            "call": f'count_games({_rows(cells)}, "{_to_move(cells)}")',
            "returns": _games(cells),
            **({"causes": "oracle.known_counts"} if cells == EMPTY else {}),
        }


# --- all that can be asked ---------------------------------------------------------------------------------


def every_input(form: str) -> Iterator[list[str]]:
    """What the form can be asked about each board that some game reaches."""
    asked = {"native": _every_native, "board": _every_board, "simple": _every_simple}.get(form)
    for cells in sorted(_reachable(), key=lambda cells: -cells.count("-")) if asked is not None else ():
        yield from asked(cells)


def _every_native(cells: str) -> Iterator[list[str]]:
    steps = [f"p = {_native(cells)}", "p.toString()", "p.czyWygrana(Symbol.KRZYZYK)", "p.czyWygrana(Symbol.KOLKO)"]
    yield [*steps, "p.czyRemis()", "p.czyKoniec()"]
    if not _over(cells):
        symbol = POLISH[_to_move(cells)]
        yield [steps[0], f"p.wszystkieMozliwePosuniecia({symbol})", f"iloscMozliwychRozgrywek(p, {symbol})"]


def _every_board(cells: str) -> Iterator[list[str]]:
    steps = [f"board = {_board(cells)}", 'board.has_won("X")', 'board.has_won("O")', "board.is_draw()"]
    yield [*steps, "board.is_over()"]
    if not _over(cells):
        symbol = _to_move(cells)
        yield [steps[0], f'board.moves("{symbol}")', f'count_games(board, "{symbol}")']


def _every_simple(cells: str) -> Iterator[list[str]]:
    if not _over(cells):
        yield [f'count_games({_rows(cells)}, "{_to_move(cells)}")']
