"""Any value at all goes into each language and comes back: what an example does not think of, Hypothesis does."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.model import Returned, State
from grader.subject import BuiltSubject
from grader.values import EnumValue, MapValue, SetValue, Value
from tests.contracts.benches import LACKING, STATIC, call, not_for, plain

BOUNDED = frozenset(("c", "cpp"))
"""Where the largest integers have 128 bits, and a character is a byte."""
ONE_NUMBER = frozenset(("javascript", "typescript"))
"""Where 1.0 is 1."""
NO_TUPLES = frozenset(("java", "javascript", "typescript", "ruby"))

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=12)
REAL_TEXT = st.text(max_size=12)  # no lone surrogates, which only some languages can hold
C_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
COLOURS = st.sampled_from([EnumValue("Colour", "RED"), EnumValue("Colour", "BLUE")])
WIDE = st.one_of(
    st.integers(), st.integers(-(10**60), 10**60), st.sampled_from([2**53, 2**53 + 1, 2**63, -(2**63) - 1])
)


def integers(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def sets(items: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.lists(items, max_size=5, unique_by=plain).map(lambda members: SetValue(tuple(members)))


def maps(keys: st.SearchStrategy[Value], values: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    pairs = st.lists(st.tuples(keys, values), max_size=5, unique_by=lambda pair: plain(pair[0]))
    return pairs.map(lambda found: MapValue(tuple(found)))


KEYS = st.one_of(ANY_TEXT, integers(40))
VALUES: st.SearchStrategy[Value] = st.recursive(
    st.one_of(st.none(), st.booleans(), WIDE, st.floats(), ANY_TEXT, st.binary(max_size=12), COLOURS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.lists(inner, max_size=4).map(tuple),
        sets(KEYS),
        maps(KEYS, inner),
    ),
    max_leaves=12,
)


def typed_values(language: str) -> Mapping[str, st.SearchStrategy[Value]]:
    """For each function of `sources/<language>/typed.txt` the values that its type can hold."""
    bounded = language in BOUNDED
    text = C_TEXT if language == "c" else REAL_TEXT
    letter = st.characters(max_codepoint=127, exclude_characters="\0" if language == "c" else "")
    number = integers(32)
    return {
        "echo_int": number,
        "echo_long": integers(64),
        "echo_big": integers(128) if bounded else WIDE,
        "echo_float": st.floats(),
        "echo_bool": st.booleans(),
        "echo_char": letter,
        "echo_text": text,
        "echo_numbers": st.lists(number, max_size=8),
        "echo_floats": st.lists(st.floats(), max_size=8),
        "echo_texts": st.lists(text, max_size=5),
        "echo_grid": st.lists(st.lists(number, max_size=4), max_size=4),
        "echo_rows": st.lists(st.lists(letter, max_size=4), max_size=4),
        "echo_map": maps(text, number),
        "echo_set": sets(number),
        "echo_pair": st.tuples(number, text),
        "echo_maybe": st.none() | number,
        "echo_colour": COLOURS,
        "echo_colours": st.lists(COLOURS, max_size=4),
    }


def as_told_by(language: str, value: Value) -> Value:
    """The value as it comes back from a language that has fewer kinds of values."""
    if isinstance(value, float) and language in ONE_NUMBER and value.is_integer() and plain(value) != plain(-0.0):
        return int(value)
    if isinstance(value, list | tuple):
        told = [as_told_by(language, item) for item in value]
        return tuple(told) if isinstance(value, tuple) and language not in NO_TUPLES else told
    if isinstance(value, SetValue):
        return SetValue(tuple(as_told_by(language, item) for item in value.items))
    if isinstance(value, MapValue):
        return MapValue(tuple((as_told_by(language, key), as_told_by(language, one)) for key, one in value.pairs))
    return value


RIGHT = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), print_blob=False
)


def test_any_value_comes_back_as_it_was_given(subject: BuiltSubject) -> None:
    not_for(STATIC, subject.language)

    @RIGHT
    @given(st.lists(VALUES, min_size=1, max_size=20))
    def check(values: list[Value]) -> None:
        replies = subject.ask([call("echo", value) for value in values], State.SAME).replies
        told = [plain(reply.value) if isinstance(reply, Returned) else reply for reply in replies]
        assert told == [plain(as_told_by(subject.language.name, value)) for value in values]

    check()


def test_any_value_of_a_declared_type_comes_back_as_it_was_given(typed: BuiltSubject) -> None:
    typed.begin_part()
    name = typed.language.name
    lacking = LACKING.get(name, frozenset())
    each = {asked: st.lists(values, max_size=6) for asked, values in typed_values(name).items() if asked not in lacking}

    @RIGHT
    @given(st.fixed_dictionaries(each))
    def check(values: dict[str, list[Value]]) -> None:
        everything = [value for some in values.values() for value in some]
        steps = [call(asked, value) for asked, some in values.items() for value in some]
        replies = typed.ask(steps, State.SAME).replies if steps else ()
        told = [plain(reply.value) if isinstance(reply, Returned) else reply for reply in replies]
        assert told == [plain(as_told_by(name, value)) for value in everything]

    check()
