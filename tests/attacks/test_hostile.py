"""Every hostile submission of the collection beside this checkout, at each level that isolates.

The collection (a folder `shared/hostile` beside the checkout, or where GRADER_HOSTILE says) holds a folder per case
with `case.json`: which task, which share of the points, which verdicts, and what must not happen. The grader is run
as a user runs it, as a whole process; the student's code runs as an unprivileged user inside a box.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.model import Isolation
from grader.plugins import languages, reports
from tests.attacks.watching import MOST_GRADER_BYTES, Seen, canary, left_anywhere, message_queue_left, run_watched
from tests.conftest import closed
from tests.reports.of_their_form import problems_of_formats

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("GRADER_HOSTILE") or ROOT.parent / "shared" / "hostile")
SECRET = "hst-secret-42"  # noqa: S105 - what hostile programs look for
PORT = 47611
LEFT_S = 2.0


def cases() -> list[dict[str, Any]]:
    """The cases in languages that the grader knows."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*/case.json"))]
    return [case for case in found if case["language"] in languages()]


CASES = cases()
MADE = ("junit", "markdown", "github", "sarif", "gitlab", "gradescope")
FORMATS = ("terminal", "json", "html", "csv", *MADE)

# The collection was written before the packages: where a case and a package differ, and why.
ALSO_ALLOWED = {
    "062-py-deep-nest": {"TLE"},  # all 19,683 boards are asked, and each answer is slow
    "269-folder-named-solution": {"WA"},  # a folder that holds everything is taken off, whatever its name
}
UNDECIDED = {"121-py-pycache-poison", "272-folder-many-candidates"}  # several files could count: a person decides


@pytest.fixture(scope="module")
def listeners() -> Iterator[list[socket.socket]]:
    """Ports on loopback and an abstract socket to which nothing may connect."""
    opened = []
    for family, address in (
        (socket.AF_INET, ("127.0.0.1", PORT)),
        (socket.AF_INET6, ("::1", PORT)),
        (socket.AF_UNIX, "\0hst-listener"),
    ):
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
        except OSError:
            listener.close()  # another worker of this test run listens there
            continue
        listener.setblocking(False)
        opened.append(listener)
    yield opened
    for listener in opened:
        listener.close()


def grade(case: dict[str, Any], level: str, folder: Path) -> tuple[subprocess.CompletedProcess[bytes], Seen]:
    """The grader, run on a copy of the case by the command line, and watched."""
    name = os.fsdecode(os.fsencode(case["submission"]))
    original = FOLDER / case["id"] / name
    copy = folder / "hand-in" / Path(name).name
    if not copy.parent.exists():
        copy.parent.mkdir()
        if original.is_dir():
            shutil.copytree(original, copy, symlinks=True)
        else:
            shutil.copy(original, copy)
    for variable in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY"):
        (folder / variable).touch()
    environment = {
        **os.environ,
        "HST_CANARY_SECRET": SECRET,
        **{variable: str(folder / variable) for variable in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY")},
    }
    command = [sys.executable, "-m", "grader", "check", case["task"], str(copy), "--isolation", level]
    command += ["--audience", "instructor", "-o", str(folder / "out")]
    command += [word for name in FORMATS for word in ("--format", name)]
    addresses = [text for kind, _, text in (rule.partition(":") for rule in case["must_not"]) if kind == "connect"]
    return run_watched(command, environment, folder, case["max_seconds"] + 30, addresses)


def grade_in_time(
    case: dict[str, Any], level: str, folder: Path
) -> tuple[subprocess.CompletedProcess[bytes], Seen, list[str], float]:
    """The same, what changed outside and the seconds: of two tries, as a machine that does much else is slow."""
    for attempt in range(2):
        started = time.monotonic()
        with canary(folder / f"canary{attempt}") as changed:
            done, seen = grade(case, level, folder)
        seconds = time.monotonic() - started
        if seconds <= case["max_seconds"] or changed:
            break
    return done, seen, changed, seconds


def processes() -> str:
    """The names and arguments of all processes of this machine."""
    lines = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            lines.append((path / "comm").read_text("utf-8", "replace"))
            lines.append((path / "cmdline").read_text("utf-8", "replace"))
        except OSError:
            continue
    return "\n".join(lines)


def share_of(result: dict[str, Any]) -> float:
    return float(result["points"] or 0) / float(result["max_points"])


def verdicts_of(result: dict[str, Any]) -> set[str]:
    """Those of all parts that can give points: one for style only takes off, and hostile code may have good style."""
    parts = [part for part in result["parts"] if part["counted"] and part["max_points"]]
    tests = {test["verdict"] for part in parts for test in part["tests"]}
    return (tests | {result["verdict"]}) - {"SK", None}


SLOW = {"005", "007", "008", "012", "015", "021", "023", "035", "039", "100", "103", "107", "112"}
"""Cases that take long by their nature, where their group has others."""


def chosen() -> Iterator[Any]:
    """Each case at each level; one of each group is not long, at `full` and at `restricted` by turns."""
    groups = list(dict.fromkeys(case["group"] for case in CASES))
    samples = {case["group"]: case["id"] for case in reversed(CASES) if case["id"][:3] not in SLOW}
    for case in CASES:
        sample = samples[case["group"]] == case["id"]
        for level in ("full", "restricted"):
            short = sample and level == ("full", "restricted")[groups.index(case["group"]) % 2]
            marks = [] if short else [pytest.mark.long]
            yield pytest.param(case, level, id=f"{case['id']}-{level}", marks=marks)


@pytest.mark.parametrize(("case", "level"), list(chosen()))
def test_a_hostile_submission_gets_what_it_deserves(
    case: dict[str, Any], level: str, tmp_path: Path, listeners: list[socket.socket]
) -> None:
    closed(Isolation(level))
    before = lying_about(case, tmp_path)
    done, seen, changed, seconds = grade_in_time(case, level, tmp_path)
    result = json.loads((tmp_path / "out" / "result.json").read_text("utf-8"))
    page = (tmp_path / "out" / "result.html").read_text("utf-8")
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if case["id"] in UNDECIDED:
        assert (result["status"], done.returncode) == ("ungraded", 3)
        return
    problems = unjust(case, result)
    if done.returncode not in (0, 1):
        problems.append(f"exit code {done.returncode}: {said[-500:]}")
    if seconds > case["max_seconds"]:
        problems.append(f"took {seconds:.0f} s")
    if changed:
        problems.append(f"changed outside: {changed}")
    if seen.peak_bytes > MOST_GRADER_BYTES:
        problems.append(f"the grader itself took {seen.peak_bytes >> 20} MiB")
    if seen.reached:
        problems.append(f"somebody answered at {seen.reached}")
    table = (tmp_path / "out" / "result.csv").read_text("utf-8")
    made = {name: (tmp_path / "out" / f"result{reports()[name].suffix}").read_text("utf-8") for name in MADE}
    everything = page + json.dumps(result) + said + table + "".join(made.values())
    if SECRET in everything:
        problems.append("the secret of the environment is shown")
    problems += forbidden(case, page, said, everything, table)
    problems += active(case, made) + problems_of_formats(result)
    problems += [f"{left} was left behind" for left in sorted(lying_about(case, tmp_path) - before)]
    for listener in listeners:
        try:
            listener.accept()
            problems.append("something connected to a listener outside")
        except BlockingIOError:
            pass
    for variable in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY"):
        if (tmp_path / variable).stat().st_size:
            problems.append(f"{variable} was written")
    assert problems == [], "; ".join(problems)


def unjust(case: dict[str, Any], result: dict[str, Any]) -> list[str]:
    """What is wrong with the points and the verdicts."""
    if result["status"] != "graded":
        return [f"ungraded: {result['reason']} {result['flagged']}"]
    problems = []
    if not case["min_share"] <= share_of(result) <= case["max_share"]:
        problems.append(f"share {share_of(result)} is not in {case['min_share']}..{case['max_share']}")
    allowed = {*case["allowed_verdicts"], *ALSO_ALLOWED.get(case["id"], ()), *(["AC"] if case["max_share"] else [])}
    if wrong := verdicts_of(result) - allowed:
        problems.append(f"verdicts {sorted(wrong)} are not among {case['allowed_verdicts']}")
    return problems


def forbidden(case: dict[str, Any], page: str, said: str, everything: str, table: str) -> list[str]:
    """What the case says must not happen, and did."""
    problems = []
    for rule in case["must_not"]:
        kind, _, text = rule.partition(":")
        if kind == "html" and text in page:
            problems.append(f"the page holds {text!r}")
        elif kind == "text" and text in everything:
            problems.append(f"{text!r} is shown")
        elif kind == "tty" and text in said:
            problems.append(f"{text!r} reached the terminal")
        elif kind == "gha" and any(line.lstrip().startswith(text) for line in said.splitlines()):
            problems.append(f"a line begins with {text!r}")
        elif kind == "proc" and not gone(text):
            problems.append(f"the process {text} is still there")
        elif kind == "csv" and any(cell.startswith(text) for row in csv.reader(table.splitlines()) for cell in row):
            problems.append(f"a cell begins with {text!r}")
    return problems


def active(case: dict[str, Any], made: dict[str, str]) -> list[str]:
    """What the case says must not stand in JUnit XML, and does."""
    problems = []
    for rule in case["must_not"]:
        kind, _, text = rule.partition(":")
        if kind == "xml" and (text in made["junit"] or f"&#{ord(text[0])};" in made["junit"]):
            problems.append(f"the JUnit XML holds {text!r}")
    return problems


def lying_about(case: dict[str, Any], folder: Path) -> set[str]:
    """The files and objects of the machine that the case says must not be left."""
    found = set()
    for rule in case["must_not"]:
        kind, _, text = rule.partition(":")
        if kind == "path" and text.startswith("**/"):
            found |= {str(path) for path in left_anywhere(text[3:], folder / "hand-in")}
        elif kind == "path" and Path(text).expanduser().exists():
            found.add(text)
        elif kind == "ipc" and message_queue_left(int(text, 16)):
            found.add(f"an object of the key {text}")
    return found


def gone(name: str) -> bool:
    """Whether no process of this name is left, given a moment."""
    until = time.monotonic() + LEFT_S
    while name in processes():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
