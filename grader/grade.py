"""Findings -> points, by the rules of the parts. Nothing is judged here and nothing is put into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from grader.model import Finding, Grade, Message, PartGrade, TestGrade, Verdict, worst
from grader.package import Form, Part

Findings = Mapping[str, Sequence[Finding]]


def grade(form: Form, findings: Findings) -> Grade:
    """The grade for the findings of each part, one per test in the order of the tests.

    A part without its findings is an error of ours, never points: KeyError.
    """
    parts: list[PartGrade] = []
    for part in form.parts:
        failed = next((one for one in parts if one.id in part.requires and one.verdict is not Verdict.AC), None)
        if failed is not None:
            skipped = Finding(Verdict.SK, 0.0, Message("required", {"part": failed.title}))
            parts.append(_part(part, [skipped] * len(part.tests), 0.0))
        else:
            parts.append(_part(part, findings[part.id], _worth(part, parts)))
    for group in form.one_of:
        parts = _best_of(group, parts)
    counted = [part.verdict for part in parts if part.counted]
    return Grade(
        verdict=worst(counted) or worst([part.verdict for part in parts]) or Verdict.SK,
        points=_rounded(sum(part.points for part in parts)),
        max_points=_rounded(form.points),
        parts=tuple(parts),
    )


def nothing(form: Form, finding: Finding) -> Grade:
    """The grade of a submission that can't be asked anything: every test gets the same finding."""
    return grade(form, {part.id: [finding] * len(part.tests) for part in form.parts})


def _best_of(group: Sequence[str], parts: Sequence[PartGrade]) -> list[PartGrade]:
    """The parts, of which only the best one of the group counts, the first of several; all if none has a point."""
    best = max((part for part in parts if part.id in group), key=lambda part: part.points, default=None)
    if best is None or not best.points:
        return list(parts)
    return [part if part.id not in group or part is best else _set_aside(part, best) for part in parts]


def _set_aside(part: PartGrade, better: PartGrade) -> PartGrade:
    """The part without its points and its say in the verdict."""
    note = Message("one-of", {"part": better.title})
    tests = [replace(test, finding=test.finding.noting(note)) for test in part.tests] if part.points else part.tests
    return replace(part, points=0.0, counted=False, tests=tuple(tests))


def _worth(part: Part, earlier: Sequence[PartGrade]) -> float:
    """What the part is worth beside the others, the most of several."""
    accepted = [one.id for one in earlier if one.verdict is Verdict.AC]
    return max(part.points, *(points for name, points in part.points_with.items() if name in accepted), 0.0)


def _part(part: Part, findings: Sequence[Finding], worth: float) -> PartGrade:
    if len(findings) != len(part.tests) or not findings:
        raise ValueError(f"part {part.id} has {len(part.tests)} tests and {len(findings)} findings")
    passed = [finding.verdict is Verdict.AC and finding.share == 1.0 for finding in findings]
    if part.by_share:
        points = worth * sum(finding.share for finding in findings) / len(findings)
    else:
        points = worth if all(passed) else 0.0
    verdict = worst([finding.verdict for finding in findings]) or Verdict.SK
    if verdict is Verdict.SK and any(finding.verdict is Verdict.TLE for finding in findings):
        verdict = Verdict.TLE
    if verdict is Verdict.AC and not all(passed):
        verdict = Verdict.WA
    tests = tuple(
        TestGrade(test.id, test.title, test.kind, part.hidden, finding, test.hint)
        for test, finding in zip(part.tests, findings, strict=True)
    )
    counted = verdict is Verdict.AC or not part.optional
    return PartGrade(part.id, part.title, _rounded(points), part.most_points, counted, verdict, tests)


def _rounded(points: float) -> float:
    """To hundredths, halves away from zero as people do it."""
    return float(Decimal(str(points)).quantize(Decimal("0.01"), ROUND_HALF_UP))
