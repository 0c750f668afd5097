"""problems/README.md: every example in it loads, accepts the right hand-in and refuses the wrong one."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from grader import pipeline, plugins, problem, submission
from grader.cli import cli
from grader.errors import ExitCode, ToolMissing
from grader.package import Problem
from grader.people import overrides
from grader.people.overrides import Known
from grader.plugins import Sandbox
from tests.conftest import lacking

GUIDE = (Path(__file__).resolve().parents[1] / "problems" / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> dict[str, Mapping[str, str]]:
    """The files of each section that shows a package."""
    sections = re.split(r"^## ", GUIDE, flags=re.MULTILINE)[1:]
    found = {section.partition("\n")[0]: dict(BLOCK.findall(section)) for section in sections}
    return {title: files for title, files in found.items() if files}


EXAMPLES = examples()
# What a right hand-in gets where that is not all, and what a wrong one gets where that is more than nothing.
RIGHT = {"For people": ("PD", None)}
WRONG: Mapping[str, tuple[str, float | None]] = {
    "Calls": ("WA", 1.5),
    "Style": ("AC", 1.5),
    "Growth": ("TLE", 0.0),
    "For people": ("WA", None),
}
TOLD = {
    "Calls": "Three equal sides are one length. Are sides counted instead of lengths?",
    "Domains": "Years that end in 00 need a rule of their own.",
}


def made(title: str, folder: Path) -> Problem:
    for name, text in EXAMPLES[title].items():
        if not name.startswith(("right.", "wrong.", "overrides.")):
            (folder / name).write_text(text, "utf-8")
    return problem.load(folder)


def graded(title: str, which: str, sandbox: Sandbox, folder: Path) -> dict[str, Any]:
    package = made(title, folder)
    [(name, text)] = [(name, text) for name, text in EXAMPLES[title].items() if name.startswith(which)]
    (folder / "hand-in").mkdir()
    (folder / "hand-in" / name).write_text(text, "utf-8")
    handed_in = submission.collect(folder / "hand-in" / name)
    for _file, language in handed_in.candidates:
        try:
            plugins.languages()[language].find()
        except ToolMissing as missing:
            lacking(str(missing))
    return pipeline.grade_submission(package, handed_in, sandbox, "", pipeline.Options())


@pytest.mark.parametrize("title", EXAMPLES)
def test_the_right_hand_in_of_an_example_gets_all_its_points(any_sandbox: Sandbox, tmp_path: Path, title: str) -> None:
    result = graded(title, "right", any_sandbox, tmp_path)
    assert (result["verdict"], result["points"]) == RIGHT.get(title, ("AC", result["max_points"])), result


@pytest.mark.parametrize("title", EXAMPLES)
def test_the_wrong_hand_in_of_an_example_does_not(any_sandbox: Sandbox, tmp_path: Path, title: str) -> None:
    result = graded(title, "wrong", any_sandbox, tmp_path)
    assert (result["verdict"], result["points"]) == WRONG.get(title, ("WA", 0.0)), result
    causes = {test["cause"] for part in result["parts"] for test in part["tests"] if test["cause"]}
    assert causes == ({TOLD[title]} if title in TOLD else set())


def test_every_kind_of_test_has_an_example(tmp_path: Path) -> None:
    found = set()
    for title in EXAMPLES:
        folder = tmp_path / title
        folder.mkdir()
        found |= {test.kind for form in made(title, folder).forms for part in form.parts for test in part.tests}
    assert found == set(plugins.kinds())


def test_the_decisions_in_the_guide_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "overrides.yaml"
    file.write_text(EXAMPLES["For people"]["overrides.yaml"], "utf-8")
    parts = {"one": 2.0, "names": 1.0}
    read = overrides.read(file, Known({"ann": 3.0}, {"ann": parts}, frozenset({"names"})))
    assert read.decisions[("ann", "names")].points == 1.0


def test_the_two_commands_at_the_start_end_in_all_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [block] = re.findall(r"^```sh\n(.*?)^```$", GUIDE, flags=re.MULTILINE | re.DOTALL)
    lines = [shlex.split(line)[1:] for line in block.splitlines()]
    assert len(lines) == 2
    said = [CliRunner().invoke(cli, line, standalone_mode=False) for line in lines]
    assert [one.return_value for one in said] == [ExitCode.ACCEPTED, ExitCode.ACCEPTED]
    assert "10 / 10" in said[1].stderr
