"""Plain data of a test -> an SVG picture, drawn by us: nothing of it is taken over as markup.

A renderer is a function from rows to a picture, by the name that a package gives in `show`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from grader.reports._visible import escaped
from grader.words import ENGLISH, Words

Rows = Sequence[Sequence[str]]

SIDE = 30  # of a square
LARGEST_SIDE = 20
EMPTY = ("", " ", ".", "-", "_")


def draw(picture: Mapping[str, Any] | None, words: Words = ENGLISH) -> Markup | None:
    """The picture, None if there is none or nobody knows how to draw it."""
    renderer = RENDERERS.get(picture["renderer"]) if picture is not None else None
    if renderer is None or picture is None:
        return None
    rows = picture["rows"]
    widths = {len(row) for row in rows}
    if not rows or len(widths) != 1 or not 0 < max(len(rows), *widths) <= LARGEST_SIDE or 0 in widths:
        return None
    return renderer(rows, words)


def board(rows: Rows, words: Words) -> Markup:
    """Squares with what stands on them; the text of it all is its name."""
    width, height = len(rows[0]) * SIDE, len(rows) * SIDE
    lined = (
        words("page.row", row=str(number), cells=", ".join(_named(cell, words) for cell in row))
        for number, row in enumerate(rows, 1)
    )
    said = words("page.board", rows=str(len(rows)), columns=str(len(rows[0])), cells="; ".join(lined))
    marks = "".join(
        _mark(cell, column * SIDE, row * SIDE)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell not in EMPTY
    )
    lines = "".join(f"M{at * SIDE} 0V{height}" for at in range(1, len(rows[0])))
    lines += "".join(f"M0 {at * SIDE}H{width}" for at in range(1, len(rows)))
    grid = f'<path class="grid" d="{lines}"/>' if lines else ""
    return Markup(  # noqa: S704 - numbers, and texts that are escaped
        f'<svg class="board" viewBox="-2 -2 {width + 4} {height + 4}" width="{width + 4}" height="{height + 4}" '
        f'role="img" aria-label="{escaped(said)}">'
        f'<rect class="ground" width="{width}" height="{height}" rx="3"/>{grid}{marks}</svg>'
    )


def _named(cell: str, words: Words) -> str:
    return words("page.empty") if cell in EMPTY else cell


def _mark(cell: str, x: int, y: int) -> str:
    near, far, middle = 8, SIDE - 8, SIDE // 2
    if cell in ("X", "x"):
        down, up = f"M{x + near} {y + near}L{x + far} {y + far}", f"M{x + far} {y + near}L{x + near} {y + far}"
        return f'<path class="x" d="{down}{up}"/>'
    if cell in ("O", "o"):
        return f'<circle class="o" cx="{x + middle}" cy="{y + middle}" r="{middle - near + 1}"/>'
    return f'<text x="{x + middle}" y="{y + middle}">{escaped(cell)}</text>'


RENDERERS: Mapping[str, Callable[[Rows, Words], Markup]] = {"board": board}
