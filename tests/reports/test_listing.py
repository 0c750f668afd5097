"""grader.reports._listing: the lines of a file stay as they are, and what was found stands beside its line."""

from __future__ import annotations

import time
from html.parser import HTMLParser
from typing import Any

import pytest

from grader.reports._compiler import Remark, remarks
from grader.reports._listing import Note, code, coloured, listings_of, plain
from tests.reports import sample

SOURCES = {"board.c": "", "src/Board.java": "", "a.ts": "", "one/same.py": "", "two/same.py": ""}


def test_a_file_keeps_its_lines_when_there_is_no_time_for_colours() -> None:
    def lines(text: str, until: float) -> list[str]:
        return ["".join(piece for _, piece in line) for line in coloured("a.py", text, "python", until)]

    for text in ("a", "a\n", "\n\nif x:\r\n\ty = '''\n\n'''\n", "a\rb", sample.PYTHON, "x" * 60_000):
        assert lines(text, 0) == lines(text, time.thread_time() + 60)


def test_without_time_nothing_has_a_colour_and_with_time_words_have_one() -> None:
    assert coloured("a.py", "if x: pass", "python", 0) == [[("", "if x: pass")]]
    assert ("word", "if") in coloured("a.py", "if x: pass", "python", time.thread_time() + 60)[0]


@pytest.mark.parametrize("language", [None, "text", "no such language"])
def test_a_language_that_nobody_knows_has_no_colours(language: str | None) -> None:
    assert coloured("a", "if x", language, time.thread_time() + 60) == [[("", "if x")]]


SAID: dict[str, tuple[str, list[Remark]]] = {
    "gcc": ("board.c:3:5: error: expected ';'\n    3 | x\n", [Remark("board.c", 3, "error: expected ';'")]),
    "a warning": ("board.c:3:5: warning: unused\n", [Remark("board.c", 3, "warning: unused")]),
    "javac": ("Board.java:12: error: ';' expected\n", [Remark("src/Board.java", 12, "error: ';' expected")]),
    "tsc": ("a.ts(3,5): error TS2322: no\n", [Remark("a.ts", 3, "error TS2322: no")]),
    "a path that begins here": ("./board.c:3: no\n", [Remark("board.c", 3, "no")]),
    "a remark to a message": ("board.c:1:2: note: declared here\n", []),
    "a file of others": ("stdio.h:3:5: error: x\n", []),
    "a name that two files have": ("same.py:3: x\n", []),
    "the path of one of two": ("two/same.py:3: x\n", [Remark("two/same.py", 3, "x")]),
    "no message": ("2 errors generated.\nboard.c: x\n", []),
    "a number that is none": ("board.c:99999999999999999999: x\n", []),
}


@pytest.mark.parametrize("name", SAID)
def test_a_message_of_a_compiler_stands_beside_its_line(name: str) -> None:
    log, said = SAID[name]
    assert remarks(log, SOURCES) == said
    result = sample.result([["AC"]])
    result["build"]["log"], result["submission"]["sources"] = log, SOURCES
    beside = [(one.file, one.line, Note("warn" if one.warns else "bad", one.text)) for one in said]
    listings = listings_of(result)
    assert [
        (file, line, note) for file in listings for line, notes in listings[file].notes.items() for note in notes
    ] == beside


def test_all_that_a_linter_says_stands_beside_its_lines() -> None:
    listing = listings_of(sample.styled())["board.py"]
    assert dict(listing.notes) == {
        3: [Note("warn", "LongLine: This line has 131 characters.")],
        9: [Note("warn", "MagicNumber: '9' is a magic number.")],
        12: [Note("warn", "warning: unused variable")],
    }
    assert listing.hits == set()


def test_what_stopped_a_test_stands_beside_its_line_once() -> None:
    result = sample.result([["RTE", "RTE", "AC"]])
    listing = listings_of(result)["board.py"]
    assert dict(listing.notes) == {9: [Note("bad", "The program stopped with IndexError: string index out of range.")]}
    assert listing.hits == {9}


def test_what_the_compiler_says_stands_beside_its_line_once() -> None:
    listing = listings_of(sample.unbuilt())["Board.java"]
    assert dict(listing.notes) == {12: [Note("bad", "error: ';' expected")]}
    assert listing.hits == {12}


class Text(HTMLParser):
    """The text of markup without what can't be selected, and all of it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.copied = ""
        self.notes = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:  # noqa: ARG002
        self.inside.append(str(dict(attrs).get("class")))

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.inside.pop()

    def handle_data(self, data: str) -> None:
        if any(one.startswith("note ") for one in self.inside):
            self.notes += data
        else:
            self.copied += data


def test_what_is_copied_is_the_code_alone() -> None:
    lines = plain("a < b\n\n</pre>\n")
    written = Text(str(code(lines, 1, frozenset({1}), {1: [Note("bad", "<script>")]})))
    assert written.copied == "\na < b\n\n</pre>\n"
    assert written.notes == "<script>\n"


def test_a_long_note_is_cut_and_says_so() -> None:
    assert " … and 700 more characters" in code(plain("a"), 1, frozenset(), {1: [Note("bad", "x" * 1000)]})


def test_odd_text_of_a_compiler_takes_no_time() -> None:
    begun = time.thread_time()
    for odd in ("a" * 10_000, "a:" * 5_000, "a(1,1)" * 1_500, "./" * 5_000, "a:1: " * 2_000, "\n" * 10_000):
        remarks(odd, SOURCES)
    assert time.thread_time() - begun < 1
