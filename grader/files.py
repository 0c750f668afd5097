"""Texts -> files: each whole or not at all, under names that are safe on every system."""

from __future__ import annotations

import hashlib
import os
import re
import threading
import unicodedata
from collections.abc import Iterable
from pathlib import Path


def write(path: Path, text: str | Iterable[str], *, alone: bool = False) -> None:
    """Write a text, or its pieces, as a whole file or not at all.

    A table gets the mark by which spreadsheets know that it is UTF-8.
    Who is `alone` in the folder leaves at most one draft behind when it is killed, which the next one takes over.
    """
    encoding = "utf-8-sig" if path.suffix.lower() == ".csv" else "utf-8"
    mark = "draft" if alone else f"{os.getpid()}.{threading.get_ident()}"
    draft = path.with_name(f".{path.name[:100]}.{mark}")
    try:
        with draft.open("w", encoding=encoding, errors="replace", newline="") as file:
            file.writelines([text] if isinstance(text, str) else text)
        draft.replace(path)
    except Exception:
        draft.unlink(missing_ok=True)
        raise


def file_names(identities: Iterable[str]) -> dict[str, str]:
    """A file name for each id: readable, safe on every system, and never the same for two ids."""
    safe = {identity: _safe(identity) for identity in identities}
    counts: dict[str, int] = {}
    for name in safe.values():
        counts[_folded(name)] = counts.get(_folded(name), 0) + 1
    return {
        identity: name if _stays(name, identity) and counts[_folded(name)] == 1 else f"{name}-{_mark(identity)}"
        for identity, name in safe.items()
    }


def _stays(name: str, identity: str) -> bool:
    """Whether the id is its own file name: not if it looks like one that was made for another id."""
    return name == identity and re.search(r"(?i)-[0-9a-f]{8}$", name) is None


def _safe(identity: str) -> str:
    name = re.sub(r"[^\w.-]", "_", unicodedata.normalize("NFC", identity)).strip(".-") or "_"
    while len(name.encode("utf-8", "replace")) > 80:
        name = name[:-1]
    reserved = re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?", name)
    return f"_{name}" if reserved else name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _mark(identity: str) -> str:
    return hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:8]
