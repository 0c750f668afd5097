"""The files of a student -> their lines in colours, with what was found in a line right beside it.

Colours are made once for a text: the page for the instructor and the one for the student show the same files.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import PurePosixPath
from typing import Any

from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token
from pygments.util import ClassNotFound

from grader.reports._comparison import Line
from grader.reports._compiler import remarks
from grader.reports._visible import escaped
from grader.words import ENGLISH, Words

Result = Mapping[str, Any]

HIGHLIGHTED_CHARACTERS = 50_000  # of one file
HIGHLIGHTED_WIDTH = 1_000
HIGHLIGHT_S = (
    1.0  # of computing, for a file and for the files of a page; a few kilobytes of odd text can cost a lexer minutes
)
CHECKED_EACH = 64  # tokens
MOST_NOTES = 3  # beside one line
LONGEST_NOTE = 300
LEXERS = {
    **dict.fromkeys((".js", ".mjs", ".cjs"), "javascript"),
    **dict.fromkeys((".ts", ".mts", ".cts"), "typescript"),
    **dict.fromkeys((".h", ".cc", ".cpp", ".cxx", ".hpp"), "cpp"),
    ".py": "python",
    ".java": "java",
    ".rb": "ruby",
    ".go": "go",
    ".c": "c",
}
LOOKS = {
    Token.Comment: "comment",
    **dict.fromkeys((Token.Keyword, Token.Operator.Word), "word"),
    Token.Literal.String: "string",
    Token.Literal.Number: "digit",
    **dict.fromkeys((Token.Name.Function, Token.Name.Class, Token.Name.Decorator), "name"),
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was found in a line: its colour, and what it is."""

    colour: str
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A file: its lines, where the page shows them, and what stands beside some of them."""

    anchor: str
    lines: Sequence[Line]
    notes: Mapping[int, Sequence[Note]]
    hits: frozenset[int]
    """The lines at which something stopped or went wrong."""


def listings_of(result: Result, prefix: str = "file") -> dict[str, Listing]:
    """The files of a submission, the one that counts first.

    It has colours, and so have those in which something was found: the others are folded on the page.
    """
    submission = result["submission"]
    sources: Mapping[str, str] = submission.get("sources") or {}
    until = time.thread_time() + HIGHLIGHT_S
    notes = _notes(result, sources)
    hits = {(place["file"], place["line"]) for place, _said in _places(result)}
    shown = {file for file, _line in hits} | notes.keys()
    found = {}
    for index, name in enumerate(sorted(sources, key=lambda name: (name != submission["main"], name))):
        stands_open = index == 0 or name in shown
        text = sources[name]
        found[name] = Listing(
            anchor=f"{prefix}{index}",
            lines=coloured(name, text, submission["language"], until) if stands_open else plain(text),
            notes=notes.get(name, {}),
            hits=frozenset(line for file, line in hits if file == name),
        )
    return found


# --- what was found ----------------------------------------------------------------------------------------


def _notes(result: Result, sources: Mapping[str, str]) -> dict[str, dict[int, list[Note]]]:
    """What is said beside lines: by file and line, each thing once, not all of many."""
    found: dict[str, dict[int, list[Note]]] = {}
    log = "" if result["build"]["ok"] is None else result["build"]["log"]
    compiler = [(one.file, one.line, Note("warn" if one.warns else "bad", one.text)) for one in remarks(log, sources)]
    tests = [(place["file"], place["line"], Note("bad", said)) for place, said in _places(result) if said]
    for file, line, note in (*compiler, *tests, *_style(result)):
        beside = found.setdefault(file, {}).setdefault(line, [])
        if note not in beside and len(beside) < MOST_NOTES:
            beside.append(note)
    return found


def _places(result: Result) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    """The places of what failed, with what to say there; the compiler says more than its first message."""
    build = result["build"]
    if build.get("location"):
        yield build["location"], None if build["log"] else build.get("message")
    if build["ok"] is False:
        return
    for part in result["parts"]:
        for test in part["tests"]:
            if test["verdict"] != "AC" and test["location"] and not test.get("remarks"):
                yield test["location"], test["message"]


def _style(result: Result) -> Iterator[tuple[str, int, Note]]:
    """What a linter says beside lines."""
    for part in result["parts"]:
        for remark in (one for test in part["tests"] for one in test.get("remarks") or ()):
            place = remark["location"]
            if place["line"] is not None:
                yield place["file"], place["line"], Note("warn", f"{remark['rule']}: {remark['text']}")


# --- colours -----------------------------------------------------------------------------------------------


def coloured(name: str, text: str, language: str | None, until: float) -> Sequence[Line]:
    """The lines of a file as pieces with their looks; all plain if it is late or if that would take long.

    `until` is a reading of `time.thread_time`. It can only cost colours: the text is the same either way.
    """
    if len(text) > HIGHLIGHTED_CHARACTERS or time.thread_time() > until:
        return plain(text)
    return _coloured(LEXERS.get(PurePosixPath(name).suffix.lower(), language or "text"), text)


def plain(text: str) -> list[Line]:
    """The lines of a text without colours."""
    lines: list[Line] = [[("", line)] for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    if not lines[-1][0][1]:
        lines.pop()
    return lines


@lru_cache(maxsize=8)
def _coloured(language: str, text: str) -> Sequence[Line]:
    lines = plain(text)
    lexer = _lexer(language)
    if lexer is None or any(len(line[0][1]) > HIGHLIGHTED_WIDTH for line in lines):
        return lines
    until = time.thread_time() + HIGHLIGHT_S
    found: list[Line] = [[]]
    for number, (kind, piece) in enumerate(lexer.get_tokens(text)):
        if number % CHECKED_EACH == 0 and time.thread_time() > until:
            return lines
        look = _look(kind)
        first, *others = piece.split("\n")
        _add(found[-1], look, first)
        found += [[(look, other)] if other else [] for other in others]
    return found[:-1]


def _add(line: Line, look: str, text: str) -> None:
    """The text at the end of the line, together with what stands before it in the same colour."""
    if line and line[-1][0] == look:
        line[-1] = (look, line[-1][1] + text)
    elif text:
        line.append((look, text))


@cache
def _look(kind: Any) -> str:
    return next((LOOKS[above] for above in kind.split()[::-1] if above in LOOKS), "")


@cache
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return None


# --- markup ------------------------------------------------------------------------------------------------


def code(  # noqa: PLR0913 - templates give what they know
    lines: Sequence[Line],
    first: int = 1,
    hits: frozenset[int] = frozenset(),
    notes: Mapping[int, Sequence[Note]] | None = None,
    anchor: str = "",
    *,
    words: Words = ENGLISH,
) -> Markup:
    """Lines of source text with their numbers, and the notes beside them. What is copied is the text alone."""
    written = []
    for number, line in enumerate(lines, first):
        tag = "mark" if number in hits else "span"
        mark = f' id="{anchor}-{number}"' if anchor else ""
        pieces = "".join(_piece(look, text) for look, text in line if text)
        written.append(f'<{tag} class="line" data-n="{number}"{mark}>{pieces}\n</{tag}>')
        written += [_note(note, words) for note in (notes or {}).get(number, ())]
    return Markup(f'<pre class="code">\n{"".join(written)}</pre>')  # noqa: S704 - every text is escaped


def _piece(look: str, text: str) -> str:
    return f'<span class="{look}">{escaped(text)}</span>' if look else escaped(text)


def _note(note: Note, words: Words) -> str:
    rest = len(note.text) - LONGEST_NOTE
    text = note.text[:LONGEST_NOTE] + (f" {words('page.and-more', count=rest)}" if rest > 0 else "")
    return f'<span class="note {note.colour}">{escaped(text)}\n</span>'
