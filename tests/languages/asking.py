"""Sources of a student's, as text -> a Subject of them; what the tests of single languages share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from grader.build import Workshop
from grader.model import (
    BuildFailure,
    Built,
    ClassAsked,
    FunctionAsked,
    Interface,
    Limits,
    Parameter,
    Reply,
    Returned,
    State,
    Step,
    Submission,
)
from grader.plugins import Language, Sandbox
from grader.subject import BuiltSubject
from grader.submission import digest
from grader.values import ObjectValue, Value

LIMITS = Limits(cpu_s=3, wall_s=15)


def asked(name: str, *parameters: str, returns: str | None = None) -> FunctionAsked:
    """A function; each parameter as `name` or `name: type`."""
    pairs = [parameter.partition(": ") for parameter in parameters]
    return FunctionAsked(name, tuple(Parameter(name, kind or None) for name, _colon, kind in pairs), returns)


def functions(*ones: FunctionAsked, prelude: str = "none") -> Interface:
    """An interface of functions alone."""
    return Interface(ones, prelude=prelude)


def a_class(name: str, constructor: tuple[str, ...], *methods: FunctionAsked) -> Interface:
    """An interface of one class with one constructor."""
    parameters = asked("", *constructor).parameters
    return Interface(classes=(ClassAsked(name, (parameters,), methods),))


def build(
    language: Language, sandbox: Sandbox, files: Mapping[str, str | bytes], interface: Interface
) -> tuple[Workshop, Built | BuildFailure]:
    """The files, the first of which counts, made ready to be asked."""
    contents = {path: text if isinstance(text, bytes) else text.encode() for path, text in files.items()}
    submission = Submission("student", contents, language.name, next(iter(contents)), digest(contents))
    workshop = Workshop(language, language.find(), sandbox)
    return workshop, language.build(submission, interface, workshop.toolchain, workshop.run)


@contextmanager
def opened(
    language: Language,
    sandbox: Sandbox,
    files: Mapping[str, str | bytes],
    interface: Interface,
    limits: Limits = LIMITS,
) -> Iterator[BuiltSubject]:
    """A subject that loaded, to be asked."""
    workshop, built = build(language, sandbox, files, interface)
    assert isinstance(built, Built), built
    subject = BuiltSubject(built, language, workshop.toolchain, sandbox, limits)
    try:
        assert subject.load(interface) is None
        yield subject
    finally:
        subject.close()


def refusal(
    language: Language, sandbox: Sandbox, files: Mapping[str, str | bytes], interface: Interface
) -> BuildFailure:
    """Why the files can't be built or loaded."""
    workshop, built = build(language, sandbox, files, interface)
    if isinstance(built, BuildFailure):
        return built
    subject = BuiltSubject(built, language, workshop.toolchain, sandbox, LIMITS)
    try:
        failure = subject.load(interface)
    finally:
        subject.close()
    assert failure is not None
    return failure


def one(subject: BuiltSubject, name: str, *arguments: Value) -> Reply:
    """The reply to one call in a state of its own."""
    return subject.ask([Step(name, arguments)], State.NEW).replies[0]


def answers_of(language: Language, sandbox: Sandbox, files: Mapping[str, str | bytes], state: State) -> set[str]:
    """Each in a word, what hostile code answers to `solution(1)`, asked twice: its value or the kind of its reply."""
    limits = Limits(cpu_s=1, wall_s=2, processes=24)
    with opened(language, sandbox, files, functions(asked("solution", "n: int", returns="int")), limits) as subject:
        replies = [subject.ask([Step("solution", (1,))], state).replies[0] for _ in range(2)]
    return set(map(_word, replies)) - {"NotRun"}


def _word(reply: Reply) -> str:
    if not isinstance(reply, Returned):
        return type(reply).__name__
    return "object" if isinstance(reply.value, ObjectValue) else repr(reply.value)
