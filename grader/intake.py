"""A file, a folder or an archive -> the files in it, by plain relative path. Hostile input.

Nothing here follows a link, opens a pipe or a device, trusts a header, or writes anything. What is not allowed
is refused whole: a hand-in of which only a part was read would be graded for what it is not.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import os
import re
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

from grader.errors import UnreadableHandIn
from grader.model import MEBIBYTE

MOST_FILES = 500
MOST_BYTES = 16 * MEBIBYTE
LARGEST_TAR = MOST_BYTES + 2 * MEBIBYTE
MOST_ENTRIES = 4 * MOST_FILES
DEEPEST = 12
LONGEST_NAME = 255
ARCHIVES = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tar", ".zip")
JUNK = {
    "__macosx", ".ds_store", "thumbs.db", "desktop.ini", ".git", ".svn", ".hg", ".idea", ".vscode", ".vs", ".settings",
    "node_modules", "__pycache__", ".venv", "venv", ".mypy_cache", ".pytest_cache", ".gradle", ".classpath", ".project",
    ".gitignore", ".metadata", ".history", ".ipynb_checkpoints", ".ruff_cache", ".tox", ".eggs", "site-packages",
}  # fmt: skip
JUNK_ENDINGS = (".class", ".pyc", ".pyo", ".o", ".exe", ".bak", "~", ".swp")
_BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, ValueError,
    OSError, RuntimeError,
)  # fmt: skip


@dataclass(slots=True)
class Intake:
    """What was gathered, and what is worth telling about it."""

    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    total: int = 0
    _taken: set[str] = field(default_factory=set)
    _folders: set[str] = field(default_factory=set)

    def room(self) -> int:
        """How many bytes may still come."""
        return MOST_BYTES - self.total

    def add(self, name: str, content: bytes) -> None:
        """Take a file in, or refuse the hand-in."""
        path = plain_path(name)
        if is_junk(path):
            return
        folded = _folded(path)
        parents = {folded[: match.start()] for match in re.finditer("/", folded)}
        if folded in self._taken | self._folders or parents & self._taken:
            raise UnreadableHandIn(f"two of its files have the same name: {path}")
        self.total += len(content)
        if self.total > MOST_BYTES:
            raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB")
        if len(self.files) >= MOST_FILES:
            raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
        self._taken.add(folded)
        self._folders |= parents
        self.files[path] = content


def gather(path: Path) -> Intake:
    """The files of one hand-in.

    Raises UnreadableHandIn, whatever is there.
    """
    intake = Intake()
    try:
        status = path.lstat()
        if stat.S_ISDIR(status.st_mode):
            _read_folder(path, intake)
        elif archive_ending(path.name):
            _read_archive(path, intake)
        else:
            intake.add(path.name, _read_file(path))
    except OSError as error:
        raise UnreadableHandIn(f"it can't be read: {error.strerror or error}") from error
    _take_off_single_folder(intake)
    return intake


def archive_ending(name: str) -> str | None:
    """The ending by which the name is that of an archive."""
    return next((ending for ending in ARCHIVES if name.lower().endswith(ending)), None)


def is_junk(path: str) -> bool:
    """Files that editors, systems and compilers leave behind."""
    parts = PurePosixPath(path.lower()).parts
    return any(part in JUNK or part.startswith("._") for part in parts) or path.lower().endswith(JUNK_ENDINGS)


def plain_path(name: str) -> str:
    """The path without `.` and doubled slashes, with bytes that are no text made readable.

    Refuses what leads out of the hand-in or what no file system could hold.
    """
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or name.startswith("/") or re.match(r"[A-Za-z]:", name) or "\0" in name:
        raise UnreadableHandIn(f"it holds a file that would lie outside of it: {readable(name)!r}")
    if len(parts) > DEEPEST:
        raise UnreadableHandIn(f"its folders are nested more than {DEEPEST} deep")
    if any(len(os.fsencode(_encodable(part))) > LONGEST_NAME for part in parts):
        raise UnreadableHandIn("the name of one of its files is too long")
    return "/".join(_short(readable(part)) for part in parts)


def readable(name: str) -> str:
    """The name as text: bytes that are no UTF-8 become `%FF`."""
    escaped = os.fsencode(_encodable(name)).decode("utf-8", "backslashreplace")
    return re.sub(r"\\x([0-9a-f]{2})", lambda match: f"%{match[1].upper()}", escaped)


def _encodable(name: str) -> str:
    """Without lone surrogates that stand for no byte."""
    return re.sub("[\ud800-\udc7f\udd00-\udfff]", "\N{REPLACEMENT CHARACTER}", name)


def _short(name: str) -> str:
    """A name that a file system can hold: only escapes make one too long, and then a fingerprint keeps it apart."""
    if len(name.encode()) <= LONGEST_NAME:
        return name
    suffix = PurePosixPath(name).suffix[:20]
    return name.encode()[:200].decode("utf-8", "ignore") + hashlib.sha256(name.encode()).hexdigest()[:8] + suffix


def _folded(path: str) -> str:
    """The same for all names that are one on some file system."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())


def _take_off_single_folder(intake: Intake) -> None:
    """Without the folders that hold everything, as archives are often made."""
    while intake.files:
        heads = {path.partition("/")[0] for path in intake.files}
        if len(heads) > 1 or not all("/" in path for path in intake.files):
            return
        intake.files = {path.partition("/")[2]: content for path, content in intake.files.items()}


# --- files and folders -------------------------------------------------------------------------------------


def _read_file(path: Path) -> bytes:
    """The content of a regular file; links, pipes and devices are refused without being opened."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        raise UnreadableHandIn("it is a link, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableHandIn("it is no regular file")
    if status.st_size > MOST_BYTES:
        raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB")
    return content


def _read_folder(folder: Path, intake: Intake) -> None:
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        inside = here.relative_to(folder)
        if len(inside.parts) >= DEEPEST and names:
            raise UnreadableHandIn(f"its folders are nested more than {DEEPEST} deep")
        for name in sorted(one for one in folders if (here / one).is_symlink() and not is_junk(one)):
            intake.notes.append(f"the link {readable(name)} was left out")
        folders[:] = sorted(one for one in folders if not is_junk(one) and not (here / one).is_symlink())
        for name in sorted(names):
            path = here / name
            if is_junk(name):
                continue
            if path.is_symlink():
                intake.notes.append(f"the link {readable(name)} was left out")
            else:
                intake.add((inside / name).as_posix(), _read_file(path))


# --- archives ----------------------------------------------------------------------------------------------


def _read_archive(path: Path, intake: Intake) -> None:
    content = _read_file(path)
    try:
        if path.name.lower().endswith(".zip"):
            _read_zip(content, intake)
        else:
            _read_tar(content, intake)
    except _BROKEN as error:
        if "password" in str(error) or "encrypted" in str(error):
            raise UnreadableHandIn("the archive is locked with a password") from error
        raise UnreadableHandIn(f"the archive is broken: {error}") from error


def _read_zip(content: bytes, intake: Intake) -> None:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_ENTRIES:
            raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
        for entry in entries:
            name = entry.filename.replace("\\", "/")
            path = plain_path(name)
            if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise UnreadableHandIn(f"it holds a link or a device: {path}")
            if not name.endswith("/") and not is_junk(path):
                with archive.open(entry) as file:
                    intake.add(name, file.read(intake.room() + 1))


def _unpacked(content: bytes) -> bytes:
    """The plain tar; the packed forms are told by their first bytes."""
    opened = next((form for magic, form in _PACKED.items() if content.startswith(magic)), None)
    if opened is None:
        return content
    with opened(BytesIO(content)) as file:
        plain: bytes = file.read(LARGEST_TAR + 1)
    if len(plain) > LARGEST_TAR:
        raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB when unpacked")
    return plain


_PACKED: Mapping[bytes, Callable[..., Any]] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}


def _read_tar(content: bytes, intake: Intake) -> None:
    with tarfile.open(fileobj=BytesIO(_unpacked(content)), mode="r:") as archive:
        for count, entry in enumerate(archive):
            if count > MOST_ENTRIES:
                raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
            if entry.isdir() and PurePosixPath(entry.name).parts == ():
                continue  # `tar c .` begins with the folder itself
            path = plain_path(entry.name)
            if entry.isdir():
                continue
            if not entry.isreg():
                raise UnreadableHandIn(f"it holds a link or a device: {path}")
            file = archive.extractfile(entry)
            if file is not None and not is_junk(path):
                intake.add(entry.name, file.read(intake.room() + 1))
