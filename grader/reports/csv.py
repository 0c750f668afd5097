"""A batch -> a table of grades (RFC 4180), a row per submission, a column per part.

A submission that counts for several has a row for each of them, and who has handed in nothing has one too. The columns
`name`, `late` and `group` are there where something stands in them.
`points` and the parts are what counts, `automatic` is what the tests gave, `decided` says where the two differ and why.

Cells that a spreadsheet would take for a formula are defused by an apostrophe, which is taken off again by whoever
reads them back; numbers stay numbers. Written to a file, the table begins with a byte order mark (see `files.write`).
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Mapping
from typing import Any

from grader.people.counting import is_excused, origins, part_points, total
from grader.plugins import Result

FIRST = ("id", "name", "language", "status", "verdict", "points", "max_points", "automatic")
LAST = ("form", "decided", "remarks", "late", "group")
NOT_ALWAYS = ("name", "late", "group")
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
        titles = {part: f"part {part}" if part in (*FIRST, *LAST, *NOT_ALWAYS) else part for part in parts}
        rows = [row for result in batch["results"] for row in _rows(result, titles)]
        rows += [_missing(person) for person in batch.get("missing", ())]
        filled = {title for row in rows for title in row if row[title]}
        columns = [title for title in (*FIRST, *titles.values(), *LAST) if title not in NOT_ALWAYS or title in filled]
        writer = csv.writer(text)
        writer.writerow(columns)
        writer.writerows([cell(row.get(title)) for title in columns] for row in rows)
        return text.getvalue()


def _rows(result: Result, titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """A row for each person for whom the submission counts."""
    submission = result["submission"]
    row = {
        **{title: submission.get(title) for title in ("id", "name", "language")},
        **{title: result[title] for title in ("status", "verdict", "max_points", "form")},
        "points": "excused" if is_excused(result) else total(result),
        "automatic": result["points"],
        "decided": " ".join(origins(result)),
        **{titles[part["id"]]: part_points(part) for part in result["parts"]},
        "remarks": "; ".join([*([result["reason"]] if result["reason"] else []), *result["flagged"]]),
        "late": "late" if submission.get("late") else None,
    }
    members = submission.get("members") or ()
    return [{**row, "id": one["id"], "name": one["name"], "group": submission["id"]} for one in members] or [row]


def _missing(person: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": person["id"], "name": person["name"], "status": "missing", "remarks": "nothing handed in"}


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
