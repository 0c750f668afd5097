"""The kind `style`: rules that are broken, by the real linters in the sandbox, and the points that are taken off."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grader import pipeline, problem, submission
from grader.errors import ToolMissing
from grader.kinds._linters import LIMITS, LINTERS, Offence, Unreadable
from grader.kinds.style import PLUGIN, StyleCheck
from grader.model import Command, Ending, Finding, Message, Outcome, Place, Remark, Verdict
from grader.plugins import Sandbox, languages
from grader.reports.terminal import PLUGIN as TERMINAL
from grader.words import say
from tests.conftest import lacking
from tests.kinds.fake_subject import FakeReader, FakeSubject, ended, returning

CHECKSTYLE = b"""<?xml version="1.0"?>
<!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN" "https://checkstyle.org/dtds/configuration_1_3.dtd">
<module name="Checker">
  <module name="TreeWalker"><module name="MagicNumber"/><module name="LocalVariableName"/></module>
</module>
"""
RUFF = b'[lint]\nselect = ["E", "F"]\n'
JAVA = b"class A {\n    int f() {\n        int Bad = 7;\n        return Bad + 9;\n    }\n}\n"
PYTHON = b"import os  # noqa\nimport sys\nx = 1; y = 2\n"
RULES = {"java": CHECKSTYLE, "python": RUFF}


class FakeLinter:
    """Finds what it was given to find."""

    title = "Linter"
    endings = (".py",)

    def __init__(self, *offences: Offence, failure: Exception | None = None) -> None:
        self.offences = offences
        self.failure = failure
        self.seen: list[str] = []
        self.program = "linter"

    def command(self, rules: bytes, files: Mapping[str, bytes]) -> Command:  # noqa: ARG002
        if isinstance(self.failure, ToolMissing):
            raise self.failure
        self.seen += files
        return Command((self.program,), {})

    def read(self, outcome: Outcome) -> tuple[Offence, ...]:  # noqa: ARG002
        if self.failure is not None:
            raise self.failure
        return self.offences


def judge(linter: FakeLinter, language: str = "python") -> Finding:
    subject = FakeSubject(returning(lambda: 0), language=languages()[language])
    subject.sources = {"b.py": b"", "a.txt": b""}
    subject.tool = lambda _command: ended(Ending.EXITED, 0)
    return StyleCheck({"python": b""}, 0.5, 1.0, {"python": linter}).judge(subject)


def rule(name: str, line: int = 1, file: str = "b.py") -> Offence:
    return Offence(name, file, line, "what is meant")


# --- points ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "off"),
    [(["E1"], 0.5), (["E1", "E1", "E1"], 0.5), (["E1", "E2"], 1.0), (["E1", "E2", "E3", "E4"], 1.0)],
)
def test_each_rule_that_is_broken_takes_points_off_once_and_at_most_so_many(rules: list[str], off: float) -> None:
    finding = judge(FakeLinter(*map(rule, rules)))
    assert (finding.verdict, finding.share, finding.off) == (Verdict.WA, 0.0, off)


def test_what_is_found_is_told_with_its_lines_and_the_first_place() -> None:
    finding = judge(FakeLinter(rule("E2", 7), rule("E1", 3)))
    assert say(finding.message) == "Linter finds that 2 rules of style are broken: E1, E2. Points off: 1."
    assert finding.transcript == "b.py:3: E1: what is meant\nb.py:7: E2: what is meant"
    assert finding.place == Place("b.py", 3)
    assert finding.remarks[0] == Remark(Place("b.py", 3), finding.remarks[0].rule, "what is meant")


def test_nothing_is_taken_off_where_no_rule_is_broken() -> None:
    assert judge(FakeLinter()) == Finding(Verdict.AC, 1.0)


def test_a_language_without_rules_is_accepted() -> None:
    assert judge(FakeLinter(rule("E1")), "ruby") == Finding(Verdict.AC, 1.0)


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (ToolMissing("Linter", "apt"), "Linter is not on this machine. To install it: apt"),
        (Unreadable("/box/style: no"), "Linter could not read the code, or the rules."),
    ],
)
def test_without_a_word_of_the_linter_nothing_is_taken_off(failure: Exception, why: str) -> None:
    finding = judge(FakeLinter(failure=failure))
    assert finding == Finding(Verdict.SK, 0.0, Message("style-not-judged", {"why": why}))


def test_only_files_of_the_language_are_looked_at() -> None:
    linter = FakeLinter()
    judge(linter)
    assert linter.seen == ["b.py"]


# --- the linters -------------------------------------------------------------------------------------------


def lint(sandbox: Sandbox, language: str, files: Mapping[str, bytes], rules: bytes | None = None) -> Any:
    try:
        command = LINTERS[language].command(RULES[language] if rules is None else rules, files)
    except ToolMissing as missing:
        lacking(str(missing))
    with sandbox.start(command, LIMITS) as process:
        return LINTERS[language].read(process.run_to_end())


def test_checkstyle_names_rules_and_lines(any_sandbox: Sandbox) -> None:
    found = lint(any_sandbox, "java", {"pack/A.java": JAVA})
    assert [(one.rule, one.file, one.line) for one in found] == [
        ("LocalVariableName", "pack/A.java", 3), ("MagicNumber", "pack/A.java", 3), ("MagicNumber", "pack/A.java", 4),
    ]  # fmt: skip


def test_ruff_names_rules_and_lines_and_no_comment_switches_it_off(any_sandbox: Sandbox) -> None:
    found = lint(any_sandbox, "python", {"a.py": PYTHON, "sub/b.py": b"x = 1\n"})
    assert [(one.rule, one.file, one.line) for one in found] == [
        ("F401", "a.py", 1), ("F401", "a.py", 2), ("E702", "a.py", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "files"), [("java", {"A.java": JAVA}), ("python", {"a.py": PYTHON})], ids=["java", "python"]
)
def test_rules_that_can_not_be_read_take_nothing_off(
    any_sandbox: Sandbox, language: str, files: Mapping[str, bytes]
) -> None:
    with pytest.raises(Unreadable):
        lint(any_sandbox, language, files, b"nonsense")


def test_java_that_can_not_be_read_takes_nothing_off(any_sandbox: Sandbox) -> None:
    with pytest.raises(Unreadable):
        lint(any_sandbox, "java", {"A.java": b"class A { int x = ; }"})


@pytest.mark.parametrize(
    ("language", "stdout"),
    [
        ("java", b""),
        ("java", b"<?xml version='1.0'?><checkstyle>"),
        ("java", b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><checkstyle></checkstyle>"),
        ("python", b""),
        ("python", b"{}3"),
        ("python", b'[{"code": "E1"}]'),
        ("python", b"[3]"),
    ],
)
def test_what_no_linter_says_is_unreadable(language: str, stdout: bytes) -> None:
    with pytest.raises(Unreadable):
        LINTERS[language].read(ended(Ending.EXITED, 0, stdout=stdout))


def test_a_forged_rule_or_line_is_left_out() -> None:
    place = {"filename": "a", "message": "", "location": {"row": 1}}
    forged = [{**place, "code": "<b>"}, {**place, "code": "E1", "location": {"row": "x"}}]
    said = json.dumps(forged).encode()
    assert LINTERS["python"].read(ended(Ending.EXITED, 0, stdout=said)) == ()


# --- packages ----------------------------------------------------------------------------------------------

PACKAGE = """\
format: grader-problem/1
id: one
title: One
languages: [python]
interface:
  functions: ["one()"]
parts:
  - {id: one, points: 3, visible: true, tests: [{call: one(), returns: 1}]}
  - id: style
    points: 0
    optional: true
    visible: true
    tests:
      - {style: {python: ruff.toml}, off_each: 0.5, off_most: 1}
"""


@pytest.mark.parametrize(
    ("source", "points", "style"),
    [
        ("def one():\n    return 1\n", 3.0, ("AC", 0.0)),
        ("import os\n\n\ndef one():\n    return 1\n", 2.5, ("WA", -0.5)),
        ("import os\nx = 1; y = 2\nif x == None: pass\n\n\ndef one():\n    return 1\n", 2.0, ("WA", -1.0)),
        ("import os\n\n\ndef one():\n    return 2\n", 0.0, ("WA", -0.5)),
    ],
)
def test_a_package_takes_points_off_for_style_and_never_more_than_there_are(
    any_sandbox: Sandbox, tmp_path: Path, source: str, points: float, style: tuple[str, float]
) -> None:
    (tmp_path / "problem.yaml").write_text(PACKAGE)
    (tmp_path / "ruff.toml").write_bytes(RUFF)
    file = tmp_path / "hand-in" / "one.py"
    file.parent.mkdir()
    file.write_text(source)
    package = problem.load(tmp_path)
    graded = pipeline.grade_submission(package, submission.collect(file), any_sandbox, "", pipeline.Options())
    part = graded["parts"][1]
    assert (graded["points"], graded["max_points"], (part["verdict"], part["points"])) == (points, 3.0, style)
    assert graded["verdict"] == ("AC" if points else "WA")


def test_a_part_that_could_not_be_judged_costs_nothing_and_is_no_time_out(any_sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "problem.yaml").write_text(PACKAGE)
    (tmp_path / "ruff.toml").write_bytes(b"nonsense")
    file = tmp_path / "hand-in" / "one.py"
    file.parent.mkdir()
    file.write_text("def one():\n    return 1\n")
    package = problem.load(tmp_path)
    graded = pipeline.grade_submission(package, submission.collect(file), any_sandbox, "", pipeline.Options())
    part = graded["parts"][1]
    assert (graded["verdict"], graded["points"], part["verdict"], part["points"]) == ("AC", 3.0, "SK", 0.0)
    why = "Style was not judged, and nothing was taken off: Ruff could not read the code, or the rules."
    assert graded["flagged"] == [f"Style: {why}"]
    assert "could not be judged here" in TERMINAL.one(graded, {})


def test_what_judges_style_is_named_and_so_is_that_it_is_missing(tmp_path: Path) -> None:
    program = tmp_path / "linter"
    program.write_bytes(b"1")
    found, missing = FakeLinter(), FakeLinter(failure=ToolMissing("Linter", "apt"))
    found.program = str(program)
    known = StyleCheck({"python": b""}, 0.5, 1.0, {"python": found})
    before = known.tool("python")
    program.write_bytes(b"22")
    assert before is not None
    assert before.startswith(f"Linter {program} 1 ")
    assert known.tool("python") != before
    assert known.tool("java") is None
    assert StyleCheck({"python": b""}, 0.5, 1.0, {"python": missing}).tool("python") == "Linter is missing"


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"style": {"python": "r"}, "off_each": 1}, ["the key `off_most` is missing"]),
        (
            {"style": {"cobol": "r"}, "off_each": 1, "off_most": 1},
            ["no linter is known for `cobol`; there are java, python"],
        ),
    ],
)
def test_a_fault_of_the_package_is_told(body: Mapping[str, Any], faults: list[str]) -> None:
    reader = FakeReader(files={"r": b""})
    PLUGIN.read(body, reader)
    assert [message for message, _path in reader.faults] == faults
