"""Hand-ins as students make them and as attackers do: each is read, refused with a reason, or left to a person."""

from __future__ import annotations

import errno
import io
import os
import stat
import tarfile
import tempfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.errors import InputError, Undecided, UnreadableHandIn
from grader.intake import tars, zips
from grader.intake.bounds import DEEPEST, HAND_IN, MOST_BYTES, MOST_FILES
from grader.intake.course import Lists, opened
from grader.model import MEBIBYTE, Submission
from grader.submission import collect, collect_all, decide

SOLUTION = b"def solution(board):\n    return 1\n"
HELPER = b"def helper():\n    return 2\n"
NAMES = ("solution",)


# --- making hand-ins ---------------------------------------------------------------------------------------


def make_zip(path: Path, entries: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def make_tar(path: Path, entries: Mapping[str, bytes], compression: str = "gz") -> Path:
    with tarfile.open(path, f"w:{compression}") as archive:  # type: ignore[call-overload]
        for name, content in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path


def make_folder(path: Path, entries: Mapping[str, bytes]) -> Path:
    path.mkdir()
    for name, content in entries.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path


def zip_entry(name: str, mode: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = mode << 16
    return entry


def tar_of(path: Path, *entries: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w") as archive:
        for entry in entries:
            archive.addfile(entry, io.BytesIO(b"x" * entry.size) if entry.isreg() else None)
    return path


def tar_entry(name: str, kind: bytes, **more: Any) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type = kind
    for attribute, value in more.items():
        setattr(entry, attribute, value)
    return entry


MAKERS: Mapping[str, Callable[[Path, Mapping[str, bytes]], Path]] = {
    "folder": lambda base, entries: make_folder(base / "hand-in", entries),
    "zip": lambda base, entries: make_zip(base / "hand-in.zip", entries),
    "stored zip": lambda base, entries: make_zip(base / "hand-in.zip", entries, zipfile.ZIP_STORED),
    "tar": lambda base, entries: make_tar(base / "hand-in.tar", entries, ""),
    "tar.gz": lambda base, entries: make_tar(base / "hand-in.tar.gz", entries),
    "tgz": lambda base, entries: make_tar(base / "hand-in.tgz", entries),
    "tar.xz": lambda base, entries: make_tar(base / "hand-in.tar.xz", entries, "xz"),
    "tar.bz2": lambda base, entries: make_tar(base / "hand-in.tar.bz2", entries, "bz2"),
}
ARCHIVES = ("zip", "tar", "tar.gz", "tar.xz", "tar.bz2")


def decided(path: Path, **said: str) -> Submission:
    return decide(collect(path, **said), NAMES)


def assert_printable(submission: Submission) -> None:
    """Whatever it was called: reports are written in UTF-8."""
    for text in (
        submission.id,
        submission.refused or "",
        submission.undecided or "",
        *submission.files,
        *submission.notes,
    ):
        text.encode("utf-8")


# --- what is read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", MAKERS)
def test_every_form_of_hand_in_gives_the_same_files(tmp_path: Path, form: str) -> None:
    files = {"solution.py": SOLUTION, "part/data.txt": b"\x00\xff"}
    submission = collect(MAKERS[form](tmp_path, files))
    assert submission.id == "hand-in"
    assert dict(submission.files) == files
    assert submission.refused is None
    assert submission.candidates == (("solution.py", "python"),)


def test_a_single_file_is_a_hand_in(tmp_path: Path) -> None:
    path = tmp_path / "solution.py"
    path.write_bytes(SOLUTION)
    submission = decided(path)
    assert (submission.id, submission.main, submission.language) == ("solution", "solution.py", "python")
    assert dict(submission.files) == {"solution.py": SOLUTION}


def test_the_same_content_has_the_same_digest_in_every_form(tmp_path: Path) -> None:
    files = {"solution.py": SOLUTION, "helper.py": HELPER}
    forms = ("folder", "zip", "tar.gz")
    assert len({collect(MAKERS[form](tmp_path, files)).digest for form in forms}) == 1


def test_another_content_or_name_has_another_digest(tmp_path: Path) -> None:
    one = collect(make_folder(tmp_path / "1", {"a.py": b"1", "b.py": b"2"}))
    other = collect(make_folder(tmp_path / "2", {"a.py": b"2", "b.py": b"1"}))
    third = collect(make_folder(tmp_path / "3", {"a.py": b"1", "c.py": b"2"}))
    assert len({one.digest, other.digest, third.digest}) == 3


@pytest.mark.parametrize("form", ["folder", "zip", "tar"])
@pytest.mark.parametrize("wrapping", ["work/", "work/inner/", "w\u00f3rk \u00e9/"])
def test_folders_that_hold_everything_are_taken_off(tmp_path: Path, form: str, wrapping: str) -> None:
    files = {f"{wrapping}solution.py": SOLUTION, f"{wrapping}lib/helper.py": HELPER}
    submission = collect(MAKERS[form](tmp_path, files))
    assert dict(submission.files) == {"solution.py": SOLUTION, "lib/helper.py": HELPER}


@pytest.mark.parametrize("form", ["zip", "tar"])
@pytest.mark.parametrize("prefix", ["./", "./work/", "work//", "work/./"])
def test_names_are_put_in_their_plain_form(tmp_path: Path, form: str, prefix: str) -> None:
    submission = collect(MAKERS[form](tmp_path, {f"{prefix}solution.py": SOLUTION, f"{prefix}a.txt": b"x"}))
    assert dict(submission.files) == {"solution.py": SOLUTION, "a.txt": b"x"}


def test_backslashes_of_a_zip_from_windows_are_folders(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "x.zip", {"wor1\\solution.py": SOLUTION, "wor1\\lib\\a.py": HELPER})
    assert set(collect(path).files) == {"solution.py", "lib/a.py"}


@pytest.mark.parametrize("form", ["folder", "zip", "tar.gz"])
def test_what_systems_and_editors_leave_behind_does_not_count(tmp_path: Path, form: str) -> None:
    junk = {
        "__MACOSX/._solution.py": b"\x00\x05\x16\x07",
        "__MACOSX/work/._solution.py": b"x",
        "work/.DS_Store": b"x",
        "work/._solution.py": b"x",
        "work/__pycache__/solution.cpython-311.pyc": b"x",
        "work/.git/config": b"x",
        "work/.idea/workspace.xml": b"x",
        "work/node_modules/left/index.js": b"x",
        "work/Solution.class": b"x",
        "work/solution.py~": b"x",
        "work/Thumbs.db": b"x",
    }
    submission = decided(MAKERS[form](tmp_path, {"work/solution.py": SOLUTION, **junk}))
    assert dict(submission.files) == {"solution.py": SOLUTION}
    assert submission.main == "solution.py"


def test_only_junk_is_an_empty_hand_in(tmp_path: Path) -> None:
    submission = collect(make_zip(tmp_path / "x.zip", {"__MACOSX/._a": b"x", ".DS_Store": b"x"}))
    assert submission.refused == "it is empty"


# --- empty -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b" \r\n\t\n", b"\xef\xbb\xbf\n"], ids=repr)
def test_a_file_without_content_is_refused_as_empty(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "solution.py"
    path.write_bytes(content)
    assert collect(path).refused == "it is empty"


@pytest.mark.parametrize("form", MAKERS)
def test_nothing_at_all_is_refused_as_empty(tmp_path: Path, form: str) -> None:
    assert collect(MAKERS[form](tmp_path, {})).refused == "it is empty"


def test_a_byte_order_mark_before_a_program_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "solution.py"
    path.write_bytes(b"\xef\xbb\xbf" + SOLUTION)
    assert decided(path).main == "solution.py"


def test_nothing_at_the_path_is_the_fault_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        collect(tmp_path / "no-such-file.py")


# --- broken and hostile archives ---------------------------------------------------------------------------


@pytest.mark.parametrize("form", ARCHIVES)
@pytest.mark.parametrize("keep", [0.0, 0.3, 0.9])
def test_an_archive_that_is_cut_off_is_refused(tmp_path: Path, form: str, keep: float) -> None:
    path = MAKERS[form](tmp_path, {"solution.py": os.urandom(3000), "b.py": os.urandom(3000)})
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content.rstrip(b"\0")) * keep)])
    assert collect(path).refused


@pytest.mark.parametrize("form", ARCHIVES)
def test_an_archive_with_any_damaged_byte_is_read_or_refused(tmp_path: Path, form: str) -> None:
    path = MAKERS[form](tmp_path, {"solution.py": SOLUTION * 20, "b.py": HELPER})
    good = path.read_bytes()
    for at in range(0, min(len(good), 1200), 3):
        path.write_bytes(good[:at] + bytes([good[at] ^ 0x5A]) + good[at + 1 :])
        submission = collect(path)
        assert submission.refused is not None or submission.files
        assert_printable(submission)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_content_of_a_zip_never_counts_whatever_the_compression(tmp_path: Path, method: int) -> None:
    path = make_zip(tmp_path / "x.zip", {"solution.py": SOLUTION * 50}, method)
    good = path.read_bytes()
    start = 30 + len("solution.py")
    for at in range(start, start + 40):
        path.write_bytes(good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1 :])
        submission = collect(path)
        assert submission.refused or dict(submission.files) == {"solution.py": SOLUTION * 50}


def test_text_that_is_called_a_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "solution.zip"
    path.write_bytes(SOLUTION)
    refused = collect(path).refused
    assert refused is not None
    assert "broken" in refused


def test_an_archive_with_a_password_is_refused_with_that_reason(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "x.zip", {"solution.py": SOLUTION})
    content = bytearray(path.read_bytes())
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert collect(path).refused == "the archive is locked with a password"


def test_a_compression_that_we_lack_is_not_called_a_password(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "x.zip", {"solution.py": SOLUTION})
    content = bytearray(path.read_bytes())
    content[8] = 9
    content[content.index(b"PK\x01\x02") + 10] = 9
    path.write_bytes(content)
    refused = collect(path).refused
    assert refused is not None
    assert "password" not in refused


OUTSIDE = ["../evil.py", "a/../../evil.py", "/evil.py", "..", "C:/evil.py", "C:evil.py", "//evil.py", "a/.."]


@pytest.mark.parametrize("form", ["zip", "tar", "tar.gz"])
@pytest.mark.parametrize("name", OUTSIDE)
def test_a_file_that_would_lie_outside_is_refused(tmp_path: Path, form: str, name: str) -> None:
    path = MAKERS[form](tmp_path, {"solution.py": SOLUTION, name: b"x"})
    before = set(tmp_path.rglob("*"))
    assert collect(path).refused
    assert set(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["..\\evil.py", "a\\..\\..\\evil.py", "\\evil.py", "C:\\evil.py"])
def test_backslashes_lead_out_no_more_than_slashes(tmp_path: Path, name: str) -> None:
    assert collect(make_zip(tmp_path / "x.zip", {"solution.py": SOLUTION, name: b"x"})).refused


@pytest.mark.parametrize("name", [".", "./", "./."])
def test_a_file_without_a_name_is_refused(tmp_path: Path, name: str) -> None:
    path = tar_of(tmp_path / "x.tar", tar_entry(name, tarfile.REGTYPE, size=4))
    assert collect(path).refused
    assert collect(make_zip(tmp_path / "x.zip", {".": b"x"})).refused


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
def test_a_zip_with_anything_but_files_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("solution.py", SOLUTION)
        archive.writestr(zip_entry("data.txt", mode | 0o644), "/etc/hostname")
    refused = collect(path).refused
    assert refused is not None
    assert "link or a device" in refused


@pytest.mark.parametrize(
    "entry",
    [
        tar_entry("data.txt", tarfile.SYMTYPE, linkname="/etc/hostname"),
        tar_entry("data.txt", tarfile.LNKTYPE, linkname="solution.py"),
        tar_entry("data.txt", tarfile.FIFOTYPE),
        tar_entry("data.txt", tarfile.CHRTYPE, devmajor=1, devminor=5),
        tar_entry("data.txt", tarfile.BLKTYPE, devmajor=8, devminor=0),
    ],
    ids=["symlink", "hardlink", "fifo", "character device", "block device"],
)
def test_a_tar_with_anything_but_files_is_refused(tmp_path: Path, entry: tarfile.TarInfo) -> None:
    refused = collect(tar_of(tmp_path / "x.tar", tar_entry("solution.py", tarfile.REGTYPE, size=4), entry)).refused
    assert refused is not None
    assert "link or a device" in refused


def spent(path: Path) -> tuple[Submission, float, int]:
    """The hand-in, the seconds and the most memory that reading it took."""
    tracemalloc.start()
    started = time.monotonic()
    try:
        submission = collect(path)
        return submission, time.monotonic() - started, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("form", ["zip", "tar.gz"])
def test_a_bomb_is_refused_without_being_unpacked(tmp_path: Path, form: str) -> None:
    path = MAKERS[form](tmp_path, {"solution.py": SOLUTION, "data.bin": bytes(200 * MEBIBYTE)})
    assert path.stat().st_size < MEBIBYTE
    submission, seconds, peak = spent(path)
    assert submission.refused
    assert peak < 4 * MOST_BYTES
    assert seconds < 5


def test_a_bomb_in_the_name_of_a_file_is_refused_without_being_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "x.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        entry = tar_entry("././@LongLink", tarfile.GNUTYPE_LONGNAME, size=80 * MEBIBYTE)
        archive.fileobj.write(entry.tobuf(tarfile.GNU_FORMAT))
        archive.fileobj.write(b"a" * (80 * MEBIBYTE))
        archive.offset += 512 + 80 * MEBIBYTE
        archive.addfile(tar_entry("solution.py", tarfile.REGTYPE))
    assert path.stat().st_size < MEBIBYTE
    submission, seconds, peak = spent(path)
    assert submission.refused
    assert peak < 4 * MOST_BYTES
    assert seconds < 5


def test_many_small_files_that_are_too_large_together_are_refused(tmp_path: Path) -> None:
    entries = {f"{number}.py": bytes(MEBIBYTE) for number in range(MOST_BYTES // MEBIBYTE + 1)}
    assert collect(make_zip(tmp_path / "x.zip", entries)).refused


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "solution.py"
    path.write_bytes(b"#" * MOST_BYTES)
    assert collect(path).refused is None
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    assert collect(path).refused


@pytest.mark.parametrize("form", ["folder", "zip", "tar"])
def test_as_many_files_as_allowed_are_read_and_one_more_is_refused(tmp_path: Path, form: str) -> None:
    files = {f"f{number}.py": b"x" for number in range(MOST_FILES)}
    (tmp_path / "fits").mkdir()
    (tmp_path / "not").mkdir()
    assert collect(MAKERS[form](tmp_path / "fits", files)).refused is None
    assert collect(MAKERS[form](tmp_path / "not", {**files, "more.py": b"x"})).refused


def test_a_great_many_entries_are_refused_quickly(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "x.zip", {f"__MACOSX/{number}": b"" for number in range(5_000)})
    submission, seconds, _peak = spent(path)
    assert submission.refused
    assert seconds < 5


class FullDisk(io.BytesIO):
    """A temporary file on a machine that lacks something."""

    fault: Exception = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def write(self, _content: Any) -> int:
        raise self.fault


class NoMemory(FullDisk):
    fault = MemoryError()


@pytest.mark.parametrize(
    ("lacking", "why"),
    [
        (FullDisk, "this machine could not read it: No space left on device"),
        (NoMemory, "this machine has too little memory to read it"),
    ],
)
def test_what_this_machine_lacks_costs_nobody_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lacking: type[FullDisk], why: str
) -> None:
    path = make_tar(tmp_path / "x.tar.gz", {"solution.py": SOLUTION})
    monkeypatch.setattr(tempfile, "SpooledTemporaryFile", lambda _size: lacking())
    with path.open("rb") as file, pytest.raises(Undecided) as told:
        tars.unpacked(file, HAND_IN)
    assert str(told.value) == why


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE, errno.ENOMEM])
def test_a_disk_that_fails_under_a_zip_costs_nobody_points(number: int) -> None:
    assert isinstance(zips.trouble(OSError(number, os.strerror(number))), Undecided)
    assert isinstance(zips.trouble(OSError(errno.EINVAL, "Invalid argument")), UnreadableHandIn)  # by a bad offset


@pytest.mark.parametrize("form", ["folder", "zip", "tar"])
def test_folders_nested_too_deep_are_refused(tmp_path: Path, form: str) -> None:
    deep = "/".join(["d"] * (DEEPEST + 1)) + "/solution.py"
    refused = collect(MAKERS[form](tmp_path, {"top.py": b"x", deep: SOLUTION})).refused
    assert refused is not None
    assert "nested" in refused


@pytest.mark.parametrize("form", ["zip", "tar"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("solution.py", "Solution.py"),
        ("caf\u00e9.py", "cafe\u0301.py"),
        ("stra\u00dfe.py", "STRASSE.py"),
        ("a/x.py", "A/x.py"),
        ("solution.py", "./solution.py"),
        ("a/x.py", "a//x.py"),
    ],
    ids=["case", "accent", "sharp s", "folder", "dot", "slashes"],
)
def test_two_names_that_are_one_on_some_system_are_refused(tmp_path: Path, form: str, one: str, other: str) -> None:
    refused = collect(MAKERS[form](tmp_path, {one: b"1", other: b"2"})).refused
    assert refused is not None
    assert "same name" in refused


@pytest.mark.parametrize("form", ["zip", "tar"])
def test_a_name_that_is_a_file_and_a_folder_is_refused(tmp_path: Path, form: str) -> None:
    assert collect(MAKERS[form](tmp_path, {"a": b"1", "a/b.py": SOLUTION})).refused
    assert collect(MAKERS[form](tmp_path, {"a/b.py": SOLUTION, "a": b"1"})).refused


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_name_twice_in_a_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("solution.py", SOLUTION)
        archive.writestr("solution.py", HELPER)
    assert collect(path).refused


# --- links, pipes, devices on disk -------------------------------------------------------------------------


def test_a_link_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(SOLUTION)
    (tmp_path / "solution.py").symlink_to(tmp_path / "secret")
    submission = collect(tmp_path / "solution.py")
    assert (submission.refused, dict(submission.files)) == ("it is a link, not a file", {})


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "solution.py").symlink_to(tmp_path / "nothing")
    assert collect(tmp_path / "solution.py").refused == "it is a link, not a file"


def test_a_link_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    make_folder(tmp_path / "real", {"solution.py": SOLUTION})
    (tmp_path / "link").symlink_to(tmp_path / "real")
    submission = collect(tmp_path / "link")
    assert submission.refused is not None
    assert submission.refused.startswith("it is a link")
    assert dict(submission.files) == {}


def test_links_inside_a_folder_are_left_out(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "x", {"solution.py": SOLUTION})
    outside = make_folder(tmp_path / "outside", {"secret.py": b"secret"})
    (folder / "link.py").symlink_to(outside / "secret.py")
    (folder / "folder").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    submission = collect(folder)
    assert dict(submission.files) == {"solution.py": SOLUTION}


def test_a_link_that_was_left_out_is_told(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "x", {"solution.py": SOLUTION})
    (folder / "link.py").symlink_to("/etc/hostname")
    assert collect(folder).notes == ("the link link.py was left out",)


@pytest.mark.parametrize("name", ["solution.py", "x.zip", "x.tar.gz"])
def test_a_pipe_in_place_of_a_file_is_refused_at_once(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    started = time.monotonic()
    assert collect(tmp_path / name).refused == "it is no regular file"
    assert time.monotonic() - started < 1


def test_a_pipe_inside_a_folder_is_refused_at_once(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "x", {"solution.py": SOLUTION})
    os.mkfifo(folder / "data.txt")
    assert collect(folder).refused == "it is no regular file"


def test_a_device_is_refused_without_being_read() -> None:
    assert collect(Path("/dev/zero")).refused == "it is no regular file"


# --- names -------------------------------------------------------------------------------------------------

STRANGE = {
    "line": b"new\nline.py",
    "quotes": b"quo'te\".py",
    "not UTF-8": b"za\xbf\xf3\xb3\xe6.py",
    "right to left": "\u202egnp.py".encode(),
    "long": b"x" * 252 + b".py",
    "dash": b"-rf.py",
    "blanks": b"  .py",
    "script": b"<script>.py",
    "only an ending": b"..py",
}


@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
def test_a_file_of_any_name_is_read(tmp_path: Path, name: bytes) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    path.write_bytes(SOLUTION)
    submission = decided(path)
    assert_printable(submission)
    assert submission.refused is None
    assert (submission.language, submission.main) == ("python", next(iter(submission.files)))


@pytest.mark.parametrize("form", ["folder", "tar", "zip"])
@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
def test_a_file_of_any_name_in_a_hand_in_can_be_printed(tmp_path: Path, form: str, name: bytes) -> None:
    text = os.fsdecode(name)
    if form == "zip":
        text = name.decode("utf-8", "replace")
    submission = decided(MAKERS[form](tmp_path, {text: SOLUTION}))
    assert_printable(submission)
    assert submission.refused is None
    assert submission.main == next(iter(submission.files))


def test_a_name_that_no_file_system_can_hold_is_refused(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "x.zip", {"solution.py": SOLUTION, "x" * 300 + ".py": HELPER})
    assert collect(path).refused


def test_a_name_of_255_bytes_that_are_no_utf_8_still_fits_into_a_box(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + b"\xff" * 252 + b".py"))
    path.write_bytes(SOLUTION)
    submission = collect(path)
    assert submission.refused or max(len(name.encode()) for name in submission.files) <= 255


def test_two_names_that_are_no_utf_8_stay_two(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "x", dict.fromkeys((os.fsdecode(b"\xff.py"), os.fsdecode(b"\xfe.py")), SOLUTION))
    submission = collect(folder)
    assert (submission.refused, len(submission.files)) == (None, 2)


# --- which file counts -------------------------------------------------------------------------------------


def test_two_files_that_both_define_what_is_asked_are_left_to_a_person(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", {"one.py": SOLUTION, "two.py": SOLUTION}))
    assert (submission.main, submission.refused) == (None, None)
    assert submission.undecided is not None
    assert "one.py" in submission.undecided
    assert "two.py" in submission.undecided


@pytest.mark.parametrize(
    "paths",
    [
        ["solution.py", "solution2.py"],
        ["solution.py", "solution (1).py"],
        ["solution.py", "golden_solution.py"],
        ["solution.py", "solution_old.py", "final.py"],
        ["my_solution.py", "solution_old.py"],
        ["one/solution.py", "two/solution.py", "three/old.py"],
        ["sol_ution.py", "Solution_.py"],
        ["task solution.py", "solution (1).py"],
    ],
)
def test_several_files_that_define_what_is_asked_are_left_to_a_person(tmp_path: Path, paths: list[str]) -> None:
    submission = decided(make_folder(tmp_path / "x", dict.fromkeys(paths, SOLUTION)))
    assert submission.main is None
    assert submission.undecided is not None


@pytest.mark.parametrize("old", ["solution_old.py", "old/solution.py", "Solution.bak.py", "ORIGINAL solution.py"])
def test_what_is_called_an_old_version_gives_way_to_the_name_asked_for(tmp_path: Path, old: str) -> None:
    submission = decided(make_folder(tmp_path / "x", dict.fromkeys(["solution.py", old], SOLUTION)))
    assert (submission.main, submission.undecided) == ("solution.py", None)
    assert submission.notes == (f"`solution.py` was graded, as it has the name asked for, and not `{old}`.",)


def test_an_old_encoding_of_the_file_that_counts_is_told(tmp_path: Path) -> None:
    old = "# Prüfung\n".encode("cp1252")
    submission = decided(make_folder(tmp_path / "x", {"solution.py": old + SOLUTION, "other.py": old}))
    assert submission.notes == (
        "`solution.py` is not saved as UTF-8 (line 1); it was read as Windows-1252. Better save it as UTF-8.",
    )


def test_a_definition_is_seen_in_any_encoding(tmp_path: Path) -> None:
    wide = SOLUTION.decode().encode("utf-16")
    submission = decided(make_folder(tmp_path / "x", {"work.py": wide, "helper.py": HELPER}))
    assert submission.main == "work.py"


def test_two_files_that_define_nothing_asked_are_left_to_a_person(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", {"one.py": HELPER, "two.py": HELPER}))
    assert submission.undecided is not None


def test_a_helper_beside_the_main_file_does_not_disturb(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", {"helper.py": HELPER, "solution.py": SOLUTION}))
    assert (submission.main, submission.undecided) == ("solution.py", None)


def test_a_file_that_only_calls_or_mentions_the_function_is_no_candidate(tmp_path: Path) -> None:
    uses = b"from game import solution\nprint(solution(3))\nif solution == 3: pass\n"
    submission = decided(make_folder(tmp_path / "x", {"uses.py": uses, "game.py": SOLUTION}))
    assert submission.main == "game.py"


@pytest.mark.parametrize(
    ("name", "defining", "other"),
    [
        ("a.js", b"function solution(board) { return 1; }", b"solution(3);"),
        ("a.js", b"const solution = (board) => 1;", b"module.exports = 1;"),
        ("a.js", b"async function solution(board) { return 1; }", b"let x = 1;"),
        ("a.js", b"function* solution(board) { }", b"let x = 1;"),
        ("a.js", b"exports.solution = function (board) { return 1; };", b"let x = 1;"),
        ("a.js", b"module.exports = { solution(board) { return 1; } };", b"let x = 1;"),
        ("a.js", b"function solution(board) { return 1; }", b"const solution = require('./a.js');"),
        ("a.mjs", b"function solution(board) { return 1; }", b"let solution = (await import('./a.mjs')).default"),
        ("a.ts", b"const solution: (board: string[]) => number = (board) => 1;", b"let x: number = 1;"),
        ("a.ts", b"class T { solution(board: string[]): number { return 1; } }", b"let x: number = 1;"),
        ("a.py", b"async def solution(board): return 1", b"x = 1"),
        ("a.py", b"class T:\n    def solution(self, board): return 1", b"x = 1"),
        ("a.py", b"solution: object = lambda board: 1", b"x = 1"),
        ("a.rb", b"class T\n  def solution(board) = 1\nend", b"puts solution(1)"),
        ("a.rb", b"class T\n  def self.solution(board) = 1\nend", b"puts T.solution(1)"),
        ("a.go", b"package main\nfunc solution(board []string) int { return 1 }", b"package main\nvar x = solution(1)"),
        ("a.go", b"package main\nfunc (t *T) solution(board int) {}", b"package main\nvar x = t.solution(1)"),
        ("a.go", b"package main\ntype solution struct{}", b"package main\nvar x = solution{}"),
    ],
    ids=lambda word: word.decode() if isinstance(word, bytes) else word,
)
def test_the_file_that_defines_what_is_asked_is_found(tmp_path: Path, name: str, defining: bytes, other: bytes) -> None:
    folder = make_folder(tmp_path / "x", {name: defining, "other" + Path(name).suffix: other})
    submission = decided(folder)
    assert (submission.main, submission.undecided) == (name, None)


TYPED = b"export function solution(board: string[]): number { return 1; }\n"
PLAIN = b"exports.solution = function (board) { return 1; };\n"


@pytest.mark.parametrize("name", ["solution.d.ts", "solution.d.mts", "types/Solution.D.TS"])
def test_declarations_of_typescript_are_no_candidate(tmp_path: Path, name: str) -> None:
    files = {"a.ts": b"let x: number = 1;", name: b"declare let solution: (board: string[]) => number = 1"}
    assert decided(make_folder(tmp_path / "x", files)).main == "a.ts"


def test_declarations_alone_are_no_source(tmp_path: Path) -> None:
    (tmp_path / "solution.d.ts").write_bytes(b"declare function solution(board: string[]): number;")
    assert "no source file" in (decided(tmp_path / "solution.d.ts").refused or "")


@pytest.mark.parametrize(
    ("written", "made"),
    [("solution.ts", "solution.js"), ("src/solution.ts", "dist/solution.js"), ("a.mts", "a.mjs"), ("a.cts", "A.cjs")],
)
def test_what_a_compiler_made_of_the_source_is_left_out_and_told(tmp_path: Path, written: str, made: str) -> None:
    submission = decided(make_folder(tmp_path / "x", {written: TYPED, made: PLAIN}))
    assert (submission.language, submission.main, submission.undecided) == ("typescript", written, None)
    assert submission.notes == (f"{made} was not used, as it seems to be made from {written}.",)


def test_a_javascript_file_of_another_name_leaves_it_to_a_person(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", {"solution.ts": TYPED, "other.js": PLAIN}))
    assert "--language" in (submission.undecided or "")


BOARD = b"export class Game { }\n"
IMPORTS = [
    b"import { Game } from './lib/board';",
    b'import "../x/board.js";',
    b"export * from './board.ts'",
    b"const { Game } = require ( './board' );",
    b"const { Game } = await import('./board.mjs');",
]


@pytest.mark.parametrize("importing", IMPORTS)
def test_of_two_files_that_define_what_is_asked_the_importing_one_counts(tmp_path: Path, importing: bytes) -> None:
    folder = make_folder(tmp_path / "x", {"lib/board.ts": BOARD, "solution.ts": importing + b"\n" + TYPED})
    submission = decide(collect(folder), ("solution", "Game"))
    assert (submission.main, submission.undecided) == ("solution.ts", None)


@pytest.mark.parametrize(
    "other", [b"import { Game } from './other-board';\n", b"// from './lib/boards'\n", b"'./lib/board';"]
)
def test_two_files_of_which_none_imports_the_other_are_left_to_a_person(tmp_path: Path, other: bytes) -> None:
    submission = decide(
        collect(make_folder(tmp_path / "x", {"lib/board.ts": BOARD, "solution.ts": other + TYPED})),
        ("solution", "Game"),
    )
    assert submission.undecided is not None


def test_two_files_that_import_each_other_are_left_to_a_person(tmp_path: Path) -> None:
    files = {"board.ts": b"import './solution';" + BOARD, "solution.ts": b"import './board';" + TYPED}
    submission = decide(collect(make_folder(tmp_path / "x", files)), ("solution", "Game"))
    assert submission.undecided is not None


def test_a_text_beside_the_source_does_not_disturb(tmp_path: Path) -> None:
    files = {"README.md": b"solution = mine", "notes.txt": b"x", "solution.py": SOLUTION}
    submission = decided(make_folder(tmp_path / "x", files))
    assert (submission.main, submission.undecided) == ("solution.py", None)
    assert set(submission.files) == set(files)


def test_several_java_files_are_built_together(tmp_path: Path) -> None:
    files = {
        "Board.java": b"class Board { }",
        "Main.java": b"public class Main { static int solution(int x) { return 1; } }",
    }
    submission = decided(make_folder(tmp_path / "x", files))
    assert (submission.language, submission.main, submission.undecided) == ("java", "Main.java", None)


@pytest.mark.parametrize(
    "copy", ["Game (1).java", "Game - Copy.java", "Game_old.java", "backup/Game.java", "A Game.java"]
)
def test_of_files_that_are_built_together_a_copy_is_not_the_main_one(tmp_path: Path, copy: str) -> None:
    source = b"class Game { static int solution(int x) { return 1; } }"
    submission = decided(make_folder(tmp_path / "x", {"Game.java": source, copy: source}))
    assert (submission.main, submission.undecided) == ("Game.java", None)


SEVERAL = {"solution.py": SOLUTION, "solution.js": b"function solution(board) { return 1; }"}


def test_two_languages_are_left_to_a_person(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", SEVERAL))
    assert submission.main is None
    assert submission.undecided is not None
    assert "--language" in submission.undecided


@pytest.mark.parametrize(("language", "main"), [("python", "solution.py"), ("javascript", "solution.js")])
def test_saying_the_language_decides(tmp_path: Path, language: str, main: str) -> None:
    submission = decided(make_folder(tmp_path / "x", SEVERAL), language=language)
    assert (submission.language, submission.main, submission.undecided) == (language, main, None)


def test_saying_the_file_decides(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", SEVERAL), main="solution.js")
    assert (submission.language, submission.main) == ("javascript", "solution.js")


def test_another_language_that_defines_nothing_asked_does_not_disturb(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", {"solution.py": SOLUTION, "page.js": b"let x = 1;"}))
    assert (submission.main, submission.undecided) == ("solution.py", None)


@pytest.mark.parametrize("name", ["solution.hs", "solution", "report.pdf", "solution.txt", "solution.txt.txt"])
def test_an_unknown_ending_is_refused_with_the_known_ones(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"main = 1")
    refused = collect(tmp_path / name).refused
    assert refused is not None
    assert f"only {name} (known endings: " in refused
    assert ".py" in refused


def test_a_refusal_names_a_few_of_the_files(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "x", {f"{letter}.pdf": b"x" for letter in "abcdefgh"})
    refused = collect(folder).refused
    assert refused is not None
    assert "only a.pdf, b.pdf, c.pdf, d.pdf, e.pdf and 3 more (known" in refused


@pytest.mark.parametrize("name", ["solution.py.txt", "solution.PY.TXT", "my work/solution.py.txt"])
def test_a_text_ending_behind_the_real_one_is_taken_off_and_told(tmp_path: Path, name: str) -> None:
    files = {name: SOLUTION, "data.txt": b"x"}
    submission = decided(make_folder(tmp_path / "x", files))
    wanted = name[:-4]
    assert (submission.main, submission.language, submission.refused) == (wanted, "python", None)
    assert dict(submission.files) == {wanted: SOLUTION, "data.txt": b"x"}
    assert submission.notes == (f"`{name}` was taken as `{wanted}`.",)


@pytest.mark.parametrize(
    "files",
    [
        {"solution.py": SOLUTION, "other.py.txt": SOLUTION},
        {"solution.py": SOLUTION, "old/solution.py.txt": SOLUTION},
        {"solution.py": SOLUTION, "Solution.java.txt": b"class Solution { }"},
    ],
)
def test_beside_a_source_a_text_stays_a_text(tmp_path: Path, files: dict[str, bytes]) -> None:
    submission = decided(make_folder(tmp_path / "x", files))
    assert (submission.main, dict(submission.files), submission.notes) == ("solution.py", files, ())


def test_an_ending_in_capitals_is_known(tmp_path: Path) -> None:
    (tmp_path / "SOLUTION.PY").write_bytes(SOLUTION)
    assert decided(tmp_path / "SOLUTION.PY").language == "python"


def test_an_empty_file_beside_the_source_is_no_candidate(tmp_path: Path) -> None:
    submission = decided(make_folder(tmp_path / "x", {"__init__.py": b"", "solution.py": SOLUTION}))
    assert submission.main == "solution.py"


@pytest.mark.parametrize(
    "piece",
    [b"a[", b"int solution(", b"x solution(a)\n", b"class ", b" " * 9 + b"\n", b"solution \n"],
    ids=["brackets", "calls", "calls without a body", "words", "blanks", "names"],
)
def test_no_source_makes_the_decision_slow(tmp_path: Path, piece: bytes) -> None:
    size = 12_000
    folder = make_folder(tmp_path / "x", {"a.py": piece * (size // len(piece)), "b.py": HELPER})
    submission = collect(folder)
    started = time.monotonic()
    decide(submission, NAMES)
    assert time.monotonic() - started < 0.5


# --- many --------------------------------------------------------------------------------------------------


def test_each_file_folder_and_archive_below_is_one_hand_in(tmp_path: Path) -> None:
    (tmp_path / "anna.py").write_bytes(SOLUTION)
    make_folder(tmp_path / "bert", {"solution.py": SOLUTION})
    make_zip(tmp_path / "cleo.zip", {"solution.py": SOLUTION})
    make_tar(tmp_path / "dora.tar.gz", {"solution.py": SOLUTION})
    (tmp_path / "roster.csv").write_text("name,points\n")
    (tmp_path / ".DS_Store").write_text("x")
    make_folder(tmp_path / "__MACOSX", {"x": b"x"})
    assert [name for name, _path in collect_all(tmp_path)] == ["anna", "bert", "cleo", "dora"]


def test_what_is_no_hand_in_is_named_and_a_source_that_is_called_a_text_is_one(tmp_path: Path) -> None:
    for name in ("anna.py.txt", "roster.csv", "README.md", "notes.txt", "bert.py", "expected.yaml"):
        (tmp_path / name).write_bytes(SOLUTION)
    make_folder(tmp_path / "cleo.md", {"solution.py": SOLUTION})
    assert [name for name, _path in collect_all(tmp_path)] == ["anna.py", "bert", "cleo.md"]
    with opened(tmp_path, Lists()) as course:
        assert course.told == ("Not taken for submissions: README.md, expected.yaml, notes.txt, roster.csv",)


def test_two_students_with_the_same_stem_stay_two(tmp_path: Path) -> None:
    for name in ("anna.py", "anna.js", "Bert.py", "bert.java"):
        (tmp_path / name).write_bytes(SOLUTION)
    make_folder(tmp_path / "anna", {"solution.py": SOLUTION})
    make_zip(tmp_path / "anna.zip", {"solution.py": SOLUTION})
    identities = [name for name, _path in collect_all(tmp_path)]
    assert len(identities) == 6
    assert len({name.casefold() for name in identities}) == 6


def test_a_name_that_was_made_unique_takes_nobody_elses(tmp_path: Path) -> None:
    make_folder(tmp_path / "anna.py", {"solution.py": SOLUTION})
    (tmp_path / "anna.js").write_bytes(b"let x = 1;")
    make_folder(tmp_path / "anna", {"solution.py": SOLUTION})
    (tmp_path / "anna.js.zip").write_bytes(b"broken")
    identities = [name for name, _path in collect_all(tmp_path)]
    assert len({name.casefold() for name in identities}) == 4


def test_every_hand_in_of_a_hostile_class_can_be_collected(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "nowhere.py").symlink_to(tmp_path / "nothing")
    (tmp_path / "system").symlink_to("/etc")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04")
    (tmp_path / "picture.jpg").write_bytes(b"\xff\xd8")
    (tmp_path / "empty.py").write_bytes(b"")
    make_folder(tmp_path / "folder", {})
    found = {name: collect(path, identity=name) for name, path in collect_all(tmp_path)}
    assert set(found) == {"pipe", "nowhere", "system", "broken", "picture", "empty", "folder"}
    assert [name for name, submission in found.items() if not submission.refused] == []


def test_a_file_is_no_class(tmp_path: Path) -> None:
    (tmp_path / "anna.py").write_bytes(SOLUTION)
    with pytest.raises(InputError):
        list(collect_all(tmp_path / "anna.py"))
