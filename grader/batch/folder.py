"""A batch -> the files of its folder, each whole, and only those written again of which something has changed.

What a file says is a pure function of results and of the code that renders them. So a fingerprint of both stands in
the store for each file that was written, with its size and time: a file that was changed or taken away by somebody is
written again as well.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from grader import plugins
from grader.batch import feedback
from grader.batch.basis import whole_code
from grader.batch.store import Made, Store
from grader.errors import GraderError
from grader.files import file_names, write
from grader.reports._machine import pieces

INDEX = "index.html"
SIMILAR = ("similar.html", "similar.csv")
"""What `grader similar` leaves in the folder, for instructors alone."""
Batch = Mapping[str, Any]


def write_reports(batch: Batch, output: Path, store: Store | None = None, lang: str | None = None) -> None:
    """All files of an output folder but its store; without a store each is written anew.

    Pages for students are in the language `lang`, else in the one that the batch was asked for, else in English.
    """
    if lang is None and store is not None:
        with contextlib.suppress(sqlite3.Error):
            lang = store.asked().get("lang")
    formats = plugins.reports()
    names = file_names(result["submission"]["id"] for result in batch["results"])
    for name in ("submissions", "feedback"):
        (output / name).mkdir(parents=True, exist_ok=True)
    put = _Writer(output, store).put
    one, marks = formats["html"].one, []
    for result in batch["results"]:
        name = f"{names[result['submission']['id']]}.html"
        mark = _fingerprint(result)
        marks.append(mark)
        put(f"submissions/{name}", mark, partial(one, result, {"up": f"../{INDEX}"}))
        put(f"feedback/{name}", f"{mark} {lang or 'en'}", partial(feedback.page, result, lang))
    mark = _fingerprint([{key: value for key, value in batch.items() if key != "results"}, marks])
    links = {identity: f"submissions/{name}.html" for identity, name in names.items()}
    put("results.json", mark, partial(pieces, batch))
    put("grades.csv", mark, partial(formats["csv"].many, batch, {}))
    similar = SIMILAR[0] if (output / SIMILAR[0]).is_file() else None
    put(INDEX, f"{mark} {similar}", partial(formats["html"].many, batch, {"links": links, "similar": similar}))


def rescue(batch: Batch, error: OSError) -> Path:
    """The results in a temporary folder, where the output folder can't take them."""
    folder = Path(tempfile.mkdtemp(prefix="grader-results-"))
    try:
        write(folder / "results.json", pieces(batch))
    except OSError:
        raise GraderError(f"the results could not be written anywhere: {error}") from error
    return folder / "results.json"


class _Writer:
    """Writes what has changed, and notes of what it was made."""

    def __init__(self, output: Path, store: Store | None) -> None:
        self.output = output
        self.store = store
        self.made: Mapping[str, Made] = {}
        if store is not None:
            with contextlib.suppress(sqlite3.Error):
                self.made = store.files()

    def put(self, path: str, mark: str, render: Callable[[], str | Iterable[str]]) -> None:
        made_of = f"{mark} {whole_code()}"
        file = self.output / path
        before = self.made.get(path)
        if before is not None and before == _made(file, made_of):
            return
        write(file, render(), alone=True)
        made = _made(file, made_of)
        if made is not None and self.store is not None:
            with contextlib.suppress(sqlite3.Error):  # without a note it is written again the next time, no more
                self.store.note_file(path, made)


def _made(file: Path, made_of: str) -> Made | None:
    """The file as it stands there, if it does."""
    try:
        status = file.lstat()
    except OSError:
        return None
    return Made(made_of, status.st_size, status.st_mtime_ns)


def _fingerprint(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()
