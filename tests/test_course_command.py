"""grader course: several tasks in one run, each in a folder as `batch` leaves it, and one gradebook."""

from __future__ import annotations

import csv
import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.ci.running import Ended, run
from tests.doubling import GOOD, HALF, PACKAGE, write_files, write_package

COURSE = """\
format: grader-course/1
roster: class.csv
tasks:
  - task: ./doubling
    source: week 1
  - task: ./halving
    source: week 2
    overrides: week 2.yaml
"""
OVERRIDES = """\
format: grader-overrides/1
by: B. Okafor
people:
  - {id: ben, points: 1, why: shown in class}
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of two tasks and three students, of whom one hands in nothing and one only once."""
    write_package(tmp_path)
    (tmp_path / "halving").mkdir()
    (tmp_path / "halving" / "problem.yaml").write_text(PACKAGE.replace("id: doubling", "id: halving"))
    write_files(tmp_path / "week 1", {"ann.py": GOOD, "ben.py": HALF})
    write_files(tmp_path / "week 2", {"ben.py": GOOD})
    (tmp_path / "class.csv").write_text("id,name\nann,Ann Lee\nben,Ben Ode\ncem,Cem Su\n")
    (tmp_path / "week 2.yaml").write_text(OVERRIDES)
    (tmp_path / "course.yaml").write_text(COURSE)
    return tmp_path


def grade(folder: Path, *words: str) -> Ended:
    command = [sys.executable, "-m", "grader", "course", str(folder / "course.yaml"), "-o", str(folder / "out"), *words]
    return run(command, folder)


def table(folder: Path) -> list[dict[str, str]]:
    with (folder / "out" / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_each_task_is_graded_and_one_gradebook_has_a_column_for_each(course: Path) -> None:
    said = grade(course)
    assert said.code == 0, said.err
    for name in ("doubling", "halving"):
        assert json.loads((course / "out" / name / "results.json").read_text("utf-8"))["problem"]["id"] == name
        assert (course / "out" / name / "index.html").is_file()
    assert [(row["id"], row["doubling"], row["halving"], row["points"]) for row in table(course)] == [
        ("ann", "3", "", "3"),
        ("ben", "1", "1", "2"),
        ("cem", "", "", "0"),
    ]
    assert (course / "out" / "gradebook.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_a_course_goes_on_where_it_ended_and_can_do_without_a_mark(course: Path) -> None:
    assert grade(course).code == 0
    first = table(course)
    assert grade(course, "--no-bom").code == 0
    assert table(course) == first
    assert (course / "out" / "gradebook.csv").read_bytes().startswith(b"id")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("source: week 2", "source: week 3", ":7:13: there is no "),
        ("roster: class.csv", "roster: none.csv", ":2:9: there is no "),
        ("    overrides", "    override", ":8:5: unknown key `override`; did you mean `overrides`?"),
        ("./halving", "./doubling", ":6:11: the task doubling stands here twice"),
        ("./halving", "./quarter", ":6:11: no task"),
        ("grader-course/1", "grader-course/9", ':1:9: `"grader-course/9"` must be `grader-course/1`'),
        ("    source: week 1\n", "", "the key `source` is missing"),
        ("format: grader-course/1\n", "- ", "a course begins with `format: grader-course/1`"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_before_anything_is_graded(
    course: Path, old: str, new: str, told: str
) -> None:
    file = course / "course.yaml"
    file.write_text(COURSE.replace(old, new) if new != "- " else "- a\n")
    said = grade(course)
    assert said.code == 2
    assert told in said.err
    assert not (course / "out").exists()


def test_the_course_of_the_examples_grades_the_example_class(tmp_path: Path) -> None:
    examples = Path(__file__).parents[1] / "examples"
    shutil.copytree(examples / "course", tmp_path / "course")
    few = {"valid-board": ["s01.py"], "tic-tac-toe": ["s02.py", "s08.js"], "game-count": ["s04.py"]}
    for name in (f"{task}/{file}" for task, files in few.items() for file in files):
        write_files(tmp_path / "class", {name: (examples / "class" / name).read_bytes()})
    command = [sys.executable, "-m", "grader", "course", "course/course.yaml", "-o", "out"]
    said = run(command, tmp_path)
    assert said.code == 0, said.err
    points = {row["id"]: row for row in table(tmp_path)}
    assert points["s08"]["tic-tac-toe"] == "2"
    assert points["s02"]["tic-tac-toe"] == "excused"
    assert (points["s01"]["valid-board"], points["s01"]["tic-tac-toe"]) == ("10", "")
