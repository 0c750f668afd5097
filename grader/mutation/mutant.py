"""A change of a few bytes -> a mutant: a source with one small fault, under an id that is the same in each run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes of a source that become others; `change` says so in words."""

    start: int
    end: int
    new: str
    change: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """A source that differs from its original in one place; line and column count from 1, columns in bytes."""

    id: str
    line: int
    column: int
    change: str
    source: str
    place: str
    """The line of the original, without the space around it."""


def became(old: bytes, new: str) -> str:
    """What was changed, in words."""
    return f"`{_short(old)}` became `{new}`"


def deleted(old: bytes) -> str:
    """What was deleted, in words."""
    return f"`{_short(old)}` was deleted"


def applied(source: bytes, edits: Iterable[Edit], parses: Callable[[bytes], bool]) -> list[Mutant]:
    """A mutant for each edit, in the order of the text; none that can't be parsed, and none twice."""
    mutants: dict[str, Mutant] = {}
    for edit in sorted(edits, key=lambda one: (one.start, one.end, one.new)):
        changed = source[: edit.start] + edit.new.encode() + source[edit.end :]
        identity = hashlib.sha256(changed).hexdigest()[:12]
        if changed == source or identity in mutants or not parses(changed):
            continue
        line_start = source.rfind(b"\n", 0, edit.start) + 1
        mutants[identity] = Mutant(
            id=identity,
            line=source.count(b"\n", 0, edit.start) + 1,
            column=edit.start - line_start + 1,
            change=edit.change,
            source=changed.decode(),
            place=source[line_start:].partition(b"\n")[0].decode().strip(),
        )
    return list(mutants.values())


def _short(code: bytes) -> str:
    text = " ".join(code.decode().split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
