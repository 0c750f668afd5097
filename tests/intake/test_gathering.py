"""The files of one hand-in: what is junk, which archives are opened, and what names in zips mean."""

from __future__ import annotations

import io
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.errors import InputError, UnreadableHandIn
from grader.intake import folders
from grader.intake.bounds import MOST_BYTES, MOST_FILES
from grader.intake.course import Lists, opened
from grader.intake.gathering import gather
from grader.intake.names import code_page, decoded
from grader.submission import collect, decide
from tests.intake.making import (
    FORMS,
    HELPER,
    SOLUTION,
    Files,
    archive_of,
    folder_of,
    tarred,
    zip_with_raw_names,
    zipped,
)

SINGLE = ("folder", "zip", "tar", "tar.gz")


def refusal(path: Path) -> str:
    with pytest.raises(UnreadableHandIn) as raised:
        gather(path)
    return str(raised.value)


# --- junk --------------------------------------------------------------------------------------------------

ENVIRONMENT = {
    "my env/pyvenv.cfg": b"home = /usr/bin",
    "my env/bin/activate": b"x",
    "my env/lib/python3.11/site-packages/pip/__init__.py": SOLUTION,
    "my env/Lib/six.py": SOLUTION,
    "my env/solution.py": SOLUTION,
}


@pytest.mark.parametrize("form", SINGLE)
def test_a_virtual_environment_of_any_name_is_left_out_but_not_the_work_in_it(tmp_path: Path, form: str) -> None:
    intake = gather(FORMS[form](tmp_path, {**ENVIRONMENT, "notes.md": b"x"}))
    assert intake.files == {"my env/solution.py": SOLUTION, "notes.md": b"x"}
    assert intake.notes == ["Left out, as no part of the work: `my env`, `site-packages`."]


@pytest.mark.parametrize("form", SINGLE)
def test_folders_that_are_called_as_those_of_an_environment_are_work(tmp_path: Path, form: str) -> None:
    files = {"bin/run.py": SOLUTION, "lib/rules.py": HELPER, "scripts/a.py": HELPER}
    assert gather(FORMS[form](tmp_path, files)).files == files


@pytest.mark.parametrize("form", SINGLE)
def test_junk_does_not_count_whatever_its_size_number_and_depth(tmp_path: Path, form: str) -> None:
    files: Files = {
        "solution.js": b"let x = 1;",
        "node_modules/big.bin": os.urandom(MOST_BYTES + 1),
        **{f"node_modules/{number}/index.js": b"x" for number in range(MOST_FILES + 1)},
        "node_modules/" + "a/node_modules/" * 10 + "index.js": b"x",
        "__pycache__/" + "x" * 250 + ".py": b"x",
    }
    intake = gather(FORMS[form](tmp_path, files))
    assert intake.files == {"solution.js": b"let x = 1;"}
    assert intake.notes == ["Left out, as no part of the work: `__pycache__`, `node_modules`."]


def test_junk_on_disk_is_not_even_looked_into(tmp_path: Path) -> None:
    source = folder_of(tmp_path / "x", {"a.py": SOLUTION, "b/c.py": HELPER, "node_modules/d/e.js": b"x"})
    assert [entry.name for entry in folders.walk(source)] == ["b", "node_modules", "a.py", "b/c.py"]


def test_only_some_of_much_junk_is_named(tmp_path: Path) -> None:
    files = {"a.py": SOLUTION, **{f"{letter}.class": b"x" for letter in "ABCDEFG"}}
    notes = gather(folder_of(tmp_path / "x", files)).notes
    assert notes == [
        "Left out, as no part of the work: `A.class`, `B.class`, `C.class`, `D.class`, `E.class` and 2 more."
    ]


# --- archives ----------------------------------------------------------------------------------------------

INNER = zipped({"solution.py": SOLUTION, "rules.py": HELPER})


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"work.zip": INNER}, {"solution.py": SOLUTION, "rules.py": HELPER}),
        ({"deep/work.tar.gz": tarred({"a.py": SOLUTION}, "w:gz")}, {"a.py": SOLUTION}),
        ({"1.zip": INNER, "2.zip": zipped({"a.py": HELPER})}, {
            "1/solution.py": SOLUTION, "1/rules.py": HELPER, "2/a.py": HELPER,
        }),
        ({"work.rar": INNER}, {"solution.py": SOLUTION, "rules.py": HELPER}),  # a zip, whatever it is called
        ({"work.zip": tarred({"a.py": SOLUTION}, "w:gz"), "a.md": b"x"}, {"work/a.py": SOLUTION, "a.md": b"x"}),
        ({"a.py": SOLUTION, "data.zip": INNER}, {"a.py": SOLUTION, "data.zip": INNER}),
        ({"a.py.txt": SOLUTION, "data.zip": INNER}, {"a.py.txt": SOLUTION, "data.zip": INNER}),
        ({"a.py": SOLUTION, "report.rar": b"Rar!\x1a\x07"}, {"a.py": SOLUTION, "report.rar": b"Rar!\x1a\x07"}),
        ({"a.py": SOLUTION, "__MACOSX/._work.zip": b"x"}, {"a.py": SOLUTION}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["folder", "tar"])
def test_an_archive_is_opened_where_there_is_no_source_beside_it(
    tmp_path: Path, form: str, files: Files, expected: Mapping[str, bytes]
) -> None:
    assert gather(FORMS[form](tmp_path, files)).files == expected


def test_archives_are_opened_in_one_archive_and_no_deeper(tmp_path: Path) -> None:
    twice = zipped({"y.zip": INNER})
    assert gather(archive_of(tmp_path / "x.zip", twice)).files == {"solution.py": SOLUTION, "rules.py": HELPER}
    thrice = archive_of(tmp_path / "z.zip", zipped({"x.zip": twice}))
    assert refusal(thrice) == "it holds archives in archives in archives (z/x/y.zip); one is enough"


def test_a_large_archive_beside_the_source_is_left_out_and_told(tmp_path: Path) -> None:
    files = {"a.py": SOLUTION, "data.zip": bytes(MOST_BYTES)}
    intake = gather(folder_of(tmp_path / "x", files))
    assert intake.files == {"a.py": SOLUTION}
    assert intake.notes == ["`data.zip` was left out: there is source beside it, and it is large."]


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        ("work.7z", b"7z\xbc\xaf\x27\x1c\x00", "7z"),
        ("work.rar", b"Rar!\x1a\x07\x01\x00", "RAR"),
        ("work.zip", b"Rar!\x1a\x07\x01\x00", "RAR"),
        ("work.alz", b"ALZ\x01", "ALZ"),
        ("work.tar.zst", b"\x28\xb5\x2f\xfd", "zst"),
        ("work.rar", b"anything", "rar"),
    ],
)
@pytest.mark.parametrize("beside", [{}, {"readme.md": b"x"}])
def test_archives_that_can_not_be_read_are_said_as_that(
    tmp_path: Path, name: str, content: bytes, form: str, beside: dict[str, bytes]
) -> None:
    source = folder_of(tmp_path / "x", {name: content, **beside})
    assert collect(source).refused == f"it is packed as {form}, which can't be read here (zip and tar can)"
    if not beside:
        assert collect(source / name).refused == f"it is packed as {form}, which can't be read here (zip and tar can)"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_would_be_unpacked_as_a_whole_is_refused(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", method) as archive:
        archive.writestr("solution.py", SOLUTION)
    assert "which can't be read here (a usual zip can)" in refusal(tmp_path / "x.zip")


def test_a_sparse_file_in_a_tar_is_read(tmp_path: Path) -> None:
    """As GNU tar writes it: the map of what is there stands before the data."""
    data = SOLUTION + bytes(512 - len(SOLUTION))
    content = b"1\n512\n512\n".ljust(512, b"\0") + data
    entry = tarfile.TarInfo("GNUSparseFile.0/solution.py")
    entry.size = len(content)
    entry.pax_headers = {
        "GNU.sparse.major": "1",
        "GNU.sparse.minor": "0",
        "GNU.sparse.name": "solution.py",
        "GNU.sparse.realsize": "1024",
    }
    with tarfile.open(tmp_path / "x.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(entry, io.BytesIO(content))
    assert gather(tmp_path / "x.tar").files == {"solution.py": bytes(512) + data}


def test_the_hand_ins_of_one_archive_are_read_at_the_same_time(tmp_path: Path) -> None:
    files = {f"s{number}/a.py": SOLUTION + f"# {number}\n".encode() * 3000 for number in range(40)}
    for content in (zipped(files), tarred(files)):
        name = "class.zip" if content.startswith(b"PK") else "class.tar"
        with opened(archive_of(tmp_path / name, content), Lists()) as course, ThreadPoolExecutor(8) as pool:
            found = list(pool.map(collect, course.hand_ins))
        assert {f"{one.id}/a.py": one.files["a.py"] for one in found} == files


# --- names in zips -----------------------------------------------------------------------------------------

NAMES = {
    "UTF-8 with its flag": ("\u00dcbung \uacfc\uc81c/solution.py", "utf-8", 0x800),
    "UTF-8 without its flag": ("\u00dcbung \uacfc\uc81c/solution.py", "utf-8", 0),
    "CP437": ("\u00dcbung gr\u00f6\u00dfer/l\u00f6sung.py", "cp437", 0),
    "CP437, French": ("Devoir termin\u00e9/\u00e9t\u00e9.py", "cp437", 0),
    "CP437, short": ("Gr\u00f6\u00dfe.py", "cp437", 0),
    "CP866": ("\u0420\u0435\u0448\u0435\u043d\u0438\u0435/\u0437\u0430\u0434\u0430\u0447\u0430 1.py", "cp866", 0),
    "CP949": ("\uacfc\uc81c 3/\ud2f1\ud0dd\ud1a0.py", "cp949", 0),
    "CP949, one syllable": ("\ub2f5.py", "cp949", 0),
    "GBK": ("\u4f5c\u4e1a/\u89e3\u7b54.py", "gbk", 0),
}


@pytest.mark.parametrize(("name", "encoding", "flags"), NAMES.values(), ids=NAMES)
def test_the_names_in_a_zip_are_read_as_they_were_written(tmp_path: Path, name: str, encoding: str, flags: int) -> None:
    raw = {name.encode(encoding): SOLUTION, b"plain.md": b"x"}
    files = gather(archive_of(tmp_path / "x.zip", zip_with_raw_names(raw, flags))).files
    assert files == {name: SOLUTION, "plain.md": b"x"}


def test_students_in_a_zip_of_windows_get_their_names(tmp_path: Path) -> None:
    raw = {
        f"{name}_{number}_assignsubmission_file_/a.py".encode("cp949"): SOLUTION
        for number, name in enumerate(["\uae40\ubbfc\uc218", "\uc774\uc11c\uc5f0"], 1)
    }
    with opened(archive_of(tmp_path / "x.zip", zip_with_raw_names(raw)), Lists()) as course:
        assert [(one.id, one.student) for one in course.hand_ins] == [
            ("1", "\uae40\ubbfc\uc218"),
            ("2", "\uc774\uc11c\uc5f0"),
        ]


def test_the_name_in_utf_8_beside_an_old_one_counts_if_it_is_of_the_same_file(tmp_path: Path) -> None:
    old, new = b"l\x94sung.py", "\ud2f1\ud0dd\ud1a0.py"
    body = b"\x01" + struct.pack("<I", zlib.crc32(old)) + new.encode()
    extra = struct.pack("<HH", 0x7075, len(body)) + body
    made = zip_with_raw_names({old: SOLUTION}, more=extra)
    assert list(gather(archive_of(tmp_path / "x.zip", made)).files) == [new]
    renamed = zip_with_raw_names({b"other.py": SOLUTION}, more=extra)
    assert list(gather(archive_of(tmp_path / "y.zip", renamed)).files) == ["other.py"]


@pytest.mark.parametrize("names", [[], [b"a.py"], ["\uacfc\uc81c.py".encode()]])
def test_plain_names_and_utf_8_ask_for_no_old_encoding(names: list[bytes]) -> None:
    assert [decoded(name, code_page(names)) for name in names] == [name.decode("utf-8") for name in names]


@pytest.mark.parametrize("names", [["a.py", "a.py"], ["a.py", "A.py"], ["\uacfc.py", "\uacfc.py"]])
def test_two_entries_of_one_name_are_refused_in_every_encoding(tmp_path: Path, names: list[str]) -> None:
    made = bytearray(zip_with_raw_names({f"{index}{name}".encode("cp949"): b"x" for index, name in enumerate(names)}))
    for index in range(2):
        made = bytearray(
            bytes(made).replace(f"{index}{names[index]}".encode("cp949"), b"_" + names[index].encode("cp949"))
        )
    assert "two of its files have the same name" in refusal(archive_of(tmp_path / "x.zip", bytes(made)))


def linked(name: str) -> zipfile.ZipInfo:
    link = zipfile.ZipInfo(name)
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    return link


def test_a_link_in_the_archive_of_a_class_is_left_out_as_in_a_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("ann/a.py", SOLUTION)
        archive.writestr(linked("ann/link.py"), "/etc/hostname")
    link = tarfile.TarInfo("ann/link.py")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
    with tarfile.open(tmp_path / "x.tar", "w") as tar:
        entry = tarfile.TarInfo("ann/a.py")
        entry.size = len(SOLUTION)
        tar.addfile(entry, io.BytesIO(SOLUTION))
        tar.addfile(link)
    for name in ("x.zip", "x.tar"):
        with opened(tmp_path / name, Lists()) as course:
            [submission] = [collect(one) for one in course.hand_ins]
        assert (submission.files, submission.notes) == ({"a.py": SOLUTION}, ("the link link.py was left out",))


@pytest.mark.parametrize("kind", [tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_a_device_or_a_hard_link_in_the_tar_of_a_class_spoils_only_its_own_hand_in(tmp_path: Path, kind: bytes) -> None:
    odd = tarfile.TarInfo("bad/link.py")
    odd.type, odd.linkname = kind, "good/a.py"
    with tarfile.open(tmp_path / "x.tar", "w") as archive:
        for name in ("good/a.py", "bad/a.py"):
            entry = tarfile.TarInfo(name)
            entry.size = len(SOLUTION)
            archive.addfile(entry, io.BytesIO(SOLUTION))
        archive.addfile(odd)
    with opened(tmp_path / "x.tar", Lists()) as course:
        found = {one.id: decide(collect(one), ["solution"]) for one in course.hand_ins}
    assert {name: one.refused for name, one in found.items()} == {
        "good": None,
        "bad": "it holds a link or a device: link.py",
    }


def damaged(content: bytes, piece: bytes) -> bytes:
    at = content.index(piece)
    return content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :]


def test_a_fault_in_the_archive_of_a_class_costs_nobody_points(tmp_path: Path) -> None:
    """A student's own archive that is broken is refused; where that of the class is, a person decides."""
    own = damaged(zip_with_raw_names({b"a.py": SOLUTION}), SOLUTION)
    whole = zip_with_raw_names({b"ann.py": SOLUTION + b"# ann", b"bo.zip": own, b"cleo.py": HELPER, b"dora.zip": INNER})
    for piece in (b"# ann", INNER[:40]):
        whole = damaged(whole, piece)
    with opened(archive_of(tmp_path / "x.zip", whole), Lists()) as course:
        found = {one.id: (one_is.refused, one_is.undecided) for one in course.hand_ins for one_is in [collect(one)]}
    why = "the archive of the whole class can't be read at this place ({}); fetch it again"
    why = why.format("the archive is broken: Bad CRC-32 for file '{}'")
    assert found == {
        "ann": (None, why.format("ann.py")),
        "bo": ("the archive is broken: Bad CRC-32 for file 'a.py'", None),
        "cleo": (None, None),
        "dora": (None, why.format("dora.zip")),
    }


@pytest.mark.parametrize(
    ("flags", "method", "why"),
    [(1, 0, "locked with a password"), (0, 99, "locked with a password"), (0, 9, "packed by Deflate64")],
)
def test_an_archive_of_a_class_of_which_nothing_can_be_read_is_the_fault_of_the_command(
    tmp_path: Path, flags: int, method: int, why: str
) -> None:
    whole = zip_with_raw_names({b"ann.py": SOLUTION, b"bo.py": SOLUTION}, flags)
    for magic, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        pieces = whole.split(magic)
        whole = pieces[0] + b"".join(
            magic + piece[: at - 4] + struct.pack("<H", method) + piece[at - 2 :] for piece in pieces[1:]
        )
    with pytest.raises(InputError, match=why), opened(archive_of(tmp_path / "x.zip", whole), Lists()):
        pass
