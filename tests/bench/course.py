"""Times whole courses against what is promised. By hand, on a machine with nothing else to do:

    python tests/bench/course.py                    # 1,000 submissions in Python twice, 300 in three languages
    python tests/bench/course.py --submissions 30 --mixed 30

The submissions are variants of right and wrong solutions of `valid-board`, drawn by a seed, no two the same. Printed
are wall and CPU time of `grader batch` with all that it starts, the most memory that its own process had, what the bare
runtime costs on one file (measured in the same run), and what was promised for the full sizes. It runs on two cores.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.batch import CASES, FLOORS, ORACLE, PACKAGE, ROOT, adopt_orphans, children_s, cpu_s, floor

CORES = 2
MOST_MIB = 300
LOOKED_EACH_S = 0.05
FILES = {"python": "solution.py", "java": "Solution.java", "javascript": "solution.js"}
TEMPLATES = {
    "python": """\
# {number}
LINES = [{lines}]


def wins({flat}, mark):
    return any(all({flat}[at] == mark for at in line) for line in LINES)


def solution({board}):
    {flat} = "".join({board})
    {o} = {flat}.count("O")
    {x} = {flat}.count("X")
{early}    if {least}:
        return 0
    if wins({flat}, "O") and {o} {o_rule} {x}:
        return 0
    if wins({flat}, "X") and {o} {x_rule} {x}:
        return 0
    return {answer}
""",
    "javascript": """\
// {number}
const LINES = [{lines}];

function wins({flat}, mark) {{
  return LINES.some((line) => line.every((at) => {flat}[at] === mark));
}}

function solution({board}) {{
  const {flat} = {board}.join("");
  const {o} = {flat}.split("O").length - 1;
  const {x} = {flat}.split("X").length - 1;
{early}  if ({least}) return 0;
  if (wins({flat}, "O") && {o} {o_rule} {x}) return 0;
  if (wins({flat}, "X") && {o} {x_rule} {x}) return 0;
  return {answer};
}}
""",
    "java": """\
// {number}
class Solution {{
    static final int[][] LINES = {{{lines}}};

    static boolean wins(String {flat}, char mark) {{
        for (int[] line : LINES) {{
            if ({flat}.charAt(line[0]) == mark && {flat}.charAt(line[1]) == mark && {flat}.charAt(line[2]) == mark) {{
                return true;
            }}
        }}
        return false;
    }}

    public int solution(String[] {board}) {{
        String {flat} = String.join("", {board});
        int {o} = 0, {x} = 0;
        for (char c : {flat}.toCharArray()) {{
            if (c == 'O') {o}++;
            if (c == 'X') {x}++;
        }}
{early}        if ({least}) return 0;
        if (wins({flat}, 'O') && {o} {o_rule} {x}) return 0;
        if (wins({flat}, 'X') && {o} {x_rule} {x}) return 0;
        return {answer};
    }}
}}
""",
}
BRACKETS = {"python": ("(", ")"), "javascript": ("[", "]"), "java": ("{", "}")}
NAMES = {
    "board": ("board", "rows", "feld", "plansza", "pan"),
    "flat": ("cells", "flat", "alle", "s", "joined"),
    "o": ("o", "first", "count_o", "os"),
    "x": ("x", "second", "count_x", "xs"),
}
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
RIGHT = "right"
WRONG = ("a line is missing", "X starts", "O may go on", "X may go on", "always 1", "reads too far", "can't be built")


def variant(language: str, number: int, drawn: random.Random) -> tuple[str, str]:
    """What is wrong with it, and its text."""
    fault = drawn.choice((*[RIGHT] * len(WRONG), *WRONG))
    names = {name: drawn.choice(choices) for name, choices in NAMES.items()}
    lines = drawn.sample(LINES, len(LINES) - (fault == "a line is missing"))
    o, x = names["o"], names["x"]
    either = "or" if language == "python" else "||"
    least = [f"{o} < {x} {either} {o} > {x} + 1", f"{o} - {x} < 0 {either} {o} - {x} > 1"]
    if fault == "X starts":
        least = [f"{x} < {o} {either} {x} > {o} + 1"]
    begin, end = BRACKETS[language]
    text = TEMPLATES[language].format(
        number=number,
        lines=", ".join(f"{begin}{a}, {b}, {c}{end}" for a, b, c in lines),
        early=early(language, names["board"]) if fault == "reads too far" else "",
        least=drawn.choice(least),
        o_rule="<" if fault == "O may go on" else "==",
        x_rule="<" if fault == "X may go on" else drawn.choice((">", "!=")),
        answer={"always 1": "1 + 0"}.get(fault, "1"),
        **names,
    )
    if fault == "always 1":
        text = text.replace("return 0", "return 1")
    return fault, text[: -len(text) // 3] if fault == "can't be built" else text


def early(language: str, board: str) -> str:
    """A line that stops the program on some boards."""
    if language == "python":
        return f"    if {board}[0][0] == 'X':\n        return {board}[3]\n"
    if language == "java":
        return f"        if ({board}[0].charAt(0) == 'X') return {board}[3].length();\n"
    return f"  if ({board}[0][0] === 'X') return {board}[3].length;\n"


def write_class(folder: Path, languages: Sequence[str], count: int, seed: int) -> collections.Counter[str]:
    """A folder for each student; how many have which fault."""
    drawn = random.Random(seed)  # noqa: S311 - the same class each time
    faults: collections.Counter[str] = collections.Counter()
    for number in range(count):
        language = languages[number % len(languages)]
        fault, text = variant(language, number, drawn)
        student = folder / f"student{number:04}"
        student.mkdir(parents=True)
        (student / FILES[language]).write_text(text, "utf-8")
        faults[fault] += 1
    return faults


def write_hundred(folder: Path) -> Path:
    """The package with a hundred boards, as `batch.py` has it."""
    folder.mkdir()
    (folder / "problem.yaml").write_text(PACKAGE.format(languages=", ".join(FILES)))
    oracle = (ROOT / "problems" / "valid-board" / "oracle.py").read_text()
    (folder / "oracle.py").write_text(oracle + ORACLE.replace("CASES", str(CASES)))
    return folder


@dataclass(frozen=True, slots=True)
class Cost:
    """What a batch cost."""

    wall_s: float
    cpu_s: float
    peak_mib: float


def run_batch(task: str, source: Path, output: Path) -> Cost:
    """Run `grader batch` and look at the memory of its process as long as it runs."""
    argv = [sys.executable, "-m", "grader", "batch", task, str(source), "-o", str(output), "--jobs", str(CORES)]
    spent_s, began = children_s(), time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(argv, stdout=said, stderr=said, env={**os.environ, "NO_COLOR": "1"}, cwd=ROOT)
        peak_mib = 0.0
        while process.poll() is None:
            peak_mib = max(peak_mib, high_mib(process.pid))
            time.sleep(LOOKED_EACH_S)
        wall_s = time.perf_counter() - began
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    if process.returncode != 0:
        raise SystemExit(f"the batch ended with {process.returncode}:\n{text}")
    return Cost(wall_s, children_s() - spent_s, peak_mib)


def high_mib(pid: int) -> float:
    """The most memory that the process has had so far; 0 when it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return max((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), default=0.0)


def floor_s(languages: Sequence[str], source: Path) -> float:
    """The mean over the languages of what the bare runtime costs on a file, in CPU time."""
    medians = []
    for language in languages:
        file = next(source.glob(f"*/{FILES[language]}"))
        argv = floor(language, file, source) or []
        medians.append(statistics.median(cpu_s(argv, source) for _time in range(FLOORS)))
    return statistics.fmean(medians)


@dataclass(frozen=True, slots=True)
class Course:
    """A class to be graded, and in what time it is promised to be."""

    title: str
    task: str
    languages: Sequence[str]
    count: int
    promised_s: float


def measure(course: Course, seed: int) -> None:
    """A few lines of figures."""
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as name:
        here = Path(name)
        task = str(write_hundred(here / "hundred")) if course.task == "hundred" else course.task
        faults = write_class(here / "class", course.languages, course.count, seed)
        write_class(here / "warm", course.languages, len(course.languages), seed + 1)
        run_batch(task, here / "warm", here / "before")  # what is made once for all runs
        cost = run_batch(task, here / "class", here / "out")
        results = json.loads((here / "out" / "results.json").read_text("utf-8"))["results"]
        least_s = floor_s(course.languages, right_ones(here / "right", course.languages))
    verdicts = dict(collections.Counter(str(result["verdict"]) for result in results).most_common())
    each_s = cost.cpu_s / course.count
    tell(f"{course.title}: {course.count} submissions, seed {seed}, {faults[RIGHT]} of them right; {verdicts}")
    tell(f"  wall {cost.wall_s:.1f} s (promised for the full size: {course.promised_s:.0f} s)")
    tell(f"  CPU {cost.cpu_s:.1f} s, {1000 * each_s:.1f} ms each")
    tell(f"  the bare runtime alone {1000 * least_s:.1f} ms of CPU: {each_s / least_s:.2f} x")
    tell(f"  the grader's own process had {cost.peak_mib:.0f} MiB at most (promised: {MOST_MIB})")


def tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - that is what it is for


def right_ones(folder: Path, languages: Sequence[str]) -> Path:
    """A right solution in each language, for the bare runtime."""
    for language in languages:
        texts = (variant(language, number, random.Random(number)) for number in range(100))  # noqa: S311
        (folder / language).mkdir(parents=True)
        (folder / language / FILES[language]).write_text(next(text for fault, text in texts if fault == RIGHT))
    return folder


def main() -> None:
    """The three courses."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--submissions", type=int, default=1000)
    parser.add_argument("--mixed", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    adopt_orphans()
    for course in (
        Course("Python, 100 cases each", "hundred", ["python"], asked.submissions, 60),
        Course("Python, the full package", "valid-board", ["python"], asked.submissions, 150),
        Course("Three languages, the full package", "valid-board", list(FILES), asked.mixed, 90),
    ):
        measure(course, asked.seed)


if __name__ == "__main__":
    main()
