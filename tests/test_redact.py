"""grader.redact: nothing that a student sees depends on what is hidden."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader import result
from grader.model import BuildFailure, Diagnosis, Finding, Message, Picture, Place, Remark, Said, Verdict
from grader.redact import for_student
from tests.sample_results import CIRCUMSTANCES, PROBLEM, SUBMISSION, graded, with_finding

CALM = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
SECRET = "the-secret-42"  # noqa: S105 - what must not be seen

WITHOUT_DIGEST = {"id": "doubling", "title": "Doubling", "titles": dict(PROBLEM.title), "digest": None}

texts = st.none() | st.text()
counts = st.none() | st.integers(0, 10**6)


@st.composite
def secrets(draw: st.DrawFn, verdict: Verdict) -> Finding:
    """A finding of this verdict with anything in it that a student must not see."""
    return Finding(
        verdict,
        1.0 if verdict is Verdict.AC else draw(st.floats(0, 0.99)),
        draw(st.none() | st.builds(lambda why: Message("objection", {"why": why}), st.text())),
        input=draw(texts),
        expected=draw(texts),
        actual=draw(texts),
        transcript=draw(texts),
        place=draw(st.none() | st.builds(Place, st.text(), counts, counts, texts)),
        cpu_s=draw(st.none() | st.floats(0, 10)),
        wall_s=draw(st.none() | st.floats(0, 10)),
        peak_bytes=draw(counts),
        notes=draw(st.just(()) | st.just((Message("overlooked", {"what": "a boolean"}),))),
        turns=draw(st.just(()) | st.builds(lambda text: (Said(True, text),), st.text())),
        picture=draw(st.none() | st.builds(lambda text: Picture("board", ((text,),)), st.text())),
        diagnosis=draw(st.none() | st.builds(lambda text: Diagnosis(text, causes={"en": text, "ko": text}), st.text())),
        remarks=draw(st.just(()) | st.builds(lambda text: (Remark(Place(text, 1), text, text),), st.text())),
    )


def seen(whole: Any) -> str:
    return json.dumps(for_student(whole))


@CALM
@given(st.data(), st.sampled_from(Verdict))
def test_what_a_student_sees_does_not_depend_on_hidden_tests(data: st.DataObject, verdict: Verdict) -> None:
    visible = with_finding(Finding(Verdict.WA, 0.0, Message("wrong-value"), input="f(1)", expected="2", actual="3"))
    one, other = (
        graded(visible, with_finding(data.draw(secrets(verdict)), hidden=True, title=data.draw(st.text())))
        for _ in range(2)
    )
    assert seen(one) == seen(other)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_no_word_of_a_hidden_test_is_seen(verdict: Verdict) -> None:
    finding = Finding(
        verdict,
        1.0 if verdict is Verdict.AC else 0.0,
        Message("objection", {"why": SECRET}),
        *(SECRET,) * 4,
        place=Place(SECRET, 1, 2, SECRET),
        notes=(Message("overlooked", {"what": SECRET}),),
        turns=(Said(True, SECRET),),
        picture=Picture("board", ((SECRET,),)),
    )
    facts = result.Facts(built=True, build_log=SECRET, flagged=(SECRET,))
    whole = graded(with_finding(finding, hidden=True, title=SECRET), facts=facts)
    assert SECRET in json.dumps(whole)
    assert SECRET not in seen(whole)


@pytest.mark.parametrize(
    ("verdict", "share", "message"),
    [
        (Verdict.AC, 1.0, None),
        (Verdict.WA, 0.0, "Wrong answer in a hidden test."),
        (Verdict.TLE, 0.0, "Took too long in a hidden test."),
        (Verdict.SK, 0.0, "Not run in a hidden test."),
    ],
)
def test_of_a_hidden_test_its_verdict_and_its_hint_are_told(
    verdict: Verdict, share: float, message: str | None
) -> None:
    finding = Finding(verdict, 1.0 if verdict is Verdict.AC else 0.7, input=SECRET, cpu_s=1.0)
    whole = graded(with_finding(finding, hidden=True, hint="Think of zero.", ko="0을 생각해 보세요."))
    assert for_student(whole)["parts"][0]["tests"] == [
        {
            "id": "a-1",
            "title": "Hidden test",
            "titles": None,
            "kind": "call",
            "verdict": verdict.value,
            "share": share,
            "message": message,
            "said": [] if message is None else [{"key": "hidden.message", "values": {"verdict": message[:-18]}}],
            "cause": None,
            "causes": None,
            "cause_when_hidden": False,
            "hint": "Think of zero.",
            "hints": {"en": "Think of zero.", "ko": "0을 생각해 보세요."},
            "input": None,
            "expected": None,
            "actual": None,
            "transcript": None,
            "turns": None,
            "picture": None,
            "location": None,
            "remarks": None,
            "hidden": True,
            "cpu_s": None,
            "wall_s": None,
            "peak_bytes": None,
            "seed": None,
            "repeat": None,
        }
    ]


def test_what_a_later_version_adds_to_a_test_is_hidden_too() -> None:
    whole = copy.deepcopy(dict(graded(with_finding(Finding(Verdict.WA, 0.0), hidden=True))))
    whole["parts"][0]["tests"][0]["diff"] = SECRET
    assert SECRET not in seen(whole)


def test_a_visible_test_is_told_in_full() -> None:
    finding = Finding(Verdict.WA, 0.0, Message("wrong-value"), "f(1)", "2", "3", "talk", Place("a.py", 1))
    whole = graded(with_finding(finding))
    assert for_student(whole) == {**whole, "problem": WITHOUT_DIGEST, "audience": "student"}


def test_flags_are_for_the_instructor_alone() -> None:
    whole = graded(with_finding(Finding(Verdict.AC, 1.0)), facts=result.Facts(built=True, flagged=("look here",)))
    assert whole["flagged"] == ["look here"]
    assert for_student(whole)["flagged"] == []


@pytest.mark.parametrize(
    ("hidden", "built", "log"), [(True, True, ""), (False, True, "a warning"), (True, False, "a warning")]
)
def test_the_log_of_a_build_is_told_unless_hidden_tests_ran_after_it(hidden: bool, built: bool, log: str) -> None:
    failure = None if built else BuildFailure("no", Place("double.py", 1))
    facts = result.Facts(built=built, build_log="a warning", build_failure=failure)
    whole = graded(with_finding(Finding(Verdict.CE, 0.0), hidden=hidden), facts=facts)
    assert for_student(whole)["build"] == {**whole["build"], "log": log}


def test_the_result_of_the_instructor_stays_as_it_was() -> None:
    whole = graded(with_finding(Finding(Verdict.WA, 0.0, input="f(1)"), hidden=True))
    before = copy.deepcopy(whole)
    for_student(whole)
    assert whole == before


def test_hiding_twice_hides_the_same() -> None:
    whole = graded(with_finding(Finding(Verdict.WA, 0.0, input="f(1)"), hidden=True))
    assert for_student(for_student(whole)) == for_student(whole)


def test_an_ungraded_result_is_told_with_its_reason() -> None:
    reason = "two files could be the main one: a.py, b.py"
    whole = result.ungraded(PROBLEM, SUBMISSION, reason, result.Facts(flagged=("x",)), CIRCUMSTANCES)
    assert for_student(whole) == {**whole, "problem": WITHOUT_DIGEST, "flagged": [], "audience": "student"}
