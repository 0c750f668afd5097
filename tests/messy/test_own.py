"""Messy hand-ins of our own, next of kin to those of the collection, graded as a user grades them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.errors import ToolMissing
from grader.model import Isolation
from grader.plugins import languages
from tests.conftest import closed, lacking
from tests.messy.running import run_grader

RIGHT = """\
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def solution(board):
    s = "".join(board)
    x, o = s.count("X"), s.count("O")
    won = {p: any(all(s[i] == p for i in line) for line in LINES) for p in "XO"}
    if x - o not in (0, 1) or (won["X"] and (won["O"] or x != o + 1)):
        return False
    return not (won["O"] and x != o)
"""
WRONG = "def solution(board):\n    return True\n"
HALVES = (
    "from rules import right\n\n\ndef solution(board):\n    return right(board)\n",
    RIGHT.replace("solution", "right"),
)
STICKS = """\
import java.util.Scanner;

public class GameOfSticks {
    static int getComputerMove(int sticks) {
        return (sticks - 1) % 4 == 0 ? 1 : (sticks - 1) % 4;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        while (n < 10 || n > 100) n = in.nextInt();
        for (boolean person = true; n > 0; person = !person) {
            int taken = person ? in.nextInt() : getComputerMove(n);
            while (taken < 1 || taken > Math.min(3, n)) taken = in.nextInt();
            n -= taken;
            if (!person) System.out.println("Computer takes " + taken + " \u2192 \ub0a8\uc740 " + n);
            if (n == 0) System.out.println(person ? "Computer wins" : "You win");
        }
    }
}
"""
JUNIT = "import org.junit.jupiter.api.Test;\nclass GameOfSticksTest { @Test void t() { } }\n"


@dataclass(frozen=True, slots=True)
class Own:
    """A hand-in, whether it comes as an archive, and what it must get and be told."""

    files: Mapping[str, str | bytes]
    verdict: str = "AC"
    language: str = "python"
    says: str = ""
    parts: tuple[str, ...] = ()
    archive: bool = False


HAND_INS: Mapping[str, Own] = {
    "a project folder": Own(
        {
            "README.md": "# My work",
            "src/solution.py": HALVES[0],
            "src/rules.py": HALVES[1],
            "tests/test_solution.py": "from solution import solution\n",
            ".vscode/settings.json": "{}",
        }
    ),
    "an archive of Windows": Own({"HW 3\\solution.py": HALVES[0], "HW 3\\rules.py": HALVES[1]}, archive=True),
    "a copy that a notebook has made": Own({"solution.py": RIGHT, ".ipynb_checkpoints/solution-checkpoint.py": WRONG}),
    "a text in a folder of a site": Own(
        {"kim_minsu_4711_assignsubmission_file_/solution.py.txt": RIGHT},
        says="`solution.py.txt` was taken as `solution.py`.",
    ),
    "a script of any script": Own({"과제 3 - 틱택토 (최종).py": RIGHT}),
    "UTF-16 without a mark": Own({"solution.py": RIGHT.encode("utf-16-le")}, says="it was read as UTF-16"),
    "CP949": Own({"solution.py": "# 틱택토 판 검사\n".encode("cp949") + RIGHT.encode()}, says="it was read as CP949"),
    "it makes a folder while loading": Own({"solution.py": "import os\nos.mkdir('out')\n" + RIGHT}),
    "it prints very much while loading": Own({"solution.py": "print('board\\n' * 3000)\n" + RIGHT}),
    "it asks again and again while loading": Own(
        {"solution.py": RIGHT + "while True:\n    row = input('row: ')\n"}, "RTE", says="asked for typed input"
    ),
    "it never ends loading": Own(
        {"solution.py": RIGHT + "while True:\n    pass\n"}, "TLE", says="not loaded to its end"
    ),
    "it leaves while loading": Own(
        {"solution.py": RIGHT + "import sys\nsys.exit(0)\n"}, "RTE", says="not loaded to its end"
    ),
    "several of the same name": Own({"a/solution.py": RIGHT, "b/solution.py": RIGHT}, "", says="hand in one of them"),
    "a project of Java": Own(
        {
            "settings.gradle": "",
            "app/src/main/java/school/GameOfSticks.java": "package school;\n" + STICKS,
            "app/src/main/java/module-info.java": "module school { }\n",
            "app/src/test/java/school/GameOfSticksTest.java": "package school;\n" + JUNIT,
            "app/bin/main/school/GameOfSticks.class": b"\xca\xfe\xba\xbe",
        },
        language="java",
        says="`app/src/test/java/school/GameOfSticksTest.java` was left out",
        archive=True,
    ),
    "a Korean class of Java in CP949": Own(
        {"막대 게임.java": STICKS.replace("GameOfSticks", "막대게임").replace("\u2192", ">").encode("cp949")},
        language="java",
        says="it was read as CP949",
    ),
    "a copy beside a class": Own(
        {"GameOfSticks.java": STICKS, "GameOfSticks (1).java": STICKS.replace("% 4 == 0", "% 4 == 9")},
        language="java",
        says="`GameOfSticks (1).java` was left out",
    ),
    "threads that nobody ends": Own(
        {"GameOfSticks.java": STICKS.replace("return (", "new java.util.Timer(); return (", 1)},
        language="java",
        parts=("moves",),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("what", HAND_INS)
def test_a_messy_hand_in_of_our_own_gets_what_it_deserves(packages: Path, tmp_path: Path, what: str) -> None:
    own = HAND_INS[what]
    closed(Isolation.FULL)
    try:
        languages()[own.language].find()
    except ToolMissing as error:
        lacking(str(error))
    path = packed(tmp_path / "hand-in", own)
    package = packages / ("sticks" if own.language == "java" else "ttt-valid")
    words = ["check", str(package), str(path), "--format", "json", "--format", "terminal", "--audience", "instructor"]
    words += [word for part in own.parts for word in ("--part", part)]
    done = run_grader(tmp_path, *words)
    result = json.loads(done.stdout)
    said = done.stderr.decode()
    assert (result["verdict"] or "") == own.verdict, said
    assert done.returncode == {"AC": 0, "": 3}.get(own.verdict, 1)
    assert own.says in " ".join(said.split())


def packed(path: Path, own: Own) -> Path:
    """The files as a folder or as an archive."""
    contents = {name: text if isinstance(text, bytes) else text.encode() for name, text in own.files.items()}
    if own.archive:
        archive = path.with_suffix(".zip")
        with zipfile.ZipFile(archive, "w") as opened:
            for name, content in contents.items():
                opened.writestr(name, content)
        return archive
    for name, content in contents.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path
