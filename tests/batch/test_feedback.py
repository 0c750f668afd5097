"""grader.batch.feedback: a page for each student, named so that Moodle finds whose it is, and nothing hidden in it."""

from __future__ import annotations

import copy
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grader.batch.feedback import for_moodle, packed, page
from grader.redact import for_student
from tests.deciders import batch_of, leave, named, run, three
from tests.gradebook.test_moodle import SHEET
from tests.reports import sample

HIDDEN = ("title", "message", "input", "expected", "actual", "transcript")
ANN = sample.every_verdict()
# What Moodle takes: a name, the number of the participant, the plug-in that handed it out, and then the file.
TAKEN = re.compile(r"(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_file/(?P<file>[^/.~][^/]*)")


def unpacked(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize(
    ("identity", "name"),
    [
        ("Ann Miller_101_assignsubmission_file", "Ann Miller"),
        ("Participant_101_assignsubmission_file", "Participant"),
        ("Jörg O'Neil-Müller_101_assignsubmission_file_board.py", "Jörg O'Neil-Müller"),
        ("../../etc_101_assignsubmission_file", "etc"),
        (".~_101_assignsubmission_file", "Participant"),
        ("participant 101", "Participant"),
    ],
)
def test_a_page_is_named_as_moodle_names_what_it_hands_out(identity: str, name: str) -> None:
    pages, left_out = for_moodle([named(ANN, identity)])
    [path] = pages
    found = TAKEN.fullmatch(path)
    assert found is not None
    assert found.groupdict() == {"name": name, "number": "101", "file": "feedback-boards.html"}
    assert left_out == []


def test_a_worksheet_tells_the_numbers_that_ids_do_not_hold() -> None:
    results = [named(ANN, "ann@example.org"), named(ANN, "103"), named(ANN, "zoe")]
    pages, left_out = for_moodle(results, SHEET.encode(), "w.csv")
    assert sorted(pages) == [
        "Ann Miller_101_assignsubmission_file/feedback-boards.html",
        "Öz Cem_103_assignsubmission_file/feedback-boards.html",
    ]
    assert left_out == ["zoe (no row fits it)"]


def test_without_a_worksheet_a_bare_number_is_nobody() -> None:
    pages, left_out = for_moodle([named(ANN, "101"), named(ANN, "ann")])
    assert (pages, len(left_out)) == ({}, 2)


def test_nobody_gets_one_of_two_pages() -> None:
    results = [named(ANN, f"Ann_101_assignsubmission_{what}") for what in ("file", "onlinetext")]
    pages, left_out = for_moodle(results)
    assert (pages, len(left_out)) == ({}, 2)


def test_each_member_of_a_group_gets_the_page() -> None:
    members = [{"id": "101", "name": "Ann Miller"}, {"id": "102", "name": None}]
    pages, _left_out = for_moodle([named(ANN, "team", members=members)], SHEET.encode(), "w.csv")
    assert [path.partition("_")[0] for path in pages] == ["Ann Miller", "Ben Okafor"]


def secret() -> dict[str, Any]:
    whole: dict[str, Any] = copy.deepcopy(three()["results"][0])
    for part in whole["parts"]:
        for test in part["tests"]:
            test["hidden"] = True
            test.update(dict.fromkeys(HIDDEN, "SECRET"))
    whole["flagged"] = ["SECRET"]
    whole["build"]["log"] = "SECRET"
    record = {"by": "SECRET", "why": "SECRET", "comment": "Well done."}
    whole["parts"][0]["decided"] = {"points": 1.0, **record}
    whole["decided"] = {"points": 3.0, "given": None, "excused": False, "late": None, **record}
    return whole


def test_nothing_that_is_hidden_or_for_the_record_is_in_a_page() -> None:
    made = page(secret())
    assert "Well done." in made
    assert "SECRET" not in made
    plain = secret()
    for part in plain["parts"]:
        for test in part["tests"]:
            test.update(dict.fromkeys(HIDDEN, "OTHER"))
    assert page(plain) == made
    assert page(for_student(plain)) == made


def test_the_same_results_make_the_same_zip() -> None:
    pages, _left_out = for_moodle([named(ANN, "Ann_101_assignsubmission_file")])
    assert packed(pages) == packed(dict(pages))
    assert unpacked(packed(pages)) == pages


def test_the_command_packs_a_page_for_each_and_says_who_is_left_out(tmp_path: Path) -> None:
    whole = batch_of([named(secret(), "Ann_101_assignsubmission_file"), *three()["results"][1:]])
    out = leave(tmp_path / "out", whole)
    said = run("feedback", out, "--moodle", "-o", tmp_path / "new" / "feedback.zip")
    assert said.code == 0
    why = "its id holds no number of a Moodle participant; a grading worksheet would tell it (--worksheet)"
    assert said.err.splitlines() == [
        f"Feedback: {tmp_path / 'new' / 'feedback.zip'} (1 pages)",
        "Without points yet (1):",
        "  ben",
        "Not in it (2):",
        f"  ben ({why})",
        f"  cem ({why})",
    ]
    assert run("feedback", out, "-o", tmp_path / "all.zip").code == 0
    pages = unpacked((tmp_path / "all.zip").read_bytes())
    assert sorted(pages) == ["Ann_101_assignsubmission_file.html", "ben.html", "cem.html"]
    assert "SECRET" not in "".join(pages.values())


def test_a_worksheet_without_moodle_is_refused(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    assert run("feedback", out, "--worksheet", tmp_path / "w.csv", "-o", tmp_path / "f.zip").code == 2
