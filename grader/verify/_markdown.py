"""A statement in Markdown -> its headings, tables and lists, each with its line: as much of it as checks ask about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import Fault

_CELL_END = re.compile(r"(?<!\\)\|")
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s+(.*)")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its cells without their blanks, and its line."""

    cells: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading without its marks, and its line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """The text of one statement."""

    file: Path
    text: str

    @property
    def language(self) -> str:
        """The human language in its name."""
        return self.file.name.split(".")[1]

    def fault(self, message: str, line: int | None = None) -> Fault:
        """A fault at this line."""
        return Fault(str(self.file), line, None, message)

    def headings(self) -> list[Heading]:
        """The headings in their order."""
        return [
            Heading(line.lstrip("#").strip(), number) for number, line in self._lines() if re.match(r"#{1,6}\s", line)
        ]

    def tables(self) -> list[list[Row]]:
        """The rows of each table, its head first and without the line of dashes."""
        tables: list[list[Row]] = []
        last = -1
        for number, line in self._lines():
            if not line.startswith("|"):
                continue
            if number != last + 1:
                tables.append([])
            last = number
            cells = tuple(cell.strip() for cell in _CELL_END.split(line.strip().strip("|")))
            if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                tables[-1].append(Row(cells, number))
        return [table for table in tables if table]

    def items(self, heading: str) -> list[Heading]:
        """The items of lists under the headings of this name, their continued lines joined."""
        found: list[Heading] = []
        inside = False
        for number, line in self._lines():
            if re.match(r"#{1,6}\s", line):
                inside = line.lstrip("#").strip().casefold() == heading.casefold()
            elif inside and (item := _ITEM.match(line)):
                found.append(Heading(item[1].strip(), number))
            elif inside and found and line.startswith("  ") and line.strip():
                found[-1] = Heading(f"{found[-1].text} {line.strip()}", found[-1].line)
        return found

    def _lines(self) -> Iterator[tuple[int, str]]:
        """The lines outside of fenced blocks, with their numbers."""
        fenced = False
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced:
                yield number, line


def read_statement(file: Path) -> Statement:
    """The statement in the file."""
    return Statement(file, file.read_text("utf-8-sig"))


def plain(text: str) -> str:
    """The text as it is read: without the marks of bold, italics and code."""
    return re.sub(r"[*`]", "", text).strip()
