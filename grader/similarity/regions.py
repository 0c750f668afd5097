"""Two programs that share fingerprints -> the stretches of lines that are alike on both sides.

Each shared fingerprint is a place to start from: it grows in both directions as long as the tokens are the same, which
also undoes what two numbers had in common by chance. The longest stretches come first, and no token is in two of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.similarity.fingerprints import GRAM

MOST_PLACES = 8
"""So many places of one fingerprint are tried: in a program that says the same again and again one leads to all."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The same tokens on both sides: where they begin, and how many there are."""

    first: int
    second: int
    length: int


def stretches(
    first: Sequence[int],
    second: Sequence[int],
    shared: Mapping[int, tuple[Sequence[int], Sequence[int]]],
    left_out: tuple[bytes, bytes],
) -> list[Stretch]:
    """What is alike, in the order of the first side.

    `shared` has the places on both sides of each fingerprint; `left_out` has a 1 for each token that does not count.
    """
    grown: list[Stretch] = []
    reached: dict[int, int] = {}  # where the last stretch of a diagonal ends
    seeds = ((at, other) for one, two in shared.values() for at in one[:MOST_PLACES] for other in two[:MOST_PLACES])
    for at, other in sorted(seeds):
        if at < reached.get(at - other, 0):
            continue
        stretch = _grown(first, second, at, other)
        reached[at - other] = stretch.first + stretch.length
        grown.append(stretch)
    taken = (bytearray(left_out[0]), bytearray(left_out[1]))
    kept: list[Stretch] = []
    for stretch in sorted(grown, key=lambda one: (-one.length, one.first, one.second)):
        for piece in _free(stretch, taken):
            kept.append(piece)
            for side, begin in zip(taken, (piece.first, piece.second), strict=True):
                side[begin : begin + piece.length] = b"\1" * piece.length
    return sorted(kept, key=lambda one: (one.first, one.second))


def _grown(first: Sequence[int], second: Sequence[int], at: int, other: int) -> Stretch:
    begin = 0
    while begin < min(at, other) and first[at - begin - 1] == second[other - begin - 1]:
        begin += 1
    end, most = 0, min(len(first) - at, len(second) - other)
    while end < most and first[at + end] == second[other + end]:
        end += 1
    return Stretch(at - begin, other - begin, begin + end)


def _free(stretch: Stretch, taken: tuple[bytearray, bytearray]) -> list[Stretch]:
    """The pieces of it that are in no other stretch and are long enough to say something."""
    pieces: list[Stretch] = []
    begin = 0
    for step in range(stretch.length + 1):
        if step == stretch.length or taken[0][stretch.first + step] or taken[1][stretch.second + step]:
            if step - begin >= GRAM:
                pieces.append(Stretch(stretch.first + begin, stretch.second + begin, step - begin))
            begin = step + 1
    return pieces
