"""The basis of a result: everything that can change a result changes it, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from grader.batch import basis
from grader.batch.basis import Bases
from grader.errors import ToolMissing
from grader.model import Finding, Interface, Isolation, Limits, Submission, Toolchain
from grader.package import Form, Part, Problem
from grader.package import Test as OneTest
from grader.plugins import Subject
from tests.sample_results import PROBLEM, NoSandbox

REPEAT = "grader check doubling double.py"
HANDED_IN = Submission(
    "ann", {"double.py": b"x", "z.txt": b"z"}, None, None, "d", candidates=(("double.py", "python"),)
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language of which only its toolchain is known."""

    find: Callable[[], Toolchain]


def toolchain(version: str) -> Language:
    return Language(lambda: Toolchain(version, {}))


def missing() -> Toolchain:
    raise ToolMissing("Python 3", "sudo apt-get install python3")


@dataclass(slots=True)
class World:
    """All that goes into a basis, so that one thing of it can be changed."""

    problem: Problem
    sandbox: NoSandbox
    options: tuple[Any, ...] = (0, "en")
    submission: Submission = HANDED_IN
    repeat: str = REPEAT

    def basis(self) -> str:
        return Bases(self.problem, self.sandbox, self.options, "grader.sqlite").of(self.submission, self.repeat)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A package in a folder, and languages that are made up."""
    folder = tmp_path / "doubling"
    write(folder, {"problem.yaml": "a", "oracle.py": "b", "words.txt": "c", "data/more.csv": "d"})
    monkeypatch.setattr(basis, "languages", lambda: {"python": toolchain("3.11"), "ruby": toolchain("3.2")})
    basis.grading_code.cache_clear()
    basis.whole_code.cache_clear()
    yield World(replace(PROBLEM, folder=folder), NoSandbox())
    basis.grading_code.cache_clear()
    basis.whole_code.cache_clear()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def submitted(**changes: Any) -> Callable[[World], object]:
    def change(world: World) -> None:
        world.submission = replace(world.submission, **changes)

    return change


def packaged(name: str, text: str = "changed") -> Callable[[World], object]:
    return lambda world: write(world.problem.folder, {name: text})


def set_to(**changes: Any) -> Callable[[World], object]:
    def change(world: World) -> None:
        for name, value in changes.items():
            setattr(world, name, value)

    return change


DECIDES: dict[str, Callable[[World], object]] = {
    "a byte of a file": submitted(files={"double.py": b"y", "z.txt": b"z"}),
    "the name of a file": submitted(files={"doubles.py": b"x", "z.txt": b"z"}),
    "one file more": submitted(files={**HANDED_IN.files, "a.txt": b""}),
    "bytes that moved between files": submitted(files={"double.py": b"xz", "z.txt": b""}),
    "the id": submitted(id="bob"),
    "the candidates": submitted(candidates=(("double.py", "ruby"),)),
    "a note": submitted(notes=("the link x was left out",)),
    "that it was refused": submitted(refused="it is empty"),
    "that it is undecided": submitted(undecided="several files"),
    "how it is called": set_to(repeat="grader check doubling other.py"),
    "the seed": set_to(options=(1, "en")),
    "a part": set_to(options=(0, "small", "en")),
    "the level": set_to(sandbox=NoSandbox(level=Isolation.RESTRICTED)),
    "a layer": set_to(sandbox=NoSandbox(layers=("namespaces", "memory by cgroup"))),
    "what is missing": set_to(sandbox=NoSandbox(missing=("nothing is capped",))),
    "the digest of the package": lambda world: setattr(world, "problem", replace(world.problem, digest="other")),
    "the limits": lambda world: setattr(world, "problem", replace(world.problem, limits=Limits(cpu_s=9))),
    "problem.yaml": packaged("problem.yaml"),
    "a file that the oracle may read": packaged("words.txt"),
    "such a file in a folder": packaged("data/more.csv"),
    "one file more in the package": packaged("extra.json"),
}
DECIDES_NOTHING: dict[str, Callable[[World], object]] = {
    "nothing": lambda _world: None,
    "the order of files": submitted(files=dict(sorted(HANDED_IN.files.items(), reverse=True))),
    "a statement": packaged("statement.en.md"),
    "a wrong solution": packaged("wrong/one/solution.py"),
    "what Python compiled": packaged("__pycache__/oracle.pyc"),
    "a hidden file": packaged(".git/index"),
    "the output folder of a batch": lambda world: write(
        world.problem.folder, {"out/grader.sqlite": "", "out/index.html": ""}
    ),
}


@pytest.mark.parametrize("what", DECIDES)
def test_what_decides_a_result_changes_its_basis(world: World, what: str) -> None:
    before = world.basis()
    DECIDES[what](world)
    assert world.basis() != before


@pytest.mark.parametrize("what", DECIDES_NOTHING)
def test_what_decides_nothing_leaves_the_basis_as_it_is(world: World, what: str) -> None:
    before = world.basis()
    DECIDES_NOTHING[what](world)
    assert world.basis() == before


# --- toolchains --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [toolchain("3.12"), Language(missing)], ids=["another version", "missing"])
def test_another_toolchain_of_its_language_changes_the_basis_of_a_submission_and_of_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch, found: Language
) -> None:
    ruby = replace(HANDED_IN, candidates=(("double.rb", "ruby"),))
    before = world.basis()
    world.submission = ruby
    other = world.basis()
    monkeypatch.setattr(basis, "languages", lambda: {"python": found, "ruby": toolchain("3.2")})
    assert world.basis() == other
    world.submission = HANDED_IN
    assert world.basis() != before


def test_a_toolchain_is_looked_for_once_in_a_batch(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def find() -> Toolchain:
        looked.append("python")
        return Toolchain("3.11", {})

    monkeypatch.setattr(basis, "languages", lambda: {"python": Language(find)})
    bases = Bases(world.problem, world.sandbox, (), "grader.sqlite")
    assert len({bases.of(replace(HANDED_IN, id=name), REPEAT) for name in "abc"}) == 3
    assert looked == ["python"]


# --- code --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("grade.py", (True, True)),
        ("languages/python.py", (True, True)),
        ("languages/native/driver.c", (True, True)),
        ("schema/problem.schema.json", (True, True)),
        ("messages/en.txt", (True, True)),
        ("messages/ru.txt", (False, True)),
        ("speaking.py", (False, True)),
        ("reports/html.py", (False, True)),
        ("commands/batch.py", (False, True)),
        ("shipped/problems/a/problem.yaml", (False, False)),
        ("__pycache__/grade.pyc", (False, False)),
    ],
)
def test_changed_code_grades_again_and_writes_reports_again_where_it_matters(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, again: tuple[bool, bool]
) -> None:
    monkeypatch.setattr(basis, "HERE", tmp_path / "code")
    write(tmp_path / "code", {"pipeline.py": "a", name: "b"})
    before = (world.basis(), basis.whole_code())
    write(tmp_path / "code", {name: "c"})
    basis.grading_code.cache_clear()
    basis.whole_code.cache_clear()
    assert (world.basis() != before[0], basis.whole_code() != before[1]) == again


@pytest.mark.parametrize("name", ["rust_grader/__init__.py", "rust_grader/driver.rs", "lone_rust.py"])
def test_a_changed_language_from_elsewhere_grades_again(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    write(tmp_path, {"rust_grader/__init__.py": "", "rust_grader/driver.rs": "", "lone_rust.py": ""})
    monkeypatch.syspath_prepend(tmp_path)
    module = "lone_rust" if name == "lone_rust.py" else "rust_grader"
    entry = EntryPoint("rust", f"{module}:PLUGIN", "grader.languages")
    monkeypatch.setattr(basis, "plugged_in", lambda group: [entry] if group == "grader.languages" else [])
    before = world.basis()
    write(tmp_path, {name: "changed"})
    basis.grading_code.cache_clear()
    assert world.basis() != before


def test_the_real_code_has_a_fingerprint_that_stands(world: World) -> None:
    once = (basis.grading_code(), basis.whole_code())
    basis.grading_code.cache_clear()
    basis.whole_code.cache_clear()
    assert (basis.grading_code(), basis.whole_code()) == once
    assert len(set(once)) == 2
    assert json.loads(world.basis())["grader"].split()[1] == once[0]


@dataclass(frozen=True, slots=True)
class Linted:
    """A check of which only its tool is known."""

    tools: dict[str, str]

    def tool(self, language: str) -> str | None:
        return self.tools.get(language)

    def judge(self, subject: Subject) -> Finding:  # noqa: ARG002 - as the protocol has it
        raise AssertionError("nothing is judged in these tests")


def linted_by(world: World, tools: dict[str, str]) -> str:
    part = Part("style", "Style", 0.0, (OneTest("style", "", "style", Linted(tools)),), False, False, True, ())
    form = Form(None, None, ("python",), Interface(), (part,))
    return replace(world, problem=replace(world.problem, forms=(form,))).basis()


def test_a_linter_that_is_brought_to_the_machine_changes_the_basis_of_its_language(world: World) -> None:
    missing = linted_by(world, {"python": "Linter is missing"})
    assert linted_by(world, {"python": "Linter 1"}) != missing
    assert linted_by(world, {"python": "Linter is missing", "java": "Other"}) == missing
    assert linted_by(world, {}) == world.basis()
