"""A table that a person or a spreadsheet has saved -> its rows, with columns found by their names and lines counted."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.encoding import decoded
from grader.errors import InputError, UnreadableHandIn
from grader.intake.folders import open_file
from grader.model import MEBIBYTE

DELIMITERS = ",;\t"
LARGEST = 16 * MEBIBYTE
_SEPARATOR = re.compile(r"sep=([^\w\s\"]|\t)", re.IGNORECASE)  # a first line for Excel


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row by the plain name of their column, and the line where it begins."""

    line: int
    cells: Mapping[str, str]

    def first(self, names: Sequence[str]) -> str:
        """The cell of the first of these columns that holds something."""
        return next((self.cells[name] for name in names if self.cells.get(name)), "")


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `name` is that of its file, `columns` are plain names."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def known(self, names: Sequence[str]) -> list[str]:
        """Those of the names that are columns."""
        return [name for name in names if name in self.columns]

    def needed(self, names: Sequence[str], what: str) -> list[str]:
        """Those of the names that are columns; raises InputError where none is."""
        if found := self.known(names):
            return found
        has = ", ".join(f"`{column}`" for column in self.columns) or "nothing"
        raise InputError(f"{self.name}, line 1: no column is called as one of {what}; there is {has}")


def plain(name: str) -> str:
    """The name of a column without its capitals, marks and blanks."""
    return " ".join(re.findall(r"\w+", name.casefold().replace("_", " ")))


def read(path: Path) -> Table:
    """The table in the file; raises InputError."""
    try:
        with open_file(path) as file:
            content = file.read(LARGEST + 1)
    except (OSError, UnreadableHandIn) as error:
        raise InputError(f"{path} can't be read: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > LARGEST:
        raise InputError(f"{path} is larger than {LARGEST // MEBIBYTE} MiB, which no list of a class is")
    text = decoded(content).text
    first = next((line for line in text.splitlines() if line.strip()), "")
    said = _SEPARATOR.fullmatch(first)
    delimiter = said[1] if said is not None else max(DELIMITERS, key=first.count)
    records = list(_records(text, delimiter, path.name))[said is not None :]
    if not records:
        raise InputError(f"{path} is empty")
    columns = tuple(plain(name) for name in records[0][1])
    rows = [
        Row(line, {name: _clean(cell) for name, cell in zip(columns, cells, strict=False)})
        for line, cells in records[1:]
    ]
    return Table(path.name, columns, tuple(rows))


def _clean(cell: str) -> str:
    """The cell in one line, without what a terminal obeys."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", cell).split())


def _records(text: str, delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold anything, each with the line where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"{name}, line {line}: {error}; is a quotation mark missing there?") from error
