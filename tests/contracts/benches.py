"""A language with its toolchain in a sandbox -> subjects of sources that are there in every language.

The sources of a language are in `sources/<name>/`, as text, and do the same in each.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader import plugins
from grader.model import (
    MEBIBYTE,
    BuildFailure,
    Built,
    ClassAsked,
    Command,
    EnumAsked,
    FunctionAsked,
    Interface,
    Limits,
    Outcome,
    Parameter,
    Reply,
    State,
    Step,
    Submission,
    Toolchain,
)
from grader.plugins import Language, Sandbox
from grader.subject import BuiltSubject
from grader.submission import digest
from grader.values import EnumValue, MapValue, SetValue, Value, encode

SOURCES = Path(__file__).with_name("sources")
LANGUAGES = plugins.languages()
KNOWN = sorted(path.name for path in SOURCES.iterdir() if path.name in LANGUAGES)
LIMITS = Limits(cpu_s=3, wall_s=20)

BUILD_LIMITS = Limits(cpu_s=60, wall_s=120, memory_bytes=768 * MEBIBYTE, processes=128)


def asked(name: str, *parameters: str, returns: str | None = None) -> FunctionAsked:
    """A function; each parameter as `name` or `name: type`."""
    pairs = [parameter.partition(": ") for parameter in parameters]
    return FunctionAsked(name, tuple(Parameter(name, kind or None) for name, _colon, kind in pairs), returns)


INTERFACE = Interface(
    functions=(
        asked("echo", "value"),
        asked("count_up", returns="int"),
        asked("fail", "message: str"),
        asked("leave", "code: int"),
        asked("spin"),
        asked("rest"),
        asked("shout", "text: str", returns="int"),
        asked("flood", "megabytes: int", returns="int"),
        asked("bump", "values: list[int]", returns="int"),
        asked("total_of", "counter: Counter", returns="int"),
        asked("dive", "depth: int", returns="int"),
        asked("hoard", "megabytes: int", returns="int"),
        asked("read_line", returns="str"),
        asked("strange", "what: str"),
    ),
    classes=(
        ClassAsked(
            "Counter",
            ((Parameter("start", "int"),),),
            (asked("add", "step: int", returns="int"), asked("fresh_copy", returns="Counter")),
        ),
    ),
    enums=(EnumAsked("Colour", ("RED", "BLUE")),),
)
# Where functions have types, `echo` takes and gives an integer, and `strange` is missing.
STATIC = frozenset(("c", "cpp", "go", "rust"))
# Where nothing can be raised.
NO_ERRORS = frozenset(("c",))


# --- a subject of each language ----------------------------------------------------------------------------


def source_of(language: Language, name: str) -> str:
    return (SOURCES / language.name / f"{name}.txt").read_text("utf-8")


def submission_of(language: Language, source: str) -> Submission:
    main = f"Everything{language.extensions[0]}"
    files = {main: source.encode()}
    return Submission("student", files, language.name, main, digest(files))


class Bench:
    """A language with its toolchain in a sandbox; builds and opens sources."""

    def __init__(self, language: Language, toolchain: Toolchain, sandbox: Sandbox) -> None:
        self.language = language
        self.toolchain = toolchain
        self.sandbox = sandbox

    def run(self, command: Command, limits: Limits = BUILD_LIMITS) -> Outcome:
        with self.sandbox.start(command, limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome

    def build(self, source: str, interface: Interface = INTERFACE) -> Built | BuildFailure:
        return self.language.build(submission_of(self.language, source), interface, self.toolchain, self.run)

    def open(self, source: str, interface: Interface, limits: Limits = LIMITS) -> BuiltSubject | BuildFailure:
        built = self.build(source, interface)
        if isinstance(built, BuildFailure):
            return built
        subject = BuiltSubject(built, self.language, self.toolchain, self.sandbox, limits)
        failure = subject.load(interface)
        if failure is not None:
            subject.close()
        return failure or subject


def call(name: str, *arguments: Any, bind: str | None = None) -> Step:
    return Step(name, arguments, bind=bind)


def one(subject: BuiltSubject, step: Step, limits: Limits | None = None) -> Reply:
    return subject.ask([step], State.NEW, limits=limits).replies[0]


def not_for(languages: Collection[str], language: Language) -> None:
    """What does not apply to some languages is no test there; nothing is lacking, so it is no skip that fails."""
    if language.name in languages:
        pytest.skip(f"does not apply to {language.title}")


# --- values ---


def plain(value: Value) -> str:
    """The wire form, in which nan equals nan and the order of sets and maps is put right."""
    return json.dumps(_ordered(encode(value)))


def _ordered(wire: Any) -> Any:
    if isinstance(wire, list):
        return [_ordered(item) for item in wire]
    if isinstance(wire, dict):
        return {
            tag: sorted(_ordered(body), key=json.dumps) if tag in ("set", "map") else _ordered(body)
            for tag, body in wire.items()
        }
    return wire


TYPED: Mapping[str, tuple[str, Sequence[Value]]] = {
    "echo_int": ("int", [0, -1, 2**31 - 1, -(2**31)]),
    "echo_long": ("int", [2**53 + 1, 2**63 - 1, -(2**63)]),
    "echo_big": ("int", [2**64, -(10**30)]),
    "echo_float": ("float", [0.5, 0.1, -1.25, -0.0, math.nan, math.inf, -math.inf, 1.5e-300, 5e-324]),
    "echo_bool": ("bool", [True, False]),
    "echo_char": ("str", ["x", "'", "\\", "\0"]),
    "echo_text": ("str", ["", "O.X", "'\"\\/\n\t", "\u017c\u00f3\u0142w \u4e2d \U0001f600", "x" * 5000]),
    "echo_numbers": ("list[int]", [[], [1], [3, -1, 2]]),
    "echo_floats": ("list[float]", [[0.5, -1.25]]),
    "echo_texts": ("list[str]", [["O.X", "", "..X"]]),
    "echo_grid": ("list[list[int]]", [[], [[1, 2, 3], [4, 5, 6]], [[7]]]),
    "echo_rows": ("list[list[str]]", [[["O", "."], ["X", "O"]]]),  # as `char[][]` where there is that
    "echo_map": ("dict[str, int]", [MapValue((("a", 1), ("", -2))), MapValue(())]),
    "echo_set": ("set[int]", [SetValue((1, 2)), SetValue(())]),
    "echo_pair": ("tuple[int, str]", [(1, "a")]),
    "echo_maybe": ("int | None", [5, None]),
    "echo_colour": ("Colour", [EnumValue("Colour", "BLUE")]),
    "echo_colours": ("list[Colour]", [[EnumValue("Colour", "RED"), EnumValue("Colour", "BLUE")]]),
}
"""Types that a language has not, and functions that would need them or that need exceptions."""
LACKING: Mapping[str, frozenset[str]] = {
    "go": frozenset(("strange",)),
    "cpp": frozenset(("strange",)),
    "c": frozenset(("strange", "fail", "echo_map", "echo_set", "echo_pair")),
}
