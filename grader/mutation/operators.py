"""An operator or a number -> what it may become. One table for all languages: each takes what its grammar knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

REPLACEMENTS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "===": ("!==",),
    "!==": ("===",),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "//": ("*",),
    "%": ("*",),
    "**": ("*",),
    "&": ("|",),
    "|": ("&",),
    "^": ("&",),
    "<<": (">>",),
    ">>": ("<<",),
    "&&": ("||",),
    "||": ("&&",),
    "and": ("or",),
    "or": ("and",),
    "+=": ("-=",),
    "-=": ("+=",),
    "*=": ("+=",),
    "/=": ("*=",),
    "//=": ("*=",),
    "%=": ("*=",),
    "&=": ("|=",),
    "|=": ("&=",),
    "++": ("--",),
    "--": ("++",),
}
REMOVED = ("!", "not", "-")
"""Operators before a value that are taken away."""

_WHOLE = re.compile(r"(-?(?:0|[1-9]\d*))([A-Za-z]*)")
_DECIMAL = re.compile(r"(\d+)(\.\d+[A-Za-z]*)")


def other_numbers(literal: str) -> Iterator[str]:
    """The neighbours of a number, with its suffix; none below zero, where a minus would be a sign of its own."""
    if whole := _WHOLE.fullmatch(literal):
        value, suffix = int(whole[1]), whole[2]
        yield f"{value + 1}{suffix}"
        if value != 0:
            yield f"{value - 1}{suffix}"
    elif decimal := _DECIMAL.fullmatch(literal):
        yield f"{int(decimal[1]) + 1}{decimal[2]}"
