"""Values and steps -> source text; what the languages share in writing them down."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from grader.model import Argument, Reference, Step
from grader.values import EnumValue, MapValue, SetValue, Value, show

_quoted = json.JSONEncoder(ensure_ascii=False).encode


def snake(name: str) -> str:
    """`getComputerMove` -> `get_computer_move`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() if not name[:1].isupper() else name


def camel(name: str) -> str:
    """`get_computer_move` -> `getComputerMove`."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


@dataclass(frozen=True, slots=True)
class Writing:
    """The few words in which languages differ when they write a value."""

    null: str
    true: str
    false: str
    open_list: str
    close_list: str
    new: str
    spell: Callable[[str], str]

    def value(self, value: Value) -> str:
        """The value as source text, near enough for a person to retype it."""
        if value is None:
            return self.null
        if isinstance(value, bool):
            return self.true if value else self.false
        if isinstance(value, str):
            return _quoted(value)
        if isinstance(value, list | tuple):
            return self.open_list + ", ".join(map(self.value, value)) + self.close_list
        if isinstance(value, EnumValue):
            return f"{value.type}.{value.name}"
        if isinstance(value, SetValue):
            return "{" + ", ".join(map(self.value, value.items)) + "}"
        if isinstance(value, MapValue):
            return "{" + ", ".join(f"{self.value(key)}: {self.value(item)}" for key, item in value.pairs) + "}"
        return show(value)

    def argument(self, argument: Argument) -> str:
        """An argument of a call."""
        return argument.name if isinstance(argument, Reference) else self.value(argument)

    def step(self, step: Step) -> str:
        """A step, with the name that it binds."""
        arguments = ", ".join(map(self.argument, step.arguments))
        name = step.name if step.new else self.spell(step.name)
        text = f"{self.new if step.new else ''}{step.on + '.' if step.on else ''}{name}({arguments})"
        return f"{step.bind} = {text}" if step.bind else text
