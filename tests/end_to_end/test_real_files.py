"""What real hand-ins look like though they are right: none of it costs a point.

The kinds were counted in 134 public files by about 120 people for these tasks. Each is a change to a reference solution
of `valid-board`, which then answers the examples of the task.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader import pipeline, plugins, submission
from grader.errors import ToolMissing
from grader.plugins import Sandbox
from tests.conftest import lacking
from tests.end_to_end.conftest import loaded

pytestmark = pytest.mark.long  # one case of each test in each language otherwise

REFERENCES = Path(__file__).resolve().parents[2] / "reference/valid-board"
NAMES = {
    "python": "solution.py",
    "java": "Solution.java",
    "javascript": "solution.js",
    "typescript": "solution.ts",
    "c": "solution.c",
    "cpp": "solution.cpp",
    "go": "solution.go",
    "ruby": "solution.rb",
}
Change = Callable[[str, str], str]


@dataclass(frozen=True)
class Habit:
    """What students do to a source, in which languages (all unless said), under what name, and what they are told."""

    change: Change = lambda text, _comment: text
    languages: tuple[str, ...] = tuple(NAMES)
    name: str = "{name}"
    note: str | None = None


def replacing(pattern: str, new: str) -> Change:
    """The change of a pattern, which must be there."""

    def change(text: str, _comment: str) -> str:
        changed, count = re.subn(pattern, new, text, flags=re.MULTILINE)
        assert count, f"{pattern} is not in the source"
        return changed

    return change


def before(lines: str) -> Change:
    return lambda text, comment: lines.replace("COMMENT", comment) + "\n" + text


def behind(lines: str) -> Change:
    return lambda text, comment: text + "\n" + lines.replace("COMMENT", comment) + "\n"


def tabs(text: str, _comment: str) -> str:
    return re.sub(r"^ +", lambda blanks: "\t" * (len(blanks[0]) // 2), text, flags=re.MULTILINE)


def without_library(text: str, _comment: str) -> str:
    return re.sub(r"^#include.*\n", "", text, flags=re.MULTILINE).replace("std::", "")


def inside(head: str, tail: str) -> Change:
    return lambda text, _comment: f"{head}\n{text}\n{tail}\n"


MAIN_BESIDE = """class Main {
    public static void main(String[] args) {
        String line = new java.util.Scanner(System.in).nextLine();
        System.out.println(new Solution().solution(new String[] {line, "...", "..."}));
    }
}"""
OWN_MAIN = "  public static void main(String[] arguments) { new java.util.Scanner(System.in).nextLine(); }"
C_MAIN = '#include <stdio.h>\nint main(void) { int rows; return scanf("%d", &rows); }'
PYTHON_MAIN = 'if __name__ == "__main__":\n    print(solution([input() for _ in range(3)]))'
STATE = r"    seen.append(board)\n    cells = \1 if len(seen) == 1 else 9 * 'X'"

HABITS: Mapping[str, Habit] = {
    "blanks at line ends": Habit(replacing(r"$", "  ")),
    "no newline at the end": Habit(lambda text, _comment: text.rstrip("\n")),
    "CRLF and a byte order mark": Habit(lambda text, _comment: "\ufeff" + text.replace("\n", "\r\n")),
    "a name that starts with a digit": Habit(name="0316_{name}"),
    "a name with spaces and brackets": Habit(name="my final (2) {name}"),
    "a name in Hangul": Habit(name="틱택토-{name}"),
    "a name that no program could import": Habit(name="1. valid-board's solution, v2.{ending}"),
    "the footer of a judge's site": Habit(behind("\nCOMMENT Runtime: 52 ms\nCOMMENT Memory Usage: 16.2 MB")),
    "Korean text inside": Habit(before("COMMENT 틱택토 판을 확인하는 함수 (선공: O)")),
    "tabs": Habit(tabs, tuple(name for name in NAMES if name != "ruby")),
    "no exports": Habit(replacing(r"^module\.exports.*$", ""), ("javascript",)),
    "a const function": Habit(
        replacing(r"^function solution\(board\)", "const solution = (board) =>"), ("javascript",)
    ),
    "a var function": Habit(replacing(r"^function solution\(", "var solution = function ("), ("javascript",)),
    "booleans for 1 and 0": Habit(
        replacing(r"return 1;", "return true;"), ("javascript",), note="a boolean for an integer"
    ),
    "a package line": Habit(before("package de.uni.week3;"), ("java",)),
    "a main class beside": Habit(behind(MAIN_BESIDE), ("java",)),
    "a class of a Korean name": Habit(replacing(r"\bclass Solution\b", "public class 틱택토"), ("java",)),
    "a class of another name": Habit(replacing(r"\bclass Solution\b", "class Board"), ("java",)),
    "a private static method": Habit(replacing(r"public int sol", "private static int sol"), ("java",)),
    "a nested class": Habit(inside("public class Outer {", "}"), ("java",)),
    "a record, which Java 14 lacks": Habit(behind("record Cell(int row, int column) {}"), ("java",)),
    "a Scanner in a main of its own": Habit(
        replacing(r"^class Solution \{", "class Solution {\n" + OWN_MAIN), ("java",)
    ),
    "no include and no using": Habit(without_library, ("cpp",), note="missing"),
    "a main of its own": Habit(behind(C_MAIN), ("c", "cpp")),
    "prints while loading": Habit(behind('print("done", LINES)'), ("python",)),
    "prints in the function": Habit(replacing(r"^    cells = ", "    print(board)\n    cells = "), ("python",)),
    "calls itself while loading": Habit(behind('print(solution(["...", "...", "O.."]))'), ("python",)),
    "a main that reads input": Habit(behind(PYTHON_MAIN), ("python",)),
    "types without their import": Habit(
        replacing(r"^def solution\(board\)", "def solution(board: List[str]) -> int"), ("python",)
    ),
    "a class as on a judge's site": Habit(
        behind("class Solution:\n    def solution(self, board: list[str]) -> int:\n        return solved(board)"),
        ("python",),
    ),
    "keeps state between calls": Habit(replacing(r"^    cells = (.*)$", STATE), ("python",)),
    "megabytes of output": Habit(replacing(r"^    cells = ", "    print(4_000_000 * 'x')\n    cells = "), ("python",)),
}
ASKED = [(habit, language) for habit in HABITS for language in HABITS[habit].languages]


@pytest.mark.parametrize(("habit", "language"), ASKED)
def test_a_habit_of_real_students_costs_nothing(
    tmp_path: Path, any_sandbox: Sandbox, habit: str, language: str
) -> None:
    try:
        plugins.languages()[language].find()
    except ToolMissing as error:
        lacking(str(error))
    told = HABITS[habit]
    source = (REFERENCES / language / NAMES[language]).read_text("utf-8")
    if habit == "keeps state between calls":
        source = "seen = []\n" + source
    if habit == "a class as on a judge's site":
        source = source.replace("def solution(", "def solved(")
    name, ending = NAMES[language], NAMES[language].rpartition(".")[2]
    path = tmp_path / told.name.format(name=name, ending=ending)
    comment = "#" if language in ("python", "ruby") else "//"
    path.write_text(told.change(source, comment), "utf-8", newline="")
    options = pipeline.Options(parts=("examples",))
    result = pipeline.grade_submission(
        loaded("valid-board"), submission.collect(path, identity="s"), any_sandbox, "", options
    )
    assert (result["status"], result["verdict"], result["points"]) == ("graded", "AC", 1), result["parts"]
    assert told.note is None or any(told.note in note for note in result["notes"]), result["notes"]


@pytest.mark.parametrize(
    ("name", "source", "verdict"),
    [
        ("solution.js", "def solution(board):\n    return 1\n", "CE"),
        ("solution.py", "rows = [input() for _ in range(3)]\n\n\ndef solution(board):\n    return 1\n", "RTE"),
    ],
)
def test_what_cannot_be_right_is_told_as_what_it_is(
    tmp_path: Path, any_sandbox: Sandbox, name: str, source: str, verdict: str
) -> None:
    path = tmp_path / name
    path.write_text(source, "utf-8")
    collected = submission.collect(path, identity="s")
    result = pipeline.grade_submission(loaded("valid-board"), collected, any_sandbox, "", pipeline.Options())
    assert (result["status"], result["verdict"], result["points"]) == ("graded", verdict, 0)
