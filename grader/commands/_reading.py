"""Paths -> the results of a batch and the bytes of files, or what is wrong with them in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grader import stored
from grader.batch import grading as batches
from grader.batch.store import NAME
from grader.errors import InputError


def read_batch(folder: Path) -> dict[str, Any]:
    """The results that a batch has left in the folder, as the instructor sees them."""
    document = stored.read(folder)
    if "results" not in document:
        raise InputError(f"{folder} holds one result, not those of a batch")
    return document


def read_bytes(path: Path) -> bytes:
    """What is in the file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror or error}") from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write the file, and the folder that it is in."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise InputError(f"{path} can't be written: {error.strerror or error}") from error


def lang_of_batch(folder: Path) -> str | None:
    """The language in which a batch was asked for, where its folder knows that."""
    if not (folder / NAME).is_file():
        return None
    with batches.open_store(folder) as store:
        lang: str | None = store.asked().get("lang")
    return lang
