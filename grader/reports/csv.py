"""A batch -> a table of grades (RFC 4180), a row per submission, a column per part.

`points` and the parts are what counts, `automatic` is what the tests gave, `decided` says where the two differ and why.
Cells that a spreadsheet would take for a formula are defused by an apostrophe, which is taken off again by whoever
reads them back; numbers stay numbers. Written to a file, the table begins with a byte order mark (see `batch.write`).
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Mapping
from typing import Any

from grader.counting import is_excused, origins, part_points, total
from grader.plugins import Result

FIRST = ("id", "language", "status", "verdict", "points", "max_points", "automatic")
LAST = ("form", "decided", "remarks")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SKIPPED = frozenset("' ")


class Csv:
    """The format `csv`."""

    name = "csv"
    suffix = ".csv"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """A table of one row."""
        return self.many({"results": [result]}, options)

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """The table."""
        del options
        parts = list(dict.fromkeys(part["id"] for result in batch["results"] for part in result["parts"]))
        text = io.StringIO()
        writer = csv.writer(text)
        titles = [f"part {part}" if part in (*FIRST, *LAST) else part for part in parts]
        writer.writerow([*FIRST, *titles, *LAST])
        for result in batch["results"]:
            writer.writerow(_row(result, parts))
        return text.getvalue()


def _row(result: Result, parts: list[str]) -> list[str]:
    points = {part["id"]: part_points(part) for part in result["parts"]}
    remarks = "; ".join([*([result["reason"]] if result["reason"] else []), *result["flagged"]])
    cells = [
        result["submission"]["id"],
        result["submission"]["language"],
        result["status"],
        result["verdict"],
        "excused" if is_excused(result) else total(result),
        result["max_points"],
        result["points"],
        *(points.get(part) for part in parts),
        result["form"],
        " ".join(origins(result)),
        remarks,
    ]
    return [cell(one) for one in cells]


def cell(value: object) -> str:
    """What is written for the value; a number stays one, and no spreadsheet runs a text."""
    if value is None:
        return ""
    if isinstance(value, int | float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    text = "".join(char if _printable(char) else "\N{REPLACEMENT CHARACTER}" for char in str(value))
    return f"'{text}" if _is_formula(str(value)) else text


def _is_formula(text: str) -> bool:
    """Whether some spreadsheet runs it: also behind blanks, marks and apostrophes, and in wide letters."""
    for char in text:
        plain = unicodedata.normalize("NFKC", char)
        if char in _FORMULA or plain.startswith(_FORMULA):
            return True
        if plain not in _SKIPPED and unicodedata.category(char) not in ("Cf", "Cc", "Zs", "Zl", "Zp"):
            return False
    return False


def _printable(char: str) -> bool:
    return char.isprintable() or unicodedata.category(char) == "Zs"


PLUGIN = Csv()
