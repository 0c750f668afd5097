"""Bytes of a source file -> its text, whatever editor has saved it, and what is worth telling of that.

The order is fixed: byte order mark, what the file says of itself (as Python has it), UTF-8, UTF-16 without its mark,
CP949 where all that is not ASCII reads as Korean, Windows-1252.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_KOREAN = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xac\xb0-\xc8][\xa1-\xfe])*")
_SYLLABLES = re.compile(rb"[\xb0-\xc8][\xa1-\xfe](?:[\xa1-\xac\xb0-\xc8][\xa1-\xfe])")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and the name of its encoding if that is worth telling."""

    text: str
    told: str | None = None


def decoded(content: bytes) -> Decoded:
    """The text of a source file, without its byte order mark; what can't be read becomes a replacement character."""
    if content.startswith(_UTF_16):
        return Decoded(content.decode("utf-16", "replace").removeprefix("\ufeff"), "UTF-16")
    said = named_encoding(content)
    if said is not None:
        return Decoded(content.decode(said, "replace"))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _old(content)
    wide = _wide(content)
    return Decoded(text) if wide is None else Decoded(content.decode(wide, "replace"), "UTF-16")


def named_encoding(content: bytes) -> str | None:
    """The encoding other than UTF-8 that the file names in its first two lines, if there is such a one."""
    for line in content.split(b"\n", 2)[:2]:
        match = _COOKIE.match(line)
        if match:
            try:
                name = codecs.lookup(match[1].decode("ascii")).name
                b"x".decode(name, "replace")
            except (LookupError, UnicodeError):  # unknown, or not one of texts
                return None
            return None if name in ("utf-8", "utf-8-sig") else name
    return None


def _wide(content: bytes) -> str | None:
    """UTF-16 without a mark: nearly every other byte of a program is zero."""
    half = len(content) // 2
    if half == 0 or len(content) % 2:
        return None
    zeros = content[::2].count(0), content[1::2].count(0)
    if zeros[0] == 0 and zeros[1] > 0.8 * half:
        return "utf-16-le"
    return "utf-16-be" if zeros[1] == 0 and zeros[0] > 0.8 * half else None


def _old(content: bytes) -> Decoded:
    wide = _wide(content)
    if wide is not None:
        return Decoded(content.decode(wide, "replace"), "UTF-16")
    if _KOREAN.fullmatch(content) and _SYLLABLES.search(content):
        return Decoded(content.decode("cp949", "replace"), "CP949")
    return Decoded(content.decode("cp1252", "replace"), "Windows-1252")


def note(path: str, content: bytes) -> str | None:
    """What to tell the student of how the file was saved, if anything."""
    told = decoded(content).told
    if told is None:
        return None
    where = "" if told == "UTF-16" else f" (line {_first_line_of_others(content)})"
    return f"`{path}` is not saved as UTF-8{where}; it was read as {told}. Better save it as UTF-8."


def _first_line_of_others(content: bytes) -> int:
    """The line of the first byte that is no UTF-8."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return content.count(b"\n", 0, error.start) + 1
    return 1


def as_text(content: bytes) -> str:
    """The text of a source file, without its byte order mark."""
    return decoded(content).text


def as_utf8(content: bytes) -> bytes:
    """The file in UTF-8 without a byte order mark.

    One that is no text, such as a picture, stays as it is, and so does one that names its own encoding.
    """
    no_text = b"\0" in content and not content.startswith(_UTF_16) and _wide(content) is None
    if no_text or named_encoding(content) is not None:
        return content
    return as_text(content).encode("utf-8", "replace")
