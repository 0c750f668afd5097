"""grader.kinds.object: a sequence of steps is right when every answer on the way is the expected one."""

from __future__ import annotations

from typing import Any

import pytest

from grader.expression import read_function
from grader.kinds.object import PLUGIN, SHOWN_STEPS, ObjectCheck, Stage
from grader.model import (
    Absent,
    ClassAsked,
    Ended,
    Ending,
    Finding,
    Frame,
    Interface,
    Invalid,
    Message,
    Offer,
    Parameter,
    Place,
    Raised,
    Reference,
    Reply,
    Returned,
    State,
    Step,
    Unfit,
    Verdict,
)
from grader.plugins import languages
from grader.values import Numbers, ObjectValue, Value
from tests.kinds.fake_subject import FakeReader, FakeSubject, ended, replying

COSTS: dict[str, Any] = {"cpu_s": 0.25, "wall_s": 0.5, "peak_bytes": 1024}
BOARD = Interface(
    classes=(ClassAsked("Board", ((Parameter("n"),),), (read_function("move(x)"), read_function("join(other)"))),)
)
NEW = Stage(Step("Board", (3,), new=True, bind="board"))
MADE = Returned(ObjectValue("Board", ""))


def move(x: int, expected: tuple[Value] | None = None, raises: str | None = None) -> Stage:
    return Stage(Step("move", (x,), on="board"), expected, raises)


def steps(*stages: Stage, numbers: Numbers = Numbers.LOOSE) -> ObjectCheck:
    return ObjectCheck(stages, numbers)


def test_steps_that_all_answer_as_expected_are_accepted() -> None:
    subject = FakeSubject(replying(MADE, Returned(None), Returned(1)))
    test = steps(NEW, move(0), move(1, (1,)))
    assert test.judge(subject) == Finding(Verdict.AC, 1.0, **COSTS)
    assert subject.asked == [(3, State.NEW)]


def test_the_first_wrong_step_is_told_with_the_steps_before_it() -> None:
    subject = FakeSubject(replying(MADE, Returned(0), Returned(2), Returned(9)))
    assert steps(NEW, move(0, (0,)), move(1, (1,)), move(2, (0,))).judge(subject) == Finding(
        Verdict.WA,
        0.0,
        Message("wrong-value"),
        input="board.move(1)",
        expected="1",
        actual="2",
        transcript="board = Board(3)\nboard.move(0)  →  0\nboard.move(1)  →  2",
        **COSTS,
    )


def test_a_wrong_last_step_is_not_accepted() -> None:
    subject = FakeSubject(replying(MADE, Returned(0), Returned(1)))
    assert steps(NEW, move(0, (0,)), move(1, (0,))).judge(subject).verdict is Verdict.WA


def test_steps_are_shown_in_the_language_of_the_student() -> None:
    subject = FakeSubject(replying(MADE, Returned(True)), language=languages()["javascript"])
    finding = steps(NEW, move(0, ("x",))).judge(subject)
    assert finding.transcript == "board = new Board(3)\nboard.move(0)  →  true"


def test_a_step_without_an_expectation_must_still_work() -> None:
    raised = Raised("KeyError", "3", (Frame("board.py", 4, "move"),))
    finding = steps(NEW, move(0), move(1, (1,))).judge(FakeSubject(replying(MADE, raised, Returned(1))))
    assert (finding.verdict, finding.message, finding.input, finding.place, finding.transcript) == (
        Verdict.RTE,
        Message("raised", {"what": "KeyError: 3"}),
        "board.move(0)",
        Place("board.py", 4),
        "board = Board(3)\nboard.move(0)  →  KeyError",
    )


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        (Absent("Board"), Verdict.CE),
        (Unfit("it takes 2 arguments"), Verdict.CE),
        (Raised("ValueError", ""), Verdict.RTE),
        (Raised("MemoryError", "", out_of_memory=True), Verdict.MLE),
        (Ended(ended(Ending.WALL_LIMIT)), Verdict.TLE),
        (Ended(ended(Ending.EXITED, 0)), Verdict.RTE),
        (Invalid("a lie"), Verdict.IR),
    ],
)
@pytest.mark.parametrize("at", [0, 1])
def test_a_step_that_gives_no_value_is_never_accepted(reply: Reply, verdict: Verdict, at: int) -> None:
    replies = [MADE, Returned(1)]
    subject = FakeSubject(replying(*replies[:at], reply))
    finding = steps(NEW, move(1, (1,))).judge(subject)
    assert (finding.verdict, finding.share) == (verdict, 0.0)


def test_a_missing_class_is_told_with_what_there_is() -> None:
    offer = Offer({}, {"Board": None}, {}, {}, seen=("Bord",))
    finding = steps(NEW, move(1, (1,))).judge(FakeSubject(replying(Absent("Board")), offer=offer))
    assert finding.message == Message("missing", {"name": "Board", "seen": "`Bord`"})


@pytest.mark.parametrize("wanted", ["any", "ValueError"])
def test_the_error_that_is_expected_is_accepted_and_the_steps_go_on(wanted: str) -> None:
    replies: list[Reply] = [MADE, Raised("ValueError", "no"), Returned(1)]
    test = steps(NEW, move(9, raises=wanted), move(1, (1,)))
    assert test.judge(FakeSubject(replying(*replies))).verdict is Verdict.AC
    assert test.judge(FakeSubject(replying(*replies[:2], Returned(2)))).verdict is Verdict.WA


@pytest.mark.parametrize(
    ("reply", "verdict", "actual"),
    [
        (Returned(4), Verdict.WA, "4"),
        (Returned(None), Verdict.WA, "None"),
        (Raised("KeyError", "x"), Verdict.WA, "KeyError"),
        (Ended(ended(Ending.CPU_LIMIT)), Verdict.TLE, None),
    ],
)
def test_anything_but_the_expected_error_is_refused(reply: Reply, verdict: Verdict, actual: str | None) -> None:
    finding = steps(NEW, move(9, raises="ValueError")).judge(FakeSubject(replying(MADE, reply)))
    assert (finding.verdict, finding.share, finding.actual) == (verdict, 0.0, actual)


def test_want_of_memory_is_never_taken_for_an_error_that_was_not_raised() -> None:
    reply = Raised("MemoryError", "", out_of_memory=True)
    finding = steps(NEW, move(9, raises="any")).judge(FakeSubject(replying(MADE, reply)))
    assert (finding.verdict, finding.message) == (Verdict.MLE, Message("memory-limit"))


def test_a_note_that_holds_for_many_steps_is_told_once() -> None:
    subject = FakeSubject(replying(MADE, Returned(True)))
    finding = steps(NEW, move(0, (1,)), move(1, (1,))).judge(subject)
    assert finding == Finding(
        Verdict.AC,
        1.0,
        notes=(Message("overlooked", {"what": "a boolean for an integer"}),),
        **COSTS,
    )


def test_strict_numbers_refuse_a_boolean() -> None:
    subject = FakeSubject(replying(MADE, Returned(True)))
    assert steps(NEW, move(0, (1,)), numbers=Numbers.STRICT).judge(subject).verdict is Verdict.WA


def test_a_long_way_is_shown_by_its_ends() -> None:
    many = [move(x) for x in range(SHOWN_STEPS + 10)]
    last = move(99, (1,))
    subject = FakeSubject(replying(MADE, Returned(0)))
    told = steps(NEW, *many, last).judge(subject).transcript
    assert told is not None
    lines = told.splitlines()
    assert (lines[0], lines[-1], len(lines)) == (
        "board = Board(3)",
        "board.move(99)  →  0",
        SHOWN_STEPS + 1,
    )
    hidden = len(many) + 2 - (len(lines) - 1)
    assert lines[1] == f"... {hidden} steps ..."
    assert lines[2] == f"board.move({hidden})  →  0"


# --- reading -----------------------------------------------------------------------------------------------


def test_steps_are_read_as_they_are_written() -> None:
    reader = FakeReader(BOARD)
    body = {
        "steps": [
            "board = Board(3)",
            "other = Board(4)",
            "board.move(0)",
            "board.move(1) == 1",
            {"do": "board.move(2)", "returns": None},
            {"do": "board.move(3)", "raises": "any"},
            "board.join(other) == None",
        ]
    }
    assert PLUGIN.read(body, reader) == steps(
        NEW,
        Stage(Step("Board", (4,), new=True, bind="other")),
        move(0),
        move(1, (1,)),
        move(2, (None,)),
        move(3, raises="any"),
        Stage(Step("join", (Reference("other"),), on="board"), (None,)),
    )
    assert reader.faults == []


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (["board.move(1) == 1"], ("`board` was not made by a step before", ("steps", 0))),
        (
            ["board = Board(3)", "bord.move(1) == 1"],
            ("`bord` was not made by a step before", ("steps", 1)),
        ),
        (
            ["board = Board(3)", "board.move(1)"],
            ("no step says what is right, such as `board.move(0, 0, 1) == 0`", ("steps",)),
        ),
        (
            ["board = Board(3)", "board.join(other) == 1"],
            ("`other` was not made by a step before", ("steps", 1)),
        ),
    ],
)
def test_steps_that_make_no_sense_are_a_fault(written: list[str], fault: tuple[str, tuple[str | int, ...]]) -> None:
    reader = FakeReader(BOARD)
    PLUGIN.read({"steps": written}, reader)
    assert reader.faults == [fault]
