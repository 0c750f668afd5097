"""Files of an earlier run: found again only as they were kept, and only where nobody else could put them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader import cache
from grader.cache import Cache, open_cache


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for caches outside of `/tmp`, which a box has of its own."""
    with tempfile.TemporaryDirectory(prefix="grader-test-", dir="/var/tmp") as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        (folder / "user").mkdir(mode=0o755)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "user"))
        monkeypatch.setattr(cache, "OF_THE_SYSTEM", folder / "system")
        yield folder / "user"


def opened(name: str = "things") -> Cache:
    found = open_cache(name)
    assert found is not None
    return found


def instead(base: Path) -> Path | None:
    """Where things are kept if not in the user's own folder: that is for root alone, whose folders nobody can enter."""
    return base.parent / "system" / "grader" / "things" if os.geteuid() == 0 else None


def place() -> Path | None:
    found = open_cache("things")
    return found.folder if found is not None else None


def test_what_was_kept_is_found_by_the_next_run(base: Path) -> None:
    kept = opened().keep("a.bin", b"content")
    assert kept is not None
    assert (opened().find("a.bin"), kept.read_bytes(), kept.parent) == (kept, b"content", base / "grader" / "things")


def test_it_is_not_found_under_another_name_or_for_other_things(base: Path) -> None:
    opened().keep("a.bin", b"content")
    assert (opened().find("b.bin"), opened().find("a.txt"), opened("others").find("a.bin")) == (None, None, None)


def test_a_file_can_be_read_by_all_and_has_the_same_time_whenever_it_was_made(base: Path) -> None:
    statuses = [path.stat() for path in (opened().keep("a.bin", b"1"), opened().keep("b.bin", b"2")) if path]
    assert [(status.st_mode & 0o777, status.st_mtime) for status in statuses] == [(0o644, 1_000_000_000)] * 2


SPOILT: dict[str, Callable[[Path], object]] = {
    "another content": lambda path: path.write_bytes(b"contents"),
    "half of it": lambda path: path.write_bytes(b"con"),
    "nothing": lambda path: path.write_bytes(b""),
    "a file that all can write": lambda path: path.chmod(0o666),
    "a link": lambda path: path.symlink_to(path.rename(path.with_name("elsewhere"))),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_file_that_was_spoilt_is_not_found_and_can_be_kept_again(base: Path, how: str) -> None:
    kept = opened().keep("a.bin", b"content")
    assert kept is not None
    SPOILT[how](kept)
    assert opened().find("a.bin") is None
    assert opened().keep("a.bin", b"content") == kept
    assert opened().find("a.bin") == kept


@pytest.mark.parametrize("open_one", [".", "grader", "grader/things"])
def test_a_folder_that_others_can_write_is_not_used(base: Path, open_one: str) -> None:
    assert place() == base / "grader" / "things"
    (base / open_one).chmod(0o777)
    assert place() == instead(base)


def test_a_folder_of_somebody_else_is_not_used(base: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    os.chown(opened().folder, 12345, 12345)
    assert place() == instead(base)


def test_a_folder_that_a_box_covers_with_its_own_is_not_used(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tmp_path.resolve().is_relative_to("/tmp")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert (place(), list(tmp_path.iterdir())) == (instead(base), [])


def test_a_folder_that_student_code_can_not_enter_is_not_used(base: Path) -> None:
    base.chmod(0o700)
    assert place() == (instead(base) or base / "grader" / "things")


def test_where_nothing_can_be_written_there_is_no_cache(base: Path) -> None:
    empty = opened()
    empty.folder.rmdir()
    empty.folder.write_bytes(b"a file in the way")
    assert (empty.keep("a.bin", b"content"), empty.find("a.bin"), place()) == (None, None, instead(base))
