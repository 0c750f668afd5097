"""The folder of a batch: every file of it is whole and up to date, and what is up to date is not written again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest

from grader import files
from grader.batch import folder
from grader.batch.store import NAME, Store
from grader.model import Finding, Verdict
from tests.sample_results import graded, with_finding

FILES = [
    "feedback/ann.html", "feedback/bob.html", "grades.csv", "index.html", "results.json",
    "submissions/ann.html", "submissions/bob.html",
]  # fmt: skip
WHOLE = ["grades.csv", "index.html", "results.json"]


def result(name: str, verdict: Verdict = Verdict.AC) -> dict[str, Any]:
    made = graded(with_finding(Finding(verdict, 1.0 if verdict is Verdict.AC else 0.0)))
    return {**made, "submission": {**made["submission"], "id": name}}


def batch(*results: Mapping[str, Any]) -> dict[str, Any]:
    return {"format": "grader-batch/1", "problem": results[0]["problem"], "results": list(results)}


FIRST = batch(result("ann"), result("bob"))


@dataclass(slots=True)
class Folder:
    """An output folder; `written` are the files of it that were written since it was last asked."""

    path: Path
    store: Store
    _written: list[str]

    def write(self, document: Mapping[str, Any]) -> None:
        folder.write_reports(document, self.path, self.store)

    def written(self) -> list[str]:
        found = sorted(self._written)
        self._written.clear()
        return found

    def content(self) -> dict[str, bytes]:
        files = [path for path in self.path.rglob("*") if path.is_file() and not path.name.startswith(NAME)]
        return {path.relative_to(self.path).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    written: list[str] = []
    real = files.write

    def write(path: Path, text: str, **named: Any) -> None:
        real(path, text, **named)
        written.append(path.relative_to(tmp_path).as_posix())

    monkeypatch.setattr(folder, "write", write)
    with Store(tmp_path / NAME) as store:
        yield Folder(tmp_path, store, written)


def test_all_files_are_written_once_and_not_again(out: Folder) -> None:
    out.write(FIRST)
    assert out.written() == FILES
    assert sorted(out.content()) == FILES
    out.write(FIRST)
    assert out.written() == []


def test_what_was_written_is_known_to_the_next_one_who_opens_the_store(tmp_path: Path) -> None:
    for _again in range(2):
        with Store(tmp_path / NAME) as store:
            folder.write_reports(FIRST, tmp_path, store)
    times = [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.*")) if path.name != NAME]
    with Store(tmp_path / NAME) as store:
        folder.write_reports(FIRST, tmp_path, store)
    assert [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.*")) if path.name != NAME] == times


@pytest.mark.parametrize(
    ("second", "written"),
    [
        (
            batch(result("ann"), result("bob", Verdict.WA)),
            ["feedback/bob.html", *WHOLE, "submissions/bob.html"],
        ),
        (
            batch(result("ann"), result("bob"), result("kim")),
            ["feedback/kim.html", *WHOLE, "submissions/kim.html"],
        ),
        (batch(result("bob"), result("ann")), WHOLE),
        (batch(result("ann")), WHOLE),
        ({**FIRST, "problem": {**FIRST["problem"], "title": "Other"}}, WHOLE),
    ],
    ids=["a result", "one more", "the order", "one less", "the task"],
)
def test_only_what_changes_is_written_again(out: Folder, second: dict[str, Any], written: list[str]) -> None:
    out.write(FIRST)
    out.written()
    out.write(second)
    assert out.written() == written


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "spoil",
    [Path.unlink, lambda path: path.write_bytes(b""), lambda path: os.utime(path, ns=(1, 1))],
    ids=["taken away", "emptied", "touched"],
)
def test_a_file_that_somebody_spoilt_is_written_again(out: Folder, name: str, spoil: Callable[[Path], None]) -> None:
    out.write(FIRST)
    out.written()
    before = out.content()
    spoil(out.path / name)
    out.write(FIRST)
    assert (out.written(), out.content()) == ([name], before)


def test_changed_code_writes_everything_again(out: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    out.write(FIRST)
    out.written()
    monkeypatch.setattr(folder, "whole_code", lambda: "another")
    out.write(FIRST)
    assert out.written() == FILES


@pytest.mark.parametrize("at", range(1, len(FILES) + 1))
def test_who_is_killed_in_the_middle_of_a_file_leaves_no_half_file_and_the_next_one_leaves_nothing_else(
    out: Folder, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    out.write(FIRST)
    old = out.content()
    second = batch(result("ann", Verdict.WA), result("bob", Verdict.WA))
    count = 0
    real = Path.replace

    class Killed(BaseException):
        """The end of the process: nothing after it is done."""

    def replace(draft: Path, target: Path) -> None:
        nonlocal count
        count += 1
        if count == at:
            draft.write_bytes(draft.read_bytes()[:100])
            raise Killed
        real(draft, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: 1)  # another process
        patched.setattr(Path, "replace", replace)
        with pytest.raises(Killed):
            out.write(second)
    torn = out.content()
    out.write(second)
    new = out.content()
    for name in FILES:
        assert torn[name] in {old[name], new[name]}
    assert [name for name in torn if name not in FILES] != []
    assert sorted(new) == FILES


def test_a_store_that_is_full_costs_only_time(out: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_anything: object) -> NoReturn:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "note_file", full)
        patched.setattr(Store, "files", full)
        out.write(FIRST)
    assert out.written() == FILES
    out.write(FIRST)
    assert out.written() == FILES
