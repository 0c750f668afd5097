"""Text that anybody may have written -> text in which every character can be seen, for pages.

A student's text may hold characters that can't be seen, that turn the text around or that can't be written. Each of
them gets a visible sign; escaping for HTML comes after that.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from grader.words import ENGLISH, Words

SHOWN_CHARACTERS = 20_000  # of one value or message
CUT_BEYOND = 10_000  # a shorter value was not cut when the result was made, whatever it says
# Controls, formats, fillers, no characters, lone surrogates. What joins letters and emoji (U+200C, U+200D) stays.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)

_CUT_BEFORE = re.compile(r"\n\.\.\. \(\D{0,40}(\d[\d,\xa0]{0,15})\D{0,40}\)\Z")  # `text.more-characters`


def visible(value: object) -> object:
    """Text with a visible sign for each character that can't be seen or that turns the text around."""
    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return "" if value is None else value
    return UNSEEN.sub(sign_of, value)


def escaped(value: object) -> Markup:
    """The visible text, escaped: what may stand in a page, between tags or as the value of an attribute."""
    return escape(visible(value))


def cut(text: str, words: Words = ENGLISH) -> str:
    """The text with plain line ends; of a long one its beginning, and how much is left out."""
    rest = len(text) - SHOWN_CHARACTERS
    more = f"\n{words('page.and-more', count=rest)}" if rest > 0 else ""
    return text[:SHOWN_CHARACTERS].replace("\r\n", "\n") + more


def sentence(text: str) -> Markup:
    """The text for people, cut and escaped, with what stands between backticks as code."""
    pieces = [escaped(piece) for piece in re.split(r"`([^`\n]{1,200})`", cut(text))]
    return Markup().join(Markup("<code>{}</code>").format(one) if at % 2 else one for at, one in enumerate(pieces))


def left_out(text: str) -> int:
    """How many characters of a value are not shown: cut here, or before when the result was made."""
    before = _CUT_BEFORE.search(text[-100:]) if len(text) > CUT_BEYOND else None
    cut_before = int(re.sub(r"\D", "", before[1])) if before else 0
    return max(0, len(text) - SHOWN_CHARACTERS) + cut_before


def sign_of(match: re.Match[str]) -> str:
    """The visible sign of a character."""
    code = ord(match[0])
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    if code == 0x7F:
        return "\u2421"
    return chr(0x2400 + code) if code < 0x20 else f"⟨U+{code:04X}⟩"
