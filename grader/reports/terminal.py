"""A result -> text for a terminal of 80 columns: what is wrong, shown by one input, and how to repeat it.

Whatever a student's program printed, no control character of it reaches the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.people.counting import earns, handed_in_late, origins, part_points, told_shortly, total
from grader.plugins import Result
from grader.reports._columns import clean, columns, fit, fold, one_line, pad, wrap
from grader.reports._machine import defused
from grader.reports._words import not_counted, settled_words, who, words_of
from grader.speaking import speak
from grader.words import ENGLISH, Words

WIDTH = 80
LONGEST = 14
LABEL = 10
TITLE = 38
COLOURS = {"good": "32", "bad": "31", "dull": "2", "strong": "1", "warn": "33"}


class Terminal:
    """The format `terminal`; the option `color` turns colours on."""

    name = "terminal"
    suffix = ".txt"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """One submission: points by part, then the first failing test of each part."""
        look = _Look(bool(options.get("color")), words_of(options))
        result, words = speak(result, look.words), look.words
        lines = [*_head(result, look), ""]
        if result["status"] == "ungraded":
            lines += _wrapped(f"{words('text.not-graded', reason=result['reason'].rstrip('.。'))}{_stop(words)}")
            lines += (
                ["", *_decided(result, words)] if result.get("decided") else ["", *_wrapped(words("text.no-points"))]
            )
            lines += [line for flag in result["flagged"] for line in ["", *_wrapped(flag)]]
            return _joined([*lines, "", *_foot(result, look)])
        lines += _points(result, look)
        lines += [line for line in ["", *_decided(result, words)] if origins(result)]
        if result["build"]["ok"] is False:
            lines += ["", *_not_built(result, look)]
        else:
            counted = [part for part in result["parts"] if part["counted"] or (part["points"] or 0) < 0]
            for part in counted or result["parts"]:
                lines += _failing(part, look)
            if counted:
                lines += _why_not_earned(result["parts"], look)
        for note in result["notes"]:
            lines += ["", *_wrapped(words("text.note", note=note))]
        return _joined([*lines, "", *_foot(result, look)])

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A class: a line per submission, and what needs a person, for the instructor: in English."""
        paint = _Look(bool(options.get("color")), ENGLISH).paint
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
            words = settled_words(one, total(one), ENGLISH) if one["verdict"] else "Not graded"
            tone = "good" if one["verdict"] == "AC" else "bad"
            apart = [*([told] if (told := told_shortly(one)) else []), *(["late"] if handed_in_late(one) else [])]
            decided = f"  ({', '.join(apart)})" if apart else ""
            lines.append(f"  {name}  {_of(total(one), one['max_points'], ENGLISH):>9}  {paint(tone, words)}{decided}")
        graded = [one for one in results if one["status"] == "graded"]
        accepted = sum(one["verdict"] == "AC" for one in graded)
        lines += [
            "",
            f"{len(graded)} graded, {accepted} of them accepted; {len(results) - len(graded)} not graded.",
        ]
        if missing := batch.get("missing"):
            lines.append(f"{len(missing)} of the class handed in nothing.")
        return _joined(lines)


@dataclass(frozen=True, slots=True)
class _Look:
    """Colours, if there are any, and the words of a language."""

    is_coloured: bool
    words: Words

    def paint(self, tone: str, text: str) -> str:
        return f"\x1b[{COLOURS[tone]}m{text}\x1b[0m" if self.is_coloured else text


def _joined(lines: list[str]) -> str:
    """The lines as one text. None begins as a command to a CI runner does: students' text stands in them."""
    return "".join(f"{defused(line)}\n" for line in lines)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return [f"{indent}{line}".rstrip() for line in wrap(text, WIDTH - len(indent))]


# --- sections ----------------------------------------------------------------------------------------------


def _stop(words: Words) -> str:
    return "。" if words.language == "zh" else "."


def _head(result: Result, look: _Look) -> list[str]:
    about = result["submission"]
    known = (about["main"] or about["id"], result["toolchain"], result["form"])
    return [
        look.paint("strong", fit(result["problem"]["title"], WIDTH)),
        fit(" · ".join(one_line(one) for one in known if one), WIDTH),
    ]


def _points(result: Result, look: _Look) -> list[str]:
    lines, words = [], look.words
    for part in result["parts"]:
        mark, tone = ("✓", "good") if part["verdict"] == "AC" else ("✗", "bad")
        said = "" if part["verdict"] == "AC" else settled_words(part, None, words)
        if part["verdict"] == "PD":
            mark, tone, said = "◌", "warn", said if part_points(part) is None else ""
        if not earns(part):
            mark, tone, said = "–", "dull", not_counted(part, words)
        if (part.get("decided") or {}).get("points") is not None:
            said = " · ".join(filter(None, [said, words("decided.by-a-person")]))
        points = _of(part_points(part), part["max_points"], words)
        lines.append(f"  {look.paint(tone, mark)} {pad(part['title'], TITLE)} {points:>9}   {said}".rstrip())
    said = settled_words(result, total(result), words)
    tone = "good" if result["verdict"] == "AC" else "bad"
    head, points = pad(words("text.points"), TITLE), _of(total(result), result["max_points"], words)
    lines.append(f"    {look.paint('strong', head)} {points:>9}   {look.paint(tone, said)}")
    if result.get("decided") and result["points"] is not None:
        points = _of(result["points"], result["max_points"], words)
        lines.append(f"    {pad(words('text.tests-alone'), TITLE)} {points:>9}")
    return lines


def _of(points: float | None, most: float, words: Words) -> str:
    return f"{'–' if points is None else words.number(points)} / {words.number(most)}"


def _decided(result: Result, words: Words) -> list[str]:
    """What people decided, and what they have yet to decide."""
    return [line for said in origins(result, words) for line in _wrapped(said)]


def _not_built(result: Result, look: _Look) -> list[str]:
    build = result["build"]
    first, *others = _wrapped(f"✗ {build['message'] or ''}")
    return [first.replace("✗", look.paint("bad", "✗"), 1), *others, *_place(build["location"], look.words)]


def _failing(part: Mapping[str, Any], look: _Look) -> list[str]:
    """The first test of the part that failed, and how many others did."""
    failing = [test for test in part["tests"] if test["verdict"] not in ("AC", "PD")]
    if not failing:
        return []
    test = next((test for test in failing if test["verdict"] != "SK"), failing[0])
    words, title = look.words, fit(part["title"], TITLE)
    about = fit(test["title"], WIDTH - 4 - columns(title))
    lines = ["", f"{look.paint('bad', '✗')} {look.paint('strong', title)}: {about}"]
    if test["message"]:
        lines += _wrapped(test["message"], "  ")
    if test["transcript"] is not None:
        lines += _block("transcript", test["transcript"], words)
    else:
        lines += _block("input", test["input"], words)
    lines += _block("expected", test["expected"], words)
    if f": {test['actual']}" not in (test["message"] or "") or not test["actual"]:
        lines += _block("actual", test["actual"], words)
    lines += _place(test["location"], words)
    lines += _block("cause", test.get("cause"), words)
    lines += _block("hint", test["hint"], words)
    if len(failing) > 1:
        lines.append(f"  {words('text.more-fail', count=len(failing) - 1, total=len(part['tests']))}")
    if test["repeat"] is not None:
        lines.append(f"  {_label('repeat', words)} {one_line(test['repeat'])}".rstrip())
    return lines


def _why_not_earned(parts: Sequence[Mapping[str, Any]], look: _Look) -> list[str]:
    """How to see what keeps optional parts from their points: most of those who lack them never tried."""
    unknown = [part for part in parts if not earns(part) and part["verdict"] not in ("AC", "SK")]
    options = [f"--part {part['id']}" for part in unknown]
    if not options:
        return []
    said = look.words("text.why-not-earned", options=f" {look.words('text.or')} ".join(options))
    return ["", *(look.paint("dull", line) for line in _wrapped(said))]


def _label(name: str, words: Words) -> str:
    return pad(words(f"label.{name}") if name else "", LABEL)


def _block(name: str, text: str | None, words: Words) -> list[str]:
    if text is None:
        return []
    shown = fold(text.rstrip("\n"), WIDTH - 13)
    if len(shown) > LONGEST:
        left_out = len(shown) - LONGEST + 1
        shown = [*shown[:3], f"... {words('text.more-lines', count=left_out)} ...", *shown[-(LONGEST - 4) :]]
    if shown == [""]:
        shown = [words("text.nothing")]
    return [f"  {_label('' if index else name, words)} {line}".rstrip() for index, line in enumerate(shown)]


def _place(place: Mapping[str, Any] | None, words: Words) -> list[str]:
    """The file and line, and the line itself with a mark under the column."""
    if place is None or place["line"] is None:
        return []
    numbers = {name: str(place[name]) for name in ("line", "column") if place[name]}
    key = "text.column" if place["column"] else "text.line"
    room = WIDTH - 13 - columns(words(key, file="", **numbers))
    lines = [f"  {_label('where', words)} {words(key, file=fit(place['file'], room), **numbers)}"]
    source = clean(place["source"]).replace("\n", " ")
    bare = source.lstrip()
    if bare:
        lines.append(f"  {'':<10} | {fit(bare, WIDTH - 15)}".rstrip())
        index = (place["column"] or 0) - 1 - (len(source) - len(bare))
        at = columns(one_line(bare[: max(index, 0)]))
        if index >= 0 and at < WIDTH - 15:
            lines.append(f"  {'':<10} | {' ' * at}^")
    return lines


def _foot(result: Result, look: _Look) -> list[str]:
    isolation = result["isolation"]
    if not isolation["missing"]:
        return []
    said = look.words("text.isolation", level=isolation["level"], missing="; ".join(isolation["missing"]))
    return [look.paint("warn", line) for line in _wrapped(said)]


PLUGIN = Terminal()
