"""The example class beside programs that keep every core busy: no verdict changes."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.conftest import summary
from tests.end_to_end.test_class import CLASS, EXPECTED, SUBMISSIONS

# It ends by itself, even if whoever started it was killed.
SPINNER = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (600, 600))\nwhile True: pass"


@pytest.fixture
def busy_cores() -> Iterator[None]:
    """One program for each core, whichever worker of this session asks for them."""
    with Path(os.environ["XDG_CACHE_HOME"], "busy").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        spinners = [subprocess.Popen([sys.executable, "-c", SPINNER]) for _core in range(os.cpu_count() or 1)]
        try:
            yield
        finally:
            for spinner in spinners:
                spinner.kill()
                spinner.wait()


@pytest.mark.long
@pytest.mark.busy
@pytest.mark.usefixtures("busy_cores")
@pytest.mark.parametrize(("task", "name"), SUBMISSIONS, ids=lambda word: word)
def test_a_busy_machine_changes_no_verdict_of_the_class(
    grade: Callable[..., dict[str, Any]], task: str, name: str
) -> None:
    told = EXPECTED[task][name]
    found = summary(grade(task, CLASS / task / name))
    assert (found["verdict"], found["points"], found["parts"]) == (told["verdict"], told["points"], told["parts"])
