"""Ids of messages and what goes into them -> sentences in a language. The one place where findings become words.

The sentences stand in `messages/<language>.txt`, one a line: the id, a colon, the sentence; `en.txt` says what the
marks in braces mean. Plain lines, since that is all they need, and they are read in a millisecond. Numbers and their
forms follow Unicode's CLDR (plurals.xml, and the numbers of each language), which for our languages is the few lines
below; Babel would bring 36 MB for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from grader.model import Message

FOLDER = Path(__file__).with_name("messages")
NATIVE = "en"
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
FIELD = re.compile(r"\{(\w+)([#!]?)(?::([^{}]*))?\}")
NO_BREAK = "\N{NO-BREAK SPACE}"

FORMS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("en", "et"), ("one", "other")),
    **dict.fromkeys(("ru", "pl"), ("one", "few", "many", "other")),
    **dict.fromkeys(("ko", "zh"), ("other",)),
}
"""The categories of numbers, in the order in which sentences have their forms; the last is that of fractions."""

MARKS: Mapping[str, tuple[str, str, int]] = {
    **dict.fromkeys(("en", "ko", "zh"), (",", ".", 4)),
    "ru": (NO_BREAK, ",", 4),
    **dict.fromkeys(("pl", "et"), (NO_BREAK, ",", 5)),
}
"""What stands between thousands, what before decimals, and from how many digits on thousands are kept apart."""

ENDS = tuple(".!?\u3002\uff01\uff1f\u2026")
FULL_STOPS = {"zh": "\u3002"}

Given = Mapping[str, str | int | float]


def languages() -> list[str]:
    """The codes of the languages that there are messages in."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The sentences of a language by their ids."""
    lines = (FOLDER / f"{language}.txt").read_text("utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {key: sentence for key, _colon, sentence in pairs}


@cache
def marks(key: str) -> Mapping[str, str]:
    """The names in a message that have a mark: `#` for a number, `!` for words of ours."""
    return {name: mark for name, mark, _forms in FIELD.findall(catalogue(NATIVE)[key]) if mark}


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    language: str

    def __call__(self, key: str, **values: str | int | float) -> str:
        """The message in words; what it is given are words already, or numbers."""
        return self.fill(key, values, _as_it_is)

    def fill(self, key: str, values: Given, speak: Callable[[str], str]) -> str:
        """The message in words; `speak` puts those values into this language that are words of ours in English."""
        template = catalogue(self.language)[key]
        return FIELD.sub(partial(self._filled, marks(key), values, speak), template)

    def _filled(
        self, known: Mapping[str, str], values: Given, speak: Callable[[str], str], field: re.Match[str]
    ) -> str:
        value, forms = _written(values[field[1]]), field[3]
        if forms is not None:
            form: str = forms.split("|")[FORMS[self.language].index(category(value, self.language))]
            return form.replace("#", self.number(value))
        mark = known.get(field[1])
        return self.number(value) if mark == "#" else speak(value) if mark == "!" else value

    def say(self, message: Message | None) -> str | None:
        """The message in words, without what would have to be put into this language first."""
        return None if message is None else self.fill(message.key, message.values, _as_it_is)

    def number(self, value: str | float) -> str:
        """A number as the language writes it; any other text as it is."""
        text = _written(value)
        if self.language == NATIVE or NUMBER.fullmatch(text) is None:
            return text
        between, before_decimals, least_digits = MARKS[self.language]
        whole, _point, decimals = text.partition(".")
        digits = whole.replace(",", "")
        whole = whole.replace(",", between) if len(digits.lstrip("-")) >= least_digits else digits
        return whole + (before_decimals + decimals if decimals else "")

    def verdict(self, code: str | None) -> str:
        """The verdict in a few words."""
        return self(f"verdict.{code or 'none'}")


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def category(number: str, language: str) -> str:
    """The category of CLDR to which a number belongs, which is written as in English."""
    forms = FORMS[language]
    digits = number.replace(",", "").lstrip("-")
    if len(forms) == 1 or not digits.isdecimal():
        return forms[-1]
    value = int(digits)
    last, is_teen = value % 10, value % 100 in (11, 12, 13, 14)
    if len(forms) == 2:
        return "one" if value == 1 else "other"
    if (last == 1 and not is_teen) if language == "ru" else value == 1:
        return "one"
    return "few" if last in (2, 3, 4) and not is_teen else "many"


def together(sentences: Iterable[str], language: str) -> str:
    """One text of several: what ends with words of a program's, without a stop, gets one before the next begins."""
    *before, last = [*filter(None, sentences)] or [""]
    stop = FULL_STOPS.get(language, ".")
    return " ".join([*(one if one.endswith(ENDS) else one + stop for one in before), last])


ENGLISH = Words(NATIVE)
say = ENGLISH.say
