"""Questions -> the JSON that drivers read; the JSON that drivers write -> what we take it for.

The other side of `languages/PROTOCOL.md`. What comes back may be forged: it is only ever an answer, right or wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from grader.model import (
    Absent,
    BuildFailure,
    Frame,
    FunctionAsked,
    Interface,
    Invalid,
    Offer,
    Place,
    Raised,
    Reference,
    Reply,
    Returned,
    Step,
    Unfit,
)
from grader.plugins import Language
from grader.values import Json, MalformedValue, decode, encode

Names = Mapping[str, str]


# --- questions ---------------------------------------------------------------------------------------------


def load_request(main: str, interface: Interface, language: Language) -> dict[str, Json]:
    """The request to load the student's code and to look up the members of the interface."""

    def names(name: str, aliases: Sequence[str]) -> list[Json]:
        return list(dict.fromkeys([language.spell(name), name, *map(language.spell, aliases), *aliases]))

    def function(asked: FunctionAsked) -> Json:
        return {
            "name": asked.name,
            "names": names(asked.name, asked.aliases),
            "arity": len(asked.parameters),
            "returns": asked.returns,
        }

    return {
        "do": "load",
        "main": main,
        "prelude": interface.prelude,
        "functions": [function(asked) for asked in interface.functions],
        "classes": [
            {
                "name": asked.name,
                "names": list(dict.fromkeys([asked.name, *asked.aliases])),
                "arity": [len(parameters) for parameters in asked.constructors],
                "methods": [function(method) for method in asked.methods],
            }
            for asked in interface.classes
        ],
        "enums": [
            {"name": asked.name, "names": [asked.name, *asked.aliases], "members": list(asked.members)}
            for asked in interface.enums
        ],
    }


def step(asked: Step) -> Json:
    """One step of a request."""
    arguments: list[Json] = [
        {"ref": argument.name} if isinstance(argument, Reference) else encode(argument) for argument in asked.arguments
    ]
    if asked.new:
        return ["new", asked.name, arguments, asked.bind]
    if asked.on is not None:
        return ["method", asked.on, asked.name, arguments, asked.bind]
    return ["call", asked.name, arguments, asked.bind]


def request(identity: str, body: Mapping[str, Json], steps: Sequence[Step] | None = None) -> bytes:
    """A request as one line."""
    written = _written({"id": identity, **body})
    if steps is not None:
        written = f'{written[:-1]}, "steps": {_steps(steps)}}}'
    return written.encode() + b"\n"


def _steps(steps: Sequence[Step]) -> str:
    """Steps as JSON; those of a large table are written once, for all submissions."""
    kept = _KEPT.get(id(steps))
    if kept is not None and kept[0] is steps:
        return kept[1]
    written = _written([step(one) for one in steps])
    if len(steps) >= LARGE and isinstance(steps, tuple):
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        _KEPT[id(steps)] = steps, written
    return written


LARGE, MOST_KEPT = 1000, 8
_KEPT: dict[int, tuple[Sequence[Step], str]] = {}
_written = json.JSONEncoder().encode


# --- answers -----------------------------------------------------------------------------------------------


def reply(body: Mapping[str, Any], names: Names) -> Reply:
    """What an answer to a step says; `names` leads from files in traces to those that the student knows."""
    try:
        if "value" in body:
            return Returned(decode(body["value"]))
        if "raised" in body:
            return raised(body["raised"], names)
        if "missing" in body:
            return Absent(str(body["missing"])[:200])
        if "unfit" in body:
            return Unfit(str(body["unfit"])[:1000])
    except (MalformedValue, KeyError, TypeError, ValueError):
        pass
    return Invalid("a reply that says nothing known")


def refusal(body: Mapping[str, Any], names: Names) -> BuildFailure:
    """Why the code could not be read as a program, and where."""
    source, file = body.get("source"), str(body.get("file"))
    place = Place(
        names.get(file, file),
        _line(body.get("line")),
        _line(body.get("column")),
        str(source)[:500] if source is not None else None,
    )
    return BuildFailure(str(body.get("message"))[:2000], place)


def raised(body: Mapping[str, Any], names: Names) -> Raised:
    """The error that was raised, with its trace."""
    trace = []
    for frame in body["trace"][:20]:
        file = str(frame["file"])
        trace.append(Frame(names.get(file, file), _line(frame["line"]), str(frame["function"])[:200]))
    message = str(body["message"])[:2000]
    return Raised(str(body["type"])[:200], message, tuple(trace), body.get("memory") is True)


def offer(body: Mapping[str, Any]) -> Offer:
    """What was found of the interface."""

    def name(found: object) -> str | None:
        return str(found)[:200] if found is not None else None

    classes: dict[str, str | None] = {}
    methods: dict[tuple[str, str], str | None] = {}
    for asked, found in dict(body["classes"]).items():
        classes[asked] = name(found["name"]) if found else None
        for method, spelled in dict(found["methods"]).items() if found else ():
            methods[asked, method] = name(spelled)
    return Offer(
        {asked: name(found) for asked, found in dict(body["functions"]).items()},
        classes,
        methods,
        {asked: name(found) for asked, found in dict(body["enums"]).items()},
        tuple(str(offered)[:200] for offered in list(body["offers"])[:20]),
        tuple(str(note)[:500] for note in list(body["notes"])[:20]),
    )


def _line(number: object) -> int | None:
    return number if type(number) is int and number > 0 else None
