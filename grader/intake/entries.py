"""What lies in a folder or an archive -> entries that can be opened one by one, whatever holds them."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import PurePosixPath
from typing import IO

from grader.errors import GraderError, Undecided, UnreadableHandIn
from grader.intake.junk import is_junk
from grader.intake.names import is_inside
from grader.model import MEBIBYTE

PIECE_BYTES = 64 * 1024
OF_THE_MACHINE = frozenset(
    (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EROFS, errno.EACCES)
)
"""What goes wrong here, whatever somebody has handed in."""
IN_MEMORY_BYTES = 4 * MEBIBYTE


class Kind(Enum):
    """What an entry is. `LINK` is left out with a note; `PACKED_LINK`, in an archive, and `OTHER` spoil the hand-in."""

    FILE = auto()
    FOLDER = auto()
    LINK = auto()
    PACKED_LINK = auto()
    OTHER = auto()


def fault_of_the_machine(error: Exception) -> Undecided | None:
    """Why this machine could not read something, as against what can't be read anywhere; it costs nobody points."""
    if isinstance(error, MemoryError):
        return Undecided("this machine has too little memory to read it")
    if isinstance(error, OSError) and error.errno in OF_THE_MACHINE:
        return Undecided(f"this machine could not read it: {error.strerror or error}")
    return None


def _nothing() -> IO[bytes]:
    raise UnreadableHandIn("it is no regular file")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a folder or an archive, by its path there; only a file can be opened.

    `trouble` turns what is raised while it is read into the reason for which it can't be.
    """

    name: str
    kind: Kind
    open: Callable[[], IO[bytes]] = _nothing
    trouble: Callable[[Exception], GraderError] | None = None

    def read(self, most: int) -> bytes:
        """At most so many bytes of it."""
        return b"".join(self._pieces(most))

    def spooled(self, most: int) -> IO[bytes]:
        """A copy in which one can seek, in a file without a name; refused if it is larger."""
        copy = tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES)  # noqa: SIM115 - closed by who asked for it
        for piece in self._pieces(most + 1):
            copy.write(piece)
        if copy.tell() > most:
            copy.close()
            raise UnreadableHandIn(f"it is larger than {most // MEBIBYTE} MiB")
        copy.seek(0)
        return copy

    def _pieces(self, most: int) -> Iterator[bytes]:
        """The content in pieces: some forms of packing would else unpack all at once."""
        try:
            with self.open() as file:
                while most > 0 and (piece := file.read(min(PIECE_BYTES, most))):
                    most -= len(piece)
                    yield piece
        except Exception as error:
            reason = error if self.trouble is None else self.trouble(error)
            if reason is error:
                raise
            raise reason from error


@dataclass(frozen=True, slots=True)
class Item:
    """What lies at the top of a source: a file, or a folder with all that is below it.

    `listing` gives the entries, in a folder by their path inside of it. `above` is put before their names.
    """

    name: str
    is_folder: bool
    listing: Callable[[], Iterable[Entry]]
    above: str = ""

    def entries(self) -> Iterator[Entry]:
        """The entries of a folder; of a file the one that it is."""
        for entry in self.listing():
            yield replace(entry, name=self.above + (entry.name if self.is_folder else self.name))

    def has_files(self) -> bool:
        """Whether there is anything in it that could be a student's work; where it can't be read there may be."""
        try:
            return any(entry.kind is Kind.FILE and not is_junk(entry.name) for entry in self.entries())
        except OSError:
            return True


def items_of(entries: Iterable[Entry]) -> tuple[list[Item], list[str]]:
    """The entries by the first part of their path, and the names that lead elsewhere.

    What is called the same twice stays together, so that it can be refused.
    """
    found: dict[tuple[str, bool], list[Entry]] = {}
    astray = []
    for entry in entries:
        parts = PurePosixPath(entry.name).parts
        if not parts and entry.kind is Kind.FOLDER:
            continue  # `tar c .` begins with the folder itself
        if not parts or not is_inside(parts[0]):
            astray.append(entry.name)
            continue
        is_folder = entry.kind is Kind.FOLDER or len(parts) > 1
        inside = found.setdefault((parts[0], is_folder), [])
        if len(parts) > 1 or not is_folder:
            inside.append(replace(entry, name="/".join(parts[1:]) or parts[0]))
    return [Item(name, is_folder, inside.__iter__) for (name, is_folder), inside in sorted(found.items())], astray
