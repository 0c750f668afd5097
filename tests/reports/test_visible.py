"""grader.reports._visible: what can't be seen gets a sign."""

from __future__ import annotations

import pytest

from grader.reports._visible import cut, escaped, left_out, sentence, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\n\tb", "a\n\tb"),
        ("\x1b[1m", "␛[1m"),
        ("\r\x7f", "␍␡"),
        ("\udfff", "\ufffd"),
        ("\ufffe\uffff", "⟨U+FFFE⟩⟨U+FFFF⟩"),
        ("\u2067x\u2069", "⟨U+2067⟩x⟨U+2069⟩"),
        ("é👩\u200d🔬", "é👩\u200d🔬"),
        (None, ""),
        (7, 7),
    ],
)
def test_visible_marks_what_can_not_be_seen(text: object, shown: object) -> None:
    assert visible(text) == shown


def test_what_is_escaped_can_end_no_element_and_no_attribute() -> None:
    assert escaped("<b a='\"'>&\x00") == "&lt;b a=&#39;&#34;&#39;&gt;&amp;␀"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`f(1)` gives <b>`x`</b>", "<code>f(1)</code> gives &lt;b&gt;<code>x</code>&lt;/b&gt;"),
        ("a ` alone", "a ` alone"),
        ("none: ``", "none: ``"),
        ("`<i>`\x00`&`", "<code>&lt;i&gt;</code>\u2400<code>&amp;</code>"),
    ],
)
def test_what_stands_between_backticks_is_code_and_harmless(text: str, shown: str) -> None:
    assert sentence(text) == shown


def test_what_is_cut_says_how_much_is_left_out() -> None:
    assert cut("a\r\n" + "x" * 30_000) == "a\n" + "x" * 19_997 + "\n… and 10,003 more characters"
    assert cut("x" * 20_000) == "x" * 20_000


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("x" * 20_000, 0),
        ("x" * 20_007, 7),
        ("x" * 10_000 + "\n... (12,345 more characters)", 12_345),
        ("x\n... (12,345 more characters)\n", 0),
        ("x\n... (, more characters)", 0),
    ],
)
def test_what_is_left_out_is_counted_also_if_it_was_before(text: str, count: int) -> None:
    assert left_out(text) == count
