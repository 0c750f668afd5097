"""A result and a language -> the same result with the words of that language: the first step of every report.

Messages come by their ids and values. Other sentences come as English text: drivers speak it over their protocol from
six languages, plug-ins of others do, and errors are raised with it. They are found in the catalogue by their form
(`told.`), which asks nothing of those who say them; what is not found there stays English, and is marked as such. What
a student's program wrote is never touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from grader.words import FIELD, NATIVE, Words, catalogue, marks, together

Result = Mapping[str, Any]

SHOWN = ("input", "expected", "actual", "transcript")
CUT_BEYOND = 10_000
FEWEST_LETTERS = 5
BY_SENTENCE = ("told.", "hidden.", "verdict.")
LONGEST = 1_000  # of a sentence: what costs time to look for grows faster than its length
_CUT = re.compile(r"\n\.\.\. \((\d[\d,]*) more characters\)\Z")  # as `result.py` writes it
_GAP = re.compile(r"\.\.\. \((\d[\d,]*) steps are left out here\)")
_PIECES = {"#": r"-?\d[\d,.]*%?", "!": r".+", "": r".+?"}
_CODE = re.compile(r"`[^`]*`(?: \([^()]*\))?")


def speak(result: Result, words: Words) -> Result:
    """The result in these words; `foreign` in it says of texts that stay in another language in which one they are."""
    if words.language == NATIVE:
        return result
    parts = result["parts"]
    voice = _Voice(words, {part["title"]: part.get("titles") or {} for part in parts})
    build, isolation = result["build"], result["isolation"]
    spoken = {
        "problem": {**result["problem"], "title": voice.title(result["problem"])},
        "form": voice.chosen(result.get("form"), result.get("form_titles")),
        "reason": voice.sentence(result["reason"]),
        "parts": [_part(part, voice) for part in parts],
        "notes": voice.sentences(result["notes"]),
        "build": {**build, "message": voice.sentence(build.get("message"))},
        "isolation": {**isolation, "missing": voice.sentences(isolation["missing"])},
    }
    return {**result, **spoken, "foreign": voice.foreign}


def _part(part: Result, voice: _Voice) -> Result:
    rules, said = part.get("rules", ()), part.get("rules_said")
    spoken = {
        "title": voice.title(part),
        "rules": [voice.messages([one], rule) for one, rule in zip(said, rules, strict=True)]
        if said is not None
        else voice.sentences(rules),
        "tests": [_test(test, voice) for test in part["tests"]],
    }
    return {**part, **spoken}


def _test(test: Result, voice: _Voice) -> Result:
    shown = {name: voice.shown(test[name], f"shown.{test['kind']}.{name}.") for name in SHOWN}
    spoken: dict[str, Any] = {
        "title": voice.title(test),
        "message": voice.messages(test.get("said"), test["message"]),
        "cause": voice.chosen(test.get("cause"), test.get("causes")),
        "hint": voice.chosen(test.get("hint"), test.get("hints")),
        **shown,
    }
    if test.get("turns"):
        spoken["turns"] = [{**turn, "text": voice.turn(turn)} for turn in test["turns"]]
    return {**test, **spoken}


@dataclass(frozen=True, slots=True)
class _Voice:
    """Says things in a language, and remembers what it could not."""

    words: Words
    titles: Mapping[str, Mapping[str, str]]
    foreign: dict[str, str] = field(default_factory=dict)

    def is_foreign(self, text: str) -> str:
        self.foreign[text] = NATIVE
        return text

    def title(self, titled: Result) -> str:
        """The title of a problem, a part or a test."""
        return self.chosen(titled["title"], titled.get("titles")) or ""

    def chosen(self, text: str | None, by_language: Mapping[str, str] | None) -> str | None:
        """A text of the package in this language, if it has it, else as it stands."""
        if not text:
            return text
        return (by_language or {}).get(self.words.language) or self.found(text) or self.is_foreign(text)

    def messages(self, said: Sequence[Mapping[str, Any]] | None, english: str | None) -> str | None:
        """What messages say together; of what goes into them, what can't be said stays as it is."""
        if not said or not english:
            return self.sentence(english)
        try:
            sentences = [self.words.fill(one["key"], one["values"], self._found_or_same) for one in said]
            told = together(sentences, self.words.language)
        except KeyError:  # of another version of the grader, or of a plug-in that has gone
            return self.sentence(english)
        return told if told != english else self.is_foreign(english)

    def _found_or_same(self, text: str) -> str:
        return self.found(text) or text

    def sentence(self, text: str | None) -> str | None:
        """A sentence that came in English."""
        return text and (self.found(text) or self.is_foreign(text))

    def sentences(self, texts: Sequence[str]) -> list[str]:
        """Sentences that came in English."""
        return [self.sentence(text) or "" for text in texts]

    def shown(self, text: str | None, ours: str) -> str | None:
        """A value: only lines that are messages with such ids, which that kind of test writes, are put into words."""
        if text is None:
            return None
        if _are_written(ours):
            text = "\n".join(self.found(line, ours) or line for line in text.split("\n"))
        cut = _CUT.search(text) if len(text) > CUT_BEYOND else None
        return text if cut is None else f"{text[: cut.start()]}\n{self.words('text.more-characters', count=cut[1])}"

    def turn(self, turn: Result) -> str:
        """What was said in a step of a conversation."""
        gap = _GAP.fullmatch(turn["text"]) if turn["by"] == "program" else None
        if gap is not None:
            return self.words("text.steps-left-out", count=gap[1])
        return self.shown(turn["text"], "shown.turn.") or ""

    def found(self, text: str, ours: str = "") -> str | None:
        """The text in this language, if it is code, a title, or a sentence of the catalogue that can be said whole."""
        bare = text.strip()
        if len(bare) > LONGEST:
            return None
        if _CODE.fullmatch(bare):
            return text
        known = None if ours else self.titles.get(bare, {}).get(self.words.language)
        if known is not None:
            return known
        for key, values in recognised(bare, ours):
            found = {name: self.found(values[name]) for name, mark in marks(key).items() if mark == "!"}
            spoken = {name: value for name, value in found.items() if value is not None}
            if len(spoken) == len(found):
                return text[: len(text) - len(text.lstrip())] + self.words(key, **{**values, **spoken})
        return None


def recognised(text: str, ours: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    """The messages that an English text can be, with what goes into them, the ones with most words first.

    `ours` is how their ids begin; without it they are those that come as sentences.
    """
    for key, start, longest in _spoken():
        is_asked = key.startswith(ours or BY_SENTENCE) or (not ours and "." not in key)
        if is_asked and text.startswith(start) and longest in text:
            match = _pattern(key).fullmatch(text)
            if match is not None:
                yield key, match.groupdict()


@cache
def _spoken() -> Sequence[tuple[str, str, str]]:
    """For each message that comes as text: how it begins, and the longest piece of it that is always the same."""
    found = []
    for key, template in catalogue(NATIVE).items():
        pieces = FIELD.sub("\0", template).split("\0")
        letters = sum(map(len, pieces))
        comes_as_text = key.startswith(("shown.", *BY_SENTENCE)) or "." not in key
        if comes_as_text and (letters >= FEWEST_LETTERS or key.startswith("shown.")):
            found.append((not pieces[0], -letters, key, pieces[0], max(pieces, key=len)))
    return [(key, start, longest) for *_order, key, start, longest in sorted(found)]


@cache
def _are_written(ours: str) -> bool:
    return any(key.startswith(ours) for key in catalogue(NATIVE))


@cache
def _pattern(key: str) -> re.Pattern[str]:
    """The English message as a pattern with a group for each name; few of them are ever needed."""
    template = catalogue(NATIVE)[key]
    written, seen, end = "", set(), 0
    for match in FIELD.finditer(template):
        name, mark, forms = match.groups()
        written += re.escape(template[end : match.start()])
        end = match.end()
        if forms is not None:
            written += f"(?:{'|'.join(map(re.escape, forms.split('|')))})"
        elif name in seen:
            written += f"(?P={name})"
        else:
            written += f"(?P<{name}>{_PIECES[mark]})"
            seen.add(name)
    return re.compile(written + re.escape(template[end:]), re.DOTALL)
