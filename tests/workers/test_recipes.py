"""The recipes for clusters, as far as they can be tried without one."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from distributed.cli import dask_scheduler, dask_worker

from tests.doubling import GOOD, WRONG, write_files, write_package
from tests.workers.dask_cluster import ROOT

RECIPES = ROOT / "examples" / "cluster"
COMMANDS = {"scheduler": dask_scheduler.main, "worker": dask_worker.main}
SSH = """#!/bin/sh
while [ $# -gt 1 ]; do case $1 in lab*) break;; esac; shift; done
shift
exec sh -c "$*"
"""


def test_the_script_for_slurm_starts_a_worker_that_says_what_it_has() -> None:
    script = subprocess.run(
        [sys.executable, RECIPES / "slurm.py", "--show"], capture_output=True, text=True, check=True
    ).stdout
    lines = script.splitlines()
    assert "#SBATCH --cpus-per-task=4" in lines
    assert lines[-2] == "source ~/grader/.venv/bin/activate"
    command = lines[-1].split()
    assert command[:3] == ["python", "-m", "distributed.cli.dask_worker"]
    options = dask_worker.main.make_context("worker", command[3:]).params
    assert (options["nthreads"], options["resources"]) == (4, "python=4,java=2,cpp=4")


def test_what_kubernetes_starts_are_commands_that_dask_takes() -> None:
    documents = list(yaml.safe_load_all((RECIPES / "kubernetes.yaml").read_text("utf-8")))
    kinds = [(one["kind"], one["metadata"]["name"]) for one in documents]
    assert kinds == [
        ("Service", "grader-scheduler"),
        ("Deployment", "grader-scheduler"),
        ("Deployment", "grader-worker"),
        ("NetworkPolicy", "grader"),
    ]
    started = []
    for one in documents[1:3]:
        labels = one["spec"]["template"]["metadata"]["labels"]
        assert labels == one["spec"]["selector"]["matchLabels"]
        _dask, what, *arguments = one["spec"]["template"]["spec"]["containers"][0]["args"]
        started.append((what, COMMANDS[what].make_context(what, arguments).params))
    (scheduler, of_scheduler), (worker, of_worker) = started
    assert (scheduler, of_scheduler["port"], of_scheduler["dashboard"]) == ("scheduler", "8786", False)
    assert (worker, of_worker["scheduler"], of_worker["resources"]) == (
        "worker",
        "tcp://grader-scheduler:8786",
        "python=2,java=1,cpp=2",
    )
    assert documents[0]["spec"]["selector"] == documents[1]["spec"]["selector"]["matchLabels"]


def test_the_script_for_ssh_wants_hosts_and_a_command() -> None:
    done = subprocess.run(
        ["/bin/sh", RECIPES / "ssh.sh"], capture_output=True, text=True, check=False, env=environment()
    )
    assert (done.returncode, done.stderr) == (2, "usage: sh ssh.sh HOST... -- grader batch ...\n")


CASES = [["lab1", "lab2"], ["lab1"]]


@pytest.mark.long
@pytest.mark.parametrize("hosts", CASES, ids=["two hosts", "one host"])
def test_a_batch_runs_over_ssh_and_leaves_nothing_behind(tmp_path: Path, hosts: list[str]) -> None:
    write_package(tmp_path)
    write_files(tmp_path / "class", {"a.py": GOOD, "b.py": WRONG})
    write_files(tmp_path / "bin", {"ssh": SSH})
    (tmp_path / "bin" / "ssh").chmod(0o755)
    home = tmp_path / "home" / ".venv" / "bin"
    home.mkdir(parents=True)
    (home / "dask").symlink_to(shutil.which("dask", path=environment()["PATH"]) or "dask is not there")
    port = free_port()
    words = ["grader", "batch", "doubling", "class", "-o", "out", "--isolation", "none"]
    done = subprocess.run(
        ["/bin/sh", RECIPES / "ssh.sh", *hosts, "--", *words],
        cwd=tmp_path,
        env={
            **environment(str(tmp_path / "bin")),
            "GRADER_HOME": str(tmp_path / "home"),
            "GRADER_PORT": str(port),
            "GRADER_RESOURCES": "python=1",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["results"]
    assert [one["verdict"] for one in results] == ["AC", "WA"]
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))


def environment(*first: str) -> dict[str, str]:
    path = [*first, str(Path(sys.executable).parent), os.environ["PATH"]]
    return {**os.environ, "PATH": os.pathsep.join(path), "PYTHONPATH": str(ROOT)}


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])
