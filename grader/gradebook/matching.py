"""Hand-ins and the rows of a gradebook -> who is who: by the platform's own number, by an id, at last by name.

What fits two rows, or a row that two hand-ins fit, is left to a person, and never tried again by something weaker.
So is a hand-in with a number of the platform that no row has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Keys = Callable[[str], Collection[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """A person in a gradebook: the platform's own number, other ids, names; `shown` is how to speak of them."""

    index: int
    shown: str
    number: str
    ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandIn:
    """What a submission says of its author."""

    id: str
    number: str | None = None
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Matches:
    """Row by id of the submission; who was found only by name; why others were not found; rows of nobody."""

    rows: dict[str, int] = field(default_factory=dict)
    by_name: list[str] = field(default_factory=list)
    unmatched: dict[str, str] = field(default_factory=dict)
    without: list[Row] = field(default_factory=list)


def match(hand_ins: Sequence[HandIn], rows: Sequence[Row]) -> Matches:
    """Who is who."""
    found = Matches()
    ways: list[tuple[Callable[[HandIn], Iterable[str]], Callable[[Row], Iterable[str]]]] = [
        (lambda one: filter(None, [one.number]), lambda row: filter(None, [row.number])),
        (
            lambda one: map(folded, [one.id]) if one.number is None else (),
            lambda row: map(folded, [row.number, *row.ids]),
        ),
        (
            lambda one: map(folded_name, one.names) if one.number is None else (),
            lambda row: [*map(folded_name, row.names), *_first_parts(row.ids)],
        ),
    ]
    left, open_rows = list(hand_ins), list(rows)
    for number, (of_hand_in, of_row) in enumerate(ways):
        places = _by_key(open_rows, of_row)
        claims = {one.id: {row.index for key in of_hand_in(one) for row in places.get(key, ())} for one in left}
        wanted = [index for indexes in claims.values() for index in indexes]
        for identity, indexes in claims.items():
            if len(indexes) > 1:
                found.unmatched[identity] = "it fits several rows"
            elif indexes and wanted.count(min(indexes)) > 1:
                found.unmatched[identity] = "another hand-in fits the same row"
            elif indexes:
                found.rows[identity] = min(indexes)
                found.by_name += [identity] if number == len(ways) - 1 else []
        left = [one for one in left if one.id not in found.rows and one.id not in found.unmatched]
        taken = set(wanted)
        open_rows = [row for row in open_rows if row.index not in taken]
    found.unmatched |= {one.id: "no row fits it" for one in left}
    matched = set(found.rows.values())
    found.without = [row for row in rows if row.index not in matched]
    return found


def _by_key(rows: Iterable[Row], keys: Callable[[Row], Iterable[str]]) -> Mapping[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        for key in dict.fromkeys(keys(row)):
            if key:
                found.setdefault(key, []).append(row)
    return found


def _first_parts(ids: Iterable[str]) -> list[str]:
    """What stands before the @ of addresses: often the name of the account."""
    return [folded_name(one.partition("@")[0]) for one in ids if "@" in one]


def folded(text: str) -> str:
    """The text as far as it tells one id from another."""
    return unicodedata.normalize("NFC", text).strip().casefold()


def folded_name(name: str) -> str:
    """The words of a name, in whatever order: `Müller, Jörg` is `Jörg_Müller`."""
    return " ".join(sorted(re.findall(r"[^\W_]+", folded(name))))
