"""Tests of which there is little to tell -> one line each, as they stand on a page.

Most lines of a class are equal: each is made once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from grader.reports._visible import escaped
from grader.words import Words

Test = Mapping[str, Any]
SHORT = 120  # characters of an input that stands in a line
TOLD = ("input", "expected", "actual", "transcript", "location", "cause", "hint", "repeat")


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The tests of a part by what came of them; of silent ones nothing can be told but that they failed."""

    failed: list[Test] = field(default_factory=list)
    silent: list[Test] = field(default_factory=list)
    waiting: list[Test] = field(default_factory=list)
    passed: list[Test] = field(default_factory=list)


def by_outcome(part: Mapping[str, Any]) -> Outcomes:
    """The tests of a part, in their order; those that a person has to grade are in none of the lists."""
    found = Outcomes()
    places = {"AC": found.passed, "SK": found.waiting}
    for test in part["tests"]:
        if test["verdict"] in places:
            places[test["verdict"]].append(test)
        elif test["verdict"] != "PD":
            (found.silent if _is_silent(test) else found.failed).append(test)
    return found


def _is_silent(test: Test) -> bool:
    """Whether there is nothing to tell of a hidden test but how it ended."""
    return bool(test["hidden"]) and not any(test.get(key) for key in TOLD)


def lines(
    tests: Sequence[Test], verdicts: Mapping[str, tuple[str, str, str, str]], foreign: Mapping[str, str], words: Words
) -> Markup:
    """The tests as a list, with the signs and names of their verdicts."""
    made = (
        _line(
            words, test["verdict"], verdicts[test["verdict"]], title, foreign.get(title), test["hidden"], _shown(test)
        )
        for test in tests
        for title in (test["title"],)
    )
    return Markup('<ul class="lines">\n{}\n</ul>').format(Markup("\n").join(made))


def _shown(test: Test) -> str | None:
    """The input, if it is so short that it can stand in the line."""
    text = test["input"]
    return text if text and len(text) <= SHORT and "\n" not in text else None


@lru_cache(maxsize=4096)
def _line(  # noqa: PLR0913, PLR0917 - all that a line depends on
    words: Words, verdict: str, look: tuple[str, str, str, str], title: str, language: str | None, hidden: bool,
    shown: str | None,
) -> Markup:  # fmt: skip
    sign, colour, name, _meaning = look
    told = Markup('<span lang="{}">{}</span>').format(language, escaped(title)) if language else escaped(title)
    tag = Markup(' <span class="tag">{}</span>').format(words("page.hidden")) if hidden else ""
    asked = Markup(" <code>{}</code>").format(escaped(shown)) if shown else ""
    how = "" if verdict in ("AC", "SK") else Markup(' <span class="how">{}</span>').format(name)
    start = Markup('<li><span class="sign {}" aria-hidden="true">{}</span> ').format(colour, sign)
    return start + told + tag + asked + how + Markup("</li>")
