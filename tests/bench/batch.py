"""Times a class of right submissions beside the bare runtime. By hand: `python tests/bench/batch.py`.

Each submission is another file (a comment differs), so that nothing is answered from a store. What counts is CPU time
of the whole tree, since machines are shared. Batches and floors take turns, and their medians are compared. What is
made once for all runs (drivers and archives in the cache) is made before.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import itertools
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES, FLOORS = 100, 11
PACKAGE = """\
format: grader-problem/1
id: hundred
title: A hundred boards
languages: [{languages}]
interface:
  functions: ["solution(board: list[str]) -> int"]
parts:
  - {{id: boards, points: 10, visible: true, tests: oracle.tests}}
"""
ORACLE = """

import itertools


def tests():
    every = list(itertools.product(".OX", repeat=9))
    for cells in every[:: len(every) // CASES][:CASES]:
        rows = ["".join(cells[at : at + 3]) for at in (0, 3, 6)]
        yield {"call": f"solution({rows!r})", "returns": int(is_reachable(rows))}
"""
COMMENT = {"python": "#", "ruby": "#"}


def sources() -> Mapping[str, Path]:
    """The reference solution of each language."""
    folders = sorted((ROOT / "reference" / "valid-board").iterdir())
    return {folder.name: next(path for path in folder.iterdir() if path.is_file()) for folder in folders}


def children_s() -> float:
    """The CPU time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_s(argv: Sequence[str], folder: Path) -> float:
    """The CPU time of a command and all that it starts, what it leaves behind included."""
    before = children_s()
    done = subprocess.run(argv, cwd=folder, capture_output=True, check=True, env={**os.environ, "NO_COLOR": "1"})
    counts = re.search(rb"(\d+) graded, (\d+) of them accepted", done.stdout)
    if counts is not None and counts[1] != counts[2]:
        raise SystemExit(f"not all were accepted: {done.stdout.decode()}")
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    return children_s() - before


def adopt_orphans() -> None:
    """Make this process the parent of those whose parent dies: what they have used would be lost otherwise."""
    if ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) != 0:
        raise SystemExit("this system can't tell what all processes have used")


ASKING = """
#include "{source}"
#include {printing}

static const char *boards[][3] = {{{boards}}};

int main() {{
    for (auto &board : boards) {{
        {print}
    }}
}}
"""
PRINTING = {
    "cpp": ("<iostream>", r"std::cout << solution(std::vector<std::string>(board, board + 3)) << '\n';"),
    "c": ("<stdio.h>", r'printf("%d\n", solution(board));'),
}


def floor(language: str, source: Path, folder: Path) -> Sequence[str] | None:
    """What the runtime alone costs on the same file; where it has to be built, a script that asks it the same."""
    name, script = str(source), folder / f"script.{language}"
    if language in PRINTING:
        boards = ",".join("{" + ",".join(f'"{row}"' for row in board) + "}" for board in boards_asked())
        printing, prints = PRINTING[language]
        text = ASKING.format(source=name, boards=boards, printing=printing, print=prints)
        one_by_one = f"for (const char **board = *boards; board < boards[{CASES}]; board += 3)"
        script.write_text(text if language == "cpp" else text.replace("for (auto &board : boards)", one_by_one))
    return {
        "python": ["/usr/bin/python3", "-I", name],
        "javascript": ["node", name],
        "java": ["java", "-version"],
        "cpp": ["sh", "-c", f"g++ -O2 -x c++ -o script {script} && ./script"],
        "c": ["sh", "-c", f"gcc -O2 -x c -o script {script} && ./script"],
    }.get(language)


def boards_asked() -> Sequence[Sequence[str]]:
    """The boards of the package."""
    every = list(itertools.product(".OX", repeat=9))
    cells = every[:: len(every) // CASES][:CASES]
    return [["".join(board[at : at + 3]) for at in (0, 3, 6)] for board in cells]


def measure(language: str, source: Path, count: int, rounds: int) -> None:
    """One line of figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        package, hand_ins = folder / "hundred", folder / "class"
        package.mkdir()
        (package / "problem.yaml").write_text(PACKAGE.format(languages=language))
        oracle = (ROOT / "problems" / "valid-board" / "oracle.py").read_text()
        (package / "oracle.py").write_text(oracle + ORACLE.replace("CASES", str(CASES)))
        for number in range(count):
            student = hand_ins / f"student{number}"
            student.mkdir(parents=True)
            comment = f"\n{COMMENT.get(language, '//')} {number}\n"
            (student / source.name).write_text(source.read_text() + comment)
        grader = [sys.executable, "-m", "grader"]
        cpu_s([*grader, "batch", str(package), str(hand_ins), "-o", str(folder / "before")], folder)
        argv = floor(language, source, folder)
        each_s, floors_s = [], []
        for number in range(rounds):
            out = str(folder / f"out{number}")
            each_s.append(cpu_s([*grader, "batch", str(package), str(hand_ins), "-o", out], folder) / count)
            floors_s += [cpu_s(argv, folder) for _time in range(FLOORS)] if argv else []
        each, least = statistics.median(each_s), statistics.median(floors_s or [0])
        ratio = f"{each / least:5.2f} x {' '.join(argv)[:40]}" if argv and least else ""
        print(f"{language:<12} {1000 * each:7.1f} ms each of {count}, {rounds} times   {ratio}")  # noqa: T201


def main() -> None:
    """All languages, or those named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("languages", nargs="*", default=list(sources()))
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    adopt_orphans()
    for language in asked.languages:
        measure(language, sources()[language], asked.count, asked.rounds)


if __name__ == "__main__":
    main()
