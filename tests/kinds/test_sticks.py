"""problems/matches/oracle.py: right games of sticks are accepted whatever they print, wrong ones are told what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from grader import problem
from grader.kinds.dialogue import DialogueCheck
from grader.model import Finding, NotRun, Verdict
from tests.kinds.fake_subject import FakeSubject, replying
from tests.kinds.sticks_programs import ENGLISH, WORDINGS, Habits, Program, Wording, play

TASK = problem.load(problem.find_package("matches"))
SEEDS = range(6)


def player(part: str) -> DialogueCheck:
    found = [test.check for one in TASK.forms[0].parts if one.id == part for test in one.tests]
    (check,) = [check for check in found if isinstance(check, DialogueCheck)]
    return check


def judge(part: str, program: Callable[[int], Program], seed: int = 1) -> Finding:
    seeds = iter(range(1000 * seed, 1000 * seed + 1000))
    return player(part).judge(FakeSubject(replying(NotRun()), program=lambda: program(next(seeds))))


def said(finding: Finding) -> tuple[str | None, str | None]:
    if finding.message is None:
        return None, None
    return finding.message.key, finding.message.values.get("where")


@pytest.mark.parametrize("asks_first", [False, True], ids=["fixed", "asks first"])
@pytest.mark.parametrize("wording", WORDINGS.values(), ids=WORDINGS)
def test_a_right_game_is_accepted_whatever_its_words(wording: Wording, asks_first: bool) -> None:
    for seed in SEEDS:
        finding = judge("main", lambda game: play(wording, Habits(asks_first=asks_first), game), seed)
        assert (said(finding), finding.transcript, finding.verdict) == ((None, None), None, Verdict.AC)
