"""A few functions -> a Subject and a Reader, as plain classes, to test the kinds without any process.

A student is a function from a step to a reply. What makes a new one stands for loading the code afresh, so that
a student may keep state as real ones do.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from grader.expression import read_function, read_step
from grader.model import (
    Answers,
    Command,
    Ended,
    Ending,
    Interface,
    Invalid,
    Keeping,
    Limits,
    NotRun,
    Offer,
    Outcome,
    Raised,
    Reply,
    Returned,
    State,
    Step,
    Turn,
)
from grader.plugins import Language, languages
from grader.values import Numbers, Value

Student = Callable[[Step], Reply]
DOUBLE = Interface((read_function("double(n)"),))


def replying(*replies: Reply) -> Callable[[], Student]:
    """A student that gives these replies one after the other, the last one again and again."""
    left = list(replies)
    return lambda: lambda _step: left.pop(0) if len(left) > 1 else left[0]


def returning(function: Callable[..., Value]) -> Callable[[], Student]:
    """A student whose code is this function; what it raises is raised."""

    def student(step: Step) -> Reply:
        try:
            return Returned(function(*step.arguments))
        except ArithmeticError as error:
            return Raised(type(error).__name__, str(error))

    return lambda: student


def ended(ending: Ending, exit_code: int | None = None, signal: int | None = None, **more: Any) -> Outcome:
    """An outcome of which little is known."""
    known: dict[str, Any] = {"wall_s": 0.5, "cpu_s": 0.25, "peak_bytes": 1024, "stdout": b"", "stderr": b""}
    return Outcome(ending, exit_code, signal, **{**known, **more})


@dataclass(slots=True)
class FakeSubject:
    """A Subject that asks a function; `asked` are the requests so far."""

    fresh: Callable[[], Student]
    language: Language = field(default_factory=lambda: languages()["python"])
    offer: Offer = field(default_factory=lambda: Offer({"double": "double"}, {}, {}, {}))
    limits: Limits = field(default_factory=Limits)
    keeping: Keeping = Keeping.RETRY
    printed: bytes = b""
    outcome: Outcome | None = None
    clock: Callable[[Step], float | None] = lambda _step: 0.01
    program: Callable[[], Generator[str, str | None, str]] | None = None
    asked: list[tuple[int, State]] = field(default_factory=list)
    ran: list[tuple[tuple[str, ...], bytes]] = field(default_factory=list)
    kept: Student | None = None
    memory: dict[object, Any] = field(default_factory=dict)
    cpu_s: float | None = 0.25
    wall_s: float | None = None
    sources: Mapping[str, bytes] = field(default_factory=dict)
    tool: Callable[[Command], Outcome] | None = None

    def ask(
        self,
        steps: Sequence[Step],
        state: State,
        each_cpu_s: float | None = None,  # noqa: ARG002 - as the protocol has it
        limits: Limits | None = None,  # noqa: ARG002
    ) -> Answers:
        """One reply per step; after the end of the process that one and then NotRun, as a real subject does."""
        self.asked.append((len(steps), state))
        if state is not State.SAME or self.kept is None:
            self.kept = self.fresh()
        replies: list[Reply] = []
        for step in steps:
            student = self.fresh() if state is State.EACH else self.kept
            replies.append(student(step))
            if isinstance(replies[-1], Ended | Invalid | NotRun):
                break
        replies += [NotRun()] * (len(steps) - len(replies))
        wall_s = 2 * (self.cpu_s or 0.0) if self.wall_s is None else self.wall_s
        return Answers(tuple(replies), self.printed, b"", self.cpu_s, wall_s, 1024)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """It never loses patience anyway."""
        yield

    def measure(self, steps: Sequence[Step]) -> Answers:
        """The same, with the time that the clock gives each step; None if it gives None for one."""
        times = [self.clock(step) for step in steps]
        known = [one for one in times if one is not None]
        return replace(self.ask(steps, State.SAME), cpu_s=sum(known) if len(known) == len(times) else None)

    def run(self, arguments: Sequence[str], stdin: bytes, limits: Limits | None = None) -> Outcome:  # noqa: ARG002
        """The outcome that was given."""
        self.ran.append((tuple(arguments), stdin))
        assert self.outcome is not None, "this subject is no program"
        return self.outcome

    @contextmanager
    def talk(self, arguments: Sequence[str] = (), limits: Limits | None = None) -> Iterator[FakeTalk]:  # noqa: ARG002
        """A run of the program that was given."""
        assert self.program is not None, "this subject is no program"
        yield FakeTalk(self.program())

    def examine(self, command: Command, limits: Limits) -> Outcome:  # noqa: ARG002
        """What the tool that was given makes of it."""
        assert self.tool is not None, "there is no tool"
        return self.tool(command)

    def remember(self, key: object, make: Callable[[], Any]) -> Any:
        """As real subjects do."""
        if key not in self.memory:
            self.memory[key] = make()
        return self.memory[key]


class FakeTalk:
    """A program that is a generator: it yields what it prints before it waits, gets what was typed, returns the rest.

    What is typed is None when the input has ended; an EOFError that the program lets pass ends it with exit code 1.
    """

    def __init__(self, program: Generator[str, str | None, str]) -> None:
        self._program = program
        self._typed: list[str] | None = []
        self._started = False
        self.outcome: Outcome | None = None

    def hear(self) -> Turn:
        """What it prints until it waits for input, or comes to its end."""
        assert self.outcome is None, "it has ended"
        try:
            if not self._started:
                self._started = True
                printed = next(self._program)
            elif self._typed is not None and not self._typed:
                printed = ""  # it still waits
            else:
                printed = self._program.send(self._typed.pop(0) if self._typed is not None else None)
        except StopIteration as end:
            self.outcome = ended(Ending.EXITED, 0)
            return Turn((end.value or "").encode(), b"", self.outcome)
        except EOFError:
            self.outcome = ended(Ending.EXITED, 1)
            return Turn(b"", b"EOFError\n", self.outcome)
        return Turn(printed.encode(), b"", None)

    def type(self, text: str) -> None:
        """Type this."""
        assert self._typed is not None, "the input was closed"
        self._typed.append(text)

    def close_input(self) -> None:
        """Say that nothing more will be typed."""
        self._typed = None


@dataclass(slots=True)
class FakeReader:
    """A Reader over an interface and the functions of an oracle; `faults` are what was wrong."""

    interface: Interface = DOUBLE
    numbers: Numbers = Numbers.LOOSE
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    faults: list[tuple[str, tuple[str | int, ...]]] = field(default_factory=list)

    def calls(self, text: object, *path: str | int) -> tuple[Step, Any] | None:  # noqa: ARG002
        """The step; a text that is none is a slip of the test at hand."""
        written = read_step(str(text), self.interface)
        return written.step, (written.expected,) if written.compared else None

    def value(self, written: object, *path: str | int) -> Value:  # noqa: ARG002
        """The value as it is."""
        return written  # type: ignore[return-value]  # tests write values of ours

    def oracle(self, reference: object, *path: str | int) -> Callable[..., Any]:  # noqa: ARG002
        """The function under this name."""
        return self.functions[str(reference).removeprefix("oracle.")]

    def file(self, name: str, *path: str | int) -> bytes:  # noqa: ARG002
        """The file under this name."""
        return self.files[name]

    def fault(self, message: str, *path: str | int) -> None:
        """Keep the fault."""
        self.faults.append((message, path))
