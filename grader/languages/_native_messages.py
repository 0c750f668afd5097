"""What the compiler or linker printed -> its errors and warnings, in the terms of the student's own files.

Only places in the student's files count; a line that belongs to another file is never shown, since it may be of a
file that a student can't read otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.model import BuildFailure, Place

LONGEST_LOG = 20_000
INSIDE = "grader-inside"
_MESSAGE = re.compile(
    r"^(?P<file>[^\n:]+):(?P<line>\d+):(?:(?P<column>\d+):)? (?P<kind>fatal error|[Ee]rror|warning|note): (?P<text>.*)$"
)
_REQUIRED = re.compile(r"^(?P<file>[^\n:]+):(?P<line>\d+):(?:(?P<column>\d+):)?\s+(?:required|recursively) ")
_LINKED = re.compile(
    r"(?:^|[ /])(?P<file>[^\n:/]+):(?:\(.*?\)|(?P<line>\d+)): (?:error: )?"
    r"(?P<text>(?:undefined reference to|multiple definition of) .*)$"
)
_LINKERS_WORDS = re.compile(r"^(?P<what>(?:undefined|multiple) \w+) (?:to|of) [`'](?P<name>[^']*)'.*$")
_LINKERS_MEANING = {
    "undefined reference": "is used, but nowhere defined",
    "multiple definition": "is defined more than once",
}
_DEMANGLED = re.compile(r"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >")
_FOLDERS = re.compile(r"/(?:usr|box|tmp/grader-box-\w+)/(?:[\w.+-]+/)*")


@dataclass(frozen=True, slots=True)
class Told:
    """One message of the compiler; `file` and `line` are None where it is of no file of the student's."""

    kind: str
    text: str
    file: str | None
    line: int | None
    column: int | None
    inside: int | None
    """The line of what was added to the student's text, if the message is about that."""


def read_messages(printed: str, files: Mapping[str, str]) -> Iterator[Told]:
    """The errors and warnings, in their order; `files` are the student's, by the name that the compiler was given."""
    required: tuple[str | None, int | None, int | None] = (None, None, None)
    inside: int | None = None
    for line in printed.splitlines():
        if found := _REQUIRED.match(line):
            own = _own(found["file"], files)
            inside = int(found["line"]) if found["file"] == INSIDE else inside
            if own is not None and required[0] is None:
                required = (own, int(found["line"]), _number(found["column"]))
        elif (found := _MESSAGE.match(line)) and found["kind"] != "note":
            own = _own(found["file"], files)
            place = (own, int(found["line"]), _number(found["column"])) if own else required
            at = int(found["line"]) if found["file"] == INSIDE else 1 if INSIDE in found["file"] else inside
            yield Told(found["kind"].rpartition(" ")[2].lower(), _short(found["text"]), *place, at)
            required, inside = (None, None, None), None
        elif found := _LINKED.search(line):
            own = _own(found["file"], files) if "multiple" not in found["text"] else None
            yield Told("error", _short(found["text"]), own, _number(found["line"]) if own else None, None, None)


def failure(errors: list[Told], log: str, files: Mapping[str, str]) -> BuildFailure:
    """The first error that has a place, else the first."""
    if not errors:
        return BuildFailure("The compiler refused this code.", log=log)
    first = next((error for error in errors if error.line is not None), errors[0])
    place = None
    if first.file is not None:
        lines = files[first.file].split("\n")
        source = lines[first.line - 1].rstrip("\r")[:500] if first.line and first.line <= len(lines) else None
        place = Place(first.file, first.line, first.column, source)
    return BuildFailure(first.text, place, log)


def log_of(told: list[Told], files: Mapping[str, str]) -> str:
    """The messages with the lines that they are about, as a compiler writes them, of the student's files alone."""
    written = []
    for one in dict.fromkeys(told):
        if one.file is None:
            written.append(f"{one.kind}: {one.text}")
            continue
        where = ":".join(str(part) for part in (one.file, one.line, one.column) if part is not None)
        written.append(f"{where}: {one.kind}: {one.text}")
        lines = files[one.file].split("\n")
        if one.line is not None and 0 < one.line <= len(lines):
            written.append(f"{one.line:5} | {lines[one.line - 1].rstrip()[:300]}")
            if one.column is not None:
                written.append(f"{'':5} | {' ' * (one.column - 1)}^")
    return "\n".join(written)[:LONGEST_LOG]


def _own(name: str, files: Mapping[str, str]) -> str | None:
    """The student's own path of a file as the compiler names it."""
    plain = re.sub(r"^(?:\./)+", "", name)
    if plain in files:
        return plain
    same = [path for path in files if path.rpartition("/")[2] == plain]
    return same[0] if len(same) == 1 and "/" not in plain else None


def _short(text: str) -> str:
    """Without the folders of the machine and the long names of the library."""
    text = _LINKERS_WORDS.sub(
        lambda found: f"`{found['name']}` {_LINKERS_MEANING.get(found['what'], found['what'])}", text
    )
    return _FOLDERS.sub("", _DEMANGLED.sub("std::string", text))[:500]


def _number(text: str | None) -> int | None:
    return int(text) if text else None
