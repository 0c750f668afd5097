"""grader.kinds.call: one call is right when its value, its error and its printed text are what is expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.errors import PackageError
from grader.kinds._judging import checked
from grader.kinds.call import PLUGIN, CallCheck
from grader.model import (
    Absent,
    Ended,
    Ending,
    Finding,
    Frame,
    Invalid,
    Keeping,
    Message,
    NotRun,
    Offer,
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
from grader.values import EnumValue, MapValue, Numbers, ObjectValue, OtherValue, SetValue, Value
from grader.words import say
from tests.kinds.fake_subject import FakeReader, FakeSubject, ended, replying, returning

STEP = Step("double", (2,))
COSTS: dict[str, Any] = {"cpu_s": 0.25, "wall_s": 0.5, "peak_bytes": 1024}
UNDEFINED = OtherValue("undefined", "undefined")


def check(  # noqa: PLR0913 - what a call may expect
    expected: tuple[Value] | None = None,
    *,
    numbers: Numbers = Numbers.LOOSE,
    times: int = 1,
    raises: str | None = None,
    prints: str | None = None,
    by: Callable[..., Any] | None = None,
) -> CallCheck:
    return CallCheck(STEP, numbers, times, expected, raises, prints, by)


def wrong(key: str, values: dict[str, str] | None = None, **more: Any) -> Finding:
    return Finding(Verdict.WA, 0.0, Message(key, values or {}), "double(2)", **more, **COSTS)


def test_the_right_value_is_accepted() -> None:
    subject = FakeSubject(returning(lambda n: 2 * n))
    assert check((4,)).judge(subject) == Finding(Verdict.AC, 1.0, input="double(2)", **COSTS)
    assert subject.asked == [(1, State.NEW)]


def test_a_package_with_shared_state_asks_in_the_same_state() -> None:
    subject = FakeSubject(returning(lambda n: 2 * n), keeping=Keeping.SHARED)
    check((4,)).judge(subject)
    assert subject.asked == [(1, State.SAME)]


def test_a_harmless_type_is_accepted_with_a_note() -> None:
    assert check((4,)).judge(FakeSubject(returning(lambda n: 2.0 * n))) == Finding(
        Verdict.AC,
        1.0,
        input="double(2)",
        notes=(Message("overlooked", {"what": "a decimal number for an integer"}),),
        **COSTS,
    )


@pytest.mark.parametrize(
    ("language", "verdict"), [("python", Verdict.WA), ("java", Verdict.WA), ("javascript", Verdict.AC)]
)
def test_strict_numbers_decide_only_where_the_language_knows_them(language: str, verdict: Verdict) -> None:
    subject = FakeSubject(returning(lambda n: 2.0 * n), language=languages()[language])
    assert check((4,), numbers=Numbers.STRICT).judge(subject).verdict is verdict


@pytest.mark.parametrize(
    ("expected", "actual", "finding"),
    [
        (4, 5, wrong("wrong-value", expected="4", actual="5")),
        ([1], [2], wrong("wrong-value", expected="[1]", actual="[2]")),
        (
            4,
            "4",
            wrong(
                "wrong-type",
                {"expected": "a whole number", "actual": "a text"},
                expected="4",
                actual='"4"',
            ),
        ),
        (
            4,
            ObjectValue("Board", ""),
            wrong(
                "wrong-type",
                {"expected": "a whole number", "actual": "an object of class Board"},
                expected="4",
                actual="a Board",
            ),
        ),
        (
            MapValue((("X", 1), ("O", 2))),
            MapValue((("O", 2), ("draw", 3), ("all", 4))),
            wrong(
                "wrong-keys",
                {"missing": ' Missing: "X".', "extra": ' Not asked for: "draw", "all".'},
                expected='{"X": 1, "O": 2}',
                actual='{"O": 2, "draw": 3, "all": 4}',
            ),
        ),
        (
            MapValue((("X", 1),)),
            MapValue(()),
            wrong("wrong-keys", {"missing": ' Missing: "X".', "extra": ""}, expected='{"X": 1}', actual="{}"),
        ),
        (
            MapValue((("X", 1),)),
            MapValue((("X", 2),)),
            wrong("wrong-value", expected='{"X": 1}', actual='{"X": 2}'),
        ),
        (
            SetValue((1, 2)),
            SetValue((2, 3, 4, 5, 6, 7, 8)),
            wrong(
                "wrong-items",
                {"missing": " Missing: 1.", "extra": " Not asked for: 3, 4, 5, 6, 7 and 1 more."},
                expected="{1, 2}",
                actual="{2, 3, 4, 5, 6, 7, 8}",
            ),
        ),
        ([1, 2], (1,), wrong("wrong-length", {"expected": "2", "actual": "1"}, expected="[1, 2]", actual="[1]")),
        (
            "win",
            "w\u200bin",
            replace(
                wrong("wrong-value", expected='"win"', actual='"w\u200bin"'),
                notes=(
                    Message(
                        "unseen-letters",
                        {
                            "line": "1",
                            "column": "2",
                            "expected": "`i` (U+0069, latin small letter i)",
                            "actual": "U+200B, zero width space",
                        },
                    ),
                ),
            ),
        ),
        (4, None, wrong("nothing-returned", expected="4", actual="None")),
        (4, UNDEFINED, wrong("nothing-returned", expected="4", actual="undefined")),
        (
            None,
            4,
            wrong("wrong-type", {"expected": "nothing", "actual": "a whole number"}, expected="None", actual="4"),
        ),
    ],
)
def test_another_value_is_refused_and_both_are_shown(expected: Value, actual: Value, finding: Finding) -> None:
    assert check((expected,)).judge(FakeSubject(replying(Returned(actual)))) == finding


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (MapValue(()), "a map"),
        (SetValue(()), "a set"),
        (EnumValue("Symbol", "X"), "a member of Symbol"),
        (OtherValue("generator", ""), "a generator"),
        (OtherValue("int", ""), "an int"),
        (OtherValue("cycle", ""), "a value that contains itself"),
        (OtherValue("too large", ""), "a value that is too large"),
    ],
)
def test_every_kind_of_value_has_words(value: Value, words: str) -> None:
    finding = check((4,)).judge(FakeSubject(replying(Returned(value))))
    assert finding.message == Message("wrong-type", {"expected": "a whole number", "actual": words})


def test_who_prints_instead_of_returning_is_told_so() -> None:
    subject = FakeSubject(replying(Returned(None)), printed=b"4\n")
    assert check((4,)).judge(subject) == wrong("printed-not-returned", expected="4", actual="None")


@pytest.mark.parametrize(
    ("reply", "verdict", "message"),
    [
        (Raised("ValueError", "no"), Verdict.RTE, Message("raised", {"what": "ValueError: no"})),
        (Raised("ValueError", ""), Verdict.RTE, Message("raised", {"what": "ValueError"})),
        (Raised("SystemExit", "0"), Verdict.RTE, Message("raised-exit", {"what": "SystemExit: 0"})),
        (Raised("EOFError", "x"), Verdict.RTE, Message("asked-for-input", {"what": "EOFError: x"})),
        (Raised("MemoryError", "", out_of_memory=True), Verdict.MLE, Message("memory-limit")),
        (Unfit("it takes 2 arguments"), Verdict.CE, Message("unfit", {"why": "it takes 2 arguments"})),
        (Absent("double"), Verdict.CE, Message("missing-all", {"name": "double", "seen": ""})),
        (Invalid("a lie"), Verdict.IR, Message("invalid-reply", {"why": "a lie"})),
        (NotRun(), Verdict.SK, Message("not-run")),
        (Ended(ended(Ending.EXITED, 3)), Verdict.RTE, Message("ended-early", {"code": "3"})),
        (
            Ended(ended(Ending.SIGNALLED, signal=11)),
            Verdict.RTE,
            Message("crashed", {"signal": "SIGSEGV"}),
        ),
        (
            Ended(ended(Ending.SIGNALLED, signal=4000)),
            Verdict.RTE,
            Message("crashed", {"signal": "signal 4000"}),
        ),
    ],
)
@pytest.mark.parametrize(
    "test",
    [
        check((4,)),
        check(raises="KeyError"),
        check(prints=""),
        check(by=lambda _arguments, _answer: True),
    ],
    ids=["returns", "raises", "prints", "check"],
)
def test_a_reply_that_is_no_value_is_never_accepted(
    test: CallCheck, reply: Reply, verdict: Verdict, message: Message
) -> None:
    finding = test.judge(FakeSubject(replying(reply)))
    assert (finding.verdict, finding.share, finding.message, finding.input) == (
        verdict,
        0.0,
        message,
        "double(2)",
    )
    assert say(finding.message)


@pytest.mark.parametrize(
    ("ending", "verdict", "said"),
    [
        (
            Ending.CPU_LIMIT,
            Verdict.TLE,
            "It was still computing after 2 s. Is there a loop that never ends?",
        ),
        (Ending.WALL_LIMIT, Verdict.TLE, "No answer came within 10 s. Does it wait for something?"),
        (
            Ending.TOTAL_LIMIT,
            Verdict.TLE,
            "All calls together took more than 20 s. No single one took too long, but each must be faster.",
        ),
        (Ending.MEMORY_LIMIT, Verdict.MLE, "It used more memory than allowed."),
        (Ending.OUTPUT_LIMIT, Verdict.OLE, "It printed more than 64 MiB."),
        (Ending.PROCESS_LIMIT, Verdict.RTE, "It started more than 64 processes or threads."),
        (Ending.CLOSED, Verdict.IR, "The program closed the connection through which it is asked."),
    ],
)
def test_a_limit_gives_its_verdict_and_is_put_into_words(ending: Ending, verdict: Verdict, said: str) -> None:
    finding = check((4,)).judge(FakeSubject(replying(Ended(ended(ending)))))
    assert (finding.verdict, finding.share, say(finding.message)) == (verdict, 0.0, said)


def test_an_error_is_placed_at_the_innermost_line_of_the_student() -> None:
    raised = Raised("ValueError", "no", (Frame("a.py", 9, "main"), Frame("b.py", 3, "double")))
    finding = check((4,)).judge(FakeSubject(replying(raised)))
    assert (finding.place, finding.expected, finding.actual) == (Place("b.py", 3), "4", "ValueError: no")


# --- errors that are expected ------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["ValueError", "any"])
def test_the_error_that_is_expected_is_accepted(wanted: str) -> None:
    subject = FakeSubject(replying(Raised("ValueError", "no")))
    assert check(raises=wanted).judge(subject).verdict is Verdict.AC


@pytest.mark.parametrize("value", [None, 4, "ValueError"])
def test_a_value_is_refused_where_an_error_is_expected(value: Value) -> None:
    finding = check(raises="any").judge(FakeSubject(replying(Returned(value))))
    assert (finding.verdict, finding.message, finding.expected) == (
        Verdict.WA,
        Message("not-raised", {"why": ""}),
        "any is raised",
    )


def test_another_error_is_refused_where_one_is_expected() -> None:
    finding = check(raises="ValueError").judge(FakeSubject(replying(Raised("KeyError", "x"))))
    assert (finding.verdict, finding.expected, finding.actual) == (
        Verdict.RTE,
        "ValueError is raised",
        "KeyError: x",
    )


def test_want_of_memory_is_never_the_error_that_was_expected() -> None:
    reply = Raised("MemoryError", "", out_of_memory=True)
    assert check(raises="any").judge(FakeSubject(replying(reply))).verdict is Verdict.MLE


# --- printed text ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prints", "printed", "verdict"),
    [
        ("a\nb", b"a\nb", Verdict.AC),
        ("a\nb", b"a  \nb\n\n", Verdict.AC),
        ("a\nb\n", b"a\r\nb\r\n", Verdict.AC),
        ("", b"", Verdict.AC),
        ("", b"\n", Verdict.AC),
        ("a\nb", b"a b", Verdict.WA),
        ("a\nb", b"a\n\nb", Verdict.WA),
        ("a", b" a", Verdict.WA),
        ("a", b"A", Verdict.WA),
        ("a", b"", Verdict.WA),
        ("a", b"\xff", Verdict.WA),
    ],
)
def test_printed_text_is_compared_line_by_line(prints: str, printed: bytes, verdict: Verdict) -> None:
    subject = FakeSubject(replying(Returned(None)), printed=printed)
    assert check(prints=prints).judge(subject).verdict is verdict


def test_a_right_value_does_not_make_up_for_another_text() -> None:
    subject = FakeSubject(replying(Returned(4)), printed=b"x")
    assert check((4,), prints="y").judge(subject) == wrong("wrong-output", {"why": ""}, expected="y", actual="x")


def test_a_right_text_does_not_make_up_for_another_value() -> None:
    subject = FakeSubject(replying(Returned(5)), printed=b"y")
    assert check((4,), prints="y").judge(subject) == wrong("wrong-value", expected="4", actual="5")


# --- several times -----------------------------------------------------------------------------------------


def test_every_one_of_several_answers_must_be_right() -> None:
    subject = FakeSubject(replying(Returned(4), Returned(4), Returned(5)))
    finding = check((4,), times=3).judge(subject)
    assert finding == replace(wrong("wrong-value", expected="4", actual="5"), input="double(2) (3. of 3 calls)")
    assert subject.asked == [(3, State.NEW)]


def test_several_right_answers_are_accepted() -> None:
    assert check((4,), times=3).judge(FakeSubject(replying(Returned(4)))).verdict is Verdict.AC


# --- checkers ----------------------------------------------------------------------------------------------


def test_a_checker_sees_the_arguments_and_the_answer() -> None:
    seen: list[Any] = []

    def by(arguments: list[Value], answer: Value) -> bool:
        seen.append((arguments, answer))
        return True

    assert check(by=by).judge(FakeSubject(replying(Returned(7)))).verdict is Verdict.AC
    assert seen == [([2], 7)]


def test_the_sentence_of_a_checker_is_told() -> None:
    finding = check(by=lambda _arguments, _answer: "It is odd.").judge(FakeSubject(replying(Returned(7))))
    assert finding == wrong("objection", {"why": "It is odd."}, actual="7")
    assert say(finding.message) == "It is odd."


def test_a_checker_that_only_says_no_refuses_with_a_sentence_too() -> None:
    finding = check(by=lambda _arguments, _answer: False).judge(FakeSubject(replying(Returned(7))))
    assert finding.verdict is Verdict.WA
    assert say(finding.message)


@pytest.mark.parametrize("said", [None, 1, 0, "", [], 1.0, b"yes"])
def test_a_checker_that_gives_no_opinion_accepts_nothing(said: object) -> None:
    def judge(_arguments: object, _answer: object) -> object:
        return said

    with pytest.raises(PackageError) as raised:
        check(by=judge).judge(FakeSubject(replying(Returned(4))))
    assert str(raised.value) == (f"oracle.py: the checker `judge` returned {said!r}, not True, False or a sentence")


@pytest.mark.parametrize(("said", "objection"), [(True, None), (False, ""), ("why", "why")])
def test_a_checker_accepts_by_true_alone(said: object, objection: str | None) -> None:
    assert checked(lambda: said) == objection


def test_a_right_value_does_not_make_up_for_an_objection() -> None:
    test = check((4,), by=lambda _arguments, _answer: "no")
    assert test.judge(FakeSubject(replying(Returned(4)))).verdict is Verdict.WA


# --- what is missing ---------------------------------------------------------------------------------------


def test_a_function_that_is_missing_is_told_with_what_there_is() -> None:
    offer = Offer({"double": None}, {}, {}, {}, seen=("duoble", "other"))
    finding = check((4,)).judge(FakeSubject(replying(Absent("double")), offer=offer))
    assert (finding.verdict, finding.share, finding.message) == (
        Verdict.CE,
        0.0,
        Message("missing", {"name": "double", "seen": "`duoble`, `other`"}),
    )


def test_a_name_is_told_in_the_spelling_of_the_language() -> None:
    offer = Offer({"count_games": None}, {}, {}, {}, seen=("countgames",))
    subject = FakeSubject(replying(Absent("count_games")), languages()["javascript"], offer)
    test = replace(check((4,)), step=Step("count_games"))
    assert test.judge(subject).message == Message("missing", {"name": "countGames", "seen": "`countgames`"})


def test_code_that_raises_before_it_defines_the_function_is_told_the_error() -> None:
    offer = Offer({"double": None}, {}, {}, {})
    finding = check((4,)).judge(FakeSubject(replying(Raised("NameError", "x")), offer=offer))
    assert (finding.verdict, finding.message) == (
        Verdict.RTE,
        Message("raised", {"what": "NameError: x"}),
    )


def test_a_function_that_answers_though_it_is_missing_is_not_accepted() -> None:
    offer = Offer({"double": None}, {}, {}, {})
    finding = check((4,)).judge(FakeSubject(replying(Returned(4)), offer=offer))
    assert (finding.verdict, finding.share) == (Verdict.IR, 0.0)


# --- reading -----------------------------------------------------------------------------------------------


def always(_arguments: object, _answer: object) -> bool:
    return True


@pytest.mark.parametrize(
    ("body", "read"),
    [
        ({"call": "double(2)", "returns": 4}, check((4,))),
        ({"call": "double(2)", "returns": None}, check((None,))),
        ({"call": "double(2) == 4"}, check((4,))),
        ({"call": "double(2) == None"}, check((None,))),
        ({"call": "double(2)", "raises": "ValueError"}, check(raises="ValueError")),
        ({"call": "double(2)", "prints": ""}, check(prints="")),
        ({"call": "double(2)", "returns": 4, "prints": "x"}, check((4,), prints="x")),
        ({"call": "double(2)", "check": "oracle.always", "times": 5}, check(by=always, times=5)),
        ({"call": "double(2) == {}"}, check((MapValue(()),))),
    ],
)
def test_a_test_is_read_as_it_is_written(body: dict[str, Any], read: CallCheck) -> None:
    reader = FakeReader(functions={"always": always})
    assert (PLUGIN.read(body, reader), reader.faults) == (read, [])


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (
            {"call": "double(2)"},
            (
                "a call says what is right: `returns`, `raises`, `prints`, `check`, or `== value`",
                ("call",),
            ),
        ),
        (
            {"call": "double(2)", "raises": "any", "returns": 4},
            ("a call that raises can't have another expectation", ("raises",)),
        ),
        (
            {"call": "double(2) == 4", "raises": "any"},
            ("a call that raises can't have another expectation", ("raises",)),
        ),
    ],
)
def test_a_test_that_expects_nothing_or_too_much_is_a_fault(
    body: dict[str, Any], fault: tuple[str, tuple[str, ...]]
) -> None:
    reader = FakeReader()
    PLUGIN.read(body, reader)
    assert reader.faults == [fault]


def test_an_object_among_the_arguments_is_no_value_for_a_checker() -> None:
    seen: list[Any] = []

    def by(arguments: list[Value], _answer: Value) -> bool:
        seen.append(arguments)
        return True

    test = replace(check(by=by), step=Step("double", (Reference("board"), 2)))
    assert test.judge(FakeSubject(replying(Returned(4)))).verdict is Verdict.AC
    assert seen == [[2]]
