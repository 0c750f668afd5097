"""A proof -> lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from grader.mutation.proving import Proof, Standing
from grader.mutation.trying import Fate


def lines(task: str, proof: Proof) -> Iterator[str]:
    """What became of the mutants in each language, and of each one that survived."""
    for count in proof.counts:
        told = [f"{number} {fate.value}" for fate in Fate if (number := count.fates.get(fate, 0))]
        yield f"  {count.language:<11} {count.tried:>4} mutants: {', '.join(told)} ({count.seconds:.0f} s)"
    for one in proof.survivors:
        yield f"  {one}"
    numbers = [f"{proof.number(standing)} {standing.value}" for standing in Standing]
    yield f"{task}: {proof.tried} mutants, {len(proof.survivors)} survived: {', '.join(numbers)}"
