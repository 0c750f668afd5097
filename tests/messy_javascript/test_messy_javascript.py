"""Messy JavaScript hand-ins from real life get the verdict that their collection says, and disturb nobody.

The collection is a folder `shared/messy` beside the checkout, or where GRADER_MESSY says; without it this suite is
empty. It was written to small contracts of its own, which the packages beside this file set as tasks.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.languages.javascript import PLUGIN

HERE = Path(__file__).parent
FOLDER = Path(os.environ.get("GRADER_MESSY") or HERE.parents[2] / "shared" / "messy")
VERDICTS = {"accepted": "AC", "wrong": "WA"}


def hand_ins() -> dict[str, dict[str, tuple[Path, str]]]:
    """By task and name: each hand-in in JavaScript, with the verdict that its case says."""
    found: dict[str, dict[str, tuple[Path, str]]] = {"ttt-valid": {}, "ttt-count": {}}
    for path in sorted(FOLDER.glob("*/submission/**/*")):
        if path.suffix not in PLUGIN.extensions:
            continue
        case = FOLDER / path.relative_to(FOLDER).parts[0]
        told = yaml.safe_load((case / "case.yaml").read_text("utf-8"))
        verdict = told.get("variants", {}).get(path.parent.name, told["expectation"]["verdict"])
        if case.name.startswith("078"):
            continue  # its fault is not in the hand-in: see the last test
        task = "ttt-count" if path.stem == "count" else "ttt-valid"
        found[task][f"{case.name[:3]}-{path.parent.name}"] = (path, VERDICTS[verdict])
    return {task: named for task, named in found.items() if named}


HAND_INS = hand_ins()


def run(*arguments: str | Path, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": path} if path is not None else None
    command = [sys.executable, "-m", "grader", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)


@pytest.mark.parametrize("task", HAND_INS)
def test_a_class_of_messy_hand_ins_gets_what_the_collection_says(task: str, tmp_path: Path) -> None:
    for name, (path, _verdict) in HAND_INS[task].items():
        (tmp_path / "class" / name).mkdir(parents=True)
        shutil.copy(path, tmp_path / "class" / name / path.name)
    done = run("batch", HERE / task, tmp_path / "class", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    batch: Mapping[str, Any] = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))
    got = {each["submission"]["id"]: (each["status"], each["verdict"], each["flagged"]) for each in batch["results"]}
    assert got == {name: ("graded", verdict, []) for name, (_path, verdict) in HAND_INS[task].items()}
    with (tmp_path / "out" / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.reader(file))) == len(got) + 1
    for page in tmp_path.glob("out/**/*.html"):
        HTMLParser().feed(page.read_text("utf-8"))


def test_a_node_that_is_not_there_is_told_once_and_costs_nobody_points(tmp_path: Path) -> None:
    hand_in = tmp_path / "solution.js"
    hand_in.write_text("function solution(board) { return true; }\n")
    done = run("check", HERE / "ttt-valid", hand_in, "--format", "json", path="/none")
    assert done.returncode == 3
    result = json.loads(done.stdout)
    assert (result["status"], result["verdict"], result["points"], result["parts"]) == ("ungraded", None, None, [])
    assert "sudo apt-get install nodejs" in result["reason"]
