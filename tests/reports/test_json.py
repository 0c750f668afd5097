"""The JSON report: what it was given, in letters that every reader can read."""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.plugins import reports
from tests.reports import sample

REPORT = reports()["json"]
SCHEMA = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))
RESULTS = {
    "accepted": sample.accepted(),
    "unbuilt": sample.unbuilt(),
    "ungraded": sample.ungraded(),
    "every verdict": sample.every_verdict(),
    "hostile": sample.hostile(sample.every_verdict()),
}


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_the_report_of_a_result_is_that_result(result: dict[str, Any]) -> None:
    before = copy.deepcopy(result)
    text = REPORT.one(result, {})
    assert json.loads(text) == result == before
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))


def test_the_report_of_a_batch_is_that_batch() -> None:
    batch = sample.batch(25)
    assert json.loads(REPORT.many(batch, {})) == batch


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_the_text_is_ascii_without_control_characters_and_ends_with_a_line_end(result: dict[str, Any]) -> None:
    text = REPORT.one(result, {})
    assert {char for char in text if not " " <= char <= "~"} == {"\n"}
    assert text.endswith("}\n")


def test_the_keys_keep_their_order() -> None:
    result = sample.accepted()
    assert list(json.loads(REPORT.one(result, {}))) == list(result)


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_of_a_student_comes_back_as_it_was(text: str) -> None:
    result = sample.accepted() | {"notes": [text]}
    assert json.loads(REPORT.one(result, {}).encode("ascii"))["notes"] == [text]


@pytest.mark.parametrize("points", [float("nan"), float("inf")])
def test_points_that_are_no_number_are_never_written(points: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        REPORT.one(sample.accepted() | {"points": points}, {})


def test_the_format_is_called_json() -> None:
    assert (REPORT.name, REPORT.suffix) == ("json", ".json")
