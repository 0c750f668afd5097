"""A folder or an archive in which each file, folder and archive is one hand-in -> the hand-ins, named after them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from grader import plugins
from grader.intake.entries import Item
from grader.intake.gathering import DOUBLED
from grader.intake.hand_ins import HandIn, unique
from grader.intake.junk import is_junk
from grader.intake.names import folded, readable, stem

NAME = "plain"
PAPERWORK = (".yaml", ".yml", ".md", ".csv", ".txt")
_FIRST_ENTRIES = 100


def visible(items: Iterable[Item]) -> list[Item]:
    """What is neither junk nor hidden."""
    return [item for item in items if not is_junk(item.name) and not item.name.startswith(".")]


def is_paperwork(item: Item) -> bool:
    """Whether it lies among the hand-ins and is taken for none: a list, a note, settings."""
    path = PurePosixPath(item.name)
    if item.is_folder or path.suffix.lower() not in PAPERWORK:
        return False
    endings = [ending for one in plugins.languages().values() for ending in one.extensions]
    return not (path.suffix.lower() == DOUBLED and path.with_suffix("").suffix.lower() in endings)


def hand_ins(items: Sequence[Item], taken: Iterable[str] = ()) -> Iterator[HandIn]:
    """A hand-in for each item.

    Ids that would be the same on some file system keep their endings, or get a number, so that they stay apart.
    """
    counts = Counter(folded(_identity(item)) for item in items)
    known = {folded(identity) for identity in taken}
    for item in items:
        identity = _identity(item)
        name = readable(item.name if counts[folded(identity)] > 1 else identity)
        yield HandIn(unique(name, known), item.name, (item,))


def _identity(item: Item) -> str:
    return item.name if item.is_folder else stem(item.name)


def are_clones(items: Sequence[Item]) -> bool:
    """Whether they are working copies of git."""
    return bool(items) and all(item.is_folder and _is_clone(item) for item in items)


def _is_clone(item: Item) -> bool:
    try:
        first = itertools.islice(item.entries(), _FIRST_ENTRIES)
        return any(entry.name.partition("/")[0] == ".git" for entry in first)
    except OSError:
        return False
