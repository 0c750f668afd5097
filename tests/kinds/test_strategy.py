"""grader.kinds.strategy: what is drawn is the same for all, and the smallest failure like it is shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.errors import PackageError
from grader.expression import read_function
from grader.kinds._drawing import Source
from grader.kinds.strategy import MOST_TRIALS, PLUGIN, StrategyCheck
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
    Raised,
    Reply,
    Returned,
    State,
    Step,
    Verdict,
)
from grader.values import Value
from tests.kinds.fake_subject import FakeReader, FakeSubject, Student, ended, replying, returning

WORK = Interface((read_function("work(given)"),))
OFFER = Offer({"work": "work"}, {}, {}, {})
CRASH = Ended(ended(Ending.SIGNALLED, signal=11))
TIMEOUT = Ended(ended(Ending.CPU_LIMIT))
WRONG = Returned(-7)
COSTS: dict[str, Any] = {"cpu_s": 0.01, "wall_s": 0.02, "peak_bytes": 1024}


def lists() -> Any:
    return st.lists(st.integers(-1000, 1000), max_size=30)


def texts() -> Any:
    return st.text(st.sampled_from("abcdexyz"), max_size=12)


def pairs() -> Any:
    return st.tuples(st.integers(0, 99), st.integers(0, 99))


def coins() -> Any:
    return st.sampled_from([0, 1, 2])


def never() -> Any:
    return st.integers().filter(lambda _number: False)


def hardly_ever() -> Any:
    return st.integers(0, 10_000).filter(lambda number: number % 100 == 3)


def no_strategy() -> Any:
    return [1, 2, 3]


def fails() -> Any:
    return st.integers().map(lambda number: 1 // (number - number))


def of_no_language() -> Any:
    return st.just(object())


FUNCTIONS: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (lists, texts, pairs, coins, never, hardly_ever, no_strategy, fails, of_no_language, sum, len, min)
}
FUNCTIONS["add"] = lambda one, other: one + other
FUNCTIONS["same"] = lambda number: number
FUNCTIONS["length"] = len
FUNCTIONS["largest_first"] = lambda numbers: -sum(numbers)
FUNCTIONS["incomparable"] = lambda numbers: numbers[0] if numbers else "none"


def check(strategy: str = "lists", expect: str = "sum", seed: int = 0, **keys: Any) -> StrategyCheck:
    reader = FakeReader(WORK, functions=FUNCTIONS, seed=seed)
    read = PLUGIN.read({"strategy": f"oracle.{strategy}", "expect": f"oracle.{expect}", **keys}, reader)
    assert reader.faults == []
    return read


def subject(student: Callable[[], Student], keeping: Keeping = Keeping.FRESH) -> FakeSubject:
    return FakeSubject(student, offer=OFFER, keeping=keeping, cpu_s=0.01)


def judged(work: Callable[..., Value], strategy: str = "lists", expect: str = "sum", **keys: Any) -> Finding:
    return check(strategy, expect, **keys).judge(subject(returning(work)))


def given_to(step: Step) -> list[int]:
    (numbers,) = step.arguments
    assert isinstance(numbers, list)
    return numbers  # type: ignore[return-value]  # lists of integers are all that is drawn where it is used


def wrong_when(wrong: Callable[[Any], bool], reply: Reply = WRONG, right: Any = sum) -> Callable[[], Student]:
    def student(step: Step) -> Reply:
        (given,) = step.arguments
        return reply if wrong(given) else Returned(right(given))

    return lambda: student


# --- the smallest failing input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "strategy", "expect", "smallest"),
    [
        (lambda numbers: any(number < 0 for number in numbers), "lists", "sum", "work([-1])"),
        (lambda numbers: len(numbers) > 10, "lists", "sum", f"work({[0] * 11})"),
        (lambda numbers: sum(numbers) > 500, "lists", "sum", "work([501])"),
        (lambda text: "x" in text, "texts", "len", 'work("x")'),
        (lambda text: len(text) > 3 and text[0] == "b", "texts", "len", 'work("baaa")'),
        (lambda number: number == 2, "coins", "same", "work(2)"),
        (lambda _numbers: True, "lists", "sum", "work([])"),
    ],
)
def test_a_planted_bug_is_shown_by_the_smallest_input_that_has_it(
    wrong: Callable[[Any], bool], strategy: str, expect: str, smallest: str
) -> None:
    student = wrong_when(wrong, right=FUNCTIONS[expect])
    finding = check(strategy, expect).judge(subject(student))
    assert (finding.verdict, finding.input, finding.actual) == (Verdict.WA, smallest, "-7")
    assert finding.message is not None
    assert finding.message.key == "smallest-of"


def test_the_number_of_wrong_inputs_is_that_of_those_that_were_drawn() -> None:
    drawn = check().table.raw
    wrong = sum(any(number < 0 for number in numbers) for (numbers,) in drawn)
    finding = judged(lambda numbers: sum(map(abs, numbers)))
    assert 20 < wrong < len(drawn) <= 200
    assert finding == Finding(
        Verdict.WA,
        (len(drawn) - wrong) / len(drawn),
        Message("smallest-of", {"wrong": str(wrong), "total": str(len(drawn)), "unasked": "0"}),
        input="work([-1])",
        expected="-1",
        actual="1",
        **COSTS,
    )


def test_what_is_right_throughout_is_accepted_and_asked_once() -> None:
    asked = subject(returning(sum))
    assert check(examples=50).judge(asked) == Finding(Verdict.AC, 1.0, **COSTS)
    assert asked.asked == [(len(check(examples=50).table.raw), State.EACH)]


def test_several_arguments_are_a_tuple() -> None:
    assert judged(lambda one, other: one + other, "pairs", "add").verdict is Verdict.AC
    assert judged(lambda one, other: one + min(other, 9), "pairs", "add").input == "work(0, 10)"


def test_an_input_that_comes_twice_counts_once() -> None:
    finding = judged(lambda number: number % 2, "coins", "same")
    assert (finding.share, finding.input) == (2 / 3, "work(2)")


def test_a_declared_order_says_what_is_smallest() -> None:
    def failing(numbers: list[int]) -> bool:
        return len(numbers) >= 2

    shortest = check(order="oracle.length").judge(subject(wrong_when(failing)))
    largest = check(order="oracle.largest_first").judge(subject(wrong_when(failing)))
    assert shortest.input == "work([0, 0])"
    most = max(sum(numbers) for (numbers,) in check().table.raw if failing(numbers))
    assert largest.expected is not None
    assert int(largest.expected) >= most > 500


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [(Raised("IndexError", "10"), Verdict.RTE), (CRASH, Verdict.RTE), (Ended(ended(Ending.EXITED, 3)), Verdict.RTE)],
)
def test_an_error_at_some_inputs_is_shown_by_the_smallest_of_them(reply: Reply, verdict: Verdict) -> None:
    finding = check().judge(subject(wrong_when(lambda numbers: len(numbers) > 4, reply)))
    assert (finding.verdict, finding.input, finding.expected) == (verdict, "work([0, 0, 0, 0, 0])", "0")


def test_one_failure_is_not_mistaken_for_another_when_it_is_made_smaller() -> None:
    def student(step: Step) -> Reply:
        numbers = given_to(step)
        if len(numbers) > 6:
            return Raised("IndexError", "6")
        return Raised("ValueError", "few") if len(numbers) in (1, 2) else Returned(sum(numbers))

    finding = check(order="oracle.length").judge(subject(lambda: student))
    assert (finding.input, finding.actual) in (
        ("work([0])", "ValueError: few"),
        ("work([0, 0, 0, 0, 0, 0, 0])", "IndexError: 6"),
    )
    assert finding.input == "work([0])"  # as the one that comes first in the order


# --- bounds ------------------------------------------------------------------------------------------------


def test_a_time_out_is_shown_by_a_drawn_input_and_not_tried_again() -> None:
    tried: list[Any] = []

    def slow(numbers: list[int]) -> bool:
        tried.extend([numbers] if len(numbers) > 10 else [])
        return len(numbers) > 10

    finding = check().judge(subject(wrong_when(slow, TIMEOUT)))
    drawn = [numbers for (numbers,) in check().table.raw if len(numbers) > 10]
    shortest = min(drawn, key=lambda numbers: (len(repr(numbers)), repr(numbers)))
    assert (finding.verdict, finding.input) == (Verdict.TLE, f"work({shortest})")
    assert tried == drawn


def test_an_answer_for_which_nobody_waits_any_longer_ends_the_search() -> None:
    left = [3]

    def student(step: Step) -> Reply:
        numbers = given_to(step)
        if asked.asked[-1][0] == 1:
            left[0] -= 1
            if left[0] < 0:
                return NotRun()
        return Returned(-7 if len(numbers) > 10 else sum(numbers))

    asked = subject(lambda: student)
    finding = check().judge(asked)
    assert (finding.verdict, finding.actual) == (Verdict.WA, "-7")
    assert len(asked.asked) <= 1 + 4


def test_the_search_ends_after_so_many_trials() -> None:
    asked = subject(wrong_when(lambda numbers: len(set(numbers)) > 12))
    finding = check().judge(asked)
    assert finding.verdict is Verdict.WA
    assert len(asked.asked) <= 1 + MOST_TRIALS


@pytest.mark.parametrize(("cpu_s", "wall_s"), [(4.5, 4.5), (None, 25.0)])
def test_the_search_ends_after_so_much_time(cpu_s: float | None, wall_s: float) -> None:
    asked = subject(wrong_when(lambda numbers: len(numbers) > 4))
    asked.cpu_s, asked.wall_s = cpu_s, wall_s
    assert check().judge(asked).verdict is Verdict.WA
    assert len(asked.asked) <= 1 + 3


def test_a_failure_that_does_not_come_again_is_shown_as_it_was_drawn() -> None:
    def student(step: Step) -> Reply:
        numbers = given_to(step)
        return Returned(-7 if len(numbers) > 10 and asked.asked[-1][0] > 1 else sum(numbers))

    asked = subject(lambda: student)
    finding = check().judge(asked)
    assert finding.input is not None
    assert (finding.verdict, finding.actual, finding.input.count(",") >= 10) == (Verdict.WA, "-7", True)


def test_a_student_who_answers_by_chance_gets_a_finding() -> None:
    calls = [0]

    def student(step: Step) -> Reply:
        numbers = given_to(step)
        calls[0] += 1
        return Returned(sum(numbers) if calls[0] * 7919 % 13 < 8 else -7)

    assert check().judge(subject(lambda: student)).verdict is Verdict.WA


def test_what_nobody_asked_is_told_as_such() -> None:
    finding = check().judge(subject(replying(Returned(0), TIMEOUT, NotRun())))
    assert finding.verdict is Verdict.TLE
    assert finding.notes[0].key == "smallest-and-unasked"
    assert check().judge(subject(replying(NotRun()))).verdict is Verdict.TLE


# --- state -------------------------------------------------------------------------------------------------


def forgetful() -> Callable[[], Student]:
    """A student who is right once after loading."""

    def fresh() -> Student:
        calls = [0]

        def answer(step: Step) -> Reply:
            numbers = given_to(step)
            calls[0] += 1
            return Returned(sum(numbers) if calls[0] == 1 else -7)

        return answer

    return fresh


def test_state_is_kept_as_the_package_says() -> None:
    assert check().judge(subject(forgetful())).verdict is Verdict.AC
    retried = check().judge(subject(forgetful(), Keeping.RETRY))
    assert (retried.verdict, retried.notes) == (Verdict.AC, (Message("fresh-state"),))
    asked = subject(forgetful(), Keeping.SHARED)
    assert check().judge(asked).verdict is Verdict.WA
    assert asked.asked == [(len(check().table.raw), State.NEW)]


# --- the same for all --------------------------------------------------------------------------------------


def test_the_same_seed_draws_the_same_inputs_and_another_one_others() -> None:
    assert Source(lists, 100, 1).draw() == Source(lists, 100, 1).draw() != Source(lists, 100, 2).draw()


def test_two_runs_give_the_same_finding_and_ask_the_same() -> None:
    asked: list[list[Step]] = []

    class Noting(FakeSubject):
        def ask(
            self, steps: Any, state: State, each_cpu_s: float | None = None, limits: Limits | None = None
        ) -> Answers:
            asked[-1] += steps
            return super().ask(steps, state, each_cpu_s, limits)

    findings = []
    for _run in range(2):
        asked.append([])
        student = wrong_when(lambda numbers: len(set(numbers)) > 5)
        findings.append(check().judge(Noting(student, offer=OFFER, keeping=Keeping.FRESH, cpu_s=0.01)))
    assert findings[0] == findings[1]
    assert asked[0] == asked[1]
    assert len(asked[0]) > 200


DRAWS = """
import sys
sys.path[:0] = sys.argv[1:]
if len(sys.argv) > 1:
    import constants
from hypothesis import strategies as st
from grader.kinds._drawing import Source
print(Source(lambda: STRATEGY, 300, 5).draw())
"""


@pytest.mark.long
@pytest.mark.parametrize("strategy", ["st.lists(st.integers() | st.floats())", "st.lists(st.integers() | st.text())"])
def test_what_is_drawn_does_not_depend_on_what_else_is_loaded_or_on_the_folder(tmp_path: Path, strategy: str) -> None:
    (tmp_path / "constants.py").write_text("\n".join(f"_{n} = {n * n + 12345}, 'text {n}'" for n in range(200)))
    (tmp_path / "here").mkdir()
    said = [
        subprocess.run(  # the same interpreter, in a folder of this test
            [sys.executable, "-c", DRAWS.replace("STRATEGY", strategy), *more],
            cwd=tmp_path / "here",
            capture_output=True,
            check=True,
        ).stdout
        for more in ([], [str(tmp_path)])
    ]
    assert said[0] == said[1]
    assert len(said[0]) > 1000
    assert list((tmp_path / "here").iterdir()) == []


def test_a_package_without_strategies_does_not_import_hypothesis() -> None:
    code = "import sys; from grader import problem; problem.load(problem.find_package('valid-board'))"
    said = subprocess.run(  # the same interpreter
        [sys.executable, "-c", f"{code}; print('hypothesis' in sys.modules)"], capture_output=True, check=True
    )
    assert said.stdout == b"False\n"


def test_hypothesis_says_nothing_itself(capfd: pytest.CaptureFixture[str]) -> None:
    judged(len)
    assert capfd.readouterr() == ("", "")


# --- faults of the package ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "keys", "fault"),
    [
        ("never", {}, "`never` can not be drawn from: "),
        ("hardly_ever", {}, "`hardly_ever` can not be drawn from: "),
        ("no_strategy", {}, "`no_strategy` can not be drawn from: "),
        ("fails", {}, "`fails` can not be drawn from: ZeroDivisionError"),
        ("of_no_language", {}, "an input can't be handed over: "),
        ("lists", {"order": "oracle.incomparable"}, "the `order` of a test of `work` can't be compared: "),
    ],
)
def test_a_strategy_that_gives_nothing_is_a_fault_of_the_package(
    strategy: str, keys: dict[str, Any], fault: str
) -> None:
    with pytest.raises(PackageError) as raised:
        judged(lambda _given: -1, strategy, "same", **keys)
    (told,) = raised.value.faults
    assert told.message.startswith(fault), told.message
    assert "\n" not in told.message


def test_an_oracle_that_fails_at_a_smaller_input_is_a_fault_of_the_package() -> None:
    def expect(numbers: list[int]) -> int:
        if numbers == [0]:
            raise PackageError([])
        return len(numbers)

    reader = FakeReader(
        WORK, functions={"expect": expect, "lists": lambda: st.lists(st.integers(0, 9), min_size=1, max_size=9)}
    )
    test = PLUGIN.read({"strategy": "oracle.lists", "expect": "oracle.expect", "examples": 1}, reader)
    with pytest.raises(PackageError):
        test.judge(subject(wrong_when(lambda _numbers: True)))


def test_a_test_that_can_not_be_asked_is_a_fault() -> None:
    reader = FakeReader(WORK, functions=FUNCTIONS)
    PLUGIN.read({"strategy": "oracle.lists", "call": "wrok"}, reader)
    assert reader.faults == [
        ("`call` names a function of the interface: work", ("call",)),
        ("the key `expect` is missing", ()),
    ]
