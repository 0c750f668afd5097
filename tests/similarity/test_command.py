"""`grader similar`: what it finds in a folder, where that is seen, and that no student ever sees it."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.batch.forgetting import forget
from grader.batch.store import Store
from grader.redact import for_student
from grader.similarity import reading
from tests.deciders import batch_of, leave, named, run
from tests.reports import sample
from tests.similarity.programs import PLAIN, RENAMED, invented

SIMILAR = ("similar.csv", "similar.html")


def handed_in(identity: str, sources: str | Mapping[str, str], **about: Any) -> dict[str, Any]:
    files = {"solution.py": sources} if isinstance(sources, str) else dict(sources)
    return named(sample.accepted(), identity, sources=files, main=next(iter(files), None), **about)


def a_batch(*more: dict[str, Any]) -> dict[str, Any]:
    return batch_of([*(handed_in(f"other{number}", invented(number)) for number in range(12)), *more])


@pytest.fixture
def out(tmp_path: Path) -> Path:
    pair = (handed_in("ann01", PLAIN, name="Ann Lee"), handed_in("ben01", RENAMED))
    return leave(tmp_path / "out", a_batch(*pair))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}


def rows(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((folder / "similar.csv").read_text("utf-8-sig"))))


def pairs_in(folder: Path) -> list[tuple[str, str]]:
    return [(row["first"], row["second"]) for row in rows(folder)]


def test_the_command_tells_the_pairs_and_leaves_a_page_and_a_table(out: Path) -> None:
    said = run("similar", out)
    lines = PLAIN.count("\n")
    assert (said.code, said.err.splitlines()[:2]) == (
        0,
        [
            "python: 14 hand-ins, the median has 220 tokens of its own.",
            f"  100 %  Ann Lee (ann01) and ben01: solution.py 4-{lines} = solution.py 4-{lines}",
        ],
    )
    [row] = rows(out)
    assert int(row.pop("fingerprints")) > 40
    assert row == {
        "language": "python",
        "first": "ann01",
        "first name": "Ann Lee",
        "second": "ben01",
        "second name": "",
        "percent of the smaller": "100",
        "percent of the first": "100",
        "percent of the second": "100",
        "lines of the first": f"solution.py 4-{lines}",
        "lines of the second": f"solution.py 4-{lines}",
    }
    page = (out / "similar.html").read_text("utf-8")
    assert "Ann Lee and ben01" in page
    assert "No verdict" in page


def test_the_same_folder_gives_the_same_files_again(out: Path) -> None:
    run("similar", out)
    first = {name: (out / name).read_bytes() for name in SIMILAR}
    run("similar", out)
    assert {name: (out / name).read_bytes() for name in SIMILAR} == first


# --- who sees it -------------------------------------------------------------------------------------------


def test_nothing_but_the_page_of_the_batch_tells_that_there_are_pairs(out: Path, tmp_path: Path) -> None:
    run("feedback", out, "-o", tmp_path / "before.zip")
    before = contents(out)
    run("similar", out)
    run("feedback", out, "-o", tmp_path / "after.zip")
    after = contents(out)
    changed = {path for path in after if after[path] != before.get(path)} - {"grader.sqlite"}
    assert changed == {"index.html", *SIMILAR}
    assert b'<a href="similar.html">' in after["index.html"]
    assert (tmp_path / "after.zip").read_bytes() == (tmp_path / "before.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "after.zip") as archive:
        assert len(archive.namelist()) == 14
        assert [name for name in archive.namelist() if b"similar" in archive.read(name)] == []


def test_the_link_stays_when_reports_are_written_again(out: Path, tmp_path: Path) -> None:
    run("similar", out)
    (tmp_path / "o.yaml").write_text("format: grader-overrides/1\nby: B\npeople:\n  - {id: ann01, points: 1, why: w}\n")
    assert run("report", out, "--overrides", tmp_path / "o.yaml").code == 0
    assert b'<a href="similar.html">' in (out / "index.html").read_bytes()


def test_reports_without_names_have_neither_pairs_nor_a_link(out: Path, tmp_path: Path) -> None:
    run("similar", out)
    assert run("report", out, "--anonymous", "-o", tmp_path / "nameless").code == 0
    made = contents(tmp_path / "nameless")
    assert [path for path in made if "similar" in path] == []
    assert b"similar.html" not in made["index.html"]


def test_who_is_forgotten_is_in_no_pair_any_more(out: Path) -> None:
    run("similar", out)
    done = forget(out, "ann01")
    assert (done.taken[-2:], done.left) == (("submissions/ann01.html", "feedback/ann01.html"), ())
    assert [one for one in done.taken if "similar" in one] == [
        "similar.html (make it again: grader similar)",
        "similar.csv (make it again: grader similar)",
    ]
    assert b"similar.html" not in (out / "index.html").read_bytes()
    assert [path for path, content in contents(out).items() if b"ann01" in content] == []
    run("similar", out)
    assert pairs_in(out) == []


def test_results_for_students_are_refused(tmp_path: Path) -> None:
    whole = a_batch()
    out = leave(tmp_path / "out", {**whole, "results": [for_student(one) for one in whole["results"]]})
    said = run("similar", out)
    assert said.code == 2
    assert "for instructors alone" in said.err
    assert [name for name in SIMILAR if (out / name).exists()] == []


# --- what is compared --------------------------------------------------------------------------------------


def test_members_of_a_group_are_not_compared_with_each_other(tmp_path: Path) -> None:
    members = [{"id": "ann01", "name": None}, {"id": "ben01", "name": None}]
    group = (handed_in("team", PLAIN, members=members), handed_in("ben01", RENAMED), handed_in("cem01", PLAIN))
    out = leave(tmp_path / "out", a_batch(*group))
    run("similar", out)
    assert sorted(pairs_in(out)) == [("ben01", "cem01"), ("team", "cem01")]


def test_languages_are_not_compared_with_each_other(tmp_path: Path) -> None:
    twins = [handed_in(f"p{number}", PLAIN) for number in range(2)]
    twins += [handed_in(f"r{number}", {"a.rb": PLAIN}, language="ruby") for number in range(2)]
    out = leave(tmp_path / "out", a_batch(*twins))
    run("similar", out)
    assert [(row["language"], row["first"], row["second"]) for row in rows(out)] == [
        ("python", "p0", "p1"),
        ("ruby", "r0", "r1"),
    ]


@pytest.mark.parametrize("given", ["starter", "statement.en.md", "--starter"])
def test_what_everybody_was_given_is_not_compared(tmp_path: Path, given: str) -> None:
    twins = [handed_in(f"t{number}", PLAIN + invented(number + 500, 4)) for number in range(4)]
    out = leave(tmp_path / "out", a_batch(*twins))
    package = tmp_path / "task"
    package.mkdir()
    (package / "problem.yaml").write_text("id: task")
    with Store(out / "grader.sqlite") as store:
        store.remember({"task": str(package)})
    run("similar", out)
    assert len(pairs_in(out)) == 6
    options: list[str | Path] = []
    if given == "statement.en.md":
        (package / given).write_text(f"Use this:\n\n```python\n{PLAIN}```\n\nAnd go on.\n", "utf-8")
    else:
        (tmp_path / "code").mkdir()
        (tmp_path / "code" / "start.py").write_text(PLAIN, "utf-8")
        options = ["--starter", tmp_path / "code"] if given == "--starter" else []
    if given == "starter":
        (tmp_path / "code").rename(package / "starter")
    run("similar", out, *options)
    assert pairs_in(out) == []
    said = "the code in the statement" if given == "statement.en.md" else "the starter code"
    assert said in (out / "similar.html").read_text("utf-8")


def test_a_package_that_is_gone_is_told_and_no_fault(out: Path) -> None:
    with Store(out / "grader.sqlite") as store:
        store.remember({"task": "/nowhere/task"})
    said = run("similar", out)
    assert said.code == 0
    assert "What the task gave to everybody is not known" in said.err
    assert pairs_in(out) == [("ann01", "ben01")]


def test_a_folder_without_sources_is_refused(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", batch_of([named(sample.accepted(), "ann", sources={})]))
    said = run("similar", out)
    assert (said.code, said.err) == (2, f"the results in {out} hold no source code")


def test_who_has_no_source_to_compare_is_named() -> None:
    results = [
        handed_in("ann", {"a.py": PLAIN, "notes.txt": "x", "A.java": "class A"}),
        handed_in("ben", {"b.py": "x", "c.py": "y"}, language=None),
        handed_in("cem", {"b.py": "x", "C.java": "y"}, language=None),
        handed_in("dee", {}),
    ]
    found, left_out = reading.hand_ins(results)
    assert {name: [(one.id, sorted(one.files)) for one in those] for name, those in found.items()} == {
        "python": [("ann", ["a.py"]), ("ben", ["b.py", "c.py"])]
    }
    assert left_out == ["cem", "dee"]


# --- hostile texts -----------------------------------------------------------------------------------------


def test_names_and_files_harm_neither_terminal_nor_spreadsheet(tmp_path: Path) -> None:
    files = {"=1+1\x1b[31m.py": PLAIN}
    pair = [handed_in(identity, files, name="=HYPERLINK(1)\n::error::x") for identity in ("+ann", "@ben")]
    out = leave(tmp_path / "out", a_batch(*pair))
    said = run("similar", out)
    assert "\x1b" not in said.err
    assert [line for line in said.err.splitlines() if line.startswith("::")] == []
    [row] = rows(out)
    texts = ("first", "second", "first name", "second name", "lines of the first", "lines of the second")
    assert {row[name][:2] for name in texts} == {"'+", "'@", "'="}
    assert "\x1b" not in "".join(row.values())
