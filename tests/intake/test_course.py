"""What a class has handed in, in every form in which instructors get it: whose is what, and what is said of it."""

from __future__ import annotations

import errno
import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from grader.errors import InputError
from grader.intake import folders
from grader.intake.course import Course, Lists, opened
from grader.intake.names import folded
from grader.model import Submission
from grader.submission import collect
from tests.intake.making import FORMS, HELPER, SOLUTION, Files, archive_of, folder_of, tarred, zipped

RECEIPT = b"""Name: Ann Lee (a_lee)
Assignment: HW_1
Date Submitted: Monday, November 30, 2026 9:05:00 AM CET
Current Grade: Needs Grading

Submission Field:
Name: Bo Chen (bo)

Comments:
Name: Bo Chen (bo)

Files:
\tOriginal filename: game.py
\tFilename: HW_1_a_lee_attempt_2026-11-30-09-05-00_game.py
"""


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of a hand-in: the student's name, the mark of lateness, the files."""

    files: Mapping[str, bytes]
    name: str | None = None
    late: bool | None = None
    submitted: str | None = None


def given(submission: Submission) -> Given:
    return Given(dict(submission.files), submission.name, submission.late, submission.submitted)


def collected(course: Course) -> dict[str, Submission]:
    found = {hand_in.id: collect(hand_in) for hand_in in course.hand_ins}
    assert len(found) == len(course.hand_ins)
    return found


def read(source: Path, lists: Lists | None = None) -> tuple[dict[str, Given], tuple[str, ...]]:
    with opened(source, lists or Lists()) as course:
        return {name: given(one) for name, one in collected(course).items()}, course.told


MOODLE: Files = {
    "Ann Lee_101_assignsubmission_file_/game.py": SOLUTION,
    "Ann Lee_101_assignsubmission_file_/lib/rules.py": HELPER,
    "Ann Lee_101_assignsubmission_onlinetext_/onlinetext.html": b"<p>see my file</p>",
    "Ann Lee_101_assignfeedback_file_/points.py": HELPER,
    "Ann Lee_102_assignsubmission_file_/work.zip": zipped({"work/game.py": SOLUTION}),
    "mueller_anna_103_assignsubmission_file_game.py": SOLUTION,
    "mueller_anna_103_assignsubmission_file_rules_1_assignsubmission_file_.py": HELPER,
    "Participant_104_assignsubmission_file/part/game.py": SOLUTION,
    "Zo\u00eb \u00d8_105_assignsubmission_file_": None,
    "\uae40\ubbfc\uc218_106_assignsubmission_file_/game.tar.gz": tarred({"game.py": SOLUTION}, "w:gz"),
}
CANVAS: Files = {
    "leeann_LATE_201_9001_game.py": SOLUTION,
    "leeann_LATE_201_9002_rules-2.py": HELPER,
    "chenbo_202_9003_work.zip": zipped({"game.py": SOLUTION}),
    "chenbo_202_text.html": b"<p>see my file</p>",
    "\uae40\ubbfc\uc218_203_9004_part-1.py": SOLUTION,
    "\uae40\ubbfc\uc218_203_9005_part-2.py": HELPER,
    "anon_x9pQr_9006_game_1_2_3.py": SOLUTION,
    "LATE_anon_y8oRs_9007_game.py": SOLUTION,
    "eve_204_link.html": b"<p>elsewhere</p>",
}
BLACKBOARD: Files = {
    "HW_1_a_lee_attempt_2026-11-30-09-05-00.txt": RECEIPT,
    "HW_1_a_lee_attempt_2026-11-30-09-05-00_game.py": SOLUTION,
    "HW_1_a_lee_attempt_2026-11-29-23-59-59_game.py": HELPER,
    "HW_1_a_lee_attempt_2026-11-29-23-59-59.txt": RECEIPT,
    "HW_1_b_lee_attempt_2026-11-28-10-00-00_HW_1_a_lee_attempt_2099-01-01-00-00-00_game.py": SOLUTION,
    "HW_1_bo_attempt_2026-11-27-10-00-00_game.py": SOLUTION,
    "HW_1_bo_attempt_2026-11-28-10-00-00.txt": b"Name: Bo Chen (bo)\nComments:\nI forgot to say hello\n",
}
DOWNLOADS: Mapping[str, tuple[Files, dict[str, Given], str]] = {
    "moodle": (
        MOODLE,
        {
            "101": Given(
                {"game.py": SOLUTION, "lib/rules.py": HELPER, "onlinetext/onlinetext.html": b"<p>see my file</p>"},
                "Ann Lee",
            ),
            "102": Given({"game.py": SOLUTION}, "Ann Lee"),
            "103": Given(
                {"game.py": SOLUTION, "rules_1_assignsubmission_file_.py": HELPER},
                "mueller_anna",
            ),
            "104": Given({"game.py": SOLUTION}),
            "105": Given({}, "Zo\u00eb \u00d8"),
            "106": Given({"game.py": SOLUTION}, "\uae40\ubbfc\uc218"),
        },
        "Moodle download: 6 students, 1 without files",
    ),
    "canvas": (
        CANVAS,
        {
            "201": Given({"game.py": SOLUTION, "rules.py": HELPER}, "leeann", True),
            "202": Given({"work/game.py": SOLUTION, "text.html": b"<p>see my file</p>"}, "chenbo", False),
            "203": Given({"part-1.py": SOLUTION, "part-2.py": HELPER}, "\uae40\ubbfc\uc218", False),
            "anon_x9pQr": Given({"game_1_2_3.py": SOLUTION}, None, False),
            "anon_y8oRs": Given({"game.py": SOLUTION}, None, True),
            "204": Given({}, "eve", False),
        },
        "Canvas download: 6 students",
    ),
    "blackboard": (
        BLACKBOARD,
        {
            "a_lee": Given({"game.py": SOLUTION}, "Ann Lee", None, "2026-11-30 09:05:00"),
            "b_lee": Given(
                {"HW_1_a_lee_attempt_2099-01-01-00-00-00_game.py": SOLUTION}, None, None, "2026-11-28 10:00:00"
            ),
            "bo": Given({"game.py": SOLUTION}, "Bo Chen", None, "2026-11-27 10:00:00"),
        },
        "Blackboard gradebook: 3 students",
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", DOWNLOADS)
def test_a_download_is_recognised_in_every_form(tmp_path: Path, kind: str, form: str) -> None:
    files, expected, said = DOWNLOADS[kind]
    found, told = read(FORMS[form](tmp_path, files))
    assert found == expected
    assert told == (said,)


@pytest.mark.parametrize("kind", DOWNLOADS)
def test_a_kind_that_a_person_says_is_taken_whatever_the_others_are_called(tmp_path: Path, kind: str) -> None:
    files, expected, said = DOWNLOADS[kind]
    more = {f"own{number}.py": SOLUTION for number in range(len(files))}
    source = folder_of(tmp_path / "class", {**files, **more})
    own = {name.removesuffix(".py"): Given({name: SOLUTION}) for name in more}
    assert read(source, Lists("plain"))[0].keys() != expected.keys() | own.keys()
    found, told = read(source, Lists(kind))
    assert found == {**expected, **own}
    assert told[0] == said
    assert told[1].startswith("Not called as the others, and taken as they are: own0, ")


def test_a_hand_in_that_was_laid_into_a_download_is_graded_too(tmp_path: Path) -> None:
    source = folder_of(tmp_path / "class", {**MOODLE, "by mail.zip": zipped({"a.py": SOLUTION}), "notes.txt": b"x"})
    found, told = read(source)
    assert found["by mail"] == Given({"a.py": SOLUTION})
    assert told == (
        "Moodle download: 6 students, 1 without files",
        "Not called as the others, and taken as they are: by mail",
        "Not taken for submissions: notes.txt",
    )


def test_the_attempts_that_do_not_count_are_told(tmp_path: Path) -> None:
    with opened(folder_of(tmp_path / "class", BLACKBOARD), Lists()) as course:
        notes = {name: one.notes for name, one in collected(course).items()}
    assert notes == {
        "a_lee": (
            "The latest attempt, of 2026-11-30 09:05:00, was graded, and not the earlier one (2026-11-29 23:59:59).",
        ),
        "b_lee": (),
        "bo": ("The attempt of 2026-11-27 10:00:00 was graded, as the later one (2026-11-28 10:00:00) holds no file.",),
    }


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("game-1.py", SOLUTION, "game.py"),
        ("game-12.tar.gz.py", SOLUTION, "game.tar.gz.py"),
        ("game-1.py", b"# of game-1 itself\n", "game-1.py"),
        ("part-1.js", b"let x = require('./other-1');", "part.js"),
        ("game-1", SOLUTION, "game-1"),
        ("game-2026.py", SOLUTION, "game-2026.py"),
    ],
)
def test_the_number_that_canvas_puts_to_a_file_is_taken_off_and_told(
    tmp_path: Path, name: str, content: bytes, expected: str
) -> None:
    files = {f"ann_1_11_{name}": content, "bob_2_12_a.js": b"require('./part-1')"}
    with opened(folder_of(tmp_path / "class", files), Lists()) as course:
        submission = collected(course)["1"]
    told = (f"`{name}` was taken as `{expected}`.",) if name != expected else ()
    assert (submission.files, submission.notes) == ({expected: content} if not submission.refused else {}, told)


def test_a_number_that_another_file_speaks_of_stays(tmp_path: Path) -> None:
    files = {"ann_1_11_main.js": b"require('./part-1')", "ann_1_12_part-1.js": b"x", "bob_2_13_a.js": b"x"}
    found, _told = read(folder_of(tmp_path / "class", files))
    assert set(found["1"].files) == {"main.js", "part-1.js"}


def test_a_folder_that_can_not_be_read_spoils_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = folder_of(tmp_path / "class", {"anna/a.py": SOLUTION, "bert/a.py": SOLUTION})

    def closed(_folder: Path) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    walk = folders.walk
    monkeypatch.setattr(folders, "walk", lambda path: closed(path) if path.name == "anna" else walk(path))
    with opened(source, Lists()) as course:
        found = {name: (one.refused, one.undecided) for name, one in collected(course).items()}
    assert found == {"anna": (None, "it can't be read: Permission denied"), "bert": (None, None)}


@pytest.mark.parametrize(
    "names",
    [
        ["HW_1_a_lee_attempt_2026-11-30-09-05-00_g.py", "HW_1_b_lee_attempt_2026-11-30-09-05-00_g.py"],
        ["HW 1_lee_attempt_2026-11-30-09-05-00_g.py", "HW 1_lee_b_attempt_2026-11-30-09-05-00_g.py"],
        ["HW_lee_attempt_2026-11-30-09-05-00_g.py", "HW_HW_lee_attempt_2026-11-30-09-05-00_g.py"],
    ],
)
def test_users_of_blackboard_stay_apart_without_receipts(tmp_path: Path, names: list[str]) -> None:
    found, told = read(folder_of(tmp_path / "class", dict.fromkeys(names, SOLUTION)))
    assert len(found) == 2
    assert told == ("Blackboard gradebook: 2 students",)


def test_the_receipts_of_blackboard_settle_where_a_user_begins(tmp_path: Path) -> None:
    files = {
        "HW_s_ann_attempt_2026-11-30-09-05-00.txt": b"Name: Ann (s_ann)\n",
        "HW_s_ann_attempt_2026-11-30-09-05-00_g.py": SOLUTION,
        "HW_s_bo_attempt_2026-11-30-09-05-00_g.py": SOLUTION,
    }
    found, _told = read(folder_of(tmp_path / "class", files))
    assert {name: one.name for name, one in found.items()} == {"s_ann": "Ann", "s_bo": None}


PLAIN: Mapping[str, list[str]] = {
    "one user and many files": ["lab_1_1001_anna.py", "lab_1_1002_bert.py", "lab_1_1003_cleo.py"],
    "one number for all": ["hw_1_2_anna.py", "hw_2_2_bert.py", "hw_3_2_cleo.py"],
    "one user with two names": ["ann_1_11_a.py", "bob_1_12_b.py", "cleo_2_13_c.py"],
    "fewer than half": ["ann_1_11_a.py", "bob_2_12_b.py", "c.py", "d.py"],
    "numbers with zeros": ["ann_01_11_a.py", "bob_02_12_b.py"],
    "words of Moodle": ["assignsubmission_file_a.py", "x_assignsubmission_file_b.py"],
    "words of Blackboard": ["hw_ann_attempt_2.py", "hw_bob_attempt_2026-11-30.py"],
}


@pytest.mark.parametrize("names", PLAIN.values(), ids=PLAIN)
def test_names_that_no_lms_gives_are_taken_as_they_are(tmp_path: Path, names: list[str]) -> None:
    found, told = read(folder_of(tmp_path / "class", dict.fromkeys(names, SOLUTION)))
    assert found == {name.removesuffix(".py"): Given({name: SOLUTION}) for name in names}
    assert told == ()


def test_one_id_with_two_names_stays_two_students(tmp_path: Path) -> None:
    files = {"Ann_1_assignsubmission_file_/a.py": SOLUTION, "Bob_1_assignsubmission_file_/a.py": HELPER}
    found, _told = read(folder_of(tmp_path / "class", files))
    assert found == {"1 Ann": Given({"a.py": SOLUTION}, "Ann"), "1 Bob": Given({"a.py": HELPER}, "Bob")}


@pytest.mark.parametrize("form", ["folder", "zip", "tar", "tar.gz"])
def test_a_plain_class_may_be_a_folder_or_an_archive(tmp_path: Path, form: str) -> None:
    files: Files = {
        "anna.py": SOLUTION,
        "bert/src/game.py": SOLUTION,
        "cleo.zip": zipped({"game.py": SOLUTION}),
        "dora.tar.gz": tarred({"game.py": SOLUTION, "helper.py": HELPER}, "w:gz"),
        "emil": None,
        "__MACOSX/._anna.py": b"x",
        ".hidden": b"x",
        "roster.csv": b"id\n1\n",
    }
    found, told = read(FORMS[form](tmp_path, files))
    assert found == {
        "anna": Given({"anna.py": SOLUTION}),
        "bert": Given({"game.py": SOLUTION}),
        "cleo": Given({"game.py": SOLUTION}),
        "dora": Given({"game.py": SOLUTION, "helper.py": HELPER}),
        "emil": Given({}),
    }
    said = ["Archive: 5 submissions, 1 without files"] if form != "folder" else []
    assert told == (*said, "Not taken for submissions: roster.csv")


@pytest.mark.parametrize(
    "names",
    [
        ["source/anna.py", "source/bert.py"],  # called as the archive
        ["Source/anna/a.py", "Source/bert/a.py"],
        ["HW 1/anna/a.py", "HW 1/bert/a.py"],  # holds folders only
    ],
)
def test_the_folder_that_holds_a_whole_archive_is_no_student(tmp_path: Path, names: list[str]) -> None:
    found, _told = read(archive_of(tmp_path / "source.zip", zipped(dict.fromkeys(names, SOLUTION))))
    assert sorted(found) == ["anna", "bert"]


def test_the_only_folder_of_an_archive_is_a_student_if_it_holds_files(tmp_path: Path) -> None:
    found, _told = read(archive_of(tmp_path / "hw.zip", zipped({"anna/a.py": SOLUTION, "anna/b.py": HELPER})))
    assert found == {"anna": Given({"a.py": SOLUTION, "b.py": HELPER})}


def test_git_clones_are_said_and_their_history_is_left_out(tmp_path: Path) -> None:
    files = {f"{name}/{path}": SOLUTION for name in ("anna", "bert") for path in ("a.py", ".git/config", ".gitignore")}
    with opened(folder_of(tmp_path / "class", files), Lists()) as course:
        assert course.told == ("Folder of git clones: 2 submissions",)
        found = collected(course)
    assert {name: list(one.files) for name, one in found.items()} == {"anna": ["a.py"], "bert": ["a.py"]}
    assert found["anna"].notes == ("Left out, as no part of the work: `.git`, `.gitignore`.",)


@pytest.mark.parametrize("form", ["folder", "zip", "tar"])
@pytest.mark.parametrize(
    "names",
    [
        ["Jos\u00e9", "Jose\u0301"],
        ["anna", "Anna", "ANNA"],
        ["stra\u00dfe", "STRASSE"],
        ["\u212bke", "\u00c5ke"],
    ],
    ids=["accents", "case", "sharp s", "signs"],
)
def test_names_that_are_one_on_some_system_stay_two_students(tmp_path: Path, form: str, names: list[str]) -> None:
    found, _told = read(FORMS[form](tmp_path, {f"{name}/a.py": SOLUTION for name in names}))
    assert len({folded(name) for name in found}) == len(names)
    assert [one.files for one in found.values()] == [{"a.py": SOLUTION}] * len(names)
    ids = [unicodedata.normalize("NFKC", name).casefold() for name in found]
    assert all(name.startswith(tuple("jas\u00e5")) for name in ids)


# --- what can't be used ------------------------------------------------------------------------------------


def test_one_bad_hand_in_in_an_archive_spoils_no_other(tmp_path: Path) -> None:
    files = {
        "good.py": SOLUTION,
        "Bo_1_assignsubmission_file/../../evil.py": SOLUTION,
        "broken.zip": b"PK\x03\x04 no zip",
        "rar.rar": b"Rar!\x1a\x07\x00 packed",
        "renamed.zip": b"7z\xbc\xaf\x27\x1c packed",
        "egg.egg": b"EGGA",
        "deep.zip": zipped({"x/" * 13 + "a.py": SOLUTION}),
        "../astray.py": SOLUTION,
        "/absolute.py": SOLUTION,
        "C:\\drive.py": SOLUTION,
    }
    with opened(archive_of(tmp_path / "class.zip", zipped(files)), Lists("plain")) as course:
        refused = {name: one.refused for name, one in collected(course).items()}
        told = course.told
    assert refused == {
        "good": None,
        "Bo_1_assignsubmission_file": "it holds a file that would lie outside of it: '../../evil.py'",
        "broken": "the archive is broken: File is not a zip file",
        "rar": "it is packed as RAR, which can't be read here (zip and tar can)",
        "renamed": "it is packed as 7z, which can't be read here (zip and tar can)",
        "egg": "it is packed as EGG, which can't be read here (zip and tar can)",
        "deep": "its folders are nested more than 12 deep",
    }
    assert told == (
        "Archive: 7 submissions",
        "Left out, as the names lead out of the archive: '../astray.py', '/absolute.py', 'C:/drive.py'",
    )


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("class.zip", b"PK\x03\x04", "broken"),
        ("class.tar", b"nothing", "broken"),
        ("class.tar.gz", b"\x1f\x8b\x08", "broken"),
        ("class.7z", b"7z\xbc\xaf\x27\x1c", "packed as 7z"),
        ("class.py", SOLUTION, "no folder of submissions and no archive"),
    ],
)
def test_a_source_that_can_not_be_read_is_the_fault_of_the_command(
    tmp_path: Path, name: str, content: bytes, why: str
) -> None:
    with pytest.raises(InputError, match=why), opened(archive_of(tmp_path / name, content), Lists()):
        pass


def test_no_source_at_all_is_the_fault_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder of submissions"), opened(tmp_path / "nothing", Lists()):
        pass


def test_a_kind_of_which_nothing_is_there_is_the_fault_of_the_command(tmp_path: Path) -> None:
    source = folder_of(tmp_path / "class", {"a.py": SOLUTION})
    with pytest.raises(InputError, match="is called as in a Moodle download"), opened(source, Lists("moodle")):
        pass


def test_links_of_a_class_are_followed_by_nobody(tmp_path: Path) -> None:
    secret = folder_of(tmp_path / "secret", {"a.py": SOLUTION})
    source = folder_of(tmp_path / "class", {"good.py": SOLUTION, "Ann_1_assignsubmission_file_/a.py": SOLUTION})
    (source / "folder").symlink_to(secret)
    (source / "file.py").symlink_to(secret / "a.py")
    (source / "Ann_1_assignsubmission_file_" / "b.py").symlink_to(secret / "a.py")
    os.mkfifo(source / "pipe.zip")
    for kind in ("plain", "moodle"):
        with opened(source, Lists(kind)) as course:
            found = collected(course)
        mine = found.pop("1" if kind == "moodle" else "Ann_1_assignsubmission_file_")
        assert (dict(mine.files), mine.notes) == ({"a.py": SOLUTION}, ("the link b.py was left out",))
        assert {name: one.refused for name, one in found.items()} == {
            "good": None,
            "folder": "it is a link, not a file",
            "file": "it is a link, not a file",
            "pipe": "it is no regular file",
        }
