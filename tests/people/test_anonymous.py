"""grader.people.anonymous: no id and no name is left, wherever it stood, and a pseudonym stays what it was."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.forgetting import forget
from grader.people.anonymous import anonymous, people, pseudonyms, read, written
from grader.people.counting import total
from grader.plugins import reports
from tests.deciders import batch_of, leave, named, results_in, run, three
from tests.reports import sample

SCHEMA = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))
GIVEN = {"miller-ann": "student-000002", "ben": "student-000001", "s-4711": "student-000003", "zoe-1": "student-000004"}


def whole() -> dict[str, Any]:
    """A class whose texts name people in every way that they can."""
    result = sample.every_verdict()
    ann = named(result, "miller-ann", name="Ann Miller", submitted="2026-11-20 10:00:00", digest="f" * 16)
    about = ann["submission"]
    about["main"] = "miller_ann.py"
    about["files"] = ["miller_ann.py", "helper.py"]
    about["sources"] = {"miller_ann.py": "# (c) ANN MILLER, and thanks to s-4711\nmark = 1\n"}
    ann["reason"] = "miller-ann.zip holds Miller, Ann's work"
    ann["flagged"] = ["Two files of miller-ann hold the same."]
    ann["build"] = {**ann["build"], "log": "/tmp/MillerAnn/x"}
    ann["parts"][0]["tests"][1]["repeat"] = "grader check boards miller-ann.zip --part valid"
    ann["decided"] = {"points": 3.0, "given": 3.0, "excused": False, "late": None}
    ann["decided"] |= {"comment": "Well done, Ann Miller!", "by": "NOBODY", "why": "SECRET"}
    ben = named(sample.accepted(), "ben")
    ben["submission"] |= {"main": "ben.py", "files": ["ben.py"], "sources": {"ben.py": "x = 1\n"}}
    ben["parts"][0]["tests"][0]["repeat"] = "grader check boards ben.py --part valid"
    team = named(sample.accepted(), "s-4711", members=[{"id": "zoe-1", "name": "Zoë Ng"}])
    return batch_of([ann, ben, team]) | {"missing": [{"id": "zoe-1", "name": "Zoë Ng"}]}


def names_in(text: str) -> list[str]:
    return re.findall(r"(?i)mill.?er|\bben\b|4711|zo[eë]|\bng\b|nobody|secret|ffffffff|2026-11-20", text)


def test_no_id_and_no_name_is_left_in_the_data() -> None:
    before = whole()
    made = anonymous(before, GIVEN)
    assert names_in(json.dumps(made, ensure_ascii=False)) == []
    assert before == whole()
    assert [one["submission"]["id"] for one in made["results"]] == sorted(
        GIVEN[name] for name in ("miller-ann", "ben", "s-4711")
    )
    ann = made["results"][1]
    assert ann["submission"]["main"] == "student-000002.py"
    assert ann["submission"]["sources"] == {
        "student-000002.py": "# (c) student-000002, and thanks to student-000003\nmark = 1\n"
    }
    assert (total(ann), ann["decided"]["comment"]) == (3.0, "Well done, student-000002!")


@pytest.mark.parametrize("name", sorted(reports()))
def test_no_report_names_anybody(name: str) -> None:
    made = anonymous(whole(), GIVEN)
    assert names_in(reports()[name].many(made, {})) == []
    for one in made["results"]:
        assert names_in(reports()[name].one(one, {})) == []


def test_everybody_is_known() -> None:
    assert people(whole()) == {
        "miller-ann": ["Ann Miller"],
        "ben": [],
        "s-4711": [],
        "zoe-1": ["Zoë Ng", "Zoë Ng"],
    }


def test_a_word_that_could_be_any_word_stays() -> None:
    one = named(sample.accepted(), "n", name="Mark")
    one["submission"]["sources"] = {"board.py": "def mark(n):\n    return n\n"}
    made = anonymous(batch_of([one]), {"n": "student-1"})
    assert made["results"][0]["submission"]["sources"] == {"board.py": "def mark(n):\n    return n\n"}


@pytest.mark.parametrize("identity", ["points", "graded", "grader-result/1", "python", "valid", "count-1", "boards"])
def test_an_id_that_is_a_word_of_ours_breaks_nothing(identity: str) -> None:
    before = named(sample.accepted(), identity)
    [after] = anonymous(batch_of([before]), {identity: "student-1"})["results"]
    jsonschema.Draft202012Validator(SCHEMA).validate(after)
    assert (after["points"], after["status"], after["problem"]) == (10.0, "graded", before["problem"])
    assert [part["id"] for part in after["parts"]] == [part["id"] for part in before["parts"]]


def test_a_pseudonym_stays_and_no_two_are_one() -> None:
    first = pseudonyms(["ann", "ben"], {})
    second = pseudonyms(["ben", "cem"], first)
    assert {key: second[key] for key in first} == first
    assert len(set(second.values())) == 3
    assert all(re.fullmatch(r"student-[0-9a-f]{6}", one) for one in second.values())
    assert pseudonyms(["ann"], {}) != first


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.from_regex(r"\Astudent-[0-9a-f]{6}\Z")))
def test_the_list_of_who_is_who_is_read_as_it_was_written(given_names: dict[str, str]) -> None:
    assert read("\ufeff" + written(given_names)) == given_names


def test_a_copy_of_all_reports_names_nobody(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    assert run("report", out, "--anonymous", "-o", tmp_path / "nameless").code == 0
    copy = tmp_path / "nameless"
    texts = {path.relative_to(copy).as_posix(): path.read_text("utf-8-sig") for path in copy.rglob("*.*")}
    assert len(texts) == 9
    for path, text in texts.items():
        assert re.findall(r"\b(?:ann|ben|cem)\b", path + text) == []
    given_names = read((out / "pseudonyms.csv").read_text("utf-8"))
    assert results_in(copy)(given_names["ann"])["points"] == 6.0
    assert run("report", out, "--anonymous", "-o", tmp_path / "again").code == 0
    assert sorted(path.name for path in (tmp_path / "again").rglob("*")) == sorted(
        path.name for path in copy.rglob("*")
    )


def test_one_format_can_be_nameless_too(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    assert run("report", out, "--anonymous", "--format", "csv", "-o", tmp_path / "grades.csv").code == 0
    assert "\nann," not in (tmp_path / "grades.csv").read_text("utf-8-sig")


def test_what_has_no_place_for_pseudonyms_is_refused(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    assert run("report", out / "results.json", "--anonymous").code == 2
    assert run("report", out, "--anonymous", "-o", out).code == 2


def test_who_is_forgotten_has_no_pseudonym_any_more(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three())
    run("report", out, "--anonymous", "-o", tmp_path / "nameless")
    assert forget(out, "ann").left == ()
    assert list(read((out / "pseudonyms.csv").read_text("utf-8"))) == ["ben", "cem"]
