"""The file `equivalent.yaml` beside the references -> which mutants are known to answer alike, and why.

A list of entries such as

    - {reference: c, place: "free(game);", change: "`free(game);` was deleted", reason: frees memory at the end}

`place` is the line of the reference that is changed, so that an entry outlives changes elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from grader.errors import Fault, PackageError
from grader.mutation.sampling import Mutated, Reference, mutated

FILE = "equivalent.yaml"
KEYS = ("change", "place", "reason", "reference")


@dataclass(frozen=True, slots=True)
class Known:
    """A mutant that answers alike, and the reason."""

    reference: str
    place: str
    change: str
    reason: str

    def fits(self, one: Mutated) -> bool:
        """Whether it is about this mutant."""
        mutant = one.mutant
        return (self.reference, self.place, self.change) == (one.reference.name, mutant.place, mutant.change)


def read_known(folder: Path) -> list[Known]:
    """The entries of the file in the folder, none without it. Raises PackageError with every fault."""
    file = folder / FILE
    if not file.is_file():
        return []
    try:
        entries: Any = yaml.safe_load(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise PackageError([Fault(str(file), None, None, f"can't be read: {error}")]) from error
    if not isinstance(entries, list):
        raise PackageError([Fault(str(file), None, None, "holds a list of entries")])
    faults = [
        Fault(str(file), None, None, f"entry {number} has the keys {', '.join(KEYS)}, each with a text")
        for number, entry in enumerate(entries, 1)
        if not _is_entry(entry)
    ]
    if faults:
        raise PackageError(faults)
    return [Known(**entry) for entry in entries]


def stale(known: Sequence[Known], references: Sequence[Reference], folder: Path) -> list[Fault]:
    """A fault for each entry that fits no mutant any longer; those of other references in the folder are left alone."""
    names = {reference.name for reference in references}
    told = [one for one in known if one.reference in names or not (folder / one.reference).is_dir()]
    everything = [one for reference in references for one in mutated(reference)] if told else []
    there = {(one.reference.name, one.mutant.place, one.mutant.change) for one in everything}
    return [
        Fault(str(folder / FILE), None, None, f"no mutant of {one.reference} at `{one.place}` is: {one.change}")
        for one in told
        if (one.reference, one.place, one.change) not in there
    ]


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and sorted(entry) == list(KEYS)
        and all(isinstance(value, str) and value.strip() for value in entry.values())
    )
