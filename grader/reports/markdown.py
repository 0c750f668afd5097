"""Results -> a summary in Markdown (GFM), in which nothing that a student wrote has an effect.

Text stands as it is only if it is made of words and harmless signs. All other text is code: in a line between
backticks, or in a block whose fence is longer than any run of backticks in it. Links, images, HTML, mentions,
addresses, formulas and tables have no effect in code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grader.people.counting import earns, origins, part_points, told_shortly, total
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
    verdict_words,
    who,
)

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
        del options
        return joined(sections(result))

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A line for each submission."""
        del options
        return joined(class_sections(batch))


def joined(parts: Sequence[str]) -> str:
    """The sections as one text. Printed into a log, no line of it is a command."""
    return defused("\n\n".join(parts) + "\n")


def sections(result: Result) -> list[str]:
    """The summary of a submission, cut where a reader can do without the rest."""
    head = f"## {inline(result['problem']['title'])}"
    if result["status"] == "ungraded":
        said = _decided(result) or ["No points were given or taken."]
        return [head, inline(f"{ungraded_words(result)}"), *said, *_remarks(result)]
    found = [head, f"**{points(result)} points: {settled_words(result, total(result))}**", _table(result["parts"])]
    found += _decided(result)
    build = result["build"]
    if build["ok"] is False:
        found.append(_message(build.get("message")) or f"{verdict_words('CE')}.")
        if build["log"]:
            found.append(fence(cut(build["log"])))
    else:
        for part in result["parts"]:
            found += _failing(part)
    return [*found, *_remarks(result), *_isolation(result)]


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
    if result["status"] == "ungraded":
        given = f", {points(result)}{decided}" if decided else ""
        return f"- {identity}: {inline(ungraded_words(result))}{given}"
    return f"- {identity}: {points(result)}, {settled_words(result, total(result))}{decided}"


def _table(parts: Sequence[Mapping[str, Any]]) -> str:
    lines = ["| part | points | |", "| --- | ---: | --- |"]
    for part in parts:
        words = settled_words(part, part_points(part)) if earns(part) else not_counted(part)
        # A bar ends a cell even in code, whatever stands before it.
        title = inline(part["title"].replace("|", "\N{BROKEN BAR}"))
        lines.append(f"| {title} | {points_of_part(part)} | {words} |")
    return "\n".join(lines)


def _decided(result: Result) -> list[str]:
    """What people decided, and what they have yet to decide."""
    found = ["\n".join(f"- {inline(said)}" for said in origins(result))] if origins(result) else []
    if result.get("decided") and result["points"] is not None:
        found.append(f"Of the tests alone: {result['points']:g} of {result['max_points']:g} points.")
    return found


def _failing(part: Mapping[str, Any]) -> list[str]:
    failing = [test for test in part["tests"] if test["verdict"] not in ("AC", "PD")] if part["counted"] else []
    found = []
    for test in failing[:SHOWN_TESTS]:
        found.append(f"### {inline(part['title'])}: {inline(test['title'])}")
        found.append(_message(test["message"]) or f"{verdict_words(test['verdict'])}.")
        for label, text in details(test):
            found += [f"{label}: {code(text)}"] if _short(text) else [f"{label}:", fence(text)]
    if len(failing) > SHOWN_TESTS:
        found.append(f"and {len(failing) - SHOWN_TESTS} more of {len(part['tests'])} tests of this part fail")
    return found


def _remarks(result: Result) -> list[str]:
    notes = [f"Note: {inline(note)}" for note in result["notes"]]
    return notes + [f"To look at: {inline(flag)}" for flag in result["flagged"]]


def _isolation(result: Result) -> list[str]:
    missing = result["isolation"]["missing"]
    listed = inline("; ".join(missing))
    return [f"Isolation was {result['isolation']['level']}, so not prevented: {listed}"] if missing else []


def _message(text: str | None) -> str:
    if not text:
        return ""
    return inline(text) if _short(text) else fence(cut(text))


def _short(text: str) -> bool:
    return "\n" not in text and len(text) <= LONGEST_SENTENCE


def inline(text: str) -> str:
    """The text in a line: as it is if it is harmless, else as code."""
    line = one_line(text).strip()
    return line if HARMLESS.fullmatch(line) else code(line)


def code(text: str) -> str:
    """The text as code in a line."""
    line = one_line(text)
    if not line.strip():
        return "(nothing)"
    ticks = "`" * (_longest_run(line) + 1)
    edge = " " if line[0] in " `" or line[-1] in " `" else ""
    return f"{ticks}{edge}{line}{edge}{ticks}"


def fence(text: str) -> str:
    """The text as a block of code."""
    lines = clean(text).rstrip("\n").split("\n")
    if len(lines) > SHOWN_LINES:
        lines = [*lines[: SHOWN_LINES - 1], f"... {len(lines) - SHOWN_LINES + 1} more lines"]
    block = "\n".join(lines)
    ticks = "`" * max(3, _longest_run(block) + 1)
    return f"{ticks}text\n{block}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


PLUGIN = Markdown()
