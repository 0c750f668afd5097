"""A file -> the same file, from which nobody reads too much at once.

The readers of zips and tars believe headers: how long a list or a name is, which they then take into memory.
"""

from __future__ import annotations

import io
import threading
from typing import IO

from grader.errors import UnreadableHandIn


class Bounded:
    """What the readers of archives ask of a file."""

    def __init__(self, file: IO[bytes], most: int, why: str) -> None:
        self._file = file
        self._most = most
        self._why = why
        self.lock = threading.Lock()

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes; refused if more are wanted than is sound."""
        if size is None or size < 0:
            content = self._file.read(self._most + 1)
            size = len(content)
        else:
            content = self._file.read(size) if size <= self._most else b""
        if size > self._most:
            raise UnreadableHandIn(self._why)
        return content

    def read_at(self, start: int, size: int) -> bytes:
        """The bytes at a place, whatever other threads read."""
        with self.lock:
            self._file.seek(start)
            return self._file.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """As of a file."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """As of a file."""
        return self._file.tell()

    def seekable(self) -> bool:
        """As of a file."""
        return True
