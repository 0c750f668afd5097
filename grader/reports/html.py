"""grader-result/1, grader-batch/1 -> one HTML page each, complete in itself: nothing to fetch.

Whatever a student wrote passes `visible` and then the escaping of the templates on its way into the page;
only our own style and script are let through as they are. The same data always gives the same page. The words
of the pages are all in the templates.
"""

from __future__ import annotations

import base64
import hashlib
import math
import re
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pygments.lexers import get_lexer_by_name
from pygments.token import Token
from pygments.util import ClassNotFound

from grader import counting

Result = Mapping[str, Any]
Line = list[tuple[str, str]]  # the pieces of one line of text: the class for its looks ("" is plain), the text

SHOWN_CHARACTERS = 20_000  # of one value or message
COMPARED_LINES = 400  # comparing takes quadratic time
HIGHLIGHTED_CHARACTERS = 50_000  # of one file
HIGHLIGHTED_WIDTH = 1_000
HIGHLIGHT_S = 1.0  # of computing for a page; a few kilobytes of odd text can cost a lexer minutes
LIMITS = {
    "OPEN_TESTS": 10,  # failed tests of a part that stand open; the rest is one line each
    "LISTED_TESTS": 20,  # one-line tests that stand in the page; more go into one fold
}
LEXERS = {
    **dict.fromkeys((".js", ".mjs", ".cjs"), "javascript"),
    **dict.fromkeys((".ts", ".mts", ".cts"), "typescript"),
    **dict.fromkeys((".h", ".cc", ".cpp", ".cxx", ".hpp"), "cpp"),
    ".py": "python",
    ".java": "java",
    ".rb": "ruby",
    ".go": "go",
    ".c": "c",
}
LOOKS = {
    Token.Comment: "comment",
    **dict.fromkeys((Token.Keyword, Token.Operator.Word), "word"),
    Token.Literal.String: "string",
    Token.Literal.Number: "digit",
    **dict.fromkeys((Token.Name.Function, Token.Name.Class, Token.Name.Decorator), "name"),
}
# Characters that can't be seen, turn the text around or can't be written: controls, formats, fillers, no characters,
# lone surrogates. What joins letters and emoji (U+200C, U+200D) stays.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)


def render_submission(result: Result, *, up: str | None = None) -> str:
    """The page of one submission; `up` is the relative link to the page of its batch."""
    submission = result["submission"]
    sources: Mapping[str, str] = submission.get("sources") or {}
    failing = [test for part in result["parts"] for test in part["tests"] if test["verdict"] != "AC"]
    places = [test["location"] for test in failing] + [result["build"].get("location")]
    lines = _coloured(tuple(sources.items()), submission["language"])
    listings = {
        name: {
            "anchor": f"file{index}",
            "lines": lines[name],
            "hits": {place["line"] for place in places if place and place["file"] == name},
        }
        for index, name in enumerate(sorted(sources, key=lambda name: (name != submission["main"], name)))
    }
    return _page("submission.html", result=result, up=up, listings=listings)


def render_batch(batch: Mapping[str, Any], links: Mapping[str, str]) -> str:
    """The page of a batch; `links` leads from the id of a submission to the relative address of its page."""
    results: Sequence[Result] = batch["results"]
    graded = [result for result in results if result["status"] == "graded"]
    isolation = [(result["isolation"]["level"], tuple(result["isolation"]["missing"])) for result in results]
    started = [result["started"] for result in results]
    return _page(
        "batch.html",
        problem=batch["problem"],
        results=results,
        links=links,
        points=[points for points in map(counting.total, results) if points is not None],
        ungraded=len(results) - len(graded),
        max_points=max((result["max_points"] for result in results), default=0),
        columns=list({part["id"]: part for result in results for part in result["parts"]}.values()),
        attention=_attention(results),
        missing=batch.get("missing", ()),
        tests=_pass_rates(graded),
        isolation=Counter(isolation).most_common(),
        toolchains=Counter(result["toolchain"] for result in results if result["toolchain"]).most_common(),
        verdicts=Counter(result["verdict"] for result in results),
        versions=sorted({result["grader_version"] for result in results}),
        audiences=sorted({result["audience"] for result in results}),
        began=min(started, default=None),
        ended=max(started, default=None),
    )


def visible(value: object) -> object:
    """Text with a visible sign for each character that can't be seen or that turns the text around."""
    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return "" if value is None else value
    return UNSEEN.sub(_sign, value)


def number(value: float) -> str:
    """A number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def percent(value: float, most: float) -> float:
    """The share as a number from 0 to 100."""
    return round(100 * min(1.0, max(0.0, value / most)), 1) if most else 0.0


def moment(started: str) -> str:
    """A point in time, to the minute."""
    try:
        return datetime.fromisoformat(started).strftime("%Y-%m-%d %H:%M %Z").strip()
    except ValueError:
        return started


def cut(text: str) -> str:
    """The text with plain line ends; of a long one its beginning, and how much is left out."""
    rest = len(text) - SHOWN_CHARACTERS
    more = f"\n… and {rest:,} more characters" if rest > 0 else ""
    return text[:SHOWN_CHARACTERS].replace("\r\n", "\n") + more


def compare(expected: str, actual: str) -> dict[str, Any]:
    """Both texts as lines with the differing pieces marked; blanks are shown if they are all that differs."""
    blanks = expected != actual and expected.split() == actual.split()
    show = _show_blanks if blanks else cut
    left, right = (show(text).split("\n") for text in (expected, actual))
    sides: tuple[list[Line], list[Line]] = ([], [])
    short = expected and actual and expected != actual and max(len(left), len(right)) <= COMPARED_LINES
    whole = [("equal", 0, len(left), 0, len(right))]
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for kind, i, i_end, j, j_end in matcher.get_opcodes() if short else whole:
        pairs = min(i_end - i, j_end - j) if kind == "replace" else 0
        look = "" if kind == "equal" else "diff"
        for side, own, start, end, other in (
            (sides[0], left, i, i_end, right[j:]),
            (sides[1], right, j, j_end, left[i:]),
        ):
            side.extend(map(_differing, own[start : start + pairs], other[:pairs]))
            side.extend([(look, line)] for line in own[start + pairs : end])
    return {"blanks": blanks, "expected": sides[0], "actual": sides[1]}


@lru_cache(maxsize=2)  # a batch makes two pages of each submission, one after the other
def _coloured(sources: tuple[tuple[str, str], ...], language: str | None) -> Mapping[str, list[Line]]:
    """The lines of all files, with their looks as far as there is time."""
    until = time.thread_time() + HIGHLIGHT_S
    return {name: highlight(name, text, language, until) for name, text in sources}


def highlight(name: str, text: str, language: str | None, until: float) -> list[Line]:
    """The lines of a file as pieces with their looks; all plain if that would take longer than `until`.

    `until` is a reading of `time.thread_time`. It can only cost colours: the text is the same either way.
    """
    plain: list[Line] = [[("", line)] for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    if not plain[-1][0][1]:
        plain.pop()
    if len(text) > HIGHLIGHTED_CHARACTERS or any(len(line[0][1]) > HIGHLIGHTED_WIDTH for line in plain):
        return plain
    try:
        lexer = get_lexer_by_name(LEXERS.get(PurePosixPath(name).suffix.lower(), language or "text"), stripnl=False)
    except ClassNotFound:
        return plain
    lines: list[Line] = [[]]
    for kind, piece in lexer.get_tokens(text):
        if time.thread_time() > until:
            return plain
        look = next((LOOKS[above] for above in kind.split()[::-1] if above in LOOKS), "")
        first, *others = piece.split("\n")
        lines[-1].append((look, first))
        lines += [[(look, other)] for other in others]
    return lines[:-1]


def _sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    if code == 0x7F:
        return "\u2421"
    return chr(0x2400 + code) if code < 0x20 else f"⟨U+{code:04X}⟩"


def _show_blanks(text: str) -> str:
    text = text[:SHOWN_CHARACTERS].replace(" ", "·").replace("\t", "⇥\t").replace("\n", "⏎\n")
    return re.sub(r"[^\S\n\t]", _sign, text)


def _differing(text: str, other: str) -> Line:
    """The text with what differs marked: from the first to the last difference, or all if little is alike."""
    shorter = min(len(text), len(other))
    head = next((i for i in range(shorter) if text[i] != other[i]), shorter)
    tail = next((i for i in range(shorter - head) if text[-1 - i] != other[-1 - i]), shorter - head)
    if 2 * (head + tail) < max(len(text), len(other)):
        return [("diff", text)]
    end = len(text) - tail
    return [("", text[:head]), ("diff", text[head:end]), ("", text[end:])]


def _attention(results: Sequence[Result]) -> list[tuple[str, str, list[str]]]:
    """What a person should look at: "ungraded", "waiting" or "flagged", why, the ids of the submissions."""
    groups: dict[tuple[str, str], list[str]] = {}
    for result in results:
        if result["status"] == "ungraded":
            groups.setdefault(("ungraded", result["reason"]), []).append(result["submission"]["id"])
    for result in results:
        for part in counting.waiting(result):
            why = f"{part['title']}: a person gives up to {number(part['max_points'])} points in overrides.yaml."
            groups.setdefault(("waiting", why), []).append(result["submission"]["id"])
    for result in results:
        for flag in result["flagged"]:
            groups.setdefault(("flagged", flag), []).append(result["submission"]["id"])
    return [(kind, why, ids) for (kind, why), ids in groups.items()]


def _pass_rates(graded: Sequence[Result]) -> list[dict[str, Any]]:
    """For each test how often each verdict was given, the test with the lowest rate first."""
    tests: dict[tuple[str, str], dict[str, Any]] = {}
    for result in graded:
        for part in result["parts"]:
            for test in part["tests"] if part["verdict"] != "PD" else ():
                new = {"part": part, "test": test, "verdicts": Counter()}
                tests.setdefault((part["id"], test["id"]), new)["verdicts"][test["verdict"]] += 1
    for row in tests.values():
        row["passed"] = row["verdicts"]["AC"]
        row["ran"] = row["verdicts"].total() - row["verdicts"]["SK"] - row["verdicts"]["PD"]
        row["rate"] = row["passed"] / row["ran"] if row["ran"] else 2  # behind all others
    return sorted(tests.values(), key=lambda row: float(row["rate"]))


def _histogram(points: Sequence[float], max_points: float) -> list[tuple[float, int]]:
    """Bars as (least points, number of submissions); the last bar is for full points only."""
    bars = int(max_points) if max_points <= 10 and max_points == int(max_points) else 10
    step = max_points / bars
    counts = Counter(min(bars, max(0, math.floor(value / step + 1e-9))) for value in points)
    return [(bar * step, counts[bar]) for bar in range(bars + 1)]


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _environment() -> Environment:
    folder = Path(__file__).with_name("templates")
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("style.css", "script.js"))
    policy = f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {_hash(script)}"
    made.globals |= {"policy": f"{policy}; base-uri 'none'; form-action 'none'"}
    made.globals |= {"style": Markup(style), "script": Markup(script), **LIMITS}  # noqa: S704 - files of ours
    made.globals |= {"compare": compare, "percent": percent, "histogram": _histogram}
    made.globals |= {"total": counting.total, "part_points": counting.part_points, "origins": counting.origins}
    made.globals |= {"earns": counting.earns}
    made.globals |= {"pending": counting.pending, "told_shortly": counting.told_shortly}
    made.globals |= {"mean": statistics.fmean, "median": statistics.median}
    made.filters |= {"number": number, "moment": moment, "cut": cut}
    return made


def _page(template: str, **data: Any) -> str:
    return _environment().get_template(template).render(data)


class Html:
    """The format `html`; options: `up`, the way back to the batch page, and `links`, from id to page."""

    name = "html"
    suffix = ".html"

    def one(self, result: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        """The page of one submission."""
        return render_submission(result, up=options.get("up"))

    def many(self, batch: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        """The page of a batch."""
        return render_batch(batch, options.get("links", {}))


PLUGIN = Html()
