"""Names of files as somebody made them -> names that are safe, readable and comparable."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Collection, Iterable
from pathlib import PurePosixPath

from grader.errors import UnreadableHandIn
from grader.intake.bounds import DEEPEST, LONGEST_NAME

ARCHIVES = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tbz2", ".txz", ".tar", ".zip")
FOREIGN_ARCHIVES = (".7z", ".rar", ".alz", ".egg", ".zipx", ".tar.zst", ".tar.lz", ".lzh", ".cab", ".arj", ".ace")
SHOWN_NAMES = 5
_KOREAN = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xac\xb0-\xc8][\xa1-\xfe])*")
_CHINESE = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xf7][\xa1-\xfe])*")
_CYRILLIC = re.compile(rb"[\x00-\x7f\x80-\xaf\xe0-\xf1\xfc]*")
_RUN = re.compile(rb"[\x80-\xff]+")
_WORD_BYTES = 3


def archive_ending(name: str) -> str | None:
    """The ending by which the name is that of an archive, of those that can be read and of those that can't."""
    return next((ending for ending in (*ARCHIVES, *FOREIGN_ARCHIVES) if name.lower().endswith(ending)), None)


def stem(name: str) -> str:
    """The name without its ending."""
    ending = archive_ending(name)
    return name[: -len(ending)] if ending else PurePosixPath(name).stem or name


def is_inside(name: str) -> bool:
    """Whether the name leads to something, and not out of where it stands."""
    parts = PurePosixPath(name).parts
    leads_out = ".." in parts or name.startswith("/") or re.match(r"[A-Za-z]:", name) or "\0" in name
    return bool(parts) and not leads_out


def plain_path(name: str) -> str:
    """The path without `.` and doubled slashes, with bytes that are no text made readable.

    Refuses what leads out of the hand-in or what no file system could hold.
    """
    if not is_inside(name):
        raise UnreadableHandIn(f"it holds a file that would lie outside of it: {readable(name)!r}")
    parts = PurePosixPath(name).parts
    if len(parts) > DEEPEST:
        raise UnreadableHandIn(f"its folders are nested more than {DEEPEST} deep")
    if any(len(os.fsencode(_encodable(part))) > LONGEST_NAME for part in parts):
        raise UnreadableHandIn("the name of one of its files is too long")
    return "/".join(_short(readable(part)) for part in parts)


def readable(name: str) -> str:
    """The name as text: bytes that are no UTF-8 become `%FF`."""
    escaped = os.fsencode(_encodable(name)).decode("utf-8", "backslashreplace")
    return re.sub(r"\\x([0-9a-f]{2})", lambda match: f"%{match[1].upper()}", escaped)


def folded(path: str) -> str:
    """The same for all names that are one on some file system."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())


def some(names: Collection[str], most: int = SHOWN_NAMES) -> str:
    """The names, or the first few of them."""
    listed = sorted(names)
    return ", ".join(listed[:most]) + (f" and {len(listed) - most} more" if len(listed) > most else "")


def _encodable(name: str) -> str:
    """Without lone surrogates that stand for no byte."""
    return re.sub("[\ud800-\udc7f\udd00-\udfff]", "\N{REPLACEMENT CHARACTER}", name)


def _short(name: str) -> str:
    """A name that a file system can hold: only escapes make one too long, and then a fingerprint keeps it apart."""
    if len(name.encode()) <= LONGEST_NAME:
        return name
    suffix = PurePosixPath(name).suffix[:20]
    return name.encode()[:200].decode("utf-8", "ignore") + hashlib.sha256(name.encode()).hexdigest()[:8] + suffix


# --- names in zips that do not say their encoding ------------------------------------------------------------


def code_page(names: Iterable[bytes]) -> str:
    """In which of the old encodings the names of one archive are, where they are no UTF-8.

    Zips say nothing of it. Hangul comes in pairs of bytes that are box drawings in the others, Cyrillic in words
    of letters side by side; single letters with accents among plain ones are what is left.
    """
    text = b"\n".join(name for name in names if not _is_utf_8(name))
    runs = _RUN.findall(text)
    if not runs:
        return "cp437"
    if _KOREAN.fullmatch(text) and re.search(rb"[\xb0-\xc8][\xa1-\xfe]", text):
        return "cp949"
    if _CYRILLIC.fullmatch(text) and sum(map(len, runs)) >= _WORD_BYTES * len(runs):
        return "cp866"
    return "gbk" if _CHINESE.fullmatch(text) else "cp437"


def decoded(name: bytes, page: str) -> str:
    """The name as text: UTF-8 if it can be that."""
    return name.decode("utf-8") if _is_utf_8(name) else name.decode(page, "replace")


def _is_utf_8(name: bytes) -> bool:
    try:
        name.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
