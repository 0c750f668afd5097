"""Times a class of right submissions beside the bare runtime. By hand: `python tests/bench/batch.py`.

Each submission is another file (a comment differs), so that nothing is answered from a store. What counts is CPU time
of the whole tree, since machines are shared; floors are measured in the same run.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = 100
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


def cpu_s(argv: Sequence[str], folder: Path, rounds: int = 1) -> float:
    """The CPU time of a command and all that it starts, the median of some runs."""
    used = []
    for _round in range(rounds):
        before = children_s()
        subprocess.run(argv, cwd=folder, capture_output=True, check=True, env={**os.environ, "NO_COLOR": "1"})
        used.append(children_s() - before)
    return statistics.median(used)


def floor(language: str, source: Path) -> Sequence[str] | None:
    """What the runtime alone costs on the same file."""
    name = str(source)
    return {
        "python": ["/usr/bin/python3", "-I", name],
        "javascript": ["node", name],
        "java": ["java", "-version"],
        "cpp": ["sh", "-c", f"g++ -O2 -c -o solution.o {name}"],
        "c": ["sh", "-c", f"gcc -O2 -c -o solution.o {name}"],
    }.get(language)


def measure(language: str, source: Path, count: int) -> None:
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
        command = [sys.executable, "-m", "grader", "batch", str(package), str(hand_ins), "-o", str(folder / "out")]
        each_s = cpu_s(command, folder) / count
        argv = floor(language, source)
        floor_s = cpu_s(argv, folder, 11) if argv else None
        ratio = f"{each_s / floor_s:5.2f} x {' '.join(argv)[:40]}" if argv and floor_s else ""
        print(f"{language:<12} {1000 * each_s:7.1f} ms each of {count}   {ratio}")  # noqa: T201


def main() -> None:
    """All languages, or those named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("languages", nargs="*", default=list(sources()))
    parser.add_argument("--count", type=int, default=50)
    asked = parser.parse_args()
    for language in asked.languages:
        measure(language, sources()[language], asked.count)


if __name__ == "__main__":
    main()
