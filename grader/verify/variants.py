"""A problem -> the same problem, asked in another way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grader.package import Form, Part, Problem

_Change = Callable[[tuple[Part, ...]], tuple[Part, ...]]


def reversed_order(problem: Problem) -> Problem:
    """The last test first, the last part first, as far as parts do not wait for one another."""
    return with_parts(problem, _last_first)


def without_conditions(problem: Problem) -> Problem:
    """Every part counts for itself, so that each test is asked and none is skipped for the sake of another."""
    loose = with_parts(
        problem, lambda parts: tuple(replace(part, requires=(), points_with={}, optional=False) for part in parts)
    )
    return replace(loose, forms=tuple(replace(form, one_of=()) for form in loose.forms))


def asked_singly(problem: Problem) -> Problem:
    """Each test in a request of its own, so that its own time is known."""

    def singly(part: Part) -> Part:
        tests = tuple(replace(test, limits=test.limits or problem.limits) for test in part.tests)
        return replace(part, tests=tests)

    return with_parts(problem, lambda parts: tuple(map(singly, parts)))


def with_parts(problem: Problem, change: _Change) -> Problem:
    """The problem with the parts that come of those of each form."""
    return replace(problem, forms=tuple(_form(form, change) for form in problem.forms))


def _form(form: Form, change: _Change) -> Form:
    return replace(form, parts=change(form.parts))


def _last_first(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts from the last to the first, each behind those that it waits for."""
    waiting = [replace(part, tests=tuple(reversed(part.tests))) for part in reversed(parts)]
    ordered: list[Part] = []
    while waiting:
        known = {part.id for part in ordered}
        ready = next(part for part in waiting if {*part.requires, *part.points_with} <= known)
        waiting.remove(ready)
        ordered.append(ready)
    return tuple(ordered)
