"""The command `gradebook`: what it writes, what it says, what it refuses."""

from __future__ import annotations

from pathlib import Path

from tests.deciders import batch_of, leave, named, run, three
from tests.gradebook.test_canvas import EXPORT
from tests.gradebook.test_moodle import SHEET, results_of_ten
from tests.reports import sample


def test_a_worksheet_is_filled_in_and_both_sides_are_told_who_is_missing(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", batch_of(results_of_ten()))
    (tmp_path / "sheet.csv").write_bytes(SHEET.encode())
    said = run("gradebook", out, "--moodle", tmp_path / "sheet.csv", "-o", tmp_path / "filled.csv")
    assert said.code == 0
    assert said.err.splitlines() == [
        f"Gradebook: {tmp_path / 'filled.csv'}",
        "2 grades written, 0 stood there already.",
        "No grade yet, so nothing was written (1):",
        "  Ben Okafor_102_assignsubmission_file_ (not graded)",
        "Hand-ins that are in no row (1):",
        "  zoe (no row fits it)",
        "Rows without a hand-in, left as they are (1):",
        '  Eve "E" Moss',
    ]
    assert b",6,10.00" in (tmp_path / "filled.csv").read_bytes()


def test_a_gradebook_in_which_nobody_is_found_is_no_success(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", batch_of([named(sample.accepted(), "zoe")]))
    (tmp_path / "sheet.csv").write_bytes(SHEET.encode())
    said = run("gradebook", out, "--moodle", tmp_path / "sheet.csv", "-o", tmp_path / "filled.csv")
    assert (said.code, said.err.splitlines()[1]) == (1, "0 grades written, 0 stood there already.")


def test_the_export_itself_is_never_written_over(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", batch_of(results_of_ten()))
    (tmp_path / "export.csv").write_bytes(EXPORT.encode())
    said = run("gradebook", out, "--canvas", tmp_path / "export.csv", "-o", tmp_path / "export.csv")
    assert said.code == 2
    assert (tmp_path / "export.csv").read_bytes() == EXPORT.encode()


def test_several_tasks_make_one_table_with_or_without_a_mark(tmp_path: Path) -> None:
    outs = [leave(tmp_path / name, three()) for name in ("a", "b")]
    assert run("gradebook", *outs, "-o", tmp_path / "course.csv").code == 0
    assert (tmp_path / "course.csv").read_bytes().startswith(b"\xef\xbb\xbfid,name,boards (1),boards (2),points")
    assert run("gradebook", *outs, "-o", tmp_path / "course.csv", "--no-bom").code == 0
    assert (tmp_path / "course.csv").read_bytes().startswith(b"id,")


def test_what_can_not_be_meant_is_refused(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    (tmp_path / "x.csv").write_bytes(b"a,b\n")
    new = tmp_path / "new.csv"
    for words in (
        [out, out, "--moodle", tmp_path / "x.csv"],
        [out, "--moodle", tmp_path / "x.csv", "--canvas", tmp_path / "x.csv"],
        [out, "--moodle", tmp_path / "none.csv"],
        [out, "--moodle", tmp_path / "x.csv"],
        [tmp_path / "nothing"],
    ):
        assert run("gradebook", *words, "-o", new).code == 2
    assert not new.exists()
