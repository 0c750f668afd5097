"""A result -> the points that count, and in words where they come from: the tests, or what people decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from grader.words import ENGLISH, Words

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


def pending(result: Result, words: Words = ENGLISH) -> str | None:
    """Why a total is not known, in a few words; None if it is known."""
    if is_excused(result):
        return words("decided.excused")
    if total(result) is not None:
        return None
    return words("decided.not-graded" if result["status"] == "ungraded" else "decided.waits")


def told_shortly(result: Result, words: Words = ENGLISH) -> str | None:
    """What sets the points apart from what the tests gave, or keeps them from being known, in a few words."""
    decided = result.get("decided")
    if decided is None or pending(result) is not None:
        return pending(result, words) if result["status"] == "graded" or decided is not None else None
    points = [(part.get("decided") or {}).get("points") for part in result["parts"]]
    if decided["given"] is not None or any(one is not None for one in points):
        return words("decided.by-a-person")
    return words("decided.late" if decided["late"] is not None else "decided.comment")


def handed_in_late(result: Result) -> bool:
    """Whether an LMS has marked it so, and no rule of ours takes points off for it, which `told_shortly` would tell."""
    decided = result.get("decided")
    return bool(result["submission"].get("late")) and (decided is None or decided["late"] is None)


def for_students(result: Result) -> dict[str, Any]:
    """The result without who decided and why: that is for the record, as the comment is for the student."""
    parts = [{**part, "decided": _without_record(part.get("decided"))} for part in result["parts"]]
    return {**result, "parts": parts, "decided": _without_record(result.get("decided"))}


def _without_record(decided: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if decided is None else {**decided, "by": None, "why": None}


def origins(result: Result, words: Words = ENGLISH) -> list[str]:
    """A sentence for each thing that people decided and for each that they have yet to decide."""
    return [*_of_the_whole(result, words), *_of_parts(result, words)]


def _of_the_whole(result: Result, words: Words) -> Iterator[str]:
    decided = result.get("decided")
    if decided is not None:
        by = decided["by"] or words("word.a-person")
        if decided["excused"]:
            yield _with_why(words("decided.excused-by", by=by), decided, words)
        elif decided["given"] is not None:
            automatic = words("word.none") if result["points"] is None else words.number(result["points"])
            said = words("decided.whole", points=decided["given"], by=by, automatic=automatic)
            yield _with_why(said, decided, words)
        elif decided["why"] or (decided["late"] and decided["late"]["extended"]):
            yield _with_why(words("decided.decided-by", by=by), decided, words)
        if decided["comment"]:
            yield words("decided.comment-is", comment=decided["comment"])
        if decided["late"] is not None:
            yield _late(decided["late"], words, is_last=decided["given"] is None and not decided["excused"])
    for part in waiting(result):
        asked = [test["message"] for test in part["tests"] if test["message"]]
        yield " ".join([words("decided.waiting", part=part["title"], most=part["max_points"]), *asked])


def _of_parts(result: Result, words: Words) -> Iterator[str]:
    for part in result["parts"]:
        decided = part.get("decided")
        if decided is None:
            continue
        if decided["points"] is not None:
            by = decided["by"] or words("word.a-person")
            given = {"part": part["title"], "points": decided["points"], "most": part["max_points"], "by": by}
            if part["points"] is None:
                said = words("decided.part", **given)
            else:
                said = words("decided.part-automatic", **given, automatic=part["points"])
            yield _with_why(said, decided, words)
        if decided["comment"]:
            yield f"{part['title']}: {decided['comment']}"


def _late(late: Mapping[str, Any], words: Words, *, is_last: bool) -> str:
    key = f"decided.late-{'by' if is_last else 'free'}{'-extended' if late['extended'] else ''}"
    moments = {"due": _moment(late["due"]), "moment": _moment(late["handed_in"])}
    return words(key, days=late["days"], off=late["off"], **moments)


def _moment(written: str) -> str:
    time = datetime.fromisoformat(written)
    return f"{time:%Y-%m-%d %H:%M} {time.tzname()}"


def _with_why(said: str, decided: Mapping[str, Any], words: Words) -> str:
    return f"{said} {words('decided.why', why=decided['why'])}" if decided["why"] else said


def authors(result: Result) -> list[tuple[str, str | None]]:
    """Those for whom the submission counts, each as id and name: the members of a group, else its one author."""
    submission = result["submission"]
    members = submission.get("members") or [submission]
    return [(one["id"], one.get("name")) for one in members]
