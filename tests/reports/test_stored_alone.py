"""Stored JSON alone -> byte for byte what `check`, `batch` and `ci` have written: nothing else is in any report."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import referencing
from click.testing import CliRunner

from grader import cli
from grader.batch import folder
from grader.files import write
from grader.plugins import reports
from grader.reports import github, gitlab
from grader.words import ENGLISH
from tests.ci.running import CI_NAMES
from tests.doubling import GOOD, HALF, write_files, write_package

FORMATS = sorted(set(reports()) - {"terminal"})
LISTS: dict[str, str | bytes] = {
    "class.csv": "id,name\na,Ann Lee\nb,Ben Ode\ne,Eve Roe\n",
    "decided.yaml": """\
format: grader-overrides/1
by: B. Okafor
late: {due: 2026-11-20 23:59, zone: UTC, per_day: 10%, handed_in: {a: 2026-11-21 10:00}}
people:
  - {id: b, points: 2, comment: Well said., why: shown in class}
  - {id: c, excused: true, why: ill}
""",
}
FAILING = "def double(n):\n    print('asked', n)\n    return n / (n - 2)\n"

pytestmark = pytest.mark.usefixtures("any_sandbox")


@pytest.fixture
def grader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """`grader("check", ...)` runs the command beside the package, which goes afterwards as the hand-ins do."""
    write_package(tmp_path)
    write_files(tmp_path / "work", {"a/double.py": FAILING, "b/double.py": GOOD, "c/double.py": HALF, "d.zip": b"PK"})
    monkeypatch.chdir(tmp_path)

    def run(*words: str, **environment: str) -> int:
        unset: dict[str, str | None] = {name: None for name in os.environ if name.startswith(CI_NAMES)}
        ended = CliRunner().invoke(cli.cli, list(words), env=unset | environment, standalone_mode=False)
        assert ended.exception is None
        write(tmp_path / "said", ended.stderr)
        for name in ("doubling", "work"):
            shutil.move(tmp_path / name, tmp_path / "gone" / name)
        code: int = ended.return_value
        return code

    (tmp_path / "gone").mkdir()
    return run


def stored(path: Path, schema: str) -> Any:
    """What is in the file, if it follows its published schema."""
    document = json.loads(path.read_text("utf-8"))
    schemas = [
        json.loads(resources.files("grader").joinpath(f"schema/{name}.schema.json").read_text("utf-8"))
        for name in ("result", "batch")
    ]
    registry: Any = referencing.Registry().with_resources(
        (one["$id"], referencing.Resource.from_contents(one)) for one in schemas
    )
    chosen = next(one for one in schemas if schema in one["$id"])
    jsonschema.Draft202012Validator(chosen, registry=registry).validate(document)
    return document


def text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


@pytest.mark.parametrize("audience", ["student", "instructor"])
def test_what_check_wrote_is_in_its_json(grader: Callable[..., int], tmp_path: Path, audience: str) -> None:
    words = [word for name in FORMATS for word in ("--format", name)]
    path = str(tmp_path / "work" / "a")
    assert grader("check", "./doubling", path, *words, "-o", "out", "--audience", audience) == 1
    result = stored(tmp_path / "out" / "result.json", "result")
    assert result["audience"] == audience
    for name in FORMATS:
        report = reports()[name]
        again = tmp_path / f"again{report.suffix}"
        write(again, report.one(result, {}))
        assert again.read_bytes() == (tmp_path / "out" / f"result{report.suffix}").read_bytes(), name


@pytest.mark.parametrize("audience", ["student", "instructor"])
def test_what_check_said_is_in_its_json(grader: Callable[..., int], tmp_path: Path, audience: str) -> None:
    words = ["--format", "terminal", "--format", "json", "-o", "out", "--audience", audience]
    assert grader("check", "./doubling", "work/a", *words, LANG="C.UTF-8", LC_ALL="") == 1
    result = stored(tmp_path / "out", "result")
    report = reports()["terminal"].one(result, {"folder": "work/a"})
    assert len(report.splitlines()) > 10
    assert report in text(tmp_path / "said")


@pytest.mark.parametrize("lists", [[], ["--roster", "class.csv", "--overrides", "decided.yaml"]], ids=["", "decided"])
def test_what_batch_wrote_is_in_its_json(grader: Callable[..., int], tmp_path: Path, lists: list[str]) -> None:
    write_files(tmp_path, LISTS)
    more = sorted(set(FORMATS) - {"html", "csv", "json"})
    words = [word for name in more for word in ("--format", name)]
    assert grader("batch", "./doubling", "work", "-o", "out", *lists, *words) == 0
    batch = stored(tmp_path / "out" / "results.json", "batch")
    for name in more:
        report = reports()[name]
        assert report.many(batch, {}) == text(tmp_path / "out" / f"results{report.suffix}"), name
    folder.write_reports(batch, tmp_path / "again")
    again = {path.relative_to(tmp_path / "again"): text(path) for path in (tmp_path / "again").rglob("*.*")}
    assert len(again) == 3 + 2 * 4
    assert again == {path: text(tmp_path / "out" / path) for path in again}


def test_what_ci_wrote_for_github_is_in_its_json(
    grader: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path / "work", {"grader.toml": "tasks = [{task = '../doubling', path = 'a'}]"})
    files = {"GITHUB_OUTPUT": str(tmp_path / "output"), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    monkeypatch.chdir(tmp_path / "work")
    assert grader("ci", "-o", str(tmp_path / "out"), GITHUB_ACTIONS="true", **files) == 1
    result = stored(tmp_path / "out" / "doubling.json", "result")
    assert github.step_summary(result) == text(tmp_path / "summary")
    assert f"result={github.classroom_result(result)}\n" == text(tmp_path / "output")
    for name in ("html", "junit", "sarif"):
        report = reports()[name]
        assert report.one(result, {"folder": "a"}) == text(tmp_path / "out" / f"doubling{report.suffix}"), name


def test_what_ci_wrote_for_gitlab_is_in_its_json(
    grader: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path / "work", {"grader.toml": "tasks = [{task = '../doubling', path = 'a'}]"})
    monkeypatch.chdir(tmp_path / "work")
    assert grader("ci", "-o", str(tmp_path / "out"), GITLAB_CI="true") == 1
    result = stored(tmp_path / "out" / "doubling.json", "result")
    assert gitlab.of_tasks([(result, "a")], ENGLISH) == text(tmp_path / "out" / "code-quality.json")
    assert json.loads(text(tmp_path / "out" / "code-quality.json"))
