"""A proof -> sentences for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from grader.mutation.proving import Proof, Standing
from grader.mutation.trying import Fate


def summary(proof: Proof) -> str:
    """What became of all mutants, in a line."""
    fates = sum((Counter(count.fates) for count in proof.counts), Counter[Fate]())
    standings = [f"{number} {one.value}" for one in Standing if (number := proof.number(one))]
    survived = f"{len(proof.survivors)} survived" + (f" ({', '.join(standings)})" if standings else "")
    return f"{proof.tried} mutants: {_told(fates)}, {survived}"


def notes(proof: Proof) -> Iterator[str]:
    """What became of the mutants in each language, and of each survivor that nothing is wrong with."""
    for count in proof.counts:
        survived = count.fates.get(Fate.SURVIVED, 0)
        yield f"{count.language}: {count.tried} mutants: {_told(count.fates)}, {survived} survived"
    for one in proof.survivors:
        if one.standing in (Standing.PROVEN, Standing.LISTED):
            yield str(one)


def _told(fates: Mapping[Fate, int]) -> str:
    ends = (Fate.KILLED, Fate.TOO_SLOW)
    said = [f"{fates.get(fate, 0)} {fate.value}" for fate in ends if fate is Fate.KILLED or fates.get(fate)]
    if number := fates.get(Fate.NOT_BUILT):
        said.append(f"{number} more {Fate.NOT_BUILT.value}")
    return ", ".join(said)
