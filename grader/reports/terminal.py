"""A result -> text for a terminal of 80 columns: what is wrong, shown by one input, and how to repeat it.

Whatever a student's program printed, no control character of it reaches the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.people.counting import earns, origins, part_points, told_shortly, total
from grader.plugins import Result
from grader.reports._columns import clean, columns, fit, fold, one_line, pad, wrap
from grader.reports._machine import defused
from grader.reports._words import not_counted, settled_words, who

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
            lines += _wrapped(f"Not graded: {result['reason']}.".replace("..", "."))
            lines += ["", *_decided(result)] if result.get("decided") else ["", "No points were given or taken."]
            lines += [line for flag in result["flagged"] for line in ["", *_wrapped(flag)]]
            return _joined([*lines, "", *_foot(result, paint)])
        lines += _points(result, paint)
        lines += [line for line in ["", *_decided(result)] if origins(result)]
        if result["build"]["ok"] is False:
            lines += ["", *_not_built(result, paint)]
        else:
            counted = [part for part in result["parts"] if part["counted"] or (part["points"] or 0) < 0]
            for part in counted or result["parts"]:
                lines += _failing(part, paint)
            if counted:
                lines += _why_not_earned(result["parts"], paint)
        for note in result["notes"]:
            lines += ["", *_wrapped(f"Note: {note}")]
        return _joined([*lines, "", *_foot(result, paint)])

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A class: a line per submission, and what needs a person."""
        paint = _Paint(bool(options.get("color")))
        results = batch["results"]
        widest = min(36, max((columns(one_line(who(one["submission"]))) for one in results), default=0))
        lines = []
        for one in results:
            name = pad(who(one["submission"]), widest)
            if one["status"] == "ungraded" and not one.get("decided"):
                start = "not graded: "
                reason = fit(one["reason"], WIDTH - widest - 4 - len(start))
                lines.append(f"  {name}  {paint('warn', start)}{reason}")
                continue
            words = settled_words(one, total(one)) if one["verdict"] else "Not graded"
            tone = "good" if one["verdict"] == "AC" else "bad"
            decided = f"  ({told})" if (told := told_shortly(one)) else ""
            lines.append(f"  {name}  {_of(total(one), one['max_points']):>9}  {paint(tone, words)}{decided}")
        graded = [one for one in results if one["status"] == "graded"]
        accepted = sum(one["verdict"] == "AC" for one in graded)
        lines += [
            "",
            f"{len(graded)} graded, {accepted} of them accepted; {len(results) - len(graded)} not graded.",
        ]
        if missing := batch.get("missing"):
            lines.append(f"{len(missing)} of the class handed in nothing.")
        return _joined(lines)


class _Paint:
    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, tone: str, text: str) -> str:
        return f"\x1b[{COLOURS[tone]}m{text}\x1b[0m" if self.on else text


def _joined(lines: list[str]) -> str:
    """The lines as one text. None begins as a command to a CI runner does: students' text stands in them."""
    return "".join(f"{defused(line)}\n" for line in lines)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return [f"{indent}{line}".rstrip() for line in wrap(text, WIDTH - len(indent))]


# --- sections ----------------------------------------------------------------------------------------------


def _head(result: Result, paint: _Paint) -> list[str]:
    about = result["submission"]
    known = (about["main"] or about["id"], result["toolchain"], result["form"])
    return [
        paint("strong", fit(result["problem"]["title"], WIDTH)),
        fit(" · ".join(one_line(one) for one in known if one), WIDTH),
    ]


def _points(result: Result, paint: _Paint) -> list[str]:
    lines = []
    for part in result["parts"]:
        mark, tone = ("✓", "good") if part["verdict"] == "AC" else ("✗", "bad")
        words = "" if part["verdict"] == "AC" else settled_words(part, None)
        if part["verdict"] == "PD":
            mark, tone, words = "◌", "warn", words if part_points(part) is None else ""
        if not earns(part):
            mark, tone, words = "–", "dull", not_counted(part)
        if (part.get("decided") or {}).get("points") is not None:
            words = " · ".join(filter(None, [words, "decided by a person"]))
        points = _of(part_points(part), part["max_points"])
        lines.append(f"  {paint(tone, mark)} {pad(part['title'], 38)} {points:>9}   {words}".rstrip())
    words = settled_words(result, total(result))
    tone = "good" if result["verdict"] == "AC" else "bad"
    lines.append(
        f"    {paint('strong', pad('Points', 38))} {_of(total(result), result['max_points']):>9}   {paint(tone, words)}"
    )
    if result.get("decided") and result["points"] is not None:
        lines.append(f"    {pad('of the tests alone', 38)} {_of(result['points'], result['max_points']):>9}")
    return lines


def _of(points: float | None, most: float) -> str:
    return f"{'–' if points is None else f'{points:g}'} / {most:g}"


def _decided(result: Result) -> list[str]:
    """What people decided, and what they have yet to decide."""
    return [line for said in origins(result) for line in _wrapped(said)]


def _not_built(result: Result, paint: _Paint) -> list[str]:
    build = result["build"]
    first, *others = _wrapped(f"✗ {build['message'] or ''}")
    return [first.replace("✗", paint("bad", "✗"), 1), *others, *_place(build["location"])]


def _failing(part: Mapping[str, Any], paint: _Paint) -> list[str]:
    """The first test of the part that failed, and how many others did."""
    failing = [test for test in part["tests"] if test["verdict"] not in ("AC", "PD")]
    if not failing:
        return []
    test = next((test for test in failing if test["verdict"] != "SK"), failing[0])
    title = fit(part["title"], 38)
    about = fit(test["title"], WIDTH - 4 - columns(title))
    lines = ["", f"{paint('bad', '✗')} {paint('strong', title)}: {about}"]
    if test["message"]:
        lines += _wrapped(test["message"], "  ")
    if test["transcript"] is not None:
        lines += _block("so far", test["transcript"])
    else:
        lines += _block("input", test["input"])
    lines += _block("expected", test["expected"])
    if f": {test['actual']}" not in (test["message"] or "") or not test["actual"]:
        lines += _block("got", test["actual"])
    lines += _place(test["location"])
    lines += _block("cause", test.get("cause"))
    lines += _block("hint", test["hint"])
    if len(failing) > 1:
        lines.append(f"  and {len(failing) - 1} more of {len(part['tests'])} tests of this part fail")
    if test["repeat"] is not None:
        lines.append(f"  {'repeat':<10} {one_line(test['repeat'])}".rstrip())
    return lines


def _why_not_earned(parts: Sequence[Mapping[str, Any]], paint: _Paint) -> list[str]:
    """How to see what keeps optional parts from their points: most of those who lack them never tried."""
    unknown = [part for part in parts if not earns(part) and part["verdict"] not in ("AC", "SK")]
    options = [f"--part {part['id']}" for part in unknown]
    if not options:
        return []
    return ["", *(paint("dull", line) for line in _wrapped(f"Why a part was not earned: {' or '.join(options)}"))]


def _block(label: str, text: str | None) -> list[str]:
    if text is None:
        return []
    shown = fold(text.rstrip("\n"), WIDTH - 13)
    if len(shown) > LONGEST:
        left_out = len(shown) - LONGEST + 1
        shown = [*shown[:3], f"... {left_out} more lines ...", *shown[-(LONGEST - 4) :]]
    if shown == [""]:
        shown = ["(nothing)"]
    return [f"  {label if index == 0 else '':<10} {line}".rstrip() for index, line in enumerate(shown)]


def _place(place: Mapping[str, Any] | None) -> list[str]:
    """The file and line, and the line itself with a mark under the column."""
    if place is None or place["line"] is None:
        return []
    column = f", column {place['column']}" if place["column"] else ""
    rest = f", line {place['line']}{column}"
    lines = [f"  {'where':<10} {fit(place['file'], WIDTH - 13 - len(rest))}{rest}"]
    source = clean(place["source"]).replace("\n", " ")
    bare = source.lstrip()
    if bare:
        lines.append(f"  {'':<10} | {fit(bare, WIDTH - 15)}".rstrip())
        index = (place["column"] or 0) - 1 - (len(source) - len(bare))
        at = columns(one_line(bare[: max(index, 0)]))
        if index >= 0 and at < WIDTH - 15:
            lines.append(f"  {'':<10} | {' ' * at}^")
    return lines


def _foot(result: Result, paint: _Paint) -> list[str]:
    missing = result["isolation"]["missing"]
    if not missing:
        return []
    said = f"Isolation was {result['isolation']['level']}, so not prevented: {'; '.join(missing)}."
    return [paint("warn", line) for line in _wrapped(said)]


PLUGIN = Terminal()
