"""A batch that goes on: what is known is not graded again, whatever ended the one before, and nothing counts twice."""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest

from grader import problem, submission
from grader.batch import grading
from grader.batch.grading import Done, Plan
from grader.batch.progress import Progress
from grader.errors import InputError
from grader.model import Isolation, Verdict
from grader.package import Problem
from grader.pipeline import Options
from tests.doubling import GOOD, WRONG, write_files, write_package
from tests.fake_grading import NOW, judging
from tests.sample_results import NoSandbox

ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class Course:
    """A package, a class and an output folder, and how to grade it."""

    package: Problem
    source: Path
    output: Path
    monkeypatch: pytest.MonkeyPatch
    seconds: Iterator[int] = field(default_factory=itertools.count)

    def clock(self) -> datetime:
        """Another moment each time."""
        return NOW + timedelta(seconds=next(self.seconds))

    def plan(self, **changes: Any) -> Plan:
        hand_ins = list(submission.collect_all(self.source))
        plan = Plan(
            self.package, "doubling", hand_ins, None, self.output, 2, NoSandbox(), Options(), source=self.source
        )
        return replace(plan, **changes)

    def run(self, verdicts: Mapping[str, Verdict | str] | None = None, **changes: Any) -> tuple[list[str], Done]:
        """Grade the class; which were graded in fact, and what came of it."""
        graded: list[str] = []
        self.monkeypatch.setattr(grading, "grade_submission", judging(verdicts or {}, graded, self.clock))
        plan = self.plan(**changes)
        done = grading.run(plan, Progress(len(plan.hand_ins), io.StringIO()))
        return sorted(graded), done

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.output / "grader.sqlite")) as connection:
            return connection.execute(query).fetchall()


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    source = write_files(tmp_path / "class", {f"{name}.py": GOOD for name in "abc"})
    return Course(problem.load(write_package(tmp_path)), source, tmp_path / "out", monkeypatch)


# --- what is known is not graded again ---------------------------------------------------------------------------


def test_a_batch_with_nothing_new_grades_nothing_and_says_the_same(course: Course) -> None:
    graded, first = course.run({"b": Verdict.WA})
    again, second = course.run()
    assert (graded, again) == (["a", "b", "c"], [])
    assert second == first
    assert [one["verdict"] for one in second.batch["results"]] == ["AC", "WA", "AC"]
    assert course.rows("SELECT count(*) FROM results") == [(3,)]
    assert course.rows("SELECT count(*) FROM history") == [(3,)]


def change_one(course: Course) -> Mapping[str, Any]:
    (course.source / "b.py").write_text(WRONG)
    return {}


def add_one(course: Course) -> Mapping[str, Any]:
    (course.source / "d.py").write_text(GOOD)
    return {}


def move_all(course: Course) -> Mapping[str, Any]:
    course.source = course.source.rename(course.source.with_name("moved"))
    return {}


@pytest.mark.parametrize(
    ("change", "graded"),
    [
        (change_one, ["b"]),
        (add_one, ["d"]),
        (move_all, []),
        (lambda course: {"problem": replace(course.package, digest="other")}, ["a", "b", "c"]),
        (lambda _course: {"task": "twice"}, ["a", "b", "c"]),
        (lambda _course: {"options": Options(seed=1)}, ["a", "b", "c"]),
        (lambda _course: {"options": Options(parts=("small",))}, ["a", "b", "c"]),
        (lambda _course: {"sandbox": NoSandbox(level=Isolation.RESTRICTED)}, ["a", "b", "c"]),
        (lambda _course: {"jobs": 1}, []),
    ],
    ids=["a file", "one more", "a moved class", "package", "name of the task", "seed", "parts", "isolation", "jobs"],
)
def test_only_what_can_have_changed_is_graded_again(
    course: Course, change: Callable[[Course], Mapping[str, Any]], graded: list[str]
) -> None:
    course.run()
    changes = change(course)
    assert course.run(**changes)[0] == graded
    assert course.run(**changes)[0] == []


def test_what_was_graded_long_ago_is_known_and_counts_again(course: Course) -> None:
    _, first = course.run({"b": Verdict.WA})
    change_one(course)
    _, second = course.run({"b": Verdict.TLE})
    (course.source / "b.py").write_text(GOOD)
    graded, third = course.run()
    assert (graded, third) == ([], first)
    assert second.batch["results"][1]["verdict"] == "TLE"
    assert json.loads((course.output / "results.json").read_text("utf-8")) == first.batch


def test_what_could_not_be_graded_is_tried_again_and_kept_once(course: Course) -> None:
    reason = "Java is not on this machine"
    _, first = course.run({"b": reason})
    again, second = course.run({"b": reason})
    assert (again, second) == (["b"], first)
    assert sorted(course.rows("SELECT id FROM results")) == [("a",), ("b",), ("c",)]
    other, third = course.run({"b": "the sandbox failed"})
    assert (other, third.batch["results"][1]["reason"]) == (["b"], "the sandbox failed")
    last, fourth = course.run()
    assert (last, fourth.batch["results"][1]["verdict"]) == (["b"], "AC")
    assert course.run()[0] == []
    assert course.rows("SELECT count(*) FROM history WHERE id = 'b'") == [(3,)]


def test_a_store_of_an_older_version_is_taken_over_and_all_is_graded_again(course: Course) -> None:
    course.output.mkdir()
    with closing(sqlite3.connect(course.output / "grader.sqlite")) as connection, connection:
        connection.execute("PRAGMA user_version = 1")
        connection.execute("CREATE TABLE results (id TEXT NOT NULL, graded_at TEXT NOT NULL, result TEXT NOT NULL)")
        connection.execute("INSERT INTO results VALUES ('a', 'then', '{}')")
    assert course.run()[0] == ["a", "b", "c"]
    assert course.rows("SELECT id FROM history WHERE since = 'then'") == [("a",)]


def test_a_second_batch_in_one_folder_is_refused_while_the_first_is_at_work(course: Course) -> None:
    with grading.open_store(course.output), pytest.raises(InputError) as raised:
        course.run()
    said = f"another grader is at work in {course.output}; wait for its end, or give another folder"
    assert (str(raised.value), raised.value.exit_code) == (said, 2)
    assert course.run()[0] == ["a", "b", "c"]


@pytest.mark.parametrize("at", [1, 2, 3])
def test_what_ctrl_c_leaves_is_reported_and_the_rest_is_graded_the_next_time(course: Course, at: int) -> None:
    said = io.StringIO()

    class Interrupted(Progress):
        def step(self, result: Mapping[str, Any]) -> None:
            super().step(result)
            if self.done == at:
                raise KeyboardInterrupt

    plan = course.plan(jobs=1)
    first: list[str] = []
    course.monkeypatch.setattr(grading, "grade_submission", judging({}, first))
    done = grading.run(plan, Interrupted(3, said))
    assert done.interrupted
    assert "Stopping: what is being graded is finished first.\n" in said.getvalue()
    assert json.loads((course.output / "results.json").read_text("utf-8")) == done.batch
    assert len(done.batch["results"]) == len(first)
    second, whole = course.run()
    assert sorted([*first, *second]) == ["a", "b", "c"]
    assert [one["submission"]["id"] for one in whole.batch["results"]] == ["a", "b", "c"]
    assert course.rows("SELECT count(*) FROM results") == [(3,)]
    assert course.rows("SELECT count(*) FROM history") == [(3,)]


def test_ctrl_c_before_anything_is_graded_leaves_the_reports_as_they_are(course: Course) -> None:
    course.run()
    before = content(course.output)
    (course.source / "b.py").write_text(WRONG)

    def interrupted(_progress: Progress, _results: object) -> NoReturn:
        raise KeyboardInterrupt

    with course.monkeypatch.context() as patched:
        patched.setattr(Progress, "known", interrupted)
        with pytest.raises(KeyboardInterrupt):
            course.run()
    assert content(course.output) == before
    assert course.run()[0] == ["b"]


# --- killed ------------------------------------------------------------------------------------------------------

CHILD = """
import sys, time
import grader.commands.batch, grader.reports.html
from grader.batch import grading
from grader import cli
from grader.model import Verdict
from tests.fake_grading import judging

log = open(sys.argv.pop(1), "a", encoding="utf-8")
fake = judging({f"s{number}": list(Verdict)[number % 9] for number in range(0, 999, 3)})

def grade(problem, handed_in, *others):
    print(handed_in.id, file=log, flush=True)
    time.sleep(0.01)
    return fake(problem, handed_in, *others)

grading.grade_submission = grade
print("ready", flush=True)
cli.main()
"""
TELLING_OF_EACH = """\
from grader import cli
from grader.batch import progress
progress.LINES = 1_000_000
cli.main()
"""
JOBS = 2
MEASURED = ("started", "cpu_s", "wall_s", "peak_bytes")


def start(folder: Path, output: Path) -> subprocess.Popen[str]:
    """A batch in a process of its own that is ready to begin."""
    words = ["batch", "doubling", "class", "-o", str(output), "--isolation", "none", "--jobs", str(JOBS)]
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(output.with_suffix(".log")), *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: subprocess.Popen[str], seconds: float) -> int:
    """How the process ended, by itself or killed after so many seconds."""
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
    return process.returncode


def content(output: Path) -> dict[str, bytes]:
    """All files in the folder but its store."""
    files = [path for path in output.rglob("*") if path.is_file() and path.name != "grader.sqlite"]
    return {path.relative_to(output).as_posix(): path.read_bytes() for path in files}


@pytest.mark.long
@pytest.mark.parametrize(("submissions", "kills"), [(40, 3), (200, 20)])
def test_a_batch_that_was_killed_again_and_again_ends_as_one_that_was_not(
    tmp_path: Path, submissions: int, kills: int
) -> None:
    write_package(tmp_path)
    write_files(tmp_path / "class", {f"s{number}.py": f"{GOOD}# {number}\n" for number in range(submissions)})
    calm = start(tmp_path, tmp_path / "calm")
    began = time.monotonic()
    while calm.poll() is None and not (tmp_path / "calm.log").stat().st_size:
        time.sleep(0.005)
    start_s = time.monotonic() - began
    assert end(calm, 120) == 0
    longest_s = start_s + (time.monotonic() - began - start_s) * min(0.6, 4 / kills)
    moments = random.Random(0)  # noqa: S311 - not for secrets
    killed = 0
    while killed < kills:
        if end(start(tmp_path, tmp_path / "out"), moments.uniform(0, longest_s)) == -signal.SIGKILL:
            killed += 1
        else:
            longest_s /= 2  # it was faster this time, and came to its end
    assert end(start(tmp_path, tmp_path / "out"), 120) == 0
    assert content(tmp_path / "out") == content(tmp_path / "calm")
    assert len(content(tmp_path / "out")) == 2 * submissions + 3
    with closing(sqlite3.connect(tmp_path / "out" / "grader.sqlite")) as connection:
        for query in ("SELECT id FROM results", "SELECT id FROM history"):
            ids = [name for (name,) in connection.execute(query)]
            assert sorted(ids) == sorted(f"s{number}" for number in range(submissions))
    graded = (tmp_path / "out.log").read_text("utf-8").splitlines()
    assert set(graded) == {f"s{number}" for number in range(submissions)}
    assert len(graded) <= submissions + kills * 2 * JOBS


@pytest.mark.long
def test_a_batch_of_real_code_that_was_killed_ends_as_one_that_was_not(tmp_path: Path) -> None:
    write_package(tmp_path)
    codes = [GOOD, WRONG, "def double(n:\n", "def double(n):\n    return n.twice\n"]
    write_files(tmp_path / "class", {f"s{number}.py": f"# {number}\n{codes[number % 4]}" for number in range(200)})
    whole = ["batch", "doubling", "class", "--isolation", "auto", "--jobs", str(JOBS), "-o"]

    def begin(output: str) -> subprocess.Popen[str]:
        argv = [sys.executable, "-c", TELLING_OF_EACH, *whole, output]
        return subprocess.Popen(argv, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for(process: subprocess.Popen[str], results: int) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            results -= " graded · " in line
            if results == 0:
                break

    assert end(begin("calm"), 120) == 0
    moments, at_work = random.Random(0), 0  # noqa: S311 - not for secrets
    for kill in range(20):
        before, process = stored(tmp_path / "out"), begin("out")
        if kill % 2:
            wait_for(process, moments.randint(1, 5))
        assert end(process, 0 if kill % 2 else moments.uniform(0, 0.5)) == -signal.SIGKILL
        at_work += before < stored(tmp_path / "out") < 200
    assert at_work > 9  # else nothing was asked that matters
    assert end(begin("out"), 120) == 0
    assert lasting(tmp_path / "out") == lasting(tmp_path / "calm")
    assert stored(tmp_path / "out") == 200


def stored(output: Path) -> int:
    """How many results the store holds."""
    if not (output / "grader.sqlite").exists():
        return 0
    with closing(sqlite3.connect(output / "grader.sqlite")) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema")]
        return connection.execute("SELECT count(*) FROM results").fetchone()[0] if "results" in tables else 0


def lasting(output: Path) -> dict[str, Any]:
    """The results and the table, without times and memory."""

    def cleaned(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: cleaned(item) for name, item in value.items() if name not in MEASURED}
        return [cleaned(item) for item in value] if isinstance(value, list) else value

    results = json.loads((output / "results.json").read_text("utf-8"))
    return {"results": cleaned(results), "files": sorted(content(output)), "table": (output / "grades.csv").read_text()}
