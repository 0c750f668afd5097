"""A mutant -> the first test that refuses it when what the tests draw is drawn anew, by other seeds; or none.

Where the right answers are many (games, chance, learning), a mutant can't be compared with its reference answer by
answer: it may be another right program. What can be asked is whether it stays right, on inputs that no test has tried.
An input is a call that was made, or a line that was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

from grader.model import Answers, Limits, State, Step, Verdict
from grader.package import Part, Problem, Test
from grader.plugins import Drawn, ForPeople, Subject, Talk, Tooled
from grader.subject import BuiltSubject


@dataclass(frozen=True, slots=True)
class Repeated:
    """How many inputs were tried in the test that tried fewest, and what was refused."""

    inputs: int
    refusal: str | None


def repeated(
    drawn_by: Callable[[int], Problem], form: str | None, accepted: Sequence[str], subject: BuiltSubject, wanted: int
) -> Repeated:
    """Each test of the accepted parts that draws, under one seed after the other, until so many inputs were tried.

    None is enough where a part asks the mutant for something and nothing of that is drawn.
    """
    tried = []
    parts = [_drawing(part) for part in _parts(drawn_by(0), form, accepted) if _asks(part)]
    if not all(parts):
        return Repeated(0, None)
    for name in [test.id for part in parts for test in part]:
        counted = _Counted(subject)
        for seed in count(1):
            before = counted.inputs
            drawn = [test for part in _parts(drawn_by(seed), form, accepted) for test in _drawing(part)]
            test = next((one for one in drawn if one.id == name), None)
            if test is None:
                break
            subject.begin_part()
            usual, subject.limits = subject.limits, test.limits or subject.limits
            finding = test.check.judge(cast("Subject", counted))
            subject.limits = usual
            if finding.verdict is not Verdict.AC:
                why = f": {finding.message.key}" if finding.message is not None else ""
                return Repeated(counted.inputs, f"with the seed {seed} it is refused by {test.title or name}{why}")
            if counted.inputs == before:
                return Repeated(0, None)  # it asks for nothing, so it will never be enough
            if counted.inputs >= wanted:
                break
        tried.append(counted.inputs)
    return Repeated(min(tried, default=0), None)


def _parts(problem: Problem, form: str | None, accepted: Sequence[str]) -> list[Part]:
    [asked] = [one for one in problem.forms if one.id == form]
    return [part for part in asked.parts if part.id in accepted]


def _drawing(part: Part) -> list[Test]:
    return [test for test in part.tests if isinstance(test.check, Drawn) and test.check.draws]


def _asks(part: Part) -> bool:
    """Whether it runs anything, as against what linters and people look at."""
    return any(not isinstance(test.check, Tooled | ForPeople) for test in part.tests)


class _Counted:
    """A subject that counts what it is asked."""

    def __init__(self, subject: BuiltSubject) -> None:
        self._subject = subject
        self.inputs = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._subject, name)

    def ask(self, steps: Sequence[Step], state: State, **bounds: Any) -> Answers:
        """The replies to the steps."""
        self.inputs += len(steps)
        return self._subject.ask(steps, state, **bounds)

    @contextmanager
    def talk(self, arguments: Sequence[str] = (), limits: Limits | None = None) -> Iterator[Talk]:
        """The program, to which somebody types."""
        with self._subject.talk(arguments, limits) as talk:
            yield cast("Talk", _CountedTalk(self, talk))


class _CountedTalk:
    """A talk that counts the lines that are typed."""

    def __init__(self, counted: _Counted, talk: Talk) -> None:
        self._counted = counted
        self._talk = talk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._talk, name)

    def type(self, text: str) -> None:
        """Type this."""
        self._counted.inputs += 1
        self._talk.type(text)
