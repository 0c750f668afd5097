"""The results of several tasks -> one table (RFC 4180): a row for each person, a column for each task.

An empty cell is no grade: nothing handed in, or nothing known yet; the remarks say which, and then there is no total.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from grader import counting
from grader.gradebook import canvas, moodle
from grader.gradebook.matching import folded
from grader.late import rounded
from grader.reports.csv import cell

Batch = Mapping[str, Any]
Result = Mapping[str, Any]


def person(result: Result) -> str:
    """What stays the same of an id from task to task.

    Moodle numbers its participants anew for each assignment, so there it is the name; Canvas numbers its users.
    """
    identity: str = result["submission"]["id"]
    from_moodle = moodle.hand_in(result)
    if from_moodle.number is not None and from_moodle.names and "_assign" in identity:
        return from_moodle.names[-1]
    from_canvas = canvas.hand_in(result)
    return identity if from_canvas.number is None else f"{identity.partition('_')[0]} ({from_canvas.number})"


def table(batches: Sequence[Batch]) -> str:
    """The table of all who handed in anything."""
    titles = _titles(batches)
    by_task = [_by_person(batch) for batch in batches]
    shown = {folded(name): name for people in reversed(by_task) for name in reversed(people)}
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(map(cell, ["id", *titles, "points", "max_points", "remarks"]))
    most = [max((one["max_points"] for one in batch["results"]), default=0.0) for batch in batches]
    for key, name in sorted(shown.items()):
        results = [{folded(one): result for one, result in people.items()}.get(key) for people in by_task]
        writer.writerow(map(cell, [name, *_row(results, titles, most)]))
    return text.getvalue()


def _titles(batches: Sequence[Batch]) -> list[str]:
    """The id of each task, made to differ."""
    names = [batch["problem"]["id"] for batch in batches]
    counts = Counter(names)
    return [f"{name} ({names[: at + 1].count(name)})" if counts[name] > 1 else name for at, name in enumerate(names)]


def _by_person(batch: Batch) -> dict[str, Result]:
    """The results by person; by whole ids where two would be one person."""
    counts = Counter(folded(person(result)) for result in batch["results"])
    return {
        person(result) if counts[folded(person(result))] == 1 else result["submission"]["id"]: result
        for result in batch["results"]
    }


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
