"""JSON of the reports: the same data to a parser, a line for each test to a reader, no command to a CI runner."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.reports._machine import LAID_OUT, dump

TEXTS = st.text() | st.sampled_from(["##[group]", "::error::", "\n::set-output::x", "##vso[task]", "\ud800"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=30,
)


@given(VALUES)
def test_what_is_written_is_read_as_the_same(value: Any) -> None:
    text = dump(value)
    assert json.loads(text) == value
    assert text.isascii()
    assert "##" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())


def test_outer_levels_have_a_line_for_each_item_and_inner_ones_one_line() -> None:
    deep: Any = [1, {"a": 2}]
    for _level in range(LAID_OUT):
        deep = {"in": [deep]}
    lines = dump(deep).splitlines()
    assert len(lines) == 2 * LAID_OUT + 1
    assert lines[:2] == ["{", ' "in": [']
    assert lines[LAID_OUT].strip().startswith('{"in": [{')


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [[float("-inf")]]])
def test_what_is_no_json_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON"):
        dump(value)
