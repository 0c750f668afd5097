"""JavaScript as students write it: every kind of file runs, whatever it does while it loads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from grader.languages.javascript import PLUGIN
from grader.model import (
    MEBIBYTE,
    Built,
    ClassAsked,
    EnumAsked,
    FunctionAsked,
    Interface,
    Limits,
    Parameter,
    Raised,
    Returned,
    State,
    Step,
    Toolchain,
)
from grader.plugins import Sandbox
from grader.values import EnumValue, Value
from tests.languages.opening import opened

pytestmark = pytest.mark.long  # one case of each test in each language otherwise

ASKED = Interface((FunctionAsked("solution", (Parameter("board", "list[str]"),), "int"),))
BOARD: list[Value] = ["O.X", ".O.", "..X"]
CALL = Step("solution", (BOARD,))
COUNTER = Interface(
    classes=(ClassAsked("Counter", ((Parameter("start", "int"),),), (FunctionAsked("add", (Parameter("step"),)),)),)
)


def read(name: str) -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = yaml.safe_load(Path(__file__).with_name(name).read_text("utf-8"))
    return found


KINDS = read("javascript_kinds.yaml")
CLASSES = read("javascript_classes.yaml")


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_file_runs(any_sandbox: Sandbox, name: str) -> None:
    with opened(PLUGIN, any_sandbox, KINDS[name], ASKED) as subject:
        replies = subject.ask([CALL, CALL], State.EACH).replies
    assert replies == (Returned(3), Returned(3))


@pytest.mark.parametrize("name", CLASSES)
def test_every_kind_of_class_works(any_sandbox: Sandbox, name: str) -> None:
    steps = [
        Step("Counter", (5,), new=True, bind="a"),
        Step("Counter", (7,), new=True, bind="b"),
        *(Step("add", (step,), on=counter) for counter, step in (("a", 1), ("b", 1), ("a", 10))),
    ]
    with opened(PLUGIN, any_sandbox, CLASSES[name], COUNTER) as subject:
        replies = [subject.ask(steps, State.NEW).replies[2:] for _ in range(2)]
    assert replies == [(Returned(6), Returned(8), Returned(16))] * 2


MEMBERS = {
    "numbers": "const Colour = { RED: 0, BLUE: 1 };",
    "texts": "const Colour = Object.freeze({ RED: 'red', BLUE: 'blue' });",
    "symbols": "const Colour = { RED: Symbol(), BLUE: Symbol() };",
    "objects": "class Colour { static RED = new Colour(); static BLUE = new Colour(); }",
}


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_of_an_enumeration_is_known_where_its_type_is_declared(any_sandbox: Sandbox, name: str) -> None:
    asked = Interface(
        functions=(
            FunctionAsked("same", (Parameter("colour", "Colour"),), "list[Colour]"),
            FunctionAsked("plain", (), "list[int]"),
        ),
        enums=(EnumAsked("Colour", ("RED", "BLUE")),),
    )
    source = MEMBERS[name] + "\nconst same = (colour) => [colour, Colour.RED];\nconst plain = () => [0, 1, 'red'];\n"
    with opened(PLUGIN, any_sandbox, {"colours.js": source}, asked) as subject:
        blue = EnumValue("Colour", "BLUE")
        replies = subject.ask([Step("same", (blue,)), Step("plain")], State.NEW).replies
    assert replies == (Returned([blue, EnumValue("Colour", "RED")]), Returned([0, 1, "red"]))


def test_an_es_module_that_is_required_and_stops_is_told_in_its_own_line(any_sandbox: Sandbox) -> None:
    files = {
        "solution.js": "exports.solution = () => require('./helper');\n",
        "helper.js": "export const x = 1;\n\nthrow new RangeError('no');\n",
    }
    with opened(PLUGIN, any_sandbox, files, ASKED) as subject:
        reply = subject.ask([CALL], State.NEW).replies[0]
    assert isinstance(reply, Raised)
    assert (reply.message, [(frame.file, frame.line) for frame in reply.trace]) == ("no", [("helper.js", 3)])


@pytest.mark.parametrize(
    ("version", "mebibytes"),
    [("Node v20.20.2", 192), ("Node v22.23.5", 192), ("Node v24.0.0", 704), ("TypeScript 7.0.2, Node v26.12.1", 704)],
)
def test_what_node_reserves_at_its_start_is_not_taken_from_the_student(version: str, mebibytes: int) -> None:
    toolchain = Toolchain(version, {"node": Path("/none")})
    built = Built({}, "solution.js")
    commands = [
        PLUGIN.driver(built, toolchain, Limits()),
        PLUGIN.program(built, toolchain, Limits(), [], b""),
    ]
    assert [command.overhead_bytes for command in commands] == [mebibytes * MEBIBYTE] * 2
