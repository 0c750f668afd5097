"""Which level of isolation is chosen."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import GraderError, SandboxError
from grader.model import Isolation, Outcome
from grader.plugins import Sandbox
from grader.reach import find_python
from grader.sandbox import levels
from grader.sandbox.levels import open_sandbox, try_level

Run = Callable[..., Outcome]


def test_auto_takes_full_where_it_works(full_sandbox: Sandbox) -> None:
    assert open_sandbox("auto").level is Isolation.FULL


def test_full_is_given_as_asked(full_sandbox: Sandbox) -> None:
    assert open_sandbox("full").level is Isolation.FULL


def test_none_is_given_only_as_asked_or_for_want_of_better() -> None:
    assert open_sandbox("none").level is Isolation.NONE


def broken() -> Sandbox:
    raise GraderError("it is broken")


def test_full_is_never_silently_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "CLOSED", dict.fromkeys(levels.CLOSED, broken))
    try_level.cache_clear()
    try:
        with pytest.raises(SandboxError, match="full"):
            open_sandbox("full")
        assert open_sandbox("auto").level is Isolation.NONE
    finally:
        monkeypatch.undo()
        try_level.cache_clear()


def test_full_is_only_for_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    try_level.cache_clear()
    try:
        sandbox, why = try_level(Isolation.FULL)
    finally:
        monkeypatch.undo()
        try_level.cache_clear()
    assert (sandbox, why) == (None, "it needs Linux")


@pytest.mark.parametrize("asked", ["FULL", "", "no-such-level"])
def test_a_level_that_is_not_there_is_refused(asked: str) -> None:
    with pytest.raises(GraderError):
        open_sandbox(asked)


def test_the_interpreter_found_can_be_started_inside(sandbox: Sandbox, run_python: Run) -> None:
    path, _roots = find_python()
    outcome = run_python(sandbox, "import sys; print(sys.version_info >= (3, 11))")
    assert path.is_absolute()
    assert outcome.stdout == b"True\n"


def test_what_was_begun_is_what_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    try_level.cache_clear()
    monkeypatch.setattr(levels, "_under_way", {})
    levels.begin_to_open("auto")
    monkeypatch.setattr(levels, "CLOSED", dict.fromkeys(levels.CLOSED, broken))
    try:
        assert open_sandbox("auto").level is Isolation.FULL
    finally:
        monkeypatch.undo()
        try_level.cache_clear()


@pytest.mark.parametrize("asked", ["auto", "full", "restricted", "none", "no-such-level"])
def test_what_can_not_begin_is_no_fault_yet(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "CLOSED", dict.fromkeys(levels.CLOSED, broken))
    monkeypatch.setattr(levels, "_under_way", {})
    levels.begin_to_open(asked)
    assert levels._under_way == {}


@pytest.mark.parametrize("level", ["full", "restricted"])
def test_what_was_begun_and_never_opened_leaves_nothing(level: str) -> None:
    code = (
        "import os, pathlib; from grader.sandbox import levels; "
        f"levels.begin_to_open('{level}'); print(pathlib.Path(f'/proc/self/task/{{os.getpid()}}/children').read_text())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    children = [Path("/proc", pid) for pid in ran.stdout.split()]
    assert children
    assert ran.stderr == ""
    until = time.monotonic() + 2
    while any(map(Path.exists, children)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(Path.exists, children))
