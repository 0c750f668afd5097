"""The store: what was kept is there, one result counts, versions are migrated or refused, nobody else gets in."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest

from grader.batch import store as stores
from grader.batch.store import APPLICATION, NAME, TABLES, VERSION, Kept, Made, Store
from grader.errors import InputError
from grader.model import Finding, Verdict
from tests.sample_results import graded, with_finding

RIGHT = graded(with_finding(Finding(Verdict.AC, 1.0)))
WRONG = graded(with_finding(Finding(Verdict.WA, 0.0)))
ODD = {**RIGHT, "reason": "두 배 \x00 \ud800"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / NAME


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


# --- results -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", [RIGHT, WRONG, ODD], ids=["right", "wrong", "odd"])
def test_a_result_is_read_as_it_was_added_also_when_opened_again(path: Path, result: dict[str, Any]) -> None:
    with Store(path) as store:
        number = store.add("s01", "basis", result, counts=True)
        assert store.read([number]) == {number: Kept(number, "basis", result)}
    with Store(path) as store:
        assert store.read([number]) == {number: Kept(number, "basis", result)}
        assert store.counting() == {"s01": number}
        assert store.known() == {("s01", "basis"): number}


def test_what_counts_is_the_last_that_was_said_to_count(store: Store) -> None:
    first, second, other = (store.add(name, text, RIGHT, counts=True) for name, text in ("a1", "a2", "b1"))
    looked_at = store.add("a", "3", WRONG, counts=False)
    assert store.counting() == {"a": second, "b": other}
    store.count({"a": first})
    assert store.counting() == {"a": first, "b": other}
    store.count({"a": looked_at, "b": other})
    assert store.counting() == {"a": looked_at, "b": other}


def test_what_counted_once_stays_in_the_history_and_is_said_once(path: Path) -> None:
    with Store(path) as store:
        first = store.add("a", "1", RIGHT, counts=True)
        second = store.add("a", "2", WRONG, counts=True)
        store.count({"a": second})
        store.count({"a": first})
        store.drop()
    assert rows(path, "SELECT id, result FROM history ORDER BY number") == [("a", first), ("a", second), ("a", first)]
    assert rows(path, "SELECT number FROM results ORDER BY number") == [(first,), (second,)]


def test_only_what_never_counted_is_dropped_and_its_number_is_not_used_again(store: Store) -> None:
    counted = store.add("a", "1", RIGHT, counts=True)
    looked_at = store.add("a", "2", WRONG, counts=False)
    store.drop()
    assert store.known() == {("a", "1"): counted}
    assert store.read([looked_at]) == {}
    assert store.add("a", "2", WRONG, counts=False) > looked_at


def test_of_several_results_on_one_basis_the_newest_is_known(store: Store) -> None:
    store.add("a", "1", RIGHT, counts=True)
    newest = store.add("a", "1", WRONG, counts=False)
    assert store.known() == {("a", "1"): newest}


def test_a_result_whose_basis_is_not_known_is_never_found_again(store: Store) -> None:
    number = store.add("a", "", RIGHT, counts=True)
    assert (store.known(), store.counting()) == ({}, {"a": number})


def test_a_change_that_fails_half_way_changes_nothing(store: Store) -> None:
    number = store.add("a", "1", RIGHT, counts=True)
    with pytest.raises(sqlite3.Error):
        store.count({"a": 7, "b": [8]})  # type: ignore[dict-item]
    assert store.counting() == {"a": number}


def test_what_was_asked_last_is_remembered_whole(store: Store) -> None:
    assert store.asked() == {}
    store.remember({"task": "a", "parts": ["x"]})
    store.remember({"task": "두 배", "seed": 7, "source": None})
    assert store.asked() == {"task": "두 배", "seed": 7, "source": None}


def test_the_last_note_of_a_file_is_kept(store: Store) -> None:
    store.note_file("a.html", Made("x", 1, 2))
    store.note_file("b.html", Made("y", 3, 4))
    store.note_file("a.html", Made("z", 5, 6))
    assert store.files() == {"a.html": Made("z", 5, 6), "b.html": Made("y", 3, 4)}


# --- versions ----------------------------------------------------------------------------------------------------


def make(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


OF_1 = "CREATE TABLE results (id TEXT NOT NULL, graded_at TEXT NOT NULL, result TEXT NOT NULL)"


def test_a_new_store_says_whose_it_is_and_which_version(path: Path) -> None:
    Store(path).__exit__(None, None, None)
    assert rows(path, "PRAGMA application_id") == [(APPLICATION,)]
    assert rows(path, "PRAGMA user_version") == [(VERSION,)]
    names = rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    assert sorted(names) == sorted((name,) for name in TABLES)


def test_a_store_of_version_1_is_migrated_and_loses_nothing(path: Path) -> None:
    make(path, "PRAGMA journal_mode = WAL", "PRAGMA user_version = 1", OF_1)
    old = [("a", "2020-01-01", RIGHT), ("b", "2020-01-02", RIGHT), ("a", "2020-01-03", WRONG)]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("INSERT INTO results VALUES (?, ?, ?)", [(*row[:2], json.dumps(row[2])) for row in old])
    for _again in range(2):
        with Store(path) as store:
            assert store.read(store.counting().values()) == {2: Kept(2, "", RIGHT), 3: Kept(3, "", WRONG)}
            assert store.counting() == {"a": 3, "b": 2}
            assert (store.known(), store.asked(), store.files()) == ({}, {}, {})
        kept = rows(path, "SELECT id, graded_at, result FROM results ORDER BY number")
        assert [(name, at, json.loads(text)) for name, at, text in kept] == old
        assert rows(path, "SELECT id, result, since FROM history ORDER BY number") == [
            ("a", 1, "2020-01-01"),
            ("b", 2, "2020-01-02"),
            ("a", 3, "2020-01-03"),
        ]
        assert rows(path, "PRAGMA user_version") == [(VERSION,)]


def test_a_store_of_version_1_that_was_killed_before_its_first_table_is_migrated(path: Path) -> None:
    make(path, "PRAGMA user_version = 1")
    with Store(path) as store:
        assert store.counting() == {}


def test_a_migration_that_fails_leaves_the_old_store_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(path, "PRAGMA user_version = 1", OF_1, "INSERT INTO results VALUES ('a', 'then', '{}')")
    before = path.read_bytes()
    real = stores._make_tables

    def fails(connection: sqlite3.Connection) -> NoReturn:
        real(connection)
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(stores, "_make_tables", fails)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        Store(path)
    assert path.read_bytes() == before


NEWER = f"was written by a newer grader (version {VERSION + 1} of the store; this grader knows up to {VERSION})"


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        ([f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {VERSION + 1}"], NEWER),
        (["CREATE TABLE mine (a)"], "is a SQLite file, but no store of the grader"),
        (["PRAGMA user_version = 7"], "is a SQLite file, but no store of the grader"),
        (["PRAGMA user_version = 1", "CREATE TABLE results (a)"], "is a SQLite file, but no store of the grader"),
        (["PRAGMA user_version = 1", OF_1, "CREATE TABLE b (c)"], "is a SQLite file, but no store of the grader"),
        (["PRAGMA application_id = 7", OF_1], "is a SQLite file, but no store of the grader"),
        (["PRAGMA journal_mode = WAL", "CREATE TABLE mine (a)"], "is a SQLite file, but no store of the grader"),
    ],
)
def test_a_file_that_is_newer_or_not_ours_is_refused_and_left_as_it_is(
    path: Path, statements: list[str], message: str
) -> None:
    make(path, *statements)
    before = path.read_bytes()
    with pytest.raises(InputError) as raised:
        Store(path)
    assert (str(raised.value), raised.value.exit_code) == (f"{path} {message}", 2)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [NAME]


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(InputError, match="is no store of the grader: "):
        Store(path)
    assert path.read_bytes() == content


# --- one at a time -----------------------------------------------------------------------------------------------


def test_a_second_store_of_the_same_file_is_refused_until_the_first_is_closed(path: Path) -> None:
    with Store(path) as first:
        first.add("a", "1", RIGHT, counts=True)
        with pytest.raises(InputError) as raised:
            Store(path)
        assert str(raised.value) == (
            f"another grader is at work in {path.parent}; wait for its end, or give another folder"
        )
        first.add("b", "1", RIGHT, counts=True)
    with Store(path) as second:
        assert sorted(second.counting()) == ["a", "b"]


HOLDS = """
import os, sys
from grader.batch.store import Store
store = Store(sys.argv[1])
store.add("a", "1", {"started": "then"}, counts=True)
print("held", flush=True)
sys.stdin.read()
"""


def test_a_process_that_was_killed_holds_nothing_and_what_it_had_kept_is_there(path: Path) -> None:
    holds = [sys.executable, "-c", HOLDS, str(path)]
    with subprocess.Popen(holds, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            with pytest.raises(InputError, match="another grader is at work"):
                Store(path)
        finally:
            process.kill()
    with Store(path) as store:
        assert store.counting() == {"a": 1}
    assert [one.name for one in path.parent.iterdir()] == [NAME]
