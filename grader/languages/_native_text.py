"""Source text of C or C++ -> the same text with only code left, every character in its place, and its directives.

Comments, literals and directives become blanks, and so do branches that are surely not compiled. Tolerant: what can't
be told is kept, and the compiler decides in the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NOISE = re.compile(
    r'\b(?:u8|[uUL])?R"(?P<mark>[^()\\\s"]{0,16})\((?:.*?\)(?P=mark)"|.*\Z)'  # raw texts
    r"|\b\d(?:'?[\w.])*"  # numbers, since they may hold an apostrophe
    r'|"(?:\\.|[^"\\\n])*(?:"|(?=\n)|\\?\Z)'
    r"|'(?:\\.|[^'\\\n])*(?:'|(?=\n)|\\?\Z)"
    r"|//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z)",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"^[ \t]*(?:#|%:)[ \t]*(?P<word>\w*)(?P<rest>(?:\\\n|[^\n])*)", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]\w*")
_INCLUDED = re.compile(r'^[ \t]*(?:#|%:)[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Code:
    """A file without its noise; `macros` are the names that it defines, `included` the files that it names."""

    text: str
    macros: tuple[str, ...]
    included: tuple[str, ...]


def code_of(source: str, *, plus_plus: bool) -> Code:
    """What a compiler of C, or of C++ if `plus_plus`, sees of the file."""
    quiet = _NOISE.sub(_without_noise, source)
    macros: dict[str, None] = {}
    pieces: list[str] = []
    branches = _Branches(plus_plus)
    at = 0
    for found in _DIRECTIVE.finditer(quiet):
        between = quiet[at : found.start()]
        pieces += [between if branches.live else _blank(between), _blank(found.group())]
        at = found.end()
        branches.follow(found["word"], found["rest"].strip())
        name = _NAME.search(found["rest"])
        if found["word"] == "define" and name is not None:
            macros[name.group()] = None
    pieces.append(quiet[at:] if branches.live else _blank(quiet[at:]))
    return Code("".join(pieces), tuple(macros), tuple(_INCLUDED.findall(source)))


class _Branches:
    """Which of the branches of `#if` is at hand: the first that may be compiled, and no other."""

    def __init__(self, plus_plus: bool) -> None:
        self._plus_plus = plus_plus
        self._open: list[tuple[bool, bool]] = []  # whether this branch is live, whether one was before

    @property
    def live(self) -> bool:
        return not self._open or self._open[-1][0]

    def follow(self, word: str, condition: str) -> None:
        if word in ("if", "ifdef", "ifndef"):
            outside = self.live
            holds = self._may_hold(word, condition)
            self._open.append((outside and holds, not outside or holds))
        elif word in ("else", "elif", "elifdef", "elifndef") and self._open:
            _live, done = self._open[-1]
            holds = word != "elif" or self._may_hold("if", condition)
            self._open[-1] = (not done and holds, done or holds)
        elif word == "endif" and self._open:
            self._open.pop()

    def _may_hold(self, word: str, condition: str) -> bool:
        if condition == "__cplusplus":
            return (word == "ifdef") is self._plus_plus
        return condition != "0"


def _without_noise(found: re.Match[str]) -> str:
    text = found.group()
    if text[0].isdigit():
        return text
    if text.endswith('"') and len(text) > 1 and text[0] != "/":
        return '"' + _blank(text[1:-1]) + '"'
    return _blank(text)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
