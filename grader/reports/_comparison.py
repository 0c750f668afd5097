"""What was expected, what came -> both as lines with the pieces marked that differ.

Blanks are made visible where they count. Comparing takes quadratic time, so long texts are shown without marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from grader.reports._visible import SHOWN_CHARACTERS, cut, sign_of

Line = list[tuple[str, str]]  # the pieces of one line of text: the class for its looks ("" is plain), the text

COMPARED_LINES = 400


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both texts as lines; `only_blanks` when nothing else differs, `shows_blanks` when some of them are signs."""

    expected: list[Line]
    actual: list[Line]
    only_blanks: bool
    shows_blanks: bool


def compare(expected: str, actual: str) -> Comparison:
    """The two texts beside each other. Blanks get signs if they are all that differs, or all of a piece that does."""
    only_blanks = expected != actual and expected.split() == actual.split()
    show = _with_blanks if only_blanks else cut
    left, right = (show(text).split("\n") for text in (expected, actual))
    sides: tuple[list[Line], list[Line]] = ([], [])
    short = expected and actual and max(len(left), len(right)) <= COMPARED_LINES
    whole = [("equal", 0, len(left), 0, len(right))]
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for kind, i, i_end, j, j_end in matcher.get_opcodes() if short else whole:
        pairs = min(i_end - i, j_end - j) if kind == "replace" else 0
        look = "" if kind == "equal" else "diff"
        for side, own, start, end, other in (
            (sides[0], left, i, i_end, right[j:]),
            (sides[1], right, j, j_end, left[i:]),
        ):
            side.extend(map(_differing, own[start : start + pairs], other[:pairs]))
            side.extend([(look, line)] for line in own[start + pairs : end])
    if only_blanks:
        return Comparison(*sides, only_blanks=True, shows_blanks=True)
    left_signed, right_signed = ([[_signed(piece) for piece in line] for line in side] for side in sides)
    shows = (left_signed, right_signed) != sides
    return Comparison(left_signed, right_signed, only_blanks=False, shows_blanks=shows)


def _differing(text: str, other: str) -> Line:
    """The text with what differs marked: from the first to the last difference, or all if little is alike."""
    shorter = min(len(text), len(other))
    head = next((i for i in range(shorter) if text[i] != other[i]), shorter)
    tail = next((i for i in range(shorter - head) if text[-1 - i] != other[-1 - i]), shorter - head)
    if 2 * (head + tail) < max(len(text), len(other)):
        return [("diff", text)]
    end = len(text) - tail
    return [("", text[:head]), ("diff", text[head:end]), ("", text[end:])]


def _signed(piece: tuple[str, str]) -> tuple[str, str]:
    """A marked piece that holds nothing but blanks, or ends in them, which nobody would see."""
    look, text = piece
    if look != "diff" or text == text.rstrip():
        return piece
    kept = text.rstrip()
    return look, kept + _with_blanks(text[len(kept) :])


def _with_blanks(text: str) -> str:
    text = text[:SHOWN_CHARACTERS].replace(" ", "·").replace("\t", "⇥\t").replace("\n", "⏎\n")
    return re.sub(r"[^\S\n\t]", sign_of, text)
