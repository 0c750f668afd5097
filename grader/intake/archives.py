"""An archive -> its entries, whatever form of archive it is; told by its first bytes, since names lie.

Nothing is extracted: entries are opened where they are.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import IO

from grader.errors import UnreadableHandIn
from grader.intake import tars, zips
from grader.intake.bounds import Bounds
from grader.intake.entries import Entry
from grader.intake.names import FOREIGN_ARCHIVES, archive_ending

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_FOREIGN = {b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!\x1a\x07": "RAR", b"ALZ\x01": "ALZ", b"EGGA": "EGG"}
_HEAD_BYTES = 8


@contextlib.contextmanager
def opened(file: IO[bytes], name: str, bounds: Bounds) -> Iterator[list[Entry]]:
    """The entries of the archive, which can be opened as long as this is open.

    Raises UnreadableHandIn if it is none, is broken, or is of a form that can't be read here.
    """
    head = file.read(_HEAD_BYTES)
    file.seek(0)
    form = next((form for magic, form in _FOREIGN.items() if head.startswith(magic)), None)
    ending = archive_ending(name) or ""
    is_zip, is_tar = head.startswith(_ZIP), tars.is_packed(head)
    if form is None and ending in FOREIGN_ARCHIVES and not is_zip and not is_tar:
        form = ending.rpartition(".")[2]
    if form is not None:
        raise UnreadableHandIn(f"it is packed as {form}, which can't be read here (zip and tar can)")
    if is_zip or (ending == ".zip" and not is_tar):
        yield zips.entries(file, bounds)
    elif is_tar:
        with tars.unpacked(file, bounds) as plain:
            yield tars.entries(plain, bounds)
    else:
        yield tars.entries(file, bounds)
