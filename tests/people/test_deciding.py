"""The commands around decisions: given to a batch or a report, checked first, kept in the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.batch import grading as batches
from grader.people.counting import total
from tests.deciders import leave, results_in, run, three
from tests.doubling import GOOD, HALF, PACKAGE, write_files, write_package

MANUAL = """\
format: grader-overrides/1
by: B. Okafor
people:
  - {id: ann, part: count, points: 3, comment: Well counted., why: SECRET}
  - {id: ben, points: 2, why: SECRET}
"""
CLASS = """\
format: grader-overrides/1
by: B. Okafor
people:
  - {id: half, part: large, points: 1.5, why: the test was too strict}
"""


def test_a_report_of_a_folder_is_written_again_with_what_people_decided(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    (tmp_path / "o.yaml").write_text(MANUAL, "utf-8")
    said = run("report", out, "--overrides", tmp_path / "o.yaml")
    assert said.code == 0
    stored = results_in(out)
    assert [total(stored(name)) for name in ("ann", "ben", "cem")] == [8.0, 2.0, 10.0]
    assert [stored(name)["points"] for name in ("ann", "ben", "cem")] == [6.0, None, 10.0]
    assert "ann,python,graded,WA,8,9,6,4,1,3,," in (out / "grades.csv").read_text("utf-8-sig")
    feedback = (out / "feedback" / "ann.html").read_text("utf-8")
    assert "Well counted." in feedback
    assert "SECRET" not in feedback
    assert "Okafor" not in feedback
    assert "SECRET" in (out / "submissions" / "ann.html").read_text("utf-8")
    assert (out / "overrides.yaml").is_file()


def test_a_mistake_in_the_overrides_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (tmp_path / "o.yaml").write_text(
        MANUAL.replace("id: ann", "id: anna").replace("part: count", "part: cuont"), "utf-8"
    )
    said = run("report", out, "--overrides", tmp_path / "o.yaml")
    file = tmp_path / "o.yaml"
    assert (said.code, said.err.splitlines()) == (
        2,
        [
            "the overrides are wrong:",
            f"{file}:4:10: no submission has the id `anna`; did you mean `ann`?",
            f"{file}:4:22: no part is called `cuont`; did you mean `count`?",
        ],
    )
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_results_for_students_take_no_decisions(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    run("report", out, "--format", "json", "--audience", "student", "-o", tmp_path / "student.json")
    (tmp_path / "o.yaml").write_text(MANUAL, "utf-8")
    said = run("report", tmp_path / "student.json", "--overrides", tmp_path / "o.yaml")
    assert said.code == 2
    assert "was written for students" in said.err


@pytest.fixture
def classroom(tmp_path: Path, any_sandbox: object) -> tuple[Path, Path, Path]:
    package = write_package(tmp_path)
    return package, write_files(tmp_path / "class", {"good.py": GOOD, "half.py": HALF}), tmp_path / "out"


def test_a_batch_keeps_what_was_decided_for_its_next_run(tmp_path: Path, classroom: tuple[Path, Path, Path]) -> None:
    package, source, out = classroom
    (tmp_path / "o.yaml").write_text(CLASS, "utf-8")
    assert run("batch", package, source, "-o", out, "--overrides", tmp_path / "o.yaml").code == 0
    first = results_in(out)("half")
    assert (first["points"], first["decided"]["points"]) == (1.0, 2.5)
    again = run("batch", package, source, "-o", out)
    assert again.code == 0
    assert again.err.count(f"Decisions: {out / 'overrides.yaml'}") == 1
    assert results_in(out)("half")["decided"] == first["decided"]


def test_what_a_person_gave_a_manual_part_is_kept_when_all_is_graded_again(
    tmp_path: Path, classroom: tuple[Path, Path, Path]
) -> None:
    package, source, out = classroom
    write_package(tmp_path, PACKAGE + "  - {id: readable, points: 3, tests: [{manual: Look.}]}\n")
    write_files(source, {"broken.py": "def double(\n", "empty.py": ""})
    assert run("batch", package, source, "-o", out).code == 0
    first = results_in(out)
    assert [(first(name)["verdict"], total(first(name))) for name in ("good", "half", "broken", "empty")] == [
        ("PD", None),
        ("WA", None),
        ("CE", None),
        ("CE", 0.0),
    ]
    assert "Readable: a person gives up to 3 points" in (out / "index.html").read_text("utf-8")
    people = "[{id: good, part: readable, points: 2}, {id: broken, part: readable, points: 1}]"
    (tmp_path / "o.yaml").write_text(f"format: grader-overrides/1\nby: B\npeople: {people}\n", "utf-8")
    assert run("report", out, "--overrides", tmp_path / "o.yaml").code == 0
    assert run("batch", package, source, "-o", out).code == 0
    again = results_in(out)
    assert [total(again(name)) for name in ("good", "half", "broken", "empty")] == [5.0, None, 1.0, 0.0]


def test_a_batch_tells_a_mistake_in_the_overrides_before_it_grades_anything(
    tmp_path: Path, classroom: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    package, source, out = classroom
    monkeypatch.setattr(batches, "run", lambda *_: pytest.fail("it was graded"))
    (tmp_path / "o.yaml").write_text(CLASS.replace("points: 1.5", "points: 3"), "utf-8")
    said = run("batch", package, source, "-o", out, "--overrides", tmp_path / "o.yaml")
    assert (said.code, said.err.splitlines()[1]) == (
        2,
        f"{tmp_path / 'o.yaml'}:4:37: 3 is more than the 2 points that the part `large` has",
    )


def test_a_batch_says_of_whom_it_does_not_know_whether_they_are_late(
    tmp_path: Path, classroom: tuple[Path, Path, Path]
) -> None:
    package, source, out = classroom
    late = 'late: {due: "2026-11-20 23:59 Z", per_day: 10%, handed_in: {half: "2026-11-21 03:00 Z"}}\n'
    (tmp_path / "o.yaml").write_text(CLASS + late, "utf-8")
    said = run("batch", package, source, "-o", out, "--overrides", tmp_path / "o.yaml")
    assert said.code == 0
    assert "when something was handed in: good\n" in said.err
    assert results_in(out)("half")["decided"]["points"] == 2.2
