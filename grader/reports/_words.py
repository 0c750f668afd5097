"""A test -> its details as plain text, clean, for the formats that show text: what was asked, expected and given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.model import Verdict
from grader.people.counting import part_points, pending, total
from grader.plugins import Result
from grader.reports._columns import clean, one_line
from grader.words import VERDICTS

LONGEST = 4_000
LABELS = (
    ("input", "input"), ("expected", "expected"), ("actual", "got"), ("transcript", "so far"),
    ("cause", "likely cause"), ("hint", "hint"),
)  # fmt: skip


def verdict_words(verdict: str) -> str:
    """The verdict in words."""
    return VERDICTS[Verdict(verdict)]


def not_counted(part: Mapping[str, Any]) -> str:
    """Why a part does not count, in words."""
    if part["verdict"] == "AC":
        return "another part counts instead"
    if part["verdict"] == "SK" and any(test["kind"] == "style" for test in part["tests"]):
        return "could not be judged here"
    return "optional, not tried" if part["verdict"] == "SK" else "optional, not earned"


def settled_words(one: Mapping[str, Any], worth: float | None) -> str:
    """The verdict of a result or of a part in words; one that a person has graded waits no more."""
    if (one["points"] or 0) < 0:
        return "Points taken off"
    return "Graded by a person" if one["verdict"] == "PD" and worth is not None else verdict_words(one["verdict"])


def points(result: Result) -> str:
    """The points that count, as `3 of 4`, or why there are none."""
    return _of(total(result), result["max_points"], pending(result) or "")


def points_of_part(part: Mapping[str, Any]) -> str:
    """The points that count of a part, as `3 of 4`."""
    return _of(part_points(part), part["max_points"], "waits for a person")


def _of(value: float | None, most: float, otherwise: str) -> str:
    return f"{otherwise}, of {most:g}" if value is None else f"{value:g} of {most:g}"


def who(submission: Mapping[str, Any]) -> str:
    """The id, with the name of the student where it is known."""
    name = submission.get("name")
    return f"{submission['id']} ({name})" if name else str(submission["id"])


def details(test: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is known of a test besides its message, each text with its label."""
    known = [(label, cut(test.get(key))) for key, label in LABELS if test.get(key) is not None]
    if place := where(test["location"]):
        known.append(("where", place))
    if test["repeat"] is not None:
        known.append(("repeat", one_line(test["repeat"])))
    return known


def described(test: Mapping[str, Any]) -> str:
    """The message and the details as lines."""
    lines = [cut(test["message"])] if test["message"] else [f"{verdict_words(test['verdict'])}."]
    for label, text in details(test):
        lines.append(f"{label}: {text}" if "\n" not in text else f"{label}:\n{text}")
    return "\n".join(lines)


def where(place: Mapping[str, Any] | None) -> str | None:
    """File and line, in words."""
    if place is None:
        return None
    line = f", line {place['line']}" if place["line"] is not None else ""
    return f"{one_line(place['file'])}{line}"


def cut(text: str | None) -> str:
    """The clean text; of a long one its beginning, and how much is left out."""
    whole = text or ""
    rest = len(whole) - LONGEST
    return clean(whole[:LONGEST]) + (f"\n... ({rest:,} more characters)" if rest > 0 else "")


def ungraded_words(result: Result) -> str:
    """Why a result has no points."""
    return f"Not graded: {one_line(result['reason'])}"
