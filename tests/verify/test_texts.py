"""The checks that run nothing: what each of them finds when one thing in a right package is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.verify import hidden, inputs, parts, points, rules, schema, statement
from grader.verify.findings import Check
from tests.verify.conftest import Make
from tests.verify.making import FILES, PROBLEM

ALL = (schema.CHECK, points.CHECK, parts.CHECK, inputs.CHECK, rules.CHECK, statement.CHECK, hidden.CHECK)
CHECKS = {check.name: check for check in ALL}
ORACLE = """
def numbers():
    yield from ((1,), (2,), (2,))

def double(n):
    return n + n

def tests(rng):
    yield {"call": "double(2)", "returns": 4 if rng.random() > 0.8 else "four" + 1}
"""
SEEDED = ORACLE.replace('4 if rng.random() > 0.8 else "four" + 1', "4 if rng.random() > 0.5 else 1 / 0")
CASES = yaml.safe_load((Path(__file__).parent / "broken_texts.yaml").read_text("utf-8"))


@pytest.mark.parametrize("check", CHECKS.values(), ids=list(CHECKS))
def test_a_right_package_has_no_fault(make: Make, check: Check) -> None:
    found = check.prove(make())
    assert (found.faults, found.untried, found.notes) == (
        (),
        (),
        ("without a table of points that ends with its total in bold: statement.de.md",)
        if check.name == "points"
        else (),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['check']}: {case['message']}")
def test_what_is_broken_is_told_at_its_place(make: Make, tmp_path: Path, case: dict[str, Any]) -> None:
    before = FILES.get(case["file"], "")
    assert case.get("old", "") in before
    text = case.get("whole") if "old" not in case else before.replace(case["old"], case["new"])
    found = CHECKS[case["check"]].prove(make({case["file"]: text}))
    said = [str(fault).removeprefix(f"{tmp_path}/doubling/") for fault in found.faults]
    assert [one.partition(": ")[0] for one in said] == [case["place"]]
    assert case["message"] in said[0]


def test_a_member_that_a_domain_holds_twice_is_told(make: Make) -> None:
    domain = "{domain: oracle.numbers, call: double, expect: oracle.double}"
    text = PROBLEM.replace("{call: double(3), returns: 6}", domain)
    found = inputs.CHECK.prove(make({"problem.yaml": text, "oracle.py": ORACLE}))
    assert [(fault.line, fault.message) for fault in found.faults] == [
        (17, "1 members of the domain come more than once, such as (2,)")
    ]


def test_tests_that_another_seed_does_not_make_are_told(make: Make) -> None:
    text = PROBLEM.replace(
        "    tests:\n      - {call: double(2), returns: 4}\n      - {call: double(3), returns: 6}\n",
        "    tests: oracle.tests\n",
    )
    found = schema.CHECK.prove(make({"problem.yaml": text, "oracle.py": SEEDED}))
    assert [fault.message for fault in found.faults] == ["with the seed 1: ZeroDivisionError: division by zero"]


def test_a_statement_without_rules_says_that_none_was_looked_at(make: Make) -> None:
    text = FILES["statement.en.md"].replace("## Rules", "## What to do")
    problem = PROBLEM.replace("rules:\n  - {rule: added to itself, parts: [small]}\n", "")
    found = rules.CHECK.prove(make({"statement.en.md": text, "problem.yaml": problem}))
    assert found.notes == ("statement.en.md has no list under a heading `Rules`, so no rule was looked at",)
    assert found.faults == ()
