"""Values of any language <-> tagged JSON, and the one comparison that decides right or wrong.

Python's own values stand for null, booleans, integers, floats, strings, bytes, lists and tuples; what Python
cannot hold faithfully has a class here. Nothing in this file ever holds an object of a student's: values arrive
as text and are only data, so `==` on them is safe. The wire form is described in languages/PROTOCOL.md.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

EXACT_IN_JSON = 2**53
LONGEST_INTEGER = 4000
DEEPEST = 60
RELATIVELY_CLOSE, ABSOLUTELY_CLOSE = 1e-9, 1e-12


@dataclass(frozen=True, slots=True)
class SetValue:
    """A set; its items in no order that means anything."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class MapValue:
    """A map, as pairs in the order in which it was given."""

    pairs: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A member of an enumeration."""

    type: str
    name: str


@dataclass(frozen=True, slots=True)
class ObjectValue:
    """An object that stays with the student's code; we know its type and its text form."""

    type: str
    text: str


@dataclass(frozen=True, slots=True)
class OtherValue:
    """Something that is no value: a function, a promise, a cycle, a thing too large. Never equal to anything."""

    what: str
    text: str


Value = (
    None
    | bool
    | int
    | float
    | str
    | bytes
    | list["Value"]
    | tuple["Value", ...]
    | SetValue
    | MapValue
    | EnumValue
    | ObjectValue
    | OtherValue
)


class MalformedValue(Exception):
    """The text is not a value in the wire form."""


# --- wire form ---------------------------------------------------------------------------------------------

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
_AS_IS = (str, bool)  # made once: most of what there is, and tables are large
_SCALARS = (str, bool, int, float)


def encode(value: Value) -> Json:
    """The JSON that stands for the value on the wire."""
    if value is None or isinstance(value, _AS_IS):
        return value
    if isinstance(value, int):
        return value if abs(value) <= EXACT_IN_JSON else {"int": str(value)}
    if isinstance(value, float):
        return _encode_float(value)
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, SetValue):
        return {"set": [encode(item) for item in value.items]}
    if isinstance(value, MapValue):
        return {"map": [[encode(key), encode(item)] for key, item in value.pairs]}
    if isinstance(value, EnumValue):
        return {"enum": [value.type, value.name]}
    if isinstance(value, ObjectValue):
        return {"object": value.type, "text": value.text}
    return {"other": value.what, "text": value.text}


def _encode_float(value: float) -> Json:
    if math.isnan(value):
        return {"float": "nan"}
    if math.isinf(value):
        return {"float": "inf" if value > 0 else "-inf"}
    if value == 0 and math.copysign(1, value) < 0:
        return {"float": "-0.0"}
    return value


def decode(wire: Json, room: int = DEEPEST) -> Value:
    """The value that the JSON stands for; it may be nested `room` deep.

    Raises MalformedValue for all else.
    """
    if wire is None or isinstance(wire, _SCALARS):
        return wire
    if room == 0:
        raise MalformedValue("a value that is nested too deep")
    if isinstance(wire, list):
        return [decode(item, room - 1) for item in wire]
    for tag, read in _READERS.items():
        if tag in wire:
            return read(wire[tag], room - 1)
    if "object" in wire:
        return ObjectValue(_text(wire["object"]), _text(wire.get("text", "")))
    if "other" in wire:
        return OtherValue(_text(wire["other"]), _text(wire.get("text", "")))
    raise MalformedValue("an object without a known tag")


def _read_int(body: Json, _room: int) -> Value:
    digits = _text(body)
    unsigned = digits.removeprefix("-")
    if not (unsigned.isascii() and unsigned.isdigit()) or len(unsigned) > LONGEST_INTEGER:
        raise MalformedValue("an integer that is no integer")
    return int(digits)


def _read_float(body: Json, _room: int) -> Value:
    if body not in ("nan", "inf", "-inf", "-0.0"):
        raise MalformedValue("a float that is no float")
    return float(body)


def _read_bytes(body: Json, _room: int) -> Value:
    try:
        return base64.b64decode(_text(body), validate=True)
    except (binascii.Error, ValueError) as error:
        raise MalformedValue("bytes that are no base64") from error


def _read_map(body: Json, room: int) -> Value:
    pairs = [_items(pair) for pair in _items(body)]
    if any(len(pair) != 2 for pair in pairs):
        raise MalformedValue("a map whose entries are no pairs")
    return MapValue(tuple((decode(pair[0], room), decode(pair[1], room)) for pair in pairs))


def _read_enum(body: Json, _room: int) -> Value:
    names = [_text(name) for name in _items(body)]
    if len(names) != 2:
        raise MalformedValue("an enumeration member without a type and a name")
    return EnumValue(names[0], names[1])


def _text(wire: Json) -> str:
    if not isinstance(wire, str):
        raise MalformedValue("a text was expected")
    return wire


def _items(wire: Json) -> list[Json]:
    if not isinstance(wire, list):
        raise MalformedValue("a list was expected")
    return wire


_READERS: Mapping[str, Callable[[Json, int], Value]] = {
    "int": _read_int,
    "float": _read_float,
    "bytes": _read_bytes,
    "tuple": lambda body, room: tuple(decode(item, room) for item in _items(body)),
    "set": lambda body, room: SetValue(tuple(decode(item, room) for item in _items(body))),
    "map": _read_map,
    "enum": _read_enum,
}


def parse_json(line: bytes) -> Json:
    """The JSON of one line.

    Raises MalformedValue for anything that is not strict JSON, bare NaN and endless nesting included.
    """
    parsed: Json
    try:
        text = line.decode("utf-8").strip(" \t\r\n")
        parsed, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError) as error:
        raise MalformedValue("a line that is no JSON") from error
    if end != len(text):
        raise MalformedValue("more than one JSON in a line")
    return parsed


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


# --- comparison --------------------------------------------------------------------------------------------


class Numbers(Enum):
    """`loose`: 1, 1.0 and true are the same (with a note); `strict`: types must agree."""

    LOOSE = "loose"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether two values are the same, and which harmless difference in type was overlooked."""

    same: bool
    overlooked: str | None = None


def compare(
    expected: Value, actual: Value, numbers: Numbers = Numbers.LOOSE, one_number_type: bool = False
) -> Comparison:
    """Whether the actual value is the expected one.

    `one_number_type` is for languages that cannot tell 1 from 1.0. Decimal numbers may differ in their last digits, as
    sums do that are added in another order; nan and the infinities are only like themselves. A list and a tuple are the
    same sequence; an object is compared by its text where a text is expected; anything unknown is different.
    """
    judge = _Judge(numbers, one_number_type)
    return Comparison(judge.same(expected, actual), judge.overlooked)


class _Judge:
    def __init__(self, numbers: Numbers, one_number_type: bool) -> None:
        self.numbers = numbers
        self.one_number_type = one_number_type
        self.overlooked: str | None = None

    def same(self, expected: Value, actual: Value) -> bool:
        if expected is None:
            return actual is None or (isinstance(actual, OtherValue) and actual.what == "undefined")
        if isinstance(expected, bool | int | float):
            return isinstance(actual, bool | int | float) and self._same_number(expected, actual)
        if isinstance(expected, list | tuple):
            return isinstance(actual, list | tuple) and self._same_sequence(expected, actual)
        if isinstance(expected, str) and isinstance(actual, ObjectValue):
            return actual.text == expected
        if isinstance(expected, SetValue):
            return isinstance(actual, SetValue) and self._same_items(expected.items, actual.items)
        if isinstance(expected, MapValue):
            return isinstance(actual, MapValue) and self._same_items(
                [tuple(pair) for pair in expected.pairs], [tuple(pair) for pair in actual.pairs]
            )
        if isinstance(expected, EnumValue):
            return isinstance(actual, EnumValue) and actual.name == expected.name
        if isinstance(expected, OtherValue | ObjectValue):
            return False
        return type(expected) is type(actual) and expected == actual

    def _same_number(self, expected: bool | int | float, actual: bool | int | float) -> bool:
        if isinstance(expected, float) and math.isnan(expected):
            return isinstance(actual, float) and math.isnan(actual)
        if expected != actual and not self._is_close(expected, actual):
            return False
        if type(expected) is type(actual):
            return True
        if self.one_number_type and not isinstance(expected, bool) and not isinstance(actual, bool):
            return True
        self.overlooked = f"{_kind(actual)} for {_kind(expected)}"
        return self.numbers is Numbers.LOOSE

    def _is_close(self, expected: bool | int | float, actual: bool | int | float) -> bool:
        """Whether only the order of some additions can have made the difference between two decimal numbers."""
        decimal = isinstance(actual, float) or (self.one_number_type and not isinstance(actual, bool))
        if not isinstance(expected, float) or not decimal:
            return False
        try:
            return math.isclose(expected, actual, rel_tol=RELATIVELY_CLOSE, abs_tol=ABSOLUTELY_CLOSE)
        except OverflowError:  # an integer that is larger than any decimal number
            return False

    def _same_sequence(self, expected: Sequence[Value], actual: Sequence[Value]) -> bool:
        return len(expected) == len(actual) and all(map(self.same, expected, actual))

    def _partners(self, expected: Value, actual: Value) -> bool:
        """As `same`, but a trial that fails leaves no note."""
        before = self.overlooked
        same = self.same(expected, actual)
        if not same:
            self.overlooked = before
        return same

    def _same_items(self, expected: Sequence[Value], actual: Sequence[Value]) -> bool:
        """Each expected item has a partner of its own among the actual ones."""
        if len(expected) != len(actual):
            return False
        left = list(actual)
        for item in expected:
            partner = next((index for index, other in enumerate(left) if self._partners(item, other)), None)
            if partner is None:
                return False
            del left[partner]
        return True


_PLAIN = frozenset((str, int, bool, float, type(None)))


def of_python(found: object) -> Value:
    """What an oracle gave as a value: sets and dictionaries too.

    Raises TypeError for what is no value.
    """
    if type(found) in _PLAIN:  # most of what there is, and tables are large
        return found  # type: ignore[return-value]
    if isinstance(found, list):
        return [of_python(item) for item in found]
    if isinstance(found, tuple):
        return tuple(of_python(item) for item in found)
    if isinstance(found, set | frozenset):
        return SetValue(tuple(of_python(item) for item in found))
    if isinstance(found, dict):
        return MapValue(tuple((of_python(key), of_python(item)) for key, item in found.items()))
    if found is None or isinstance(
        found, bool | int | float | str | bytes | SetValue | MapValue | EnumValue | ObjectValue | OtherValue
    ):
        return found
    raise TypeError(f"a {type(found).__name__} is no value that an oracle can give")


def _kind(number: bool | int | float) -> str:
    if isinstance(number, bool):
        return "a boolean"
    return "an integer" if isinstance(number, int) else "a decimal number"


# --- writing -----------------------------------------------------------------------------------------------


def show(value: Value) -> str:
    """The value as it is written in Python, for people."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(show, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, SetValue):
        return "{" + ", ".join(map(show, value.items)) + "}" if value.items else "set()"
    if isinstance(value, MapValue):
        return "{" + ", ".join(f"{show(key)}: {show(item)}" for key, item in value.pairs) + "}"
    if isinstance(value, EnumValue):
        return f"{value.type}.{value.name}"
    if isinstance(value, ObjectValue):
        return json.dumps(value.text, ensure_ascii=False) if value.text else f"a {value.type}"
    if isinstance(value, OtherValue):
        return value.text if value.text == value.what else f"{value.what}: {value.text}"
    return repr(value)
