"""Results -> one SQLite file, each committed when it is known, so that nothing that was graded is lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

FORMAT = 1


class Store:
    """The store of one output folder. Use it in a `with`; only from one thread."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute(f"PRAGMA user_version = {FORMAT}")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS results (id TEXT NOT NULL, graded_at TEXT NOT NULL, result TEXT NOT NULL)"
        )
        self._connection.commit()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def add(self, result: Mapping[str, Any]) -> None:
        """Keep a result; earlier ones of the same submission stay as its history."""
        row = (result["submission"]["id"], result["started"], json.dumps(result))
        self._connection.execute("INSERT INTO results VALUES (?, ?, ?)", row)
        self._connection.commit()
