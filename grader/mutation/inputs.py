"""A package -> further inputs, on which a mutant that the tests accepted is compared with its reference.

Only the package knows which inputs are allowed, so its `oracle.py` has a function that makes them: `every_input`, if
there are so few that all of them can be asked, or else `further_inputs`, which goes on as long as is wanted. Both may
have the parameters `form`, the id of the form, and `rng`. An input is a list of steps, such as
`["board = TicTacToe(3)", "board.move(0, 0, 1)"]`.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grader.errors import Fault, PackageError
from grader.expression import NotUnderstood, read_step
from grader.kinds.domain import DomainCheck
from grader.model import Interface, Step
from grader.oracle import Oracle
from grader.package import Form, Problem

FURTHER = 10_000
LARGEST = 1_000_000
EVERY, MORE = "every_input", "further_inputs"


@dataclass(frozen=True, slots=True)
class Inputs:
    """Inputs as steps; `complete` if there are no others.

    `texts`: what objects are as text is an answer too. Else it may show what is inside of them.
    """

    conversations: Sequence[tuple[Step, ...]]
    complete: bool
    texts: bool


def whole_domain(form: Form, accepted: Sequence[str]) -> int | None:
    """How many inputs there are, if accepted tests have asked for all of them; None where there may be others."""
    interface = form.interface
    if interface.program or interface.classes or not interface.functions:
        return None
    checks = [test.check for part in form.parts if part.id in accepted for test in part.tests]
    whole = {
        check.function: len(check.table.raw)
        for check in checks
        if isinstance(check, DomainCheck) and check.where is None
    }
    return sum(whole.values()) if all(asked.name in whole for asked in interface.functions) else None


def further_inputs(problem: Problem, form: Form, seed: int) -> Inputs | None:
    """What the oracle makes for this form; None where it makes nothing."""
    oracle = Oracle(problem.folder, seed)
    place = str(problem.folder / "oracle.py")
    faults = oracle.load(Fault(place, None, None, "is missing"))
    if faults:
        return None
    for name, most in ((EVERY, LARGEST), (MORE, FURTHER)):
        function = oracle.function(name)
        if callable(function):
            made = _made(function, form, seed)
            conversations = [_steps(told, form.interface, place) for told in islice(made, most)]
            if name == MORE and len(conversations) < FURTHER:
                raise PackageError([Fault(place, None, None, f"`{MORE}` makes only {len(conversations):,} inputs")])
            return Inputs(conversations, name == EVERY, gives_objects(form.interface)) if conversations else None
    return None


def gives_objects(interface: Interface) -> bool:
    """Whether something that is asked for gives objects of the student's back, which are compared by their text."""
    methods = [method for asked in interface.classes for method in asked.methods]
    returned = {word for asked in (*methods, *interface.functions) for word in re.findall(r"\w+", asked.returns or "")}
    return any(asked.name in returned for asked in interface.classes)


def _made(function: Callable[..., Any], form: Form, seed: int) -> Iterator[Sequence[str]]:
    given = {"form": form.id, "rng": random.Random(seed)}  # noqa: S311 - not for secrets
    return iter(function(*(given[name] for name in inspect.signature(function).parameters)))


def _steps(told: Sequence[str], interface: Interface, place: str) -> tuple[Step, ...]:
    try:
        return tuple(read_step(text, interface).step for text in told)
    except NotUnderstood as error:
        raise PackageError([Fault(place, None, None, f"an input that is not understood, {told}: {error}")]) from error
