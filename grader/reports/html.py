"""grader-result/1, grader-batch/1 -> one HTML page each, complete in itself: nothing to fetch.

Whatever a student wrote passes `visible` and then escaping on its way into the page, in the templates and in the
modules that write markup themselves; only our own style and script are let through as they are. The same data always
gives the same page. The words that students see come from the catalogue by `t`, those for instructors alone are in the
templates, in English.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup

from grader import plugins
from grader.cache import open_cache
from grader.people import counting
from grader.reports import _clusters, _matrix
from grader.reports._comparison import compare
from grader.reports._lines import by_outcome, lines
from grader.reports._listing import code, listings_of
from grader.reports._pictures import draw
from grader.reports._sides import sides
from grader.reports._statistics import Remark, Row, columns, histogram, rows, verdicts_of
from grader.reports._visible import cut, escaped, left_out, sentence, visible
from grader.reports._words import words_of
from grader.similarity import pairs
from grader.speaking import speak
from grader.words import ENGLISH, Words

Result = Mapping[str, Any]

TAGS = {"zh": "zh-Hans"}
"""Of languages, where the code alone does not say which letters are meant."""
LIMITS = {
    "OPEN_TESTS": 5,  # failed tests of a part that stand open; the rest is one line each
    "LISTED_TESTS": 20,  # one-line tests that stand in the page; more go into one fold
    "OPEN_TURNS": 16,  # last steps of a conversation that stand open
    "OPEN_CLUSTERS": 1,
    "MOST_CLUSTERS": 12,
    "CLUSTER_LINES": 80,  # of the code of a representative
    "SHOWN_PAIRS": 50,  # of a language, that stand side by side
}


def render_submission(result: Result, *, up: str | None = None, words: Words = ENGLISH) -> str:
    """The page of one submission; `up` is the relative link to the page of its batch."""
    result = speak(result, words)
    return _page("submission.html", words, result=result, up=up, listings=listings_of(result))


def render_similar(
    batch: Mapping[str, Any], compared: Sequence[pairs.Compared], given: Sequence[str], left_out: Sequence[str]
) -> str:
    """The page of pairs that are worth a look, beside the page of the batch; `given` says what was not compared."""
    return _page(
        "similar.html",
        ENGLISH,
        problem=batch["problem"],
        compared=compared,
        titles={name: language.title for name, language in plugins.languages().items()},
        given=given,
        left_out=left_out,
        ended=max((result["started"] for result in batch["results"]), default=None),
    )


def render_batch(batch: Mapping[str, Any], links: Mapping[str, str], similar: str | None = None) -> str:
    """The page of a batch; `links` leads from the id of a submission to the relative address of its page.

    `similar` is the address of the page of pairs that are worth a look, where there is one.
    """
    results: Sequence[Result] = batch["results"]
    graded = [result for result in results if result["status"] == "graded"]
    isolation = [(result["isolation"]["level"], tuple(result["isolation"]["missing"])) for result in results]
    started = [result["started"] for result in results]
    asked = columns(results)
    by_key = {column.key: column for column in asked}
    groups = _clusters.clusters(results)
    return _page(
        "batch.html",
        ENGLISH,
        problem=batch["problem"],
        results=results,
        links=links,
        points=[points for points in map(counting.total, results) if points is not None],
        ungraded=len(results) - len(graded),
        max_points=max((result["max_points"] for result in results), default=0),
        parts=list({part["id"]: part for result in results for part in result["parts"]}.values()),
        columns=asked,
        whole=_matrix.is_whole(results, asked),
        seen={verdict for result in results for verdict in verdicts_of(result).values()},
        attention=_attention(results),
        missing=batch.get("missing", ()),
        clusters=[(group, [by_key[key] for key in group.tests if key in by_key]) for group in groups],
        tests=sorted(rows(results), key=_hardest),
        isolation=Counter(isolation).most_common(),
        toolchains=Counter(result["toolchain"] for result in results if result["toolchain"]).most_common(),
        seeds=sorted({result["seed"] for result in results}),
        verdicts=Counter(result["verdict"] for result in results),
        versions=sorted({result["grader_version"] for result in results}),
        audiences=sorted({result["audience"] for result in results}),
        similar=similar,
        began=min(started, default=None),
        ended=max(started, default=None),
    )


def plain(value: float) -> str:
    """A number with at most two decimals, as it is written in English."""
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


def _hardest(row: Row) -> float:
    """The share that passed; a test that nobody ran comes behind all others."""
    return 2.0 if row.share is None else row.share


def _attention(results: Sequence[Result]) -> list[tuple[str, str, list[Result]]]:
    """What a person should look at: "ungraded", "waiting" or "flagged", why, the submissions."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        if result["status"] == "ungraded":
            groups.setdefault(("ungraded", result["reason"]), []).append(result)
    for result in results:
        for part in counting.waiting(result):
            why = f"{part['title']}: a person gives up to {plain(part['max_points'])} points in overrides.yaml."
            groups.setdefault(("waiting", why), []).append(result)
    for result in results:
        for flag in result["flagged"]:
            groups.setdefault(("flagged", flag), []).append(result)
    return [(kind, why, those) for (kind, why), those in groups.items()]


def _listing_of(result: Result, place: Mapping[str, Any] | None) -> tuple[str, Any] | None:
    """The file in which this place lies, else the one that counts."""
    listings = listings_of(result)
    named = place["file"] if place is not None and place["file"] in listings else next(iter(listings), None)
    return None if named is None else (named, listings[named])


def _listed(people: Sequence[Mapping[str, Any]]) -> str:
    """The members of a group: ids, and names where they are known."""
    return ", ".join(f"{one['id']} ({one['name']})" if one["name"] else one["id"] for one in people)


def _marked(context: Context, text: str, markup: object) -> object:
    """The text as it is shown, with the language in which it stands, if that is not the one of the page."""
    foreign = (context.get("result") or {}).get("foreign", {})
    return Markup('<span lang="{}">{}</span>').format(foreign[text], markup) if text in foreign else markup


@pass_context
def _told(context: Context, text: str) -> object:
    return _marked(context, text, escaped(text))


@pass_context
def _lines(context: Context, tests: Sequence[Result], verdicts: Mapping[str, tuple[str, str, str, str]]) -> Markup:
    return lines(tests, verdicts, (context.get("result") or {}).get("foreign", {}), context["t"])


@pass_context
def _sentence(context: Context, text: str) -> object:
    return _marked(context, text, sentence(text))


def _language_title(name: str | None) -> str | None:
    """What people call the language; one that is not known here by its name."""
    known = plugins.languages().get(name or "")
    return name if known is None else known.title


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _environment(words: Words) -> Environment:
    folder = Path(__file__).with_name("templates")
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled(),
    )
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("style.css", "script.js"))
    policy = f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {_hash(script)}"
    made.globals |= {"policy": f"{policy}; base-uri 'none'; form-action 'none'"}
    made.globals |= {"style": Markup(style), "script": Markup(script), **LIMITS}  # noqa: S704 - files of ours
    made.globals |= {"compare": compare, "percent": percent, "histogram": histogram, "draw": partial(draw, words=words)}
    made.globals |= {"by_outcome": by_outcome, "lines": _lines}
    made.globals |= {"code": partial(code, words=words), "t": words, "lang": TAGS.get(words.language, words.language)}
    made.globals |= {"english": Markup("") if words == ENGLISH else Markup(' lang="en"'), "listed": _listed}
    made.globals |= {
        "is_excused": counting.is_excused,
        "mean": statistics.fmean,
        "median": statistics.median,
        "listing_of": _listing_of,
    }
    made.globals |= {"matrix_cells": _matrix.cells, "failed_tests": _matrix.failed, "ranges": _matrix.ranges}
    made.globals |= {"REMARKS": Remark, "total": counting.total, "part_points": counting.part_points}
    made.globals |= {"origins": counting.origins, "earns": counting.earns, "pending": counting.pending}
    made.globals |= {"told_shortly": counting.told_shortly, "sides": sides, "language_title": _language_title}
    made.globals |= {name: getattr(pairs, name) for name in ("COMMON", "FEW", "MOST_TOKENS")}
    made.filters |= {"plain": plain, "number": lambda value: words.number(plain(value)), "moment": moment}
    made.filters |= {"cut": partial(cut, words=words), "left_out": left_out, "sentence": _sentence, "told": _told}
    return made


class _Compiled(FileSystemBytecodeCache):
    """Compiled templates, kept where they can be; a page never fails for want of that."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep this one, unless the disk is full, say."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def _compiled() -> _Compiled | None:
    """Where compiled templates are kept, if they can be: compiling them takes as long as ten pages."""
    kept = open_cache("templates")
    return _Compiled(str(kept.folder)) if kept is not None else None


@cache
def _template(name: str, words: Words) -> Any:
    return _environment(words).get_template(name)


def _page(template: str, words: Words, **data: Any) -> str:
    page: str = _template(template, words).render(data)
    return page


class Html:
    """The format `html`; options: `up`, the way back to the batch page; `links`, from id to page; `similar`."""

    name = "html"
    suffix = ".html"

    def one(self, result: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        """The page of one submission."""
        return render_submission(result, up=options.get("up"), words=words_of(options))

    def many(self, batch: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        """The page of a batch."""
        return render_batch(batch, options.get("links", {}), options.get("similar"))


PLUGIN = Html()
