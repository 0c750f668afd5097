"""The collection of messy hand-ins -> what is handed in for each case, and against which package.

The collection lies in a folder `shared/messy` beside the checkout, or where GRADER_MESSY says; without it there are
no cases. What each case must get stands in its `case.yaml`; here stands only how it meets the packages beside this
file, what else its `right_behaviour` asks for, and where it is not asked at all.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("GRADER_MESSY") or ROOT.parent / "shared" / "messy")
PACKAGES = Path(__file__).resolve().parent / "packages"
CODES: Mapping[str, frozenset[str]] = {
    "accepted": frozenset({"AC"}),
    "wrong": frozenset({"WA"}),
    "runtime-error": frozenset({"RTE"}),
    "time-limit": frozenset({"TLE"}),
    "memory-limit": frozenset({"MLE"}),
    "output-limit": frozenset({"OLE"}),
    "compile-error": frozenset({"CE"}),
    "rejected-input": frozenset({"CE"}),
    "not-accepted": frozenset({"CE", "IR", "RTE", "MLE", "TLE", "OLE", "WA"}),
}


@dataclass(frozen=True, slots=True)
class HandIn:
    """One hand-in of a case: where it lies, the package, and the parts that it is about."""

    path: str
    package: str
    language: str = "python"
    parts: tuple[str, ...] = ()


def case_of(number: str) -> Path:
    """The folder of a case."""
    return next(FOLDER.glob(f"{number}-*"))


def about(number: str) -> dict[str, Any]:
    """What the collection says of a case."""
    told: dict[str, Any] = yaml.safe_load((case_of(number) / "case.yaml").read_text("utf-8"))
    return told


def wanted(number: str, hand_in: HandIn) -> frozenset[str]:
    """The verdicts that the hand-in may get: that of its variant, else that of its case."""
    if (number, hand_in.path) in DESIGN_HOLDS:
        return frozenset({DESIGN_HOLDS[number, hand_in.path][0]})
    told = about(number)
    variants: Mapping[str, str] = told.get("variants") or {}
    verdict: str = variants.get(Path(hand_in.path).name, told["expectation"]["verdict"])
    return CODES[verdict.split(maxsplit=1)[0]]


# What the design settles in another way than the collection: the verdict, and why.
DESIGN_HOLDS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("063", "submission/cls"): ("AC", "a function that is missing is found as a method of a class (LeetCode style)"),
    ("098", "submission"): ("RTE", "the verdict of a submission is that of its worst test, and this one raises"),
}

# Cases that are not asked yet, and why.
SKIPPED: Mapping[str, str] = {}

# Hand-ins of cases that are not asked yet, and why.
SKIPPED_HAND_INS: Mapping[tuple[str, str], str] = {
    ("037", "submission/tla"): "the driver for JavaScript is being mended: top-level await in each fresh state",
    ("124", "submission/proto"): "the driver for JavaScript is being mended: patched prototypes fill its memory",
}


def _each(package: str, *paths: str, language: str = "python", parts: tuple[str, ...] = ()) -> list[HandIn]:
    return [HandIn(path, package, language, parts) for path in paths]


def _below(names: str) -> list[str]:
    return [f"submission/{name}" for name in names.split()]


EMPTY, GAMES, RESULTS = ("empty-board",), ("empty-board", "games"), ("results",)
PROGRAM, MOVES = ("program",), ("moves",)

HANDED_IN: Mapping[str, list[HandIn]] = {
    "001": _each("ttt-count", "submission"),
    "002": _each("ttt-count", "submission"),
    "004": _each("ttt-valid", "submission") + _each("ttt-valid-blanks", "submission"),
    "005": _each("ttt-move", "submission"),
    "007": _each("ttt-count", *_below("float text"), parts=EMPTY) + _each("ttt-move", "submission/bool"),
    "008": _each("ttt-count", "submission", parts=(*GAMES, *PROGRAM)),
    "010": _each("ttt-count", *_below("empty partial extra"), parts=RESULTS),
    "011": _each("ttt-count", *_below("list set generator counter"), parts=RESULTS),
    "013": _each("ttt-valid-shared", "submission"),
    "014": _each("ttt-move", "submission"),
    "016": _each("sticks", "submission", language="java"),
    "017": _each("sticks", "submission", language="java"),
    "020": _each("sticks-to-the-end", "submission", language="java"),
    "022": _each("ttt-valid", "submission"),
    "023": _each("ttt-valid", "submission"),
    "025": _each("ttt-count", "submission"),
    "026": _each("sticks", "submission", language="java"),
    "028": _each("sticks", "submission", language="java"),
    "029": _each("ttt-count", "submission", parts=PROGRAM),
    "031": _each("count-share", "submission", language="java"),
    "032": _each("ttt-valid-program", *_below("buffer.py fileinput_.py open0.py os_read.py")),
    "034": _each("ttt-count", *_below("one zero crash"), parts=PROGRAM),
    "035": _each("sticks", "submission", language="java"),
    "037": _each(
        "ttt-valid",
        *_below("arrow cjs cjsdefault esm esmdefault esmjs plain strict tla"),
        language="javascript",
    ),
    "038": _each("ttt-count", *_below("bigint undefined boxed"), language="javascript", parts=EMPTY)
    + _each("ttt-count", *_below("holes cycle nullproto"), language="javascript", parts=RESULTS),
    "040": _each("ttt-valid", "submission"),
    "041": _each("sticks", "submission", language="java"),
    "043": _each("sticks", "submission", language="java"),
    "044": _each("sticks", "submission", language="java"),
    "046": [
        *_each("sticks", "submission/java", language="java"),
        *_each("ttt-valid", "submission/python", "submission/utf16"),
        *_each("ttt-valid", "submission/js", language="javascript"),
        *_each("ttt-valid", "submission/cpp", language="cpp"),
    ],
    "047": _each("ttt-valid", "submission/solution.py") + _each("sticks", "submission/java", language="java"),
    "049": _each("ttt-valid", "submission", language="cpp"),
    "050": _each("ttt-valid", *_below("almost right")),
    "051": _each("ttt-valid", *_below("cls complex cycle generator lambda module surrogate"))
    + _each("ttt-valid", "submission/deep", parts=("examples",)),
    "052": _each("ttt-valid", *_below("huge print raise slow")),
    "054": _each("ttt-valid", *_below("osexit quit sysexit")),
    "055": _each("ttt-valid", *_below("solution.py signal")),
    "057": _each("ttt-count", *_below("endless segfault"), parts=GAMES),
    "058": _each("sticks", *_below("GameOfSticks.java swallow"), language="java", parts=MOVES),
    "060": _each("ttt-count", *_below("answer stderr"))
    + _each("ttt-count", "submission/newlines", parts=PROGRAM)
    + _each("sticks", "submission/java", language="java"),
    "061": _each("ttt-count", *_below("count.py lines"), parts=PROGRAM),
    "063": _each("ttt-valid", *_below("cls comment nofile nofunc notcallable signature zero"))
    + _each("sticks", "submission/java", language="java"),
    "064": _each("ttt-valid", *_below("a b c d e f g")),
    "067": _each("ttt-valid", *_below("anna_4711.zip nested/ben_4712.zip")),
    "069": _each("ttt-valid", *_below("bomb.zip dup.zip many.zip slip.zip")),
    "071": _each("sticks-quickly", "submission", language="java"),
    "072": _each("ttt-count", "submission", parts=(*GAMES, *PROGRAM)),
    "074": _each("ttt-valid", *_below("solution.py detached")),
    "075": _each("sticks", "submission", language="java", parts=MOVES),
    "077": _each("ttt-count", "submission", parts=PROGRAM),
    "085": _each("ttt-count", *_below("p1 p2"), parts=(*GAMES, *RESULTS)),
    "088": _each("ttt-count", "submission", parts=(*GAMES, *PROGRAM)),
    "090": _each("ttt-valid", "repo"),
    "092": _each("ttt-count", "submission", parts=(*GAMES, *PROGRAM)),
    "097": _each("ttt-valid", "submission"),
    "098": _each("ttt-valid", "submission"),
    "100": _each("ttt-valid", "submission"),
    "101": _each("ttt-count", "submission", parts=GAMES),
    "103": _each("ttt-valid", *_below("solution.c echo"), language="c"),
    "104": _each("ttt-valid", "submission"),
    "106": _each("ttt-valid", "submission"),
    "107": _each("ttt-valid", "submission/solution.py") + _each("ttt-valid", "submission/gc", parts=("examples",)),
    "109": _each("ttt-valid", "submission"),
    "110": _each("ttt-valid", "submission"),
    "112": _each("ttt-valid-shared", "submission/solution.py")
    + _each("ttt-valid", "submission/js", language="javascript"),
    "113": _each("ttt-valid", "submission"),
    "115": _each("ttt-valid", "submission"),
    "116": _each("ttt-valid", *_below("solution.py flood partial")),
    "118": _each("sticks", "submission", language="java", parts=MOVES),
    "119": _each("sticks", "submission", language="java", parts=MOVES),
    "121": _each("sticks", "submission", language="java", parts=MOVES),
    "122": _each("sticks", "submission", language="java", parts=MOVES),
    "124": _each("ttt-valid", *_below("solution.js proto"), language="javascript"),
    "125": _each("ttt-valid", "submission", language="javascript"),
    "127": _each("ttt-valid", *_below("solution.cpp macro"), language="cpp"),
    "128": _each("ttt-valid", *_below("etc incbin include"), language="c"),
    "130": _each("ttt-valid", "submission/solution.py")
    + _each("sticks", "submission/sticks", language="java", parts=MOVES),
    "131": _each("ttt-valid", "submission"),
    "133": _each("ttt-valid", "submission"),
    "134": _each("ttt-valid", "submission/solution.py")
    + _each("sticks", "submission/threads", language="java", parts=MOVES),
    "136": _each("ttt-valid", "submission"),
    "137": _each("ttt-valid", *_below("solution.py ptrace")),
}

# What the person who reads the result must be told, and where a case asks for no more than a verdict, nothing.
SAYS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("007", "submission/float"): ("The answer is a decimal number; a whole number was expected.",),
    ("007", "submission/text"): ("The answer is a text; a whole number was expected.",),
    ("007", "submission/bool"): ("The answer is true or false; a whole number was expected.",),
    ("010", "submission/empty"): ('Missing: "X", "O", "draw".',),
    ("010", "submission/partial"): ('Missing: "O", "draw".',),
    ("010", "submission/extra"): ('Not asked for: "total".',),
    ("011", "submission/list"): ("The answer is a list; a map was expected.",),
    ("011", "submission/set"): ("The answer is a set; a map was expected.",),
    ("011", "submission/generator"): ("The answer is a generator; a map was expected.",),
    ("017", "submission"): (" of 30 calls)",),
    ("020", "submission"): ("asked for more input than there is", "Play again (y/n)?", "Computer wins!"),
    ("023", "submission"): (
        "asked for typed input",
        "only in the part that runs when the file is started as a program",
    ),
    ("029", "submission"): ("not text in UTF-8 (it looks like Windows-1252)", "255168 \\xff\\xfe", "m\\xf6glicher"),
    ("034", "submission/one"): ("exit code 1", "What it had printed until then is right.", "255168"),
    ("034", "submission/crash"): ("exit code 1", "What it had printed until then is right.", "undefined_name"),
    ("044", "submission"): ("cannot find symbol: class Scanner (is `import java.util.Scanner;` missing?)",),
    ("046", "submission/utf16"): ("`solution.py` is not saved as UTF-8; it was read as UTF-16.",),
    ("047", "submission/solution.py"): ("`solution.py` is not saved as UTF-8 (line 1)",),
    ("047", "submission/java"): ("`GameOfSticks.java` is not saved as UTF-8 (line 1)",),
    ("050", "submission/almost"): ("Not right on 316 of 19,683 inputs",),
    ("051", "submission/cls"): ("The answer is a class; true or false was expected.",),
    ("051", "submission/complex"): ("The answer is a map; true or false was expected.",),
    ("051", "submission/cycle"): ("The answer is a list; true or false was expected.", "a value that contains itself"),
    ("051", "submission/deep"): ("The answer is a list; true or false was expected.", "nested too deep"),
    ("051", "submission/generator"): ("The answer is a generator; true or false was expected.",),
    ("051", "submission/lambda"): ("The answer is a function; true or false was expected.",),
    ("051", "submission/module"): ("The answer is a module; true or false was expected.",),
    ("051", "submission/surrogate"): ("The answer is a text; true or false was expected.",),
    **{
        ("052", f"submission/{name}"): ("The answer is an object of class R; true or false was expected.",)
        for name in ("huge", "print", "raise", "slow")
    },
    ("054", "submission/sysexit"): ("The code ended the program (exit)", "O cannot start"),
    ("054", "submission/quit"): ("The code ended the program (exit)",),
    ("054", "submission/osexit"): ("The program ended itself (exit code 0) before it gave an answer.",),
    ("055", "submission/solution.py"): ("KeyboardInterrupt",),
    ("057", "submission/endless"): ("RecursionError",),
    ("057", "submission/segfault"): ("The program crashed (SIGSEGV).",),
    ("058", "submission/GameOfSticks.java"): ("StackOverflowError",),
    ("058", "submission/swallow"): ("Is there a loop that never ends?",),
    ("060", "submission/answer"): ("It printed more than",),
    ("061", "submission/count.py"): ("It printed more than",),
    ("063", "submission/comment"): ("`solution` was not found, and no other function or class either.",),
    ("063", "submission/nofile"): ("only readme.txt (known endings: ",),
    ("063", "submission/nofunc"): ("`solution` was not found. What was found: `solutoin`.",),
    ("063", "submission/notcallable"): ("`solution` is a value here and no function",),
    ("063", "submission/signature"): ("takes 0 positional arguments but 1 was given",),
    ("063", "submission/zero"): ("it is empty",),
    ("063", "submission/java"): ("it is empty",),
    ("064", "submission/c"): ("`solution.py.txt` was taken as `solution.py`.",),
    ("064", "submission/e"): ("`solution.py` was graded, as it has the name asked for, and not `solution_old.py`.",),
    ("069", "submission/bomb.zip"): ("it is larger than 16 MiB",),
    ("069", "submission/dup.zip"): ("two of its files have the same name",),
    ("069", "submission/many.zip"): ("it holds more than 500 files",),
    ("069", "submission/slip.zip"): ("it holds a file that would lie outside of it",),
    ("077", "submission"): ("All that it should print is there, but it does not end",),
    ("092", "submission"): ("ValueError",),
    ("100", "submission"): ("The answer is an object of class Yes; true or false was expected.",),
    ("101", "submission"): ("a subclass of int worth 7",),
    ("122", "submission"): ("The answer is not the expected one.",),
}
NEVER_SAYS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("020", "submission"): ("NoSuchElementException",),
    ("043", "submission"): ("Zebra",),
}

# Cases about batches, packages, exit codes and reports: each has a test of its own.
OF_THEIR_OWN = ("019", "070", "078", "079", "080", "082", "083", "086", "087", "094", "095")
