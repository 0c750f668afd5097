"""One submission, from its files to its result: what student code does is a value, what we do wrong costs no points."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

import jsonschema
import pytest

from grader import __version__, pipeline, problem, submission
from grader.errors import Fault, GraderError, PackageError, SandboxError, ToolMissing
from grader.languages.python import Python
from grader.model import Finding, Message, Submission, Verdict
from grader.package import Problem
from grader.pipeline import Options, grade_submission
from grader.plugins import Sandbox
from grader.subject import BuiltSubject
from tests.doubling import GOOD, HALF, HANGING, KILLING, PACKAGE, WRONG, write_files, write_package

SCHEMA = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))
REPEAT = "grader check doubling double.py"
FORMS = """\
format: grader-problem/1
id: forms
title: Forms
languages: [python, javascript]
limits: {cpu_s: 0.5, wall_s: 5}
forms:
  - id: object
    title: object form
    languages: [python]
    interface:
      classes:
        - {class: "Doubler()", methods: ["double(n: int) -> int"]}
      functions: ["make() -> int"]
    parts:
      - {id: make, points: 6, tests: [{call: make(), returns: 1}]}
  - id: two
    title: two functions
    interface:
      functions: ["double(n: int) -> int", "triple(n: int) -> int"]
    parts:
      - {id: double, points: 2, tests: [{call: double(2), returns: 4}]}
      - {id: triple, points: 2, tests: [{call: triple(2), returns: 6}]}
  - id: one
    title: one function
    interface:
      functions: ["double(n: int) -> int"]
    parts:
      - {id: only, points: 3, tests: [{call: double(2), returns: 4}]}
  - id: program
    title: a program
    interface: {program: true}
    parts:
      - {id: printed, points: 1, tests: [{run: [], stdout: "4"}]}
"""
RULES = """\
format: grader-problem/1
id: rules
title: Rules
languages: [python]
limits: {cpu_s: 0.5, wall_s: 5}
interface:
  functions: ["double(n: int) -> int"]
parts:
  - {id: base, title: The base, points: 1, tests: [{call: double(2), returns: 4}]}
  - {id: above, points: 2, requires: [base], tests: [{call: double(3), returns: 6}]}
  - {id: share, points: 3, scoring: share, tests: [{call: double(2), returns: 4}, {call: double(4), returns: 8}]}
  - {id: extra, points: 4, optional: true, tests: [{call: double(-1), returns: -2}]}
"""
ORACLE = """\
def check(arguments, answer):
    raise LookupError("no answer to " + str(arguments))
"""

Grade = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Problem]:
    texts = {"doubling": PACKAGE, "forms": FORMS, "rules": RULES}
    return {name: problem.load(write_package(tmp_path_factory.mktemp(name), text)) for name, text in texts.items()}


@pytest.fixture
def doubling(packages: Mapping[str, Problem]) -> Problem:
    return packages["doubling"]


@pytest.fixture
def grade(any_sandbox: Sandbox) -> Grade:
    """`grade(problem, source)` is the result of a submission of one file, checked against the schema."""

    def one(
        task: Problem, source: str | bytes | Submission, name: str = "double.py", options: Options | None = None
    ) -> dict[str, Any]:
        handed_in = source if isinstance(source, Submission) else submitted({name: source})
        made = grade_submission(task, handed_in, any_sandbox, REPEAT, options or Options())
        jsonschema.Draft202012Validator(SCHEMA).validate(made)
        return made

    return one


def submitted(files: Mapping[str, str | bytes], language: str = "") -> Submission:
    contents = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    endings = {".py": "python", ".js": "javascript", ".java": "java"}
    candidates = tuple((name, language or endings[Path(name).suffix]) for name in sorted(contents))
    return Submission("s01", contents, None, None, submission.digest(contents), candidates=candidates)


def points(result: Mapping[str, Any]) -> dict[str, tuple[str, float]]:
    return {part["id"]: (part["verdict"], part["points"]) for part in result["parts"]}


def outcome(result: Mapping[str, Any]) -> tuple[Any, ...]:
    return result["status"], result["verdict"], result["points"], result["max_points"]


# --- what a result says ------------------------------------------------------------------------------------------


def test_a_result_says_all_that_it_should(grade: Grade, doubling: Problem, any_sandbox: Sandbox) -> None:
    result = grade(doubling, GOOD, options=Options(seed=7))
    times = [test.pop(key) for part in result["parts"] for test in part["tests"] for key in ("cpu_s", "wall_s")]
    peaks = [test.pop("peak_bytes") for part in result["parts"] for test in part["tests"]]
    assert all(time is None or 0 <= time < 5 for time in times)
    assert all(peak is None or peak > 0 for peak in peaks)
    assert result.pop("started")
    empty = dict.fromkeys(
        ("message", "cause", "hint", "expected", "actual", "transcript", "turns", "picture", "location", "seed")
    )
    texts: dict[str, Any] = {"titles": {}, "hints": {}, "said": [], "causes": {}, "remarks": []}
    test = {"kind": "call", "verdict": "AC", "share": 1.0, "cause_when_hidden": False, **empty, **texts}
    shown = {name: [result["parts"][at]["tests"][0].pop(name) for at in (0, 1)] for name in ("input", "title")}
    assert shown["input"] == ["double(2)", "double(21)"]
    for part in result["parts"]:
        part["tests"][0] |= {"expected": None, "actual": None}
    assert result == {
        "format": "grader-result/1",
        "problem": {"id": "doubling", "title": "Doubling", "titles": {"en": "Doubling"}, "digest": doubling.digest},
        "submission": {
            "id": "s01",
            "name": None,
            "late": None,
            "submitted": None,
            "members": [],
            "language": "python",
            "main": "double.py",
            "files": ["double.py"],
            "digest": submission.digest({"double.py": GOOD.encode()}),
            "sources": {"double.py": GOOD},
        },
        "status": "graded",
        "reason": None,
        "verdict": "AC",
        "points": 3.0,
        "max_points": 3.0,
        "form": None,
        "form_titles": {},
        "parts": [
            {
                "id": name,
                "title": name.capitalize(),
                "titles": {},
                "points": most,
                "max_points": most,
                "counted": True,
                "verdict": "AC",
                "rules": [],
                "rules_said": [],
                "decided": None,
                "tests": [test | {"id": f"{name}-1", "hidden": hidden, "repeat": None}],
            }
            for name, most, hidden in (("small", 1.0, False), ("large", 2.0, True))
        ],
        "build": {"ok": True, "log": "", "message": None, "location": None},
        "isolation": {
            "level": any_sandbox.level.value,
            "layers": list(any_sandbox.layers),
            "missing": list(any_sandbox.missing),
        },
        "toolchain": Python().find().version,
        "seed": 7,
        "notes": [],
        "flagged": [],
        "decided": None,
        "audience": "instructor",
        "grader_version": __version__,
    }


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (GOOD, {"small": ("AC", 1.0), "large": ("AC", 2.0)}),
        (HALF, {"small": ("AC", 1.0), "large": ("WA", 0.0)}),
        (WRONG, {"small": ("WA", 0.0), "large": ("WA", 0.0)}),
        (HANGING, {"small": ("TLE", 0.0), "large": ("TLE", 0.0)}),
        (KILLING, {"small": ("RTE", 0.0), "large": ("RTE", 0.0)}),
        ("def double(n):\n    return n.size\n", {"small": ("RTE", 0.0), "large": ("RTE", 0.0)}),
        ("raise SystemExit\n", {"small": ("RTE", 0.0), "large": ("RTE", 0.0)}),
        ("def double(n)\n    return n\n", {"small": ("CE", 0.0), "large": ("CE", 0.0)}),
        ("def halve(n):\n    return n\n", {"small": ("CE", 0.0), "large": ("CE", 0.0)}),
    ],
    ids=["good", "half", "wrong", "hanging", "killing", "raising", "ends when loaded", "no Python", "other name"],
)
def test_what_student_code_does_is_a_verdict(
    grade: Grade, doubling: Problem, source: str, expected: dict[str, tuple[str, float]]
) -> None:
    result = grade(doubling, source)
    assert points(result) == expected
    assert (result["status"], result["points"]) == ("graded", sum(one for _verdict, one in expected.values()))


def test_code_that_can_not_be_built_says_where(grade: Grade, doubling: Problem) -> None:
    build = grade(doubling, "x = 1\ndef double(n)\n    return n\n")["build"]
    assert (build["ok"], build["location"]["file"], build["location"]["line"]) == (False, "double.py", 2)
    assert build["location"]["source"].strip() == "def double(n)"


def test_the_listing_holds_the_sources_and_nothing_else(grade: Grade, doubling: Problem) -> None:
    files = {"double.py": GOOD, "helper.py": "\ufeffpi = 3\n", "long.py": "#" * (pipeline.LISTED_BYTES + 1)}
    handed_in = replace(submitted(files), candidates=(("double.py", "python"),))
    handed_in = replace(handed_in, files={**handed_in.files, "notes.md": b"secret", "x.bin": b"\xff"})
    assert grade(doubling, handed_in)["submission"]["sources"] == {
        "double.py": GOOD,
        "helper.py": "pi = 3\n",
        "long.py": "#" * pipeline.LISTED_BYTES,
    }


# --- a fault of ours costs no points -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Breaking:
    """A check that fails, though the submission did nothing."""

    error: BaseException

    def judge(self, _subject: object) -> NoReturn:
        raise self.error


@dataclass(frozen=True, slots=True)
class Deciding:
    """A check that gives the same finding for everybody."""

    finding: Finding

    def judge(self, _subject: object) -> Finding:
        return self.finding


def checked(task: Problem, check: Any) -> Problem:
    """The problem with this check for the test of its last part."""
    form = task.forms[0]
    last = form.parts[-1]
    broken = replace(last, tests=(replace(last.tests[0], check=check),))
    return replace(task, forms=(replace(form, parts=(*form.parts[:-1], broken)),))


OURS, THEIRS = pipeline.GRADER_WRONG, pipeline.PACKAGE_WRONG


@pytest.mark.parametrize(
    ("error", "reason", "flagged"),
    [
        (RuntimeError("boom"), OURS, "A fault of the grader itself: RuntimeError: boom (judge, line "),
        (KeyError("x"), OURS, "A fault of the grader itself: KeyError: 'x' (judge, line "),
        (AssertionError(), OURS, "A fault of the grader itself: AssertionError:  (judge, line "),
        (MemoryError(), OURS, "A fault of the grader itself: MemoryError:  (judge, line "),
        (OSError(28, "Full"), OURS, "A fault of the grader itself: OSError: [Errno 28] Full (judge, line "),
        (PackageError([Fault("oracle.py", 3, 4, "bad")]), THEIRS, "The problem package is wrong: "),
        (SandboxError("the box broke"), "the box broke", ""),
        (ToolMissing("Node", "install it"), "Node is not on this machine. To install it: install it", ""),
        (GraderError("no"), "no", ""),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Exception) else "",
)
def test_a_fault_inside_a_kind_leaves_the_submission_ungraded_and_never_with_zero_points(
    grade: Grade, doubling: Problem, error: Exception, reason: str, flagged: str
) -> None:
    result = grade(checked(doubling, Breaking(error)), GOOD)
    assert outcome(result) == ("ungraded", None, None, 3.0)
    assert (result["parts"], result["reason"]) == ([], reason)
    assert ([one[: len(flagged)] for one in result["flagged"]]) == ([flagged] if flagged else [])


def test_an_interruption_is_no_fault(grade: Grade, doubling: Problem) -> None:
    with pytest.raises(KeyboardInterrupt):
        grade(checked(doubling, Breaking(KeyboardInterrupt())), GOOD)


@pytest.mark.parametrize("error", [None, RuntimeError("boom"), KeyboardInterrupt()])
def test_the_process_of_a_submission_is_ended_whatever_happens(
    grade: Grade, doubling: Problem, monkeypatch: pytest.MonkeyPatch, error: BaseException | None
) -> None:
    closed: list[BuiltSubject] = []
    real = BuiltSubject.close

    def close(subject: BuiltSubject) -> None:
        closed.append(subject)
        real(subject)

    monkeypatch.setattr(BuiltSubject, "close", close)
    check = Breaking(error) if error else Deciding(Finding(Verdict.AC, 1.0))
    with contextlib.suppress(KeyboardInterrupt):
        grade(checked(doubling, check), GOOD)
    assert closed
    assert {subject._process for subject in closed} == {None}


@pytest.mark.parametrize("stage", ["decide", "_names", "_sources", "_form", "_findings"])
def test_a_fault_in_any_stage_leaves_the_submission_ungraded(
    grade: Grade, doubling: Problem, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    def broken(*_arguments: object) -> NoReturn:
        raise RuntimeError("boom")

    monkeypatch.setattr(submission if stage == "decide" else pipeline, stage, broken)
    result = grade(doubling, GOOD)
    assert outcome(result) == ("ungraded", None, None, 3.0)
    assert result["reason"] == OURS
    assert result["flagged"][0].startswith("A fault of the grader itself: RuntimeError: boom")


@pytest.mark.parametrize("findings", [{}, {"small": []}, {"small": [Finding(Verdict.AC, 1.0)]}])
def test_lost_findings_are_never_points(
    grade: Grade, doubling: Problem, monkeypatch: pytest.MonkeyPatch, findings: dict[str, list[Finding]]
) -> None:
    monkeypatch.setattr(pipeline, "_findings", lambda *_arguments: findings)
    assert outcome(grade(doubling, GOOD)) == ("ungraded", None, None, 3.0)


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        (GOOD + "input('How many? ')\n", "RTE"),
        (GOOD + "raise SystemExit(0)\n", "RTE"),
        ("import os\nos._exit(0)\n", "RTE"),
        (GOOD + "while True: pass\n", "TLE"),
    ],
)
def test_what_happens_while_code_is_loaded_is_told_as_that_once(
    grade: Grade, doubling: Problem, source: str, verdict: str
) -> None:
    result = grade(doubling, source)
    assert outcome(result) == ("graded", verdict, 0.0, 3.0)
    assert result["notes"] == [pipeline.WHILE_LOADING]


@pytest.mark.parametrize(
    ("oracle", "fault"),
    [
        (ORACLE, ":2: LookupError: no answer to [21]"),
        ("import sys\ndef check(arguments, answer): sys.exit(0)\n", ":2: SystemExit: 0"),
        ("def check(arguments, answer): pass\n", ": the checker `check` returned None, not True, False or a sentence"),
    ],
)
def test_an_oracle_that_breaks_is_the_fault_of_the_package_with_its_line(
    grade: Grade, tmp_path: Path, oracle: str, fault: str
) -> None:
    folder = write_package(
        tmp_path, PACKAGE.replace("{call: double(21), returns: 42}", "{call: double(21), check: oracle.check}")
    )
    (folder / "oracle.py").write_text(oracle, encoding="utf-8")
    result = grade(problem.load(folder), GOOD)
    assert outcome(result) == ("ungraded", None, None, 3.0)
    assert result["reason"] == THEIRS
    assert [one.partition("oracle.py")[2] for one in result["flagged"]] == [fault]


# --- hand-ins that are not run -----------------------------------------------------------------------------------


@pytest.mark.parametrize("task", ["doubling", "forms", "rules"])
def test_a_hand_in_that_is_refused_is_ce_with_no_points_and_flagged(
    grade: Grade, packages: Mapping[str, Problem], task: str
) -> None:
    result = grade(packages[task], submission.unreadable("s01", "the archive is broken"))
    assert outcome(result) == ("graded", "CE", 0.0, packages[task].points)
    assert {test["verdict"] for part in result["parts"] for test in part["tests"]} <= {"CE", "SK"}
    assert {part["points"] for part in result["parts"]} == {0.0}
    (why,) = result["flagged"]
    assert "the archive is broken" in why
    assert result["build"] == {"ok": False, "log": "", "message": why, "location": None}


def test_code_that_can_not_be_built_is_out_of_as_many_points_as_all_others(
    grade: Grade, packages: Mapping[str, Problem]
) -> None:
    results = [grade(packages["forms"], source) for source in ("def double(n)\n", "print(4)\n", WRONG)]
    assert [outcome(result) for result in results] == [
        ("graded", "CE", 0.0, 6.0),
        ("graded", "AC", 1.0, 6.0),
        ("graded", "WA", 0.0, 6.0),
    ]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (
            {"a.py": GOOD, "b.py": GOOD},
            "several files could be the one that counts (a.py, b.py); hand in one of them",
        ),
        (
            {"a.py": GOOD, "b.js": "function double(n) { return 2 * n; }"},
            "it could be meant in javascript or python (a.py, b.js); say which by --language",
        ),
    ],
)
def test_what_a_person_has_to_decide_is_ungraded(
    grade: Grade, doubling: Problem, files: dict[str, str], reason: str
) -> None:
    result = grade(doubling, submitted(files))
    assert outcome(result) == ("ungraded", None, None, 3.0)
    assert (result["reason"], result["flagged"]) == (reason, [])
    assert result["submission"]["sources"] == files


def test_the_one_file_that_defines_what_is_asked_for_counts(grade: Grade, doubling: Problem) -> None:
    result = grade(doubling, submitted({"a.py": "pi = 3\n", "z.py": GOOD}))
    assert (result["submission"]["main"], outcome(result)) == ("z.py", ("graded", "AC", 3.0, 3.0))


def test_a_language_in_which_the_task_is_not_set_is_ungraded(grade: Grade, doubling: Problem) -> None:
    result = grade(doubling, submitted({"Double.java": "class Double {}"}))
    assert outcome(result) == ("ungraded", None, None, 3.0)
    assert result["reason"] == "the task is not set in Java; it can be solved in python, javascript"


def test_a_missing_toolchain_is_ungraded_with_the_way_to_mend_it(
    grade: Grade, doubling: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_language: Python) -> NoReturn:
        raise ToolMissing("Python 3", "sudo apt-get install python3")

    monkeypatch.setattr(Python, "find", missing)
    result = grade(doubling, GOOD)
    assert outcome(result) == ("ungraded", None, None, 3.0)
    assert result["reason"] == "Python 3 is not on this machine. To install it: sudo apt-get install python3"


# --- forms -------------------------------------------------------------------------------------------------------

BOTH = "def double(n):\n    return 2 * n\n\n\ndef triple(n):\n    return 3 * n\n"
OBJECT = "class Doubler:\n    def double(self, n):\n        return 2 * n\n"


@pytest.mark.parametrize(
    ("name", "source", "taken"),
    [
        ("a.py", OBJECT + "\n\ndef make():\n    return 1\n", ("object form", {"make": ("AC", 6.0)})),
        ("a.py", BOTH, ("two functions", {"double": ("AC", 2.0), "triple": ("AC", 2.0)})),
        ("a.py", GOOD, ("one function", {"only": ("AC", 3.0)})),
        ("a.py", "print(4)\n", ("a program", {"printed": ("AC", 1.0)})),
        ("a.py", BOTH.replace("2 * n", "5 * n"), ("two functions", {"double": ("WA", 0.0), "triple": ("AC", 2.0)})),
        ("a.js", "const double = (n) => 2 * n;\n", ("one function", {"only": ("AC", 3.0)})),
        ("a.js", "class Doubler { halve(n) { return n; } }\nfunction make() { return 1; }\nconsole.log(4);\n",
         ("a program", {"printed": ("AC", 1.0)})),
    ],
    ids=["object", "two", "one", "program", "wrong", "JavaScript", "not set in JavaScript"],
)  # fmt: skip
def test_a_submission_is_taken_for_the_first_form_that_it_offers(
    grade: Grade, packages: Mapping[str, Problem], name: str, source: str, taken: tuple[str, Any]
) -> None:
    form, expected = taken
    result = grade(packages["forms"], source, name)
    assert (result["form"], points(result), result["max_points"]) == (form, expected, 6.0)


def test_a_part_that_another_form_has_leaves_the_submission_ungraded(
    grade: Grade, packages: Mapping[str, Problem]
) -> None:
    result = grade(packages["forms"], GOOD, options=Options(parts=("make",)))
    assert (result["status"], result["points"]) == ("ungraded", None)
    assert result["reason"] == "this form of the task has no part make; it has only"


# --- rules of parts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "verdict", "expected"),
    [
        (
            "2 * n",
            "AC",
            {"base": ("AC", 1.0), "above": ("AC", 2.0), "share": ("AC", 3.0), "extra": ("AC", 4.0)},
        ),
        (
            "abs(2 * n)",
            "AC",
            {"base": ("AC", 1.0), "above": ("AC", 2.0), "share": ("AC", 3.0), "extra": ("WA", 0.0)},
        ),
        (
            "2 * n if n > 2 else 0",
            "WA",
            {"base": ("WA", 0.0), "above": ("SK", 0.0), "share": ("WA", 1.5), "extra": ("WA", 0.0)},
        ),
        (
            "4",
            "WA",
            {"base": ("AC", 1.0), "above": ("WA", 0.0), "share": ("WA", 1.5), "extra": ("WA", 0.0)},
        ),
    ],
    ids=["right", "optional wrong", "required wrong", "constant"],
)
def test_the_rules_of_the_parts_decide_on_the_points(
    grade: Grade,
    packages: Mapping[str, Problem],
    body: str,
    verdict: str,
    expected: dict[str, tuple[str, float]],
) -> None:
    result = grade(packages["rules"], f"def double(n):\n    return {body}\n")
    assert (points(result), result["verdict"]) == (expected, verdict)
    assert result["points"] == sum(one for _verdict, one in expected.values())
    counted = {part["id"]: part["counted"] for part in result["parts"]}
    assert counted == {"base": True, "above": True, "share": True, "extra": expected["extra"][0] == "AC"}


def test_a_part_that_needs_another_says_which(grade: Grade, packages: Mapping[str, Problem]) -> None:
    result = grade(packages["rules"], "def double(n):\n    return 0\n")
    assert "The base" in result["parts"][1]["tests"][0]["message"]


def test_a_part_that_is_asked_for_alone_needs_no_other(grade: Grade, packages: Mapping[str, Problem]) -> None:
    source = "def double(n):\n    return 2 * n if n > 2 else 0\n"
    result = grade(packages["rules"], source, options=Options(parts=("above",)))
    assert (points(result), outcome(result)) == ({"above": ("AC", 2.0)}, ("graded", "AC", 2.0, 2.0))


def test_parts_that_are_asked_for_keep_their_order_and_their_needs(
    grade: Grade, packages: Mapping[str, Problem]
) -> None:
    source = "def double(n):\n    return 2 * n if n > 2 else 0\n"
    result = grade(packages["rules"], source, options=Options(parts=("above", "base")))
    assert points(result) == {"base": ("WA", 0.0), "above": ("SK", 0.0)}
    assert list(points(result)) == ["base", "above"]


def test_a_part_without_any_evidence_is_no_success(grade: Grade, doubling: Problem) -> None:
    result = grade(checked(doubling, Deciding(Finding(Verdict.SK, 0.0))), GOOD)
    assert outcome(result) == ("graded", "TLE", 1.0, 3.0)


def test_a_part_that_was_not_tried_has_lost_no_evidence(grade: Grade, doubling: Problem) -> None:
    not_tried = Finding(Verdict.SK, 0.0, Message("not-tried", {"name": "triple"}))
    assert outcome(grade(checked(doubling, Deciding(not_tried)), GOOD)) == ("graded", "SK", 1.0, 3.0)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_an_acceptance_that_is_not_whole_is_no_acceptance(grade: Grade, doubling: Problem, share: float) -> None:
    result = grade(checked(doubling, Deciding(Finding(Verdict.AC, share))), GOOD)
    assert outcome(result) == ("graded", "WA", 1.0, 3.0)


def test_a_submission_that_hangs_in_one_part_is_still_asked_the_next(
    grade: Grade, doubling: Problem, tmp_path: Path
) -> None:
    source = "def double(n):\n    while n == 2:\n        pass\n    return 2 * n\n"
    files = write_files(tmp_path, {"double.py": source})
    assert points(grade(doubling, submission.collect(files / "double.py"))) == {
        "small": ("TLE", 0.0),
        "large": ("AC", 2.0),
    }


def test_grading_ends_at_the_first_test_that_is_needed_and_refused(
    grade: Grade, packages: Mapping[str, Problem]
) -> None:
    source = "def double(n):\n    print(n)\n    return 4\n"
    everything = {"base": ("AC", 1.0), "above": ("WA", 0.0), "share": ("WA", 1.5), "extra": ("WA", 0.0)}
    assert points(grade(packages["rules"], source)) == everything
    needing_above = grade(packages["rules"], source, options=Options(needed=("base", "above")))
    assert points(needing_above) == {
        "base": ("AC", 1.0),
        "above": ("WA", 0.0),
        "share": ("SK", 0.0),
        "extra": ("SK", 0.0),
    }
    needing_extra = grade(packages["rules"], source, options=Options(needed=("base", "extra")))
    assert points(needing_extra) == everything


def test_of_a_needed_part_no_test_is_asked_after_the_first_that_fails(
    grade: Grade, packages: Mapping[str, Problem]
) -> None:
    result = grade(packages["rules"], WRONG, options=Options(needed=("share",)))
    verdicts = {part["id"]: [test["verdict"] for test in part["tests"]] for part in result["parts"]}
    assert verdicts == {"base": ["WA"], "above": ["SK"], "share": ["WA", "SK"], "extra": ["SK"]}
