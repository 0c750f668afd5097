"""Real programs of the game of sticks, through the sandbox: what languages do with input and output is no fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader import pipeline, plugins, problem, submission
from grader.errors import ToolMissing
from grader.plugins import Sandbox
from tests.conftest import lacking

TASK = problem.load(problem.find_package("matches"))

PYTHON_UNFLUSHED = """
import sys
def get_computer_move(sticks):
    return sticks % 4 or 1
def main():
    sticks, person = 10, True
    while sticks:
        if person:
            sys.stdout.write("\\x1b[32mпалочки: " + "| " * sticks + "\\x1b[0m\\n\\nсколько? ")
            line = sys.stdin.readline().strip()
            if not line.isdigit() or not 1 <= int(line) <= min(3, sticks):
                continue
            sticks -= int(line)
        else:
            sticks -= get_computer_move(sticks)
        print("|" * sticks)
        person = not person
    print("машина победила" if person else "человек победил")
if __name__ == "__main__":
    main()
"""
PYTHON_BUFFERED = PYTHON_UNFLUSHED.replace(
    "import sys", "import io, sys\nsys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, 'w'), 1 << 16))"
)
JAVA_NEW_SCANNER = """
import java.util.Scanner;
public class Sticks {
    static int getComputerMove(int sticks) { return sticks <= 3 ? sticks : 1 + (int) (Math.random() * 3); }
    static int ask(int sticks) {
        System.out.print("Mitu pulka võtad (1-3)? ");
        try {
            int answer = Integer.parseInt(new Scanner(System.in).nextLine().trim());
            return answer >= 1 && answer <= Math.min(3, sticks) ? answer : ask(sticks);
        } catch (NumberFormatException wrong) {
            return ask(sticks);
        }
    }
    public static void main(String[] args) {
        int sticks = 10;
        while (true) {
            sticks -= ask(sticks);
            System.out.println("Alles on " + sticks);
            if (sticks == 0) { System.out.println("Sina võitsid"); break; }
            sticks -= getComputerMove(sticks);
            System.out.println("Minu kord. Alles on " + sticks);
            if (sticks == 0) { System.out.println("Mina võitsin"); break; }
        }
    }
}
"""
JAVASCRIPT_READLINE = """
const readline = require("readline");
function getComputerMove(sticks) { return sticks <= 3 ? sticks : 1 + Math.floor(Math.random() * 3); }
function main() {
  const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
  let sticks = 10;
  const ask = () => rl.question("몇 개? ", (line) => {
    const n = /^\\d+$/.test(line) ? Number(line) : 0;
    if (n < 1 || n > Math.min(3, sticks)) { console.log("다시"); return ask(); }
    sticks -= n;
    console.log(`남은 개수 ${sticks}`);
    if (sticks === 0) { console.log("당신의 승리"); return; }
    const m = getComputerMove(sticks);
    sticks -= m;
    console.log(`컴퓨터 ${m}, 남은 개수 ${sticks}`);
    if (sticks === 0) { console.log("컴퓨터 승리"); return; }
    ask();
  });
  ask();
}
if (require.main === module) main();
module.exports = { getComputerMove };
"""

PROGRAMS = {
    "Python without flush, drawn in colours": ("sticks.py", PYTHON_UNFLUSHED, None),
    "Python with a buffer of its own": ("sticks.py", PYTHON_BUFFERED, "what it printed came only when it ended"),
    "Java with a new Scanner for each question": ("Sticks.java", JAVA_NEW_SCANNER, None),
    "JavaScript with a readline that stays open": ("sticks.js", JAVASCRIPT_READLINE, None),
}


@pytest.mark.parametrize(("file", "source", "fault"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_real_program_is_judged_by_what_a_person_would_see(
    any_sandbox: Sandbox, tmp_path: Path, file: str, source: str, fault: str | None
) -> None:
    (tmp_path / file).write_text(source, "utf-8")
    handed_in = submission.collect(tmp_path, identity="it")
    for name in {name for _file, name in handed_in.candidates}:
        try:
            plugins.languages()[name].find()
        except ToolMissing as error:
            lacking(str(error))
    result: dict[str, Any] = pipeline.grade_submission(
        TASK, handed_in, any_sandbox, "", pipeline.Options(parts=("main",))
    )
    ((dialogue),) = [test for test in result["parts"][0]["tests"] if test["kind"] == "dialogue"]
    assert (result["status"], dialogue["verdict"]) == ("graded", "WA" if fault else "AC"), dialogue
    assert (fault or "") in (dialogue["message"] or "")
