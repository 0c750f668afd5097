"""Markdown: a summary for people in which nothing that a student wrote has an effect."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.plugins import reports
from grader.reports.markdown import code, fence, inline
from tests.reports import sample
from tests.reports.hostile_texts import HOSTILE, batch_of, everywhere

REPORT = reports()["markdown"]
READER = MarkdownIt("gfm-like", {"html": True, "linkify": True})
KNOWN = {
    "heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline", "text", "strong_open",
    "strong_close", "code_inline", "fence", "softbreak", "table_open", "table_close", "thead_open", "thead_close",
    "tbody_open", "tbody_close", "tr_open", "tr_close", "th_open", "th_close", "td_open", "td_close",
    "bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close",
}  # fmt: skip


def pieces(text: str) -> Iterator[Token]:
    for token in READER.parse(text):
        yield token
        yield from token.children or ()


def check_harmless(text: str) -> None:
    for token in pieces(text):
        assert token.type in KNOWN, token
        if token.type == "text":
            odd = set(token.content) & set("<>@#$[]&~\\`|")
            assert not odd, token.content[:200]
        if token.type == "heading_open":
            assert token.tag in ("h2", "h3")


def cells(text: str) -> list[int]:
    """How many cells each row of the tables has."""
    rows = [0]
    for token in pieces(text):
        if token.type == "tr_open":
            rows.append(0)
        elif token.type in ("td_open", "th_open"):
            rows[-1] += 1
    return rows[1:]


def test_a_submission_is_told_by_its_points_and_its_failures() -> None:
    result = sample.result([["AC"], ["WA"]]) | {"notes": ["Blanks were overlooked."]}
    result["parts"][1]["tests"][0]["actual"] = "true\nfalse"
    assert REPORT.one(result, {}) == (
        "## Boards and games\n\n**4 of 6 points: Wrong answer**\n\n"
        "| part | points | |\n| --- | ---: | --- |\n"
        "| Valid boards | 4 of 4 | Accepted |\n| Who has won | 0 of 2 | Wrong answer |\n\n"
        "### Who has won: winner 1: a full board\n\nis_valid gave true where false is right.\n\n"
        'input: `is_valid("XXX\\nOOO\\n...")`\n\nexpected: `false`\n\ngot:\n\n```text\ntrue\nfalse\n```\n\n'
        "hint: `Both have three in a row. Can a game get there?`\n\n"
        "repeat: `grader check boards board.py --part winner --seed 20`\n\nNote: Blanks were overlooked.\n"
    )


def test_an_ungraded_submission_is_told_with_its_reason_and_no_points() -> None:
    assert REPORT.one(sample.ungraded(), {}) == (
        "## Boards and games\n\n`Not graded: Two files could be the main file: board.py and main.py.`\n\n"
        "No points were given or taken.\n"
    )


def test_what_can_not_be_built_is_told_with_the_words_of_the_compiler() -> None:
    text = REPORT.one(sample.unbuilt(), {})
    assert "`Line 12 of Board.java: a semicolon is missing at the end.`" in text
    assert "```text\nBoard.java:12: error: ';' expected\n" in text


def test_a_class_is_told_by_a_line_for_each_submission() -> None:
    assert REPORT.many(batch_of([sample.accepted(1), sample.unbuilt(2), sample.ungraded(3)]), {}) == (
        "## Boards and games\n\n2 graded, 1 of them accepted; 1 not graded.\n\n"
        "- `student-001`: 10 of 10, Accepted\n- `student-002`: 0 of 10, Can't be run\n"
        "- `student-003`: `Not graded: Two files could be the main file: board.py and main.py.`\n"
    )


def test_a_class_has_names_where_they_are_known() -> None:
    one = sample.accepted(1)
    one["submission"]["name"] = "Zo\u00eb `\u00d8`"
    assert "- ``student-001 (Zo\u00eb `\u00d8`)``: 10 of 10, Accepted\n" in REPORT.many(batch_of([one]), {})


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_nothing_that_a_student_wrote_has_an_effect(text: str) -> None:
    results = everywhere(text)
    wholes = [*(REPORT.one(one, {}) for one in results), REPORT.many(batch_of(results), {})]
    for whole in wholes:
        check_harmless(whole)
        assert set(cells(whole)) <= {3}


@settings(max_examples=300, deadline=None)
@example("1)")
@example("- a")
@example("12. a")
@given(st.text(st.sampled_from("ab `~|\\\n<>[]()!@#*_-=+$:&.1\t"), max_size=60))
def test_no_text_of_the_signs_that_matter_has_an_effect(text: str) -> None:
    check_harmless(f"{inline(text)}\n\n- {code(text)}: x\n\n{fence(text)}\n\nend\n")


@given(st.text(st.sampled_from("ab`~\\<|"), min_size=1, max_size=30))
def test_code_is_read_as_it_was_written(text: str) -> None:
    (found,) = [token.content for token in pieces(f"x {code(text)} y") if token.type == "code_inline"]
    assert found == text
    (block,) = [token.content for token in pieces(fence(text)) if token.type == "fence"]
    assert block == text + "\n"


@pytest.mark.parametrize(
    "text", ["Valid boards", "두 배", "is_valid gave true.", "No (really)?", "It's 2 - 1: yes, so."]
)
def test_plain_words_stand_as_they_are(text: str) -> None:
    assert inline(text) == text


@pytest.mark.parametrize("text", ["", " ", "@octocat", "www.example.com", "_a_", "a*b*", "#1", "a:b:", "<b>", "--"])
def test_what_is_not_plain_is_code(text: str) -> None:
    assert inline(text) in ("(nothing)", f"`{text}`")
