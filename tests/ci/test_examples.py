"""examples/ci: the steps of each example, run as its platform runs them, in a temporary clone.

What changes the machine (apt-get, and making an environment with the grader in it) is stood in for; with `--all` the
wheel of the grader is built and installed for real.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest
import yaml
from junitparser import JUnitXml

from tests.ci.running import Ended, run, surroundings
from tests.doubling import write_files

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "ci"
RIGHT = (ROOT / "reference" / "valid-board" / "python" / "solution.py").read_text("utf-8")
WRONG = "def solution(board):\n    print('::error::forged')\n    return 1 // board[0].count('.')\n"
HAND_INS = {"wrong": (WRONG, 1), "right": (RIGHT, 0)}

each_hand_in = pytest.mark.parametrize("hand_in", HAND_INS)
pytestmark = pytest.mark.usefixtures("any_sandbox")


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine on which apt-get and `python3 -m venv` only write down what they were asked for."""

    path: Path

    def told(self) -> str:
        """What was asked."""
        return (self.path / "told").read_text("utf-8")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    folder = tmp_path / "machine"
    tell = f'echo "$(basename "$0") $*" >> "{folder}/told"\n'
    grader = Path(sys.executable).parent / "grader"
    venv = f'mkdir -p "$3/bin"\nln -s "{folder}/pip" "$3/bin/pip"\nln -s "{grader}" "$3/bin/grader"\n'
    stand_ins = {"apt-get": tell, "pip": tell, "python3": tell + venv, "sudo": 'exec "$@"\n'}
    write_files(folder, {name: f"#!/bin/sh\n{body}" for name, body in stand_ins.items()})
    for name in stand_ins:
        (folder / name).chmod(0o755)
    return Machine(folder)


def clone_of(example: str, source: str, folder: Path) -> Path:
    """A clone of a student's repository, which began with the files of the example."""
    origin = folder / "origin"
    shutil.copytree(EXAMPLES / example, origin)
    write_files(origin, {"solution.py": source, "README.md": "# Assignment\n"})
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.invalid"]
    subprocess.run([*git, "init", "-q"], cwd=origin, check=True)
    subprocess.run([*git, "add", "-A"], cwd=origin, check=True)
    subprocess.run([*git, "commit", "-q", "-m", "Hand in"], cwd=origin, check=True)
    subprocess.run([*git, "clone", "-q", str(origin), str(folder / "clone")], check=True)
    return folder / "clone"


def with_stand_ins(machine: Machine) -> str:
    return f"{machine.path}:{surroundings()['PATH']}"


# --- GitHub ----------------------------------------------------------------------------------------------------


def evaluated(text: str, values: Mapping[str, str]) -> str:
    """The text with its expressions replaced, as the runner does it before any shell sees it."""
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda match: values[match[1]], text)


@pytest.mark.long
@each_hand_in
def test_the_workflow_for_github_grades_and_tells_classroom(hand_in: str, tmp_path: Path, machine: Machine) -> None:
    source, code = HAND_INS[hand_in]
    workspace = clone_of("github", source, tmp_path)
    workflow = yaml.safe_load((workspace / ".github/workflows/classroom.yml").read_text("utf-8"))
    (job,) = workflow["jobs"].values()
    assert job["name"] == "Autograding Tests"
    temporary = write_files(tmp_path / "runner", {"output": "", "summary.md": ""})
    environment = {
        "GITHUB_ACTIONS": "true",
        "RUNNER_TEMP": str(temporary),
        "GITHUB_OUTPUT": str(temporary / "output"),
        "GITHUB_STEP_SUMMARY": str(temporary / "summary.md"),
        **{key: evaluated(value, {"vars.GRADER": "the grader"}) for key, value in job["env"].items()},
    }
    install, grade = (step for step in job["steps"] if "run" in step)
    assert bash(install["run"], workspace, **environment, PATH=with_stand_ins(machine)).code == 0
    assert "pip install --quiet the grader\n" in machine.told()
    said = bash(grade["run"], workspace, **environment)
    assert said.code == code, said.err
    assert "\n::error::forged" not in said.out
    uses = {step["uses"].partition("@")[0]: step for step in job["steps"] if "uses" in step}
    assert uses["actions/upload-artifact"]["if"] == "always()"
    assert list((workspace / uses["actions/upload-artifact"]["with"]["path"]).glob("*.html"))
    reporter = uses["classroom-resources/autograding-grading-reporter"]
    assert reporter["if"] == "always()"
    outputs = dict(line.split("=", 1) for line in (temporary / "output").read_text("utf-8").splitlines())
    values = {f"steps.{grade['id']}.outputs.{key}": value for key, value in outputs.items()}
    given = {key: evaluated(value, values) for key, value in reporter["env"].items()}
    totals = reported(given, reporter["with"]["runners"])
    assert totals == ((10.0, 10) if hand_in == "right" else (totals[0], 10))
    assert "of 10 points" in (temporary / "summary.md").read_text("utf-8")


def bash(script: str, folder: Path, **environment: str) -> Ended:
    """A step, as GitHub's runner runs it."""
    return run(["bash", "-e", "-c", script], folder, **environment)


def reported(environment: Mapping[str, str], runners: str) -> tuple[float, float]:
    """The points as the grading reporter of Classroom adds them up: those of the tests, and the most of the runners."""
    found = [json.loads(base64.b64decode(environment[f"{name.upper()}_RESULTS"])) for name in runners.split(",")]
    return sum(test["score"] for one in found for test in one["tests"]), sum(one["max_score"] for one in found)


# --- GitLab ----------------------------------------------------------------------------------------------------

CODE_QUALITY = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "required": ["path", "lines"],
                "properties": {
                    "path": {"pattern": r"^[^./]"},
                    "lines": {"required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}


@pytest.mark.long
@each_hand_in
def test_the_job_for_gitlab_grades_and_leaves_its_reports(hand_in: str, tmp_path: Path, machine: Machine) -> None:
    source, code = HAND_INS[hand_in]
    project = clone_of("gitlab", source, tmp_path)
    (job,) = yaml.safe_load((project / ".gitlab-ci.yml").read_text("utf-8")).values()
    environment = {"GITLAB_CI": "true", "CI": "true", "HOME": str(tmp_path), "GRADER": "the grader"}
    prepared = gitlab(job["before_script"], project, **environment, PATH=with_stand_ins(machine))
    assert prepared.code == 0
    assert "pip install --quiet the grader\n" in machine.told()
    assert gitlab(job["script"], project, **environment).code == code
    reports = job["artifacts"]["reports"]
    (junit,) = project.glob(reports["junit"])
    assert JUnitXml.fromfile(str(junit)).tests == 12
    entries = json.loads((project / reports["codequality"]).read_text("utf-8"))
    jsonschema.validate(entries, CODE_QUALITY)
    assert bool(entries) is (hand_in == "wrong")
    assert {(project / entry["location"]["path"]).is_file() for entry in entries} <= {True}
    assert job["artifacts"]["when"] == "always"


def gitlab(lines: list[str], folder: Path, **environment: str) -> Ended:
    """Lines of a script, as GitLab's runner runs them."""
    return run(["bash", "-c", "\n".join(["set -eo pipefail", *lines])], folder, **environment)


# --- Gradescope ------------------------------------------------------------------------------------------------


def autograder(folder: Path, source: str) -> Path:
    """Gradescope's folder: the zip unpacked, `run_autograder` beside it, and one hand-in."""
    root = folder / "autograder"
    shutil.copytree(EXAMPLES / "gradescope", root / "source")
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "results").mkdir()
    write_files(root / "submission", {"solution.py": source})
    write_files(root, {"submission_metadata.json": "{}"})
    return root


@pytest.mark.long
@pytest.mark.parametrize(("hand_in", "installed"), [("wrong", False), ("right", False), ("right", True)])
def test_the_autograder_for_gradescope_grades_and_ends_well(
    hand_in: str, installed: bool, tmp_path: Path, machine: Machine
) -> None:
    source, code = HAND_INS[hand_in]
    root = autograder(tmp_path, source)
    if installed:
        build_wheel(root / "source")
        (machine.path / "python3").unlink()
    else:
        write_files(root / "source", {"grader-1-py3-none-any.whl": ""})
    prepared = run([str(root / "source" / "setup.sh")], root, PATH=with_stand_ins(machine))
    assert prepared.code == 0, prepared.err
    assert installed or f"pip install --quiet {root}/source/grader-1-py3-none-any.whl\n" in machine.told()
    assert run([str(root / "run_autograder")], tmp_path).code == 0
    results = json.loads((root / "results" / "results.json").read_text("utf-8"))
    assert (results["score"] == 10.0) is (code == 0)
    assert sum(test["max_score"] for test in results["tests"]) == 10.0


def build_wheel(folder: Path) -> None:
    """The wheel of this checkout, as the README of the examples says."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)


def test_an_autograder_that_could_not_grade_leaves_no_results_and_fails(tmp_path: Path, machine: Machine) -> None:
    root = autograder(tmp_path, RIGHT)
    write_files(root, {"source/grader.toml": "tasks = ['valid-bord']", "results/results.json": '{"score": 10}'})
    write_files(root / "source", {"grader-1-py3-none-any.whl": ""})
    assert run([str(root / "source" / "setup.sh")], root, PATH=with_stand_ins(machine)).code == 0
    ended = run([str(root / "run_autograder")], tmp_path)
    assert (ended.code, "did you mean valid-board?" in ended.err) == (1, True)
    assert not (root / "results" / "results.json").exists()


# --- all of them -----------------------------------------------------------------------------------------------


def test_what_is_installed_is_what_the_grader_itself_asks_for() -> None:
    asked = {"python3-venv"} | packages_in((ROOT / ".ci" / "run").read_text("utf-8"))
    for path in files():
        lines = [line for line in path.read_text("utf-8").splitlines() if "apt-get install" in line]
        for line in lines:
            named = set(line.partition("--no-install-recommends ")[2].split())
            assert named
            assert named <= asked


def packages_in(text: str) -> set[str]:
    return {name for match in re.findall(r"packages\+=\((.*?)\)", text) for name in match.split()}


def files() -> list[Path]:
    return [path for path in EXAMPLES.rglob("*") if path.is_file()]


def test_no_example_names_a_host_or_a_path_of_a_machine() -> None:
    assert len(files()) == 8
    for path in files():
        text = path.read_text("utf-8")
        assert "://" not in text
        assert not re.search(r"(?<![\w.\"$/}])/(?:home|root|tmp|work|opt|usr(?!/bin/env)|var)\b", text), path
