"""Results -> one SQLite file, each committed when it is known, so that nothing that was graded is lost.

It holds what the grader said; what people decide about it afterwards has a place of its own. Its tables:

    results   every result that was kept, never changed: number, id (of the submission), basis (what decided it, see
              `basis.py`; empty where that is not known), graded_at, result (grader-result/1 as JSON)
    history   which result of a submission has counted since when: number, id, result (its number), since. The row of
              an id with the highest number says which one counts now. A result without a row was graded to be looked
              at only (`grader regrade`).
    asked     what the last batch was asked for, so that it can be done again: name, value (JSON)
    files     what the files of the folder were made of, so that only what changes is written again: path, made_of
              (a fingerprint), size and changed_ns of what was written

`PRAGMA application_id` says that a file is a store of the grader, `PRAGMA user_version` which version of it. An older
one is migrated when it is opened, in one transaction; a newer one, or a file of somebody else, is refused untouched.
From its opening to its end a store holds SQLite's exclusive lock, which ends with the process, however that ends.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.errors import InputError

NAME = "grader.sqlite"
APPLICATION = 0x67726472  # "grdr"
VERSION = 2
TABLES = {
    "results": "number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT, basis TEXT, graded_at TEXT, result TEXT",
    "history": "number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT, result INTEGER REFERENCES results, since TEXT",
    "asked": "name TEXT PRIMARY KEY, value TEXT",
    "files": "path TEXT PRIMARY KEY, made_of TEXT, size INTEGER, changed_ns INTEGER",
}
COLUMNS_OF_1 = ["id", "graded_at", "result"]
COUNTING = "SELECT id, result FROM history WHERE number IN (SELECT max(number) FROM history GROUP BY id)"


@dataclass(frozen=True, slots=True)
class Kept:
    """A result in the store."""

    number: int
    basis: str
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """What a file was made of, and how it was when it had been written."""

    made_of: str
    size: int
    changed_ns: int


class Store:
    """The store of one output folder. Use it in a `with`; only from one thread.

    Raises InputError when the file is no store that can be used, or is in use; sqlite3.Error when the disk fails.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            with self._change():
                _make_current(self._connection, path)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error as error:
            self._connection.close()
            kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if kind == sqlite3.SQLITE_BUSY:
                raise InputError(
                    f"another grader is at work in {path.parent}; wait for its end, or give another folder"
                ) from error
            if kind in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                raise InputError(f"{path} is no store of the grader: {error}") from error
            raise
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._connection.close()

    # --- results -------------------------------------------------------------------------------------------

    def add(self, identity: str, basis: str, result: Mapping[str, Any], *, counts: bool) -> int:
        """Keep a result, which `counts` from now on or is only to be looked at; its number."""
        with self._change():
            cursor = self._connection.execute(
                "INSERT INTO results (id, basis, graded_at, result) VALUES (?, ?, ?, ?)",
                (identity, basis, result["started"], json.dumps(result)),
            )
            number = cursor.lastrowid
            if number is None:
                raise sqlite3.DatabaseError("a row was inserted without a number")
            if counts:
                self._count(identity, number)
        return number

    def count(self, numbers: Mapping[str, int]) -> None:
        """From now on these results count, by the ids of their submissions: all of them, or none if that fails."""
        counting = self.counting()
        with self._change():
            for identity, number in numbers.items():
                if counting.get(identity) != number:
                    self._count(identity, number)

    def counting(self) -> Mapping[str, int]:
        """The number of the result that counts, for each id."""
        return dict(self._connection.execute(COUNTING))

    def known(self) -> Mapping[tuple[str, str], int]:
        """The number of the newest result for each id and basis that is known."""
        rows = self._connection.execute(
            "SELECT id, basis, max(number) FROM results WHERE basis != '' GROUP BY id, basis"
        )
        return {(identity, basis): number for identity, basis, number in rows}

    def read(self, numbers: Iterable[int]) -> Mapping[int, Kept]:
        """The results with these numbers."""
        kept: dict[int, Kept] = {}
        for wanted in numbers:
            rows = self._connection.execute("SELECT number, basis, result FROM results WHERE number = ?", (wanted,))
            kept |= {number: Kept(number, basis, json.loads(text)) for number, basis, text in rows}
        return kept

    def drop(self) -> None:
        """Forget the results that never counted."""
        with self._change():
            self._connection.execute("DELETE FROM results WHERE number NOT IN (SELECT result FROM history)")

    def _count(self, identity: str, number: int) -> None:
        row = (identity, number, datetime.now(UTC).isoformat(timespec="seconds"))
        self._connection.execute("INSERT INTO history (id, result, since) VALUES (?, ?, ?)", row)

    # --- what was asked, what was written --------------------------------------------------------------------

    def remember(self, asked: Mapping[str, Any]) -> None:
        """Keep what the batch was asked for, in place of what was asked before."""
        with self._change():
            self._connection.execute("DELETE FROM asked")
            self._connection.executemany(
                "INSERT INTO asked VALUES (?, ?)", [(name, json.dumps(value)) for name, value in asked.items()]
            )

    def asked(self) -> Mapping[str, Any]:
        """What the last batch was asked for; nothing where no batch has said it."""
        rows = self._connection.execute("SELECT name, value FROM asked")
        return {name: json.loads(value) for name, value in rows}

    def files(self) -> Mapping[str, Made]:
        """What the files of the folder were made of, by path."""
        rows = self._connection.execute("SELECT path, made_of, size, changed_ns FROM files")
        return {path: Made(*made) for path, *made in rows}

    def note_file(self, path: str, made: Made) -> None:
        """A file has been written."""
        with self._change():
            row = (path, made.made_of, made.size, made.changed_ns)
            self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", row)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """All that is changed inside, or nothing."""
        self._connection.execute("BEGIN EXCLUSIVE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:  # a full disk has ended it already
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


# --- versions ----------------------------------------------------------------------------------------------


def _make_current(connection: sqlite3.Connection, path: Path) -> None:
    """Make a new store, or one of the present version out of an older one."""
    version = _version(connection, path)
    if version is None:
        _make_tables(connection)
    else:
        for older in range(version, VERSION):
            MIGRATIONS[older](connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _make_tables(connection: sqlite3.Connection) -> None:
    for table, columns in TABLES.items():
        connection.execute(f"CREATE TABLE {table} ({columns})")


def _version(connection: sqlite3.Connection, path: Path) -> int | None:
    """The version of the store in the file, None where there is nothing yet. Raises InputError for anything else."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")]
    if application == APPLICATION and version > VERSION:
        raise InputError(
            f"{path} was written by a newer grader (version {version} of the store; this grader knows up to {VERSION})"
        )
    if application == APPLICATION and version > 1:
        return version
    if (application, version, tables) == (0, 0, []):
        return None
    if (application, version) == (0, 1) and (
        not tables or (tables == ["results"] and _columns(connection) == COLUMNS_OF_1)
    ):
        return 1
    raise InputError(f"{path} is a SQLite file, but no store of the grader")


def _columns(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM pragma_table_info('results')")]


def _from_1(connection: sqlite3.Connection) -> None:
    """Version 1 had only results, of which the last of an id counted; what had decided them it did not say."""
    had_results = bool(_columns(connection))
    if had_results:
        connection.execute("ALTER TABLE results RENAME TO results_1")
    _make_tables(connection)
    if had_results:
        connection.execute(
            "INSERT INTO results (id, basis, graded_at, result) "
            "SELECT id, '', graded_at, result FROM results_1 ORDER BY rowid"
        )
        connection.execute(
            "INSERT INTO history (id, result, since) SELECT id, number, graded_at FROM results ORDER BY number"
        )
        connection.execute("DROP TABLE results_1")


MIGRATIONS: Mapping[int, Callable[[sqlite3.Connection], None]] = {1: _from_1}
"""From each older version to the next one."""
