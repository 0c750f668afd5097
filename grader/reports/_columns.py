"""Any text -> lines for a terminal: harmless, and as wide as a terminal shows them, where Hangul takes two columns.

The library wcwidth knows more characters than `unicodedata`, but none more that our six languages write.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

TAB = 4


def clean(text: str | None) -> str:
    """The text with its control characters, line ends and tabs excepted, made visible."""
    return "".join(_visible(char) for char in text or "")


def _visible(char: str) -> str:
    if char in "\n\t" or char.isprintable():
        return char
    number = ord(char)
    if number < 0x20:
        return chr(0x2400 + number)
    if number == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    category = unicodedata.category(char)
    if category in ("Zs", "Zl", "Zp"):
        return " "
    return "\N{REPLACEMENT CHARACTER}" if category == "Cs" else f"<U+{number:04X}>"


def one_line(text: str | None) -> str:
    """The clean text in a single line."""
    return clean(text).replace("\n", "\N{SYMBOL FOR LINE FEED}").replace("\t", " ")


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(map(_width, text))


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def head(text: str, width: int) -> str:
    """As much of the text as fits."""
    used = 0
    for index, char in enumerate(text):
        used += _width(char)
        if used > width:
            return text[:index]
    return text


def fit(text: str, width: int) -> str:
    """One line, cut with an ellipsis if it is too wide."""
    text = one_line(text)
    return text if columns(text) <= width else head(text, width - 1) + "…"


def pad(text: str, width: int) -> str:
    """One line of exactly this width."""
    text = fit(text, width)
    return text + " " * (width - columns(text))


def wrap(text: str, width: int) -> list[str]:
    """Lines of words; a word that is wider than a line is broken. Chinese may be broken between any two characters."""
    lines: list[str] = []
    for paragraph in clean(text).split("\n"):
        line = ""
        for blank, word in _pieces(paragraph.expandtabs(TAB), width):
            joined = line + blank + word if line else word
            if columns(joined) <= width:
                line = joined
            else:
                lines.append(line)
                line = word
        lines.append(line)
    return lines


def _pieces(paragraph: str, width: int) -> Iterator[tuple[str, str]]:
    """What stays together, with what stands before it."""
    for word in paragraph.split():
        for number, unit in enumerate(_CHINESE.findall(word)):
            rest, blank = unit, "" if number else " "
            while len(piece := head(rest, width)) < len(rest):
                yield blank, piece
                rest, blank = rest[len(piece) :], ""
            yield blank, rest


# A Chinese character, or a run of others, with the signs that may not end a line before it and not begin one after it.
_CHINESE = re.compile(
    "(?=.)[（“《]*(?:[\u3400-\u9fff]|[^\u3400-\u9fff（“《，。；：！？、）”》]+)?[，。；：！？、）”》]*"
)


def fold(text: str, width: int) -> list[str]:
    """The lines as they are, blanks kept, those that are too wide broken where they may be, else anywhere."""
    lines: list[str] = []
    for whole in clean(text).split("\n"):
        rest = whole.expandtabs(TAB).rstrip()
        while len(piece := head(rest, width)) < len(rest):
            blank = max((match.end() for match in re.finditer(r" +", piece)), default=0)
            piece = piece[:blank] if blank > width // 2 and len(piece) < len(rest) else piece
            lines.append(piece.rstrip())
            rest = rest[len(piece) :]
        lines.append(rest)
    return lines
