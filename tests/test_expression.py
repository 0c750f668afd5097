"""grader.expression: what may stand in a package as a call, a value or a declaration, and what may not."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.expression import NotUnderstood, Written, read_function, read_step, read_value
from grader.model import ClassAsked, FunctionAsked, Interface, Parameter, Reference, Step
from grader.values import EnumValue, MapValue, SetValue, Value, show

CALM = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
INTERFACE = Interface(
    functions=(read_function("solution(board: list[str]) -> int"), read_function("now()")),
    classes=(
        ClassAsked(
            "Board",
            ((Parameter("n", "int"),), ()),
            (read_function("move(x, y)"), read_function("reset()")),
        ),
    ),
)

scalars: st.SearchStrategy[Value] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.binary()
)
writable = st.recursive(
    scalars,
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.lists(inside, max_size=3).map(tuple)
        | st.lists(inside, max_size=3).map(lambda items: SetValue(tuple(items)))
        | st.lists(st.tuples(inside, inside), max_size=3).map(lambda pairs: MapValue(tuple(pairs)))
    ),
    max_leaves=10,
)


@CALM
@given(writable)
def test_a_value_that_is_shown_is_read_as_the_same_value(value: Value) -> None:
    assert repr(read_value(show(value))) == repr(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" 1 ", 1),
        ("-1", -1),
        ("-(-1.5)", 1.5),
        ("-0.0", -0.0),
        ("None", None),
        ("True", True),
        ("'a' \"b\"", "ab"),
        ("b'\\xff'", b"\xff"),
        ("()", ()),
        ("(1)", 1),
        ("(1,)", (1,)),
        ("1, 2", (1, 2)),
        ("set()", SetValue(())),
        ("{1, 2}", SetValue((1, 2))),
        ("{}", MapValue(())),
        ("{'a': [1]}", MapValue((("a", [1]),))),
        ("Symbol.CIRCLE", EnumValue("Symbol", "CIRCLE")),
        ("[Symbol.CIRCLE]", [EnumValue("Symbol", "CIRCLE")]),
        ("float('nan')", math.nan),
        ("float('-inf')", -math.inf),
        ("123456789012345678901234567890", 123456789012345678901234567890),
    ],
)
def test_a_literal_is_the_value_that_python_would_give(text: str, value: Value) -> None:
    assert repr(read_value(text)) == repr(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[x]",
        "[*a]",
        "{**a}",
        "1 + 1",
        "1j",
        "...",
        "-True",
        "-'a'",
        "not 1",
        "f'{1}'",
        "a.b.c",
        "[1 for _ in a]",
        "lambda: 1",
        "__import__('os').getcwd()",
        "set([1])",
        "set(x=1)",
        "float('abc')",
        "float([1])",
        "int('1')",
        "1\x00",
        "(" * 300,
        "x = 1",
    ],
)
def test_what_is_no_literal_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_value(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("solution(['O.X'])", Written(Step("solution", (["O.X"],)))),
        ("solution([]) == 1", Written(Step("solution", ([],)), compared=True, expected=1)),
        ("solution([]) == None", Written(Step("solution", ([],)), compared=True, expected=None)),
        ("now()", Written(Step("now"))),
        ("board = Board(3)", Written(Step("Board", (3,), new=True, bind="board"))),
        ("board = Board()", Written(Step("Board", (), new=True, bind="board"))),
        ("board.move(0, -1) == -1", Written(Step("move", (0, -1), on="board"), compared=True, expected=-1)),
        ("last = board.reset()", Written(Step("reset", (), on="board", bind="last"))),
        ("solution(board)", Written(Step("solution", (Reference("board"),)))),
        ("solution(Symbol.X)", Written(Step("solution", (EnumValue("Symbol", "X"),)))),
    ],
)
def test_a_line_asks_for_the_step_that_it_spells(text: str, written: Written) -> None:
    assert read_step(text, INTERFACE) == written


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "`` is not written as in Python: invalid syntax"),
        ("now(); now()", "write one call, such as `solution(3)`"),
        ("import os", "write one call, such as `solution(3)`"),
        ("x = y = Board(3)", "on the left of `=` stands one name, such as `board = TicTacToe(3)`"),
        ("x.y = Board(3)", "on the left of `=` stands one name, such as `board = TicTacToe(3)`"),
        ("now", "a call is needed here, such as `solution(3)`"),
        ("x = 3", "a call is needed here, such as `solution(3)`"),
        ("1 == now()", "a call is needed here, such as `solution(3)`"),
        ("now() != 1", "a call can only be compared by one `==`"),
        ("now() == 1 == 1", "a call can only be compared by one `==`"),
        ("solution(board=[])", "arguments are given by place, not by name"),
        ("solution(*x)", "`*x` is no value that a package can hold"),
        ("solution([board])", "`board` is no value that a package can hold"),
        ("solution(now())", "`now(...)` is no value that a package can hold"),
        ("now() == x", "`x` is no value that a package can hold"),
        ("a.b.move(1, 2)", "what is called must be a name, or a method of a name"),
        ("Board(3).move(1, 2)", "what is called must be a name, or a method of a name"),
        ("solutoin([])", "`solutoin` is not in the interface; did you mean `solution`?"),
        ("quux()", "`quux` is not in the interface; it has `solution`, `now`, `Board`"),
        ("board.mvoe(1, 2)", "no class of the interface has a method `mvoe`; did you mean `move`?"),
        ("board.quux()", "no class of the interface has a method `quux`; it has `move`, `reset`"),
        ("solution()", "`solution` is declared with 1 arguments, 0 given"),
        ("board.move(1)", "`move` is declared with 2 arguments, 1 given"),
        ("board = Board(1, 2)", "`Board` is declared with 0 or 1 arguments, 2 given"),
    ],
)
def test_a_line_that_asks_for_no_step_is_told_why(text: str, why: str) -> None:
    with pytest.raises(NotUnderstood) as raised:
        read_step(text, INTERFACE)
    assert str(raised.value) == why


def test_a_line_that_is_no_python_is_quoted() -> None:
    with pytest.raises(NotUnderstood, match=r"^`solution\(\[1\)` is not written as in Python: "):
        read_step("solution([1)", INTERFACE)


def test_an_empty_interface_is_told_without_a_list() -> None:
    with pytest.raises(NotUnderstood) as raised:
        read_step("solution(1)", Interface())
    assert str(raised.value) == "`solution` is not in the interface"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("solution", None),
        ("solution()", FunctionAsked("solution")),
        ("solution(a, b)", FunctionAsked("solution", (Parameter("a"), Parameter("b")))),
        (
            "count(board: list[list[int]], to: str | None) -> dict[str, int]",
            FunctionAsked(
                "count",
                (Parameter("board", "list[list[int]]"), Parameter("to", "str | None")),
                "dict[str, int]",
            ),
        ),
        ("solution(a=1)", None),
        ("solution(*a)", None),
        ("solution(**a)", None),
        ("solution(*, a)", None),
        ("solution(a, /)", None),
        ("solution(a, /, b)", None),
        ("solution(a", None),
        ("solution(a) -> ", None),
        ("solution(): pass\ndef other()", None),
        ("3(a)", None),
        ("", None),
    ],
)
def test_a_declaration_has_plain_parameters_only(text: str, asked: FunctionAsked | None) -> None:
    if asked is not None:
        assert read_function(text) == asked
    else:
        with pytest.raises(NotUnderstood):
            read_function(text)
