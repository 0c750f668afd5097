"""grader.batch.forgetting: of who is forgotten nothing is left in the folder, and of the others everything."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from grader.batch.forgetting import forget, still_there
from grader.batch.store import Store
from grader.errors import InputError
from tests.deciders import batch_of, leave, named, results_in, run
from tests.reports import sample

DECISIONS = """\
format: grader-overrides/1
by: B
late: {due: "2031-03-04 09:00 Z", per_day: 1, handed_in: {ann: "2031-03-05 10:00 Z", cem: "2031-03-05 10:00 Z"}}
people:
  - {id: ann, points: 3, why: because of ann}
  - {id: cem, points: 9, why: w}
"""


def own(identity: str, digest: str, **about: Any) -> dict[str, Any]:
    return named(sample.accepted(), identity, digest=digest, **about)


def folder_of(tmp_path: Path, *results: dict[str, Any]) -> Path:
    return leave(tmp_path / "out", batch_of(results))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    whole = [own("ann", "a" * 16), own("Ann Lee", "b" * 16), own("cem", "c" * 16)]
    folder = folder_of(tmp_path, *whole)
    (tmp_path / "o.yaml").write_text(DECISIONS, "utf-8")
    assert run("report", folder, "--overrides", tmp_path / "o.yaml").code == 0
    with Store(folder / "grader.sqlite") as store:
        for number in range(200):
            store.add("ann", "", own("ann", f"old{number:013}", name="Ann Müller"), counts=True)
    return folder


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def found(folder: Path, *words: bytes) -> list[bytes]:
    """Those of the words that stand in a file of the folder."""
    whole = everything(folder)
    return [word for word in words if word in whole]


def test_nothing_of_who_is_forgotten_is_left(out: Path) -> None:
    words = (b"a" * 16, rb"M\u00fcller", b"because of ann", b"old0000000000199")
    assert found(out, *words) == list(words)
    done = forget(out, "ann")
    assert found(out, *words, "Müller".encode(), b"old000") == []
    assert done.left == ()
    assert not (out / "submissions" / "ann.html").exists()
    assert not (out / "feedback" / "ann.html").exists()
    assert list(out.glob("grader.sqlite-*")) == []


def test_of_the_others_everything_is_left(out: Path) -> None:
    cem = results_in(out)("cem")
    pages = {path: path.read_bytes() for path in out.glob("*/*.html") if path.stem != "ann"}
    forget(out, "ann")
    assert results_in(out)("cem") == cem
    assert {path: path.read_bytes() for path in out.glob("*/*.html")} == pages
    with closing(sqlite3.connect(out / "grader.sqlite")) as connection:
        assert list(connection.execute("SELECT id FROM results")) == [("Ann Lee",), ("cem",)]
    assert json.loads((out / "overrides.yaml").read_text("utf-8")) == {
        "format": "grader-overrides/1",
        "by": "B",
        "late": {"due": "2031-03-04 09:00 Z", "per_day": 1, "handed_in": {"cem": "2031-03-05 10:00 Z"}},
        "people": [{"id": "cem", "points": 9, "why": "w"}],
    }


@pytest.mark.parametrize("audience", ["instructor", "student"])
def test_reports_in_further_formats_are_written_again_for_those_for_whom_they_were(out: Path, audience: str) -> None:
    words: list[str | Path] = [
        "report",
        out,
        "--format",
        "junit",
        "--format",
        "markdown",
        "-o",
        out,
        "--audience",
        audience,
    ]
    run(*words)
    done = forget(out, "ann")
    assert {"results.junit.xml", "results.md"} <= set(done.taken)
    assert done.left == ()
    made = {path.name: path.read_bytes() for path in out.glob("results.*")}
    run(*words)
    assert {path.name: path.read_bytes() for path in out.glob("results.*")} == made


def test_a_file_of_somebody_else_is_neither_deleted_nor_written_but_told(out: Path) -> None:
    own_files = {"results.md": "ann01 and Ann Müller", "results.txt": "of mine"}
    for name, text in own_files.items():
        (out / name).write_text(text, "utf-8")
    assert forget(out, "ann").left == ("results.md",)
    assert {name: (out / name).read_text("utf-8") for name in own_files} == own_files


@pytest.mark.parametrize("text", ['"id": "ann"', "Ann Müller", "a" * 16, '{"name": "Ann M\\u00fcller"}'])
def test_what_is_left_elsewhere_in_the_folder_is_found(out: Path, text: str) -> None:
    (out / "sub").mkdir()
    (out / "sub" / "notes.txt").write_text(f"see >{text}<", "utf-8")
    assert forget(out, "ann").left == ("sub/notes.txt",)


def test_a_page_that_is_called_after_the_student_is_found(out: Path) -> None:
    (out / "ann.html").write_text("x", "utf-8")
    assert sorted(still_there(out, ["zzzz"], ["ann"])) == ["ann.html", "feedback/ann.html", "submissions/ann.html"]


def test_a_copy_of_the_same_program_by_another_stays(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, own("ann", "a" * 16), own("ben", "a" * 16))
    assert forget(folder, "ann").left == ()
    assert results_in(folder)("ben")["submission"]["digest"] == "a" * 16


def test_a_short_id_is_not_found_in_every_number(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, own("1", "a" * 16), own("ben", "b" * 16))
    assert forget(folder, "1").left == ()


def test_no_page_of_another_stays_under_an_old_name(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, own("Ann", "a" * 16), own("ann", "b" * 16))
    forget(folder, "Ann")
    assert sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*")) == [
        "feedback/ann.html",
        "submissions/ann.html",
    ]


def test_a_member_of_a_group_goes_and_the_group_stays(tmp_path: Path) -> None:
    members = [{"id": "ann01", "name": "Ann Müller"}, {"id": "ben01", "name": "Ben"}]
    whole = batch_of([own("team", "a" * 16)])
    folder = leave(tmp_path / "out", whole)
    whole["results"][0]["submission"]["members"] = members
    with Store(folder / "grader.sqlite") as store:
        store.add("team", "", whole["results"][0], counts=True)
    forget(folder, "ann01")
    with closing(sqlite3.connect(folder / "grader.sqlite")) as connection:
        [_first, (text,)] = list(connection.execute("SELECT result FROM results"))
    assert json.loads(text)["submission"]["members"] == members[1:]
    assert found(folder, b"ann01") == []


def test_who_is_not_there_can_not_be_forgotten(out: Path) -> None:
    before = hash(everything(out))
    with pytest.raises(InputError, match=r"nothing in .* is of the id anna; there are, for example, ann"):
        forget(out, "anna")
    assert hash(everything(out)) == before


def test_what_was_deleted_earlier_is_gone_from_the_store_too(out: Path) -> None:
    with closing(sqlite3.connect(out / "grader.sqlite", isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("DELETE FROM results WHERE result LIKE '%\"old0%'")
    assert found(out, b"old0") == [b"old0"]
    forget(out, "ann")
    assert found(out, b"old0") == []


def test_a_store_that_somebody_reads_is_left_alone(out: Path) -> None:
    with closing(sqlite3.connect(out / "grader.sqlite")) as connection:
        connection.execute("SELECT count(*) FROM results").fetchone()
        with pytest.raises(InputError, match="another grader"):
            forget(out, "ann")
        assert connection.execute("SELECT count(*) FROM results WHERE id = 'ann'").fetchone() == (201,)
    assert forget(out, "ann").left == ()


def test_a_store_in_use_is_left_alone(out: Path) -> None:
    with closing(sqlite3.connect(out / "grader.sqlite")) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match="another grader"):
            forget(out, "ann")
    assert (out / "submissions" / "ann.html").exists()


def test_a_link_is_not_followed(out: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.html"
    elsewhere.write_text("keep", "utf-8")
    (out / "submissions" / "ann.html").unlink()
    (out / "submissions" / "ann.html").symlink_to(elsewhere)
    forget(out, "ann")
    assert elsewhere.read_text("utf-8") == "keep"


def test_the_command_says_what_it_did_and_what_it_did_not(out: Path) -> None:
    said = run("forget", out, "ann")
    assert said.code == 0
    assert f"Nothing of ann is left in {out}: every file was searched." in said.err
    assert "your own file of overrides" in said.err
    (out / "notes.txt").write_text("cem", "utf-8")
    said = run("forget", out, "cem")
    assert (said.code, said.err.splitlines()[-1]) == (0, f"Nothing of cem is left in {out}: every file was searched.")
