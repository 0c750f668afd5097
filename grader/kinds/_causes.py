"""A wrong answer -> its known cause, where the package names it: told to the student, never a reason for points.

A package knows wrong answers in two ways. By value: this number comes out when that is forgotten. By rule: the answers
to all members of a domain are those of a function that is wrong in a known way, which is hardly ever chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.kinds._judging import compare_for
from grader.kinds._texts import lines
from grader.model import Diagnosis
from grader.package import by_language, english
from grader.plugins import Reader, Subject
from grader.values import Numbers, Value, compare

_TEXT = {"$ref": "#/$defs/text"}


def schema_of(key: str, sort: Mapping[str, Any]) -> Mapping[str, Any]:
    """The keys of a test that names causes, each for what stands under `key`."""
    entry = {
        "type": "object",
        "additionalProperties": False,
        "required": [key, "cause"],
        "properties": {key: sort, "cause": _TEXT},
    }
    return {"causes": {"anyOf": [{"$ref": "#/$defs/oracle"}, {"type": "array", "minItems": 1, "items": entry}]}}


WHEN_HIDDEN: Mapping[str, Any] = {"causes_when_hidden": {"type": "boolean"}}
BY_VALUE: Mapping[str, Any] = schema_of("value", {})
BY_RULE: Mapping[str, Any] = schema_of("rule", {"$ref": "#/$defs/oracle"})


@dataclass(frozen=True, slots=True)
class KnownAnswers:
    """Wrong answers, each with its cause."""

    known: tuple[tuple[Value, Diagnosis], ...] = ()

    def of(self, answer: Value, subject: Subject, numbers: Numbers) -> Diagnosis | None:
        """The cause of this wrong answer, None if it is not known."""
        for value, diagnosis in self.known:
            if compare_for(subject, value, answer, numbers).same:
                return diagnosis
        return None

    def of_text(self, printed: str) -> Diagnosis | None:
        """The cause of the one known answer in what a program printed, None if there is none, or several."""
        found = [diagnosis for value, diagnosis in self.known if _stands_in(value, printed)]
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class KnownRules:
    """Functions that are wrong in a known way, each with what is wrong in it."""

    known: tuple[tuple[Callable[..., Any], Diagnosis], ...] = ()


NO_ANSWERS, NO_RULES = KnownAnswers(), KnownRules()


def read_answers(body: Mapping[str, Any], reader: Reader, *path: str | int, when_hidden: bool = False) -> KnownAnswers:
    """The causes by value that a test, or a step of it, names."""
    return KnownAnswers(
        tuple(
            (reader.value(entry["value"], *path, *place), _diagnosis(entry, when_hidden=when_hidden))
            for entry, place in _entries(body, "value", reader, path)
        )
    )


def read_rules(body: Mapping[str, Any], reader: Reader) -> KnownRules:
    """The causes by rule that a test names."""
    when_hidden = body.get("causes_when_hidden", False)
    return KnownRules(
        tuple(
            (reader.oracle(entry["rule"], *place, "rule"), _diagnosis(entry, when_hidden=when_hidden))
            for entry, place in _entries(body, "rule", reader, ())
        )
    )


def _diagnosis(entry: Mapping[str, Any], *, when_hidden: bool) -> Diagnosis:
    return Diagnosis(english(entry["cause"]), when_hidden, by_language(entry["cause"]))


def refuse_right(causes: KnownAnswers, expected: Value, reader: Reader, *path: str | int) -> None:
    """A fault for each cause of an answer that is the right one."""
    for value, _diagnosis in causes.known:
        if compare(expected, value, reader.numbers).same:
            reader.fault("a cause is named for the right answer", *path, "causes")


def _entries(
    body: Mapping[str, Any], key: str, reader: Reader, path: tuple[str | int, ...]
) -> list[tuple[Mapping[str, Any], tuple[str | int, ...]]]:
    """Each entry with its place; those of a function of the oracle are checked here."""
    written = body.get("causes", [])
    if isinstance(written, list):
        return [(entry, ("causes", index)) for index, entry in enumerate(written)]
    made: Sequence[Any] = list(reader.oracle(written, *path, "causes")() or ())
    if not all(isinstance(entry, dict) and set(entry) == {key, "cause"} and _is_text(entry["cause"]) for entry in made):
        reader.fault(f"`{written}` gives a list of entries such as {{{key!r}: ..., 'cause': '...'}}", *path, "causes")
        return []
    return [(entry, ("causes",)) for entry in made]


def _is_text(cause: object) -> bool:
    """As the schema asks for it where causes stand in the package."""
    if isinstance(cause, dict):
        return bool(cause.get("en")) and all(isinstance(text, str) for pair in cause.items() for text in pair)
    return isinstance(cause, str) and cause != ""


def _stands_in(value: Value, printed: str) -> bool:
    """A whole number anywhere in the text, with or without signs between thousands; else the lines of a text."""
    if isinstance(value, int) and not isinstance(value, bool):
        head, *groups = f"{abs(value):,}".split(",")
        between = r"[ .,'_\u00a0\u202f\u2009]?"
        sign = "-" if value < 0 else ""
        number = between.join([head, *groups])
        return re.search(rf"(?<![\d.,-]){sign}{number}(?!\d|[.,]\d)", printed) is not None
    return isinstance(value, str) and lines(value) == lines(printed)
