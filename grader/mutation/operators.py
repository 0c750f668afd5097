"""An operator or a number -> what it may become. One table for all languages: each takes what its grammar knows."""

from __future__ import annotations

import re

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


def other_number(literal: str) -> str | None:
    """Another number, with the same suffix: 1 becomes 0, any other one its neighbour above; None of other notations.

    One is enough: what tells a number from one neighbour nearly always tells it from the other.
    """
    if whole := _WHOLE.fullmatch(literal):
        value = int(whole[1])
        return f"{0 if value == 1 else value + 1}{whole[2]}"
    if decimal := _DECIMAL.fullmatch(literal):
        return f"{int(decimal[1]) + 1}{decimal[2]}"
    return None
