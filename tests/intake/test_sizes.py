"""Hand-ins and classes of any size: each ends in a clear message or a result, in time and in little memory.

Nothing here is written at the size that it claims: bombs repeat one small packed piece, large files are holes.
"""

from __future__ import annotations

import gzip
import io
import os
import struct
import subprocess
import sys
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader.intake.course import Lists, opened
from grader.model import MEBIBYTE
from grader.submission import collect
from tests.attacks.watching import MOST_GRADER_BYTES, run_watched
from tests.doubling import write_package
from tests.intake.making import SOLUTION, archive_of, folder_of, zip_with_raw_names, zipped

GIBIBYTE = 1024 * MEBIBYTE
CLAIMED = 10 * GIBIBYTE
MOST_S = 30


def zip_bomb(path: Path) -> Path:
    """10 GB of zeros, deflated: each piece stands for itself, so that one can be repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(MEBIBYTE)) + packer.flush(zlib.Z_FULL_FLUSH)
    content = piece * (CLAIMED // MEBIBYTE) + packer.flush()
    name = b"solution.py"
    head = struct.pack("<HHHHHIII", 20, 0, 8, 0, 33, 0, len(content), 0xFFFFFFF0) + struct.pack("<HH", len(name), 0)
    local = b"PK\x03\x04" + head + name
    listed = b"PK\x01\x02" + struct.pack("<H", 20) + head + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name
    end = struct.pack("<HHHHIIH", 0, 0, 1, 1, len(listed), len(local) + len(content), 0)
    return archive_of(path, local + content + listed + b"PK\x05\x06" + end)


def gzip_bomb(path: Path) -> Path:
    """A tar of 10 GB of zeros, packed: members of gzip follow each other."""
    entry = tarfile.TarInfo("solution.py")
    entry.size = CLAIMED
    with path.open("wb") as file:
        file.write(gzip.compress(entry.tobuf(tarfile.GNU_FORMAT)))
        file.write(gzip.compress(bytes(MEBIBYTE)) * (CLAIMED // MEBIBYTE))
    return path


def holes(path: Path, beginning: bytes = b"", end: bytes = b"") -> Path:
    """A file of 10 GB that takes no room on the disk."""
    with path.open("wb") as file:
        file.write(beginning)
        file.truncate(CLAIMED)
        file.seek(0, os.SEEK_END)
        file.write(end)
    return path


def tar_of_holes(path: Path, kind: bytes, name: str) -> Path:
    entry = tarfile.TarInfo(name)
    entry.type = kind
    entry.size = CLAIMED
    return holes(path, entry.tobuf(tarfile.GNU_FORMAT))


def zip_with_endless_list(path: Path) -> Path:
    """A zip that says that its list of files takes 4 GB."""
    return holes(path, b"PK\x03\x04", b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, 0xFFFFFFF0, 8, 0))


def zip_of_many(path: Path, count: int, name: str = "{}/solution.py") -> Path:
    return archive_of(path, zip_with_raw_names({name.format(number).encode(): SOLUTION for number in range(count)}))


def nested(path: Path, depth: int = 200) -> Path:
    content = zipped({"solution.py": SOLUTION})
    for _level in range(depth):
        content = zipped({"a.zip": content})
    return archive_of(path, content)


def packed_twice(path: Path) -> Path:
    """A bomb whose first packing is small enough to be read."""
    inner = zip_bomb(path.with_name("inner"))
    content = zipped({"a.zip": inner.read_bytes()})
    inner.unlink()
    return archive_of(path, content)


HAND_INS: Mapping[str, tuple[Callable[[Path], Path], str]] = {
    "a zip of 10 GB": (lambda base: zip_bomb(base / "x.zip"), "it is larger than 16 MiB"),
    "such a zip in a zip": (lambda base: packed_twice(base / "x.zip"), "it is larger than 16 MiB"),
    "a tar.gz of 10 GB": (lambda base: gzip_bomb(base / "x.tar.gz"), "more than 250 times its size"),
    "a file of 10 GB": (lambda base: holes(base / "x.py"), "it is larger than 16 MiB"),
    "a zip of 10 GB of holes": (lambda base: holes(base / "x.zip"), "it is larger than 64 MiB"),
    "a tar of 10 GB of holes": (lambda base: tar_of_holes(base / "x.tar", tarfile.REGTYPE, "x.py"), "larger than 64"),
    "60,000 entries": (lambda base: zip_of_many(base / "x.zip", 60_000), "it holds more than 500 files"),
    "60,000 entries of short names": (lambda base: zip_of_many(base / "x.zip", 60_000, "{}"), "more than 500 files"),
    "zips in zips": (lambda base: nested(base / "x.zip"), "archives in archives in archives"),
    "deep folders": (
        lambda base: archive_of(base / "x.zip", zipped({"d/" * 30_000 + "x.py": SOLUTION})),
        "its folders are nested more than 12 deep",
    ),
}


@pytest.mark.parametrize(("make", "why"), HAND_INS.values(), ids=HAND_INS)
def test_a_hand_in_of_any_size_is_refused_with_its_reason_and_the_next_is_graded(
    tmp_path: Path, make: Callable[[Path], Path], why: str
) -> None:
    source = folder_of(tmp_path / "class", {"a.py": SOLUTION})
    make(source)
    seconds, peak_bytes, said = read_in_a_process(source)
    assert said == [("a", None), ("x", said[1][1])]
    assert why in (said[1][1] or "")
    assert seconds < MOST_S
    assert peak_bytes < MOST_GRADER_BYTES


COURSES: Mapping[str, tuple[Callable[[Path], Path], str]] = {
    "a list without an end": (lambda base: zip_with_endless_list(base / "x.zip"), "its list of them is too long"),
    "a name of 10 GB": (
        lambda base: tar_of_holes(base / "x.tar", tarfile.GNUTYPE_LONGNAME, "././@LongLink"),
        "the name of one of its files is far too long",
    ),
    "a header of 10 GB": (
        lambda base: tar_of_holes(base / "x.tar", tarfile.XHDTYPE, "pax"),
        "the name of one of its files is far too long",
    ),
    "a tar.gz of 10 GB": (lambda base: gzip_bomb(base / "x.tar.gz"), "more than 250 times its size"),
    "200,000 entries": (lambda base: zip_of_many(base / "x.zip", 200_000, "{}"), "more than 100,000 files"),
    "nothing": (lambda base: holes(base / "x.zip"), "the archive is broken"),
}


@pytest.mark.parametrize(("make", "why"), COURSES.values(), ids=COURSES)
def test_a_source_of_any_size_is_refused_with_its_reason(
    tmp_path: Path, make: Callable[[Path], Path], why: str
) -> None:
    seconds, peak_bytes, said = read_in_a_process(make(tmp_path))
    assert [name for name, _reason in said] == ["InputError"]
    assert why in (said[0][1] or "")
    assert seconds < MOST_S
    assert peak_bytes < MOST_GRADER_BYTES


def read_in_a_process(source: Path) -> tuple[float, int, list[tuple[str, str | None]]]:
    """Seconds and most memory of a process that reads a class, and why each of its hand-ins was refused."""
    command = [sys.executable, "-c", READING, str(source)]
    started = time.monotonic()
    done, seen = run_watched(command, dict(os.environ), source.parent, MOST_S + 30, [])
    seconds = time.monotonic() - started
    assert done.returncode == 0, done.stderr.decode()
    lines = [line.partition("\t") for line in done.stdout.decode().splitlines()]
    return seconds, seen.peak_bytes, [(name, reason or None) for name, _tab, reason in lines]


READING = """
import sys
from pathlib import Path
from grader.errors import InputError
from grader.intake.course import Lists, opened
from grader.submission import collect
try:
    with opened(Path(sys.argv[1]), Lists()) as course:
        for one in course.hand_ins:
            print(one.id, collect(one).refused or "", sep="\\t")
except InputError as error:
    print("InputError", error, sep="\\t")
"""


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_a_class_of_5000_is_read_in_time_and_in_little_memory(tmp_path: Path, form: str) -> None:
    files = {f"Ann Lee_{number}_assignsubmission_file_/solution.py": SOLUTION for number in range(5_000)}
    source = folder_of(tmp_path / "x", files) if form == "folder" else archive_of(tmp_path / "x.zip", zipped(files))
    seconds, peak_bytes, said = read_in_a_process(source)
    assert len(said) == 5_000
    assert {reason for _name, reason in said} == {None}
    assert seconds < MOST_S
    assert peak_bytes < MOST_GRADER_BYTES


def test_a_class_in_a_zip_of_60000_entries_is_read(tmp_path: Path) -> None:
    source = zip_of_many(tmp_path / "x.zip", 60_000, "s{}/solution.py")
    started = time.monotonic()
    with opened(source, Lists()) as course:
        assert course.told == ("Archive: 60000 submissions",)
        assert [collect(one).refused for one in course.hand_ins[::1000]] == [None] * 60
    assert time.monotonic() - started < MOST_S


def test_a_part_of_a_zip_that_is_10_gb_large_is_found(tmp_path: Path) -> None:
    """A class with much in it: what counts is what a hand-in holds."""
    source = tmp_path / "x.zip"
    local, content = zip_bomb(tmp_path / "bomb.zip").read_bytes(), io.BytesIO()
    content.write(local)
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("ann/solution.py", SOLUTION)
    source.write_bytes(content.getvalue())
    with opened(source, Lists()) as course:
        refused = {one.id: collect(one).refused for one in course.hand_ins}
    assert refused == {"ann": None, "solution": "it is larger than 16 MiB"}


@pytest.mark.parametrize("names", [[], ["readme.txt"], ["__MACOSX/x"]])
def test_an_empty_source_is_said(tmp_path: Path, names: list[str]) -> None:
    package = write_package(tmp_path)
    for source in (
        folder_of(tmp_path / "class", dict.fromkeys(names, SOLUTION)),
        archive_of(tmp_path / "class.zip", zipped(dict.fromkeys(names, SOLUTION))),
    ):
        command = [sys.executable, "-m", "grader", "batch", str(package), str(source), "-o", str(tmp_path / "out")]
        done = subprocess.run(command, capture_output=True, timeout=MOST_S, check=False)
        assert done.returncode == 2
        assert f"{source} holds no submissions" in done.stderr.decode()
