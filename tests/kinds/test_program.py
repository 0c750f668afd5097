"""grader.kinds.program: a run is right when it ends as it should and prints what is expected."""

from __future__ import annotations

from typing import Any

import pytest

from grader.errors import PackageError
from grader.kinds.program import PLUGIN, ProgramCheck
from grader.model import Ending, Finding, Message, NotRun, Outcome, Verdict
from grader.words import say
from tests.kinds.fake_subject import FakeReader, FakeSubject, ended, replying

COSTS: dict[str, Any] = {"cpu_s": 0.25, "wall_s": 0.5, "peak_bytes": 1024}
IS_NINE = {"is_nine": lambda text: text.strip() == "9" or ("It is not nine." if text else False)}


def read(body: dict[str, Any], reader: FakeReader | None = None) -> ProgramCheck:
    return PLUGIN.read({"run": [], **body}, reader or FakeReader(functions=IS_NINE))


def printing(text: str | bytes, exit_code: int = 0, **more: Any) -> FakeSubject:
    stdout = text.encode() if isinstance(text, str) else text
    return subject(ended(Ending.EXITED, exit_code, stdout=stdout, **more))


def subject(outcome: Outcome) -> FakeSubject:
    return FakeSubject(replying(NotRun()), outcome=outcome)


def test_the_expected_output_is_accepted() -> None:
    asked = printing("9\n")
    test = read({"run": ["-v", "3"], "stdin": "3\n", "stdout": "9"})
    assert test.judge(asked) == Finding(Verdict.AC, 1.0, input="arguments: -v 3\n3\n", **COSTS)
    assert asked.ran == [(("-v", "3"), b"3\n")]


def test_another_output_is_refused_and_both_are_shown() -> None:
    assert read({"stdin": "3", "stdout": "9"}).judge(printing("8\n")) == Finding(
        Verdict.WA,
        0.0,
        Message("wrong-output", {"why": ""}),
        input="3",
        expected="9",
        actual="8\n",
        **COSTS,
    )


@pytest.mark.parametrize(
    ("way", "printed", "verdict"),
    [
        ({"exact": "a\n"}, "a\n", Verdict.AC),
        ({"exact": "a\n"}, "a", Verdict.WA),
        ({"exact": "a\n"}, "a\r\n", Verdict.WA),
        ({"exact": ""}, "", Verdict.AC),
        ({"exact": ""}, " ", Verdict.WA),
        ({"lines": "a\nb"}, "a  \r\nb\n\n", Verdict.AC),
        ({"lines": "a\nb"}, "a\n\nb", Verdict.WA),
        ({"lines": "a\nb"}, "a b", Verdict.WA),
        ({"lines": "a"}, " a", Verdict.WA),
        ({"lines": "a"}, "\na", Verdict.WA),
        ({"lines": ""}, "\n \n", Verdict.AC),
        ({"lines": ""}, "x", Verdict.WA),
        ({"lines": "a\u2028b"}, "a\nb", Verdict.WA),
        ({"lines": "Zoë Å"}, "Zoe\u0308 \u212b", Verdict.AC),
        ({"lines": "Zoe\u0308"}, "Zoë", Verdict.AC),
        ({"tokens": "Zoë"}, " Zoe\u0308 ", Verdict.AC),
        ({"matches": "^Zoë$"}, "Zoe\u0308\r\n", Verdict.AC),
        ({"exact": "Zoë"}, "Zoe\u0308", Verdict.WA),
        ({"tokens": "1 2"}, "1\u00a02", Verdict.AC),
        ({"numbers": "1e999"}, "1e999", Verdict.AC),
        ({"numbers": "1e999", "tolerance": 9}, "-1e999", Verdict.WA),
        ({"numbers": "1000"}, "1_000", Verdict.WA),
        ({"numbers": "255168", "tolerance": 1}, "nan", Verdict.WA),
        ({"tokens": "1 2 3"}, "1\n 2\t3\n", Verdict.AC),
        ({"tokens": "1 2 3"}, "1 23", Verdict.WA),
        ({"tokens": "1 2"}, "1 2 3", Verdict.WA),
        ({"tokens": "1 2"}, "2 1", Verdict.WA),
        ({"numbers": "9"}, "The square is 9.0!", Verdict.AC),
        ({"numbers": "9"}, "The square of 3 is 9", Verdict.WA),
        ({"numbers": "9"}, "The square is -9", Verdict.WA),
        ({"numbers": "9"}, "nine", Verdict.WA),
        ({"numbers": "0.5 1e3"}, ".5 and 1000", Verdict.AC),
        ({"numbers": "3.14"}, "3.1415", Verdict.WA),
        ({"numbers": "3.14", "tolerance": 0.01}, "3.1415", Verdict.AC),
        ({"numbers": "3.14", "tolerance": 0.01}, "3.2", Verdict.WA),
        ({"numbers": "0", "tolerance": 0.01}, "0.009", Verdict.AC),
        ({"numbers": "0", "tolerance": 0.01}, "0.011", Verdict.WA),
        ({"numbers": "1000", "tolerance": 0.01}, "1009", Verdict.AC),
        ({"numbers": "1000", "tolerance": 0.01}, "1011", Verdict.WA),
        ({"numbers": "5", "tolerance": 0.5}, "1e999", Verdict.WA),
        ({"matches": "^n = \\d+$"}, "so:\nn = 12\n", Verdict.AC),
        ({"matches": "^n = \\d+$"}, "so: n = 12", Verdict.WA),
        ({"check": "oracle.is_nine"}, "9\n", Verdict.AC),
        ({"check": "oracle.is_nine"}, "8\n", Verdict.WA),
        ({"check": "oracle.is_nine"}, "", Verdict.WA),
    ],
)
def test_each_way_of_comparing_accepts_what_it_promises(way: dict[str, Any], printed: str, verdict: Verdict) -> None:
    assert read({"stdout": way}).judge(printing(printed)).verdict is verdict


@pytest.mark.parametrize(("printed", "key"), [("", "no-output"), ("\n ", "no-output"), ("8", "wrong-output")])
def test_a_program_that_prints_nothing_is_told_so(printed: str, key: str) -> None:
    assert read({"stdout": "9"}).judge(printing(printed)).message == Message(key, {"why": ""})


def test_the_sentence_of_a_checker_is_told() -> None:
    test = read({"stdout": {"check": "oracle.is_nine", "says": "a nine"}})
    finding = test.judge(printing("8"))
    assert (finding.message, finding.expected, finding.actual) == (
        Message("objection", {"why": "It is not nine."}),
        "a nine",
        "8",
    )


def test_a_checker_that_forgets_to_answer_accepts_nothing() -> None:
    test = read({"stdout": {"check": "oracle.forget"}}, FakeReader(functions={"forget": lambda _text: None}))
    with pytest.raises(PackageError):
        test.judge(printing("9"))


@pytest.mark.parametrize(
    ("printed", "guess", "shown"),
    [
        (b"9\xff", "Windows-1252", "9\\xff"),
        ("möglich 9\n".encode("latin-1"), "Windows-1252", "m\\xf6glich 9\n"),
        ("판 검사 9\n".encode("cp949"), "CP949", "\\xc6\\xc7 \\xb0˻\\xe7 9\n"),
        ("판 9\n".encode("utf-16"), "UTF-16", "\\xff\\xfe\x10\\xd3 \x009\x00\n\x00"),
    ],
)
def test_output_that_is_no_text_is_refused_and_its_bytes_are_shown(printed: bytes, guess: str, shown: str) -> None:
    finding = read({"stdout": {"matches": "."}}).judge(printing(printed))
    assert (finding.verdict, finding.actual) == (Verdict.WA, shown)
    assert finding.message == Message("not-utf8", {"guess": f" (it looks like {guess})"})


BLANKS = "Only blanks or line ends differ, first in line "
LETTERS = "It only looks the same: line "
SMALL_I, CHI = "`i` (U+0069, latin small letter i)", "`Χ` (U+03A7, greek capital letter chi)"
UNSEEN: list[tuple[dict[str, str], str, str | None]] = [
    ({"exact": "25\n"}, "25   ", BLANKS + "1: `25···` (no line end); `25⏎` was expected."),
    ({"exact": "a\nb\n"}, "a\nb", BLANKS + "2: `b` (no line end); `b⏎` was expected."),
    ({"exact": "a\nb\n"}, "a\r\nb\r\n", BLANKS + "1: `a␍⏎`; `a⏎` was expected."),
    ({"exact": "a\n"}, "a\n\n", BLANKS + "2: `⏎`; `` (no line end) was expected."),
    ({"lines": "a b"}, "a\tb  ", BLANKS + "1: `a⇥b`; `a·b` was expected."),
    ({"lines": "a"}, "  a", BLANKS + "1: `··a`; `a` was expected."),
    ({"lines": "1 2"}, "1\u00a02", BLANKS + "1: `1<U+00A0>2`; `1·2` was expected."),
    (
        {"exact": "Zoë"},
        "Zoe\u0308",
        LETTERS + "1, character 3 is `e\u0308` (U+0065 U+0308); "
        "`ë` (U+00EB, latin small letter e with diaeresis) was expected.",
    ),
    (
        {"lines": "x\nX wins"},
        "x  \nΧ wins",
        LETTERS + f"2, character 1 is {CHI}; `X` (U+0058, latin capital letter x) was expected.",
    ),
    (
        {"lines": "win"},
        "w\u200bin",
        LETTERS + f"1, character 2 is U+200B, zero width space; {SMALL_I} was expected.",
    ),
    (
        {"tokens": "in"},
        "\ufeffin",
        LETTERS + f"1, character 1 is U+FEFF, zero width no-break space; {SMALL_I} was expected.",
    ),
    ({"tokens": "win"}, "win\u200b", LETTERS + "1, character 4 is U+200B, zero width space; nothing was expected."),
    ({"lines": "O"}, "0", None),
    ({"lines": "Zoë"}, "Zoe", None),
    ({"lines": "a b"}, "b a", None),
    ({"numbers": "1"}, "2", None),
    ({"matches": "a b"}, "a\u00a0b", None),
]


@pytest.mark.parametrize(("way", "printed", "told"), UNSEEN)
def test_texts_that_look_alike_are_told_apart(way: dict[str, str], printed: str, told: str | None) -> None:
    finding = read({"stdout": way}).judge(printing(printed))
    assert (finding.verdict, [say(note) for note in finding.notes]) == (Verdict.WA, [] if told is None else [told])


@pytest.mark.parametrize(
    ("wanted", "code", "verdict"),
    [
        ({}, 0, Verdict.AC),
        ({}, 1, Verdict.RTE),
        ({"exit_code": 3}, 3, Verdict.AC),
        ({"exit_code": 3}, 0, Verdict.RTE),
        ({"exit_code": None}, 77, Verdict.AC),
    ],
)
def test_the_exit_code_must_be_the_expected_one(wanted: dict[str, Any], code: int, verdict: Verdict) -> None:
    assert read({"stdout": "9", **wanted}).judge(printing("9", code)).verdict is verdict


def test_another_exit_code_is_told_with_the_last_words_of_the_program() -> None:
    finding = read({"stdout": "9"}).judge(printing("9", 1, stderr=b"Traceback\nValueError: no\n"))
    assert (finding.message, finding.actual) == (
        Message("exit-code", {"code": "1", "expected": "0"}),
        "Traceback\nValueError: no",
    )


@pytest.mark.parametrize(
    "stderr",
    [
        b'Traceback\n  File "a.py", line 3, in <module>\nEOFError: EOF when reading a line\n',
        b'Exception in thread "main" java.util.NoSuchElementException: No line found\n\tat java.base/x\n',
        b'Exception in thread "main" java.util.NoSuchElementException\n\tat java.base/java.util.Scanner\n',
        b'Exception in thread "main" java.lang.NumberFormatException: Cannot parse null string: null\n',
    ],
)
def test_a_program_that_asks_for_more_input_than_there_is_is_told_so(stderr: bytes) -> None:
    asked = printing("Computer wins!\nPlay again (y/n)? ", 1, stderr=stderr)
    finding = read({"stdin": "1\n", "stdout": "Computer wins!"}).judge(asked)
    assert (finding.verdict, finding.message, finding.actual) == (
        Verdict.RTE,
        Message("asked-past-end", {"last": "Play again (y/n)?"}),
        "Computer wins!\nPlay again (y/n)? ",
    )


@pytest.mark.parametrize("stderr", [b"ValueError: EOFError\n", b"no EOFError\n", b"MyEOFError: x\n", b""])
def test_other_last_words_are_no_question_for_input(stderr: bytes) -> None:
    assert read({"stdout": "9"}).judge(printing("8", 1, stderr=stderr)).message == Message(
        "exit-code", {"code": "1", "expected": "0"}
    )


@pytest.mark.parametrize(
    ("way", "printed", "noted"),
    [
        ({"lines": "9"}, "9\n", True),
        ({"exact": "9\n"}, "9\n", True),
        ({"tokens": "9"}, "9\n", True),
        ({"lines": "9"}, "8\n", False),
        ({"lines": ""}, "", False),
        ({"matches": "9"}, "9\n", False),
        ({"check": "oracle.is_nine"}, "9\n", False),
    ],
)
def test_what_was_right_until_a_bad_end_is_told(way: dict[str, str], printed: str, noted: bool) -> None:
    body = {"stdout": way}
    crashed = read(body).judge(printing(printed, 1))
    killed = read(body).judge(subject(ended(Ending.SIGNALLED, signal=9, stdout=printed.encode())))
    assert (crashed.verdict, crashed.notes) == (Verdict.RTE, (Message("right-until-then"),) if noted else ())
    for ending in (Ending.CPU_LIMIT, Ending.WALL_LIMIT):
        running = read(body).judge(subject(ended(ending, stdout=printed.encode())))
        assert (running.verdict, running.notes) == (Verdict.TLE, (Message("right-but-running"),) if noted else ())
    assert killed.notes == ()


@pytest.mark.parametrize(
    ("ending", "verdict"),
    [
        (Ending.CPU_LIMIT, Verdict.TLE),
        (Ending.WALL_LIMIT, Verdict.TLE),
        (Ending.MEMORY_LIMIT, Verdict.MLE),
        (Ending.OUTPUT_LIMIT, Verdict.OLE),
        (Ending.PROCESS_LIMIT, Verdict.RTE),
        (Ending.SIGNALLED, Verdict.RTE),
        (Ending.CLOSED, Verdict.IR),
    ],
)
@pytest.mark.parametrize("exit_code", [0, None])
def test_a_run_that_was_ended_is_not_accepted_whatever_it_printed(
    ending: Ending, verdict: Verdict, exit_code: int | None
) -> None:
    outcome = ended(ending, 0, signal=9, stdout=b"9\n")
    finding = read({"stdout": "9", "exit_code": exit_code}).judge(subject(outcome))
    assert (finding.verdict, finding.share) == (verdict, 0.0)


def test_output_that_was_cut_is_not_accepted() -> None:
    finding = read({"stdout": {"matches": "9"}}).judge(printing("9", stdout_cut=True))
    assert (finding.verdict, finding.share) == (Verdict.OLE, 0.0)


# --- reading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"exit_code": None}, ("run",)),
        ({"stdout": {"lines": "a", "tokens": "a"}}, ("stdout",)),
        ({"stdout": {"matches": "("}}, ("stdout", "matches")),
        ({"stdout": {"says": "a nine"}}, ("stdout",)),
        ({"stdout": {"tolerance": 0.5}}, ("stdout",)),
        ({"stdout": {"numbers": "nine"}}, ("stdout", "numbers")),
    ],
)
def test_a_run_that_does_not_say_what_is_right_is_a_fault(body: dict[str, Any], path: tuple[str, ...]) -> None:
    reader = FakeReader()
    read(body, reader)
    assert [place for _message, place in reader.faults] == [path]


@pytest.mark.parametrize(
    "body", [{"stdout": ""}, {"exit_code": 3}, {"exit_code": None, "stdout": "x"}, {"stdout": {"exact": "x"}}]
)
def test_a_run_that_says_what_is_right_is_no_fault(body: dict[str, Any]) -> None:
    reader = FakeReader()
    read(body, reader)
    assert reader.faults == []
