"""A result -> the points that count, and in words where they come from: the tests, or what people decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

Result = Mapping[str, Any]
Part = Mapping[str, Any]


def part_points(part: Part) -> float | None:
    """The points that count of a part; None while it waits for a person."""
    decided = part.get("decided")
    points: float | None = part["points"] if decided is None or decided["points"] is None else decided["points"]
    return points


def earns(part: Part) -> bool:
    """Whether the part counts: it is not optional, or was earned, or takes points off, or a person gave it points."""
    return bool(part["counted"]) or (part["points"] or 0) < 0 or (part.get("decided") or {}).get("points") is not None


def total(result: Result) -> float | None:
    """The points that count; None while they are not known, and if somebody is excused."""
    decided = result.get("decided")
    points: float | None = result["points"] if decided is None else decided["points"]
    return points


def is_excused(result: Result) -> bool:
    """Whether a person said that no points are needed."""
    decided = result.get("decided")
    return decided is not None and bool(decided["excused"])


def waiting(result: Result) -> list[Part]:
    """The parts that keep the total from being known, as a person has to grade them."""
    decided = result.get("decided")
    if decided is not None and (decided["excused"] or decided["given"] is not None):
        return []
    return [part for part in result["parts"] if part_points(part) is None]


def pending(result: Result) -> str | None:
    """Why a total is not known, in a few words; None if it is known."""
    if is_excused(result):
        return "excused"
    if total(result) is not None:
        return None
    return "not graded" if result["status"] == "ungraded" else "waits for a person"


def told_shortly(result: Result) -> str | None:
    """What sets the points apart from what the tests gave, or keeps them from being known, in a few words."""
    decided = result.get("decided")
    if decided is None or pending(result) is not None:
        return pending(result) if result["status"] == "graded" or decided is not None else None
    points = [(part.get("decided") or {}).get("points") for part in result["parts"]]
    if decided["given"] is not None or any(one is not None for one in points):
        return "decided by a person"
    return "late" if decided["late"] is not None else "with a comment"


def for_students(result: Result) -> dict[str, Any]:
    """The result without who decided and why: that is for the record, as the comment is for the student."""
    parts = [{**part, "decided": _without_record(part.get("decided"))} for part in result["parts"]]
    return {**result, "parts": parts, "decided": _without_record(result.get("decided"))}


def _without_record(decided: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if decided is None else {**decided, "by": None, "why": None}


def origins(result: Result) -> list[str]:
    """A sentence for each thing that people decided and for each that they have yet to decide."""
    return [*_of_the_whole(result), *_of_parts(result)]


def _of_the_whole(result: Result) -> Iterator[str]:
    decided = result.get("decided")
    if decided is not None:
        by = _by(decided)
        if decided["excused"]:
            yield f"Excused{by}.{_why(decided)}"
        elif decided["given"] is not None:
            automatic = "none" if result["points"] is None else f"{result['points']:g}"
            yield f"{decided['given']:g} points for the whole, given{by} (automatic: {automatic}).{_why(decided)}"
        elif decided["why"] or (decided["late"] and decided["late"]["extended"]):
            yield f"Decided{by}.{_why(decided)}"
        if decided["comment"]:
            yield f"Comment: {decided['comment']}"
        if decided["late"] is not None:
            yield _late(decided["late"], is_last=decided["given"] is None and not decided["excused"])
    for part in waiting(result):
        asked = "".join(f" {test['message']}" for test in part["tests"] if test["message"])
        yield f"{part['title']}: up to {part['max_points']:g} points, given by a person later.{asked}"


def _of_parts(result: Result) -> Iterator[str]:
    for part in result["parts"]:
        decided = part.get("decided")
        if decided is None:
            continue
        if decided["points"] is not None:
            automatic = "" if part["points"] is None else f" (automatic: {part['points']:g})"
            points = f"{decided['points']:g} of {part['max_points']:g} points"
            yield f"{part['title']}: {points}, given{_by(decided)}{automatic}.{_why(decided)}"
        if decided["comment"]:
            yield f"{part['title']}: {decided['comment']}"


def _late(late: Mapping[str, Any], *, is_last: bool) -> str:
    days = "1 day" if late["days"] == 1 else f"{late['days']} days"
    given = ", an extension" if late["extended"] else ""
    off = f"{late['off']:g} points off" if is_last else "nothing taken off"
    return f"Late by {days}: {off}. Due {_moment(late['due'])}{given}; handed in {_moment(late['handed_in'])}."


def _moment(written: str) -> str:
    time = datetime.fromisoformat(written)
    return f"{time:%Y-%m-%d %H:%M} {time.tzname()}"


def _by(decided: Mapping[str, Any]) -> str:
    return f" by {decided['by']}" if decided["by"] else " by a person"


def _why(decided: Mapping[str, Any]) -> str:
    return f" Why: {decided['why']}" if decided["why"] else ""


def authors(result: Result) -> list[tuple[str, str | None]]:
    """Those for whom the submission counts, each as id and name: the members of a group, else its one author."""
    submission = result["submission"]
    members = submission.get("members") or [submission]
    return [(one["id"], one.get("name")) for one in members]
