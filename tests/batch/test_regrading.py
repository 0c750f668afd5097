"""Grading again as a difference: nothing counts before it is applied, and nothing that counted is lost."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from grader import cli
from grader.batch import grading
from grader.batch.changes import Change, Mark, Rejudged
from grader.batch.progress import Progress
from grader.batch.regrading import Proposal
from grader.batch.store import NAME, Store
from grader.commands.regrade import lines
from grader.model import Verdict
from tests.doubling import GOOD, PACKAGE, write_files, write_package
from tests.fake_grading import judging

UNSAID = "Nothing was changed: the same command with --apply lets this count, --drop forgets it.\n"
BEFORE: Mapping[str, Verdict | str] = {"bob": Verdict.WA}
AFTER: Mapping[str, Verdict | str] = {"ann": Verdict.TLE}
SHOWN = (
    "ann: AC 2 of 2 -> TLE 0 of 2\n"
    "    a, t-1: AC -> TLE\n"
    "bob: WA 0 of 2 -> AC 2 of 2\n"
    "    a, t-1: WA -> AC\n"
    "2 change, 1 do not.\n"
    "Graded again because of another package: 3\n"
)


@dataclass(slots=True)
class Course:
    """A class that was graded once, in the folder `out`."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    @property
    def out(self) -> Path:
        return self.folder / "out"

    def command(self, verdicts: Mapping[str, Verdict | str], *words: str | Path) -> tuple[int, str, list[str]]:
        """Run a command with these verdicts: its exit code, what it said besides its progress, what it graded."""
        graded: list[str] = []
        self.monkeypatch.setattr(grading, "grade_submission", judging(verdicts, graded))
        self.monkeypatch.setattr(sys, "argv", ["grader", *map(str, words)])
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = self.capsys.readouterr()
        assert out == ""
        said = [
            line for line in err.splitlines(keepends=True) if " graded · " not in line and " to grade\n" not in line
        ]
        assert isinstance(ended.value.code, int)
        return ended.value.code, "".join(said), sorted(graded)

    def grade(self, verdicts: Mapping[str, Verdict | str], *words: str) -> list[str]:
        """Grade as a batch; what was graded."""
        task, source = self.folder / "doubling", self.folder / "class"
        code, _said, graded = self.command(
            verdicts, "batch", task, source, "-o", self.out, "--isolation", "none", *words
        )
        assert code in (0, 3)
        return graded

    def regrade(self, verdicts: Mapping[str, Verdict | str], *words: str | Path) -> tuple[int, str, list[str]]:
        return self.command(verdicts, "regrade", self.out, *words)

    def change_package(self) -> None:
        write_package(self.folder, PACKAGE.replace("points: 1", "points: 1.0"))

    def verdicts(self) -> dict[str, str | None]:
        results = json.loads((self.out / "results.json").read_text("utf-8"))["results"]
        return {one["submission"]["id"]: one["verdict"] for one in results}

    def history(self) -> list[tuple[str, str | None]]:
        with closing(sqlite3.connect(self.out / NAME)) as connection:
            rows = connection.execute(
                "SELECT history.id, results.result FROM history JOIN results ON results.number = history.result "
                "ORDER BY history.id, history.number"
            ).fetchall()
        return [(name, json.loads(text)["verdict"]) for name, text in rows]

    def content(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.out.rglob("*.*") if path.name != NAME}


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Course:
    write_package(tmp_path)
    write_files(tmp_path / "class", {f"{name}.py": GOOD for name in ("ann", "bob", "kim")})
    made = Course(tmp_path, monkeypatch, capsys)
    assert made.grade(BEFORE) == ["ann", "bob", "kim"]
    return made


# --- a changed package -------------------------------------------------------------------------------------------


def test_who_changes_and_why_is_shown_and_nothing_is_changed_by_showing(course: Course) -> None:
    before = course.content()
    course.change_package()
    assert course.regrade(AFTER) == (0, SHOWN + UNSAID, ["ann", "bob", "kim"])
    assert course.regrade({}) == (0, SHOWN + UNSAID, [])
    assert course.content() == before
    assert course.history() == [("ann", "AC"), ("bob", "WA"), ("kim", "AC")]


def test_what_people_decided_stays_when_a_regrade_is_applied(course: Course) -> None:
    decisions = "format: grader-overrides/1\nby: B. Okafor\npeople:\n  - {id: ann, points: 1, why: shown in class}\n"
    (course.folder / "decisions.yaml").write_text(decisions, "utf-8")
    assert course.grade(BEFORE, "--overrides", str(course.folder / "decisions.yaml")) == []
    course.change_package()
    course.regrade(AFTER, "--apply")
    results = json.loads((course.out / "results.json").read_text("utf-8"))["results"]
    ann = next(one for one in results if one["submission"]["id"] == "ann")
    assert (ann["verdict"], ann["points"], ann["decided"]["points"]) == ("TLE", 0.0, 1)
    assert (ann["decided"]["by"], ann["decided"]["why"]) == ("B. Okafor", "shown in class")


def test_what_is_applied_counts_is_reported_and_leaves_what_was_in_the_history(course: Course) -> None:
    course.change_package()
    course.regrade(AFTER)
    applied = f"Applied; what counted before stays in the history.\nReport: {course.out / 'index.html'}\n"
    assert course.regrade({}, "--apply") == (0, SHOWN + applied, [])
    assert course.verdicts() == {"ann": "TLE", "bob": "AC", "kim": "AC"}
    assert course.history() == [
        ("ann", "AC"), ("ann", "TLE"), ("bob", "WA"), ("bob", "AC"), ("kim", "AC"), ("kim", "AC"),
    ]  # fmt: skip
    assert course.grade({}) == []
    assert course.verdicts() == {"ann": "TLE", "bob": "AC", "kim": "AC"}


def test_what_is_dropped_is_forgotten_and_graded_anew_the_next_time(course: Course) -> None:
    before = course.content()
    course.change_package()
    dropped = "Dropped: everything counts as before.\n"
    assert course.regrade(AFTER, "--drop") == (0, SHOWN + dropped, ["ann", "bob", "kim"])
    assert course.content() == before
    assert course.history() == [("ann", "AC"), ("bob", "WA"), ("kim", "AC")]
    code, said, graded = course.regrade(BEFORE)
    assert (code, graded) == (0, ["ann", "bob", "kim"])
    assert said == "0 change, 3 do not.\nGraded again because of another package: 3\n" + UNSAID


def test_what_was_only_shown_is_what_a_batch_finds(course: Course) -> None:
    course.change_package()
    course.regrade(AFTER)
    assert course.grade({}) == []
    assert course.verdicts() == {"ann": "TLE", "bob": "AC", "kim": "AC"}


@pytest.mark.parametrize(("answer", "verdict", "code"), [(True, "TLE", 0), (False, "AC", 0), (None, "AC", 130)])
def test_on_a_terminal_a_person_is_asked(course: Course, answer: bool | None, verdict: str, code: int) -> None:
    asked: list[str] = []

    def confirm(text: str, **_named: Any) -> bool:
        asked.append(text)
        if answer is None:
            raise click.Abort
        return answer

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    course.change_package()
    course.monkeypatch.setattr(click, "confirm", confirm)
    course.monkeypatch.setattr(sys, "stdin", Terminal())
    course.monkeypatch.setattr(sys, "stderr", Terminal())
    assert course.regrade(AFTER)[0] == code
    assert asked == ["Let this count?"]
    assert course.verdicts()["ann"] == verdict


# --- other changes -----------------------------------------------------------------------------------------------


def test_with_nothing_changed_nothing_is_graded_and_nothing_changes(course: Course) -> None:
    assert course.regrade({}) == (0, "0 change, 3 do not.\n" + UNSAID, [])


def test_one_who_can_not_be_graded_now_keeps_the_grade(course: Course) -> None:
    course.change_package()
    code, said, _graded = course.regrade({"ann": "Java is\x1b not here"}, "--apply")
    assert code == 3
    assert "ann: can't be graded now and keeps its grade: Java is␛ not here\n" in said
    assert "1 change, 1 do not.\n" in said
    assert course.verdicts() == {"ann": "AC", "bob": "AC", "kim": "AC"}
    assert [verdict for name, verdict in course.history() if name == "ann"] == ["AC"]


def test_new_and_missing_hand_ins_are_told_and_the_new_ones_can_be_applied(course: Course) -> None:
    write_files(course.folder / "class", {"zoe.py": GOOD, "kim.py": "changed"})
    (course.folder / "class" / "bob.py").unlink()
    code, said, graded = course.regrade({"zoe": "two files could be meant", "kim": Verdict.CE}, "--apply")
    assert (code, graded) == (3, ["kim", "zoe"])
    assert said.splitlines()[:-2] == [
        "kim: AC 2 of 2 -> CE 0 of 2",
        "    a, t-1: AC -> CE",
        "zoe: no result -> not graded (two files could be meant)",
        "bob: is not handed in any more; what it got stays in the history",
        "2 change, 1 do not.",
        "Graded again because of another hand-in: 1",
    ]
    assert course.verdicts() == {"ann": "AC", "kim": "CE", "zoe": None}


def test_package_and_hand_ins_that_moved_are_given_again(course: Course) -> None:
    (course.folder / "elsewhere").mkdir()
    task = (course.folder / "doubling").rename(course.folder / "elsewhere" / "doubling")
    source = (course.folder / "class").rename(course.folder / "elsewhere" / "class")
    assert course.regrade({})[0] == 2
    code, _said, graded = course.regrade({}, "--task", task, "--source", source, "--apply")
    assert (code, graded) == (0, [])
    assert course.regrade({})[0] == 0


def test_the_options_of_the_batch_are_remembered(course: Course) -> None:
    course.grade({}, "--seed", "7", "--part", "small", "--language", "python", "--lang", "ko")
    with Store(course.out / NAME) as store:
        asked = store.asked()
    assert asked == {
        "problem": "doubling",
        "task": str(course.folder / "doubling"),
        "source": str(course.folder / "class"),
        "source_kind": None,
        "roster": None,
        "groups": None,
        "language": "python",
        "seed": 7,
        "parts": ["small"],
        "isolation": "none",
        "lang": "ko",
    }
    assert course.regrade({}) == (0, "0 change, 3 do not.\n" + UNSAID, [])


def test_ctrl_c_changes_nothing_and_the_same_command_goes_on(course: Course) -> None:
    course.change_package()
    step = Progress.step

    def interrupted(progress: Progress, result: Mapping[str, Any]) -> None:
        step(progress, result)
        if progress.done == 1:
            raise KeyboardInterrupt

    with course.monkeypatch.context() as patched:
        patched.setattr(Progress, "step", interrupted)
        code, said, first = course.regrade(AFTER, "--apply", "--jobs", "1")
    assert code == 130
    assert said.endswith("Interrupted: nothing was changed. To go on, give the same command again.\n")
    assert course.history() == [("ann", "AC"), ("bob", "WA"), ("kim", "AC")]
    second = course.regrade(AFTER, "--apply")[2]
    assert sorted([*first, *second]) == ["ann", "bob", "kim"]
    assert course.verdicts() == {"ann": "TLE", "bob": "AC", "kim": "AC"}


# --- what can't be -----------------------------------------------------------------------------------------------


def test_what_can_not_be_graded_again_is_refused_with_the_reason(course: Course, tmp_path: Path) -> None:
    other = write_package(tmp_path / "class", PACKAGE.replace("id: doubling", "id: other"))
    empty = tmp_path / "empty"
    empty.mkdir()
    old = tmp_path / "old"
    old.mkdir()
    with closing(sqlite3.connect(old / NAME)) as connection:
        connection.execute("PRAGMA user_version = 1")
    cases: list[tuple[list[str | Path], str]] = [
        ([course.out, "--apply", "--drop"], "say --apply or --drop, not both"),
        ([empty], f"{empty} is no folder of a batch: there is no grader.sqlite in it"),
        ([course.out, "--task", other], f"{course.out} holds results of doubling, not of other"),
        ([course.out, "--source", empty], f"{empty} holds no submissions"),
        ([old], f"{old / NAME} does not say what the task was: give --task"),
        ([old, "--task", other], f"{old / NAME} does not say what the source was: give --source"),
    ]
    for words, message in cases:
        assert course.command({}, "regrade", *words) == (2, f"grader: {message}\n", [])
    assert list(empty.iterdir()) == []


def test_results_that_could_not_be_stored_are_not_applied(course: Course) -> None:
    def full(*_anything: object, counts: bool) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    course.change_package()
    course.monkeypatch.setattr(Store, "add", full)
    code, said, _graded = course.regrade(AFTER, "--apply")
    assert code == 3
    assert said.endswith("grader: the new results could not be stored, so they can't be compared or applied\n")
    assert course.verdicts() == {"ann": "AC", "bob": "WA", "kim": "AC"}


def test_many_changed_tests_are_counted_after_the_first_few() -> None:
    tests = tuple(Rejudged("p", f"t{number}", ("AC", 1.0), ("WA", 0.25)) for number in range(7))
    mark = Mark("WA", 1.0, 3.0, None)
    proposal = Proposal((Change("ann", mark, mark, (*tests, Rejudged("p", "old", ("AC", 1.0), None))),), 0, {}, {}, ())
    assert list(lines(proposal)) == [
        "ann: WA 1 of 3 -> WA 1 of 3",
        *(f"    p, t{number}: AC -> WA (25% right)" for number in range(5)),
        "    and 3 more tests",
        "1 change, 0 do not.",
    ]
