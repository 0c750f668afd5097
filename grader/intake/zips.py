"""A zip -> its entries, with their names in the encoding in which they were written.

Only what is stored as it is or deflated is read, which is what every program for zips makes: the others would be
unpacked as a whole before anybody could look at their size.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from functools import partial
from typing import IO, Any, cast

from grader.errors import GraderError, UnreadableHandIn
from grader.intake.bounded import Bounded
from grader.intake.bounds import Bounds
from grader.intake.entries import Entry, Kind, fault_of_the_machine
from grader.intake.names import code_page, decoded

SAYS_UTF_8 = 0x800
_LOCKED = 0x1
_AES = 99
_UNICODE_PATH = 0x7075
_METHODS = {zipfile.ZIP_BZIP2: "bzip2", zipfile.ZIP_LZMA: "LZMA", 9: "Deflate64", 93: "Zstandard", 95: "XZ"}
_FORMAT, _FILE, _FOLDER, _LINK = 0xF000, 0x8000, 0x4000, 0xA000


def entries(file: IO[bytes], bounds: Bounds) -> list[Entry]:
    """The entries of the zip; Windows' backslashes are slashes."""
    too_many = f"it holds more than {bounds.files:,} files, or its list of them is too long to be sound"
    try:
        archive = zipfile.ZipFile(cast("IO[bytes]", Bounded(file, bounds.list_bytes, too_many)))
    except Exception as error:
        raise trouble(error) from error
    listed = archive.infolist()
    if len(listed) > bounds.entries:
        raise UnreadableHandIn(f"it holds more than {bounds.files:,} files")
    faults = {_fault(entry) for entry in listed if not entry.is_dir()}
    if faults and None not in faults:
        raise UnreadableHandIn(min(fault for fault in faults if fault is not None))
    raw = [_raw_name(entry) for entry in listed]
    page = code_page(name for name in raw if name is not None)
    return [_entry(archive, entry, name, page) for entry, name in zip(listed, raw, strict=True)]


def trouble(error: Exception) -> GraderError:
    """Why a zip can't be read."""
    if isinstance(error, GraderError):
        return error
    if (fault := fault_of_the_machine(error)) is not None:
        return fault
    if isinstance(error, zipfile.BadZipFile | zlib.error | EOFError | ValueError | OSError | NotImplementedError):
        return UnreadableHandIn(f"the archive is broken: {error}")
    if isinstance(error, RuntimeError) and ("password" in str(error) or "encrypted" in str(error)):
        return UnreadableHandIn("the archive is locked with a password")
    return UnreadableHandIn(f"the archive can't be read: {error or type(error).__name__}")


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, raw: bytes | None, page: str) -> Entry:
    name = (entry.orig_filename if raw is None else decoded(raw, page)).partition("\0")[0].replace("\\", "/")
    form = (entry.external_attr >> 16) & _FORMAT
    if form not in (0, _FILE, _FOLDER):
        return Entry(name, Kind.PACKED_LINK if form == _LINK else Kind.OTHER)
    if name.endswith("/"):
        return Entry(name, Kind.FOLDER)
    return Entry(name, Kind.FILE, partial(_open, archive, entry), trouble)


def _open(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> IO[bytes]:
    fault = _fault(entry)
    if fault is not None:
        raise UnreadableHandIn(fault)
    return archive.open(entry)


def _fault(entry: zipfile.ZipInfo) -> str | None:
    """Why the file can't be read, if that is known from the list."""
    if entry.flag_bits & _LOCKED or entry.compress_type == _AES:
        return "the archive is locked with a password"
    if entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return None
    form = _METHODS.get(entry.compress_type, f"method {entry.compress_type}")
    return f"the archive is packed by {form}, which can't be read here (a usual zip can)"


def _raw_name(entry: zipfile.ZipInfo) -> bytes | None:
    """The bytes of a name that is not said to be UTF-8."""
    if entry.flag_bits & SAYS_UTF_8:
        return None
    try:
        raw = entry.orig_filename.encode("cp437")
    except UnicodeEncodeError:  # newer versions of the library have looked for the real name already
        return None
    return _unicode_path(entry.extra, raw) or raw


def _unicode_path(extra: bytes, raw: bytes) -> bytes | None:
    """The name in UTF-8 that some programs put beside the other, if it is still that of the same file."""
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        body: Any = extra[4 : 4 + size]
        if kind == _UNICODE_PATH and len(body) > 5 and struct.unpack_from("<I", body, 1)[0] == zlib.crc32(raw):
            return bytes(body[5:])
        extra = extra[4 + size :]
    return None
