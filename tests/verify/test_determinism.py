"""grader.verify.determinism: what two results of one solution differ in."""

from __future__ import annotations

from typing import Any

import pytest

from grader.verify.determinism import _difference


def result(*verdicts: str) -> dict[str, Any]:
    tests = [{"id": f"a-{number}", "verdict": verdict} for number, verdict in enumerate(verdicts, 1)]
    return {"form": None, "points": 0, "verdict": "TLE", "parts": [{"id": "a", "points": 0, "tests": tests}]}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (("TLE", "TLE", "TLE", "SK"), ("SK", "TLE", "TLE", "TLE"), ""),
        (("TLE", "SK"), ("WA", "AC"), "a: a-1 gives WA, and gave TLE before"),
        (("AC", "SK"), ("AC", "AC"), "a: a-2 gives AC, and gave SK before"),
        (("TLE", "AC"), ("TLE", "WA"), "a: a-2 gives WA, and gave AC before"),
    ],
)
def test_what_was_not_run_after_time_outs_is_no_difference(
    before: tuple[str, ...], after: tuple[str, ...], told: str
) -> None:
    assert _difference(result(*before), result(*after), by_test=True) == told
