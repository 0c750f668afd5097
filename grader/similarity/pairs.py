"""The programs of a class in one language -> the pairs that have more in common than is usual in it.

What everybody was given (starter code, the statement) and what more than COMMON of the class has is not compared. A
list of who has which fingerprint finds the pairs: no two texts that have nothing in common are laid beside each other.
"""

from __future__ import annotations

import statistics
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations

from grader.similarity.fingerprints import GRAM, chosen, grams
from grader.similarity.regions import stretches
from grader.similarity.tokens import tokens

MOST_TOKENS = 20_000  # of one hand-in
LEAST_TOKENS = 60  # of its own, for likeness to mean anything
LEAST_PRINTS = 8
COMMON = 0.2  # of the class: what more of it have is the task, and no one's idea
LEAST_COMMON = 5  # hand-ins, where the class is small
FEW = 10  # programs, of which nobody can tell what is usual
BAR_OF_FEW = 0.8
LEAST_BAR, MOST_BAR = 0.65, 0.95
DEVIATIONS = 4.0
USUAL = 0.05  # of all pairs: where more are over the bar, likeness is what is usual here
MOST_PAIRS = 100
MOST_REGIONS = 40  # of a pair, the longest
END_OF_FILE = -1


@dataclass(frozen=True, slots=True)
class HandIn:
    """What is compared: the files of one hand-in in its language, and the ids of those for whom it counts."""

    id: str
    name: str | None
    people: frozenset[str]
    files: Mapping[str, str]


Place = tuple[str, int, int]  # a file, its first and its last line (from 1)


@dataclass(frozen=True, slots=True)
class Region:
    """Lines that are alike in a file of each side."""

    first: Place
    second: Place
    tokens: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two hand-ins that are worth a look.

    `shared` fingerprints are in both, of those that are compared; `shares` is how much of each hand-in that is, and
    `likeness` the larger one: how much of the smaller hand-in stands in the other.
    """

    first: HandIn
    second: HandIn
    shared: int
    shares: tuple[float, float]
    regions: tuple[Region, ...]

    @property
    def likeness(self) -> float:
        """How much of the smaller one stands in the other."""
        return max(self.shares)


class Doubt(Enum):
    """Why likeness means little here."""

    NONE = "none"
    SMALL = "small"
    COMMON = "common"
    ALIKE = "alike"


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of the hand-ins in one language."""

    language: str
    count: int
    tokens: int
    """The median of all that were handed in."""
    own: int
    """The same, of what is not known or common."""
    bar: float = 1.0
    """The likeness from which a pair is listed."""
    doubt: Doubt = Doubt.NONE
    pairs: tuple[Pair, ...] = ()
    more: int = 0
    """Pairs that are over the bar too, and are not listed as there are too many."""
    too_small: tuple[str, ...] = ()
    """Those that have too little of their own to be compared."""
    cut: tuple[str, ...] = ()
    """Those of which only the beginning was compared."""


@dataclass(slots=True)
class _Program:
    """A hand-in as tokens, and where its fingerprints are."""

    hand_in: HandIn
    codes: array[int]
    lines: array[int]
    files: list[tuple[int, str]]
    is_cut: bool
    prints: dict[int, list[int]] = field(default_factory=dict)
    """The places of each fingerprint."""
    left_out: bytearray = field(default_factory=bytearray)
    """For each token a 1 if it is not compared."""

    @property
    def own(self) -> int:
        """How many tokens are compared."""
        return len(self.codes) - sum(self.left_out)

    @property
    def says_enough(self) -> bool:
        """Whether likeness to others would mean something."""
        return self.own >= LEAST_TOKENS and len(self.prints) >= LEAST_PRINTS


def compare(language: str, hand_ins: Sequence[HandIn], given: Iterable[str]) -> Compared:
    """The pairs of hand-ins in one language that stand out; `given` are texts that everybody was given."""
    programs = [_read(hand_in, language) for hand_in in hand_ins]
    known = {number for text in given for number in grams([code for code, _line in tokens(text, language)])}
    known |= _common(programs)
    for program in programs:
        _leave_out(program, known)
    able = [one for one in programs if one.says_enough]
    about = Compared(
        language,
        count=len(programs),
        tokens=_median([len(one.codes) - one.codes.count(END_OF_FILE) for one in programs]),
        own=_median([one.own for one in programs]),
        too_small=tuple(one.hand_in.id for one in programs if not one.says_enough),
        cut=tuple(one.hand_in.id for one in programs if one.is_cut),
    )
    if 2 * len(able) < len(programs):
        return replace(about, doubt=Doubt.SMALL if about.tokens < LEAST_TOKENS else Doubt.COMMON)
    return _standing_out(able, about)


def _standing_out(able: Sequence[_Program], about: Compared) -> Compared:
    found = {pair: count for pair, count in _shared(able).items() if not _of_the_same(able, pair)}
    likeness = {pair: _likeness(able, pair, count) for pair, count in found.items()}
    bar = _bar(list(likeness.values()), len(able))
    over = sorted((pair for pair, much in likeness.items() if much >= bar), key=lambda one: (-likeness[one], one))
    if len(able) >= FEW and len(over) > USUAL * _count_of_pairs(len(able)):
        return replace(about, bar=bar, doubt=Doubt.ALIKE)
    pairs = tuple(_pair(able[one], able[two], found[one, two]) for one, two in over[:MOST_PAIRS])
    return replace(about, bar=bar, pairs=pairs, more=len(over) - len(pairs))


def _count_of_pairs(count: int) -> int:
    return count * (count - 1) // 2


def _median(sizes: Sequence[int]) -> int:
    return round(statistics.median(sizes)) if sizes else 0


# --- programs ----------------------------------------------------------------------------------------------


def _read(hand_in: HandIn, language: str) -> _Program:
    codes, lines, files = array("q"), array("q"), []
    for name, text in sorted(hand_in.files.items()):
        files.append((len(codes), name))
        for code, line in tokens(text, language):
            if len(codes) >= MOST_TOKENS:
                return _Program(hand_in, codes, lines, files, is_cut=True)
            codes.append(code)
            lines.append(line)
        codes.append(END_OF_FILE)
        lines.append(0)
    return _Program(hand_in, codes, lines, files, is_cut=False)


def _common(programs: Sequence[_Program]) -> set[int]:
    """The fingerprints that are the task's."""
    most = max(LEAST_COMMON, COMMON * len(programs))
    holders = Counter(number for program in programs for number in set(grams(program.codes)))
    return {number for number, count in holders.items() if count > most}


def _leave_out(program: _Program, known: set[int]) -> None:
    """Choose the fingerprints of what is the program's own."""
    numbers = grams(program.codes)
    program.left_out = bytearray(code == END_OF_FILE for code in program.codes)
    for at, number in enumerate(numbers):
        if number in known:
            program.left_out[at : at + GRAM] = b"\1" * GRAM
    for at in chosen(numbers):
        if not any(program.left_out[at : at + GRAM]):
            program.prints.setdefault(numbers[at], []).append(at)


# --- pairs -------------------------------------------------------------------------------------------------


def _shared(programs: Sequence[_Program]) -> dict[tuple[int, int], int]:
    """How many fingerprints two programs have in common, for all who have any.

    Many fingerprints are held by the very same programs; each such set is looked at once.
    """
    holders: dict[int, list[int]] = {}
    for index, program in enumerate(programs):
        for number in program.prints:
            holders.setdefault(number, []).append(index)
    found: Counter[tuple[int, int]] = Counter()
    for those, count in Counter(map(tuple, holders.values())).items():
        for pair in combinations(those, 2):
            found[pair] += count
    return found


def _of_the_same(programs: Sequence[_Program], pair: tuple[int, int]) -> bool:
    one, two = (programs[index].hand_in.people for index in pair)
    return not one.isdisjoint(two)


def _likeness(programs: Sequence[_Program], pair: tuple[int, int], shared: int) -> float:
    return shared / min(len(programs[index].prints) for index in pair)


def _bar(likeness: Sequence[float], count: int) -> float:
    """The likeness that is far above what is usual among so many programs; pairs with nothing in common count too."""
    if count < FEW:
        return BAR_OF_FEW
    every = [*likeness, *[0.0] * (_count_of_pairs(count) - len(likeness))]
    usual = statistics.median(every)
    spread = 1.4826 * statistics.median(abs(one - usual) for one in every)
    return min(MOST_BAR, max(LEAST_BAR, usual + DEVIATIONS * spread))


def _pair(one: _Program, two: _Program, shared: int) -> Pair:
    both = {number: (places, two.prints[number]) for number, places in one.prints.items() if number in two.prints}
    found = stretches(one.codes, two.codes, both, (bytes(one.left_out), bytes(two.left_out)))
    longest = sorted(sorted(found, key=lambda at: -at.length)[:MOST_REGIONS], key=lambda at: at.first)
    return Pair(
        one.hand_in,
        two.hand_in,
        shared,
        (shared / len(one.prints), shared / len(two.prints)),
        tuple(Region(_lines(one, at.first, at.length), _lines(two, at.second, at.length), at.length) for at in longest),
    )


def _lines(program: _Program, at: int, length: int) -> Place:
    name = [name for begin, name in program.files if begin <= at][-1]
    return name, program.lines[at], program.lines[at + length - 1]
