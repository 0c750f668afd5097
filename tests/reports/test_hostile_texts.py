"""Every format over one table of hostile texts, in every place: whatever it is printed into, nothing is obeyed."""

from __future__ import annotations

import copy
import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.plugins import reports
from tests.reports.hostile_texts import HOSTILE, batch_of, everywhere
from tests.reports.runner import Obeyed, obeyed

NAMES = sorted(reports())
PRINTED = sorted(set(NAMES) - {"html", "csv"})  # the formats that can go to a log
JSON = ["json", "sarif", "gradescope", "gitlab"]


def rendered(name: str, text: str) -> list[str]:
    """What the format makes of results with the text in every place: each of them, and all as a class."""
    results = everywhere(text)
    return [reports()[name].one(one, {}) for one in results] + [reports()[name].many(batch_of(results), {})]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("name", sorted({*PRINTED, "csv"}))
def test_a_report_is_text_in_utf8_without_controls(name: str, text: str) -> None:
    for whole in rendered(name, text):
        whole.encode("utf-8")
        odd = {char for char in whole if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp")}
        assert odd <= {"\n", "\t", "\r"} if name == "csv" else odd <= {"\n", "\t"}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("name", sorted(set(PRINTED) - {"github"}))
def test_a_report_in_a_log_commands_nothing(name: str, text: str) -> None:
    assert [obeyed(whole) for whole in rendered(name, text)] == [[]] * 4


@settings(max_examples=25, deadline=None)
@given(st.text(st.sampled_from(":#[]x\n\r\t |`=\u00a0\u2003<>&%"), max_size=40))
def test_no_text_of_the_signs_that_matter_commands_anything(text: str) -> None:
    for name in PRINTED:
        for whole in rendered(name, text):
            commands = obeyed(whole)
            assert {command.name for command in commands} <= ({"error", "notice"} if name == "github" else set())
            assert not [one for one in commands if set(one.properties) - {"file", "line", "col", "title"}]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("name", JSON)
def test_json_is_ascii_and_can_be_read(name: str, text: str) -> None:
    for whole in rendered(name, text):
        assert whole.isascii()
        json.loads(whole)


@pytest.mark.parametrize("name", NAMES)
def test_a_report_changes_no_result_and_is_the_same_each_time(name: str) -> None:
    results = everywhere(HOSTILE["HTML"])
    before = copy.deepcopy(results)
    first: Any = [reports()[name].one(one, {}) for one in results]
    assert [reports()[name].one(one, {}) for one in results] == first
    assert results == before


def test_no_two_formats_end_a_file_alike() -> None:
    suffixes = [report.suffix for report in reports().values()]
    assert len(set(suffixes)) == len(suffixes)


@pytest.mark.parametrize(
    ("log", "names"),
    [
        ("::error::x", ["error"]),
        (" \t\u00a0::error file=a,line=1::x", ["error"]),
        ("x ##[add-mask]y", ["add-mask"]),
        ("x ::error::y", []),
        ("::nonsense::y", []),
        ("a\r::notice::y", ["notice"]),
        ("::stop-commands::t\n::error::x\n::t::\n::warning::y", ["warning"]),
        ("##vso[x]y", ["of another runner"]),
    ],
)
def test_the_runner_of_these_tests_obeys_what_a_runner_obeys(log: str, names: list[str]) -> None:
    assert [command.name for command in obeyed(log)] == names


def test_the_runner_of_these_tests_understands_what_is_escaped() -> None:
    assert obeyed("::error file=a%2Cb,title=x%3A%25::50%25%0A2") == [
        Obeyed("error", {"file": "a,b", "title": "x:%"}, "50%\n2")
    ]
