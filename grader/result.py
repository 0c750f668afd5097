"""A grade and what is known around it -> the result as published JSON (`schema/result.schema.json`).

A result is the same whatever language its reader speaks. Its sentences are in English, and beside each stands what it
was made of: the id of the message and its values, titles by language. `speaking.py` chooses other words when a report
is rendered, so neither stores nor caches nor comparisons of two runs know of languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from grader import __version__
from grader.model import BuildFailure, Grade, Message, PartGrade, Picture, Place, Said, Submission, TestGrade, Verdict
from grader.package import Problem
from grader.plugins import Sandbox
from grader.words import NATIVE, say, together

LONGEST = 10_000
LISTED_BYTES = 200_000
MOST_TURNS, FIRST_TURNS = 60, 6


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Under what conditions a submission was graded."""

    sandbox: Sandbox
    seed: int
    started: datetime
    repeat: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What else is to be told of a submission besides its grade."""

    toolchain: str | None = None
    build_log: str = ""
    build_failure: BuildFailure | None = None
    built: bool | None = None
    form: str | None = None
    form_titles: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)


def graded(
    problem: Problem, submission: Submission, grade: Grade, facts: Facts, circumstances: Circumstances
) -> dict[str, Any]:
    """The result of a submission that was graded."""
    return _result(problem, submission, facts, circumstances) | {
        "status": "graded",
        "reason": None,
        "verdict": grade.verdict.value,
        "points": grade.points,
        "max_points": grade.max_points,
        "parts": [_part(part, circumstances, facts) for part in grade.parts],
        "notes": list(dict.fromkeys((*facts.notes, *_overlooked(grade)))),
    }


def _overlooked(grade: Grade) -> Iterator[str]:
    """What was accepted all the same in tests that are shown; in failing tests it stands with the message."""
    for part in grade.parts:
        for test in part.tests:
            if test.finding.verdict is Verdict.AC and not test.hidden:
                yield from (say(note) or "" for note in test.finding.notes)


def ungraded(
    problem: Problem, submission: Submission, reason: str, facts: Facts, circumstances: Circumstances
) -> dict[str, Any]:
    """The result of a submission that could not be graded: no verdict, no points, and never zero."""
    return _result(problem, submission, facts, circumstances) | {
        "status": "ungraded",
        "reason": reason,
        "verdict": None,
        "points": None,
        "max_points": problem.points,
        "parts": [],
    }


def _result(problem: Problem, submission: Submission, facts: Facts, circumstances: Circumstances) -> dict[str, Any]:
    failure = facts.build_failure
    return {
        "format": "grader-result/1",
        "problem": {
            "id": problem.id,
            "title": problem.title.get("en", problem.id),
            "titles": dict(problem.title),
            "digest": problem.digest,
        },
        "submission": {
            "id": submission.id,
            "name": submission.name,
            "late": submission.late,
            "submitted": submission.submitted,
            "members": [{"id": one.id, "name": one.name} for one in submission.members],
            "language": submission.language,
            "main": submission.main,
            "files": sorted(submission.files),
            "digest": submission.digest,
            "sources": dict(facts.sources),
        },
        "form": facts.form,
        "form_titles": dict(facts.form_titles),
        "build": {
            "ok": facts.built,
            "log": facts.build_log[:LONGEST],
            "message": failure.message[:LONGEST] if failure else None,
            "location": _place(failure.place if failure else None, facts),
        },
        "isolation": {
            "level": circumstances.sandbox.level.value,
            "layers": list(circumstances.sandbox.layers),
            "missing": list(circumstances.sandbox.missing),
        },
        "toolchain": facts.toolchain,
        "seed": circumstances.seed,
        "started": circumstances.started.isoformat(timespec="seconds"),
        "notes": list(dict.fromkeys(facts.notes)),
        "flagged": list(facts.flagged),
        "decided": None,
        "audience": "instructor",
        "grader_version": __version__,
    }


def _part(part: PartGrade, circumstances: Circumstances, facts: Facts) -> dict[str, Any]:
    return {
        "id": part.id,
        "title": part.title,
        "titles": dict(part.titles),
        "points": part.points,
        "max_points": part.max_points,
        "counted": part.counted,
        "verdict": part.verdict.value,
        "rules": [say(rule) or "" for rule in part.rules],
        "rules_said": [_said(rule) for rule in part.rules],
        "decided": None,
        "tests": [_test(test, part, circumstances, facts) for test in part.tests],
    }


def _test(test: TestGrade, part: PartGrade, circumstances: Circumstances, facts: Facts) -> dict[str, Any]:
    finding = test.finding
    failed = finding.verdict is not Verdict.AC
    messages = [message for message in (finding.message, *finding.notes) if message is not None] if failed else []
    return {
        "id": test.id,
        "title": test.title or test.id,
        "titles": dict(test.titles),
        "kind": test.kind,
        "verdict": finding.verdict.value,
        "share": finding.share,
        "message": together((say(message) or "" for message in messages), NATIVE) or None,
        "said": list(map(_said, messages)),
        "cause": finding.diagnosis.cause if failed and finding.diagnosis else None,
        "causes": dict(finding.diagnosis.causes) if failed and finding.diagnosis else {},
        "cause_when_hidden": bool(finding.diagnosis and finding.diagnosis.when_hidden),
        "hint": test.hint,
        "hints": dict(test.hints),
        "input": _cut(finding.input),
        "expected": _cut(finding.expected),
        "actual": _cut(finding.actual),
        "transcript": _cut(finding.transcript),
        "turns": _turns(finding.turns),
        "picture": _picture(finding.picture),
        "location": _place(finding.place, facts),
        "remarks": [
            {"location": _place(one.place, facts), "rule": one.rule, "text": one.text} for one in finding.remarks
        ],
        "hidden": test.hidden,
        "cpu_s": _seconds(finding.cpu_s),
        "wall_s": _seconds(finding.wall_s),
        "peak_bytes": finding.peak_bytes,
        "seed": None,
        "repeat": f"{circumstances.repeat} --part {part.id}" if failed else None,
    }


def _said(message: Message) -> dict[str, Any]:
    return {"key": message.key, "values": dict(message.values)}


def _place(place: Place | None, facts: Facts) -> dict[str, Any] | None:
    if place is None:
        return None
    source = place.source
    lines: Sequence[str] = facts.sources.get(place.file, "").splitlines()
    if source is None and place.line is not None and 0 < place.line <= len(lines):
        source = lines[place.line - 1][:500]
    return {"file": place.file, "line": place.line, "column": place.column, "source": source}


def _turns(turns: Sequence[Said]) -> list[dict[str, Any]] | None:
    """The steps of a conversation, its answers numbered; of a long one the beginning and the end."""
    told: list[dict[str, Any]] = []
    answers = 0
    for turn in turns:
        answers += turn.typed
        by, answer = ("person", answers) if turn.typed else ("program", None)
        told.append({"by": by, "answer": answer, "text": _cut(turn.text)})
    left_out = len(told) - MOST_TURNS
    if left_out > 0:
        gap = {"by": "program", "answer": None, "text": f"... ({left_out:,} steps are left out here)"}
        told[FIRST_TURNS : FIRST_TURNS + left_out] = [gap]
    return told or None


def _picture(picture: Picture | None) -> dict[str, Any] | None:
    if picture is None:
        return None
    return {"renderer": picture.renderer, "rows": [list(row) for row in picture.rows]}


def _cut(text: str | None) -> str | None:
    """A text that a report can bear; what was cut is said."""
    if text is None or len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}\n... ({len(text) - LONGEST:,} more characters)"


def _seconds(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
