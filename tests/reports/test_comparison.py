"""grader.reports._comparison: what differs is marked, and blanks that differ are seen."""

from __future__ import annotations

import pytest

from grader.reports._comparison import Comparison, Line, compare


def plain(*lines: str) -> list[Line]:
    return [[("", line)] for line in lines]


def differs(*lines: str) -> list[Line]:
    return [[("diff", line)] for line in lines]


# (expected, actual) -> the lines of both sides, do only blanks differ, are blanks shown by signs
COMPARED: dict[str, tuple[str, str, Comparison]] = {
    "equal": ("a\nb", "a\nb", Comparison(plain("a", "b"), plain("a", "b"), False, False)),
    "little alike": ("false", "true", Comparison(differs("false"), differs("true"), False, False)),
    "much alike": (
        "[1, 2, 3]",
        "[1, 20, 3]",
        Comparison(
            [[("", "[1, 2"), ("diff", ""), ("", ", 3]")]], [[("", "[1, 2"), ("diff", "0"), ("", ", 3]")]], False, False
        ),
    ),
    "a line more": ("a", "a\nb", Comparison(plain("a"), [*plain("a"), *differs("b")], False, False)),
    "nothing": ("a", "", Comparison(plain("a"), plain(""), False, False)),
    "line ends of another system": (
        "a\nb",
        "a\r\nc",
        Comparison([*plain("a"), *differs("b")], [*plain("a"), *differs("c")], False, False),
    ),
    "a space at the end": (
        "ab",
        "ab ",
        Comparison([[("", "ab"), ("diff", ""), ("", "")]], [[("", "ab"), ("diff", "·"), ("", "")]], True, True),
    ),
    "a line end": (
        "abc\n",
        "abc",
        Comparison(
            [[("", "abc"), ("diff", "⏎"), ("", "")], [("diff", "")]],
            [[("", "abc"), ("diff", ""), ("", "")]],
            True,
            True,
        ),
    ),
    "a tab": ("\ta", " a", Comparison(differs("⇥\ta"), differs("·a"), True, True)),
    "another space": ("a b", "a\u00a0b", Comparison(differs("a·b"), differs("a⟨U+00A0⟩b"), True, True)),
    "a space beside another difference": (
        "abcd\nx",
        "abcd \ny",
        Comparison(
            [[("", "abcd"), ("diff", ""), ("", "")], *differs("x")],
            [[("", "abcd"), ("diff", "·"), ("", "")], *differs("y")],
            False,
            True,
        ),
    ),
    "a line of blanks beside another difference": (
        "a\nx",
        "a\n  \ny y",
        Comparison([*plain("a"), *differs("x")], [*plain("a"), *differs("··", "y y")], False, True),
    ),
}


@pytest.mark.parametrize("name", COMPARED)
def test_what_differs_is_marked(name: str) -> None:
    expected, actual, compared = COMPARED[name]
    assert compare(expected, actual) == compared


def test_long_texts_are_shown_without_marks() -> None:
    whole = "\n".join(map(str, range(500)))
    assert compare(whole, whole + "x").actual[-1] == [("", "499x")]
