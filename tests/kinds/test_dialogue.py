"""grader.kinds.dialogue: a player's opinion, and how the program ends, become a finding with its transcript."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from functools import wraps
from typing import Any

import pytest

from grader.errors import PackageError
from grader.kinds.dialogue import PLUGIN
from grader.model import Finding, Message, NotRun, Said, Verdict
from grader.playing import ACCEPT, START, Fault, Heard, Sign
from tests.kinds.fake_subject import FakeReader, FakeSubject, replying

Program = Generator[str, str | None, str]
Playing = Generator[Any, Heard, Any]
COSTS: dict[str, Any] = {"cpu_s": 0.25, "wall_s": 0.5, "peak_bytes": 1024}


def judge(player: Callable[[], Any], program: Callable[[], Program]) -> Finding:
    check = PLUGIN.read({"dialogue": "oracle.player"}, FakeReader(functions={"player": player}))
    return check.judge(FakeSubject(replying(NotRun()), program=program))


def doubling() -> Program:
    line = yield "n? "
    return f"{2 * int(line or 0)}\n"


def asks_on() -> Program:
    yield "n? "
    yield "42\nmore? "
    return ""


def reads_on() -> Program:
    yield "n? "
    if (yield "42\n") is None:
        raise EOFError
    return ""


def waits_for_ever() -> Program:
    yield "n? "
    while True:
        yield "42\n"


def player() -> Playing:
    heard = yield START
    heard = yield "21"
    return None if "42" in heard.text else Fault("wrong-rest", "42")


def test_a_program_that_answers_rightly_is_accepted() -> None:
    assert judge(player, doubling) == Finding(Verdict.AC, 1.0, **COSTS)


def test_a_program_that_still_waits_when_all_is_said_may_end_once_its_input_is_closed() -> None:
    assert judge(player, asks_on) == Finding(Verdict.AC, 1.0, **COSTS)


def test_a_program_that_needs_more_input_when_all_is_said_reads_past_the_end() -> None:
    assert judge(player, reads_on) == Finding(
        Verdict.RTE,
        0.0,
        Message("reads-past-end", {"where": "After answer 1 (`21`)", "why": ""}),
        actual="EOFError",
        transcript="n? 21\n42\nEOFError\n",
        turns=(Said(False, "n? "), Said(True, "21\n"), Said(False, "42\n"), Said(False, "EOFError\n")),
        **COSTS,
    )


def test_a_program_that_never_ends_is_told_so() -> None:
    finding = judge(player, waits_for_ever)
    assert (finding.verdict, finding.message) == (
        Verdict.TLE,
        Message("never-ends", {"where": "After answer 1 (`21`)", "why": ""}),
    )


def one_less() -> Program:
    line = yield "n? "
    return f"{2 * int(line or 0) - 1}\n"


def test_a_fault_is_told_with_its_turn_and_a_transcript_with_echo() -> None:
    assert judge(player, one_less) == Finding(
        Verdict.WA,
        0.0,
        Message("wrong-rest", {"where": "After answer 1 (`21`)", "why": ""}),
        expected="42",
        actual="41\n",
        transcript="n? 21\n41\n",
        turns=(Said(False, "n? "), Said(True, "21\n"), Said(False, "41\n")),
        **COSTS,
    )


def says_only() -> Program:
    return "hello\n"
    yield ""


@pytest.mark.parametrize(("turns", "key"), [(says_only, "asks-nothing"), (doubling, "ends-early")])
def test_typing_to_a_program_that_has_ended_is_its_fault(turns: Callable[[], Program], key: str) -> None:
    def persistent() -> Playing:
        yield START
        yield "1"
        yield "2"

    finding = judge(persistent, turns)
    assert (finding.verdict, finding.message and finding.message.key) == (Verdict.WA, key)


def crashing() -> Program:
    yield "n? "
    raise EOFError


def test_a_program_that_stops_with_an_error_is_judged_without_the_player() -> None:
    heard_of = []

    def curious() -> Playing:
        heard_of.append((yield START))
        heard_of.append((yield "x"))

    assert judge(curious, crashing) == Finding(
        Verdict.RTE,
        0.0,
        Message("exit-code", {"code": "1", "expected": "0"}),
        actual="EOFError",
        transcript="n? x\nEOFError\n",
        turns=(Said(False, "n? "), Said(True, "x\n"), Said(False, "EOFError\n")),
        **COSTS,
    )
    assert heard_of == [Heard("n? ")]


def test_the_player_hears_what_was_printed_and_that_the_program_has_ended() -> None:
    heard_of = []

    def listening() -> Playing:
        for asked in (START, "1", START, "2"):
            heard = yield asked
            heard_of.append(heard)

    judge(listening, doubling)
    assert heard_of == [
        Heard("n? "),
        Heard("2\n", ended=True, answer="1", number=1),
        Heard("n? ", run=2),
        Heard("4\n", ended=True, answer="2", number=1, run=2),
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (None, (Verdict.AC, None)),
        (ACCEPT, (Verdict.AC, None)),
        (
            "That is odd.",
            (Verdict.WA, Message("objection-at", {"where": "After answer 1 (an empty line)", "why": "That is odd."})),
        ),
        (
            Fault("asks-nothing", at=Heard("")),
            (Verdict.WA, Message("asks-nothing", {"where": "At the start", "why": ""})),
        ),
    ],
)
def test_what_a_player_returns_is_its_opinion(said: object, expected: tuple[Verdict, Message | None]) -> None:
    def returning() -> Playing:
        yield START
        yield ""
        return said

    def answering() -> Program:
        yield "n? "
        return ""

    finding = judge(returning, answering)
    assert (finding.verdict, finding.message) == expected


def never() -> Playing:
    return None
    yield START


def first_types() -> Playing:
    yield "1"


def yields_a_number() -> Playing:
    yield START
    yield 1


def returns_true() -> Playing:
    yield START
    return True


def returns_an_unknown_fault() -> Playing:
    yield START
    return Fault("no-such-fault")


def types_for_ever() -> Playing:
    while True:
        yield START


@pytest.mark.parametrize(
    "wrong", [never, first_types, yields_a_number, returns_true, returns_an_unknown_fault, types_for_ever, dict]
)
def test_a_player_that_is_wrong_is_a_fault_of_the_package(wrong: Callable[[], Any]) -> None:
    with pytest.raises(PackageError):
        judge(wrong, says_only)


def test_a_player_must_be_a_generator_function() -> None:
    @wraps(lambda: None)
    def guarded() -> None: ...

    reader = FakeReader(functions={"player": guarded})
    PLUGIN.read({"dialogue": "oracle.player"}, reader)
    assert reader.faults == [("a player is a generator function: it yields what is typed", ("dialogue",))]


def test_a_player_with_a_generator_of_random_numbers_draws_by_the_seed() -> None:
    def drawing(rng: random.Random) -> Playing:
        yield START
        yield str(rng.random())

    @wraps(drawing)
    def guarded(*arguments: Any) -> Any:
        return drawing(*arguments)

    typed: list[str | None] = []

    def listening() -> Program:
        typed.append((yield "n? "))
        return ""

    for seed in (3, 3, 4):
        check = PLUGIN.read({"dialogue": "oracle.player"}, FakeReader(functions={"player": guarded}, seed=seed))
        assert check.draws
        assert check.judge(FakeSubject(replying(NotRun()), program=listening)).verdict is Verdict.AC
    assert typed[0] == typed[1] != typed[2]


def test_a_sign_is_no_line() -> None:
    def signing() -> Generator[Sign, Heard, None]:
        yield START
        yield ACCEPT

    with pytest.raises(PackageError):
        judge(signing, doubling)
