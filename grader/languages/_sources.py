"""Bytes of a source file -> UTF-8, by the fixed order: byte order mark, UTF-8, Windows-1252."""

from __future__ import annotations


def as_text(content: bytes) -> str:
    """The text of a source file, without its byte order mark."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace").removeprefix("\ufeff")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def as_utf8(content: bytes) -> bytes:
    """The file in UTF-8 without a byte order mark; one that is no text, such as a picture, stays as it is."""
    return (
        content
        if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff"))
        else as_text(content).encode()
    )
