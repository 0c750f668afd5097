"""grader.grade: what the findings are worth, by the rules of the parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.grade import grade, nothing
from grader.model import Finding, Grade, Interface, Message, PartGrade, Verdict, worst
from grader.model import TestGrade as GradedTest
from grader.package import Form, Part
from grader.package import Test as AskedTest
from grader.plugins import Subject
from grader.words import say

CALM = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
ORDER = [Verdict(code) for code in ("CE", "IR", "RTE", "MLE", "TLE", "OLE", "WA", "SK", "PD", "AC")]
RIGHT = Finding(Verdict.AC, 1.0)
WRONG = Finding(Verdict.WA, 0.0)


@dataclass(frozen=True, slots=True)
class Never:
    """A check that nobody asks here."""

    def judge(self, subject: Subject) -> Finding:  # noqa: ARG002 - as the protocol has it
        raise AssertionError("grade judges nothing")


def part(  # noqa: PLR0913 - the rules of a part, each with its usual value
    name: str = "a",
    points: float = 4,
    tests: int = 2,
    *,
    by_share: bool = False,
    hidden: bool = False,
    optional: bool = False,
    requires: tuple[str, ...] = (),
) -> Part:
    made = tuple(AskedTest(f"{name}-{number}", f"test {number}", "call", Never()) for number in range(tests))
    return Part(name, name.upper(), points, made, by_share, hidden, optional, requires)


def form(*parts: Part) -> Form:
    return Form(None, None, ("python",), Interface(), parts)


def partly(share: float) -> Finding:
    return Finding(Verdict.WA, share)


def of(verdict: Verdict) -> Finding:
    return Finding(verdict, 1.0 if verdict is Verdict.AC else 0.0)


def test_a_grade_holds_every_test_with_its_finding() -> None:
    hinted = AskedTest("one", "the first", "call", Never(), hint="Look again.")
    plain = AskedTest("two", "", "program", Never())
    asked = Part("a", "Part A", 4, (hinted, plain), False, True, False, ())
    assert grade(form(asked), {"a": [RIGHT, WRONG]}) == Grade(
        Verdict.WA,
        0.0,
        4.0,
        (
            PartGrade(
                "a",
                "Part A",
                0.0,
                4,
                True,
                Verdict.WA,
                (
                    GradedTest("one", "the first", "call", True, RIGHT, "Look again."),
                    GradedTest("two", "", "program", True, WRONG, None),
                ),
                (Message("points-all", {"tests": "2"}),),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("by_share", "findings", "points", "verdict"),
    [
        (False, [RIGHT, RIGHT], 4.0, Verdict.AC),
        (False, [RIGHT, WRONG], 0.0, Verdict.WA),
        (False, [RIGHT, partly(0.99)], 0.0, Verdict.WA),
        (False, [RIGHT, Finding(Verdict.AC, 0.5)], 0.0, Verdict.WA),
        (False, [RIGHT, Finding(Verdict.WA, 1.0)], 0.0, Verdict.WA),
        (False, [RIGHT, of(Verdict.SK)], 0.0, Verdict.SK),
        (True, [RIGHT, RIGHT], 4.0, Verdict.AC),
        (True, [RIGHT, WRONG], 2.0, Verdict.WA),
        (True, [RIGHT, partly(0.5)], 3.0, Verdict.WA),
        (True, [RIGHT, Finding(Verdict.AC, 0.5)], 3.0, Verdict.WA),
        (True, [WRONG, of(Verdict.TLE)], 0.0, Verdict.TLE),
        (True, [RIGHT, of(Verdict.SK)], 2.0, Verdict.SK),
    ],
)
def test_points_are_all_or_nothing_unless_they_go_by_share(
    by_share: bool, findings: Sequence[Finding], points: float, verdict: Verdict
) -> None:
    graded = grade(form(part(by_share=by_share)), {"a": findings})
    assert (graded.points, graded.verdict) == (points, verdict)


@pytest.mark.parametrize(
    ("points", "share", "rounded"),
    [
        (1, 1 / 3, 0.33),
        (1, 2 / 3, 0.67),
        (3, 0.625, 1.88),
        (1, 0.125, 0.13),
        (1.15, 0.5, 0.58),
        (2.01, 0.5, 1.01),
        (0.1, 1.0, 0.1),
        (0, 1.0, 0.0),
        (100, 0.99999, 100.0),
        (1, 0.001, 0.0),
    ],
)
def test_points_are_rounded_to_hundredths_with_halves_up(points: float, share: float, rounded: float) -> None:
    finding = RIGHT if share == 1.0 else partly(share)
    assert grade(form(part(points=points, tests=1, by_share=True)), {"a": [finding]}).points == rounded


def test_ten_tenths_are_one_point() -> None:
    parts = [part(f"p{number}", 0.1, 1) for number in range(10)]
    graded = grade(form(*parts), {one.id: [RIGHT] for one in parts})
    assert (graded.points, graded.max_points) == (1.0, 1.0)


# --- points beside other parts ------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "points"), [(Verdict.AC, 2.0), (Verdict.WA, 1.0), (Verdict.SK, 1.0)])
def test_a_part_is_worth_more_beside_another_that_is_accepted(other: Verdict, points: float) -> None:
    asked = form(part("a", 2, 1), replace(part("b", 1, 1), points_with={"a": 2}))
    got = grade(asked, {"a": [of(other)], "b": [of(Verdict.AC)]})
    assert [(one.points, one.max_points) for one in got.parts][1] == (points, 2)
    assert got.max_points == 4


def test_a_part_with_a_fault_earns_nothing_beside_another_that_is_accepted() -> None:
    asked = form(part("a", 2, 1), replace(part("b", 1, 1), points_with={"a": 2}))
    assert grade(asked, {"a": [of(Verdict.AC)], "b": [of(Verdict.WA)]}).points == 2


# --- parts that exclude each other ---------------------------------------------------------------------------


def group(*findings: Finding, optional: bool = True, by_share: bool = False) -> Grade:
    """A part of 5 points that is right, and of two that exclude each other, worth 2 and 3, the findings."""
    others = [part(name, points, 1, optional=optional, by_share=by_share) for name, points in (("b", 2), ("c", 3))]
    asked = replace(form(part("a", 5, 1), *others), one_of=(("b", "c"),))
    return grade(asked, {"a": [RIGHT], "b": [findings[0]], "c": [findings[1]]})


@pytest.mark.parametrize(
    ("findings", "points", "counted"),
    [
        ((RIGHT, RIGHT), [0.0, 3.0], [False, True]),
        ((RIGHT, WRONG), [2.0, 0.0], [True, False]),
        ((WRONG, RIGHT), [0.0, 3.0], [False, True]),
        ((WRONG, WRONG), [0.0, 0.0], [False, False]),
    ],
)
def test_of_parts_that_exclude_each_other_the_better_counts(
    findings: tuple[Finding, Finding], points: list[float], counted: list[bool]
) -> None:
    graded = group(*findings)
    assert [(one.points, one.counted) for one in graded.parts[1:]] == list(zip(points, counted, strict=True))
    assert (graded.points, graded.max_points, graded.verdict) == (5 + sum(points), 8.0, Verdict.AC)


def test_a_fault_of_a_part_is_no_fault_beside_a_better_one_that_excludes_it() -> None:
    assert group(RIGHT, WRONG, optional=False).verdict is Verdict.AC
    assert group(WRONG, RIGHT, optional=False).verdict is Verdict.AC
    assert group(WRONG, of(Verdict.CE), optional=False).verdict is Verdict.CE
    assert group(of(Verdict.CE), WRONG, optional=False).verdict is Verdict.CE


def test_of_two_shares_the_one_that_is_worth_more_counts() -> None:
    assert [one.points for one in group(RIGHT, partly(0.5), by_share=True).parts] == [5.0, 2.0, 0.0]
    assert [one.points for one in group(RIGHT, partly(0.9), by_share=True).parts] == [5.0, 0.0, 2.7]


def test_who_loses_points_to_a_better_part_is_told_so_and_nobody_else_is() -> None:
    note = Message("one-of", {"part": "C"})
    assert [one.tests[0].finding for one in group(RIGHT, RIGHT).parts] == [RIGHT, RIGHT.noting(note), RIGHT]
    assert [one.tests[0].finding for one in group(WRONG, RIGHT).parts] == [RIGHT, WRONG, RIGHT]


def test_a_part_of_a_group_counts_where_the_others_were_not_asked_for() -> None:
    asked = replace(form(part("b", 2, 1, optional=True)), one_of=(("b", "c"),))
    graded = grade(asked, {"b": [RIGHT]})
    assert (graded.points, graded.max_points, graded.parts[0].counted) == (2.0, 2.0, True)


# --- requires ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "findings",
    [[WRONG, WRONG], [RIGHT, WRONG], [RIGHT, partly(0.9)], [Finding(Verdict.AC, 0.9), RIGHT]],
)
@pytest.mark.parametrize("by_share", [False, True])
def test_a_part_that_needs_a_part_with_a_fault_is_skipped(findings: Sequence[Finding], by_share: bool) -> None:
    asked = form(part("a", by_share=by_share), part("b", 6, requires=("a",)))
    graded = grade(asked, {"a": findings, "b": [RIGHT, RIGHT]})
    skipped = Finding(Verdict.SK, 0.0, Message("required", {"part": "A"}))
    found = graded.parts[1]
    assert (found.points, found.verdict, [test.finding for test in found.tests]) == (
        0.0,
        Verdict.SK,
        [skipped, skipped],
    )


def test_a_part_whose_required_parts_are_right_counts() -> None:
    asked = form(part("a"), part("b"), part("c", 6, requires=("a", "b")))
    graded = grade(asked, {"a": [RIGHT] * 2, "b": [RIGHT] * 2, "c": [RIGHT, RIGHT]})
    assert (graded.points, graded.verdict) == (14.0, Verdict.AC)


def test_one_of_two_required_parts_is_not_enough() -> None:
    asked = form(part("a"), part("b"), part("c", 6, requires=("a", "b")))
    graded = grade(asked, {"a": [RIGHT] * 2, "b": [RIGHT, WRONG], "c": [RIGHT, RIGHT]})
    assert [(one.points, one.verdict) for one in graded.parts] == [
        (4.0, Verdict.AC),
        (0.0, Verdict.WA),
        (0.0, Verdict.SK),
    ]
    assert graded.parts[2].tests[0].finding.message == Message("required", {"part": "B"})


def test_a_skipped_part_fails_the_part_that_needs_it() -> None:
    asked = form(part("a"), part("b", requires=("a",)), part("c", requires=("b",)))
    graded = grade(asked, {"a": [WRONG] * 2, "b": [RIGHT] * 2, "c": [RIGHT] * 2})
    assert [one.verdict for one in graded.parts] == [Verdict.WA, Verdict.SK, Verdict.SK]
    assert graded.points == 0.0


# --- optional ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("findings", "counted", "points", "verdict"),
    [
        ([RIGHT, RIGHT], True, 8.0, Verdict.AC),
        ([of(Verdict.CE), of(Verdict.CE)], False, 4.0, Verdict.AC),
        ([of(Verdict.SK), of(Verdict.SK)], False, 4.0, Verdict.AC),
    ],
)
def test_an_optional_part_that_was_not_attempted_does_not_count(
    findings: Sequence[Finding], counted: bool, points: float, verdict: Verdict
) -> None:
    graded = grade(form(part("a"), part("b", optional=True)), {"a": [RIGHT] * 2, "b": findings})
    assert (graded.parts[1].counted, graded.points, graded.max_points, graded.verdict) == (
        counted,
        points,
        8.0,
        verdict,
    )


def test_a_form_of_optional_parts_that_fail_is_not_accepted() -> None:
    graded = grade(form(part("a", optional=True)), {"a": [of(Verdict.CE), WRONG]})
    assert (graded.verdict, graded.points) == (Verdict.CE, 0.0)


# --- lost evidence -----------------------------------------------------------------------------------------


def test_a_part_without_its_findings_earns_nothing() -> None:
    with pytest.raises(KeyError):
        grade(form(part("a"), part("b")), {"a": [RIGHT, RIGHT]})


@pytest.mark.parametrize("findings", [[], [RIGHT], [RIGHT, RIGHT, RIGHT]])
@pytest.mark.parametrize("by_share", [False, True])
def test_a_part_with_another_number_of_findings_earns_nothing(findings: Sequence[Finding], by_share: bool) -> None:
    with pytest.raises(ValueError, match=f"part a has 2 tests and {len(findings)} findings"):
        grade(form(part(by_share=by_share)), {"a": findings})


def test_a_part_without_tests_earns_nothing() -> None:
    with pytest.raises(ValueError, match="part a has 0 tests and 0 findings"):
        grade(form(part(tests=0)), {"a": []})


def test_a_form_without_parts_is_not_accepted() -> None:
    assert grade(form(), {}) == Grade(Verdict.SK, 0.0, 0.0, ())


def test_a_submission_that_can_be_asked_nothing_gets_nothing() -> None:
    finding = Finding(Verdict.CE, 0.0, Message("objection", {"why": "broken"}))
    asked = form(part("a", tests=1), part("b", tests=2, by_share=True))
    graded = nothing(asked, finding, readable=True)
    assert graded == nothing(asked, finding, readable=False)
    assert (graded.verdict, graded.points, graded.max_points) == (Verdict.CE, 0.0, 8.0)
    assert [test.finding for one in graded.parts for test in one.tests] == [finding] * 3


WAITING = Finding(Verdict.PD, 0.0, Message("waits", {"what": "Names"}))


@dataclass(frozen=True, slots=True)
class ForPeople:
    """A test that a person judges."""

    def judge(self, subject: Subject) -> Finding:  # noqa: ARG002 - as the protocol has it
        raise AssertionError("grade judges nothing")

    def for_a_person(self) -> Finding:
        return WAITING


def for_people(*, optional: bool = False) -> Part:
    return Part("m", "M", 3.0, (AskedTest("m-1", "names", "manual", ForPeople()),), False, False, optional, ())


@pytest.mark.parametrize("optional", [False, True])
def test_what_waits_for_a_person_has_no_points_and_never_zero(optional: bool) -> None:
    graded = grade(form(part("a"), for_people(optional=optional)), {"a": [RIGHT] * 2, "m": [WAITING]})
    assert [(one.points, one.verdict, one.counted) for one in graded.parts] == [
        (4.0, Verdict.AC, True),
        (None, Verdict.PD, True),
    ]
    assert (graded.points, graded.max_points, graded.verdict) == (None, 7.0, Verdict.PD)


@pytest.mark.parametrize(("readable", "points"), [(True, [0.0, None]), (False, [0.0, 0.0])])
def test_a_person_looks_at_what_can_not_be_built_but_not_at_nothing(readable: bool, points: list[float]) -> None:
    finding = Finding(Verdict.CE, 0.0)
    graded = nothing(form(part("a"), for_people()), finding, readable=readable)
    assert [one.points for one in graded.parts] == points
    assert graded.verdict is Verdict.CE
    assert graded.points == (None if readable else 0.0)


# --- verdicts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bad", "better"), list(pairwise(ORDER)))
def test_the_worse_of_two_neighbouring_verdicts_is_that_of_the_submission(bad: Verdict, better: Verdict) -> None:
    assert worst([better, bad]) is bad
    asked = form(part("a", tests=1), part("b", tests=1))
    assert grade(asked, {"a": [of(better)], "b": [of(bad)]}).verdict is bad
    assert grade(form(part("a")), {"a": [of(bad), of(better)]}).verdict is bad


def test_the_worst_of_no_verdicts_is_unknown() -> None:
    assert worst([]) is None


findings = st.builds(
    lambda verdict, share: Finding(verdict, 1.0 if verdict is Verdict.AC else share),
    st.sampled_from(Verdict),
    st.floats(0, 0.99),
)


@CALM
@given(st.lists(st.tuples(st.booleans(), st.lists(findings, min_size=1, max_size=4)), min_size=1, max_size=4))
def test_only_a_grade_without_any_fault_is_accepted_with_all_points(
    given_parts: list[tuple[bool, list[Finding]]],
) -> None:
    parts = [
        part(f"p{number}", 2.5, len(some), by_share=by_share) for number, (by_share, some) in enumerate(given_parts)
    ]
    graded = grade(form(*parts), {one.id: some for one, (_, some) in zip(parts, given_parts, strict=True)})
    waits = any(finding.verdict is Verdict.PD for _, some in given_parts for finding in some)
    assert (graded.points is None) == waits
    flawless = all(finding == RIGHT for _, some in given_parts for finding in some)
    assert (graded.verdict is Verdict.AC) == flawless
    assert graded.points is None or 0.0 <= graded.points <= graded.max_points == 2.5 * len(parts)
    assert not flawless or graded.points == graded.max_points


# --- how points came about -----------------------------------------------------------------------------------


def rules(*parts: Part, name: str, verdict: Verdict = Verdict.AC) -> list[str | None]:
    """The rules of the part `name`, in words, when every test ends so."""
    graded = grade(form(*parts), {one.id: [of(verdict)] * len(one.tests) for one in parts})
    return [say(rule) for one in graded.parts if one.id == name for rule in one.rules]


def test_a_part_of_one_test_needs_no_rule() -> None:
    assert rules(part(tests=1), name="a") == []


def test_a_part_says_how_its_points_are_shared_out() -> None:
    assert rules(part(tests=3), name="a") == ["All 3 tests have to pass for its points."]
    assert rules(part(tests=3, by_share=True), name="a") == ["Each of its 3 tests gives the same share of its points."]


@pytest.mark.parametrize("verdict", [Verdict.AC, Verdict.WA])
def test_a_part_names_the_one_that_it_needs_also_when_that_was_wrong(verdict: Verdict) -> None:
    parts = (part("a", tests=1), part("b", tests=1, requires=("a",), optional=True))
    assert rules(*parts, name="b", verdict=verdict) == [
        "It counts once this part is right: A.",
        "It is optional: it can add points and takes none away.",
    ]


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Verdict.AC, "It is worth 2 points in place of 1, since this part is right too: A."),
        (Verdict.WA, "It is worth 2 points in place of 1 once this part is right too: A."),
    ],
)
def test_a_part_says_what_it_is_worth_beside_another(verdict: Verdict, said: str) -> None:
    asked = form(part("a", 2, 1), replace(part("b", 1, 1), points_with={"a": 2}))
    graded = grade(asked, {"a": [of(verdict)], "b": [RIGHT]})
    assert [say(rule) for rule in graded.parts[1].rules] == [said]
