"""`grader verify` from the command line: what it says, and how it ends."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader import cli
from grader.errors import ToolMissing
from grader.languages import python
from grader.mutation import trees
from grader.verify import mutation
from grader.verify.checks import CHECKS
from tests.doubling import HALF
from tests.test_cli import Said, missing_tool
from tests.verify.making import PROBLEM, write

Verify = Callable[..., Said]


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Verify:
    """`verify({file: text}, "--only", ...)` runs the command about the package with these files changed."""

    def run(changes: Mapping[str, str | None], *options: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["grader", "verify", str(write(tmp_path, changes)), *options])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert isinstance(ended.value.code, int)
        return Said(ended.value.code, *capsys.readouterr())

    return run


def test_a_right_package_is_proven_with_a_line_for_each_check(verify: Verify) -> None:
    said = verify({}, "--table")
    assert (said.code, said.err) == (0, "")
    states = re.findall(r"^(ok|FAIL|open) +(\w+) ", said.out, re.MULTILINE)
    assert states == [("ok", check.name) for check in CHECKS]
    assert "  wrong/same: WA, small 1, 2; large 1\n" in said.out
    assert [line for line in said.out.splitlines() if len(line) > 80 and " " in line.strip()] == []


@pytest.mark.parametrize(
    ("changes", "code", "line"),
    [
        ({"reference/python/double.py": HALF}, 1, "FAIL  references    0 of 1 accepted as they should be, 1 languages"),
        ({"problem.yaml": PROBLEM.replace("[python]", "[python, ruby]")}, 3, "open  references    1 of 1 accepted"),
        ({"reference/python/double.py": None}, 3, "open  references    0 of 0 accepted as they should be, 0 languages"),
    ],
)
def test_what_is_refused_ends_with_1_and_what_could_not_be_tried_with_3(
    verify: Verify, changes: Mapping[str, str | None], code: int, line: str
) -> None:
    said = verify(changes, "--only", "references")
    assert said.code == code
    assert line in said.out


def test_a_missing_toolchain_ends_with_3_and_says_how_to_install_it(
    verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(python.Python, "find", lambda _self: missing_tool())
    said = verify({}, "--only", "wrong")
    assert said.code == 3
    assert "not tried: python: " in said.out
    assert "sudo apt-get install python3" in " ".join(said.out.split())


def test_a_package_that_can_not_be_read_ends_with_2_and_says_where(verify: Verify) -> None:
    said = verify({"problem.yaml": PROBLEM.replace("points: 1", "point: 1")}, "--only", "points")
    assert (said.code, said.out) == (2, "")
    assert "problem.yaml:13:5: unknown key `point`; did you mean `points`?" in said.err


def test_a_check_that_is_not_known_ends_with_2(verify: Verify) -> None:
    said = verify({}, "--only", "point")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("grader: no check is called point; there are schema, points, ")


def test_the_language_chooses_the_solutions(verify: Verify) -> None:
    changes = {"problem.yaml": PROBLEM.replace("[python]", "[python, ruby]")}
    said = verify(changes, "--only", "references", "--language", "python")
    assert said.code == 0
    assert "1 of 1 accepted" in said.out
    assert verify(changes, "--only", "references", "--language", "cobol").code == 2


def test_mutants_are_tried_only_if_they_are_asked_for(verify: Verify) -> None:
    said = verify({}, "--only", "references", "--mutation", "--mutants", "1")
    assert (said.code, said.err) == (0, "")
    assert "ok    mutation      1 mutants: 1 killed, 0 survived\n" in said.out
    assert "note: python: 1 mutants: 1 killed, 0 survived\n" in said.out
    again = verify({}, "--only", "mutation", "--mutants", "1")
    assert again.out.splitlines()[-1] == "      0 times something was graded, 2 times it was known before"


def test_a_mutant_that_no_test_refuses_ends_with_1_at_its_place(verify: Verify) -> None:
    adding_nothing = "def double(n):\n    return n * 2 + 0\n"
    said = verify({"reference/python/double.py": adding_nothing}, "--only", "mutation", "--mutants", "4")
    assert said.code == 1
    assert "FAIL  mutation      4 mutants: 3 killed, 1 survived (1 not explained)\n" in said.out
    assert "reference/python/double.py:2:18\n        `+` became `-`: not explained: " in said.out


def test_without_a_grammar_its_language_is_told_as_not_tried(verify: Verify, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(language: str) -> None:
        raise ToolMissing(f"the grammar of tree-sitter for {language}", trees.INSTALLS)

    monkeypatch.setattr(mutation, "mutants", lambda _source, language: missing(language))
    said = verify({}, "--only", "mutation")
    assert said.code == 3
    assert "pip install 'grader[verify]'" in " ".join(said.out.split())
