"""grader.kinds.sample: what never comes is refused, and what is only rare or slow to come is not."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from grader.errors import PackageError
from grader.expression import read_function
from grader.kinds._drawn import Drawn
from grader.kinds._sampling import LEAST_LOOKS, LOOK_S, SLIP_MISSED, WAIT_S
from grader.kinds.sample import AGAIN, FIRST, PLUGIN, SampleCheck
from grader.model import (
    Answers,
    Ended,
    Ending,
    Finding,
    Interface,
    Keeping,
    Limits,
    Message,
    NotRun,
    Offer,
    Returned,
    State,
    Step,
    Verdict,
)
from grader.values import Value
from grader.words import say
from tests.kinds.fake_subject import FakeReader, FakeSubject, Student, ended, replying, returning

MOVE = Interface((read_function("move(sticks)"),))
OFFER = Offer({"move": "move"}, {}, {}, {})
FEW, MANY = 50, 10_000
Move = Callable[[int], Value]


def moves(sticks: int) -> list[int]:
    """What may be taken, and above three sticks must come; three or fewer are all taken."""
    return [sticks] if sticks <= 3 else [1, 2, 3]


def best(sticks: int) -> int | None:
    return sticks % 4 or None


def is_legal(arguments: list[int], move: object) -> bool | str:
    return move in range(1, 4) or f"{move} is no move with {arguments[0]} sticks."


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "moves": moves,
    "best": best,
    "is_legal": is_legal,
    "number": lambda _sticks: 3,
    "nothing": lambda _sticks: [],
}


@dataclass(slots=True)
class Clock:
    """A time that passes only when somebody waits, or works."""

    now_s: float = 0.0

    def wait(self, seconds: float) -> None:
        self.now_s += seconds


def check(*sticks: int, clock: Clock | None = None, **keys: Any) -> SampleCheck:
    body = {"sample": [f"move({count})" for count in sticks], **keys}
    reader = FakeReader(MOVE, functions=FUNCTIONS)
    read = PLUGIN.read(body, reader)
    assert reader.faults == []
    return replace(read, wait=(clock or Clock()).wait)


def subject(move: Move, keeping: Keeping = Keeping.FRESH) -> FakeSubject:
    return FakeSubject(returning(move), offer=OFFER, keeping=keeping)


def judged(move: Move, *sticks: int, clock: Clock | None = None, **keys: Any) -> Finding:
    return check(*sticks, clock=clock, **keys).judge(subject(move))


# --- programs, as they come out of a seed ------------------------------------------------------------------

Program = Callable[[random.Random, Clock], Move]


def wins(above: Callable[[int], Value]) -> Move:
    return lambda sticks: sticks if sticks <= 3 else above(sticks)


def seeded(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - not for secrets


def by_tick(rng: random.Random) -> Callable[[int], int]:
    """A fair value for each tick of a clock."""
    return cache(lambda _tick: rng.randint(1, 3))


def uniform(rng: random.Random, clock: Clock) -> Move:
    return wins(lambda _sticks: 1 + int(rng.random() * 3))


def skewed(rng: random.Random, clock: Clock) -> Move:
    order = rng.sample((1, 2, 3), 3)
    return wins(lambda _sticks: order[min(2, int(max(0.0, rng.random() * 20 - 17)))])


def clocked(rng: random.Random, clock: Clock) -> Move:
    """One value per second, as of `srand(time(0)); return rand() % 3 + 1;`."""
    at = by_tick(rng)
    clock.now_s = rng.random()
    return wins(lambda _sticks: at(int(clock.now_s)))


def clocked_finely(rng: random.Random, clock: Clock) -> Move:
    """One value per millisecond; a call takes 20 microseconds."""
    at = by_tick(rng)

    def above(_sticks: int) -> int:
        clock.now_s += 2e-5
        return at(int(1000 * clock.now_s))

    return wins(above)


def in_turn(rng: random.Random, clock: Clock) -> Move:
    calls = [rng.randrange(3)]

    def above(_sticks: int) -> int:
        calls[0] += 1
        return 1 + calls[0] % 3

    return wins(above)


def optimal(rng: random.Random, clock: Clock) -> Move:
    other = rng.randint(1, 3)
    return lambda sticks: sticks % 4 or other


def optimal_or_random(rng: random.Random, clock: Clock) -> Move:
    return lambda sticks: sticks % 4 or rng.randint(1, 3)


def never_one_of_them(rng: random.Random, clock: Clock) -> Move:
    two = rng.sample((1, 2, 3), 2)
    return wins(lambda _sticks: two[rng.random() < 0.5])


def never_one_of_them_by_the_clock(rng: random.Random, clock: Clock) -> Move:
    two = rng.sample((1, 2, 3), 2)
    move = clocked(rng, clock)
    return wins(lambda sticks: two[int(move(sticks) == 1)])


def always_the_same(rng: random.Random, clock: Clock) -> Move:
    only = rng.randint(1, 3)
    return wins(lambda _sticks: only)


def in_turn_but_one(rng: random.Random, clock: Clock) -> Move:
    turns = rng.sample((1, 2, 3), 2) * rng.randint(1, 3)
    calls = [0]

    def above(_sticks: int) -> int:
        calls[0] += 1
        return turns[calls[0] % len(turns)]

    return wins(above)


def does_not_win_at_three(rng: random.Random, clock: Clock) -> Move:
    share, other = rng.choice([0.02, 0.5, 1.0]), rng.randint(1, 2)
    return lambda sticks: (
        (other if rng.random() < share else 3) if sticks == 3 else min(sticks, 1 + int(rng.random() * 3))
    )


def slips(rng: random.Random, clock: Clock) -> Move:
    """Once in 50 calls, and only with five sticks, a move that is none."""
    slip, move = rng.choice([0, 4, -1, None]), uniform(rng, clock)
    return lambda sticks: slip if sticks == 5 and rng.random() < 0.02 else move(sticks)


FAIR: list[Program] = [optimal, uniform, skewed, clocked, clocked_finely, in_turn, optimal_or_random]
UNFAIR: list[Program] = [
    does_not_win_at_three,
    never_one_of_them,
    never_one_of_them_by_the_clock,
    always_the_same,
    in_turn_but_one,
    slips,
]


REPLIES = {value: Returned(value) for value in (-1, 0, 1, 2, 3, 4, None)}


def quick(move: Move) -> FakeSubject:
    """A subject whose replies are ready made, since millions of them are asked for."""
    return FakeSubject(lambda: lambda step: REPLIES[move(step.arguments[0])], offer=OFFER)  # type: ignore[arg-type, index]


def accepted(program: Program, programs: int) -> int:
    """How many of so many programs pass."""
    passed = 0
    for seed in range(programs):
        rng, clock = seeded(seed), Clock()
        asked = check(3, 4, 5, 6, clock=clock, occur="oracle.moves", or_always="oracle.best")
        passed += asked.judge(quick(program(rng, clock))).verdict is Verdict.AC
    return passed


@pytest.mark.parametrize("program", FAIR)
def test_no_fair_program_of_a_few_is_refused(program: Program) -> None:
    assert accepted(program, FEW) == FEW


@pytest.mark.parametrize("program", UNFAIR)
def test_no_unfair_program_of_a_few_is_accepted(program: Program) -> None:
    assert accepted(program, FEW) == 0


@pytest.mark.long
@pytest.mark.parametrize(("program", "programs"), [(uniform, FEW), *((program, MANY) for program in FAIR)])
def test_fair_programs_are_refused_no_more_often_than_stated(program: Program, programs: int) -> None:
    assert accepted(program, programs) == programs  # a millionth of 10,000 is none


@pytest.mark.long
@pytest.mark.parametrize(("program", "programs"), [(slips, FEW), *((program, MANY) for program in UNFAIR)])
def test_unfair_programs_are_refused_but_for_one_in_a_thousand(program: Program, programs: int) -> None:
    assert accepted(program, programs) <= programs // 1000


# --- what is told ------------------------------------------------------------------------------------------


def test_a_complete_sample_is_accepted_after_its_first_look_and_without_waiting() -> None:
    clock, asked = Clock(), subject(in_turn(seeded(1), Clock()))
    finding = check(4, 5, clock=clock, occur=[1, 2, 3]).judge(asked)
    assert finding == Finding(
        Verdict.AC,
        1.0,
        input="move(4)\nmove(5)",
        actual="1: 151, 2: 152, 3: 153 in 456 calls\n1: 153, 2: 152, 3: 151 in 456 calls",
        cpu_s=0.5,
        wall_s=1.0,
        peak_bytes=1024,
    )
    assert (asked.asked, clock.now_s) == ([(2 * FIRST, State.NEW), (2 * (SLIP_MISSED - FIRST), State.SAME)], 0.0)


def test_what_never_came_is_told_with_what_did_and_why_that_is_no_chance() -> None:
    calls = [0]

    def one_or_three(sticks: int) -> int:
        calls[0] += 1
        return 1 + 2 * (calls[0] % 2)

    clock, asked = Clock(), subject(one_or_three)
    finding = check(4, clock=clock, occur=[1, 2, 3]).judge(asked)
    assert finding == Finding(
        Verdict.WA,
        0.0,
        Message("never-came", {"values": "2", "calls": "576", "seconds": "2", "rarely": "20"}),
        input="move(4), 576 calls",
        expected="each of 1, 2, 3 at times",
        actual="1: 288, 2: 0, 3: 288 in 576 calls",
        cpu_s=1.0,
        wall_s=2.0,
        peak_bytes=1024,
    )
    assert say(finding.message) == (
        "Never came: 2, in 576 calls over 2 s. That is no bad luck: a value that comes only once in 20 calls "
        "stays away for so long less than once in a million times."
    )
    assert clock.now_s == pytest.approx((LEAST_LOOKS - 1) * WAIT_S)
    assert asked.asked == [
        (FIRST, State.NEW),
        (SLIP_MISSED - FIRST, State.SAME),
        (AGAIN, State.SAME),
        (AGAIN, State.SAME),
    ]


def test_what_stays_the_same_is_refused_only_after_so_many_seconds_that_a_clock_must_have_changed_it() -> None:
    clock = Clock()
    finding = judged(lambda _sticks: 2, 5, clock=clock, occur=[1, 2, 3], or_always="oracle.best")
    assert finding.verdict is Verdict.WA
    assert finding.message is not None
    assert finding.message.values["values"] == "1, 3"
    assert finding.expected == "each of 1, 2, 3 at times, or 1 every time"
    looks = 1 + round(clock.now_s / WAIT_S)
    # 3 values, 3 pairs of missing ones, 3 numbers of missing ones: 9 (1/3)^looks must be below a millionth.
    assert 9 * 3.0**-looks <= 1e-6 < 9 * 3.0 ** -(looks - 1)


def test_a_wrong_answer_is_told_with_its_call_and_how_often_the_like_came() -> None:
    calls = [0]

    def now_and_then_four(_sticks: int) -> int:
        calls[0] += 1
        return 4 if calls[0] % 100 == 50 else 1 + calls[0] % 3

    clock = Clock()
    assert judged(now_and_then_four, 5, clock=clock, allowed="oracle.is_legal", occur=[1, 2, 3]) == Finding(
        Verdict.WA,
        0.0,
        Message("objection", {"why": "4 is no move with 5 sticks."}),
        input="move(5) (50. of 456 calls)",
        actual="4",
        notes=(Message("so-often", {"count": "5", "total": "456"}),),
        cpu_s=0.5,
        wall_s=1.0,
        peak_bytes=1024,
    )
    assert clock.now_s == 0.0


def test_without_a_checker_only_what_should_occur_is_allowed() -> None:
    finding = judged(lambda _sticks: 7, 5, occur=[1, 2, 3])
    assert (finding.verdict, finding.message) == (Verdict.WA, Message("wrong-value"))
    assert (finding.expected, finding.actual) == ("one of 1, 2, 3", "7")


def test_the_value_that_may_always_come_is_allowed_too() -> None:
    assert judged(lambda _sticks: 0, 5, occur=[1, 2, 3], or_always=0).verdict is Verdict.AC
    assert judged(lambda _sticks: 0, 5, occur=[1, 2, 3]).verdict is Verdict.WA


def test_nothing_returned_is_told_as_such() -> None:
    assert judged(lambda _sticks: None, 5, occur=[1, 2, 3]).message == Message("nothing-returned")


def test_values_that_are_allowed_need_not_occur() -> None:
    assert judged(lambda _sticks: 2, 5, allowed=[1, 2, 3]).verdict is Verdict.AC
    assert judged(lambda _sticks: 4, 5, allowed=[1, 2, 3]).verdict is Verdict.WA


def test_what_is_allowed_beside_what_should_occur_is_no_substitute_for_it() -> None:
    assert judged(lambda _sticks: 4, 5, allowed=[1, 4], occur=[1]).verdict is Verdict.WA


def test_the_best_value_every_time_needs_no_variety() -> None:
    keys: dict[str, Any] = {"occur": "oracle.moves", "or_always": "oracle.best"}
    assert judged(lambda sticks: sticks % 4, 5, 6, 7, **keys).verdict is Verdict.AC
    assert judged(lambda sticks: (sticks + 1) % 4 or 1, 5, 6, 7, **keys).verdict is Verdict.WA


def test_where_nothing_is_best_variety_is_asked_but_of_a_program_that_plays_best_elsewhere() -> None:
    keys: dict[str, Any] = {"occur": "oracle.moves", "or_always": "oracle.best"}
    assert judged(lambda sticks: sticks % 4 or 1, 4, 5, 6, 8, **keys).verdict is Verdict.AC
    assert judged(lambda sticks: sticks % 4 or 1, 4, 8, **keys).verdict is Verdict.WA
    assert judged(lambda sticks: {4: 1, 5: 1, 6: 1}[sticks], 4, 5, 6, **keys).verdict is Verdict.WA


def test_a_harmless_type_is_accepted_with_a_note() -> None:
    move = in_turn(seeded(1), Clock())
    finding = judged(lambda sticks: float(str(move(sticks))), 5, occur=[1, 2, 3])
    assert (finding.verdict, finding.notes) == (
        Verdict.AC,
        (Message("overlooked", {"what": "a decimal number for an integer"}),),
    )


def test_a_share_is_that_of_the_arguments_for_which_all_came() -> None:
    move = uniform(seeded(1), Clock())
    finding = judged(lambda sticks: 1 if sticks == 5 else move(sticks), 4, 5, 6, 7, occur=[1, 2, 3])
    assert (finding.verdict, finding.share, finding.input) == (Verdict.WA, 0.75, "move(5), 1,356 calls")
    assert finding.notes == (Message("wrong-on", {"wrong": "1", "total": "4", "unasked": "0"}),)


# --- troubles ----------------------------------------------------------------------------------------------


def test_an_error_in_one_of_many_calls_is_the_verdict() -> None:
    calls = [0]

    def move(_sticks: int) -> int:
        calls[0] += 1
        return 1 + calls[0] % 3 if calls[0] != 300 else 1 // 0

    finding = judged(move, 5, occur=[1, 2, 3])
    assert (finding.verdict, finding.input) == (Verdict.RTE, "move(5) (300. of 456 calls)")
    assert finding.notes == (Message("so-often", {"count": "1", "total": "456"}),)


@pytest.mark.parametrize(
    ("ending", "verdict"),
    [(Ending.CPU_LIMIT, Verdict.TLE), (Ending.MEMORY_LIMIT, Verdict.MLE), (Ending.SIGNALLED, Verdict.RTE)],
)
def test_a_process_that_ends_leaves_the_rest_untried_and_counted_so(ending: Ending, verdict: Verdict) -> None:
    asked = FakeSubject(replying(Ended(ended(ending, signal=11))), offer=OFFER)
    finding = check(4, 5, 6, occur=[1, 2, 3]).judge(asked)
    assert (finding.verdict, finding.share) == (verdict, 0.0)
    assert finding.notes[-1] == Message("wrong-and-unasked", {"wrong": "1", "total": "3", "unasked": "2"})


def test_what_was_not_run_is_not_run() -> None:
    finding = check(4, 5, occur=[1, 2, 3]).judge(FakeSubject(replying(NotRun()), offer=OFFER))
    assert (finding.verdict, finding.message) == (Verdict.SK, Message("not-run"))


def test_a_second_look_that_is_not_to_be_had_is_no_acceptance() -> None:
    looks = [0]

    def fresh() -> Student:
        def student(_step: Step) -> Any:
            looks[0] += 1
            return returning(lambda _sticks: 1)()(Step("move", (4,))) if looks[0] <= SLIP_MISSED else NotRun()

        return student

    finding = check(4, occur=[1, 2, 3]).judge(FakeSubject(fresh, offer=OFFER))
    assert (finding.verdict, finding.message) == (Verdict.SK, Message("not-run"))


def test_a_function_that_is_missing_is_told_as_such() -> None:
    asked = FakeSubject(replying(NotRun()), offer=Offer({"move": None}, {}, {}, {}))
    assert check(4, occur=[1]).judge(asked).verdict is Verdict.SK
    assert [count for count, _state in asked.asked] == [1]


def test_a_package_with_shared_state_samples_in_it() -> None:
    asked = subject(in_turn(seeded(1), Clock()), Keeping.SHARED)
    check(4, occur=[1, 2, 3]).judge(asked)
    assert asked.asked == [(FIRST, State.SAME), (SLIP_MISSED - FIRST, State.SAME)]


@dataclass(slots=True)
class Slow(FakeSubject):
    """A subject that waits for a while in each call; `each_s` says how long."""

    each_s: float = 0.0

    def ask(
        self, steps: Sequence[Step], state: State, each_cpu_s: float | None = None, limits: Limits | None = None
    ) -> Answers:
        answers = FakeSubject.ask(self, steps, state, each_cpu_s, limits)
        return replace(answers, wall_s=self.each_s * len(steps))


def test_a_slow_function_is_asked_less_often_which_is_enough_if_all_came() -> None:
    asked = Slow(returning(in_turn(seeded(1), Clock())), offer=OFFER, each_s=0.1)
    assert check(4, 5, occur=[1, 2, 3]).judge(asked).verdict is Verdict.AC
    assert asked.asked == [(2 * FIRST, State.NEW), (2 * int(LOOK_S / 0.2), State.SAME)]


def test_a_slow_function_of_which_not_all_came_in_time_is_too_slow_and_not_wrong() -> None:
    asked = Slow(returning(lambda _sticks: 1), offer=OFFER, each_s=1.0)
    finding = check(4, occur=[1, 2, 3]).judge(asked)
    assert (finding.verdict, finding.message) == (Verdict.TLE, Message("slow-sample", {"seconds": "65"}))


def test_a_slow_function_is_refused_only_after_as_many_calls_as_a_quick_one() -> None:
    asked = Slow(returning(weighted((1, 1, 0), 1)), offer=OFFER, each_s=0.2)
    finding = check(4, occur=[1, 2, 3]).judge(asked)
    assert (finding.verdict, finding.input) == (Verdict.WA, "move(4), 335 calls")
    assert 3 * 0.95**335 <= 1e-6


def test_calls_of_one_moment_in_two_requests_are_no_two_draws() -> None:
    drawn = Drawn()
    drawn.add([Returned(1), Returned(1)])
    drawn.add([Returned(1), Returned(2)], later=False)
    assert (drawn.draws, len(drawn.looks), drawn.calls) == (2, 1, 4)
    drawn.add([Returned(2)])
    assert (drawn.draws, len(drawn.looks), drawn.calls) == (3, 2, 5)


# --- shares ------------------------------------------------------------------------------------------------


def weighted(weights: tuple[int, int, int], seed: int) -> Move:
    rng = seeded(seed)
    return lambda _sticks: rng.choices((1, 2, 3), weights)[0]


@pytest.mark.parametrize(
    ("weights", "verdict"),
    [((1, 1, 1), Verdict.AC), ((2, 2, 1), Verdict.AC), ((10, 5, 5), Verdict.AC), ((90, 5, 5), Verdict.WA)],
)
def test_shares_out_of_their_bounds_are_refused(weights: tuple[int, int, int], verdict: Verdict) -> None:
    for seed in range(20):
        assert judged(weighted(weights, seed), 5, occur=[1, 2, 3], shares=[0.2, 0.5]).verdict is verdict


def test_without_bounds_a_skewed_sample_that_is_complete_passes() -> None:
    assert judged(weighted((90, 5, 5), 1), 5, occur=[1, 2, 3]).verdict is Verdict.AC


def test_shares_that_are_out_of_their_bounds_are_told_with_them() -> None:
    finding = judged(weighted((90, 5, 5), 1), 5, occur=[1, 2, 3], shares=[0.2, 0.5], calls=500)
    assert say(finding.message) == (
        "Too often or too rarely: 1, 2, 3, in 1,500 calls over 2 s. Between 20% and 50% of the calls were expected. "
        "Chance does this less than once in a million times."
    )


def test_shares_of_what_changes_only_with_the_clock_are_not_judged() -> None:
    clock = Clock()
    finding = judged(clocked(seeded(1), clock), 5, clock=clock, occur=[1, 2, 3], shares=[0.2, 0.5])
    assert (finding.verdict, finding.notes) == (Verdict.AC, (Message("not-sure"),))


def test_shares_of_what_changes_with_a_fine_clock_are_not_judged_either() -> None:
    for seed in range(50):
        clock = Clock()
        move = clocked_finely(seeded(seed), clock)
        assert judged(move, 5, clock=clock, occur=[1, 2, 3], shares=[0.3, 0.4]).verdict is Verdict.AC


def test_shares_that_are_out_of_their_bounds_in_one_look_only_pass() -> None:
    calls, skewed_move, fair_move = [0], weighted((90, 5, 5), 1), weighted((1, 1, 1), 1)

    def move(sticks: int) -> Value:
        calls[0] += 1
        return (skewed_move if calls[0] <= SLIP_MISSED else fair_move)(sticks)

    asked = subject(move)
    assert check(5, occur=[1, 2, 3], shares=[0.2, 0.5]).judge(asked).verdict is Verdict.AC
    assert len(asked.asked) == 3


def test_more_calls_can_be_asked_for() -> None:
    asked = subject(in_turn(seeded(1), Clock()))
    check(5, occur=[1, 2, 3], calls=500).judge(asked)
    assert asked.asked == [(FIRST, State.NEW), (500 - FIRST, State.SAME)]


# --- reading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        (
            {"sample": "move(4)"},
            [("a sample says which answers are right: `allowed`, `occur`, or both", ())],
        ),
        (
            {"sample": "move(4)", "allowed": [1], "or_always": 1},
            [("`or_always` goes with `occur`, the values that should come", ("or_always",))],
        ),
        (
            {"sample": ["move(4)", "move(5) == 1"], "occur": [1]},
            [("what is right stands in `allowed` and `occur`, not after `==`", ("sample", 1))],
        ),
        (
            {"sample": "move(stick)", "occur": [1]},
            [("a sample calls a function, and knows no objects", ("sample",))],
        ),
        (
            {"sample": "move(4)", "occur": [1], "shares": [0.5, 0.2]},
            [("`shares` are the least and the most, such as [0.2, 0.5]", ("shares",))],
        ),
    ],
)
def test_a_fault_of_a_sample_is_told(body: dict[str, Any], faults: list[Any]) -> None:
    reader = FakeReader(MOVE, functions=FUNCTIONS)
    PLUGIN.read(body, reader)
    assert reader.faults == faults


def test_a_single_call_is_a_list_of_one() -> None:
    reader = FakeReader(MOVE, functions=FUNCTIONS)
    assert PLUGIN.read({"sample": "move(4)", "occur": [1]}, reader).steps == (Step("move", (4,)),)


@pytest.mark.parametrize(
    ("function", "fault"),
    [("number", "returned 3, not a list of values"), ("nothing", "gives no value for move")],
)
def test_an_oracle_that_names_no_values_is_a_fault_of_the_package(function: str, fault: str) -> None:
    with pytest.raises(PackageError, match=fault):
        judged(lambda _sticks: 1, 4, occur=f"oracle.{function}")
