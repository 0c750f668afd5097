"""A reference and its mutant -> the first input to which they answer differently, or none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from grader.build import Workshop
from grader.errors import GraderError
from grader.model import BuildFailure, Reference, Reply, Returned, State, Step, Submission
from grader.mutation.inputs import Inputs
from grader.mutation.sampling import Reference as Right
from grader.mutation.trying import Bench
from grader.plugins import languages
from grader.subject import BuiltSubject
from grader.values import MapValue, ObjectValue, SetValue, Value

TOGETHER = 200
"""How many inputs are asked in one state: their objects are alive at the same time."""
TOGETHER_S = 600.0


@dataclass(frozen=True, slots=True)
class Difference:
    """An input to which the two answer differently, with both answers, as people of the language write them."""

    input: str
    reference: str
    mutant: str

    def __str__(self) -> str:
        """It in words."""
        return f"{self.input}: the reference answers {self.reference}, the mutant {self.mutant}"


@contextmanager
def opened(bench: Bench, reference: Right, submission: Submission) -> Iterator[BuiltSubject]:
    """The reference or a mutant of it, built and loaded."""
    problem, language = bench.problem, languages()[reference.language]
    decided = replace(submission, language=reference.language, main=bench.baseline(reference).main)
    workshop = Workshop(language, language.find(), bench.sandbox, bench.compilers)
    built = workshop.build(decided, problem)
    if isinstance(built, BuildFailure):
        raise GraderError(f"{submission.id} was built before, and now can't be: {built.message}")
    subject = BuiltSubject(built, language, workshop.toolchain, bench.sandbox, problem.limits)
    asked = problem.interface
    try:
        failed = subject.load(asked) is not None or subject.load_failure is not None
        if failed and (asked.functions or asked.classes):
            raise GraderError(f"{submission.id} was loaded before, and now can't be")
        yield subject
    finally:
        subject.close()


def answers(subject: BuiltSubject, inputs: Inputs) -> Iterator[list[Reply]]:
    """The replies to the steps of each input, asked many together."""
    conversations = inputs.conversations
    for start in range(0, len(conversations), TOGETHER):
        group = conversations[start : start + TOGETHER]
        steps = [step for number, steps in enumerate(group) for step in _numbered(steps, number)]
        subject.begin_part()
        limits = replace(subject.limits, total_s=TOGETHER_S)
        replies = iter(subject.ask(steps, State.NEW, each_cpu_s=limits.cpu_s, limits=limits).replies)
        for conversation in group:
            yield [next(replies) for _step in conversation]


def first_difference(inputs: Inputs, expected: Sequence[Sequence[Reply]], mutant: BuiltSubject) -> Difference | None:
    """The first input whose replies are others than those that the reference gave."""
    for steps, wanted, came in zip(inputs.conversations, expected, answers(mutant, inputs), strict=True):
        for number, (one, other) in enumerate(zip(wanted, came, strict=True)):
            if answer(one, inputs.texts) != answer(other, inputs.texts):
                shown = "; ".join(map(mutant.language.show_step, steps[: number + 1]))
                return Difference(shown, _shown(one, mutant), _shown(other, mutant))
    return None


def checked(replies: Sequence[Sequence[Reply]], inputs: Inputs, name: str) -> Sequence[Sequence[Reply]]:
    """The replies of a reference, which has an answer to each input."""
    for steps, came in zip(inputs.conversations, replies, strict=True):
        for step, reply in zip(steps, came, strict=True):
            if not isinstance(reply, Returned):
                raise GraderError(f"the reference {name} does not answer the further input {step}: {reply}")
    return replies


def _numbered(steps: Sequence[Step], number: int) -> Iterator[Step]:
    """The steps with names of objects that no other input has."""

    def name(given: str | None) -> str | None:
        return None if given is None else f"{given}_{number}"

    for step in steps:
        arguments = tuple(
            Reference(f"{argument.name}_{number}") if isinstance(argument, Reference) else argument
            for argument in step.arguments
        )
        yield replace(step, arguments=arguments, on=name(step.on), bind=name(step.bind))


def answer(reply: Reply, texts: bool) -> str:
    """What is compared: the value with its type, or what else happened, without its wording."""
    return f"returned {_plain(reply.value, texts)}" if isinstance(reply, Returned) else type(reply).__name__


def _plain(value: Value, texts: bool) -> str:
    """The value written so that equal ones look alike."""
    if isinstance(value, list | tuple):
        return f"list {[_plain(item, texts) for item in value]}"
    if isinstance(value, SetValue):
        return f"set {sorted(_plain(item, texts) for item in value.items)}"
    if isinstance(value, MapValue):
        return f"map {sorted(f'{_plain(key, texts)}: {_plain(item, texts)}' for key, item in value.pairs)}"
    if isinstance(value, ObjectValue):
        return f"object {_ADDRESS.sub('', value.text) if texts else ''}"
    return repr(value)


_ADDRESS = re.compile(r"@[0-9a-f]+|\b0x[0-9a-f]+")


def _shown(reply: Reply, subject: BuiltSubject) -> str:
    return subject.language.show(reply.value) if isinstance(reply, Returned) else f"nothing ({type(reply).__name__})"
