"""A result -> text for a terminal of 80 columns: what is wrong, shown by one input, and how to repeat it.

Whatever a student's program printed, no control character of it reaches the terminal.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Mapping
from typing import Any

from grader.model import Verdict
from grader.plugins import Result
from grader.words import VERDICTS

WIDTH = 80
LONGEST = 14
COLOURS = {"good": "32", "bad": "31", "dull": "2", "strong": "1", "warn": "33"}


class Terminal:
    """The format `terminal`; the option `color` turns colours on."""

    name = "terminal"
    suffix = ".txt"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """One submission: points by part, then the first failing test of each part."""
        paint = _Paint(bool(options.get("color")))
        lines = [*_head(result, paint), ""]
        if result["status"] == "ungraded":
            lines += _wrapped(f"Not graded: {clean(result['reason'])}", "")
            lines += ["", "No points were given or taken."]
            return "\n".join([*lines, "", *_foot(result, paint)]) + "\n"
        lines += _points(result, paint)
        if result["build"]["ok"] is False:
            lines += ["", *_not_built(result, paint)]
        else:
            for part in result["parts"]:
                lines += _failing(part, paint)
        for note in result["notes"]:
            lines += ["", *_wrapped(f"Note: {clean(note)}", "")]
        return "\n".join([*lines, "", *_foot(result, paint)]) + "\n"

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A class: a line per submission, and what needs a person."""
        paint = _Paint(bool(options.get("color")))
        results = batch["results"]
        widest = min(36, max((_columns(clean(one["submission"]["id"])) for one in results), default=0))
        lines = []
        for one in results:
            name = _fit(clean(one["submission"]["id"]), widest)
            if one["status"] == "ungraded":
                lines.append(f"  {name}  {paint('warn', 'not graded')}: {_fit(clean(one['reason']), 60).rstrip()}")
                continue
            points = f"{one['points']:g} / {one['max_points']:g}"
            words = VERDICTS[Verdict(one["verdict"])]
            tone = "good" if one["verdict"] == "AC" else "bad"
            lines.append(f"  {name}  {points:>9}  {paint(tone, words)}")
        graded = [one for one in results if one["status"] == "graded"]
        accepted = sum(one["verdict"] == "AC" for one in graded)
        lines += [
            "",
            f"{len(graded)} graded, {accepted} of them accepted; {len(results) - len(graded)} not graded.",
        ]
        return "\n".join(lines) + "\n"


class _Paint:
    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, tone: str, text: str) -> str:
        return f"\x1b[{COLOURS[tone]}m{text}\x1b[0m" if self.on else text


def clean(text: str | None) -> str:
    """The text with its control characters, line ends and tabs excepted, made visible."""
    return "".join(_visible(char) for char in text or "")


def _visible(char: str) -> str:
    if char in "\n\t" or char.isprintable():
        return char
    number = ord(char)
    if number < 0x20:
        return chr(0x2400 + number)
    if number == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    if unicodedata.category(char) in ("Zs", "Zl", "Zp"):
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) == "Cs" else f"<U+{number:04X}>"


def _columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text if not unicodedata.combining(char)
    )


def _fit(text: str, width: int) -> str:
    text = text.replace("\n", " ")
    while _columns(text) > width:
        text = text[: max(0, len(text) - 2)] + "…" if not text.endswith("…") else text[:-2] + "…"
    return text + " " * (width - _columns(text))


def _wrapped(text: str, indent: str) -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, WIDTH - len(indent), break_on_hyphens=False) or [""]
    return [indent + line for line in lines]


# --- sections ----------------------------------------------------------------------------------------------


def _head(result: Result, paint: _Paint) -> list[str]:
    about = result["submission"]
    file = about["main"] or about["id"]
    tool = f" · {clean(result['toolchain'])}" if result["toolchain"] else ""
    form = f" · {clean(result['form'])}" if result["form"] else ""
    return [paint("strong", clean(result["problem"]["title"])), f"{clean(file)}{tool}{form}"]


def _points(result: Result, paint: _Paint) -> list[str]:
    lines = []
    for part in result["parts"]:
        mark, tone = ("✓", "good") if part["verdict"] == "AC" else ("✗", "bad")
        words = "" if part["verdict"] == "AC" else VERDICTS[Verdict(part["verdict"])]
        if not part["counted"]:
            mark, tone, words = "–", "dull", "optional, not earned"
        points = f"{part['points']:g} / {part['max_points']:g}"
        lines.append(f"  {paint(tone, mark)} {_fit(clean(part['title']), 38)} {points:>9}   {words}".rstrip())
    words = VERDICTS[Verdict(result["verdict"])]
    total = f"{result['points']:g} / {result['max_points']:g}"
    tone = "good" if result["verdict"] == "AC" else "bad"
    lines.append(f"    {paint('strong', _fit('Points', 38))} {total:>9}   {paint(tone, words)}")
    return lines


def _not_built(result: Result, paint: _Paint) -> list[str]:
    build = result["build"]
    return _wrapped(f"{paint('bad', '✗')} {clean(build['message'])}", "") + _place(build["location"])


def _failing(part: Mapping[str, Any], paint: _Paint) -> list[str]:
    failing = [test for test in part["tests"] if test["verdict"] != "AC"]
    if not failing or not part["counted"]:
        return []
    test = next((test for test in failing if test["verdict"] != "SK"), failing[0])
    lines = ["", f"{paint('bad', '✗')} {paint('strong', clean(part['title']))}: {clean(test['title'])}"]
    if test["message"]:
        lines += _wrapped(clean(test["message"]), "  ")
    if test["transcript"]:
        lines += _block("so far", test["transcript"])
    else:
        lines += _block("input", test["input"])
    lines += _block("expected", test["expected"])
    if test["actual"] is not None and test["actual"] not in (test["message"] or ""):
        lines += _block("got", test["actual"])
    lines += _place(test["location"])
    lines += _block("hint", test["hint"])
    if len(failing) > 1:
        lines.append(f"  and {len(failing) - 1} more of {len(part['tests'])} tests of this part fail")
    lines.append(f"  {'repeat':<10} {clean(test['repeat'])}")
    return lines


def _block(label: str, text: str | None) -> list[str]:
    if text is None:
        return []
    shown: list[str] = []
    for line in clean(text).rstrip("\n").split("\n") or [""]:
        shown += textwrap.wrap(line, WIDTH - 13, drop_whitespace=False, break_on_hyphens=False) or [""]
    if len(shown) > LONGEST:
        left_out = len(shown) - LONGEST + 1
        shown = [*shown[:3], f"... {left_out} more lines ...", *shown[-(LONGEST - 4) :]]
    if shown == [""]:
        shown = ["(nothing)"]
    return [f"  {label if index == 0 else '':<10} {line}".rstrip() for index, line in enumerate(shown)]


def _place(place: Mapping[str, Any] | None) -> list[str]:
    if place is None or place["line"] is None:
        return []
    column = f", column {place['column']}" if place["column"] else ""
    lines = [f"  {'where':<10} {clean(place['file'])}, line {place['line']}{column}"]
    if place["source"]:
        source = clean(place["source"]).expandtabs(4)
        bare = source.lstrip()
        lines.append(f"  {'':<10} | {_fit(bare, WIDTH - 15).rstrip()}")
        at = (place["column"] or 0) - 1 - (len(source) - len(bare))
        if place["column"] and 0 <= at < WIDTH - 15:
            lines.append(f"  {'':<10} | {' ' * at}^")
    return lines


def _foot(result: Result, paint: _Paint) -> list[str]:
    if result["isolation"]["level"] == "full":
        return []
    said = "; ".join(result["isolation"]["missing"])
    level = result["isolation"]["level"]
    return [paint("warn", line) for line in _wrapped(f"Isolation was {level}, so not prevented: {said}.", "")]


PLUGIN = Terminal()
