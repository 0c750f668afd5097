"""A number of students -> results for the tests of the reports: every verdict, long values, hostile text.

The results are made up but have the shape of real ones; the same call always gives the same data. The package
and the file names are those of an invented task, so that no report depends on a task that ships.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

RANKS = ("CE", "IR", "RTE", "MLE", "TLE", "OLE", "WA", "SK", "AC")

PYTHON = '''"""Is this board one that a game can reach?"""

WINS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def winner(board, player):
    # three in a row for this player
    for line in WINS:
        if all(board[int(i)] == player for i in line):
            return True
    return False


def is_valid(board):
    crosses = board.count("X")
    noughts = board.count("O")
    if crosses - noughts not in (0, 1):
        return False
    if winner(board, "X") and crosses == noughts:
        return False
    return not (winner(board, "O") and crosses > noughts)


def game_count(depth):
\ttotal = 1
\tfor step in range(9, 9 - depth, -1):
\t\ttotal *= step
\treturn total
'''
JAVA = """import java.util.List;

/** Counts the ways to play. */
public class Board {
    private static final int SIZE = 3;   // rows and columns

    public static boolean isValid(String board) {
        int crosses = 0;
        for (char field : board.toCharArray()) {
            if (field == 'X') crosses++;
        }
        return crosses <= 5
    }
}
"""
NAMES = ("Ada Lovelace", "Łukasz Żółć", None, "王小明", "Jürgen Groß", None, "Muhammad ibn Musa al-Khwarizmi")
BOARDS = ("an empty board", "a full board", "two winners", "too many crosses")
LANGUAGES = {
    "python": ("board.py", PYTHON, "Python 3.11.2"),
    "java": ("Board.java", JAVA, "javac 17.0.13"),
    "javascript": (
        "board.js",
        "export const isValid = (board) => board.length === 9; // almost\n",
        "Node.js 20.11.1",
    ),
    "cpp": (
        "board.cpp",
        "#include <string>\n\nbool is_valid(const std::string &board) { return board.size() == 9; }\n",
        "g++ 12.2.0",
    ),
}
PARTS = (
    ("valid", "Valid boards", 4.0),
    ("winner", "Who has won", 2.0),
    ("count", "Count the games", 3.0),
    ("dialogue", "Play against the referee", 1.0),
)


def one_test(verdict: str, number: int, part: str = PARTS[0][0], **changes: Any) -> dict[str, Any]:
    """One test with this verdict, with what such a test usually shows."""
    known: dict[str, dict[str, Any]] = {
        "AC": {"share": 1.0},
        "WA": {
            "message": "is_valid gave true where false is right.",
            "input": 'is_valid("XXX\\nOOO\\n...")',
            "expected": "false",
            "actual": "true",
            "hint": "Both have three in a row. Can a game get there?",
            "picture": {"renderer": "board", "rows": [list("XXX"), list("OOO"), list("...")]},
        },
        "RTE": {
            "message": "The program stopped with IndexError: string index out of range.",
            "input": 'winner("XO", "X")',
            "expected": "false",
            "location": {
                "file": "board.py",
                "line": 9,
                "column": 16,
                "source": "        if all(board[int(i)] == player for i in line):",
            },
        },
        "TLE": {
            "message": "No answer after 2 seconds of computing.",
            "input": "game_count(9)",
            "expected": "255168",
        },
        "MLE": {
            "message": "The program asked for more than 256 MiB.",
            "input": "game_count(9)",
            "peak_bytes": 268435456,
        },
        "OLE": {"message": "The program printed more than 64 MiB.", "input": "game_count(3)"},
        "CE": {"message": "There is no function with the name game_count. Found: gamecount, is_valid."},
        "IR": {
            "message": "Something else than the answer was sent.",
            "transcript": "your move? 5\ntaken\nyour move? \n5 again",
            "turns": [
                {"by": "program", "answer": None, "text": "your move? "},
                {"by": "person", "answer": 1, "text": "5\n"},
                {"by": "program", "answer": None, "text": "taken\nyour move? "},
                {"by": "person", "answer": 2, "text": "\n"},
                {"by": "program", "answer": None, "text": "5 again"},
            ],
        },
        "SK": {"message": "This part is run once the part before it has passed."},
    }
    return (
        {
            "id": f"{part}-{number}",
            "title": f"{part} {number}: {BOARDS[number % 4]}",
            "kind": "call",
            "verdict": verdict,
            "share": 0.0,
            "message": None,
            "hint": None,
            "input": None,
            "expected": None,
            "actual": None,
            "transcript": None,
            "turns": None,
            "picture": None,
            "location": None,
            "hidden": number % 5 == 4,
            "cpu_s": 0.031,
            "wall_s": 0.05,
            "peak_bytes": 9_437_184,
            "seed": 20,
            "repeat": f"grader check boards board.py --part {part} --seed 20",
        }
        | known[verdict]
        | changes
    )


def part(plan: tuple[str, str, float], verdicts: list[str], *, counted: bool = True) -> dict[str, Any]:
    """A part with one test for each of these verdicts."""
    name, title, most = plan
    tests = [one_test(verdict, number, name) for number, verdict in enumerate(verdicts, start=1)]
    return {
        "id": name,
        "title": title,
        "points": round(most * verdicts.count("AC") / len(verdicts), 2),
        "max_points": most,
        "counted": counted,
        "verdict": min(verdicts, key=RANKS.index),
        "rules": [f"All {len(tests)} tests have to pass for its points."],
        "tests": tests,
    }


def result(verdicts: list[list[str]], *, number: int = 1, language: str = "python", **changes: Any) -> dict[str, Any]:
    """A graded submission: for each part the verdicts of its tests."""
    main, source, toolchain = LANGUAGES[language]
    parts = [part(plan, given) for plan, given in zip(PARTS, verdicts, strict=False)]
    return {
        "format": "grader-result/1",
        "problem": {
            "id": "boards",
            "title": "Boards and games",
            "digest": "sha256:" + "3f9ac2" * 10 + "71be",
        },
        "submission": {
            "id": f"student-{number:03}",
            "language": language,
            "main": main,
            "files": [main],
            "digest": f"sha256:{number:064x}",
            "sources": {main: source},
        },
        "status": "graded",
        "reason": None,
        "verdict": min((one["verdict"] for one in parts), key=RANKS.index),
        "points": round(sum(one["points"] for one in parts), 2),
        "max_points": sum(one["max_points"] for one in parts),
        "form": None,
        "parts": parts,
        "build": {"ok": True, "log": "", "message": None, "location": None},
        "isolation": {"level": "full", "layers": ["namespaces", "seccomp", "cgroup"], "missing": []},
        "toolchain": toolchain,
        "seed": 20,
        "started": f"2031-03-04T09:{number // 60 % 60:02}:{number % 60:02}+00:00",
        "notes": [],
        "flagged": [],
        "audience": "instructor",
        "grader_version": "0.1.0",
    } | changes


def accepted(number: int = 1, tests: int = 6) -> dict[str, Any]:
    return result([["AC"] * tests] * 4, number=number)


def unbuilt(number: int = 1) -> dict[str, Any]:
    place = {"file": "Board.java", "line": 12, "column": 29, "source": "        return crosses <= 5"}
    return result([["SK"] * 6] * 4, number=number, language="java") | {
        "verdict": "CE",
        "points": 0.0,
        "build": {
            "ok": False,
            "log": "Board.java:12: error: ';' expected\n        return crosses <= 5\n" + 27 * " " + "^\n1 error\n",
            "message": "Line 12 of Board.java: a semicolon is missing at the end.",
            "location": place,
        },
    }


def styled(number: int = 1) -> dict[str, Any]:
    """Right, with an optional part that a linter took points off for; the compiler warned as well."""
    found = (3, "LongLine", "This line has 131 characters."), (9, "MagicNumber", "'9' is a magic number.")
    remarks = [
        {"location": {"file": "board.py", "line": line, "column": None, "source": None}, "rule": rule, "text": text}
        for line, rule, text in found
    ]
    whole = result([["AC"], ["WA"]], number=number)
    style = one_test("WA", 1, "style", kind="style", hidden=False, input=None, expected=None, actual=None, picture=None)
    changes = {"message": "Checkstyle: 2 rules are broken.", "location": remarks[0]["location"], "remarks": remarks}
    whole["parts"][1] |= {"title": "Style", "counted": False, "tests": [style | changes]}
    whole["build"]["log"] = "board.py:12: warning: unused variable\nelsewhere.py:1: warning: of others\n"
    return whole


def ungraded(number: int = 1) -> dict[str, Any]:
    return result([["AC"]], number=number) | {
        "status": "ungraded",
        "reason": "Two files could be the main file: board.py and main.py.",
        "verdict": None,
        "points": None,
        "parts": [],
    }


def every_verdict(number: int = 1) -> dict[str, Any]:
    """A submission whose tests have every verdict, with values that need care on a page."""
    mixed = result(
        [["AC", "WA", "RTE", "AC", "TLE", "AC"], ["MLE", "OLE", "AC"], ["CE", "IR", "AC"], ["SK", "SK"]],
        number=number,
    )
    tests = mixed["parts"][0]["tests"]
    tests.append(
        one_test(
            "WA",
            7,
            share=0.5,
            message="Only blanks differ.",
            input="show()",
            expected="X O \n. X\n",
            actual="X O\n.\tX",
        )
    )
    board = [
        " a b c d e f g h ",
        *(f"{row} . . . . . . . . {row}" for row in range(8, 0, -1)),
        " a b c d e f g h ",
    ]
    wrong = [line.replace(". . .", ". X .", 1) if line[0] in "36" else line for line in board]
    tests.append(
        one_test(
            "WA",
            8,
            expected="\n".join(board),
            actual="\n".join(wrong),
            message="Two fields differ.",
            transcript="grader: board?\nprogram: (a board)",
        )
    )
    tests.append(
        one_test("WA", 9, input=str(list(range(900))), expected="x" * 30_000, actual="", message="Long values.")
    )
    tests.append(
        one_test(
            "WA",
            14,
            input=None,
            expected=None,
            actual=None,
            hint=None,
            location=None,
            message=None,
            repeat=None,
        )
    )
    mixed["submission"]["sources"]["helper.py"] = "def helper():\n    return 1\n"
    mixed["notes"] = [
        "The name isValid was taken for is_valid.",
        "Blanks at the ends of lines were overlooked.",
    ]
    mixed["flagged"] = ["Two files hold the same function."]
    mixed["isolation"] = {
        "level": "restricted",
        "layers": ["seccomp"],
        "missing": ["reading of files that everyone may read"],
    }
    return mixed


def batch(students: int, tests: int = 6) -> dict[str, Any]:
    """A class: most do well, some do not, a few need a person."""
    dice = random.Random(students)  # noqa: S311 - no secret
    results = []
    for number in range(1, students + 1):
        skill = dice.betavariate(3, 1.2)
        bad = dice.choices(("WA", "RTE", "TLE", "MLE", "OLE", "IR", "CE"), (60, 20, 10, 3, 3, 2, 2))[0]
        if number % 19 == 7:
            results.append(unbuilt(number))
        elif number % 23 == 9:
            results.append(ungraded(number))
        elif skill > 0.9:
            results.append(accepted(number, tests))
        else:
            verdicts = [
                ["AC" if dice.random() < skill ** (1 + at / 6) else bad for at in range(tests)] for _ in PARTS[1:]
            ]
            given = result([*verdicts, ["SK"] * tests], number=number, language=dice.choice(list(LANGUAGES)))
            given["parts"][3]["counted"] = number % 2 == 0
            results.append(given)
        if number % 17 == 3:
            results[-1]["flagged"] = ["Printed text that looks like a report of the grader."]
    return {"format": "grader-batch/1", "problem": results[0]["problem"], "results": results}


def named(whole: dict[str, Any]) -> dict[str, Any]:
    """The same class with names, as far as they are known."""
    results = [
        one | {"submission": {**one["submission"], "name": NAMES[number % len(NAMES)]}}
        for number, one in enumerate(whole["results"])
    ]
    return {**whole, "results": results}


def decided(whole: dict[str, Any]) -> dict[str, Any]:
    """The same class after people decided: points that they gave, lateness that costs and that does not, an excuse."""
    nothing = dict.fromkeys(("points", "given", "late", "comment"))
    record = {"by": "B. Okafor", "why": "Shown in class.", "excused": False}
    late = {"due": "2031-03-01T22:59:00+00:00", "handed_in": "2031-03-03T09:00:00+00:00", "extended": True, "days": 2}
    results = []
    for number, one in enumerate(whole["results"]):
        points = one["points"] or 0.0
        kinds: dict[int, dict[str, Any]] = {
            1: {"points": 7.5, "given": 7.5, "comment": "The idea is right."},
            2: {"points": max(points - 1, 0), "late": {**late, "off": 1.0}},
            3: {"points": points, "late": {**late, "off": 0.0, "extended": False}},
            4: {"excused": True},
        }
        found = kinds.get(number % 7)
        marks = {"late": True, "submitted": "2031-03-03T09:00:00+00:00"} if number % 7 in (3, 5) else {}
        members = {"members": [{"id": "a1", "name": "Ada"}, {"id": "b2", "name": None}]} if number % 7 == 6 else {}
        submission = {**one["submission"], **marks, **members}
        results.append({**one, "submission": submission, "decided": {**nothing, **record, **found} if found else None})
    return {**whole, "results": results}


MARKUP = (
    "</script></style></title></pre><script>globalThis.broken = 1</script><img src=x onerror='broken=1'>"
    "\"><b onclick='broken=1'>{{ 7 * 7 }}{% raw %}&lt;&#60;\x00\x1b[31mred\x1b[0m\x07\x7f\x85"
    "\ud800\u202eright\u2066\u200b\ufeff\r"
)


def hostile(value: dict[str, Any]) -> dict[str, Any]:
    """The same data with markup, control characters and worse at the end of every text that is free."""
    fixed = {"format", "status", "verdict", "level", "audience", "by", "renderer"}

    def spoil(one: Any, key: str = "") -> Any:
        if key in fixed or not isinstance(one, str | list | dict):
            return one
        if isinstance(one, str):
            return one + MARKUP
        if isinstance(one, list):
            return [spoil(item) for item in one]
        end = MARKUP if key == "sources" else ""
        return {name + end: spoil(item, name) for name, item in one.items()}

    spoilt: dict[str, Any] = spoil(value)
    return spoilt


def links(whole: Mapping[str, Any]) -> dict[str, str]:
    """Where the pages of a batch would lie."""
    return {one["submission"]["id"]: f"submissions/{number}.html" for number, one in enumerate(whole["results"])}
