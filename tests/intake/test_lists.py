"""The list of a class and that of its groups: whose is what, who is missing, and what is wrong in which line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.errors import InputError
from grader.intake.course import Course, Lists, opened
from grader.model import Person
from tests.intake.making import SOLUTION, folder_of


def course_of(folder: Path, names: Sequence[str], roster: bytes | None = None, groups: bytes | None = None) -> Course:
    """A class of folders with these names, and the lists."""
    source = folder_of(folder / "class", {f"{name}/a.py": SOLUTION for name in names})
    paths = []
    for name, content in (("roster.csv", roster), ("groups.csv", groups)):
        if content is not None:
            (folder / name).write_bytes(content)
        paths.append(folder / name if content is not None else None)
    with opened(source, Lists(None, *paths)) as course:
        return course


def known(course: Course) -> dict[str, str | None]:
    return {one.id: one.student for one in course.hand_ins}


ROSTERS = {
    "as usual": b"id,name\n1001,Ann Lee\n1002,Bo Chen\n",
    "another order": b"name,email,id\nAnn Lee,a@b,1001\nBo Chen,b@c,1002\n",
    "semicolons": "\u00fc;name;id\nx;Ann Lee;1001\n;Bo Chen;1002\n".encode(),
    "a line for Excel": b"sep=;\nid;name\n1001;Ann Lee\n1002;Bo Chen\n",
    "a line for Excel that names an odd sign": b"SEP=|\r\nid|name\r\n1001|Ann Lee\r\n1002|Bo Chen\r\n",
    "Windows-1252": "id;name;\u00e4\n1001;Ann Lee;\u00df\n1002;Bo Chen;\n".encode("cp1252"),
    "tabs": b"ID\tName\n1001\tAnn Lee\n1002\tBo Chen\n",
    "byte order mark": b"\xef\xbb\xbfid,name\r\n1001,Ann Lee\r\n1002,Bo Chen\r\n",
    "UTF-16 of spreadsheets": "id\tname\r\n1001\tAnn Lee\r\n1002\tBo Chen\r\n".encode("utf-16"),
    "capitals, blanks, empty rows": b"\n STUDENT_ID , Full Name \n\n1001, Ann Lee \n,\n1002 ,Bo Chen\n",
    "two names": b"First name,Surname,ID number\nAnn,Lee,1001\nBo,Chen,1002\n",
    "quotes and lines in cells": b'"name","note","id"\n"Ann Lee","a, b\nc",1001\n"Bo Chen","",1002\n',
    "worksheet of Moodle": b"Identifier,Full name,Grade\nParticipant 1001,Ann Lee,\nParticipant 1002,Bo Chen,\n",
    "gradebook of Canvas": b"Student,ID,SIS User ID\n    Points Possible,,\nAnn Lee,1001,u1\nBo Chen,1002,u2\n",
    "the login and not the number": b"Student ID,Username,Last Name,First Name\n77,1001,Lee,Ann\n78,1002,Chen,Bo\n",
}  # fmt: skip


@pytest.mark.parametrize("roster", ROSTERS.values(), ids=ROSTERS)
def test_the_columns_of_a_list_are_found_by_their_names(tmp_path: Path, roster: bytes) -> None:
    course = course_of(tmp_path, ["1001", "1002"], roster)
    assert known(course) == {"1001": "Ann Lee", "1002": "Bo Chen"}
    assert course.missing == ()


def test_a_list_saved_by_a_spreadsheet_in_korea_is_read(tmp_path: Path) -> None:
    roster = "\ud559\ubc88,\uc774\ub984\n1001,\uae40\ubbfc\uc218\n1002,\uc774\uc11c\uc5f0\n".encode("cp949")
    assert known(course_of(tmp_path, ["1001"], roster)) == {"1001": "\uae40\ubbfc\uc218"}


def test_who_has_handed_in_nothing_is_told_and_kept(tmp_path: Path) -> None:
    roster = "id,name\n1001,Ethan Lin\n1004,Zo\u00eb \u00d8\n1005,\n".encode()
    course = course_of(tmp_path, ["1001"], roster)
    assert course.missing == (Person("1004", "Zo\u00eb \u00d8"), Person("1005"))
    assert course.told == ("Nothing handed in by 2: 1004 Zo\u00eb \u00d8, 1005",)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ann Lee_1001", "1002-bo"], {"1001": "Ann", "1002": "Bo"}),
        (["ANN_1001_hw3", "hw 1002"], {"1001": "Ann", "1002": "Bo"}),
        (["1001 1002", "x1001", "10012"], {"1001 1002": None, "x1001": None, "10012": None}),
        (["1001_a", "1001_b", "1002"], {"1001_a": None, "1001_b": None, "1002": "Bo"}),
    ],
)
def test_the_one_id_in_the_name_of_a_hand_in_counts(
    tmp_path: Path, names: list[str], expected: dict[str, str | None]
) -> None:
    assert known(course_of(tmp_path, names, b"id,name\n1001,Ann\n1002,Bo\n")) == expected


def test_what_could_be_one_persons_twice_is_told_and_nobody_is_missing_for_it(tmp_path: Path) -> None:
    course = course_of(tmp_path, ["1001_a", "1001_b", "eve"], b"id\n1001\n")
    assert course.missing == ()
    assert course.told == (
        "The id 1001 of the list fits 1001_a, 1001_b: they keep their own names.",
        "Not in the list of the class: eve",
    )


def test_ids_are_the_same_in_capitals(tmp_path: Path) -> None:
    assert known(course_of(tmp_path, ["ALEE"], b"username,name\nalee,Ann Lee\n")) == {"alee": "Ann Lee"}


def test_a_list_without_names_takes_none_away(tmp_path: Path) -> None:
    course = course_of(tmp_path, ["Ann_7_assignsubmission_file_"], b"id,name\n7,\n")
    assert known(course) == {"7": "Ann"}


@pytest.mark.parametrize(
    ("roster", "why"),
    [
        (
            b"id\n1\n2\n\n1\n2\n",
            "line 5: the id 1 is already in line 2\nroster.csv, line 6: the id 2 is already in line 3",
        ),
        (b"id,note\nann,\"a\nb\"\nANN,\n", "roster.csv, line 4: the id ANN is already in line 2"),
        (
            b"who,mail\nann,a\n",
            "roster.csv, line 1: no column is called as one of id, student id, username; there is `who`, `mail`",
        ),
        (b"", "is empty"),
        (b"id\n", "names nobody"),
        (b'id\n"ann\nbo\n', "roster.csv, line 2: unexpected end of data; is a quotation mark missing there?"),
    ],
)  # fmt: skip
def test_a_list_that_is_wrong_is_refused_with_its_lines(tmp_path: Path, roster: bytes, why: str) -> None:
    with pytest.raises(InputError) as raised:
        course_of(tmp_path, ["ann"], roster)
    assert why in str(raised.value)


def test_no_cell_commands_the_terminal(tmp_path: Path) -> None:
    course = course_of(tmp_path, ["1"], 'id,name\n1,"Ann \x1b[31m\nLee"\n2,\x9b0m\n'.encode())
    assert known(course) == {"1": "Ann [31m Lee"}
    assert course.told == ("Nothing handed in by 1: 2 0m",)


def test_a_row_without_an_id_is_told(tmp_path: Path) -> None:
    course = course_of(tmp_path, ["1"], b"name,id\nAnn,1\nBo,\n")
    assert course.told == ("roster.csv: no id in line 3, which was left out.",)


def test_a_list_that_is_not_there_is_the_fault_of_the_command(tmp_path: Path) -> None:
    source = folder_of(tmp_path / "class", {"a.py": SOLUTION})
    for lists in (Lists(roster=tmp_path / "no.csv"), Lists(groups=tmp_path / "no.csv"), Lists(roster=source)):
        with pytest.raises(InputError, match="can't be read"), opened(source, lists):
            pass


# --- groups ------------------------------------------------------------------------------------------------

ANN, BO, CLEO = Person("1", "Ann"), Person("2", "Bo"), Person("3")
ROSTER = b"id,name\n1,Ann\n2,Bo\n3,\n4,Dora\n"


@pytest.mark.parametrize(
    "name", ["red", "RED", "2", "Red_9_assignsubmission_file_"], ids=["group", "case", "member", "Moodle"]
)
def test_the_hand_in_of_a_group_or_a_member_counts_for_all_of_it(tmp_path: Path, name: str) -> None:
    groups = b"student id;group\n1;red\n2;red\n3;red\n"
    course = course_of(tmp_path, [name], ROSTER, groups)
    assert [one.members for one in course.hand_ins] == [(ANN, BO, CLEO)]
    assert course.missing == (Person("4", "Dora"),)


def test_several_hand_ins_of_a_group_are_left_to_a_person(tmp_path: Path) -> None:
    course = course_of(tmp_path, ["1", "2", "4"], ROSTER, b"group,id\nred,1\nred,2\nblue,3\n")
    why = "the group red has several hand-ins (1, 2); leave the one that counts"
    assert [(one.members, one.undecided) for one in course.hand_ins] == [((ANN, BO), why), ((ANN, BO), why), ((), None)]
    assert course.told == ("The group blue has handed in nothing", "Nothing handed in by 1: 3")


def test_a_hand_in_that_could_be_of_two_groups_is_left_to_a_person(tmp_path: Path) -> None:
    course = course_of(tmp_path, ["1"], None, b"group,id\nred,1\n1,2\n")
    assert [one.undecided for one in course.hand_ins] == ["it could be that of several groups, one of them 1"]


def test_groups_need_no_list_of_the_class(tmp_path: Path) -> None:
    course = course_of(tmp_path, ["Ann_1_assignsubmission_file_"], None, b"team,id\nred,1\nred,2\n")
    assert [one.members for one in course.hand_ins] == [(ANN, Person("2"))]


@pytest.mark.parametrize(
    ("groups", "why"),
    [
        (b"group,id\nred,1\nblue,1\n", "groups.csv, line 3: the id 1 is already in line 2"),
        (b"group,id\nred,\n", "groups.csv, line 2: a group and an id are needed"),
        (b"id\n1\n", "groups.csv, line 1: no column is called as one of group, team; there is `id`"),
    ],
)
def test_groups_that_are_wrong_are_refused_with_their_lines(tmp_path: Path, groups: bytes, why: str) -> None:
    with pytest.raises(InputError) as raised:
        course_of(tmp_path, ["1"], None, groups)
    assert str(raised.value) == why
