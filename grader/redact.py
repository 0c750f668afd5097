"""A result for the instructor -> the same result for a student, without what is hidden.

Hidden things leave the data here, before any report is rendered. What a student still sees of a hidden test is
its verdict in one neutral sentence and the hint that the author wrote for it. Its id and the fingerprint of the package
leave as well: the one may say what is asked, by the other guesses could be tried. Of what people decided, who and why
leave too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.model import Verdict
from grader.people.counting import for_students
from grader.words import ENGLISH

_TOLD = ("kind", "verdict", "hint", "hints", "hidden")


_RESULT = (
    "format", "problem", "submission", "status", "reason", "verdict", "points", "max_points", "form",
    "form_titles", "build",
    "isolation", "toolchain", "seed", "started", "notes", "decided", "grader_version",
)  # fmt: skip
_PART = ("id", "title", "titles", "points", "max_points", "counted", "verdict", "rules", "rules_said", "decided")


def for_student(result: Mapping[str, Any]) -> dict[str, Any]:
    """What the student may see of the result."""
    result = for_students(result)
    hidden = any(test["hidden"] for part in result["parts"] for test in part["tests"])
    redacted = {
        **{key: result[key] for key in _RESULT if key in result},
        "parts": [
            {
                **{key: part[key] for key in _PART if key in part},
                "tests": [
                    _redacted(test, f"{part['id']}-{number}") if test["hidden"] else test
                    for number, test in enumerate(part["tests"], start=1)
                ],
            }
            for part in result["parts"]
        ],
        "problem": {**result["problem"], "digest": None},
        "flagged": [],
        "audience": "student",
    }
    if hidden and result["build"]["ok"]:
        redacted["build"] = {**result["build"], "log": ""}
    return redacted


def class_for_student(batch: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody who may see no hidden test may see of a batch."""
    results = [for_student(result) for result in batch["results"]]
    return {**batch, "problem": {**batch["problem"], "digest": None}, "results": results}


def _redacted(test: Mapping[str, Any], name: str) -> dict[str, Any]:
    accepted = test["verdict"] == Verdict.AC.value
    told = {"verdict": ENGLISH.verdict(test["verdict"])}
    is_told = bool(test.get("cause_when_hidden"))
    empty = dict.fromkeys(test)
    return {
        **empty,
        **{key: test[key] for key in _TOLD if key in test},
        "id": name,
        "cause": test.get("cause") if is_told else None,
        "causes": test.get("causes") if is_told else None,
        "cause_when_hidden": test.get("cause_when_hidden"),
        "title": ENGLISH("hidden.title"),
        "share": 1.0 if accepted else 0.0,
        "message": None if accepted else ENGLISH("hidden.message", **told),
        "said": [] if accepted else [{"key": "hidden.message", "values": told}],
    }
