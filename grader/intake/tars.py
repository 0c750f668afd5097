"""A tar, packed or not -> its entries."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from pathlib import PurePosixPath
from typing import IO, Any, cast

from grader.errors import GraderError, UnreadableHandIn
from grader.intake.bounded import Bounded
from grader.intake.bounds import HIGHEST_RATIO, MOST_BYTES, Bounds
from grader.intake.entries import IN_MEMORY_BYTES, Entry, Kind, fault_of_the_machine
from grader.model import MEBIBYTE

_PACKED: Mapping[bytes, Callable[..., Any]] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}
_LONGEST_NAME = MEBIBYTE
_PIECE_BYTES = 256 * 1024
_HEAD_BYTES = 6


def is_packed(head: bytes) -> bool:
    """Whether a file that begins so is packed by a program of Unix."""
    return head.startswith(tuple(_PACKED))


def entries(file: IO[bytes], bounds: Bounds) -> list[Entry]:
    """The entries of a plain tar."""
    try:
        return _listed(file, bounds)
    except Exception as error:
        raise trouble(error) from error


def _listed(file: IO[bytes], bounds: Bounds) -> list[Entry]:
    bounded = Bounded(file, _LONGEST_NAME, "the archive is broken: the name of one of its files is far too long")
    archive = tarfile.open(fileobj=cast("IO[bytes]", bounded), mode="r:")  # noqa: SIM115 - as long as the file
    found = []
    for entry in archive:
        found.append(_entry(archive, bounded, entry))
        if len(found) > bounds.entries:
            raise UnreadableHandIn(f"it holds more than {bounds.files:,} files")
    return found


def trouble(error: Exception) -> GraderError:
    """Why a tar can't be read."""
    if isinstance(error, GraderError):
        return error
    return fault_of_the_machine(error) or UnreadableHandIn(f"the archive is broken: {error or type(error).__name__}")


def _entry(archive: tarfile.TarFile, bounded: Bounded, entry: tarfile.TarInfo) -> Entry:
    name = entry.name
    if entry.isdir():
        return Entry(name if PurePosixPath(name).parts else "./", Kind.FOLDER)
    if not entry.isreg():
        return Entry(name, Kind.PACKED_LINK if entry.issym() else Kind.OTHER)
    if entry.issparse():
        return Entry(name, Kind.FILE, partial(_sparse, archive, bounded, entry), trouble)
    return Entry(name, Kind.FILE, lambda: cast("IO[bytes]", Part(bounded, entry.offset_data, entry.size)), trouble)


def _sparse(archive: tarfile.TarFile, bounded: Bounded, entry: tarfile.TarInfo) -> IO[bytes]:
    with bounded.lock:
        file = archive.extractfile(entry)
        return BytesIO(file.read(MOST_BYTES + 1) if file is not None else b"")


class Part:
    """A part of a file, to be read from several threads; one that ends too early is broken."""

    def __init__(self, file: Bounded, start: int, size: int) -> None:
        self._file = file
        self._at = start
        self._left = size

    def __enter__(self) -> Part:
        return self

    def __exit__(self, *_raised: object) -> None:
        """Nothing: the file is that of the archive."""

    def read(self, size: int) -> bytes:
        """The next bytes."""
        size = min(size, self._left)
        content = self._file.read_at(self._at, size) if size else b""
        if len(content) < size:
            raise tarfile.ReadError("unexpected end of data")
        self._at += size
        self._left -= size
        return content


def unpacked(packed: IO[bytes], bounds: Bounds) -> IO[bytes]:
    """The plain tar, in a file without a name, to be closed."""
    head = packed.read(_HEAD_BYTES)
    packed.seek(0)
    form = next(form for magic, form in _PACKED.items() if head.startswith(magic))
    plain = tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES)  # noqa: SIM115 - closed by who asked for it
    try:
        with form(packed) as file:
            while piece := file.read(_PIECE_BYTES):
                plain.write(piece)
                _check_size(packed.tell(), plain.tell(), bounds)
    except Exception as error:
        plain.close()
        raise trouble(error) from error
    plain.seek(0)
    return plain


def _check_size(packed_bytes: int, plain_bytes: int, bounds: Bounds) -> None:
    if plain_bytes > bounds.plain_bytes:
        raise UnreadableHandIn(f"it is larger than {bounds.plain_bytes // MEBIBYTE} MiB when unpacked")
    if plain_bytes > MOST_BYTES and plain_bytes > HIGHEST_RATIO * packed_bytes:
        raise UnreadableHandIn(f"it is unpacked to more than {HIGHEST_RATIO} times its size")
