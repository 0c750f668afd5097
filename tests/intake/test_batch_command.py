"""`grader batch` from an LMS download and the lists of a class to the gradebook."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

from grader import stored
from grader.plugins import Sandbox
from tests.doubling import GOOD, WRONG, write_package
from tests.intake.making import archive_of, zipped

CANVAS = {
    "leeann_LATE_1_901_double.py": GOOD.encode(),
    "chenbo_2_902_double.py": WRONG.encode(),
    "red_3_903_work.zip": zipped({"double.py": GOOD.encode(), ".DS_Store": b"x"}),
    "eve_5_904_work.rar": b"Rar!\x1a\x07\x00",
    "notes\x1b[31m.txt": b"x",
}
ROSTER = "id;name\n1;Ann Lee\n2;Bo Chen\n3;Cleo <b>\n4;Dora\n5;Eve\n6;Zo\u00eb\n".encode("utf-8-sig")
GROUPS = b"group,id\nred,3\nred,4\n"


def run(folder: Path, any_sandbox: Sandbox, *words: str) -> subprocess.CompletedProcess[str]:
    options = ["--roster", "roster.csv", "--groups", "groups.csv", "--isolation", any_sandbox.level.value]
    command = [sys.executable, "-m", "grader", "batch", str(write_package(folder)), "class.zip", "-o", "out"]
    return subprocess.run(
        [*command, *options, *words], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def test_a_download_and_the_lists_of_a_class_become_a_gradebook(tmp_path: Path, any_sandbox: Sandbox) -> None:
    archive_of(tmp_path / "class.zip", zipped(CANVAS))
    (tmp_path / "roster.csv").write_bytes(ROSTER)
    (tmp_path / "groups.csv").write_bytes(GROUPS)
    done = run(tmp_path, any_sandbox)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith(
        "Canvas download: 4 students\n"
        "Not taken for submissions: notes\N{SYMBOL FOR ESCAPE}[31m.txt\n"
        "Nothing handed in by 1: 6 Zo\u00eb\n"
    )
    with (tmp_path / "out" / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [
            {key: row[key] for key in ("id", "name", "verdict", "points", "late", "group")}
            for row in csv.DictReader(file)
        ]
    assert [tuple(row.values()) for row in rows] == [
        ("2", "Bo Chen", "WA", "0", "", ""),
        ("5", "Eve", "CE", "0", "", ""),
        ("1", "Ann Lee", "AC", "3", "late", ""),
        ("3", "Cleo <b>", "AC", "3", "", "3"),
        ("4", "Dora", "AC", "3", "", "3"),
        ("6", "Zo\u00eb", "", "", "", ""),
    ]
    batch = stored.read(tmp_path / "out")
    told = {one["submission"]["id"]: one["submission"] for one in batch["results"]}
    assert [(name, one["name"], one["late"]) for name, one in told.items()] == [
        ("2", "Bo Chen", False),
        ("5", "Eve", False),
        ("1", "Ann Lee", True),
        ("3", "Cleo <b>", False),
    ]
    assert told["3"]["members"] == [{"id": "3", "name": "Cleo <b>"}, {"id": "4", "name": "Dora"}]
    assert batch["missing"] == [{"id": "6", "name": "Zo\u00eb"}]
    notes = {one["submission"]["id"]: one["notes"] for one in batch["results"]}
    assert notes["3"] == ["Left out, as no part of the work: `.DS_Store`."]
    flagged = {one["submission"]["id"]: one["flagged"] for one in batch["results"]}
    assert flagged["5"] == [
        "This hand-in can't be used, since it is packed as RAR, which can't be read here (zip and tar can)."
    ]
    repeats = {
        (test["verdict"] == "AC", (test["repeat"] or "").partition(" --part")[0])
        for one in batch["results"]
        for part in one["parts"]
        for test in part["tests"]
    }
    assert repeats == {
        (True, ""),
        (False, "grader check doubling double.py"),
        (False, "grader check doubling work.rar"),
    }
    page = (tmp_path / "out" / "feedback" / "3.html").read_text("utf-8")
    assert "Cleo &lt;b&gt;" in page
    assert "<b>" not in page


def test_a_wrong_list_stops_the_batch_before_anything_is_graded(tmp_path: Path, any_sandbox: Sandbox) -> None:
    archive_of(tmp_path / "class.zip", zipped(CANVAS))
    (tmp_path / "roster.csv").write_bytes(ROSTER + b"3;Cleo\n")
    (tmp_path / "groups.csv").write_bytes(GROUPS)
    done = run(tmp_path, any_sandbox)
    assert (done.returncode, done.stdout) == (2, "")
    assert "roster.csv, line 8: the id 3 is already in line 4" in done.stderr
    assert not (tmp_path / "out").exists()
