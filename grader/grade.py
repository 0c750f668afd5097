"""Findings -> points, by the rules of the parts. Nothing is judged here and nothing is put into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from grader.model import Finding, Grade, Message, PartGrade, TestGrade, Verdict, worst
from grader.package import Form, Part
from grader.plugins import ForPeople

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
            graded = _part(part, [skipped] * len(part.tests), 0.0)
        else:
            graded = _part(part, findings[part.id], _worth(part, parts))
        parts.append(replace(graded, rules=_rules(part, form, parts)))
    for group in form.one_of:
        parts = _best_of(group, parts)
    counted = [part.verdict for part in parts if part.counted]
    return Grade(
        verdict=worst(counted) or worst([part.verdict for part in parts]) or Verdict.SK,
        points=_sum([part.points for part in parts]),
        max_points=_rounded(form.points),
        parts=tuple(parts),
    )


def _sum(points: Sequence[float | None]) -> float | None:
    known = [one for one in points if one is not None]
    return _rounded(max(0.0, sum(known))) if len(known) == len(points) else None


def nothing(form: Form, finding: Finding, *, readable: bool) -> Grade:
    """The grade of a submission that can't be asked anything: every test gets the same finding.

    What a person judges waits all the same, if there is something to read.
    """
    findings = {
        part.id: [
            test.check.for_a_person() if readable and isinstance(test.check, ForPeople) else finding
            for test in part.tests
        ]
        for part in form.parts
    }
    return grade(form, findings)


def _best_of(group: Sequence[str], parts: Sequence[PartGrade]) -> list[PartGrade]:
    """The parts, of which only the best one of the group counts, the first of several; all if none has a point."""
    best = max((part for part in parts if part.id in group), key=lambda part: part.points or 0.0, default=None)
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


def _rules(part: Part, form: Form, earlier: Sequence[PartGrade]) -> tuple[Message, ...]:
    """How the points of the part come about, as far as there is anything to say."""
    titles = {one.id: one.title for one in form.parts}
    rules = []
    if len(part.tests) > 1:
        rules.append(Message("points-share" if part.by_share else "points-all", {"tests": str(len(part.tests))}))
    rules += [Message("points-required", {"part": titles[name]}) for name in part.requires if name in titles]
    accepted = [one.id for one in earlier if one.verdict is Verdict.AC]
    for name, points in part.points_with.items():
        if name in titles and points > part.points:
            key = "points-raised" if name in accepted else "points-raisable"
            values = {"points": f"{points:g}", "usual": f"{part.points:g}", "part": titles[name]}
            rules.append(Message(key, values))
    if part.optional:
        rules.append(Message("points-optional"))
    return tuple(rules)


def _part(part: Part, findings: Sequence[Finding], worth: float) -> PartGrade:
    if len(findings) != len(part.tests) or not findings:
        raise ValueError(f"part {part.id} has {len(part.tests)} tests and {len(findings)} findings")
    passed = [finding.verdict is Verdict.AC and finding.share == 1.0 for finding in findings]
    points: float | None
    if any(finding.verdict is Verdict.PD for finding in findings):
        points = None
    elif part.by_share:
        points = worth * sum(finding.share for finding in findings) / len(findings)
    else:
        points = worth if all(passed) else 0.0
    if points is not None:
        points -= sum(finding.off for finding in findings)
    verdict = worst([finding.verdict for finding in findings]) or Verdict.SK
    if verdict is Verdict.SK and any(finding.verdict is Verdict.TLE for finding in findings):
        verdict = Verdict.TLE
    if verdict is Verdict.AC and not all(passed):
        verdict = Verdict.WA
    tests = tuple(
        TestGrade(test.id, test.title, test.kind, part.hidden, finding, test.hint, test.titles, test.hints)
        for test, finding in zip(part.tests, findings, strict=True)
    )
    counted = verdict in (Verdict.AC, Verdict.PD) or not part.optional
    rounded = None if points is None else _rounded(points)
    return PartGrade(part.id, part.title, rounded, part.most_points, counted, verdict, tests, titles=part.titles)


def _rounded(points: float) -> float:
    """To hundredths, halves away from zero as people do it."""
    return float(Decimal(str(points)).quantize(Decimal("0.01"), ROUND_HALF_UP))
