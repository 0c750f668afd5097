"""grader.values: the wire form loses nothing, and the one comparison decides as people would."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.values import (
    DEEPEST,
    EXACT_IN_JSON,
    LONGEST_INTEGER,
    Comparison,
    EnumValue,
    Json,
    MalformedValue,
    MapValue,
    Numbers,
    ObjectValue,
    OtherValue,
    SetValue,
    Value,
    compare,
    decode,
    encode,
    parse_json,
    show,
)

CALM = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
LOOSE, STRICT = Numbers.LOOSE, Numbers.STRICT

scalars: st.SearchStrategy[Value] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(EXACT_IN_JSON - 2, EXACT_IN_JSON + 2)
    | st.floats()
    | st.text()
    | st.binary()
    | st.builds(EnumValue, st.text(), st.text())
)


def _containers(inside: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    items = st.lists(inside, max_size=4)
    pairs = st.lists(st.tuples(inside, inside), max_size=4)
    return (
        items
        | items.map(tuple)
        | items.map(lambda some: SetValue(tuple(some)))
        | pairs.map(lambda some: MapValue(tuple(some)))
    )


plain = st.recursive(scalars, _containers, max_leaves=12)
described = st.builds(ObjectValue, st.text(), st.text()) | st.builds(OtherValue, st.text(), st.text())
every_value = st.recursive(scalars | described, _containers, max_leaves=12)
numbers = st.sampled_from(Numbers)


def nested(depth: int) -> Json:
    value: Json = []
    for _ in range(depth - 1):
        value = [value]
    return value


# --- wire form ---------------------------------------------------------------------------------------------


@CALM
@given(every_value)
def test_a_value_comes_back_from_the_wire_as_it_was(value: Value) -> None:
    line = json.dumps(encode(value), allow_nan=False).encode()
    assert repr(decode(parse_json(line))) == repr(value)


@pytest.mark.parametrize(
    ("value", "wire"),
    [
        (None, None),
        (True, True),
        (0, 0),
        (-EXACT_IN_JSON, -EXACT_IN_JSON),
        (EXACT_IN_JSON + 1, {"int": "9007199254740993"}),
        (-EXACT_IN_JSON - 1, {"int": "-9007199254740993"}),
        (1.0, 1.0),
        (math.nan, {"float": "nan"}),
        (math.inf, {"float": "inf"}),
        (-math.inf, {"float": "-inf"}),
        (-0.0, {"float": "-0.0"}),
        ("\ud800", "\ud800"),
        (b"\x00\xff", {"bytes": "AP8="}),
        ([1, [2]], [1, [2]]),
        ((1, 2), {"tuple": [1, 2]}),
        (SetValue((1, "a")), {"set": [1, "a"]}),
        (MapValue(((1, "a"),)), {"map": [[1, "a"]]}),
        (EnumValue("Symbol", "CIRCLE"), {"enum": ["Symbol", "CIRCLE"]}),
        (ObjectValue("Board", "..."), {"object": "Board", "text": "..."}),
        (OtherValue("function", "f"), {"other": "function", "text": "f"}),
    ],
)
def test_each_kind_of_value_has_the_wire_form_that_the_protocol_says(value: Value, wire: Json) -> None:
    assert repr(encode(value)) == repr(wire)
    assert repr(decode(wire)) == repr(value)


@pytest.mark.parametrize(
    "wire",
    [
        {},
        {"unknown": 1},
        {"text": "alone"},
        {"ref": "board"},
        {"int": 5},
        {"int": ""},
        {"int": "-"},
        {"int": "--5"},
        {"int": "+5"},
        {"int": "1.5"},
        {"int": "0x10"},
        {"int": "1_0"},
        {"int": " 1"},
        {"int": "١"},
        {"int": "9" * (LONGEST_INTEGER + 1)},
        {"float": "1.5"},
        {"float": "NaN"},
        {"float": 1.5},
        {"float": None},
        {"bytes": "?"},
        {"bytes": "AP8"},
        {"bytes": "ä"},
        {"bytes": [1]},
        {"tuple": "ab"},
        {"set": {"0": 1}},
        {"map": {"a": 1}},
        {"map": [[1]]},
        {"map": [[1, 2, 3]]},
        {"map": ["ab"]},
        {"enum": ["Symbol"]},
        {"enum": ["Symbol", 1]},
        {"enum": "Symbol.CIRCLE"},
        {"object": 1, "text": ""},
        {"object": "Board", "text": None},
        {"other": [], "text": ""},
        [[{"unknown": 1}]],
        {"tuple": [{"int": "x"}]},
    ],
)
def test_what_has_no_known_form_is_malformed(wire: Json) -> None:
    with pytest.raises(MalformedValue):
        decode(wire)


def test_the_longest_integer_is_still_read() -> None:
    assert decode({"int": "-" + "9" * LONGEST_INTEGER}) == 1 - 10**LONGEST_INTEGER


@pytest.mark.parametrize("wrap", ["list", "tuple", "map"])
def test_nesting_beyond_the_bound_is_malformed(wrap: str) -> None:
    def dressed(wire: Json) -> Json:
        if not isinstance(wire, list) or wrap == "list":
            return wire
        inside: list[Json] = [dressed(item) for item in wire]
        return {"tuple": inside} if wrap == "tuple" else {"map": [[0, item] for item in inside]}

    assert decode(dressed(nested(DEEPEST))) is not None
    with pytest.raises(MalformedValue):
        decode(dressed(nested(DEEPEST + 1)))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"NaN",
        b"[Infinity]",
        b'{"a": -Infinity}',
        b"{'a': 1}",
        b"[1,]",
        b"1 2",
        b"\xff",
        b'"\x00"',
        b"[" * 100_000,
        b"9" * 5000,
    ],
)
def test_a_line_that_is_not_strict_json_is_malformed(line: bytes) -> None:
    with pytest.raises(MalformedValue):
        parse_json(line)


# --- comparison --------------------------------------------------------------------------------------------


@CALM
@given(plain, numbers, st.booleans())
def test_every_plain_value_is_the_same_as_itself(value: Value, rule: Numbers, one_type: bool) -> None:
    assert compare(value, value, rule, one_type) == Comparison(True)


@CALM
@given(plain, plain)
def test_what_is_the_same_strictly_is_the_same_loosely(expected: Value, actual: Value) -> None:
    assert not compare(expected, actual, STRICT).same or compare(expected, actual, LOOSE).same


@CALM
@given(plain, plain, numbers)
def test_the_order_of_plain_values_does_not_decide(one: Value, other: Value, rule: Numbers) -> None:
    assert compare(one, other, rule).same == compare(other, one, rule).same


@CALM
@given(st.integers(-EXACT_IN_JSON, EXACT_IN_JSON))
def test_an_integer_and_its_float_are_the_same_only_loosely(number: int) -> None:
    assert compare(number, float(number), LOOSE) == Comparison(True, "a decimal number for an integer")
    assert compare(number, float(number), STRICT).same is False
    assert compare(number, float(number), STRICT, one_number_type=True) == Comparison(True)


@CALM
@given(st.lists(plain, max_size=5), numbers)
def test_a_list_and_a_tuple_of_the_same_items_are_the_same(items: list[Value], rule: Numbers) -> None:
    assert compare(items, tuple(items), rule) == Comparison(True)
    assert compare(tuple(items), items, rule) == Comparison(True)


@CALM
@given(st.lists(plain, min_size=1, max_size=5), numbers)
def test_a_sequence_with_an_item_too_few_or_too_many_differs(items: list[Value], rule: Numbers) -> None:
    assert not compare(items, items[:-1], rule).same
    assert not compare(items[:-1], items, rule).same


@CALM
@given(st.lists(plain, max_size=5).flatmap(lambda items: st.tuples(st.just(items), st.permutations(items))))
def test_the_order_in_sets_and_maps_does_not_decide(both: tuple[list[Value], list[Value]]) -> None:
    items, shuffled = (tuple(one) for one in both)
    assert compare(SetValue(items), SetValue(shuffled), LOOSE).same
    assert compare(MapValue(tuple((item, 1) for item in items)), MapValue(tuple((item, 1) for item in shuffled))).same


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (1, 2),
        (1, "1"),
        (1, None),
        (None, 0),
        (None, False),
        (0.3, 0.3000001),
        (1e-11, 2e-11),
        (0.0, 1e-9),
        (1, 1.0000000000001),
        (1.0000000001, 1),
        (1.0000000001, True),
        (255168.0, math.nan),
        (255168.0, math.inf),
        (1.7976931348623157e308, math.inf),
        (math.inf, 1.7976931348623157e308),
        (2**53, float(2**53) + 2),
        (2**53 + 1, float(2**53)),
        (math.nan, 0.0),
        (math.nan, None),
        (0.0, math.nan),
        (math.inf, -math.inf),
        ("a", "A"),
        ("a", b"a"),
        ("a", ["a"]),
        ("ab", ["a", "b"]),
        (b"a", "a"),
        ([], None),
        ([], ""),
        ([], SetValue(())),
        ([1, 2], [2, 1]),
        ([[1], [2]], [[1], [3]]),
        (SetValue((1, 1)), SetValue((1, 2))),
        (SetValue((1, 2)), SetValue((1, 1))),
        (SetValue((1,)), [1]),
        (MapValue(((1, 2),)), MapValue(((2, 1),))),
        (MapValue(((1, 2), (3, 4))), MapValue(((1, 4), (3, 2)))),
        (MapValue(()), SetValue(())),
        (EnumValue("Symbol", "A"), EnumValue("Symbol", "B")),
        (EnumValue("Symbol", "A"), "A"),
        ("A", EnumValue("Symbol", "A")),
        ("text", OtherValue("function", "text")),
        ("text", ObjectValue("Board", "another text")),
        (OtherValue("function", "f"), OtherValue("function", "f")),
        (ObjectValue("Board", "x"), ObjectValue("Board", "x")),
        (ObjectValue("Board", "x"), "x"),
        (1, ObjectValue("int", "1")),
    ],
)
def test_different_values_differ_even_loosely(expected: Value, actual: Value) -> None:
    assert compare(expected, actual, LOOSE).same is False


@pytest.mark.parametrize(
    ("expected", "actual", "comparison"),
    [
        (1, True, Comparison(True, "a boolean for an integer")),
        (True, 1, Comparison(True, "an integer for a boolean")),
        (False, 0.0, Comparison(True, "a decimal number for a boolean")),
        (2.0, 2, Comparison(True, "an integer for a decimal number")),
        ([1, 2], [1, 2.0], Comparison(True, "a decimal number for an integer")),
        (SetValue((1.0,)), SetValue((1,)), Comparison(True, "an integer for a decimal number")),
        (0.0, -0.0, Comparison(True)),
        (0.3, 0.1 + 0.2, Comparison(True)),
        (0.5, 0.5000000001, Comparison(True)),
        (-1e300, -1.0000000001e300, Comparison(True)),
        (0.0, 1.2246467991473532e-16, Comparison(True)),
        ([0.3], (0.1 + 0.2,), Comparison(True)),
        (MapValue((("a", 0.3),)), MapValue((("a", 0.1 + 0.2),)), Comparison(True)),
        (math.inf, math.inf, Comparison(True)),
        (math.nan, math.nan, Comparison(True)),
        ("...", ObjectValue("Board", "..."), Comparison(True)),
        (EnumValue("Symbol", "A"), EnumValue("Sign", "A"), Comparison(True)),
        ([], (), Comparison(True)),
    ],
)
def test_a_harmless_difference_is_overlooked_and_said(expected: Value, actual: Value, comparison: Comparison) -> None:
    assert compare(expected, actual, LOOSE) == comparison


@pytest.mark.parametrize(
    ("expected", "actual"),
    [(1, True), (True, 1), (2.0, 2), (2, 2.0), ([1], [1.0]), (MapValue(((1, 1),)), MapValue(((1, True),)))],
)
def test_a_difference_in_type_decides_strictly(expected: Value, actual: Value) -> None:
    assert compare(expected, actual, STRICT).same is False


@pytest.mark.parametrize(("expected", "actual"), [(1, True), (False, 0.0)])
def test_a_language_with_one_number_type_still_knows_booleans(expected: Value, actual: Value) -> None:
    assert compare(expected, actual, STRICT, one_number_type=True).same is False


@pytest.mark.parametrize("expected", [1.5, math.inf, -math.inf, math.nan])
def test_an_integer_that_no_decimal_number_can_hold_is_just_another_number(expected: float) -> None:
    assert compare(expected, 10**400, LOOSE, one_number_type=True).same is False
    assert compare(10**400, expected, LOOSE, one_number_type=True).same is False


@pytest.mark.parametrize(("expected", "actual", "same"), [(2.0000000001, 2, True), (2, 2.0000000001, False)])
def test_a_language_with_one_number_type_gives_a_close_number_as_an_integer(
    expected: Value, actual: Value, same: bool
) -> None:
    assert compare(expected, actual, STRICT, one_number_type=True) == Comparison(same)
    assert compare(expected, actual, STRICT).same is False


def test_a_note_tells_nothing_of_items_that_were_only_tried() -> None:
    expected = SetValue(((1, "a"), (1.0, "b")))
    actual = SetValue(((1.0, "b"), (1, "a")))
    assert compare(expected, actual, LOOSE) == Comparison(True)


# --- writing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "True"),
        (-3, "-3"),
        (2.5, "2.5"),
        ('a "b"\n틱', '"a \\"b\\"\\n틱"'),
        (b"\x00", "b'\\x00'"),
        ([1, ["a"]], '[1, ["a"]]'),
        ((), "()"),
        ((1,), "(1,)"),
        ((1, 2), "(1, 2)"),
        (SetValue(()), "set()"),
        (SetValue((1, 2)), "{1, 2}"),
        (MapValue(()), "{}"),
        (MapValue((("a", [1]),)), '{"a": [1]}'),
        (EnumValue("Symbol", "CIRCLE"), "Symbol.CIRCLE"),
        (OtherValue("undefined", "undefined"), "undefined"),
        (OtherValue("function", "f"), "function: f"),
    ],
)
def test_a_value_is_shown_as_python_writes_it(value: Value, text: str) -> None:
    assert show(value) == text
