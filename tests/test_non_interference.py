"""Two packages that differ only in what is hidden -> byte for byte the same for students, in every format.

What time it was and how long things took is set to one value first; nothing else is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from grader import problem, result
from grader.model import Finding, Message, Place, Remark, Said, Verdict
from grader.package import Problem
from grader.pipeline import Options, grade_submission
from grader.plugins import Sandbox, reports
from grader.redact import class_for_student, for_student
from grader.reports import github, gitlab, gradescope
from grader.submission import collect
from grader.words import ENGLISH, Words, languages
from tests import sample_results
from tests.doubling import write_files
from tests.end_to_end.test_class import CLASS, SUBMISSIONS
from tests.test_redact import CALM, secrets

Render = Callable[[Mapping[str, Any]], str]


def batch_of(whole: Mapping[str, Any]) -> dict[str, Any]:
    return {"format": "grader-batch/1", "problem": whole["problem"], "results": [whole]}


def in_language(code: str) -> Mapping[str, Render]:
    """What a student can be given in this language."""
    words = Words(code)
    return {
        **{name: partial(report.one, options={"folder": "week 1", "lang": code}) for name, report in reports().items()},
        "summary of a step": partial(github.step_summary, words=words),
        "tasks for Gradescope": lambda seen: gradescope.of_tasks([seen, seen], words),
        "tasks for GitLab": lambda seen: gitlab.of_tasks([(seen, "x"), (seen, "y")], words),
    }


OTHERS = [code for code in languages() if code != ENGLISH.language]
ONE: Mapping[str, Render] = {
    **in_language(ENGLISH.language),
    "result for Classroom": github.classroom_result,
    **{f"{name} in {code}": render for code in OTHERS for name, render in in_language(code).items()},
}
MANY: Mapping[str, Render] = {
    f"class in {name}": partial(report.many, options={}) for name, report in reports().items()
}
FORMATS = [*ONE, *MANY]


def shown(name: str, whole: Mapping[str, Any]) -> str:
    """What students see of the result in a format."""
    return ONE[name](for_student(whole)) if name in ONE else MANY[name](class_for_student(batch_of(whole)))


def whole_view(name: str, result_: Mapping[str, Any]) -> str:
    """What the instructor sees of it."""
    return ONE[name](result_) if name in ONE else MANY[name](batch_of(result_))


by_language = st.dictionaries(st.sampled_from(languages()), st.text())


# --- every format, any finding -----------------------------------------------------------------------------------


@st.composite
def results(draw: st.DrawFn, verdict: Verdict) -> dict[str, Any]:
    """A result with a test that is shown, always the same, and a hidden one of this verdict with any values."""
    visible = sample_results.with_finding(
        Finding(Verdict.RTE, 0.0, Message("raised", {"what": "E"}), input="f(1)", place=Place("double.py", 1))
    )
    hidden = sample_results.with_finding(draw(secrets(verdict)), hidden=True, title=draw(st.text()))
    hidden = replace(hidden, id=draw(st.text(min_size=1)), titles=draw(by_language))
    shown_part, hidden_part = (
        replace(sample_results.grade_of(test).parts[0], id=name)
        for name, test in (("shown", visible), ("hidden", hidden))
    )
    grade = replace(sample_results.grade_of(visible), parts=(shown_part, hidden_part))
    facts = result.Facts(
        built=True,
        build_log=draw(st.text()),
        flagged=tuple(draw(st.lists(st.text(), max_size=2))),
        sources={"a.py": "x"},
    )
    package = replace(sample_results.PROBLEM, digest=draw(st.text("0123456789abcdef", min_size=16, max_size=16)))
    return result.graded(package, sample_results.SUBMISSION, grade, facts, sample_results.CIRCUMSTANCES)


@settings(CALM, max_examples=10)
@given(st.data(), st.sampled_from(Verdict))
def test_no_format_tells_a_student_anything_of_what_is_hidden(data: st.DataObject, verdict: Verdict) -> None:
    one, other = data.draw(results(verdict)), data.draw(results(verdict))
    # One other language each time: all of them are asked below, of one result.
    others = set(OTHERS) - {data.draw(st.sampled_from(OTHERS))}
    names = [name for name in FORMATS if name.rpartition(" in ")[2] not in others]
    assert {name: shown(name, one) for name in names} == {name: shown(name, other) for name in names}


def test_no_format_tells_a_student_the_secret_of_a_hidden_test_in_any_language() -> None:
    one, other = secret_result("the-secret"), secret_result("other-secret")
    assert {name: shown(name, one) for name in FORMATS} == {name: shown(name, other) for name in FORMATS}
    assert [name for name in FORMATS if "-secret" in shown(name, one)] == []


def secret_result(secret: str) -> dict[str, Any]:
    finding = Finding(
        Verdict.WA,
        0.0,
        Message("objection", {"why": secret}),
        *(secret,) * 4,
        place=Place("double.py", 1, None, secret),
        turns=(Said(False, secret),),
        remarks=(Remark(Place("a.py", 1), secret, secret),),
    )
    hidden = sample_results.with_finding(finding, hidden=True, title=secret)
    return dict(sample_results.graded(hidden, facts=result.Facts(built=True, flagged=(secret,))))


SILENT = {
    "result for Classroom": "it holds no text of tests",
    "class in terminal": "it has a line for each submission",
    "class in markdown": "it has a line for each submission",
    "class in github": "it has a line for each submission",
}
"""Formats that tell nothing of a single test to anybody, so that nothing can be seen to be hidden in them."""


@pytest.mark.parametrize("name", FORMATS)
def test_without_redaction_each_format_would_tell(name: str) -> None:
    one, other = (whole_view(name, secret_result(secret)) for secret in ("the-secret", "other-secret"))
    assert (one == other) is (name in SILENT)


# --- real packages, and programs that tell what they are asked -----------------------------------------------------

TELLING = """\
import sys

KEPT = []


def tell(*what):
    KEPT.append(what)
    del KEPT[:-5]
    for path in ("kept", "/tmp/kept"):
        try:
            with open(path, "a+") as file:
                if file.tell() < 500:
                    file.write(repr(what))
                file.seek(0)
                KEPT.append(file.read())
        except OSError:
            pass
    print("asked", what)
    print("asked", what, file=sys.stderr)
    raise ValueError(f"{KEPT}")


"""


@dataclass(frozen=True, slots=True)
class Pair:
    """A task that ships, made into two packages that differ only in hidden parts, and a program that is wrong."""

    shown: str
    hidden: tuple[str, ...]
    changes: tuple[tuple[str, str], ...]
    """In the text of the one package, for that of the other."""
    seed: int
    """By which the tests of the other package are made."""
    program: str


PAIRS: Mapping[str, Pair] = {
    "game-count": Pair(
        "program", ("count-simple",), (), 1, "def count_games(board, symbol):\n    tell(board, symbol)\n"
    ),
    "matches": Pair(
        "dynamic",
        ("main",),
        (("get_computer_move(1)", "get_computer_move(17)"), ('"more than three sticks"', '"another title"')),
        0,
        "def get_computer_move(sticks):\n    tell(sticks)\n\n\ndef game_over(won):\n    tell(won)\n",
    ),
    "tic-tac-toe": Pair(
        "example",
        ("lines", "several"),
        (),
        1,
        "class TicTacToe:\n    def __init__(self, n):\n        self.n = n\n\n"
        "    def move(self, *where):\n        tell(self.n, where)\n",
    ),
    "valid-board": Pair(
        "examples",
        ("line-of-o",),
        (
            ("every board on which O has three in a row", "another title"),
            ("oracle.with_line_of_o", "oracle.with_line_of_x"),
        ),
        0,
        "def solution(board):\n    tell(board)\n",
    ),
}


def two_packages(task: str, pair: Pair, folder: Path) -> tuple[Problem, Problem]:
    source = problem.find_package(task)
    package = yaml.safe_load((source / "problem.yaml").read_text("utf-8"))
    package.pop("one_of", None)
    for form in package.get("forms", [package]):
        form["parts"] = [part for part in form["parts"] if part["id"] in (pair.shown, *pair.hidden)] or form["parts"]
        for part in form["parts"]:
            part["visible"] = part["id"] not in pair.hidden
    one = json.dumps(package, ensure_ascii=False)
    other = one
    for old, new in pair.changes:
        assert old in other
        other = other.replace(old, new)
    oracle = (source / "oracle.py").read_text("utf-8")
    folders = [
        write_files(folder / name, {"problem.yaml": text, "oracle.py": oracle})
        for name, text in (("one", one), ("other", other))
    ]
    return problem.load(folders[0]), problem.load(folders[1], pair.seed)


def timeless(value: Any, key: str = "") -> Any:
    """The result with one value for each measure."""
    if key in ("cpu_s", "wall_s", "peak_bytes"):
        return None if value is None else 0
    if key == "started":
        return "2020-01-02T03:04:05+00:00"
    if isinstance(value, dict):
        return {name: timeless(one, name) for name, one in value.items()}
    return [timeless(one) for one in value] if isinstance(value, list) else value


@pytest.mark.long
@pytest.mark.parametrize("task", PAIRS)
def test_of_two_packages_a_student_sees_the_same_whatever_the_program_tells(
    task: str, tmp_path: Path, any_sandbox: Sandbox
) -> None:
    pair = PAIRS[task]
    hand_in = collect(write_files(tmp_path / "work", {"work.py": TELLING + pair.program}))
    one, other = (
        timeless(grade_submission(package, hand_in, any_sandbox, "grader check task .", Options()))
        for package in two_packages(task, pair, tmp_path)
    )
    for whole in (one, other):
        verdicts = {part["id"]: {test["verdict"] for test in part["tests"]} for part in whole["parts"]}
        assert whole["status"] == "graded"
        assert all("RTE" in verdicts[name] for name in pair.hidden)
    assert one["parts"] != other["parts"]
    assert {name: shown(name, one) for name in FORMATS} == {name: shown(name, other) for name in FORMATS}


# They fail in some of the hidden tests of the one package and pass those of the other; that a student is told.
WRONG_ON_ONE_ONLY = {("valid-board", "s18.js"), ("valid-board", "s22.java"), ("tic-tac-toe", "s10.java")}


@pytest.mark.long
@pytest.mark.parametrize(("task", "name"), SUBMISSIONS, ids=lambda word: word)
def test_no_student_of_the_example_class_sees_what_is_hidden(
    task: str, name: str, tmp_path: Path, any_sandbox: Sandbox
) -> None:
    hand_in = collect(CLASS / task / name)
    one, other = (
        timeless(grade_submission(package, hand_in, any_sandbox, "grader check task .", Options()))
        for package in two_packages(task, PAIRS[task], tmp_path)
    )
    assert (verdicts(one) != verdicts(other)) is ((task, name) in WRONG_ON_ONE_ONLY)
    if (task, name) not in WRONG_ON_ONE_ONLY:
        assert {name: shown(name, one) for name in FORMATS} == {name: shown(name, other) for name in FORMATS}


def verdicts(whole: Mapping[str, Any]) -> list[str]:
    return [test["verdict"] for part in whole["parts"] for test in part["tests"]]


ORDERED = """\
format: grader-problem/1
id: ordered
title: Ordered
languages: [python]
state: STATE
interface:
  functions: ["f(n: int) -> int"]
parts:
  - {id: hidden, points: 1, visible: false, tests: [{call: f(31337), returns: 1}, {call: f(31338), returns: 1}]}
  - {id: shown, points: 1, tests: [{call: f(1), returns: 1}, {call: f(2), returns: 1}]}
"""


@pytest.mark.parametrize("state", ["fresh", "shared", "retry"])
def test_no_test_that_is_shown_hears_of_hidden_ones_from_files_or_variables(
    state: str, tmp_path: Path, any_sandbox: Sandbox
) -> None:
    package = problem.load(write_files(tmp_path / "package", {"problem.yaml": ORDERED.replace("STATE", state)}))
    hand_in = collect(write_files(tmp_path / "work", {"work.py": TELLING + "def f(n):\n    tell(n)\n"}))
    # A measure of time may hold any digits, 3133 as well.
    whole = timeless(grade_submission(package, hand_in, any_sandbox, "grader check ordered .", Options()))
    assert "31337" in json.dumps(whole["parts"][0])
    assert [part["id"] for part in whole["parts"]] == ["hidden", "shown"]
    assert "asked" not in json.dumps(whole["parts"][1])
    assert [name for name in FORMATS if "3133" in shown(name, whole)] == []
