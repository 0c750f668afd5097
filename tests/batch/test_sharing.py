"""Results of a class that hold equal tests once."""

from __future__ import annotations

import copy
import json

from grader.batch.sharing import Shared
from tests.reports import sample


def test_equal_tests_that_were_passed_are_one_object_and_say_the_same() -> None:
    one, other = sample.accepted(1), sample.accepted(2)
    before = copy.deepcopy([one, other])
    shared = Shared()
    first, second = shared.of(one), shared.of(other)
    assert [first, second] == before == [one, other]
    pairs = [
        (a, b)
        for part, same in zip(first["parts"], second["parts"], strict=True)
        for a, b in zip(part["tests"], same["tests"], strict=True)
    ]
    assert pairs
    assert all((a is b) == (a == b) for a, b in pairs)


def test_what_differs_in_anything_stays_apart() -> None:
    shared = Shared()
    plain = sample.accepted(1)
    told = json.dumps(plain)
    for key, value in (
        ("title", "another"),
        ("share", 1),
        ("hidden", True),
        ("peak_bytes", 3),
        ("titles", {"et": "a"}),
    ):
        changed = json.loads(told)
        changed["parts"][0]["tests"][0][key] = value
        shared.of(plain)
        assert json.dumps(shared.of(changed)) == json.dumps(changed)


def test_what_failed_is_left_alone() -> None:
    shared = Shared()
    one, other = (sample.result([["WA"]]) for _time in range(2))
    tests = [shared.of(result)["parts"][0]["tests"][0] for result in (one, other)]
    assert tests[0] == tests[1]
    assert tests[0] is not tests[1]


def test_what_can_not_be_told_apart_is_left_alone() -> None:
    class Text(str):
        __slots__ = ()

    one = sample.accepted(1)
    one["parts"][0]["tests"][0]["kind"] = Text("call")
    assert Shared().of(one) == one
