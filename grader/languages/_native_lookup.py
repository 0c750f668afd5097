"""An Interface and the declarations of a submission -> which of them stands for what was asked; shared by C and C++.

The rules are those of PROTOCOL.md: names exactly, in the order of the task; then names that differ in case and `_`
only; each choice that is not the plain one is told in a note.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from grader.languages._native_nouns import Class, Declarations, Enumeration, Function
from grader.languages._writing import camel, snake
from grader.model import EnumAsked, FunctionAsked

MOST_OFFERED = 20
NEVER_ASKED = frozenset(("main", "operator", "~"))
Found = TypeVar("Found", Function, Class, Enumeration)


class Role(Enum):
    """What a member is for; the values are names of `native/inside.h`."""

    FUNCTION = "GRADER_FUNCTION"
    CONSTRUCTOR = "GRADER_CONSTRUCTOR"
    METHOD = "GRADER_METHOD"
    MAKER = "GRADER_MAKER"
    TEXT_FORM = "GRADER_TEXT_FORM"


@dataclass(frozen=True, slots=True)
class Member:
    """One thing that the driver can call.

    `codes` are ways to write it, best first: the compiler takes the first that it can; `@number@` in them stands for
    its number. `first` is text that must still see the student's macros. `key` is the name under which it is missed
    when it can take none; `body` is where the body of the function ends in its file, -1 where that is not known.
    """

    role: Role
    key: str
    file: str
    asked: str
    found: str
    codes: tuple[str, ...]
    body: int = -1
    first: str = ""


@dataclass(slots=True)
class Lookup:
    """What was found: the answer to `load`, the members, and enumerations with their members by asked name."""

    functions: dict[str, str | None] = field(default_factory=dict)
    classes: dict[str, Any] = field(default_factory=dict)
    enums: dict[str, str | None] = field(default_factory=dict)
    offers: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    names: list[tuple[Enumeration, EnumAsked, Mapping[str, str]]] = field(default_factory=list)
    unfits: dict[str, str] = field(default_factory=dict)

    def loaded(self) -> dict[str, Any]:
        """The body of the reply to `load`."""
        return {
            "functions": self.functions,
            "classes": self.classes,
            "enums": self.enums,
            "offers": list(dict.fromkeys(self.offers))[:MOST_OFFERED],
            "notes": list(dict.fromkeys(self.notes))[:MOST_OFFERED],
        }

    def note_name(self, found: str, names: Sequence[str]) -> None:
        """Say so if a name is none of those that were asked for."""
        if found not in names:
            self.notes.append(f"Used `{found}`, as `{names[0]}` was asked for.")


def loose(name: str) -> str:
    """Harmless differences of spelling are gone."""
    return name.lower().replace("_", "")


def spellings(name: str, aliases: Sequence[str], spell: Callable[[str], str]) -> list[str]:
    """Names that count, best first: each in the convention of the language, as it is, and in the other convention."""
    every = [name, *aliases]
    return list(dict.fromkeys([*map(spell, every), *every, *map(camel, every), *map(snake, every)]))


def named(names: Sequence[str], having: Iterable[Found]) -> list[Found]:
    """All of the first name that is there; else all of one that differs in case and `_` only."""
    every = list(having)
    for name in names:
        found = [one for one in every if one.name == name]
        if found:
            return found
    wanted = {loose(name) for name in names}
    near = [one for one in every if one.name and loose(one.name) in wanted]
    return [one for one in near if one.name == near[0].name]


def find_enum(asked: EnumAsked, enumerations: Sequence[Enumeration]) -> tuple[Enumeration, dict[str, str]] | None:
    """The enumeration of that name, else the only one that has all the members; its members by asked name."""
    candidates = named([asked.name, *asked.aliases], enumerations)
    if not candidates:
        candidates = [one for one in enumerations if _all_members(asked, one) is not None]
        candidates = candidates if len(candidates) == 1 and asked.members else []
    for found in candidates:
        members = {loose(member): member for member in found.members}
        return found, {member: members[loose(member)] for member in asked.members if loose(member) in members}
    return None


def _all_members(asked: EnumAsked, found: Enumeration) -> list[str] | None:
    there = {loose(member) for member in found.members}
    return list(asked.members) if all(loose(member) in there for member in asked.members) else None


def free_functions(found: Sequence[Declarations]) -> list[Function]:
    """Functions with a body that belong to no class and can be asked for."""
    classes = {(*one.scope, one.name) for file in found for one in file.classes}
    return [
        one
        for file in found
        for one in file.functions
        if one.end >= 0 and one.name not in NEVER_ASKED and one.scope not in classes
    ]


def nearest(functions: Sequence[Function], count: int) -> list[Function]:
    """Those that take so many arguments, or all if none does."""
    fitting = [one for one in functions if _takes(one, count)]
    return fitting or list(functions)


def _takes(function: Function, count: int) -> bool:
    needed = sum(not parameter.optional for parameter in function.parameters)
    return needed <= count <= len(function.parameters)


def quoted(text: str) -> str:
    """The text as a literal of C, short and in ASCII."""
    short = " ".join(text.split())[:300].encode("ascii", "replace").decode()
    return '"' + short.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?") + '"'


def words(name: str, asked: str, found: str, gives: str) -> str:
    """The texts that go with a member."""
    return ", ".join(map(quoted, (name, asked, found, gives)))


def gives_of(asked: FunctionAsked) -> str:
    """The declared type of what comes back, without blanks."""
    return (asked.returns or "").replace(" ", "")
