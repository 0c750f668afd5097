"""Pairs that are worth a look -> lines for a terminal, and a table (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from grader.reports.csv import cell
from grader.similarity.pairs import Compared, Doubt, HandIn, Pair, Place

LISTED_PAIRS = 20
LISTED_REGIONS = 4
COLUMNS = (
    "language",
    "first",
    "first name",
    "second",
    "second name",
    "percent of the smaller",
    "percent of the first",
    "percent of the second",
    "fingerprints",
    "lines of the first",
    "lines of the second",
)
DOUBTS = {
    Doubt.SMALL: "Likeness means little here: the programs are so short that there are few ways to write them.",
    Doubt.COMMON: "Likeness means little here: nearly all of the programs is what everybody has.",
    Doubt.ALIKE: "Likeness means little here: too many pairs have that much in common.",
}


def table(compared: Sequence[Compared]) -> str:
    """A row for each pair; cells are defused as in the table of grades."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for found in compared:
        writer.writerows([cell(value) for value in _row(found.language, pair)] for pair in found.pairs)
    return text.getvalue()


def _row(language: str, pair: Pair) -> list[str | float | None]:
    return [
        language,
        pair.first.id,
        pair.first.name,
        pair.second.id,
        pair.second.name,
        *(round(100 * share, 1) for share in (pair.likeness, *pair.shares)),
        pair.shared,
        "; ".join(place(region.first) for region in pair.regions),
        "; ".join(place(region.second) for region in pair.regions),
    ]


def lines(compared: Sequence[Compared]) -> Iterator[str]:
    """What was found, for a person; not yet clean for a terminal."""
    for found in compared:
        hand_ins = "hand-in" if found.count == 1 else "hand-ins"
        yield f"{found.language}: {found.count} {hand_ins}, the median has {found.own} tokens of its own."
        if found.doubt is not Doubt.NONE:
            yield f"  {DOUBTS[found.doubt]}"
        elif not found.pairs:
            yield "  No pair stands out."
        for pair in found.pairs[:LISTED_PAIRS]:
            yield f"  {_percent(pair.likeness)}  {_whom(pair.first)} and {_whom(pair.second)}: {_alike(pair)}"
        more = len(found.pairs) - LISTED_PAIRS + found.more
        if more > 0:
            yield f"  and {more:,} more pairs"
    yield "Worth a look is no verdict: read both, and ask those who wrote them."


def _alike(pair: Pair) -> str:
    more = len(pair.regions) - LISTED_REGIONS
    told = [f"{place(one.first)} = {place(one.second)}" for one in pair.regions[:LISTED_REGIONS]]
    return ", ".join([*told, *([f"{more} more"] if more > 0 else [])]) or "in short pieces"


def place(place: Place) -> str:
    """A file and its lines."""
    name, first, last = place
    return f"{name} {first}" if first == last else f"{name} {first}-{last}"


def _percent(share: float) -> str:
    return f"{round(100 * share):3} %"


def _whom(hand_in: HandIn) -> str:
    return f"{hand_in.name} ({hand_in.id})" if hand_in.name else hand_in.id
