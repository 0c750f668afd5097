"""`grader new`: packages that work before anything is filled in, and files that build and earn nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from grader import pipeline, problem, scaffold, submission
from grader.cli import cli
from grader.commands import new
from grader.errors import ExitCode, InputError, ToolMissing
from grader.model import FunctionAsked, Interface, Parameter
from grader.package import Problem
from grader.plugins import Sandbox, Starting, languages
from tests.conftest import lacking

TASKS = [(task, language) for task in problem.shipped_ids() for language in languages()]


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, arguments, standalone_mode=False)


def grade(sandbox: Sandbox, package: Problem, path: Path, folder: Path) -> dict[str, Any]:
    """The result of the files in a folder, but for what is said of them."""
    folder.mkdir()
    for file in [path] if path.is_file() else path.iterdir():
        if file.name != "expect.yaml":
            (folder / file.name).write_bytes(file.read_bytes())
    return pipeline.grade_submission(package, submission.collect(folder), sandbox, "", pipeline.Options())


# --- packages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", scaffold.kinds())
def test_a_new_package_accepts_its_reference_and_refuses_its_wrong_solution_as_it_says(
    any_sandbox: Sandbox, tmp_path: Path, kind: str
) -> None:
    folder = tmp_path / "first-one"
    assert run("new", "problem", "first-one", "--kind", kind, "-o", str(folder)).return_value == ExitCode.ACCEPTED
    package = problem.load(folder)
    assert (package.id, package.points) == ("first-one", 10.0)
    assert "first-one" in problem.statement(folder)
    right = grade(any_sandbox, package, folder / "reference" / "python", tmp_path / "right")
    assert (right["verdict"], right["points"], right["flagged"]) == ("AC", 10.0, [])
    [solution] = (folder / "wrong").iterdir()
    expected = yaml.safe_load((solution / "expect.yaml").read_text("utf-8"))
    wrong = grade(any_sandbox, package, solution, tmp_path / "wrong")
    assert {
        "because": expected["because"],
        "language": wrong["submission"]["language"],
        "verdict": wrong["verdict"],
        "points": wrong["points"],
        "parts": {part["id"]: part["points"] for part in wrong["parts"]},
    } == expected


@pytest.mark.parametrize("kind", scaffold.kinds())
def test_what_is_to_be_changed_is_marked_in_every_file(kind: str) -> None:
    files = scaffold.package_of("one", kind)
    assert [path for path, text in files.items() if "TODO" not in text and not path.endswith("expect.yaml")] == []
    assert [path for path, text in files.items() if "NAME" in text or "NAME" in path] == []


def test_the_domain_package_tells_the_cause_of_its_wrong_solution(any_sandbox: Sandbox, tmp_path: Path) -> None:
    run("new", "problem", "leap", "--kind", "domain", "-o", str(tmp_path / "leap"))
    package = problem.load(tmp_path / "leap")
    wrong = grade(any_sandbox, package, tmp_path / "leap" / "wrong" / "every-fourth", tmp_path / "hand-in")
    assert wrong["parts"][0]["tests"][0]["cause"] == "Years that end in 00 need a rule of their own."


def test_a_new_package_is_listed_and_shown(tmp_path: Path) -> None:
    run("new", "problem", "first-one", "-o", str(tmp_path / "first-one"))
    line = "first-one        10 points   python   first-one\n"
    assert run("list", str(tmp_path)).output == line
    assert run("list", str(tmp_path / "first-one")).output == line
    assert run("show", str(tmp_path / "first-one")).output.startswith("# first-one\n")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    folder, file = tmp_path / "mine", tmp_path / "mine.py"
    folder.mkdir()
    file.write_text("mine")
    for arguments in (["problem", "mine", "-o", str(folder)], ["solution", "valid-board", "python", "-o", str(file)]):
        said = run("new", *arguments)
        assert isinstance(said.exception, InputError)
        assert " exists" in str(said.exception)
    assert (list(folder.iterdir()), file.read_text()) == ([], "mine")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["problem", "My Task"], "My Task can't be the name of a package"),
        (["problem", "../up"], "../up can't be the name of a package"),
        (["problem", "one", "--kind", "cal"], "no package is known for the kind cal; there are call,"),
        (["solution", "valid-board", "cobol"], "no language is called cobol"),
        (["solution", "valid-board", "klingon"], "no language is called klingon"),
        (["solution", "game-count", "python", "--form", "native"], "no form of this task is called native"),
        (["solution", "valid-board", "python", "--form", "x"], "no form of this task is called x"),
    ],
)
def test_what_can_not_be_started_is_told(tmp_path: Path, arguments: list[str], why: str) -> None:
    said = run("new", *arguments, "-o", str(tmp_path / "new"))
    assert isinstance(said.exception, InputError)
    assert str(said.exception).startswith(why)
    assert list(tmp_path.iterdir()) == []


# --- solutions ---------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("task", "language"), TASKS)
def test_a_file_to_start_from_builds_and_earns_nothing(
    any_sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, task: str, language: str
) -> None:
    try:
        languages()[language].find()
    except ToolMissing as missing:
        lacking(str(missing))
    monkeypatch.chdir(tmp_path)
    said = run("new", "solution", task, language)
    assert said.return_value == ExitCode.ACCEPTED
    [file] = tmp_path.iterdir()
    assert f"grader check {task} {file.name}" in said.stderr
    package = problem.load(problem.find_package(task))
    result = grade(any_sandbox, package, file, tmp_path / "hand-in")
    assert (result["status"], result["points"], result["build"]["ok"]) == ("graded", 0.0, True)
    failed = [test for part in result["parts"] for test in part["tests"] if test["verdict"] not in ("AC", "SK")]
    assert failed
    assert {test["verdict"] for test in failed if part_of(result, test)["counted"]} == {"WA"}
    assert all(test["message"] for test in failed)


def part_of(result: dict[str, Any], test: dict[str, Any]) -> dict[str, Any]:
    part: dict[str, Any] = next(part for part in result["parts"] if test in part["tests"])
    return part


EVERYTHING = Interface(
    functions=tuple(
        FunctionAsked(
            f"give_{name}", (Parameter("oneValue", None if kind == "None" else kind), Parameter("other")), kind
        )
        for name, kind in {
            "number": "int", "share": "float", "truth": "bool", "text": "str", "numbers": "list[int]",
            "texts": "list[str]", "table": "list[list[int]]", "map": "dict[str, int]", "nothing": "None", "any": None,
        }.items()
    ),
    program=True,
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("language", [name for name in languages() if name != "c"])
def test_every_type_of_an_interface_has_its_place(any_sandbox: Sandbox, tmp_path: Path, language: str) -> None:
    found = languages()[language]
    assert isinstance(found, Starting)
    try:
        found.find()
    except ToolMissing as missing:
        lacking(str(missing))
    name, text = found.starter("all-types", EVERYTHING)
    (tmp_path / "hand-in").mkdir()
    (tmp_path / "hand-in" / name).write_text(text)
    package = tmp_path / "package"
    package.mkdir()
    declared = [
        f"{one.name}({', '.join(f'{two.name}: {two.type}' if two.type else two.name for two in one.parameters)})"
        + (f" -> {one.returns}" if one.returns else "")
        for one in EVERYTHING.functions
    ]
    (package / "problem.yaml").write_text(
        yaml.safe_dump(
            {
                "format": "grader-problem/1", "id": "all-types", "title": "All", "languages": [language],
                "interface": {"functions": declared, "program": True},
                "parts": [{"id": "one", "points": 1, "tests": [{"call": "give_number(1, 2)", "returns": 0}]}],
            }
        )
    )  # fmt: skip
    collected = submission.collect(tmp_path / "hand-in")
    loaded = problem.load(package)
    result = pipeline.grade_submission(loaded, collected, any_sandbox, "", pipeline.Options())
    assert (result["build"]["ok"], result["verdict"]) == (True, "AC"), result["build"]


def test_a_form_can_be_chosen(tmp_path: Path) -> None:
    for form, has_class in (("board", True), ("simple", False)):
        file = tmp_path / f"{form}.java"
        run("new", "solution", "game-count", "java", "--form", form, "-o", str(file))
        assert ("class Board" in file.read_text()) == has_class


Grade = Callable[..., dict[str, Any]]
EXPECTED_PYTHON = """\
def solution(board: list[str]) -> int:
    return 0  # TODO: write your code here
"""


def test_the_file_for_python_is_short(tmp_path: Path) -> None:
    file = tmp_path / "board.py"
    run("new", "solution", "valid-board", "python", "-o", str(file))
    assert file.read_text() == EXPECTED_PYTHON


def test_a_language_without_classes_takes_the_form_without_them() -> None:
    forms = list(problem.load(problem.find_package("game-count")).forms)
    assert {name: new._form(forms[1:], name, None).id for name in ("c", "cpp")} == {"c": "simple", "cpp": "board"}
