"""A batch and what people decided -> the same batch with `decided` beside the automatic points, which stay as they are.

The points that count: those of a part are what a person gave it, else the automatic ones; their sum (never more than
there are), less what is taken off for lateness, and never below zero, is the total. Points that a person gave to the
whole are the last word: nothing is taken off them. A total is not known (null) while a part waits for a person, and if
somebody is excused. Every number is rounded to hundredths, halves away from zero; what is taken off is rounded before
it is taken off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from grader.model import Verdict
from grader.package import Problem
from grader.people import late
from grader.people.counting import part_points
from grader.people.overrides import Decision, Known, Overrides
from grader.plugins import ForPeople

Result = Mapping[str, Any]
NOTHING = Decision()


def known_before(problem: Problem, identities: Iterable[str]) -> Known:
    """What can be decided about before anything is graded."""
    parts: dict[str, float] = {}
    for form in problem.forms:
        for part in form.parts:
            parts[part.id] = max(part.most_points, parts.get(part.id, 0.0))
    listed = list(identities)
    return Known(dict.fromkeys(listed, problem.points), dict.fromkeys(listed, parts), _manual(problem))


def _manual(problem: Problem) -> frozenset[str]:
    parts = [part for form in problem.forms for part in form.parts]
    return frozenset(part.id for part in parts if any(isinstance(test.check, ForPeople) for test in part.tests))


def known_after(batch: Result) -> Known:
    """What can be decided about in these results."""
    results = batch["results"]
    return Known(
        {one["submission"]["id"]: one["max_points"] for one in results},
        {one["submission"]["id"]: {part["id"]: part["max_points"] for part in one["parts"]} for one in results},
        frozenset(part["id"] for one in results for part in one["parts"] if part["verdict"] == Verdict.PD.value),
    )


def decide(batch: Result, overrides: Overrides) -> dict[str, Any]:
    """The batch with what was decided; what was decided before is gone."""
    return {**batch, "results": [_decided(result, overrides) for result in batch["results"]]}


def without_time(batch: Result, overrides: Overrides) -> list[str]:
    """Those of whom nobody says when they handed in, although there is a rule for lateness."""
    if overrides.policy is None:
        return []
    unknown = [one["submission"] for one in batch["results"] if _handed_in(one, overrides) is None]
    return [f"{one['id']} (marked as late)" if one.get("late") else one["id"] for one in unknown]


def _decided(result: Result, overrides: Overrides) -> dict[str, Any]:
    identity = result["submission"]["id"]
    parts = [_part(part, overrides.decisions.get((identity, part["id"]))) for part in result["parts"]]
    whole = overrides.decisions.get((identity, None))
    lateness = _lateness(result, overrides)
    if whole is None and lateness is None and not any(part["decided"] for part in parts):
        return {**result, "parts": parts, "decided": None}
    said = whole or NOTHING
    return {
        **result,
        "parts": parts,
        "decided": {
            "points": _total(result, parts, said, lateness),
            "given": said.points,
            "excused": said.excused,
            "late": _late(lateness),
            "comment": said.comment,
            "by": said.by,
            "why": said.why,
        },
    }


def _part(part: Mapping[str, Any], decision: Decision | None) -> dict[str, Any]:
    if decision is None:
        return {**part, "decided": None}
    said = {"points": decision.points, "comment": decision.comment, "by": decision.by, "why": decision.why}
    return {**part, "decided": said}


def _total(
    result: Result, parts: Iterable[Mapping[str, Any]], whole: Decision, lateness: late.Lateness | None
) -> float | None:
    if whole.excused:
        return None
    if whole.points is not None:
        return whole.points
    if result["status"] == "ungraded":
        return None
    each = [part_points(part) for part in parts]
    known = [Decimal(str(points)) for points in each if points is not None]
    if len(known) < len(each):
        return None
    off = Decimal(str(lateness.off)) if lateness is not None else Decimal(0)
    # Of parts that exclude each other a person may have given points to several.
    most = min(sum(known, Decimal(0)), Decimal(str(result["max_points"])))
    return late.rounded(max(Decimal(0), most - off))


def _handed_in(result: Result, overrides: Overrides) -> datetime | None:
    """When it was handed in: what a person said of it, else the list, else what the hand-in itself tells."""
    identity = result["submission"]["id"]
    said = overrides.decisions.get((identity, None), NOTHING).handed_in or overrides.handed_in.get(identity)
    told = result["submission"].get("submitted")
    if said is not None or told is None or overrides.policy is None:
        return said
    time = datetime.fromisoformat(told)
    return time if time.tzinfo is not None else time.replace(tzinfo=overrides.policy.due.tzinfo)


def _lateness(result: Result, overrides: Overrides) -> late.Lateness | None:
    handed_in = _handed_in(result, overrides)
    if overrides.policy is None or handed_in is None:
        return None
    extension = overrides.decisions.get((result["submission"]["id"], None), NOTHING).due
    return late.lateness(overrides.policy, handed_in, extension, result["max_points"])


def _late(lateness: late.Lateness | None) -> dict[str, Any] | None:
    if lateness is None:
        return None
    return {
        "due": lateness.due.isoformat(timespec="minutes"),
        "handed_in": lateness.handed_in.isoformat(timespec="minutes"),
        "extended": lateness.extended,
        "days": lateness.days,
        "off": lateness.off,
    }
