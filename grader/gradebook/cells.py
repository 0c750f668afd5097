"""The bytes of a table that somebody else wrote -> its cells with their places, so that only some can be changed.

What is not changed stays byte for byte: quoting, line ends, byte order mark, blanks, even what is no good CSV.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.errors import InputError
from grader.schema_check import meant

DELIMITERS = (",", ";", "\t")
MARK = "\ufeff"
_SEPARATOR = re.compile(r"sep=([^\r\n])(?:\r\n|\r|\n)", re.IGNORECASE)  # a first line for Excel


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, and where it begins and ends in the text, with its quotes."""

    value: str
    start: int
    end: int
    quoted: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of a text, row by row; the first row is the header."""

    text: str
    encoding: str
    delimiter: str
    rows: tuple[tuple[Cell, ...], ...]

    def value(self, row: int, column: int) -> str:
        """What stands there; nothing in a row that is too short."""
        cells = self.rows[row]
        return cells[column].value if column < len(cells) else ""

    @property
    def header(self) -> list[str]:
        """The names of the columns."""
        return [cell.value.strip() for cell in self.rows[0]]

    @property
    def decimal(self) -> str:
        """The sign before decimals: that of the numbers in the table, else what goes with its delimiter."""
        marks = {found[1] for row in self.rows for cell in row if (found := _NUMBER.fullmatch(cell.value.strip()))}
        if len(marks) == 1:
            return marks.pop()
        return "," if self.delimiter == ";" and not marks else "."


_NUMBER = re.compile(r"-?\d+([.,])\d+")


def read(content: bytes, name: str) -> Table:
    """The table in the content of the file of that name; raises InputError."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content:
        raise InputError(f"{name} is no CSV in UTF-8; give the file as it was exported, not saved by a spreadsheet")
    try:
        text, encoding = content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        # Every byte is a character of Latin-1 and the same byte again.
        text, encoding = content.decode("latin-1"), "latin-1"
    start = len(MARK) if text.startswith(MARK) else 0
    separator = _SEPARATOR.match(text, start)
    if separator is not None:
        rows = _rows(text, separator.end(), separator[1])
        delimiter = separator[1]
    else:
        delimiter = max(DELIMITERS, key=lambda sign: len(_row(text, start, sign)[0]))
        rows = _rows(text, start, delimiter)
    if not rows:
        raise InputError(f"{name} is empty")
    return Table(text, encoding, delimiter, rows)


def _rows(text: str, start: int, delimiter: str) -> tuple[tuple[Cell, ...], ...]:
    rows = []
    while start < len(text):
        row, start = _row(text, start, delimiter)
        rows.append(row)
    return tuple(rows)


def _row(text: str, start: int, delimiter: str) -> tuple[tuple[Cell, ...], int]:
    """The cells of the row that begins here, and where the next one begins."""
    cells = []
    while True:
        cell = _cell(text, start, delimiter)
        cells.append(cell)
        if text[cell.end : cell.end + 1] == delimiter:
            start = cell.end + 1
            continue
        return tuple(cells), cell.end + (2 if text.startswith("\r\n", cell.end) else 1)


def _cell(text: str, start: int, delimiter: str) -> Cell:
    at, value = start, ""
    quoted = text.startswith('"', start)
    while quoted:
        close = text.find('"', at + 1)
        close = len(text) if close < 0 else close
        value += text[at + 1 : close]
        at = close + 1
        if not text.startswith('"', at):
            break
        value += '"'
    at = min(at, len(text))
    end = at
    while end < len(text) and text[end] not in (delimiter, "\r", "\n"):
        end += 1
    return Cell(value + text[at:end], start, end, quoted)


def changed(table: Table, values: Mapping[tuple[int, int], str]) -> bytes:
    """The table with these values in the cells at row and column, and nothing else changed."""
    pieces = []
    done = 0
    for (row, column), value in sorted(values.items()):
        cell = table.rows[row][column]
        pieces += [table.text[done : cell.start], _written(value, table.delimiter, cell.quoted)]
        done = cell.end
    pieces.append(table.text[done:])
    # What an old encoding has no letter for is written as HTML, as feedback is read.
    return "".join(pieces).encode(table.encoding, "xmlcharrefreplace")


def _written(value: str, delimiter: str, quoted: bool) -> str:
    needs = value != value.strip() or any(sign in value for sign in (delimiter, '"', "\r", "\n"))
    return '"' + value.replace('"', '""') + '"' if quoted or needs else value


def column(header: Sequence[str], name: str, file: str, option: str) -> int:
    """The column of that name; raises InputError."""
    found = find(header, name)
    if found is None:
        known = [one for one in header if one]
        raise InputError(f"{file} has no column `{name}`{meant(name, known)}\nTo name it: {option} NAME")
    return found


def find(header: Sequence[str], name: str) -> int | None:
    """The column of that name, if there is one."""
    wanted = name.strip().casefold()
    return next((at for at, one in enumerate(header) if one.casefold() == wanted), None)
