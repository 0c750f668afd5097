"""Hand-ins and the rows of a gradebook -> who is who: by the platform's own number, by an id, at last by name.

What fits two rows, or a row that two hand-ins fit, is left to a person, and never tried again by something weaker.
So is a hand-in with a number of the platform that no row has.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field


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
    """Somebody for whom a submission counts: an id, the platform's number if the id holds it, and names.

    `name` is what a platform or a list calls the person; `names` are what else may be a name.
    """

    id: str
    number: str | None = None
    name: str | None = None
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Matches:
    """The row of each hand-in, by its place in the list; who was found only by name; why others were not found."""

    rows: dict[int, int] = field(default_factory=dict)
    by_name: list[int] = field(default_factory=list)
    unmatched: dict[int, str] = field(default_factory=dict)
    without: list[Row] = field(default_factory=list)


def match(hand_ins: Sequence[HandIn], rows: Sequence[Row]) -> Matches:
    """Who is who."""
    found = Matches()
    shown = {row.index: row for row in rows}
    left, open_rows = dict(enumerate(hand_ins)), list(rows)
    for way, (of_hand_in, of_row) in enumerate(WAYS):
        places = _by_key(open_rows, of_row)
        claims = {at: {row.index for key in of_hand_in(one) for row in places.get(key, ())} for at, one in left.items()}
        wanted = Counter(index for indexes in claims.values() for index in indexes)
        for at, indexes in claims.items():
            if not indexes:
                continue
            row = shown[min(indexes)]
            if len(indexes) > 1:
                found.unmatched[at] = "it fits several rows"
            elif wanted[row.index] > 1:
                found.unmatched[at] = "another hand-in fits the same row"
            elif _contradict(left[at], row):
                found.unmatched[at] = f"its id is that of {row.shown}, but its name is {left[at].name}"
            else:
                found.rows[at] = row.index
                found.by_name += [at] if way == len(WAYS) - 1 else []
        left = {at: one for at, one in left.items() if at not in found.rows and at not in found.unmatched}
        open_rows = [row for row in open_rows if row.index not in wanted]
    found.unmatched |= dict.fromkeys(left, "no row fits it")
    matched = set(found.rows.values())
    found.without = [row for row in rows if row.index not in matched]
    return found


def _contradict(hand_in: HandIn, row: Row) -> bool:
    """Whether both have a name, and no word of one is in the other, also where its words are written as one."""
    if not hand_in.name or not any(row.names):
        return False
    glued = folded_name(hand_in.name).replace(" ", "")
    words = [word for name in row.names for word in folded_name(name).split()]
    return not any(word in glued for word in words) and not any(
        word in "".join(words) for word in folded_name(hand_in.name).split()
    )


def _names(hand_in: HandIn) -> list[str]:
    return [folded_name(name) for name in (hand_in.name, *hand_in.names) if name]


def _names_and_accounts(row: Row) -> list[str]:
    """Names, and what stands before the @ of addresses: often the name of the account."""
    return [*map(folded_name, row.names), *(folded_name(one.partition("@")[0]) for one in row.ids if "@" in one)]


WAYS: Sequence[tuple[Callable[[HandIn], Iterable[str]], Callable[[Row], Iterable[str]]]] = (
    (lambda one: filter(None, [one.number]), lambda row: filter(None, [row.number])),
    (
        lambda one: [folded(one.id)] if one.number is None else (),
        lambda row: map(folded, [row.number, *row.ids]),
    ),
    (lambda one: _names(one) if one.number is None else (), _names_and_accounts),
)
"""The keys by which hand-ins and rows are compared, the surest first."""


def _by_key(rows: Iterable[Row], keys: Callable[[Row], Iterable[str]]) -> Mapping[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        for key in dict.fromkeys(keys(row)):
            if key:
                found.setdefault(key, []).append(row)
    return found


def folded(text: str) -> str:
    """The text as far as it tells one id from another."""
    return unicodedata.normalize("NFC", text).strip().casefold()


def folded_name(name: str) -> str:
    """The words of a name, in whatever order: `Müller, Jörg` is `Jörg_Müller`."""
    return " ".join(sorted(re.findall(r"[^\W_]+", folded(name))))
