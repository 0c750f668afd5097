"""Generated inputs in real languages: planted bugs are shown by the smallest input that has them, twice the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader import pipeline, plugins, problem, redact, submission
from grader.errors import ToolMissing
from grader.package import Problem
from grader.plugins import Sandbox
from tests.conftest import lacking

PACKAGE = """\
format: grader-problem/1
id: totals
title: Totals
languages: [python, javascript, java]
limits: {cpu_s: 1, wall_s: 5}
state: STATE
interface:
  functions:
    - "total(numbers: list[int]) -> int"
    - "shout(text: str) -> str"
parts:
  - id: totals
    points: 1
    visible: true
    tests: [{strategy: oracle.lists, call: total, expect: oracle.total, examples: 60}]
  - id: shouts
    points: 1
    visible: false
    tests: [{strategy: oracle.texts, call: shout, expect: oracle.shout, examples: 60}]
"""
ORACLE = """\
from hypothesis import strategies as st


def lists():
    return st.lists(st.integers(-1000, 1000), max_size=25)


def texts():
    return st.text(st.sampled_from("abcäß"), max_size=8)


def total(numbers):
    return sum(numbers)


def shout(text):
    return text + "!"
"""
PYTHON = """\
def total(numbers):
    result = 0
    for number in numbers:
        BODY
        result += number
    return result


def shout(text):
    return text + "!"
"""
NEGATIVE = PYTHON.replace("BODY", "number = max(number, 0)")
HANGS = PYTHON.replace("BODY", "\n        while number > 900 and len(numbers) > 3: pass")
DIES = PYTHON.replace("BODY", "if number > 99: import os; os.abort()")
CHANCE = PYTHON.replace("BODY", "import random; number += random.getrandbits(1)")
REMEMBERS = PYTHON.replace("BODY", "total.calls = getattr(total, 'calls', 0) + 1; number += total.calls > 40")
JAVASCRIPT = """\
function total(numbers) { return numbers.slice(0, 10).reduce((sum, number) => sum + number, 0); }
function shout(text) { return [...text].map((letter) => (letter === "ß" ? "s" : letter)).join("") + "!"; }
"""
JAVA = """\
public class Totals {
    static int total(int[] numbers) {
        int[] room = new int[10];
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) { room[i] = numbers[i]; sum += room[i]; }
        return sum;
    }
    static String shout(String text) { return text.replace("ä", "ae") + "!"; }
}
"""

Told = dict[str, tuple[str, str | None]]
CASES: dict[str, tuple[str, str, str, Told]] = {
    "Python, at negative numbers": (
        "retry",
        "totals.py",
        NEGATIVE,
        {"totals": ("WA", "total([-1])"), "shouts": ("AC", None)},
    ),
    "JavaScript, at long lists and at one letter": (
        "fresh",
        "totals.js",
        JAVASCRIPT,
        {"totals": ("WA", f"total({[0] * 10 + [1]})"), "shouts": ("WA", 'shout("ß")')},
    ),
    "Java, at long lists and at one letter": (
        "retry",
        "Totals.java",
        JAVA,
        {"totals": ("RTE", f"total({[0] * 11})"), "shouts": ("WA", 'shout("ä")')},
    ),
    "Python that dies": ("fresh", "totals.py", DIES, {"totals": ("RTE", "total([100])"), "shouts": ("AC", None)}),
}


def package(folder: Path, state: str = "fresh", oracle: str = ORACLE, seed: int = 0) -> Problem:
    (folder / "problem.yaml").write_text(PACKAGE.replace("STATE", state), "utf-8")
    (folder / "oracle.py").write_text(oracle, "utf-8")
    return problem.load(folder, seed)


def graded(task: Problem, folder: Path, file: str, source: str, sandbox: Sandbox) -> dict[str, Any]:
    hand_in = folder / "hand-in"
    hand_in.mkdir(exist_ok=True)
    (hand_in / file).write_text(source, "utf-8")
    handed_in = submission.collect(hand_in / file, identity="it")
    for name in {name for _file, name in handed_in.candidates}:
        try:
            plugins.languages()[name].find()
        except ToolMissing as error:
            lacking(str(error))
    return pipeline.grade_submission(task, handed_in, sandbox, "grader check totals it", pipeline.Options())


def told(result: dict[str, Any]) -> Told:
    assert result["status"] == "graded", result["flagged"]
    tests = {part["id"]: part["tests"][0] for part in result["parts"]}
    return {name: (test["verdict"], plainly(test["input"])) for name, test in tests.items()}


def plainly(written: str | None) -> str | None:
    """An input of any language as Python writes it."""
    return None if written is None else written.replace("new int[]", "").translate(str.maketrans("{}", "[]"))


def without_times(result: dict[str, Any]) -> str:
    for part in result["parts"]:
        for test in part["tests"]:
            test.update(dict.fromkeys(("cpu_s", "wall_s", "peak_bytes")))
    return json.dumps({**result, "started": None}, ensure_ascii=False)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_a_planted_bug_is_shown_by_the_smallest_input_and_again_by_the_same(
    tmp_path: Path, any_sandbox: Sandbox, case: str
) -> None:
    state, file, source, expected = CASES[case]
    results = [graded(package(tmp_path, state), tmp_path, file, source, any_sandbox) for _run in range(2)]
    assert told(results[0]) == expected
    assert without_times(results[0]) == without_times(results[1])


@pytest.mark.parametrize(("source", "verdict"), [(HANGS, "TLE"), (CHANCE, "WA")], ids=["hangs", "answers by chance"])
def test_who_hangs_at_some_inputs_or_answers_by_chance_gets_a_finding(
    tmp_path: Path, any_sandbox: Sandbox, source: str, verdict: str
) -> None:
    result = graded(package(tmp_path), tmp_path, "totals.py", source, any_sandbox)
    shown = told(result)["totals"]
    assert (shown[0], shown[1] is not None) == (verdict, True)
    assert told(result)["shouts"] == ("AC", None)


def test_who_keeps_something_between_calls_is_judged_as_the_package_says(tmp_path: Path, any_sandbox: Sandbox) -> None:
    verdicts = {
        state: told(graded(package(tmp_path, state), tmp_path, "totals.py", REMEMBERS, any_sandbox))["totals"][0]
        for state in ("fresh", "retry", "shared")
    }
    assert verdicts == {"fresh": "AC", "retry": "AC", "shared": "WA"}


def test_a_student_sees_no_input_of_a_hidden_part_and_how_to_repeat_it(tmp_path: Path, any_sandbox: Sandbox) -> None:
    result = graded(package(tmp_path), tmp_path, "totals.js", JAVASCRIPT, any_sandbox)
    assert "ß" in json.dumps(result["parts"], ensure_ascii=False)
    shown = redact.for_student(result)
    assert "ß" not in json.dumps(shown["parts"], ensure_ascii=False)
    assert result["parts"][0]["tests"][0]["repeat"] == "grader check totals it --part totals"


def test_a_strategy_that_gives_nothing_costs_nobody_a_point(tmp_path: Path, any_sandbox: Sandbox) -> None:
    oracle = ORACLE.replace("max_size=25)", "max_size=25).filter(lambda _numbers: False)")
    result = graded(package(tmp_path, oracle=oracle), tmp_path, "totals.py", PYTHON.replace("BODY", ""), any_sandbox)
    assert (result["status"], result["points"]) == ("ungraded", None)
    assert "`lists` can not be drawn from" in result["flagged"][0]
