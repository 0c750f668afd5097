"""Times what a batch costs beside its grading, and doing it again. By hand: `python tests/bench/again.py`.

Grading is replaced by one that answers at once, so what is left is collecting, the store, threads and reports. CPU time
of the process and time on the wall, for each submission: the first time, and again with nothing changed. The whole
program, from its start, is timed too.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import problem, submission
from grader.batch import folder, grading
from grader.batch.grading import Plan
from grader.batch.progress import Progress
from grader.model import Verdict
from grader.pipeline import Options
from tests.doubling import GOOD, write_files, write_package
from tests.fake_grading import judging
from tests.sample_results import NoSandbox

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
from grader.batch import grading
from grader import cli
from grader.model import Verdict
from tests.fake_grading import judging
grading.grade_submission = judging({f"s{number}": list(Verdict)[number % 9] for number in range(0, 9999, 3)})
cli.main()
"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--submissions", type=int, default=1000)
    count = parser.parse_args().submissions
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as place:
        here = Path(place)
        package = problem.load(write_package(here))
        source = write_files(here / "class", {f"s{number}.py": f"{GOOD}# {number}\n" for number in range(count)})
        verdicts = {f"s{number}": list(Verdict)[number % 9] for number in range(0, count, 3)}
        patch = pytest.MonkeyPatch()
        patch.setattr(grading, "grade_submission", judging(verdicts))

        def run(output: str) -> None:
            hand_ins = list(submission.collect_all(source))
            plan = Plan(package, "doubling", hand_ins, None, here / output, 2, NoSandbox(), Options())
            grading.run(plan, Progress(count, io.StringIO()))

        tell("first, all of it", count, lambda: run("out"))
        tell("again, nothing changed", count, lambda: run("out"))
        patch.setattr(folder, "write_reports", lambda *_anything: None)
        tell("first, without reports", count, lambda: run("bare"))
        program = [sys.executable, "-c", CHILD, "batch", "doubling", "class", "-o", "out", "--isolation", "none"]
        for what in ("the program, after another program", "the program again, nothing changed"):
            tell(what, count, lambda: start(program, here))


def start(program: list[str], here: Path) -> None:
    subprocess.run(
        program, cwd=here, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, stderr=subprocess.DEVNULL
    )


def tell(what: str, count: int, do: Callable[[], None]) -> None:
    before, began = sum(os.times()[:4]), time.perf_counter()
    do()
    cpu_s, wall_s = sum(os.times()[:4]) - before, time.perf_counter() - began
    each = f"{1000 * cpu_s / count:6.2f} ms of CPU, {1000 * wall_s / count:6.2f} ms each"
    print(f"{what:36} {wall_s:6.2f} s in all, {each}")  # noqa: T201 - that is what it is for


if __name__ == "__main__":
    main()
