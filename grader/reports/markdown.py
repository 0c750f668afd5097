"""Results -> a summary in Markdown (GFM), in which nothing that a student wrote has an effect.

Text stands as it is only if it is made of words and harmless signs. All other text is code: in a line between
backticks, or in a block whose fence is longer than any run of backticks in it. Links, images, HTML, mentions,
addresses, formulas and tables have no effect in code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grader.people.counting import earns, handed_in_late, origins, part_points, told_shortly, total
from grader.plugins import Result
from grader.reports._columns import clean, one_line
from grader.reports._machine import defused
from grader.reports._words import (
    cut,
    details,
    not_counted,
    points,
    points_of_part,
    settled_words,
    ungraded_words,
    who,
    words_of,
)
from grader.speaking import speak
from grader.words import ENGLISH, Words

SHOWN_TESTS = 3  # of one part
SHOWN_LINES = 40  # of one text
LONGEST_SENTENCE = 300
HARMLESS = re.compile(r"(?!\d+[.)](?: |$)|-(?: |$))(?:[^\W_]|[ ,;'?()]|[-](?!-)|[.:](?= |$)|(?<=[^\W_])_(?=[^\W_]))+")


class Markdown:
    """The format `markdown`."""

    name = "markdown"
    suffix = ".md"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """Points by part, then the first failing tests of each part."""
        return joined(sections(result, words_of(options)))

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A line for each submission."""
        del options
        return joined(class_sections(batch))


def joined(parts: Sequence[str]) -> str:
    """The sections as one text. Printed into a log, no line of it is a command."""
    return defused("\n\n".join(parts) + "\n")


def sections(result: Result, words: Words = ENGLISH) -> list[str]:
    """The summary of a submission, cut where a reader can do without the rest."""
    result = speak(result, words)
    head = f"## {inline(result['problem']['title'])}"
    if result["status"] == "ungraded":
        said = _decided(result, words) or [words("text.no-points")]
        return [head, inline(ungraded_words(result, words)), *said, *_remarks(result, words)]
    verdict = settled_words(result, total(result), words)
    summary = words("text.points-and-verdict", points=points(result, words), verdict=verdict)
    found = [head, f"**{summary}**", _table(result["parts"], words)]
    found += _decided(result, words)
    build = result["build"]
    if build["ok"] is False:
        found.append(_message(build.get("message"), words) or f"{words.verdict('CE')}.")
        if build["log"]:
            found.append(fence(cut(build["log"], words), words))
    else:
        for part in result["parts"]:
            found += _failing(part, words)
    return [*found, *_remarks(result, words), *_isolation(result, words)]


def class_sections(batch: Result) -> list[str]:
    """The summary of a class, a section for each of a hundred submissions."""
    results = batch["results"]
    graded = [result for result in results if result["status"] == "graded"]
    accepted = sum(result["verdict"] == "AC" for result in graded)
    counts = f"{len(graded)} graded, {accepted} of them accepted; {len(results) - len(graded)} not graded."
    lines = [_line(result) for result in results]
    blocks = ["\n".join(lines[start : start + 100]) for start in range(0, len(lines), 100)]
    return [f"## {inline(batch['problem']['title'])}", counts, *blocks]


def _line(result: Result) -> str:
    identity = code(who(result["submission"]))
    decided = f", {told_shortly(result)}" if result.get("decided") else ""
    decided += ", late" if handed_in_late(result) else ""
    if result["status"] == "ungraded":
        given = f", {points(result, ENGLISH)}{decided}" if decided else ""
        return f"- {identity}: {inline(ungraded_words(result, ENGLISH))}{given}"
    return f"- {identity}: {points(result, ENGLISH)}, {settled_words(result, total(result), ENGLISH)}{decided}"


def _table(parts: Sequence[Mapping[str, Any]], words: Words) -> str:
    lines = [f"| {words('text.head-part')} | {words('text.head-points')} | |", "| --- | ---: | --- |"]
    for part in parts:
        said = settled_words(part, part_points(part), words) if earns(part) else not_counted(part, words)
        # A bar ends a cell even in code, whatever stands before it.
        title = inline(part["title"].replace("|", "\N{BROKEN BAR}"))
        lines.append(f"| {title} | {points_of_part(part, words)} | {said} |")
    return "\n".join(lines)


def _decided(result: Result, words: Words) -> list[str]:
    """What people decided, and what they have yet to decide."""
    found = ["\n".join(f"- {inline(said)}" for said in origins(result, words))] if origins(result) else []
    if result.get("decided") and result["points"] is not None:
        found.append(words("decided.tests-alone", points=result["points"], most=result["max_points"]))
    return found


def _failing(part: Mapping[str, Any], words: Words) -> list[str]:
    failing = [test for test in part["tests"] if test["verdict"] not in ("AC", "PD")] if part["counted"] else []
    found = []
    for test in failing[:SHOWN_TESTS]:
        found.append(f"### {inline(part['title'])}: {inline(test['title'])}")
        found.append(_message(test["message"], words) or f"{words.verdict(test['verdict'])}.")
        for label, text in details(test, words):
            found += [f"{label}: {code(text, words)}"] if _short(text) else [f"{label}:", fence(text, words)]
    if len(failing) > SHOWN_TESTS:
        found.append(words("text.more-fail", count=len(failing) - SHOWN_TESTS, total=len(part["tests"])))
    return found


def _remarks(result: Result, words: Words) -> list[str]:
    notes = [words("text.note", note=inline(note)) for note in result["notes"]]
    return notes + [words("text.look-at", note=inline(flag)) for flag in result["flagged"]]


def _isolation(result: Result, words: Words) -> list[str]:
    isolation = result["isolation"]
    listed = inline("; ".join(isolation["missing"]))
    return [words("text.isolation", level=isolation["level"], missing=listed)] if isolation["missing"] else []


def _message(text: str | None, words: Words) -> str:
    if not text:
        return ""
    return inline(text) if _short(text) else fence(cut(text, words), words)


def _short(text: str) -> bool:
    return "\n" not in text and len(text) <= LONGEST_SENTENCE


def inline(text: str) -> str:
    """The text in a line: as it is if it is harmless, else as code."""
    line = one_line(text).strip()
    return line if HARMLESS.fullmatch(line) else code(line)


def code(text: str, words: Words = ENGLISH) -> str:
    """The text as code in a line."""
    line = one_line(text)
    if not line.strip():
        return words("text.nothing")
    ticks = "`" * (_longest_run(line) + 1)
    edge = " " if line[0] in " `" or line[-1] in " `" else ""
    return f"{ticks}{edge}{line}{edge}{ticks}"


def fence(text: str, words: Words = ENGLISH) -> str:
    """The text as a block of code."""
    lines = clean(text).rstrip("\n").split("\n")
    if len(lines) > SHOWN_LINES:
        lines = [*lines[: SHOWN_LINES - 1], f"... {words('text.more-lines', count=len(lines) - SHOWN_LINES + 1)}"]
    block = "\n".join(lines)
    ticks = "`" * max(3, _longest_run(block) + 1)
    return f"{ticks}text\n{block}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


PLUGIN = Markdown()
