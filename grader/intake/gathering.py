"""Items -> the files of one hand-in, by plain relative path.

What is not allowed is refused whole: a hand-in of which only a part was read would be graded for what it is not.
An archive in it is opened where there is no source file beside it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader import plugins
from grader.errors import UnreadableHandIn
from grader.intake import archives, folders, junk
from grader.intake.bounds import DEEPEST_ARCHIVE, HAND_IN, MOST_BYTES, MOST_FILES
from grader.intake.entries import Entry, Item, Kind
from grader.intake.names import archive_ending, folded, is_inside, plain_path, readable, some, stem
from grader.model import MEBIBYTE

DOUBLED = ".txt"
"""What some systems put behind the real ending."""


@dataclass(slots=True)
class Intake:
    """What was gathered, and what is worth telling about it."""

    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    junk: set[str] = field(default_factory=set)
    total: int = 0
    _taken: set[str] = field(default_factory=set)
    _folders: set[str] = field(default_factory=set)

    def room(self) -> int:
        """How many bytes may still come."""
        return MOST_BYTES - self.total

    def add(self, path: str, content: bytes) -> None:
        """Take a file in, or refuse the hand-in."""
        name = folded(path)
        parents = {name[: match.start()] for match in re.finditer("/", name)}
        if name in self._taken | self._folders or parents & self._taken:
            raise UnreadableHandIn(f"two of its files have the same name: {path}")
        self.total += len(content)
        if self.total > MOST_BYTES:
            raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB")
        if len(self.files) >= MOST_FILES:
            raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
        self._taken.add(name)
        self._folders |= parents
        self.files[path] = content


def gather(path: Path) -> Intake:
    """The files of the hand-in at the path.

    Raises UnreadableHandIn, whatever is there, or Undecided where this machine can't read it.
    """
    try:
        return gather_items([folders.item(path)])
    except OSError as error:
        raise folders.trouble(error) from error


def gather_items(items: Sequence[Item]) -> Intake:
    """The files of a hand-in that consists of these items.

    Raises UnreadableHandIn, whatever is there, or Undecided where this machine can't read it.
    """
    intake = Intake()
    try:
        _take((entry for item in items for entry in item.entries()), intake, "", DEEPEST_ARCHIVE)
    except OSError as error:
        raise folders.trouble(error) from error
    if intake.junk:
        intake.notes.append(f"Left out, as no part of the work: {some([f'`{name}`' for name in intake.junk])}.")
    _take_off_single_folder(intake)
    return intake


def _take(entries: Iterable[Entry], intake: Intake, above: str, depth: int) -> None:
    """Take in all entries; `above` is put before their names, and `depth` is how many archives may be nested."""
    packed = []
    for path, entry in _work(entries, intake):
        if archive_ending(path):
            packed.append((above + path, entry))
        else:
            intake.add(above + path, entry.read(intake.room() + 1))
    closed = holds_source(intake.files)
    for path, entry in packed:
        if closed:
            _keep(path, entry, intake)
        elif depth == 0:
            raise UnreadableHandIn(f"it holds archives in archives in archives ({path}); one is enough")
        else:
            _open(path, entry, intake, depth - 1)


def _work(entries: Iterable[Entry], intake: Intake) -> Iterable[tuple[str, Entry]]:
    """The files that can be a student's work, each with its plain path."""
    listed = list(itertools.islice(entries, HAND_IN.entries + 1))
    if len(listed) > HAND_IN.entries:
        raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
    environments = junk.environments(entry.name for entry in listed)
    for entry in listed:
        if not is_inside(entry.name) and (entry.kind is not Kind.FOLDER or entry.name.strip("./")):
            plain_path(entry.name)
        left_out = junk.junk_in(entry.name) or junk.environment_of(entry.name, environments)
        if left_out is not None:
            intake.junk.add(readable(left_out))
        elif entry.kind is Kind.LINK:
            intake.notes.append(f"the link {readable(entry.name.rpartition('/')[2])} was left out")
        elif entry.kind in (Kind.PACKED_LINK, Kind.OTHER):
            raise UnreadableHandIn(f"it holds a link or a device: {plain_path(entry.name)}")
        elif entry.kind is Kind.FILE:
            yield plain_path(entry.name), entry


def _open(path: str, entry: Entry, intake: Intake, depth: int) -> None:
    """Take in what an archive holds, as if it lay in a folder of its name."""
    with entry.spooled(HAND_IN.packed_bytes) as file, archives.opened(file, path, HAND_IN) as entries:
        _take(entries, intake, f"{stem(path) or 'archive'}/", depth)


def _keep(path: str, entry: Entry, intake: Intake) -> None:
    """An archive beside the source is data of the program, or a copy of it: it is not opened."""
    content = entry.read(intake.room() + 1)
    if len(content) > intake.room():
        intake.notes.append(f"`{path}` was left out: there is source beside it, and it is large.")
    else:
        intake.add(path, content)


def holds_source(paths: Iterable[str]) -> bool:
    """Whether one of the files is called as a source file of some language."""
    endings = tuple(ending for one in plugins.languages().values() for ending in one.extensions)
    return any(path.lower().removesuffix(DOUBLED).endswith(endings) for path in paths)


def _take_off_single_folder(intake: Intake) -> None:
    """Without the folders that hold everything, as archives are often made."""
    while intake.files:
        heads = {path.partition("/")[0] for path in intake.files}
        if len(heads) > 1 or not all("/" in path for path in intake.files):
            return
        intake.files = {path.partition("/")[2]: content for path, content in intake.files.items()}
