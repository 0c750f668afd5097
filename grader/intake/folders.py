"""A file or a folder on disk -> its entries. Links are not followed, pipes and devices not opened."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

from grader.errors import GraderError, Undecided, UnreadableHandIn
from grader.intake.entries import Entry, Item, Kind
from grader.intake.junk import is_junk


def item(path: Path) -> Item:
    """What lies at the path."""
    if is_folder(path):
        return Item(path.name, is_folder=True, listing=partial(walk, path))
    return Item(path.name, is_folder=False, listing=partial(_single, path))


def is_folder(path: Path) -> bool:
    """Whether it is a folder and not a link to one."""
    return stat.S_ISDIR(path.lstat().st_mode)


def walk(folder: Path) -> Iterator[Entry]:
    """All entries below the folder, those that lie further out first; junk is named and not entered."""
    for parent, folders, names in os.walk(folder, onerror=_raise):
        here = Path(parent)
        inside = here.relative_to(folder)
        links = {name for name in (*folders, *names) if (here / name).is_symlink()}
        for name in sorted(folders):
            yield Entry((inside / name).as_posix(), Kind.LINK if name in links else Kind.FOLDER)
        for name in sorted(names):
            path = here / name
            if name in links:
                yield Entry((inside / name).as_posix(), Kind.LINK)
            else:
                yield _file((inside / name).as_posix(), path)
        folders[:] = sorted(name for name in folders if not is_junk(name) and name not in links)


def open_file(path: Path) -> IO[bytes]:
    """The regular file at the path, opened for reading."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        raise UnreadableHandIn("it is a link, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableHandIn("it is no regular file")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    return os.fdopen(descriptor, "rb")


def trouble(error: Exception) -> GraderError:
    """Why something on disk can't be read; a fault of the machine, such as a lack of rights, costs nobody points."""
    if isinstance(error, GraderError):
        return error
    return Undecided(f"it can't be read: {getattr(error, 'strerror', None) or error}")


def _single(path: Path) -> Iterator[Entry]:
    yield _file(path.name, path)


def _file(name: str, path: Path) -> Entry:
    return Entry(name, Kind.FILE, partial(open_file, path), trouble)


def _raise(error: OSError) -> None:
    raise error
