"""The sample results -> the pages that the tests look at, and what a page consists of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser

from grader.redact import for_student
from grader.reports.html import render_batch, render_submission
from tests.reports import sample

BIG = sample.result([["AC"] * 200 + ["WA", "TLE", "RTE"] * 30 + ["SK"] * 10, ["AC"] * 3])
SUBMISSIONS = {
    "accepted": sample.accepted(),
    "unbuilt": sample.unbuilt(),
    "ungraded": sample.ungraded(),
    "every verdict": sample.every_verdict(),
    "300 tests": BIG,
    "hostile": sample.hostile(sample.every_verdict()),
    "hostile and unbuilt": sample.hostile(sample.unbuilt()),
    "for a student": for_student(sample.every_verdict()),
}
BATCHES = {
    "small": sample.named(sample.batch(12, tests=2)),
    "1 student": sample.batch(1),
    "40 students": sample.batch(40),
    "60 tests": sample.named(sample.batch(20, tests=15)),
    "300 students": sample.batch(300),
    "named": sample.named(sample.batch(24)),
    "hostile": sample.hostile(sample.named(sample.batch(24))),
    "too large for a matrix": sample.batch(300, tests=40),
}
PAGES: dict[str, Callable[[], str]] = {
    **{f"submission, {name}": partial(render_submission, one, up="../index.html") for name, one in SUBMISSIONS.items()},
    **{f"batch, {name}": partial(render_batch, one, sample.links(one)) for name, one in BATCHES.items()},
}


class Parsed(HTMLParser):
    """What a page consists of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.headings: list[int] = []
        self.inside: dict[str, str] = {"script": "", "style": ""}
        self.text = ""
        self.current = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.current = tag
        self.attributes += [(name, value or "") for name, value in attrs]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - a parameter of HTMLParser's
        self.current = ""

    def handle_data(self, data: str) -> None:
        if self.current in self.inside:
            self.inside[self.current] += data
        else:
            self.text += data

    def all(self, name: str) -> list[str]:
        return [value for attribute, value in self.attributes if attribute == name]
