"""grader.kinds.domain: every member of a domain is asked, and none is forgiven."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.errors import PackageError
from grader.kinds._members import TRIED_AGAIN, MembersCheck
from grader.kinds.domain import PLUGIN
from grader.model import (
    Absent,
    Ended,
    Ending,
    Finding,
    Invalid,
    Keeping,
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

CALM = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
COSTS: dict[str, Any] = {"cpu_s": 0.25, "wall_s": 0.5, "peak_bytes": 1024}
CRASH = Ended(ended(Ending.SIGNALLED, signal=11))
TIMEOUT = Ended(ended(Ending.CPU_LIMIT))


def twice(n: int) -> int:
    return 2 * n


def check(
    members: Iterable[Any] = range(10),
    where: str | None = None,
    name: str = "numbers",
    expect: Callable[..., Any] = twice,
) -> MembersCheck:
    every = list(members)
    functions: dict[str, Callable[..., Any]] = {
        name: lambda: iter(every),
        "expect": expect,
        "even": lambda n: n % 2 == 0,
        "odd": lambda n: n % 2 == 1,
        "large": lambda n: n > 100,
    }
    body = {"domain": f"oracle.{name}", "call": "double", "expect": "oracle.expect"}
    reader = FakeReader(functions=functions)
    test = PLUGIN.read(body if where is None else {**body, "where": f"oracle.{where}"}, reader)
    assert reader.faults == []
    return test


def answering(replies: dict[int, Reply]) -> Callable[[], Student]:
    """A student that is right but for the members that are given."""

    def student(step: Step) -> Reply:
        [n] = step.arguments
        assert isinstance(n, int)
        return replies.get(n, Returned(2 * n))

    return lambda: student


def counting(student: Callable[[int, int], Value]) -> Callable[[], Student]:
    """A student that keeps in a global how often it was called since it was loaded."""

    def fresh() -> Student:
        calls = [0]

        def answer(step: Step) -> Reply:
            calls[0] += 1
            [n] = step.arguments
            assert isinstance(n, int)
            return Returned(student(n, calls[0]))

        return answer

    return fresh


# --- opinions ----------------------------------------------------------------------------------------------


def test_a_domain_that_is_right_throughout_is_accepted() -> None:
    subject = FakeSubject(returning(twice))
    assert check().judge(subject) == Finding(Verdict.AC, 1.0, **COSTS)
    assert subject.asked == [(10, State.NEW)]


def test_the_number_of_wrong_members_and_the_first_of_them_are_told() -> None:
    finding = check().judge(FakeSubject(answering({3: Returned(7), 5: Returned(9)})))
    assert finding == Finding(
        Verdict.WA,
        0.8,
        Message("wrong-on", {"wrong": "2", "total": "10", "unasked": "0"}),
        input="double(3)",
        expected="6",
        actual="7",
        **COSTS,
    )


@CALM
@given(st.sets(st.integers(0, 29)))
def test_the_share_is_that_of_the_right_members_and_one_only_without_fault(wrong: set[int]) -> None:
    finding = check(range(30)).judge(FakeSubject(answering({n: Returned(-1) for n in wrong})))
    assert finding.share == (30 - len(wrong)) / 30
    assert (finding.verdict is Verdict.AC) == (not wrong)
    assert not wrong or finding.input == f"double({min(wrong)})"


def test_members_may_have_several_arguments() -> None:
    test = check([(1, 2), (3, 4)], expect=lambda a, b: a + b)
    assert test.judge(FakeSubject(returning(lambda a, b: a + b))).verdict is Verdict.AC
    assert test.judge(FakeSubject(returning(lambda a, b: a * b))).input == "double(1, 2)"


def test_the_worst_trouble_is_the_verdict_and_is_shown() -> None:
    finding = check().judge(FakeSubject(answering({2: Returned(0), 5: Raised("KeyError", "5"), 8: Returned(1)})))
    assert finding == Finding(
        Verdict.RTE,
        0.7,
        Message("raised", {"what": "KeyError: 5"}),
        input="double(5)",
        expected="10",
        actual="KeyError: 5",
        notes=(Message("wrong-on", {"wrong": "3", "total": "10", "unasked": "0"}),),
        **COSTS,
    )


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        (CRASH, Verdict.RTE),
        (TIMEOUT, Verdict.TLE),
        (Ended(ended(Ending.MEMORY_LIMIT)), Verdict.MLE),
        (Ended(ended(Ending.OUTPUT_LIMIT)), Verdict.OLE),
        (Invalid("a lie"), Verdict.IR),
    ],
)
def test_after_a_death_the_rest_is_asked_in_a_new_process(reply: Reply, verdict: Verdict) -> None:
    subject = FakeSubject(answering({3: reply}))
    finding = check().judge(subject)
    assert (finding.verdict, finding.share, finding.input) == (verdict, 0.9, "double(3)")
    assert subject.asked[:2] == [(10, State.NEW), (6, State.NEW)]


def test_members_that_nobody_asked_are_never_right() -> None:
    replies: dict[int, Reply] = {3: TIMEOUT, **{n: NotRun() for n in range(4, 10)}}
    finding = check().judge(FakeSubject(answering(replies)))
    assert (finding.verdict, finding.share, finding.input, finding.notes) == (
        Verdict.TLE,
        0.3,
        "double(3)",
        (Message("wrong-and-unasked", {"wrong": "1", "total": "10", "unasked": "6"}),),
    )


def test_a_domain_of_which_nothing_was_asked_is_a_time_out() -> None:
    finding = check().judge(FakeSubject(replying(NotRun())))
    assert (finding.verdict, finding.share, finding.message) == (Verdict.TLE, 0.0, Message("not-run"))


def test_a_harmless_type_is_accepted_with_a_note() -> None:
    finding = check().judge(FakeSubject(returning(lambda n: 2.0 * n)))
    assert finding == Finding(
        Verdict.AC,
        1.0,
        notes=(Message("overlooked", {"what": "a decimal number for an integer"}),),
        **COSTS,
    )


def test_a_function_that_is_missing_is_asked_once() -> None:
    offer = Offer({"double": None}, {}, {}, {}, seen=("duoble",))
    subject = FakeSubject(replying(Absent("double")), offer=offer)
    finding = check().judge(subject)
    assert (finding.verdict, finding.share, finding.message) == (
        Verdict.CE,
        0.0,
        Message("missing", {"name": "double", "seen": "`duoble`"}),
    )
    assert subject.asked == [(1, State.NEW)]


@pytest.mark.parametrize(("members", "where"), [((), None), (range(10), "large")])
def test_a_domain_without_members_accepts_nobody(members: Iterable[int], where: str | None) -> None:
    with pytest.raises(PackageError):
        check(members, where).judge(FakeSubject(returning(twice)))


# --- choosing members --------------------------------------------------------------------------------------


def test_only_the_members_that_are_chosen_count() -> None:
    student = answering({3: Returned(7)})
    assert check(where="even").judge(FakeSubject(student)).verdict is Verdict.AC
    assert check(where="odd").judge(FakeSubject(student)) == Finding(
        Verdict.WA,
        0.8,
        Message("wrong-on", {"wrong": "1", "total": "5", "unasked": "0"}),
        input="double(3)",
        expected="6",
        actual="7",
        **COSTS,
    )


@pytest.mark.parametrize(("order", "shown"), [(None, 13), ("downwards", 25), ("last_digit", 21)])
def test_the_smallest_by_a_declared_order_is_shown(order: str | None, shown: int) -> None:
    orders: dict[str | None, Callable[..., Any]] = {"downwards": lambda n: -n, "last_digit": lambda n: n % 10}
    test = replace(check(range(10, 30)), order=orders.get(order))
    finding = test.judge(FakeSubject(answering({n: Returned(7) for n in (13, 21, 25)})))
    assert (finding.input, finding.share) == (f"double({shown})", 0.85)
    assert finding.message == Message(
        "wrong-on" if order is None else "smallest-of", {"wrong": "3", "total": "20", "unasked": "0"}
    )


def test_an_order_is_read_and_the_worst_failures_come_before_it() -> None:
    functions: dict[str, Callable[..., Any]] = {
        "numbers": lambda: iter(range(10)),
        "expect": twice,
        "down": lambda n: -n,
    }
    reader = FakeReader(functions=functions)
    body = {"domain": "oracle.numbers", "call": "double", "expect": "oracle.expect", "order": "oracle.down"}
    student = answering({2: Raised("KeyError", "2"), 4: Raised("KeyError", "4"), 8: Returned(1)})
    assert PLUGIN.read(body, reader).judge(FakeSubject(student)).input == "double(4)"


def test_tests_of_one_domain_share_one_run() -> None:
    functions: dict[str, Callable[..., Any]] = {
        "numbers": lambda: iter(range(10)),
        "expect": twice,
        "even": lambda n: n % 2 == 0,
    }
    reader = FakeReader(functions=functions)
    body = {"domain": "oracle.numbers", "call": "double", "expect": "oracle.expect"}
    subject = FakeSubject(returning(twice))
    for test in (body, {**body, "where": "oracle.even"}, body):
        assert PLUGIN.read(test, reader).judge(subject).verdict is Verdict.AC
    assert subject.asked == [(10, State.NEW)]


def test_two_domains_are_two_runs() -> None:
    subject = FakeSubject(answering({12: Returned(0)}))
    assert check(name="small").judge(subject).verdict is Verdict.AC
    assert check(range(10, 20), name="others").judge(subject).verdict is Verdict.WA


def test_two_choices_made_by_one_function_are_not_mistaken_for_one_another() -> None:
    # The functions of `check` are all lambdas, as those that an oracle makes in a loop have one name too.
    subject = FakeSubject(answering({3: Returned(7)}))
    assert [check(where=where).judge(subject).verdict for where in ("even", "odd", "even")] == [
        Verdict.AC,
        Verdict.WA,
        Verdict.AC,
    ]


# --- state -------------------------------------------------------------------------------------------------


def test_who_is_right_only_with_a_fresh_state_is_accepted_with_a_note() -> None:
    subject = FakeSubject(counting(lambda n, calls: 2 * n if calls == 1 else -1))
    finding = check().judge(subject)
    assert finding == Finding(Verdict.AC, 1.0, notes=(Message("fresh-state"),), **COSTS)
    assert subject.asked == [(10, State.NEW), (9, State.EACH), (10, State.EACH)]


def test_a_shared_state_is_never_tried_again() -> None:
    subject = FakeSubject(counting(lambda n, calls: 2 * n if calls == 1 else -1), keeping=Keeping.SHARED)
    finding = check().judge(subject)
    assert (finding.verdict, finding.share) == (Verdict.WA, 0.1)
    assert [state for _count, state in subject.asked].count(State.EACH) == 0


def test_who_is_wrong_with_a_fresh_state_too_is_refused_after_one_trial() -> None:
    subject = FakeSubject(returning(lambda n: 2 * n + 1))
    assert check(range(200)).judge(subject).verdict is Verdict.WA
    assert subject.asked == [(200, State.NEW), (TRIED_AGAIN, State.EACH)]


def test_a_fresh_state_saves_only_the_members_that_are_right_in_it() -> None:
    def student(n: int, calls: int) -> Value:
        return 2 * n if calls == 1 and n != 4 else -1

    finding = check().judge(FakeSubject(counting(student)))
    assert (finding.verdict, finding.share, finding.input, finding.notes) == (
        Verdict.WA,
        0.9,
        "double(4)",
        (Message("fresh-state"),),
    )


def test_a_state_that_helps_is_no_help_once_the_domain_is_asked_afresh() -> None:
    # Right from the second call on, but for member 5, which is right only when it comes first.
    def student(n: int, calls: int) -> Value:
        return 2 * n if (calls == 1) == (n in (0, 5)) else -1

    finding = check().judge(FakeSubject(counting(student)))
    assert (finding.verdict, finding.share) == (Verdict.WA, 0.2)


# --- reading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (
            {"call": "duoble", "expect": "oracle.twice"},
            ("`call` names a function of the interface: double", ("call",)),
        ),
        ({"call": "double"}, ("the key `expect` is missing", ())),
    ],
)
def test_a_domain_that_can_not_be_asked_is_a_fault(body: dict[str, Any], fault: tuple[str, Any]) -> None:
    reader = FakeReader(functions={"numbers": lambda: range(3), "twice": twice})
    PLUGIN.read({"domain": "oracle.numbers", **body}, reader)
    assert reader.faults == [fault]


def test_the_only_function_of_an_interface_need_not_be_named() -> None:
    reader = FakeReader(functions={"numbers": lambda: range(3), "twice": twice})
    test = PLUGIN.read({"domain": "oracle.numbers", "expect": "oracle.twice"}, reader)
    assert (test.function, reader.faults) == ("double", [])
    assert test.judge(FakeSubject(returning(twice))).verdict is Verdict.AC
