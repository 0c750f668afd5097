"""The points of `matches`: 5 + 2 + (1, 2 or 3), less what is taken off for style, whatever passes beside what."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from grader import grade, problem
from grader.errors import ToolMissing
from grader.kinds._linters import LIMITS, LINTERS
from grader.model import Finding, Message, Verdict
from grader.plugins import Sandbox
from grader.reports.terminal import PLUGIN as TERMINAL
from tests.conftest import lacking
from tests.end_to_end.conftest import loaded

ROOT = Path(__file__).resolve().parents[2]
RULES = {"java": "checkstyle.xml", "python": "ruff.toml"}
SOURCES = sorted(
    path
    for folder in ("reference/matches", "problems/matches/wrong")
    for ending in ("*.java", "*.py")
    for path in (ROOT / folder).rglob(ending)
)
RIGHT, WRONG = Finding(Verdict.AC, 1.0), Finding(Verdict.WA, 0.0)
NOT_JUDGED = Finding(Verdict.SK, 0.0, Message("style-not-judged", {"why": ""}))
STYLES = {
    "clean": (RIGHT, 0.0),
    "one rule": (Finding(Verdict.WA, 0.0, off=0.5), 0.5),
    "more": (Finding(Verdict.WA, 0.0, off=1.0), 1.0),
    "no linter": (NOT_JUDGED, 0.0),
}


@pytest.mark.parametrize(
    ("main", "dynamic", "optimal", "learning", "style"), list(product(*[(True, False)] * 4, STYLES))
)
def test_points_are_5_and_2_and_the_better_of_best_play_and_learning_less_style(
    main: bool, dynamic: bool, optimal: bool, learning: bool, style: str
) -> None:
    [form] = loaded("matches").forms
    passed = {"main": main, "dynamic": dynamic, "optimal": optimal, "learning": learning}
    finding, off = STYLES[style]
    findings = {part.id: [RIGHT if passed.get(part.id) else WRONG] * len(part.tests) for part in form.parts}
    graded = grade.grade(form, {**findings, "style": [finding]})
    best = max(3 * learning, (2 if dynamic else 1) * optimal)
    assert graded.points == max(0.0, 5 * main + 2 * dynamic + best - off)
    assert graded.points <= graded.max_points == loaded("matches").points == 10.0
    assert graded.points == max(0.0, sum(part.points or 0.0 for part in graded.parts))
    assert graded.verdict is (Verdict.AC if main else Verdict.WA)


def test_the_parts_of_matches_are_those_of_these_tests() -> None:
    [form] = loaded("matches").forms
    assert [part.id for part in form.parts] == ["main", "dynamic", "optimal", "learning", "style"]


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_solution_on_disk_breaks_a_rule_of_style(any_sandbox: Sandbox, source: Path) -> None:
    language = "java" if source.suffix == ".java" else "python"
    rules = (problem.shipped_problems() / "matches" / RULES[language]).read_bytes()
    try:
        command = LINTERS[language].command(rules, {source.name: source.read_bytes()})
    except ToolMissing as missing:
        lacking(str(missing))
    with any_sandbox.start(command, LIMITS) as process:
        assert LINTERS[language].read(process.run_to_end()) == ()


SLOPPY = {
    "java": ("import java.util.List;\nclass game {\n    int F() { int X = 1; int y = X; return y; }\n}\n", {
        "UnusedImports", "TypeName", "MethodName", "LocalVariableName", "OneStatementPerLine",
    }),
    "python": ("import os\n\n\nclass game:\n    pass\n\n\ndef f():\n    X = 1; return X\n", {
        "F401", "N801", "N806", "E702",
    }),
}  # fmt: skip


@pytest.mark.parametrize("language", SLOPPY)
def test_the_rules_of_the_package_find_what_they_are_for(any_sandbox: Sandbox, language: str) -> None:
    source, broken = SLOPPY[language]
    rules = (problem.shipped_problems() / "matches" / RULES[language]).read_bytes()
    name = "game.java" if language == "java" else "game.py"
    try:
        command = LINTERS[language].command(rules, {name: source.encode()})
    except ToolMissing as missing:
        lacking(str(missing))
    with any_sandbox.start(command, LIMITS) as process:
        assert {one.rule for one in LINTERS[language].read(process.run_to_end())} == broken


@pytest.mark.parametrize("rules", RULES.values())
@pytest.mark.parametrize("human", ["en", "ru"])
def test_the_statement_names_every_rule(rules: str, human: str) -> None:
    folder = problem.shipped_problems() / "matches"
    lines = (folder / rules).read_text("utf-8").splitlines()
    found = [line.split('"')[1] for line in lines if line.strip().startswith(('"', "<module"))]
    names = [name for name in found if name not in ("Checker", "TreeWalker") and "/" not in name]
    assert len(names) == 8
    statement = problem.statement(folder, human)
    assert [name for name in names if f"`{name}`" not in statement] == []


def test_points_for_style_are_taken_off_and_the_student_sees_why(
    grade: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    source = (ROOT / "reference/matches/python-fixed/game_of_sticks.py").read_text("utf-8")
    file = tmp_path / "game_of_sticks.py"
    file.write_text(f"{source}\n\nclass unlucky:\n    pass; x = 1\n")
    result = grade("matches", file)
    style = result["parts"][-1]
    assert (result["verdict"], result["points"], style["points"], style["verdict"]) == ("AC", 5.0, -1.0, "WA")
    said = TERMINAL.one(result, {})
    assert "✗ Style" in said
    assert "-1 / 0   Points taken off" in said
    assert "Ruff finds that 2 rules of style are broken: N801, E702. Points off: 1." in said
