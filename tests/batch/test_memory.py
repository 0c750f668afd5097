"""As many submissions in a virtual machine at once as there is memory for, at least one; others as they come."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from grader.batch import memory
from grader.batch.memory import Room, free_bytes
from grader.model import MEBIBYTE, Limits, Submission
from tests.sample_results import PROBLEM

TASK = replace(PROBLEM, languages=("java", "python"), limits=Limits(memory_bytes=256 * MEBIBYTE))
MEMINFO = "MemTotal:       24000000 kB\nMemAvailable:    1048576 kB\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with 1 GiB free, in which nothing else bounds memory."""
    (tmp_path / "meminfo").write_text(MEMINFO)
    monkeypatch.setattr(memory, "MACHINE", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "GROUP", tmp_path)
    return tmp_path


def submission(language: str) -> Submission:
    return Submission("ann", {}, None, None, "digest", candidates=((f"a.{language}", language),))


def most_at_once(room: Room, language: str) -> int:
    """How many of eight submissions are let in before one leaves."""
    inside, most, change = 0, 0, threading.Lock()
    together = threading.Event()

    def grade() -> None:
        nonlocal inside, most
        with room.taken_by(submission(language)):
            with change:
                inside += 1
                most = max(most, inside)
                if inside == 8:
                    together.set()
            together.wait(10 if room.lacks == "" or language == "python" else 0.1)
            with change:
                inside -= 1

    with ThreadPoolExecutor(8) as pool:
        for _number in range(8):
            pool.submit(grade)
    return most


def test_as_many_are_let_in_as_fit_and_it_is_told(machine: Path) -> None:
    room = Room(TASK, 8)
    said = "Memory: 1,024 MiB are free and one submission in Java may take 512 MiB, so of 8 jobs at most 2 grade Java"
    assert room.lacks == f"{said} at once."
    assert (most_at_once(room, "java"), most_at_once(room, "python")) == (2, 8)


@pytest.mark.parametrize(
    ("jobs", "limit_mib", "languages"),
    [(2, 256, ("java",)), (8, 256, ("python",))],
    ids=["all fit", "no virtual machine"],
)
def test_where_nothing_is_lowered_nothing_is_told(
    machine: Path, jobs: int, limit_mib: int, languages: tuple[str, ...]
) -> None:
    task = replace(TASK, languages=languages, limits=Limits(memory_bytes=limit_mib * MEBIBYTE))
    assert Room(task, jobs).lacks == ""


def test_one_is_let_in_even_if_it_does_not_fit(machine: Path) -> None:
    task = replace(TASK, limits=Limits(memory_bytes=8192 * MEBIBYTE))
    assert most_at_once(Room(task, 8), "java") == 1


def test_a_cgroup_that_leaves_less_counts_without_what_it_could_give_back(machine: Path) -> None:
    assert free_bytes() == 1024 * MEBIBYTE
    for name, text in {"memory.max": "max\n", "memory.current": "100\n"}.items():
        (machine / name).write_text(text)
    assert free_bytes() == 1024 * MEBIBYTE
    for name, text in {
        "memory.max": "1000\n",
        "memory.current": "900\n",
        "memory.stat": "anon 1\ninactive_file 50\n",
    }.items():
        (machine / name).write_text(text)
    assert free_bytes() == 150


def test_a_machine_that_does_not_tell_its_memory_lowers_nothing(machine: Path) -> None:
    (machine / "meminfo").unlink()
    assert (free_bytes(), Room(TASK, 64).lacks) == (None, "")
