"""grader.kinds.play: what is played, told and counted, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from typing import Any

import pytest

from grader.errors import PackageError
from grader.expression import read_function
from grader.kinds._chance import chance_of_gap
from grader.kinds.play import PLUGIN, PlayCheck
from grader.model import (
    Ended,
    Ending,
    Finding,
    Interface,
    Message,
    NotRun,
    Offer,
    Raised,
    Reply,
    Returned,
    State,
    Step,
    Verdict,
)
from grader.words import say
from tests.kinds.fake_subject import FakeReader, FakeSubject, Student, ended, replying

ROUND = Interface((read_function("choose(number)"), read_function("game_over(won: bool)"), read_function("add(a, b)")))
OFFER = Offer({"choose": "choose", "game_over": "game_over"}, {}, {}, {})
Game = Generator[Any, Any, Any]


def same(number: int, rng: random.Random) -> Game:
    """Two moves, of which each has to be the number that was shown: the start, then one that is drawn."""
    (first,) = yield [[number]]
    drawn = rng.randint(0, 1)
    (second,) = yield [[drawn]]
    if -1 in (first, second):
        return "-1 is never chosen."
    return (first, second) == (number, drawn)


def at_once(number: int, _rng: random.Random) -> Game:
    """As `same`, but the second number is known before."""
    moves = yield [[number], [1]]
    return moves == [number, 1]


def endless(number: int, _rng: random.Random) -> Game:
    while True:
        yield [[number]]


def silent(_number: int, _rng: random.Random) -> Game:
    yield from ()
    return True


def undecided(number: int, _rng: random.Random) -> Game:
    yield [[number]]


def careless(number: int, _rng: random.Random) -> Game:
    yield [number]
    return True


GAMES: dict[str, Callable[..., Any]] = {
    one.__name__: one for one in (same, at_once, endless, silent, undecided, careless)
}
PLAYED: dict[str, Any] = {"move": "choose", "over": "game_over", "starts": [0, 1], "games": 20, "rounds": 15}


def check(game: str = "same", **keys: Any) -> PlayCheck:
    reader = FakeReader(ROUND, functions=GAMES)
    read = PLUGIN.read({"play": f"oracle.{game}", **PLAYED, **keys}, reader)
    assert reader.faults == []
    return read


class Pupil:
    """Chooses 7 for everything until it is told that it has lost with that; what it does then, `learned` says."""

    def __init__(self, learned: Callable[[int], int], after: bool = False) -> None:
        self.learned, self.after, self.games = learned, after, 0

    def __call__(self, step: Step) -> Reply:
        (argument,) = step.arguments
        if step.name == "game_over":
            self.games += argument is self.after
            return Returned(None)
        assert isinstance(argument, int)
        return Returned(self.learned(argument) if self.games > 2 else 7)


def pupil(learned: Callable[[int], int]) -> FakeSubject:
    return FakeSubject(lambda: Pupil(learned), offer=OFFER, cpu_s=0.0)


def test_who_wins_only_after_having_been_told_of_losses_has_learned() -> None:
    assert check().judge(pupil(lambda number: number)) == Finding(
        Verdict.AC,
        1.0,
        actual="0 of 30 games won before training, 30 after 20 games of it; told the opposite after each game 0",
        cpu_s=0.0,
        wall_s=0.0,
        peak_bytes=1024,
    )


def test_each_round_before_training_and_each_training_is_played_by_a_new_copy_that_is_told_of_every_game() -> None:
    told: list[list[tuple[str, Any]]] = []

    def fresh() -> Student:
        told.append([])
        student = Pupil(lambda number: number)

        def telling(step: Step) -> Reply:
            reply = student(step)
            told[-1].append((step.name, step.arguments[0]))
            return reply

        return telling

    asked = FakeSubject(fresh, offer=OFFER, cpu_s=0.0)
    assert check().judge(asked).verdict is Verdict.AC
    assert len(told) == 15 + 2
    one_game = ["choose", "choose", "game_over"]
    assert [[name for name, _argument in copy] for copy in told] == [
        *[one_game * 2] * 15,
        one_game * 50,
        one_game * 50,
    ]
    over = [[argument for name, argument in copy if name == "game_over"] for copy in told]
    assert over == [*[[False, False]] * 15, [False] * 3 + [True] * 47, [True] * 50]
    starts = [copy[0::3] for copy in told]
    assert [sorted(argument for _name, argument in copy) for copy in starts[-2:]] == [[0] * 25 + [1] * 25] * 2


def test_that_a_game_is_over_is_told_in_one_request_with_the_next_move() -> None:
    asked = pupil(lambda number: number)
    check().judge(asked)
    assert asked.asked[:4] == [(1, State.NEW), (1, State.SAME), (2, State.SAME), (1, State.SAME)]


def test_moves_that_do_not_depend_on_each_other_are_asked_for_in_one_request() -> None:
    asked = pupil(lambda number: number)
    finding = check("at_once").judge(asked)
    assert (finding.verdict, asked.asked[:3]) == (Verdict.AC, [(2, State.NEW), (3, State.SAME), (1, State.SAME)])


def test_the_same_seed_plays_the_same_games() -> None:
    def arguments(seed: int) -> list[Any]:
        seen: list[Any] = []

        def student(step: Step) -> Reply:
            seen.append(step.arguments)
            return Returned(7)

        reader = FakeReader(ROUND, functions=GAMES, seed=seed)
        PLUGIN.read({"play": "oracle.same", **PLAYED}, reader).judge(FakeSubject(lambda: student, offer=OFFER))
        return seen

    assert arguments(1) == arguments(1)
    assert arguments(1) != arguments(2)


@pytest.mark.parametrize(
    ("pupil_of", "said"),
    [
        (
            lambda: Pupil(lambda _number: 7),
            "Before training it won 0 of 30 games, after 20 games of training 0: that is no more than luck.",
        ),
        (
            lambda: Pupil(lambda number: number, after=True),
            "Before training it won 0 of 30 games, after 20 games of training 0: that is no more than luck.",
        ),
        (
            lambda: lambda step: Returned(step.arguments[0]),
            "Before any training it won 30 of 30 games. What it can do does not come from games that it has played.",
        ),
    ],
)
def test_what_was_seen_is_told_in_figures(pupil_of: Callable[[], Student], said: str) -> None:
    finding = check().judge(FakeSubject(pupil_of, offer=OFFER, cpu_s=0.0))
    assert (finding.verdict, say(finding.message)) == (Verdict.WA, said)


def test_who_learns_but_not_enough_is_told_how_much_would_be() -> None:
    moves = [0]

    def nearly(number: int) -> int:
        moves[0] += 1
        return 7 if moves[0] % 10 == 0 else number

    finding = check(rounds=50, least=0.95).judge(pupil(nearly))
    assert say(finding.message) == (
        "Before training it won 0 of 100 games, after 20 games of training 80; 95 were expected. "
        "Does it forget, or still try moves at random?"
    )
    assert check(rounds=50, least=0.8).judge(pupil(nearly)).verdict is Verdict.AC


def test_who_wins_nearly_all_games_but_few_more_than_before_knew_it_already() -> None:
    moves = [0]

    def student(step: Step) -> Reply:
        moves[0] += 1
        (argument,) = step.arguments
        assert isinstance(argument, int)
        return Returned(7 if moves[0] < 100 and moves[0] % 10 == 0 else argument)

    finding = check(rounds=50, least=0.95).judge(FakeSubject(lambda: student, offer=OFFER, cpu_s=0.0))
    assert say(finding.message) == (
        "Before any training it won 94 of 100 games. What it can do does not come from games that it has played."
    )


# --- chance ------------------------------------------------------------------------------------------------


def test_a_gap_is_as_likely_as_the_ways_in_which_it_can_come() -> None:
    # Of 2 + 2 games 2 are won: both in the second series in 1 of 6 ways, at least one there in 5 of 6.
    assert chance_of_gap(2, 0, 2) == Fraction(1, 6)
    assert chance_of_gap(1, 1, 2) == Fraction(5, 6)
    assert chance_of_gap(0, 2, 2) == 1


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.9])
def test_a_gap_between_two_alike_comes_no_more_often_than_its_chance_says(share: float) -> None:
    rng = random.Random(1)  # noqa: S311 - not for secrets
    series = [[sum(rng.random() < share for _game in range(40)) for _one in range(2)] for _pair in range(2000)]
    assert sum(chance_of_gap(after, before, 40) <= Fraction(1, 20) for before, after in series) <= 120


# --- troubles ----------------------------------------------------------------------------------------------


def test_a_move_that_is_not_allowed_is_told_with_its_game() -> None:
    finding = check().judge(FakeSubject(lambda: lambda _step: Returned(-1), offer=OFFER))
    assert (finding.verdict, finding.message) == (Verdict.WA, Message("objection", {"why": "-1 is never chosen."}))
    assert finding.input == "game 1:\nchoose(1) gave -1\nchoose(0) gave -1"


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        (Raised("ValueError", "no"), Verdict.RTE),
        (Ended(ended(Ending.CPU_LIMIT)), Verdict.TLE),
        (Ended(ended(Ending.MEMORY_LIMIT)), Verdict.MLE),
        (NotRun(), Verdict.SK),
    ],
)
def test_a_program_that_stops_in_a_game_is_not_accepted(reply: Reply, verdict: Verdict) -> None:
    asked = FakeSubject(replying(Returned(1), reply), offer=OFFER)
    assert check().judge(asked).verdict is verdict


def test_an_error_of_the_function_that_is_told_of_the_end_counts() -> None:
    def student(step: Step) -> Reply:
        return Raised("KeyError", "0") if step.name == "game_over" else Returned(7)

    finding = check().judge(FakeSubject(lambda: student, offer=OFFER))
    assert (finding.verdict, finding.input) == (Verdict.RTE, "game_over(False) (game 2)")


def test_games_that_take_too_long_together_come_to_an_end() -> None:
    asked = pupil(lambda number: number)
    asked.cpu_s = 1.0
    finding = check().judge(asked)
    assert finding.verdict is Verdict.TLE
    assert say(finding.message) == (
        "After 9 games its calls had taken more than 20 s, the most for all games together. "
        "Does a call wait or compute for long?"
    )


def test_a_machine_with_much_to_do_is_waited_for_but_not_for_ever() -> None:
    asked = pupil(lambda number: number)
    asked.cpu_s, asked.wall_s = None, 0.5
    assert check().judge(asked).verdict is Verdict.AC
    asked.wall_s = 9.0
    finding = check().judge(asked)
    assert finding.verdict is Verdict.TLE
    assert finding.message is not None
    assert finding.message.values["seconds"] == "600"


def test_a_missing_move_is_told_and_a_missing_end_was_not_tried() -> None:
    asked = FakeSubject(replying(NotRun()), offer=Offer({"choose": None, "game_over": "game_over"}, {}, {}, {}))
    assert check().judge(asked).verdict is Verdict.SK
    asked.offer = Offer({"choose": "choose", "game_over": None}, {}, {}, {})
    assert check().judge(asked) == Finding(Verdict.SK, 0.0, Message("not-tried", {"name": "game_over"}))


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        ("endless", "`endless` has not come to an end after 1000 moves"),
        ("silent", "`silent` returned True; it asks for a move, and returns True, False or a sentence"),
        ("undecided", "`undecided` returned None; it asks for a move, and returns True, False or a sentence"),
        ("careless", "`careless` yields a list with a list of arguments for each move, and not [0]"),
    ],
)
def test_a_game_that_is_none_is_a_fault_of_the_package(game: str, fault: str) -> None:
    with pytest.raises(PackageError) as raised:
        check(game, starts=[0], rounds=30).judge(FakeSubject(replying(Returned(1)), offer=OFFER, cpu_s=0.0))
    assert [one.message for one in raised.value.faults] == [fault]


# --- reading -----------------------------------------------------------------------------------------------


def faults(**keys: Any) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    reader = FakeReader(ROUND, functions=GAMES)
    PLUGIN.read({key: value for key, value in {"play": "oracle.same", **PLAYED, **keys}.items() if value}, reader)
    yield from reader.faults


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"move": None}, ("games say what is played: the key `move` is missing", ("play",))),
        ({"games": None}, ("games say what is played: the key `games` is missing", ("play",))),
        ({"move": "chose"}, ("`chose` is no function of the interface", ("move",))),
        ({"over": "add"}, ("`add` is told whether the program has won, and nothing else", ("over",))),
        ({"games": 21}, ("each of the 2 starts is played as often: a multiple of that belongs here", ("games",))),
        ({"rounds": 5}, ("so few games can't tell learning from luck: at least 12 are counted", ("rounds",))),
    ],
)
def test_a_test_that_says_too_little_is_a_fault(keys: dict[str, Any], fault: tuple[str, tuple[str]]) -> None:
    assert list(faults(**keys)) == [fault]


def test_twelve_games_are_the_least_that_can_tell() -> None:
    assert list(faults(rounds=6)) == []
