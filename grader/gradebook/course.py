"""The results of several tasks -> one table (RFC 4180): a row for each person, a column for each task.

An empty cell is no grade: nothing handed in, or nothing known yet; the remarks say which, and then there is no total.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from grader.gradebook import canvas, moodle
from grader.gradebook.matching import folded, folded_name
from grader.people import counting
from grader.people.counting import authors
from grader.people.late import rounded
from grader.reports.csv import cell

Batch = Mapping[str, Any]
Result = Mapping[str, Any]


@dataclass(slots=True)
class Person:
    """Somebody in the table, with the result of each task by its place."""

    shown: str
    ids: set[str]
    name: str
    results: dict[int, Result] = field(default_factory=dict)


def table(batches: Sequence[Batch]) -> str:
    """The table of all who handed in anything, or should have."""
    titles = _titles(batches)
    most = [max((one["max_points"] for one in batch["results"]), default=0.0) for batch in batches]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(map(cell, ["id", "name", *titles, "points", "max_points", "remarks"]))
    for one in sorted(people(batches), key=lambda one: folded(one.shown)):
        row = _row([one.results.get(at) for at in range(len(batches))], titles, most)
        writer.writerow(map(cell, [one.shown, one.name, *row]))
    return text.getvalue()


def people(batches: Sequence[Batch]) -> list[Person]:
    """Everybody once: by id, else by a name that only one has, as Moodle numbers its participants for each task."""
    found: list[Person] = []
    for at, batch in enumerate(batches):
        before = list(found)
        listed = [(*_known_as(*author), result) for result in batch["results"] for author in authors(result)]
        listed += [(one["id"], one.get("name") or "", None) for one in batch.get("missing", ())]
        names = Counter(folded_name(name) for _identity, name, _result in listed)
        for identity, name, result in listed:
            key = folded_name(name)
            person = _by_id(before, identity) or (_by_name(before, key) if key and names[key] == 1 else None)
            if person is None:
                person = Person(identity, set(), name)
                found.append(person)
            person.ids.add(folded(identity))
            if result is not None:
                person.results[at] = result
    return found


def _known_as(identity: str, name: str | None) -> tuple[str, str]:
    from_moodle = moodle.hand_in(identity, name)
    from_canvas = canvas.hand_in(identity, name)
    if from_moodle.number is not None:
        return from_moodle.number, from_moodle.name or ""
    return from_canvas.number or identity, from_canvas.name or ""


def _by_id(known: Sequence[Person], identity: str) -> Person | None:
    return next((one for one in known if folded(identity) in one.ids), None)


def _by_name(known: Sequence[Person], key: str) -> Person | None:
    alike = [one for one in known if folded_name(one.name) == key]
    return alike[0] if len(alike) == 1 else None


def _titles(batches: Sequence[Batch]) -> list[str]:
    """The id of each task, made to differ."""
    names = [batch["problem"]["id"] for batch in batches]
    counts = Counter(names)
    return [f"{name} ({names[: at + 1].count(name)})" if counts[name] > 1 else name for at, name in enumerate(names)]


def _row(results: Sequence[Result | None], titles: Sequence[str], most: Sequence[float]) -> list[object]:
    cells: list[object] = []
    remarks = []
    total, possible = Decimal(0), Decimal(0)
    known = True
    for result, title, task_most in zip(results, titles, most, strict=True):
        if result is not None and counting.is_excused(result):
            cells.append("excused")
            continue
        possible += Decimal(str(task_most))
        points = counting.total(result) if result is not None else None
        cells.append(points)
        if result is None:
            remarks.append(f"{title}: nothing handed in")
        elif points is None:
            remarks.append(f"{title}: {counting.pending(result)}")
            known = False
        else:
            total += Decimal(str(points))
    return [*cells, rounded(total) if known else None, rounded(possible), "; ".join(remarks)]
