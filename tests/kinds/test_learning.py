"""The learning part of problems/matches: right learners pass, whatever they are like, and the others are found out."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from grader import problem
from grader.kinds.play import PlayCheck
from grader.model import Finding, Message, Offer, Reply, Returned, Step, Verdict
from grader.words import say
from tests.kinds.fake_subject import FakeSubject, Student
from tests.kinds.learners import RIGHT, WRONG, Make, Unmoved

TASK = problem.load(problem.find_package("matches"))
(FORM,) = TASK.forms
(CHECK,) = [test.check for part in FORM.parts for test in part.tests if isinstance(test.check, PlayCheck)]
OFFER = Offer({"get_computer_move": "get_computer_move", "game_over": "game_over"}, {}, {}, {})
FEW, MANY = 2, int(os.environ.get("GRADER_SEEDS", "20"))  # a seed of a right learner takes 0.2 s
FIRST = int(os.environ.get("GRADER_FIRST_SEED", "0"))
REPLIES = {value: Returned(value) for value in (0, 1, 2, 3, 4, None)}


def subject(make: Make, seed: int) -> FakeSubject:
    rng = random.Random(seed)  # noqa: S311 - not for secrets

    def fresh() -> Student:
        learner = make(rng)

        def student(step: Step) -> Reply:
            (argument,) = step.arguments
            if step.name == "game_over":
                assert isinstance(argument, bool)
                learner.over(argument)
                return REPLIES[None]
            assert isinstance(argument, int)
            return REPLIES[learner.move(argument)]

        return student

    return FakeSubject(fresh, offer=OFFER, cpu_s=0.0)


def judged(make: Make, seed: int = 1, games: int = 0) -> Finding:
    """`seed` is that of the program, `games` that of the games."""
    return replace(CHECK, seed=games).judge(subject(make, seed))


def surprises(make: Make, wanted: Verdict, seeds: int) -> list[int]:
    """With which seeds the verdict is another one."""
    return [seed for seed in range(FIRST, FIRST + seeds) if judged(make, seed, seed).verdict is not wanted]


@pytest.mark.parametrize("make", RIGHT.values(), ids=RIGHT)
def test_a_right_learner_is_accepted(make: Make) -> None:
    assert judged(make).verdict is Verdict.AC


@pytest.mark.parametrize(("key", "make"), WRONG.values(), ids=WRONG)
def test_another_program_is_refused_and_told_why(key: str, make: Make) -> None:
    finding = judged(make)
    assert (finding.verdict, finding.message and finding.message.key) == (Verdict.WA, key)


@pytest.mark.long
@pytest.mark.parametrize(("make", "seeds"), [(RIGHT["bags"], FEW), *((make, MANY) for make in RIGHT.values())])
def test_a_right_learner_is_refused_less_than_once_in_many(make: Make, seeds: int) -> None:
    assert surprises(make, Verdict.AC, seeds) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "seeds"), [(WRONG["random"][1], FEW), *((make, MANY) for _key, make in WRONG.values())]
)
def test_what_does_not_learn_is_accepted_at_most_once_in_a_thousand(make: Make, seeds: int) -> None:
    assert len(surprises(make, Verdict.WA, seeds)) <= seeds // 1000


def test_a_program_that_is_not_told_that_games_are_over_did_not_try() -> None:
    asked = subject(RIGHT["bags"], 1)
    asked.offer = Offer({"get_computer_move": "get_computer_move", "game_over": None}, {}, {}, {})
    finding = CHECK.judge(asked)
    assert finding == Finding(Verdict.SK, 0.0, Message("not-tried", {"name": "game_over"}))
    assert say(finding.message) == "There is no `game_over`, so this part was not tried."


def test_what_was_seen_is_told_with_a_game_that_was_lost() -> None:
    finding = judged(WRONG["constant"][1])
    assert say(finding.message) == (
        "Before training it won 29 of 240 games, after 3,000 games of training 31: that is no more than luck."
    )
    assert finding.expected == "few of 240 games won before training, and at least 216 after it"
    assert finding.actual == "29 of 240 games won before training, 31 after 3,000 games of it"
    assert finding.input == (
        "a game that it lost after training:\n"
        "get_computer_move(18) gave 3\n"
        "get_computer_move(12) gave 3\n"
        "get_computer_move(8) gave 3\n"
        "get_computer_move(4) gave 3"
    )


def test_a_move_that_is_not_allowed_is_told_with_its_game() -> None:
    finding = judged(lambda _rng: Unmoved(lambda _sticks: 3))
    assert finding.message == Message("objection", {"why": "With 1 sticks left a move takes 1 to 1 of them."})
    assert (finding.verdict, finding.input) == (
        Verdict.WA,
        "game 9:\nget_computer_move(11) gave 3\nget_computer_move(7) gave 3\nget_computer_move(1) gave 3",
    )
