"""The text of a program -> its tokens by kind: names, numbers and texts are one kind each, and comments are gone.

So renaming, formatting and other comments change nothing. What formatters put in or leave out is gone as well: `;`,
and a comma before a closing bracket. Primitive types are names like all others.

Not by the lexers of Pygments, which are made for colours: 20,000 empty lines of Java, or as many blanks in a line of C,
cost them more than 15 s. Here one pattern goes over the text once, and no part of it ever goes back.
"""

from __future__ import annotations

import keyword
import re
import zlib
from collections.abc import Iterator
from functools import cache

NAME, NUMBER, TEXT = (zlib.crc32(kind) for kind in (b" name", b" number", b" text"))
CLOSING = tuple(map(ord, ")]}"))
COMMA = ord(",")

_BRACES = "break case continue default do else for if return switch while"
_OBJECTS = "catch class new super this throw try import"
_C = f"{_BRACES} const enum extern goto sizeof static struct typedef union"
_JAVASCRIPT = (
    f"{_BRACES} {_OBJECTS} finally async await const debugger delete export extends false function in instanceof let "
    "null of static typeof undefined var void with yield true"
)
KEYWORDS = {
    "python": " ".join(keyword.kwlist),
    "c": _C,
    "cpp": f"{_C} {_OBJECTS} auto constexpr delete friend namespace operator private protected public template "
    "typename using virtual true false nullptr",
    "java": f"{_BRACES} {_OBJECTS} finally abstract assert enum extends final implements instanceof interface package "
    "private protected public static synchronized throws record null true false var",
    "javascript": _JAVASCRIPT,
    "typescript": f"{_JAVASCRIPT} as enum implements interface private protected public readonly type keyof",
    "go": "break case chan const continue default defer else fallthrough for func go goto if import interface map "
    "package range return select struct switch type var nil true false",
    "ruby": "begin break case class def do else elsif end ensure for if in module next nil not or and redo rescue "
    "retry return self super then true false undef unless until when while yield loop require",
}
_SLASHES = r"//[^\n]*+|/\*(?s:.*?)(?:\*/|\Z)"
_HASH = r"\#[^\n]*+"
_DOCUMENTING = r"""^[^\S\n]*+[rRuU]?(?>\"{3}(?s:.*?)(?:\"{3}|\Z)|'{3}(?s:.*?)(?:'{3}|\Z))(?=[^\S\n]*+(?:\#|$))"""
COMMENTS = {
    "python": f"{_DOCUMENTING}|{_HASH}",
    "ruby": rf"^=begin\b(?s:.*?)(?:^=end\b|\Z)|{_HASH}",
}
_TEXTS = r"""[bBfFrRuUL]{0,2}+(?:\"{3}(?s:[^\\]|\\.)*?(?:\"{3}|\Z)|'{3}(?s:[^\\]|\\.)*?(?:'{3}|\Z)
  |\"(?:[^\"\\\n]|\\(?s:.))*+\"?|'(?:[^'\\\n]|\\(?s:.))*+'?|`(?:[^`\\]|\\(?s:.))*+`?)"""


def tokens(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Each token as a number that stands for its kind, and its line (from 1)."""
    words = _keywords(language)
    line, counted = 1, 0
    before: tuple[int, int] | None = None
    for found in _pattern(language).finditer(_with_plain_ends(text)):
        kind = found.lastgroup
        if kind == "comment":
            continue
        line += found.string.count("\n", counted, found.start())
        counted = found.start()
        code = _code(kind, found[0], words)
        if before is not None and not (before[0] == COMMA and code in CLOSING) and not code == before[0] == TEXT:
            yield before
        before = (code, line)
    if before is not None:
        yield before


def _code(kind: str | None, text: str, words: frozenset[str]) -> int:
    if kind == "word":
        return zlib.crc32(text.encode()) if text in words else NAME
    return {"number": NUMBER, "text": TEXT}.get(kind or "") or ord(text)


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@cache
def _keywords(language: str) -> frozenset[str]:
    return frozenset(KEYWORDS.get(language, "").split())


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """What is a token, or a comment; what lies between is skipped."""
    return re.compile(
        rf"""(?P<comment>{COMMENTS.get(language, _SLASHES)})
        |(?P<text>{_TEXTS})
        |(?P<number>\.?\d\w*+(?:\.\d\w*+)?)
        |(?P<word>[\w$]++)
        |(?P<sign>[^\s;])""",
        re.MULTILINE | re.VERBOSE,
    )
