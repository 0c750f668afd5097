"""A test -> its details as plain text, clean, for the formats that show text: what was asked, expected and given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.people.counting import part_points, pending, total
from grader.plugins import Result
from grader.reports._columns import clean, one_line
from grader.words import ENGLISH, Words

LONGEST = 4_000
TEXTS = ("input", "expected", "actual", "transcript", "cause", "hint")


def words_of(options: Mapping[str, Any]) -> Words:
    """The words that were asked for by the option `lang`, a code."""
    return Words(options.get("lang") or ENGLISH.language)


def not_counted(part: Mapping[str, Any], words: Words) -> str:
    """Why a part does not count, in words."""
    if part["verdict"] == "AC":
        return words("text.not-counted-better")
    if part["verdict"] == "SK" and any(test["kind"] == "style" for test in part["tests"]):
        return words("text.not-counted-unjudged")
    return words("text.not-counted-untried" if part["verdict"] == "SK" else "text.not-counted-unearned")


def settled_words(one: Mapping[str, Any], worth: float | None, words: Words) -> str:
    """The verdict of a result or of a part in words; one that a person has graded waits no more."""
    if (one["points"] or 0) < 0:
        return words("verdict.taken-off")
    is_settled = one["verdict"] == "PD" and worth is not None
    return words("verdict.settled") if is_settled else words.verdict(one["verdict"])


def points(result: Result, words: Words) -> str:
    """The points that count, as `3 of 4`, or why there are none."""
    return _of(total(result), result["max_points"], pending(result, words) or "", words)


def points_of_part(part: Mapping[str, Any], words: Words) -> str:
    """The points that count of a part, as `3 of 4`."""
    return _of(part_points(part), part["max_points"], words("decided.waits"), words)


def _of(value: float | None, most: float, otherwise: str, words: Words) -> str:
    if value is None:
        return words("text.otherwise-of", why=otherwise, most=most)
    return words("text.of", points=value, most=most)


def who(submission: Mapping[str, Any]) -> str:
    """The id, with the name of the student where it is known."""
    name = submission.get("name")
    return f"{submission['id']} ({name})" if name else str(submission["id"])


def details(test: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """What is known of a test besides its message, each text with its label."""
    known = [(_label(key, words), cut(test.get(key), words)) for key in TEXTS if test.get(key) is not None]
    if place := where(test["location"], words):
        known.append((words("label.where"), place))
    if test["repeat"] is not None:
        known.append((words("label.repeat"), one_line(test["repeat"])))
    return known


def _label(key: str, words: Words) -> str:
    return words("text.likely-cause" if key == "cause" else f"label.{key}")


def described(test: Mapping[str, Any], words: Words) -> str:
    """The message and the details as lines."""
    lines = [cut(test["message"], words)] if test["message"] else [f"{words.verdict(test['verdict'])}."]
    for label, text in details(test, words):
        lines.append(f"{label}: {text}" if "\n" not in text else f"{label}:\n{text}")
    return "\n".join(lines)


def where(place: Mapping[str, Any] | None, words: Words) -> str | None:
    """File and line, in words."""
    if place is None:
        return None
    file = one_line(place["file"])
    return file if place["line"] is None else words("text.line", file=file, line=str(place["line"]))


def cut(text: str | None, words: Words) -> str:
    """The clean text; of a long one its beginning, and how much is left out."""
    whole = text or ""
    rest = len(whole) - LONGEST
    return clean(whole[:LONGEST]) + (f"\n{words('text.more-characters', count=rest)}" if rest > 0 else "")


def ungraded_words(result: Result, words: Words) -> str:
    """Why a result has no points."""
    return words("text.not-graded", reason=one_line(result["reason"]))
