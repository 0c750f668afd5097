"""`pytest --grader-problem DIR`: one item for each solution, and nothing at all without the option."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.doubling import HALF, write_files
from tests.verify.making import EXPECTED, write

ROOT = Path(__file__).resolve().parents[2]


def run(folder: Path, *options: str | Path) -> tuple[int, str]:
    """The exit code of a pytest of its own in this folder, and what it says."""
    plain = ("-p", "grader.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:randomly", "-rA")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    environment["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *map(str, options)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "code", "items"),
    [
        ({}, 0, {"PASSED": ["reference/python", "wrong/same"]}),
        (
            {"reference/python/double.py": HALF, "wrong/same/expect.yaml": EXPECTED.replace("WA", "RTE")},
            1,
            {"FAILED": ["reference/python", "wrong/same"]},
        ),
    ],
)
def test_each_solution_is_an_item(
    tmp_path: Path, changes: Mapping[str, str], code: int, items: Mapping[str, list[str]]
) -> None:
    write(tmp_path, changes)
    write_files(tmp_path, {"test_other.py": "def test_other():\n    raise ValueError('not asked for')\n"})
    ended, said = run(tmp_path, "--grader-problem", "doubling")
    found = {state: re.findall(rf"^{state} .*::(\S+)", said, re.MULTILINE) for state in items}
    assert (ended, found) == (code, items), said
    assert "not asked for" not in said
    if changes:
        assert "expect.yaml:3:10: the verdict is WA, not RTE." in said


def test_without_the_option_nothing_is_collected(tmp_path: Path) -> None:
    write(tmp_path)
    write_files(
        tmp_path,
        {"test_other.py": "import sys\n\n\ndef test_other():\n    assert 'grader.verify' not in sys.modules\n"},
    )
    ended, said = run(tmp_path)
    assert (ended, "1 passed" in said, "doubling" in said) == (0, True, False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "option", "message"),
    [
        ({}, "elsewhere", "--grader-problem: {folder}/elsewhere holds no problem.yaml"),
        ({"problem.yaml": "format: grader-problem/1\n"}, "doubling", "the key `id` is missing"),
        ({"wrong/same/expect.yaml": None}, "doubling", "expect.yaml is missing"),
    ],
)
def test_a_package_that_can_not_be_read_is_an_error(
    tmp_path: Path, changes: Mapping[str, str | None], option: str, message: str
) -> None:
    write(tmp_path, changes)
    ended, said = run(tmp_path, "--grader-problem", option)
    assert ended not in (0, 1, 5)
    assert message.format(folder=tmp_path) in said


def test_pytest_finds_the_plug_in_by_itself() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"grader.pytest_plugin": "grader.pytest_plugin"}
