"""The checks that grade: what each of them finds when a right package has one thing broken."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader import redact
from grader.languages import python
from grader.package import Problem
from grader.plugins import Sandbox
from grader.sandbox.none import NoSandbox
from grader.verify import _grading, determinism, feedback, junk, leak, limits, references, telling, variants, wrong
from grader.verify._grading import Graded
from grader.verify.desk import Asking, open_desk
from grader.verify.findings import Check
from grader.verify.package import Package, open_package
from grader.verify.solutions import Solution
from grader.verify.variants import reversed_order
from tests.doubling import HALF, KILLING, WRONG
from tests.test_cli import missing_tool
from tests.verify.conftest import Make
from tests.verify.making import EXPECTED, PROBLEM, write

CHECKS = (references.CHECK, wrong.CHECK, feedback.CHECK, leak.CHECK, junk.CHECK, limits.CHECK, determinism.CHECK)
PROVEN = {
    "references": "1 of 1 accepted as they should be, 1 languages",
    "wrong": "1 of 1 refused as stated, in 1 languages",
    "feedback": "1 name an input that fails, 1 repeat it; 0 can't be run, 0 fail hidden",
    "leak": "3 submissions compared in 11 reports, 1 hidden tests otherwise",
    "junk": "5 junk submissions in python, 3 tests",
    "determinism": "2 solutions graded again: once more, in reversed order, with another seed",
}
CASES = yaml.safe_load((Path(__file__).parent / "broken_solutions.yaml").read_text("utf-8"))


@pytest.mark.parametrize("check", CHECKS, ids=[check.name for check in CHECKS])
def test_a_right_package_is_proven(make: Make, check: Check) -> None:
    found = check.prove(make())
    assert (found.faults, found.untried) == ((), ())
    assert found.proven == PROVEN.get(check.name, found.proven)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['check']}: {case['messages'][0]}")
def test_what_is_broken_is_refused(make: Make, case: dict[str, Any]) -> None:
    check = next(check for check in CHECKS if check.name == case["check"])
    said = [fault.message for fault in check.prove(make(case["files"])).faults]
    assert [one[: len(told)] for one, told in zip(said, case["messages"], strict=True)] == case["messages"]


def test_a_language_without_solutions_is_told_and_not_passed_over(make: Make) -> None:
    package = make({"problem.yaml": PROBLEM.replace("[python]", "[python, ruby]")})
    for check, what in ((references.CHECK, "reference"), (wrong.CHECK, "wrong solution")):
        found = check.prove(package)
        assert found.untried == (f"no {what} in ruby; looked in {package.problem.folder / what.split()[0]}",)
        assert telling.state_of(found) is telling.State.UNTRIED


def test_a_toolchain_that_is_missing_is_told_and_not_passed_over(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    package = make()
    monkeypatch.setattr(python.Python, "find", lambda _self: missing_tool())
    for check in CHECKS:
        found = check.prove(package)
        assert found.faults == ()
        assert [said for said in found.untried if "is not on this machine" in said], check.name


def test_a_solution_whose_verdict_changes_is_told(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinism, "reversed_order", leak.otherwise)
    found = determinism.CHECK.prove(make())
    assert [fault.message for fault in found.faults] == [
        "reference/python, graded in reversed order: large: large-1 gives WA, and gave AC before"
    ]


def regraded(monkeypatch: pytest.MonkeyPatch, changed: dict[str, dict[str, str]]) -> None:
    """From the second time on, these parts and tests of the wrong solution have these verdicts."""
    times = itertools.count()

    def graded(package: Package, solutions: Sequence[Solution], asking: Asking | None = None) -> Graded:
        found = _grading.grade(package, solutions, asking)
        if next(times) == 0:
            return found
        results = tuple((one, copy.deepcopy(result)) for one, result in found.results)
        for part in next(result for one, result in results if one.name == "wrong/same")["parts"]:
            part["verdict"] = changed["parts"].get(part["id"], part["verdict"])
            for test in part["tests"]:
                test["verdict"] = changed["tests"].get(test["id"], test["verdict"])
        return replace(found, results=results)

    monkeypatch.setattr(determinism, "grade", graded)


@pytest.mark.parametrize("draws", [False, True])
def test_what_draws_its_answers_may_fail_other_tests_of_a_part(
    make: Make, monkeypatch: pytest.MonkeyPatch, draws: bool
) -> None:
    package = make({"wrong/same/expect.yaml": EXPECTED + f"draws: {str(draws).lower()}\n"})
    regraded(monkeypatch, {"parts": {}, "tests": {"small-1": "AC"}})
    found = determinism.CHECK.prove(package)
    told = ["wrong/same, graded a second time: small: small-1 gives AC, and gave WA before"]
    assert [fault.message for fault in found.faults][:1] == ([] if draws else told)
    assert found.notes == (("1 of them draw their answers, so their parts were compared and not their tests",) * draws)


def test_what_draws_its_answers_gets_the_same_for_each_part(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    regraded(monkeypatch, {"parts": {"small": "RTE"}, "tests": {}})
    found = determinism.CHECK.prove(make({"wrong/same/expect.yaml": EXPECTED + "draws: true\n"}))
    assert [fault.message for fault in found.faults] == [
        f"wrong/same, graded {way}: small gives RTE, and gave WA before"
        for way in ("a second time", "in reversed order")
    ]


def test_feedback_that_depends_on_hidden_answers_is_told(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redact, "for_student", lambda result: result)
    found = leak.CHECK.prove(make())
    names = ("wrong/same", "junk in python, nothing", "junk in python, a wrong type")
    said = [f"the feedback for {name} depends on what hidden tests expect, in " for name in names]
    assert [fault.message[: len(one)] for fault, one in zip(found.faults, said, strict=True)] == said


def test_a_wrong_solution_that_fails_only_in_hidden_tests_needs_a_hint(make: Make) -> None:
    changes = {
        "problem.yaml": PROBLEM.replace(", hint: Does it hold for large numbers?", ""),
        "wrong/same/double.py": "def double(n):\n    return 2 * n if n < 1000 else 0\n",
    }
    found = feedback.CHECK.prove(make(changes))
    assert [fault.message for fault in found.faults] == [
        "wrong/same fails in hidden tests alone, and none of them has a `hint`"
    ]


@pytest.mark.parametrize(
    ("cpu_s", "limits_said", "messages"),
    [
        (0.4, "cpu_s: 2", []),
        (0.5, "cpu_s: 2", ["`cpu_s` is 2, only 4.0 times the 0.5 s that reference/python takes in test small-1; 2.5"]),
        (1.0, "cpu_s: 10", []),
    ],
)  # fmt: skip
def test_a_limit_leaves_five_times_what_the_slowest_reference_takes(
    make: Make, monkeypatch: pytest.MonkeyPatch, cpu_s: float, limits_said: str, messages: list[str]
) -> None:
    def taking(package: Package, solutions: Sequence[Solution], asking: Asking) -> Graded:
        graded = _grading.grade(package, solutions, asking)
        for _solution, result in graded.results:
            for part in result["parts"]:
                for test in part["tests"]:
                    test["cpu_s"] = cpu_s if test["id"] == "small-1" else 0.01
        return graded

    monkeypatch.setattr(limits, "grade", taking)
    found = limits.CHECK.prove(make({"problem.yaml": PROBLEM.replace("cpu_s: 2", limits_said)}))
    assert [fault.message[: len(message)] for fault, message in zip(found.faults, messages, strict=True)] == messages
    assert [fault.line for fault in found.faults] == [5] * len(messages)


def test_the_table_tells_which_test_refuses_what_and_which_ones_are_idle(make: Make) -> None:
    package = make({"wrong/four/double.py": HALF, "wrong/four/expect.yaml": EXPECTED})
    graded = _grading.grade(package, package.wrong)
    refused = wrong.refusals(graded.results)
    assert refused == {
        "small: small-1": frozenset({"wrong/same"}),
        "small: small-2": frozenset({"wrong/four", "wrong/same"}),
        "large: large-1": frozenset({"wrong/four", "wrong/same"}),
    }
    assert wrong.refusing_alone(refused) == {}
    told = list(telling.table(graded.results))
    assert told[0] == "  wrong/four: WA, small 2; large 1"
    assert told[-2] == "  Tests that refuse nothing that others don't: small 1, 2; large 1"
    assert max(map(len, told)) <= 80


def test_a_second_time_nothing_is_graded(tmp_path: Path, any_sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    counts = []
    package = write(tmp_path)
    for text in (WRONG, WRONG, KILLING):
        (package / "wrong/same/double.py").write_text(text)
        with open_desk(any_sandbox, 1) as desk:
            references.CHECK.prove(open_package(package, desk))
            wrong.CHECK.prove(open_package(package, desk))
            counts.append((desk.graded, desk.found))
    assert counts == [(2, 0), (0, 2), (1, 1)]


def test_a_problem_in_reversed_order_keeps_what_waits_behind_what_it_waits_for(make: Make) -> None:
    text = PROBLEM.replace("points: 2\n", "points: 2\n    requires: [small]\n")
    (form,) = reversed_order(make({"problem.yaml": text}).problem).forms
    assert [[test.id for test in part.tests] for part in form.parts] == [["small-2", "small-1"], ["large-1"]]
    (form,) = reversed_order(make().problem).forms
    assert [[test.id for test in part.tests] for part in form.parts] == [["large-1"], ["small-2", "small-1"]]


def test_junk_is_answered_without_a_program_where_none_is_written(make: Make) -> None:
    text = PROBLEM.replace("[python]", "[ruby]")
    careless = text.replace("{call: double(3), returns: 6}", "{call: double(3), check: oracle.anything}")
    assert junk.CHECK.prove(make({"problem.yaml": text})).faults == ()
    found = junk.CHECK.prove(
        make({"problem.yaml": careless, "oracle.py": "def anything(n, given):\n    return True\n"})
    )
    assert [fault.message for fault in found.faults] == [
        f"test small-2 accepts junk ({name})" for name in ("nothing", "a wrong type", "NaN", "a huge text")
    ]
    assert found.notes == ("junk programs are in python and javascript; without one, junk was answered in doubling",)


DICE = """\
import random

def tests():
    yield {"call": f"double({random.randrange(10**9)})", "check": "oracle.even"}

def even(n, given):
    return given == 2 * n
"""


def test_tests_that_are_made_otherwise_each_time_are_told(make: Make) -> None:
    text = PROBLEM.replace(
        "- {call: double(2), returns: 4}\n      - {call: double(3), returns: 6}", "oracle.tests"
    ).replace("tests:\n      oracle.tests", "tests: oracle.tests")
    found = determinism.CHECK.prove(make({"problem.yaml": text, "oracle.py": DICE}))
    assert [(fault.line, fault.message) for fault in found.faults] == [
        (15, "test small-1 is made otherwise each time: random inputs come from the parameter `rng`")
    ]


def test_a_command_that_repeats_something_else_is_told(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def asking(problem: Problem, parts: tuple[str, ...] = ()) -> Asking:
        return Asking(variants.reversed_order(problem), "reversed" if parts else "as it is", parts=parts)

    package = make()
    monkeypatch.setattr(feedback, "Asking", asking)
    assert [fault.message for fault in feedback.CHECK.prove(package).faults] == [
        (
            "wrong/same: `--part small` repeats something else: small-2 gives WA for double(3); "
            "before, small-1 gives WA for double(2)"
        )
    ]


def test_junk_programs_never_run_where_nothing_isolates(make: Make) -> None:
    package = make()
    package.desk.sandbox = NoSandbox()
    found = junk.CHECK.prove(package)
    assert (package.desk.graded, found.proven) == (0, "0 junk submissions in no language, 3 tests")
    assert found.untried == (
        "nothing isolates here, and programs that fill memory or print without end do not run bare",
    )


@pytest.mark.parametrize(
    ("transcript", "messages"), [("", []), (None, ["wrong/same, small-1 names no input that fails"])]
)
def test_a_conversation_in_which_nothing_was_said_is_shown_all_the_same(
    make: Make, monkeypatch: pytest.MonkeyPatch, transcript: str | None, messages: list[str]
) -> None:
    def silent(package: Package, solutions: Sequence[Solution], asking: Asking | None = None) -> Graded:
        found = _grading.grade(package, solutions, asking)
        for _solution, result in found.results:
            for test in (test for part in result["parts"] for test in part["tests"] if test["id"] == "small-1"):
                test |= {"kind": "dialogue", "input": None, "transcript": transcript}
        return found

    monkeypatch.setattr(feedback, "grade", silent)
    assert [fault.message for fault in feedback.CHECK.prove(make()).faults] == messages
