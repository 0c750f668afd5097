"""The sample results -> the pages that the tests look at, and what a page consists of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser

from grader.redact import for_student
from grader.reports.html import render_batch, render_similar, render_submission
from grader.similarity.pairs import Compared, Doubt, compare
from tests.reports import sample
from tests.similarity.programs import PLAIN, REORDERED, a_class, hand_in, invented

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
    "styled": sample.styled(),
    **{f"decided {number}": sample.decided(sample.batch(7))["results"][number] for number in range(1, 7)},
}
BATCHES = {
    "small": sample.named(sample.batch(12, tests=2)),
    "1 student": sample.batch(1),
    "40 students": sample.batch(40),
    "60 tests": sample.named(sample.batch(20, tests=15)),
    "300 students": sample.batch(300),
    "named": sample.named(sample.batch(24)),
    "decided": sample.decided(sample.named(sample.batch(24))),
    "hostile": sample.hostile(sample.named(sample.batch(24))),
    "too large for a matrix": sample.batch(300, tests=40),
}


def similar(*, hostile: bool = False) -> str:
    """The page of pairs: of short and of long files, and of classes of which nothing can be said."""
    mean = "# <script>globalThis.broken = 1</script>\x1b[31m\u202e\x00 {{ 7 * 7 }}\n" + "# " + "x" * 2_000 + "\n"
    name = "<img src=x onerror='broken=1'>\u202e" if hostile else "Ann Lee"
    first, second = (mean + PLAIN, mean + REORDERED) if hostile else (PLAIN, REORDERED)
    long = {f"{name}.py": invented(901, 120) + PLAIN + invented(902, 400)}
    pairs = [hand_in("ann", first, name=name), hand_in("ben", second), hand_in("cem", long), hand_in("dee", long)]
    compared = [compare("python", [*a_class(), *pairs], [])]
    compared += [Compared(name if hostile else doubt.value, 12, 9, 7, doubt=doubt, cut=("x",)) for doubt in Doubt]
    return render_similar(sample.batch(3), compared, ["the starter code"], [name])


PAGES: dict[str, Callable[[], str]] = {
    **{f"submission, {name}": partial(render_submission, one, up="../index.html") for name, one in SUBMISSIONS.items()},
    **{f"batch, {name}": partial(render_batch, one, sample.links(one)) for name, one in BATCHES.items()},
    "similar": similar,
    "similar, hostile": partial(similar, hostile=True),
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
