"""Every messy hand-in of the collection beside this checkout gets what its case says, run as a user runs the grader.

`cases.py` says where the collection lies and how each case meets our packages, and lists what is not asked yet.
Three rules hold for every hand-in: no internal error, an exit code that tells, and reports that their own parsers read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.errors import ToolMissing
from grader.model import Isolation
from grader.plugins import languages
from tests.conftest import closed, lacking
from tests.messy.cases import (
    DESIGN_HOLDS,
    FOLDER,
    HANDED_IN,
    NEVER_SAYS,
    OF_THEIR_OWN,
    SAYS,
    SKIPPED,
    SKIPPED_HAND_INS,
    HandIn,
    about,
    case_of,
    wanted,
)
from tests.messy.readable import problems_of_reports, told
from tests.messy.running import run_grader

ENDS = {"AC": 0, None: 3}


def chosen() -> Iterator[Any]:
    """Each hand-in; the first of each kind and of each language at `full`, and a few at `restricted`, are not long."""
    if not FOLDER.is_dir():
        return
    groups: set[str] = set()
    for number, hand_ins in HANDED_IN.items():
        for hand_in in hand_ins:
            if hand_in.language not in languages() or (number, hand_in.path) in SKIPPED_HAND_INS:
                continue
            told = about(number)
            told_of = {told["kind"], hand_in.language}
            first = not told_of <= groups
            groups |= told_of
            sampled = hand_in is hand_ins[0]
            for level in ("full", "restricted") if sampled else ("full",):
                short = first and (level == "full" or len(groups) % 4 == 0)
                name = (
                    f"{number}-{told['subkind']}-{hand_in.path.removeprefix('submission/')}-{hand_in.package}-{level}"
                )
                yield pytest.param(number, hand_in, level, id=name, marks=[] if short else [pytest.mark.long])


@pytest.mark.parametrize(("number", "hand_in", "level"), list(chosen()))
def test_a_messy_hand_in_gets_what_its_case_says(
    number: str, hand_in: HandIn, level: str, packages: Path, tmp_path: Path
) -> None:
    closed(Isolation(level))
    try:
        languages()[hand_in.language].find()
    except ToolMissing as error:
        lacking(str(error))
    command = ["check", str(packages / hand_in.package), str(case_of(number) / hand_in.path), "--isolation", level]
    command += ["--audience", "instructor", *(word for part in hand_in.parts for word in ("--part", part))]
    done = run_grader(tmp_path, *command, "--format", "json", "--format", "terminal")
    assert done.stdout, done.stderr.decode("utf-8", "replace")
    result = json.loads(done.stdout)
    said = done.stderr.decode("utf-8")
    verdict = result["verdict"]
    assert (result["status"], result["flagged"] if verdict != "CE" else []) == ("graded", []), result["reason"]
    assert verdict in wanted(number, hand_in), said
    assert done.returncode == ENDS.get(verdict, 1)
    assert (result["points"] == result["max_points"]) == (verdict == "AC")
    assert result["points"] == 0 or about(number)["expectation"]["verdict"] != "not-accepted" or verdict == "AC"
    key = (number, hand_in.path)
    assert [text for text in SAYS.get(key, ()) if text not in told(result)] == []
    assert [text for text in NEVER_SAYS.get(key, ()) if text in told(result)] == []
    assert problems_of_reports(result, said) == []


def test_what_is_said_of_hand_ins_is_said_of_some() -> None:
    known = {(number, hand_in.path) for number, hand_ins in HANDED_IN.items() for hand_in in hand_ins}
    assert {*SAYS, *NEVER_SAYS, *SKIPPED_HAND_INS, *DESIGN_HOLDS} - known == set()


def test_every_case_of_the_collection_is_asked_or_says_why_not() -> None:
    known = sorted([*HANDED_IN, *OF_THEIR_OWN, *SKIPPED])
    assert len(set(known)) == len(known)
    if FOLDER.is_dir():
        assert known == sorted(path.parent.name[:3] for path in FOLDER.glob("*/case.yaml"))
