"""The kind `growth`, over a subject whose clock each test makes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grader.kinds.growth import PLUGIN, GrowthCheck
from grader.model import Ended, Ending, Finding, Raised, Returned, Step, Verdict
from grader.words import say
from tests.kinds.fake_subject import FakeReader, FakeSubject, Student, ended, replying, returning

SIZES = [100, 250, 500, 1000, 2000]
Clock = Callable[[Step], float | None]


def calls(n: int) -> dict[str, Any]:
    """Twenty calls at a size, after ten that do not count."""
    return {"before": [((n,), 2 * n)] * 10, "calls": [((n,), 2 * n)] * 20}


def check(make: Callable[[int], Any] = calls, **more: Any) -> GrowthCheck:
    body = {"growth": "double", "calls": "oracle.calls", "sizes": SIZES, "at_most": "constant", **more}
    reader = FakeReader(functions={"calls": make})
    read = PLUGIN.read(body, reader)
    assert reader.faults == []
    return read


def doubling() -> FakeSubject:
    return FakeSubject(returning(lambda n: 2 * n))


def judge(clock: Clock, **more: Any) -> Finding:
    subject = doubling()
    subject.clock = clock
    return check(**more).judge(subject)


def size(step: Step) -> int:
    argument = step.arguments[0]
    assert isinstance(argument, int)
    return argument


def notes(finding: Finding) -> list[str]:
    return [note.key for note in finding.notes]


# --- what passes and what does not -------------------------------------------------------------------------


def test_a_call_that_costs_the_same_at_every_size_is_accepted_after_the_smallest_and_the_largest() -> None:
    subject = doubling()
    asked: list[int] = []

    def clock(step: Step) -> float:
        asked.append(size(step))
        return 1e-6

    subject.clock = clock
    finding = check().judge(subject)
    assert {n: asked.count(n) for n in SIZES} == {
        100: 120,
        250: 0,
        500: 0,
        1000: 0,
        2000: 120,
    }  # to warm up, and thrice
    assert (finding.verdict, finding.share, finding.notes) == (Verdict.AC, 1.0, ())
    assert finding.actual == "`double` with n = 100: 1.0 µs\n`double` with n = 2,000: 1.0 µs"


@pytest.mark.parametrize(
    "clock",
    [lambda step: 1e-6 + 1e-8 * size(step), lambda step: 1e-6 + 1e-9 * size(step) ** 2],
    ids=["line", "board"],
)
def test_a_call_that_looks_at_a_line_or_a_board_is_refused(clock: Clock) -> None:
    finding = judge(clock)
    assert (finding.verdict, finding.share) == (Verdict.TLE, 0.0)


def test_the_student_is_told_how_much_longer_it_took_and_like_which_power() -> None:
    finding = judge(lambda step: 1e-7 + 1e-8 * size(step), show="a move on a {n} x {n} board")
    assert say(finding.message) == (
        "a move on a 2,000 x 2,000 board took about 18 times as long as a move on a 100 x 100 board. "
        "It should take about the same time."
    )
    assert [say(note) for note in finding.notes] == [
        "The time grows about like n to the power of 1.0 (between 1.0 and 1.0)."
    ]
    assert finding.expected == "about the same time at every size"
    assert finding.actual == "\n".join(
        f"a move on a {text} board: {cost} µs"
        for text, cost in (
            ("100 x 100", "1.1"), ("250 x 250", "2.6"), ("500 x 500", "5.1"),
            ("1,000 x 1,000", "10.1"), ("2,000 x 2,000", "20.1"),
        )
    )  # fmt: skip


def test_a_faster_growth_than_a_line_is_told_by_what_was_allowed() -> None:
    finding = judge(lambda step: 1e-9 * size(step) ** 2, at_most="linear")
    assert say(finding.message) == (
        "`double` with n = 2,000 took about 400 times as long as `double` with n = 100. "
        "It should take at most about 20 times as long."
    )


@pytest.mark.parametrize(
    ("at_most", "clock"),
    [
        ("logarithmic", lambda step: 1e-6 * size(step).bit_length()),
        ("linear", lambda step: 1e-6 + 1e-8 * size(step)),
        ("linearithmic", lambda step: 1e-8 * size(step) * size(step).bit_length()),
        ("quadratic", lambda step: 1e-9 * size(step) ** 2),
    ],
)
def test_growth_as_allowed_is_accepted(at_most: str, clock: Clock) -> None:
    finding = judge(clock, at_most=at_most)
    assert (finding.verdict, notes(finding)) == (Verdict.AC, [])


def test_a_group_that_grows_is_refused_beside_one_that_does_not() -> None:
    def make(n: int) -> dict[str, Any]:
        return {"calls": {"rows": [((-n,), -2 * n)] * 20, "columns": [((n,), 2 * n)] * 20}}

    finding = judge(lambda step: 1e-6 + 1e-8 * max(0, size(step)), calls="oracle.calls", make=make)
    assert (finding.verdict, finding.input) == (Verdict.TLE, "columns")


def test_what_comes_before_never_stands_for_the_calls_that_count_if_these_can_be_had() -> None:
    """It takes longer than a look should at the largest size, and walks less far."""

    def make(n: int) -> dict[str, Any]:
        return {"before": [((-n,), -2 * n)] * 4 * n, "calls": [((n,), 2 * n)] * 200}

    # The first calls cost the same at every size: taken for the others they would hide the growth.
    finding = judge(lambda step: 5e-5 if size(step) < 0 else 5e-5 + 1e-7 * size(step), make=make)
    assert (finding.verdict, finding.share) == (Verdict.TLE, 0.0)


# --- machines ----------------------------------------------------------------------------------------------


class Machine:
    """A clock that is not steady; `cost` is what a call really needs."""

    def __init__(self, cost: Callable[[int], float], seed: int) -> None:
        self.cost = cost
        self.random = random.Random(seed)  # noqa: S311 - not for secrets
        self.calls = 0
        self.pace = 1.0

    def time(self, step: Step) -> float:
        self.calls += 1
        if self.calls % 100 == 0:
            self.pace = max(1.0, self.random.lognormvariate(0.1, 0.4))  # others come and go
        pause_s = 2e-3 if self.random.random() < 0.003 else 0.0  # a garbage collection, a table that grows
        warm = 1 + 10 * 0.998**self.calls  # a compiler that is still at work
        return self.cost(size(step)) * self.pace * warm + pause_s


def same(_n: int) -> float:
    return 2e-6


def line(n: int) -> float:
    return 2e-6 + 2e-9 * n


def many(n: int) -> dict[str, Any]:
    """As many calls as real packages make: several blocks in each game."""
    return {"before": [((n,), 2 * n)] * 100, "calls": [((n,), 2 * n)] * 400}


def on(machine: Machine) -> Finding:
    subject = doubling()
    subject.clock = machine.time
    return check(many).judge(subject)


def test_no_unsteady_machine_refuses_what_costs_the_same() -> None:
    assert [on(Machine(same, seed)).verdict for seed in range(40)] == [Verdict.AC] * 40


def test_an_unsteady_machine_refuses_nearly_every_walk_along_a_line() -> None:
    found = [on(Machine(line, seed)).verdict for seed in range(20)]
    assert found.count(Verdict.TLE) >= 18


def test_what_stays_undecided_passes_with_a_note() -> None:
    order = {100: 1e-6, 250: 1e-6, 500: 1e-6, 1000: 1e-6, 2000: 5e-6}
    finding = judge(lambda step: order[size(step)])
    assert (finding.verdict, finding.share, notes(finding)) == (Verdict.AC, 1.0, ["growth-undecided"])


@pytest.mark.parametrize("clock", [lambda _step: None, lambda _step: 0.0], ids=["unknown", "too coarse"])
def test_without_a_clock_it_passes_with_a_note(clock: Clock) -> None:
    finding = judge(clock)
    assert (finding.verdict, finding.share, notes(finding)) == (Verdict.AC, 1.0, ["growth-unmeasured"])


def test_a_slow_call_is_made_less_often() -> None:
    subject = doubling()
    asked: list[int] = []

    def clock(step: Step) -> float:
        asked.append(size(step))
        return 1e-6 * size(step) ** 2  # four seconds at the largest size

    subject.clock = clock
    assert check().judge(subject).verdict is Verdict.TLE
    assert asked.count(2000) <= 9


# --- answers -----------------------------------------------------------------------------------------------


def test_a_wrong_answer_is_wrong_however_fast_it_came() -> None:
    subject = FakeSubject(returning(lambda n: 0 if n == 2000 else 2 * n))
    finding = check().judge(subject)
    assert (finding.verdict, finding.input, finding.expected, finding.actual) == (
        Verdict.WA, "double(2000)", "4000", "0",
    )  # fmt: skip


def test_an_error_on_the_way_is_told() -> None:
    finding = check().judge(FakeSubject(replying(Raised("ValueError", "no"))))
    assert (finding.verdict, finding.input) == (Verdict.RTE, "double(100)")


def setting_up(limit: int, ending: Ending) -> Callable[[], Student]:
    """A student whose set-up of more than the limit is ended."""

    def student(step: Step) -> Any:
        n = size(step)
        if n < 0:
            return Returned(0) if -n <= limit else Ended(ended(ending))
        return Returned(2 * n)

    return lambda: student


def with_set_up(n: int) -> dict[str, Any]:
    return {"setup": [f"double({-n})"], **calls(n)}


@pytest.mark.parametrize("ending", [Ending.MEMORY_LIMIT, Ending.CPU_LIMIT])
@pytest.mark.parametrize(("cost", "verdict"), [(same, Verdict.AC), (lambda n: 1e-8 * n, Verdict.TLE)])
def test_a_size_that_needs_too_much_to_be_set_up_is_left_out(
    ending: Ending, cost: Callable[[int], float], verdict: Verdict
) -> None:
    subject = FakeSubject(setting_up(1000, ending))
    subject.clock = lambda step: cost(size(step))
    finding = check(with_set_up).judge(subject)
    assert finding.verdict is verdict
    assert "2,000" not in (finding.actual or "")
    assert "1,000" in (finding.actual or "")


def test_too_few_sizes_that_can_be_set_up_are_what_went_wrong() -> None:
    subject = FakeSubject(setting_up(250, Ending.MEMORY_LIMIT))
    assert check(with_set_up).judge(subject).verdict is Verdict.MLE


def test_what_earlier_games_have_left_behind_is_not_held_against_the_cost() -> None:
    """A student that keeps its first game for ever, and is right in each state of its own."""

    def fresh() -> Student:
        kept: list[int] = []

        def student(step: Step) -> Any:
            kept.append(size(step))
            return Returned(2 * kept[0])

        return student

    subject = FakeSubject(fresh)
    finding = check(lambda n: {"setup": [f"double({n})"], **calls(n)}).judge(subject)
    assert (finding.verdict, finding.notes) == (Verdict.AC, ())


# --- reading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "make", "fault"),
    [
        ({"at_most": None}, calls, "the key `at_most` is missing"),
        (
            {"sizes": [100, 200, 400]},
            calls,
            "the largest size is at least 8 times the smallest, or growth can't be told",
        ),
        ({}, lambda _n: {}, "the function for 100 gives a mapping with `calls`, and `setup` and `before` where they"),
        ({}, lambda _n: {"calls": [3]}, "the function for 100 gives 3; a call is its arguments and its answer"),
        ({}, lambda _n: {"calls": {"rows": []}}, "the function for 100 gives None; a call is its arguments"),
        ({}, lambda n: {"calls": [((n,), 1), ((n, n), 1)]}, "the function for 100 gives calls with different numbers"),
    ],
)
def test_a_fault_of_the_package_is_told(more: Mapping[str, Any], make: Callable[[int], Any], fault: str) -> None:
    body = {"growth": "double", "calls": "oracle.calls", "sizes": SIZES, "at_most": "constant", **more}
    reader = FakeReader(functions={"calls": make})
    PLUGIN.read({key: value for key, value in body.items() if value is not None}, reader)
    assert [message[: len(fault)] for message, _path in reader.faults] == [fault]
