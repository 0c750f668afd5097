"""Any executor grades as this process does, also when one of its processes dies."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from grader.errors import InputError
from grader.model import Verdict
from grader.workers import bench
from grader.workers.dispatch import KILLED
from tests.doubling import GOOD, HALF, KILLING, WRONG
from tests.fake_grading import judging
from tests.workers.batches import Class, comparable, verdicts

CLASS = {"good.py": GOOD, "half.py": HALF, "killing.py": KILLING, "wrong.py": WRONG, "no.py": ""}
HERE = __name__


def threads() -> Executor:
    return ThreadPoolExecutor(2)


def processes() -> Executor:
    """Processes whose grading is made up; a submission that is called a killer ends them."""
    return ProcessPoolExecutor(2, multiprocessing.get_context("forkserver"), initializer=make_up)


def make_up() -> None:
    fake = judging({"b": Verdict.WA})

    def grade(problem: Any, handed_in: Any, *others: Any) -> dict[str, Any]:
        if handed_in.id.startswith("killer"):
            os._exit(9)
        return fake(problem, handed_in, *others)

    vars(bench)["grade_submission"] = grade  # this process is made for it


def not_an_executor() -> str:
    return "no"


def test_threads_give_the_results_that_this_process_gives(tmp_path: Path) -> None:
    graded = Class(tmp_path, CLASS)
    here = graded.here()
    assert comparable(graded.at(f"python:{HERE}#threads")) == comparable(here)
    assert verdicts(here)["killing"] == "RTE"
    assert graded.told == []


def test_who_kills_a_process_of_a_pool_is_not_graded_and_its_neighbours_are(tmp_path: Path) -> None:
    graded = Class(tmp_path, {f"{name}.py": f"{GOOD}# {name}\n" for name in ("a", "b", "c", "killer", "d", "e")})
    done = graded.at(f"python:{HERE}#processes")
    assert verdicts(done) == {"a": "AC", "b": "WA", "c": "AC", "d": "AC", "e": "AC", "killer": KILLED}
    assert graded.told == [f"Worker python:{HERE}#processes was lost; what it was at is tried again."]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("slurm:here", "--executor slurm:here is not understood; it is local, dask:ADDRESS or python:MODULE#FACTORY"),
        ("dask:", "--executor dask: is not understood; it is local, dask:ADDRESS or python:MODULE#FACTORY"),
        ("python:os", "--executor python:os is not understood; it is local, dask:ADDRESS or python:MODULE#FACTORY"),
        ("python:os#nothing", "there is no nothing in os: module 'os' has no attribute 'nothing'"),
        ("python:no_such#thing", "there is no thing in no_such: No module named 'no_such'"),
        (
            f"python:{HERE}#not_an_executor",
            f"python:{HERE}#not_an_executor gives str, which is no concurrent.futures.Executor",
        ),
    ],
)
def test_what_is_no_executor_is_told_before_anything_is_graded(tmp_path: Path, spec: str, said: str) -> None:
    with pytest.raises(InputError) as raised:
        Class(tmp_path, {"a.py": GOOD}).at(spec)
    assert str(raised.value) == said
    assert not (tmp_path / "there").exists()


def test_without_dask_it_is_told_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grader.workers.cluster", None)
    with pytest.raises(InputError, match=r"^Dask is not installed here .*: pip install 'grader\[cluster\]'$"):
        Class(tmp_path, {"a.py": GOOD}).at("dask:127.0.0.1:8786")
