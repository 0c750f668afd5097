"""A Dask cluster grades as this machine does, byte for byte but for times and memory, whatever its workers do."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.batch import grading
from grader.batch.progress import Progress
from grader.errors import InputError
from grader.model import Verdict
from grader.sandbox.levels import open_sandbox
from grader.workers import cluster as clusters
from grader.workers.dispatch import KILLED
from grader.workers.job import edition
from tests.doubling import GOOD, HALF, KILLING, WRONG
from tests.fake_grading import judging
from tests.workers.batches import Class, comparable, verdicts
from tests.workers.dask_cluster import MADE_UP, OTHER_VERSION, ROOT, DaskCluster, dask_cluster

REAL = {
    "good.py": GOOD,
    "half.py": HALF,
    "killing.py": KILLING,
    "wrong.py": WRONG,
    "no.py": "",
    "good.js": "exports.double = (n) => 2 * n;\n",
}


def numbered(count: int) -> dict[str, str | bytes]:
    return {f"s{number}.py": f"{GOOD}# {number}\n" for number in range(count)}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    (tmp_path / "dask").mkdir()
    with dask_cluster(tmp_path / "dask") as started:
        yield started


class At(Progress):
    """A progress that does something when so many are graded."""

    def __init__(self, total: int, number: int, does: Any) -> None:
        super().__init__(total, io.StringIO())
        self._number, self._does = number, does

    def step(self, result: Mapping[str, Any]) -> None:
        super().step(result)
        if self.done == self._number:
            self._does()


CHILD = """
import sys
from grader import cli
cli.main()
"""
WORDS = ("batch", "doubling", "class", "-o", "out", "--isolation", "none", "--executor")


def a_worker_that_is_killed_in_mid_run_changes_nothing(
    tmp_path: Path, cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_others = (cluster.add("--nthreads", "2", patch=MADE_UP) for _number in range(3))
    graded = Class(tmp_path, numbered(40), jobs=64)
    there = graded.at(cluster.wait().executor, progress=At(40, 9, first.kill))
    assert first.wait(10) == -signal.SIGKILL
    verdict_of = {f"s{number}": list(Verdict)[number % 9] for number in range(0, 999, 3)}
    monkeypatch.setattr(grading, "grade_submission", judging(verdict_of))
    assert comparable(there) == comparable(graded.here())
    assert len(verdicts(there)) == 40
    assert graded.told == ["Worker w0 was lost; what it was at is tried again."]


def real_submissions_get_the_results_that_they_get_here_and_are_known_then(
    tmp_path: Path, cluster: DaskCluster, _monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(2):
        cluster.add()
    graded = Class(tmp_path, REAL, isolation=open_sandbox("auto").level.value)
    here = graded.here()
    assert comparable(graded.at(cluster.wait().executor)) == comparable(here)
    assert verdicts(here)["killing"] == "RTE"
    # With the same toolchains and the same isolation it does not matter who has graded.
    again = At(len(REAL), 1, pytest.fail)
    assert graded.at(cluster.executor, "here", again) == here


def who_kills_two_workers_is_not_graded_and_nobody_else_loses_anything(
    tmp_path: Path, cluster: DaskCluster, _monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(3):
        cluster.add("--nthreads", "2", patch=MADE_UP)
    names = [*(f"a{number}" for number in range(4)), "killer", *(f"z{number}" for number in range(20))]
    graded = Class(tmp_path, {f"{name}.py": f"{GOOD}# {name}\n" for name in names}, jobs=64)
    done = graded.at(cluster.wait().executor)
    assert verdicts(done) == {**dict.fromkeys(names, "AC"), "killer": KILLED}
    codes = [process.poll() for process in cluster.workers]
    assert (codes.count(9), codes.count(None)) == (2, 1)


def a_language_goes_to_the_workers_that_were_started_for_it_and_another_version_is_left_out(
    tmp_path: Path, cluster: DaskCluster, _monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.add("--nthreads", "2", "--resources", "python=2", patch=MADE_UP)
    cluster.add(patch=OTHER_VERSION + MADE_UP)
    graded = Class(tmp_path, {**numbered(4), "j.js": "exports.double = (n) => 2 * n;\n"})
    done = verdicts(graded.at(cluster.wait().executor))
    assert done.pop("j") == "no worker that is there now has JavaScript"
    assert done == {"s0": "CE", "s1": "AC", "s2": "AC", "s3": "MLE"}
    assert graded.told == [f"Worker w1 is left out: its grader is 0.0.9, and not {edition()}"]


def a_batch_that_is_killed_goes_on_with_what_is_missing(
    tmp_path: Path, cluster: DaskCluster, _monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.add("--nthreads", "2", patch=MADE_UP)
    Class(tmp_path, numbered(40)).plan("out")  # it writes the files
    argv = [sys.executable, "-c", CHILD, *WORDS, cluster.wait().executor]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(argv, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("8 of 40 graded"):
            process.kill()
    assert process.wait() == -signal.SIGKILL
    done = subprocess.run(argv, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = re.search(r"^(\d+) of 40 stand as they are, (\d+) to grade$", done.stderr, re.MULTILINE)
    assert found, done.stderr
    assert (int(found[1]) >= 8, int(found[1]) + int(found[2])) == (True, 40)
    results = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["results"]
    assert [one["submission"]["id"] for one in results] == sorted(f"s{number}" for number in range(40))


Scenario = Callable[[Path, DaskCluster, pytest.MonkeyPatch], None]


@pytest.mark.long
@pytest.mark.parametrize(
    "scenario",
    [
        a_worker_that_is_killed_in_mid_run_changes_nothing,
        real_submissions_get_the_results_that_they_get_here_and_are_known_then,
        who_kills_two_workers_is_not_graded_and_nobody_else_loses_anything,
        a_language_goes_to_the_workers_that_were_started_for_it_and_another_version_is_left_out,
        a_batch_that_is_killed_goes_on_with_what_is_missing,
    ],
    ids=lambda scenario: scenario.__name__,
)
def test_in_a_cluster_it_holds_that(
    scenario: Scenario, tmp_path: Path, cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario(tmp_path, cluster, monkeypatch)


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_S", 0.5)
    with pytest.raises(InputError, match=r"^no Dask scheduler answers at tcp://127\.0\.0\.1:9: "):
        Class(tmp_path, numbered(1)).at("dask:tcp://127.0.0.1:9")
