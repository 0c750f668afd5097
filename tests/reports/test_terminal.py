"""The terminal report: what is wrong, in 80 columns, without a control character of a student's."""

from __future__ import annotations

import copy
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import redact
from grader.plugins import reports
from grader.reports._columns import clean
from tests.reports import sample

REPORT = reports()["terminal"]
LONG = "A sentence that goes on and on about one thing and another, as sentences do when nobody stops them. "
WIDE = "틱택토 판 검사 " * 20
SOLID = "가" * 100
RESULTS = {
    "accepted": sample.accepted(),
    "unbuilt": sample.unbuilt(),
    "ungraded": sample.ungraded(),
    "every verdict": sample.every_verdict(),
    "not counted": sample.result([["AC"], ["WA"]])
    | {"parts": [sample.part(sample.PARTS[0], ["AC"]), sample.part(sample.PARTS[1], ["WA"], counted=False)]},
}


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def columns(text: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text.expandtabs(8)
        if not unicodedata.combining(char)
    )


def failing(**changes: Any) -> dict[str, Any]:
    """A result with one failing test."""
    result = sample.result([["WA"]])
    result["parts"][0]["tests"][0] |= {"hint": None, **changes}
    return result


def shown(result: dict[str, Any], **options: Any) -> str:
    return REPORT.one(result, options)


def fields(text: str) -> dict[str, list[str]]:
    """The labelled lines of the failing test: label -> its lines."""
    found: dict[str, list[str]] = {}
    label = ""
    for line in text.splitlines():
        if match := re.match(r"  (so far|input|expected|got|where|hint|repeat) {1,9}(?: (.*))?$", line):
            label = match[1]
            found[label] = [match[2] or ""]
        elif label and line.startswith(" " * 13):
            found[label].append(line[13:])
        else:
            label = ""
    return found


# --- what is said ------------------------------------------------------------------------------------------------


def test_an_accepted_submission_is_a_list_of_its_points() -> None:
    assert shown(sample.accepted()) == (
        "Boards and games\n"
        "board.py · Python 3.11.2\n"
        "\n"
        "  ✓ Valid boards                               4 / 4\n"
        "  ✓ Who has won                                2 / 2\n"
        "  ✓ Count the games                            3 / 3\n"
        "  ✓ Play against the referee                   1 / 1\n"
        "    Points                                   10 / 10   Accepted\n"
        "\n"
    )


def test_a_failing_test_is_shown_with_one_input_and_how_to_repeat_it() -> None:
    result = failing(
        hint="Look.", actual="true", location={"file": "board.py", "line": 3, "column": 5, "source": "    x = 1"}
    )
    assert shown(result).split("\n\n", 2)[2] == (
        "✗ Valid boards: valid 1: a full board\n"
        "  is_valid gave true where false is right.\n"
        '  input      is_valid("XXX\\nOOO\\n...")\n'
        "  expected   false\n"
        "  got        true\n"
        "  where      board.py, line 3, column 5\n"
        "             | x = 1\n"
        "             | ^\n"
        "  hint       Look.\n"
        "  repeat     grader check boards board.py --part valid --seed 20\n"
        "\n"
    )


@pytest.mark.parametrize(
    ("actual", "message"),
    [
        ("0", "Not right on 4,210 of 19,683 inputs; the first is shown."),
        ("1", "Not right on 1 of 2 inputs; the first is shown."),
        ("e", "The answer is not the expected one."),
        ("", "The output is not the expected one."),
    ],
)
def test_what_was_got_is_shown_although_the_message_happens_to_hold_the_same_letters(actual: str, message: str) -> None:
    found = fields(shown(failing(actual=actual, message=message)))
    assert found["got"] == [actual or "(nothing)"]


def test_a_transcript_takes_the_place_of_the_input() -> None:
    found = fields(shown(failing(transcript="Q? 1\nA: 2\n", input="f(1)")))
    assert (found["so far"], "input" in found) == (["Q? 1", "A: 2"], False)


def test_a_hidden_test_of_a_student_shows_a_sentence_and_no_empty_line_labels() -> None:
    result = redact.for_student(failing(hidden=True))
    text = shown(result)
    assert "Hidden test" in text
    assert fields(text) == {}
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_no_line_ends_with_blanks(result: dict[str, Any]) -> None:
    assert [line for line in shown(result).splitlines() if line != line.rstrip()] == []


def test_only_the_first_failing_test_of_a_part_is_shown_and_the_others_are_counted() -> None:
    text = shown(sample.result([["AC", "RTE", "WA", "SK"]]))
    assert text.count("  repeat ") == 1
    assert "The program stopped with IndexError: string index out of range." in text
    assert "  and 2 more of 4 tests of this part fail\n" in text


def test_a_part_that_does_not_count_is_told_as_not_earned() -> None:
    text = shown(RESULTS["not counted"])
    assert "  – Who has won                                0 / 2   optional, not earned\n" in text
    assert "Why a part was not earned: --part winner\n" in text
    assert "✗" not in text


@pytest.mark.parametrize(("verdict", "words"), [("SK", "optional, not tried"), ("AC", "another part counts")])
def test_a_part_that_does_not_count_without_a_fault_is_told_why(verdict: str, words: str) -> None:
    parts = [sample.part(sample.PARTS[0], ["AC"]), sample.part(sample.PARTS[1], [verdict], counted=False)]
    text = shown(sample.result([["AC"], [verdict]]) | {"parts": parts})
    assert f"  – Who has won                                {parts[1]['points']:g} / 2   {words}\n" in text
    assert "Why a part was not earned" not in text


def test_a_part_that_was_asked_for_alone_shows_what_failed_though_it_does_not_count() -> None:
    text = shown(sample.result([["WA"]]) | {"parts": [sample.part(sample.PARTS[1], ["WA"], counted=False)]})
    assert text.count("  repeat ") == 1
    assert "Why a part was not earned" not in text


def test_an_ungraded_submission_says_why_and_shows_no_points() -> None:
    assert shown(sample.ungraded()) == (
        "Boards and games\n"
        "board.py · Python 3.11.2\n"
        "\n"
        "Not graded: Two files could be the main file: board.py and main.py.\n"
        "\n"
        "No points were given or taken.\n"
        "\n"
    )


def test_code_that_can_not_be_built_shows_the_place_and_no_test() -> None:
    text = shown(sample.unbuilt())
    assert "Line 12 of Board.java: a semicolon is missing at the end." in text
    assert "  where      Board.java, line 12, column 29\n" in text
    assert ("input" in text, "repeat" in text) == (False, False)


@pytest.mark.parametrize(
    ("source", "column", "line", "caret"),
    [
        ("    x = y", 9, "x = y", "    ^"),
        ("\tx = y", 6, "x = y", "    ^"),
        ("\t\tx = y", 3, "x = y", "^"),
        ("판 = 검사", 5, "판 = 검사", "     ^"),
    ],
)
def test_the_mark_stands_under_the_column_that_is_meant(source: str, column: int, line: str, caret: str) -> None:
    place = {"file": "board.py", "line": 1, "column": column, "source": source}
    assert fields(shown(failing(location=place)))["where"] == [
        f"board.py, line 1, column {column}",
        f"| {line}",
        f"| {caret}",
    ]


def test_weaker_isolation_is_told() -> None:
    isolation = {"level": "none", "layers": [], "missing": ["reading of files", "use of the network"]}
    text = shown(sample.accepted() | {"isolation": isolation})
    assert text.endswith("\nIsolation was none, so not prevented: reading of files; use of the network.\n")


def test_a_long_value_is_cut_in_the_middle_and_says_by_how_much() -> None:
    found = fields(shown(failing(expected="\n".join(map(str, range(100))))))
    assert (found["expected"][:4], found["expected"][-1]) == (["0", "1", "2", "... 87 more lines ..."], "99")
    assert len(found["expected"]) == 14


# --- 80 columns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_a_result_fits_80_columns(result: dict[str, Any]) -> None:
    assert too_wide(shown(result)) == []


@pytest.mark.parametrize(
    "text",
    [LONG * 3, WIDE, SOLID, "x" * 300, "a\tb" * 60, "e\u0301 " * 90],
    ids=["sentences", "Hangul", "Hangul without blanks", "without blanks", "tabs", "accents"],
)
@pytest.mark.parametrize("key", ["message", "input", "expected", "actual", "transcript", "hint", "title"])
def test_a_long_text_fits_80_columns(key: str, text: str) -> None:
    assert too_wide(shown(failing(**{key: text}))) == []


@pytest.mark.parametrize("text", [LONG * 3, WIDE, SOLID], ids=["sentences", "Hangul", "Hangul without blanks"])
@pytest.mark.parametrize("what", ["source", "file name", "id", "note", "reason", "build", "form", "task", "part"])
def test_a_long_text_around_the_tests_fits_80_columns(what: str, text: str) -> None:
    result = failing(location={"file": "board.py", "line": 1, "column": 2, "source": text})
    if what == "file name":
        result["submission"]["main"] = text
    elif what == "id":
        result["submission"] |= {"main": None, "id": text}
    elif what == "note":
        result["notes"] = [text]
    elif what == "reason":
        result = sample.ungraded() | {"reason": text}
    elif what == "build":
        result = sample.unbuilt()
        result["build"]["message"] = text
    elif what == "form":
        result["form"] = text
    elif what == "task":
        result["problem"]["title"] = text
    elif what == "part":
        result["parts"][0]["title"] = text
    assert too_wide(shown(result)) == []


@pytest.mark.parametrize("text", ["kim", LONG, WIDE, SOLID], ids=["short", "sentence", "Hangul", "without blanks"])
def test_a_class_fits_80_columns(text: str) -> None:
    batch = sample.batch(25)
    for number, result in enumerate(batch["results"]):
        result["submission"]["id"] = f"{number} {text}"
        if result["reason"]:
            result["reason"] = text
    assert too_wide(REPORT.many(batch, {})) == []


def too_wide(text: str) -> list[str]:
    """The lines that a terminal would break; a command to copy stands in one piece whatever its length."""
    return [line for line in text.split("\n") if columns(line) > 80 and not line.startswith("  repeat ")]


def test_a_command_to_copy_stands_in_one_piece() -> None:
    command = f"grader check boards {'long-folder/' * 12}board.py --part valid"
    assert f"  repeat     {command}\n" in shown(failing(repeat=command))


# --- harmless ----------------------------------------------------------------------------------------------------


def harmless(text: str) -> None:
    assert {char for char in text if not char.isprintable() and char != "\n"} == set()
    text.encode("utf-8")


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_no_control_character_of_a_student_is_left(result: dict[str, Any]) -> None:
    harmless(shown(sample.hostile(result) | {"isolation": result["isolation"]}))


def test_no_control_character_of_a_class_is_left() -> None:
    harmless(REPORT.many(sample.hostile(sample.batch(24)), {}))


@pytest.mark.parametrize("key", ["main", "id"])
def test_the_name_of_a_file_never_makes_a_line_of_its_own(key: str) -> None:
    named = sample.accepted()
    named["submission"] |= {"main": None, key: "a.py\n  ✓ Everything    99 / 99"}
    assert len(shown(named).splitlines()) == len(shown(sample.accepted()).splitlines())


def test_the_name_of_a_file_never_makes_a_line_of_its_own_at_a_place_or_in_a_command() -> None:
    name = "a.py\n  ✓ Everything    99 / 99"
    place = {"file": name, "line": 1, "column": 1, "source": "x"}
    named = failing(location=place, repeat=f"grader check boards '{name}'")
    usual = failing(location=place | {"file": "a.py"})
    assert len(shown(named).splitlines()) == len(shown(usual).splitlines())


def test_the_id_of_a_submission_never_makes_a_line_of_its_own_in_a_class() -> None:
    named = sample.accepted()
    named["submission"]["id"] = "a\nb\rc\x0bd\u2028e\x85f"
    assert len(REPORT.many({"results": [named]}, {}).splitlines()) == 3


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("plain 두 배 é", "plain 두 배 é"),
        ("a\nb\tc", "a\nb\tc"),
        ("\x1b[31m", "␛[31m"),
        ("\x00\x07\r", "␀␇␍"),
        ("\x7f", "␡"),
        ("\x9b", "<U+009B>"),
        ("\u202e", "<U+202E>"),
        ("\u2028\u00a0", "  "),
        ("\ud800", "\N{REPLACEMENT CHARACTER}"),
        (None, ""),
    ],
)
def test_a_control_character_is_made_visible(text: str | None, visible: str) -> None:
    assert clean(text) == visible


@given(st.text(st.characters(exclude_categories=())))
def test_whatever_a_student_printed_only_printable_letters_are_shown(text: str) -> None:
    harmless(shown(failing(actual=text, message=text, repeat=f"grader check {text}")))


# --- colours -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_colours_are_all_that_colours_change(result: dict[str, Any]) -> None:
    coloured = shown(result, color=True)
    assert "\x1b[" in coloured
    assert plain(coloured) == shown(result)


def test_colours_are_all_that_colours_change_in_a_class() -> None:
    batch = sample.batch(25)
    coloured = REPORT.many(batch, {"color": True})
    assert "\x1b[" in coloured
    assert plain(coloured) == REPORT.many(batch, {"color": False})


def test_a_message_of_any_length_is_broken_at_the_same_place_in_colour() -> None:
    for length in range(60, 90):
        result = sample.unbuilt()
        result["build"]["message"] = ("word " * 40)[:length].strip()
        assert plain(shown(result, color=True)) == shown(result)


# --- a class -----------------------------------------------------------------------------------------------------


def test_a_class_is_a_line_per_submission_and_a_sum() -> None:
    results = [sample.accepted(1), sample.result([["WA"], ["AC"]], number=2), sample.ungraded(3), sample.unbuilt(4)]
    results[1]["submission"]["id"] = "두 배"
    assert REPORT.many({"results": results}, {}) == (
        "  student-001    10 / 10  Accepted\n"
        "  두 배            2 / 6  Wrong answer\n"
        "  student-003  not graded: Two files could be the main file: board.py and main.…\n"
        "  student-004     0 / 10  Can't be run\n"
        "\n"
        "3 graded, 1 of them accepted; 1 not graded.\n"
    )


def test_a_class_has_names_where_they_are_known_and_the_number_of_those_who_are_missing() -> None:
    one = sample.accepted(1)
    one["submission"]["name"] = "Zo\u00eb \u00d8"
    missing = [{"id": "9", "name": None}]
    assert REPORT.many({"results": [one], "missing": missing}, {}) == (
        "  student-001 (Zo\u00eb \u00d8)    10 / 10  Accepted\n"
        "\n"
        "1 graded, 1 of them accepted; 0 not graded.\n"
        "1 of the class handed in nothing.\n"
    )


def test_a_report_leaves_the_result_as_it_was() -> None:
    batch = sample.batch(25)
    before = copy.deepcopy(batch)
    REPORT.many(batch, {})
    for result in batch["results"]:
        shown(result)
    assert batch == before


def test_the_format_is_called_terminal() -> None:
    assert (REPORT.name, REPORT.suffix) == ("terminal", ".txt")
