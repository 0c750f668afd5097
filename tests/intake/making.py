"""Files by name -> a folder, a zip or a tar that holds them, as tests of the intake want them."""

from __future__ import annotations

import io
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

SOLUTION = b"def solution(board):\n    return 1\n"
HELPER = b"def helper():\n    return 2\n"
Files = Mapping[str, bytes | None]
"""The content of each file by its path; None makes an empty folder."""


def folder_of(path: Path, files: Files) -> Path:
    path.mkdir(parents=True)
    for name, content in files.items():
        place = path / name
        (place if content is None else place.parent).mkdir(parents=True, exist_ok=True)
        if content is not None:
            place.write_bytes(content)
    return path


def zipped(files: Files) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name if content is not None else f"{name}/", content or b"")
    return made.getvalue()


def tarred(files: Files, mode: str = "w") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.type = tarfile.REGTYPE if content is not None else tarfile.DIRTYPE
            entry.size = len(content or b"")
            archive.addfile(entry, io.BytesIO(content or b""))
    return made.getvalue()


def archive_of(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


FORMS: Mapping[str, Callable[[Path, Files], Path]] = {
    "folder": lambda base, files: folder_of(base / "source", files),
    "zip": lambda base, files: archive_of(base / "source.zip", zipped(files)),
    "zip of a folder": lambda base, files: archive_of(
        base / "source.zip", zipped({f"HW 1/{name}": content for name, content in files.items()})
    ),
    "tar": lambda base, files: archive_of(base / "source.tar", tarred(files)),
    "tar.gz": lambda base, files: archive_of(base / "source.tar.gz", tarred(files, "w:gz")),
    "tar.xz": lambda base, files: archive_of(base / "source.txz", tarred(files, "w:xz")),
}


def zip_with_raw_names(files: Mapping[bytes, bytes], flags: int = 0, more: bytes = b"") -> bytes:
    """A zip whose names are these very bytes, whatever they mean; `more` is the extra field of each."""
    made, listed = bytearray(), bytearray()
    for name, content in files.items():
        sizes = struct.pack("<III", zlib.crc32(content), len(content), len(content))
        shared = struct.pack("<HHHHH", 20, flags, 0, 0, 33) + sizes + struct.pack("<HH", len(name), len(more))
        listed += b"PK\x01\x02" + struct.pack("<H", 20) + shared
        listed += struct.pack("<HHHII", 0, 0, 0, stat.S_IFREG << 16, len(made)) + name + more
        made += b"PK\x03\x04" + shared + name + more + content
    count = min(len(files), 0xFFFF)  # readers go by the list itself
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(listed), len(made), 0)
    return bytes(made + listed + b"PK\x05\x06" + end)
