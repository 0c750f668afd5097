"""problems/matches/oracle.py: right games are accepted whatever their words, wrong ones are told what is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from grader import problem
from grader.kinds.dialogue import DialogueCheck
from grader.model import Finding, NotRun, Verdict
from tests.kinds.fake_subject import FakeSubject, replying
from tests.kinds.sticks_programs import ENGLISH, WORDINGS, Habits, Program, Wording, play
from tests.kinds.sticks_wordings import FURTHER

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


@pytest.mark.parametrize("wording", WORDINGS.values(), ids=WORDINGS)
def test_a_right_game_with_chosen_numbers_is_accepted_whatever_its_words(wording: Wording) -> None:
    for seed in SEEDS:
        finding = judge("dynamic", lambda game: play(wording, Habits(asks_first=True), game), seed)
        assert (said(finding), finding.transcript, finding.verdict) == ((None, None), None, Verdict.AC)


@pytest.mark.parametrize("words", FURTHER)
def test_a_right_game_in_other_words_is_accepted_in_every_part(words: str) -> None:
    for part, habits in (
        ("main", Habits()),
        ("main", Habits(asks_first=True)),
        ("dynamic", Habits(asks_first=True)),
        ("optimal", Habits(asks_first=True, move=optimal)),
    ):
        finding = judge(part, lambda game, habits=habits: play(FURTHER[words], habits, game))  # type: ignore[misc]
        assert (said(finding), finding.transcript) == ((None, None), None)


def optimal(rest: int, most: int, _rng: object) -> int:
    return rest % (most + 1) or 1


@pytest.mark.parametrize("asks_first", [False, True], ids=["fixed", "asks first"])
def test_a_program_that_plays_best_is_accepted_in_every_part(asks_first: bool) -> None:
    habits = Habits(asks_first=asks_first, move=optimal)
    for part in ("main", "optimal", *(["dynamic"] if asks_first else [])):
        assert said(judge(part, lambda game: play(ENGLISH, habits, game))) == (None, None)


BAD_HABITS: dict[str, tuple[Habits, tuple[str, str]]] = {
    "takes what is no number for nothing": (
        Habits(
            read=lambda line: int(line) if line.strip().lstrip("-").isdigit() else 0,
            allows=lambda take, rest, most: 0 <= take <= min(most, rest),
        ),
        ("accepts-illegal", "After answer 1 (`abc`)"),
    ),
    "accepts 0": (
        Habits(allows=lambda take, rest, most: 0 <= take <= min(most, rest)),
        ("accepts-illegal", "After answer 3 (`0`)"),
    ),
    "accepts 4": (
        Habits(allows=lambda take, rest, _most: 1 <= take <= min(4, rest)),
        ("accepts-illegal", "After answer 5 (`4`)"),
    ),
    "accepts any positive number": (
        Habits(allows=lambda take, _rest, _most: take >= 1),
        ("accepts-illegal", "After answer 5 (`4`)"),
    ),
    "accepts negative numbers": (
        Habits(allows=lambda take, rest, most: take != 0 and take <= min(most, rest)),
        ("accepts-illegal", "After answer 4 (`-1`)"),
    ),
    "refuses 3": (
        Habits(allows=lambda take, rest, most: 1 <= take < most and take <= rest),
        ("refuses-legal", "After answer 7 (`3`)"),
    ),
    "refuses the last stick": (
        Habits(allows=lambda take, rest, most: 1 <= take <= min(most, rest - 1)),
        ("refuses-legal", "(`"),
    ),
    "takes nothing": (
        Habits(move=lambda rest, most, _rng: rest if rest <= most else 0),
        ("takes-illegal", "After answer 7 (`3`)"),
    ),
    "takes four": (Habits(move=lambda rest, most, _rng: rest if rest <= most else 4), ("takes-illegal", "")),
    "leaves one": (Habits(move=lambda rest, most, _rng: max(1, min(most, rest - 1))), ("misses-win", "")),
    "goes on below nothing": (Habits(over=lambda rest: rest < -50), ("never-ends", "")),
    "ends with one stick left": (Habits(over=lambda rest: rest <= 1), ("names-other-winner", "")),
    "ends after a turn": (Habits(over=lambda _rest: True), ("ends-early", "After answer 7 (`3`)")),
}


@pytest.mark.parametrize(("habits", "expected"), BAD_HABITS.values(), ids=BAD_HABITS)
def test_a_program_that_breaks_the_rules_is_told_where(habits: Habits, expected: tuple[str, str]) -> None:
    key, where = said(judge("main", partial(play, ENGLISH, habits)))
    assert (key, expected[1] in (where or "")) == (expected[0], True), where


# Ending with a stick left is not seen where the words leave open who could have taken it.
PLAIN_TO_SEE = {name: habits for name, (habits, _told) in BAD_HABITS.items() if name != "ends with one stick left"}


@pytest.mark.parametrize("habits", PLAIN_TO_SEE.values(), ids=PLAIN_TO_SEE)
@pytest.mark.parametrize("words", ["Russian", "Korean", "bars", "colours"])
def test_a_program_that_breaks_the_rules_is_refused_in_any_words(habits: Habits, words: str) -> None:
    for seed in SEEDS:
        assert judge("main", partial(play, WORDINGS[words], habits), seed).verdict in (Verdict.WA, Verdict.RTE)


# In these words it is open who could have taken the last stick, or a block of drawn lines has several heights.
OPEN = {
    ("one below the other", "accepts negative numbers"),
    ("one below the other", "ends with one stick left"),
    ("terse", "ends with one stick left"),
}
EVERY_WORDING = {**WORDINGS, **FURTHER}


@pytest.mark.long
@pytest.mark.parametrize("habits", BAD_HABITS)
@pytest.mark.parametrize("words", EVERY_WORDING)
def test_a_program_that_breaks_the_rules_is_refused_in_all_words_but_those_that_leave_it_open(
    words: str, habits: str
) -> None:
    for seed in SEEDS:
        finding = judge("main", partial(play, EVERY_WORDING[words], BAD_HABITS[habits][0]), seed)
        assert (words, habits) in OPEN or finding.verdict in (Verdict.WA, Verdict.RTE)


# Where the numbers fit another story as well, a program is refused all the same, but told that its rest is wrong.
TOLD_OTHERWISE = {
    ("French, rest in the question", "accepts 0"),
    ("Turkish, one line for both", "accepts 0"),
    ("Turkish, one line for both", "takes four"),
    ("Russian, numbers in every sentence", "accepts 0"),
    ("Russian, numbers in every sentence", "takes four"),
    ("English equation", "takes four"),
    ("taken ones are crossed out", "takes four"),
    ("Estonian, previous and current", "takes four"),
}


@pytest.mark.parametrize("words", FURTHER)
@pytest.mark.parametrize("habits", ["accepts 0", "takes four", "refuses 3"])
def test_a_program_that_breaks_the_rules_in_other_words_is_told_which(words: str, habits: str) -> None:
    broken, (key, where) = BAD_HABITS[habits]
    told = said(judge("main", partial(play, FURTHER[words], broken)))
    if (words, habits) in TOLD_OTHERWISE:
        key, where = "wrong-rest", ""
    assert (told[0], where in (told[1] or "")) == (key, True), told


def redrawing(rest: int, take: int, answer: int) -> str:
    return f"\x1b[2J\x1b[HSticks: {rest + take} -> {rest}. You took {answer}, I took {take}.\n"


def test_a_screen_that_is_drawn_again_after_a_wrong_answer_is_no_move() -> None:
    def program(game: int) -> Program:
        rng, rest, out = random.Random(game), 10, "Sticks: 10\n"  # noqa: S311 - a game
        while True:
            line = yield out + "Your move? "
            if line is None:
                raise EOFError
            if not line.strip().isdigit() or not 1 <= int(line) <= min(3, rest):
                continue
            rest -= int(line)
            if rest == 0:
                return "Sticks: 0. You win!\n"
            take = rest if rest <= 3 else rng.randint(1, 3)
            rest -= take
            if rest == 0:
                return f"Sticks: {take} -> 0. I took {take}. I win!\n"
            out = redrawing(rest, take, int(line))

    for seed in SEEDS:
        assert said(judge("main", program, seed)) == (None, None)


def fixed(rest: int) -> Callable[[int, int], str]:
    return lambda _take, _rest: f"Sticks left: {rest}\n"


BAD_WORDS: dict[str, tuple[Wording, tuple[str, str]]] = {
    "never prints the rest": (
        replace(ENGLISH, person=lambda _take, _rest: "", program=lambda take, _rest: f"I take {take}.\n"),
        ("wrong-rest", "After answer 7 (`3`)"),
    ),
    "prints no rest after the person": (replace(ENGLISH, person=lambda _take, _rest: ""), ("wrong-rest", "")),
    "prints no rest after the program": (
        replace(ENGLISH, program=lambda take, _rest: f"I take {take}.\n"),
        ("wrong-rest", ""),
    ),
    "prints the rest before the move": (
        replace(ENGLISH, person=lambda take, rest: f"Sticks left: {rest + take}\n"),
        ("wrong-rest", "After answer 7 (`3`)"),
    ),
    "prints one too many": (
        replace(ENGLISH, person=lambda _take, rest: f"Sticks left: {rest + 1}\n"),
        ("wrong-rest", "After answer 7 (`3`)"),
    ),
    "prints always ten": (
        replace(ENGLISH, person=fixed(10), program=fixed(10)),
        ("wrong-rest", "After answer 7 (`3`)"),
    ),
    "draws one too few": (
        replace(WORDINGS["bars"], person=lambda _take, rest: "|" * (rest - 1) + "\n"),
        ("wrong-rest", "After answer 7 (`3`)"),
    ),
    "asks without a word": (
        replace(ENGLISH, intro=lambda _rest: "", ask=lambda _rest, _most: "", refuse=lambda _answer: ""),
        ("asks-nothing", "At the start"),
    ),
    "asks again without a word": (
        replace(ENGLISH, ask=lambda _rest, _most: "", refuse=lambda _answer: ""),
        ("asks-nothing", "After answer 1 (`abc`)"),
    ),
    "names no winner": (replace(ENGLISH, person_won="", program_won=""), ("ends-alike", "of game")),
    "ends alike": (replace(ENGLISH, person_won="Game over\n", program_won="Game over\n"), ("ends-alike", "of game")),
    "always says that the other one won": (
        replace(ENGLISH, person_won="The computer wins!\n", program_won="You win!\n"),
        ("names-other-winner", ""),
    ),
    "always says that the person won": (
        replace(ENGLISH, program_won="You win!\n"),
        ("names-other-winner", ""),
    ),
    "ends alike in Korean": (
        replace(WORDINGS["Korean"], person_won="게임이 끝났습니다.\n", program_won="게임이 끝났습니다.\n"),
        ("ends-alike", "of game"),
    ),
}


@pytest.mark.parametrize(("wording", "expected"), BAD_WORDS.values(), ids=BAD_WORDS)
def test_a_program_that_prints_what_is_not_so_is_told_where(wording: Wording, expected: tuple[str, str]) -> None:
    for seed in SEEDS:
        key, where = said(judge("main", lambda game: play(wording, Habits(), game), seed))
        assert (key, expected[1] in (where or "")) == (expected[0], True), where


BAD_SETTINGS: dict[str, tuple[Habits, tuple[str, str]]] = {
    "does not ask": (Habits(), ("does-not-ask-first", "After answer 3 (`12`)")),
    "accepts 7 sticks": (
        Habits(asks_first=True, allows_sticks=lambda sticks: 7 <= sticks < 40),
        ("accepts-illegal", "After answer 2 (`7`)"),
    ),
    "accepts 40 sticks": (
        Habits(asks_first=True, allows_sticks=lambda sticks: 8 <= sticks <= 40),
        ("accepts-illegal", "After answer 2 (`40`)"),
    ),
    "refuses 39 sticks": (
        Habits(asks_first=True, allows_sticks=lambda sticks: 8 <= sticks < 39),
        ("refuses-legal", "After answer 3 (`39`)"),
    ),
    "refuses 8 sticks": (
        Habits(asks_first=True, allows_sticks=lambda sticks: 8 < sticks < 40),
        ("refuses-legal", "After answer 3 (`8`)"),
    ),
    "accepts half of the sticks": (
        Habits(asks_first=True, allows_most=lambda most, sticks: most >= 2 and 2 * most <= sticks),
        ("accepts-illegal", "After answer 5 (`6`)"),
    ),
    "accepts one at most": (
        Habits(asks_first=True, allows_most=lambda most, sticks: most >= 1 and 2 * most < sticks),
        ("accepts-illegal", "After answer 4 (`1`)"),
    ),
    "refuses the largest": (
        Habits(asks_first=True, allows_most=lambda most, sticks: most >= 2 and 2 * most < sticks - 1),
        ("refuses-legal", "After answer 6 (`19`)"),
    ),
    "takes three at most whatever was said": (
        Habits(asks_first=True, allows=lambda take, rest, _most: 1 <= take <= min(3, rest)),
        ("accepts-illegal", ""),
    ),
}


@pytest.mark.parametrize(("habits", "expected"), BAD_SETTINGS.values(), ids=BAD_SETTINGS)
def test_a_program_that_asks_first_and_breaks_the_rules_is_told_where(
    habits: Habits, expected: tuple[str, str]
) -> None:
    key, where = said(judge("dynamic", lambda game: play(ENGLISH, habits, game)))
    assert (key, expected[1] in (where or "")) == (expected[0], True), where


def test_a_program_that_plays_at_random_does_not_play_best() -> None:
    habits = Habits(asks_first=True)
    assert said(judge("optimal", lambda game: play(ENGLISH, habits, game)))[0] == "misses-best"


def test_the_formula_of_three_is_not_the_best_with_other_numbers() -> None:
    habits = Habits(asks_first=True, move=lambda rest, most, _rng: rest if rest <= most else rest % 4 or 1)
    assert said(judge("optimal", lambda game: play(ENGLISH, habits, game)))[0] == "misses-best"
