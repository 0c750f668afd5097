"""A batch: one bad hand-in stops nothing, nothing that was graded is lost, no two submissions become one."""

from __future__ import annotations

import csv
import errno
import html
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

import jsonschema
import pytest

from grader import cli, files, pipeline, problem, result, submission
from grader.batch import folder, grading
from grader.batch.grading import Done, Plan
from grader.batch.progress import Progress
from grader.batch.store import Store
from grader.errors import GraderError
from grader.files import file_names
from grader.model import Submission
from grader.package import Problem
from grader.pipeline import Options
from grader.plugins import Sandbox
from tests.doubling import GOOD, HALF, HANGING, KILLING, WRONG, write_files, write_package
from tests.sample_results import NoSandbox

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
STRANGE = (
    "with two  spaces",
    "두 배",
    "new\nline",
    "-rf",
    "<b onclick=x>&amp;\"'",
    "=1+1",
    "bell\x07\x1b[31m",
    "%2e%2e",
    "a#b?c",
    "CON",
    "é" * 120,
)
CLASS: Mapping[str, str | bytes] = {
    "good.py": GOOD,
    "good2.js": "function double(n) { return 2 * n; }\n",
    "half.py": HALF,
    "wrong.py": WRONG,
    "hanging.py": HANGING,
    "killing.py": KILLING,
    "syntax.py": "def double(n)\n",
    "empty.py": "",
    "unreadable.zip": b"PK\x03\x04 no archive",
    "no source/notes.md": "I could not do it.\n",
    "unknown.hs": "double n = n + n\n",
    "two/a.py": GOOD,
    "two/b.py": GOOD,
    "same.py": GOOD,
    "same.js": "exports.double = (n) => n;\n",
    **{f"{name}.py": GOOD for name in STRANGE},
}
EXPECTED: Mapping[str, tuple[str, str | None, float | None]] = {
    "good": ("graded", "AC", 3.0),
    "good2": ("graded", "AC", 3.0),
    "half": ("graded", "WA", 1.0),
    "wrong": ("graded", "WA", 0.0),
    "hanging": ("graded", "TLE", 0.0),
    "killing": ("graded", "RTE", 0.0),
    "syntax": ("graded", "CE", 0.0),
    "empty": ("graded", "CE", 0.0),
    "unreadable": ("graded", "CE", 0.0),
    "no source": ("graded", "CE", 0.0),
    "unknown": ("graded", "CE", 0.0),
    "two": ("ungraded", None, None),
    "same.py": ("graded", "AC", 3.0),
    "same.js": ("graded", "WA", 0.0),
    **dict.fromkeys(STRANGE, ("graded", "AC", 3.0)),
}


@dataclass(frozen=True, slots=True)
class Graded:
    """A batch that has been run."""

    done: Done
    output: Path
    said: str

    @property
    def results(self) -> list[dict[str, Any]]:
        return list(json.loads((self.output / "results.json").read_text("utf-8"))["results"])


def plan(package: Problem, source: Path, output: Path, sandbox: Sandbox, jobs: int = 2) -> Plan:
    return Plan(package, "doubling", list(submission.collect_all(source)), None, output, jobs, sandbox, Options())


def run(chosen: Plan) -> Graded:
    said = io.StringIO()
    done = grading.run(chosen, Progress(len(chosen.hand_ins), said))
    return Graded(done, chosen.output, said.getvalue())


@pytest.fixture(scope="module")
def doubling(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    return problem.load(write_package(tmp_path_factory.mktemp("package")))


@pytest.fixture(scope="module")
def mixed(doubling: Problem, tmp_path_factory: pytest.TempPathFactory, any_sandbox: Sandbox) -> Graded:
    """The mixed class, graded once."""
    folder = tmp_path_factory.mktemp("mixed")
    source = write_files(folder / "class", dict(CLASS))
    return run(plan(doubling, source, folder / "out", any_sandbox))


def faked(seconds: Mapping[str, float] | None = None) -> Callable[..., dict[str, Any]]:
    """A grading that only waits: every submission is ungraded."""

    def grade(
        package: Problem, handed_in: Submission, sandbox: Sandbox, repeat: str, options: Options
    ) -> dict[str, Any]:
        time.sleep((seconds or {}).get(handed_in.id, 0.0))
        circumstances = result.Circumstances(sandbox, 0, NOW, repeat)
        return result.ungraded(package, handed_in, "not tried", result.Facts(), circumstances)

    return grade


NOW = datetime(2020, 1, 2, tzinfo=UTC)


# --- a mixed class -----------------------------------------------------------------------------------------------


def test_each_submission_of_a_mixed_class_gets_what_it_deserves(mixed: Graded) -> None:
    found = {one["submission"]["id"]: (one["status"], one["verdict"], one["points"]) for one in mixed.results}
    assert found == EXPECTED


def test_the_results_validate_and_stand_in_the_order_of_the_folder(mixed: Graded) -> None:
    whole = json.loads((mixed.output / "results.json").read_text("utf-8"))
    for one in whole["results"]:
        VALIDATOR.validate(one)
    assert sorted(whole) == ["format", "problem", "results"]
    assert (whole["format"], whole["problem"]["id"]) == ("grader-batch/1", "doubling")
    assert whole == mixed.done.batch
    assert (mixed.done.interrupted, mixed.done.lost) == (False, None)


def test_what_can_not_be_read_is_flagged_for_the_instructor_and_nothing_else_is(mixed: Graded) -> None:
    flagged = {one["submission"]["id"] for one in mixed.results if one["flagged"]}
    assert flagged == {"empty", "unreadable", "no source", "unknown"}


def test_the_gradebook_has_a_row_for_each_submission(mixed: Graded) -> None:
    text = (mixed.output / "grades.csv").read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    points = [(row["status"], row["verdict"], row["points"], row["small"], row["large"]) for row in rows]

    def cell(value: float | None) -> str:
        return "" if value is None else f"{value:g}"

    assert points == [
        (
            one["status"],
            one["verdict"] or "",
            cell(one["points"]),
            *(
                cell(next((part["points"] for part in one["parts"] if part["id"] == name), None))
                for name in ("small", "large")
            ),
        )
        for one in mixed.results
    ]
    assert len(text.splitlines()) == len(EXPECTED) + 1


def test_spreadsheets_are_told_that_the_gradebook_is_utf_8(mixed: Graded) -> None:
    assert (mixed.output / "grades.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")
    assert (mixed.output / "results.json").read_bytes().startswith(b"{")


def test_no_cell_of_the_gradebook_is_a_formula(mixed: Graded) -> None:
    text = (mixed.output / "grades.csv").read_bytes().decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert {"'=1+1", "'-rf"} <= set(cells)


@pytest.mark.parametrize("folder", ["submissions", "feedback"])
def test_each_submission_has_a_page_of_its_own(mixed: Graded, folder: str) -> None:
    names = file_names(EXPECTED)
    pages = {path.name for path in (mixed.output / folder).iterdir()}
    assert pages == {f"{name}.html" for name in names.values()}
    assert len(pages) == len(EXPECTED)


def test_only_the_pages_for_the_instructor_show_a_hidden_test(mixed: Graded) -> None:
    assert "double(21)" in (mixed.output / "submissions" / "half.html").read_text("utf-8")
    for page in (mixed.output / "feedback").iterdir():
        assert "double(21)" not in page.read_text("utf-8")


def test_no_page_for_a_student_names_a_folder_of_the_instructor(mixed: Graded) -> None:
    half = (mixed.output / "feedback" / "wrong.html").read_text("utf-8")
    assert "grader check doubling" in half
    for page in (mixed.output / "feedback").iterdir():
        assert str(mixed.output.parent) not in page.read_text("utf-8")


def test_every_link_of_the_index_leads_to_a_page(mixed: Graded) -> None:
    text = (mixed.output / "index.html").read_text("utf-8")
    links = {html.unescape(link) for link in re.findall(r'href="([^"#][^"]*)"', text)}
    pages = {urllib.parse.unquote(urllib.parse.urlsplit(link).path) for link in links if not link.startswith("data:")}
    assert pages == {f"submissions/{name}.html" for name in file_names(EXPECTED).values()}
    assert all((mixed.output / page).is_file() for page in pages)


def test_the_store_holds_every_result(mixed: Graded) -> None:
    assert stored(mixed.output) == {one["submission"]["id"]: one for one in mixed.results}


def test_nothing_but_the_promised_files_is_left_in_the_folder(mixed: Graded) -> None:
    assert sorted(path.name for path in mixed.output.iterdir()) == [
        "feedback",
        "grader.sqlite",
        "grades.csv",
        "index.html",
        "results.json",
        "submissions",
    ]


def stored(output: Path) -> dict[str, Any]:
    with sqlite3.connect(output / "grader.sqlite") as connection:
        rows = connection.execute("SELECT id, result FROM results").fetchall()
    connection.close()
    kept = {identity: json.loads(text) for identity, text in rows}
    assert len(kept) == len(rows)
    return kept


# --- one that breaks stops nothing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("boom"),
        MemoryError(),
        RecursionError(),
        OSError(5, "input/output"),
        GraderError("a tool is lacking"),
    ],
)
@pytest.mark.parametrize("stage", ["collect", "decide"])
def test_a_fault_of_ours_in_one_hand_in_stops_no_other(
    doubling: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, error: Exception
) -> None:
    real = getattr(submission, stage)

    def breaks(first: Path | Submission, *others: Any, **named: Any) -> Any:
        if "bad" in str(first.name if isinstance(first, Path) else first.id):
            raise error
        return real(first, *others, **named)

    monkeypatch.setattr(submission, stage, breaks)
    monkeypatch.setattr(pipeline, "_grade", ungraded)
    source = write_files(tmp_path / "class", {"a.py": GOOD, "bad.py": GOOD, "c.py": GOOD})
    graded = run(plan(doubling, source, tmp_path / "out", NoSandbox()))
    assert [(one["submission"]["id"], one["status"], one["points"]) for one in graded.results] == [
        ("a", "ungraded", None),
        ("bad", "ungraded", None),
        ("c", "ungraded", None),
    ]
    assert [one["reason"] for one in graded.results if one["submission"]["id"] != "bad"] == ["not tried"] * 2


def ungraded(
    package: Problem, handed_in: Submission, sandbox: Sandbox, options: Options, circumstances: result.Circumstances
) -> dict[str, Any]:
    return result.ungraded(package, handed_in, "not tried", result.Facts(), circumstances)


def test_a_hand_in_that_vanishes_is_a_result_like_every_other(doubling: Problem, tmp_path: Path) -> None:
    source = write_files(tmp_path / "class", {"a.py": "", "b.py": ""})
    chosen = plan(doubling, source, tmp_path / "out", NoSandbox())
    (source / "a.py").unlink()
    graded = run(chosen)
    assert [one["submission"]["id"] for one in graded.results] == ["a", "b"]


def test_a_reader_of_the_progress_who_goes_away_stops_nothing(
    doubling: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closed(io.StringIO):
        def write(self, _text: str) -> NoReturn:
            raise BrokenPipeError

    monkeypatch.setattr(grading, "grade_submission", faked())
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": GOOD})
    done = grading.run(plan(doubling, source, tmp_path / "out", NoSandbox()), Progress(2, Closed()))
    assert [one["submission"]["id"] for one in done.batch["results"]] == ["a", "b"]


def test_no_more_are_graded_at_once_than_was_said_and_order_is_kept(
    doubling: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, running, most = threading.Lock(), 0, 0
    slow = {"a": 0.1, "b": 0.05}

    def grade(package: Problem, handed_in: Submission, *others: Any) -> dict[str, Any]:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        made = faked(slow)(package, handed_in, *others)
        with lock:
            running -= 1
        return made

    monkeypatch.setattr(grading, "grade_submission", grade)
    source = write_files(tmp_path / "class", {f"{name}.py": GOOD for name in "abcdefgh"})
    graded = run(plan(doubling, source, tmp_path / "out", NoSandbox(), jobs=3))
    assert [one["submission"]["id"] for one in graded.results] == list("abcdefgh")
    assert most == 3


def test_two_batches_into_one_folder_leave_the_second_and_keep_what_the_first_graded(
    doubling: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "grade_submission", faked())
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": GOOD})
    chosen = plan(doubling, source, tmp_path / "out", NoSandbox())
    run(chosen)
    graded = run(replace(chosen, hand_ins=chosen.hand_ins[:1]))
    assert [one["submission"]["id"] for one in graded.results] == ["a"]
    assert sorted(stored(tmp_path / "out")) == ["a", "b"]


@pytest.mark.parametrize(
    "names",
    [
        # The second name is what the first becomes when it is made readable.
        [os.fsdecode(b"\xff.py"), "\\xff.py"],
        # The first two keep their endings, and then are called as the third is without its own.
        ["a.py", "a.js", "a.py.js"],
        ["a.py", "A.py", "a.PY"],
        ["a b.py", f"{file_names(['a b'])['a b']}.py"],
    ],
    ids=["bytes", "endings", "case", "marks"],
)
def test_two_hand_ins_never_become_one(
    doubling: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str]
) -> None:
    monkeypatch.setattr(grading, "grade_submission", faked())
    source = write_files(tmp_path / "class", dict.fromkeys(names, GOOD))
    graded = run(plan(doubling, source, tmp_path / "out", NoSandbox()))
    ids = [one["submission"]["id"] for one in graded.results]
    assert (len(ids), len(set(ids))) == (len(names), len(names))
    assert len(list((tmp_path / "out" / "submissions").iterdir())) == len(names)


# --- what is graded is not lost ----------------------------------------------------------------------------------


def test_ctrl_c_reports_what_is_finished_and_ends_with_130(tmp_path: Path, any_sandbox: Sandbox) -> None:
    package = write_package(tmp_path)
    source = write_files(tmp_path / "class", {f"s{number}.py": HANGING for number in range(8)})
    output = tmp_path / "out"
    # Started in the background, a shell would have Ctrl-C ignored.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from grader.cli import main; main()"
    )
    options = ["batch", str(package), str(source), "-o", str(output), "--jobs", "1"]
    options += ["--isolation", any_sandbox.level.value]
    with subprocess.Popen(
        [sys.executable, "-c", program, *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            first = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            out, said = process.communicate(timeout=60)
        finally:
            process.kill()
    assert first.startswith("1 of 8 graded")
    assert (process.returncode, out) == (130, ""), said
    results = json.loads((output / "results.json").read_text("utf-8"))["results"]
    assert 1 <= len(results) < 8
    for one in results:
        VALIDATOR.validate(one)
        assert (one["status"], one["verdict"]) == ("graded", "TLE")
    assert f"Interrupted: {8 - len(results)} were not graded; the others are in the report." in said
    assert "To go on, give the same command again: what is graded is not graded again." in said
    assert f"Report: {output / 'index.html'}" in said
    assert stored(output) == {one["submission"]["id"]: one for one in results}
    assert len(list((output / "feedback").iterdir())) == len(results)


def full_disk(output: Path) -> Callable[..., None]:
    """A `write` that finds the disk of the output folder full."""
    real = files.write

    def write(path: Path, text: str, **named: Any) -> None:
        if output in path.parents:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(path, text, **named)

    return write


def test_a_full_disk_loses_no_result_and_ends_with_3_and_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = write_package(tmp_path)
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": GOOD})
    output, spare = tmp_path / "out", tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spare))
    monkeypatch.setattr(folder, "write", full_disk(output))
    monkeypatch.setattr(grading, "grade_submission", faked())
    monkeypatch.setattr(sys, "argv", ["grader", "batch", str(package), str(source), "-o", str(output)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    out, err = capsys.readouterr()
    rescued = list(spare.glob("grader-results-*/results.json"))
    assert (ended.value.code, out, len(rescued)) == (3, "", 1)
    assert f"{output} could not be written: " in err
    assert "No space left on device" in err
    assert f"The results are kept in {rescued[0]}" in err
    kept = json.loads(rescued[0].read_text("utf-8"))["results"]
    assert [one["submission"]["id"] for one in kept] == ["a", "b"]
    assert stored(output) == {one["submission"]["id"]: one for one in kept}


def test_disks_that_are_all_full_are_our_failure_with_the_reason(
    doubling: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_files(tmp_path / "class", {"a.py": GOOD})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(folder, "write", full_disk(tmp_path))
    monkeypatch.setattr(grading, "grade_submission", faked())
    with pytest.raises(GraderError, match="could not be written anywhere") as raised:
        run(plan(doubling, source, tmp_path / "out", NoSandbox()))
    assert raised.value.exit_code == 3


def test_a_store_that_is_full_is_told_once_and_all_results_are_reported(
    doubling: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(_store: Store, *_others: object, counts: bool) -> NoReturn:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Store, "add", add)
    monkeypatch.setattr(grading, "grade_submission", faked())
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": GOOD, "c.py": GOOD})
    graded = run(plan(doubling, source, tmp_path / "out", NoSandbox()))
    assert graded.said.count("results can't be stored as they come: database or disk is full") == 1
    assert [one["submission"]["id"] for one in graded.results] == ["a", "b", "c"]
