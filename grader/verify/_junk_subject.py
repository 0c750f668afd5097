"""One kind of junk -> a Subject that answers it to everything, without any process.

It stands for submissions in languages in which no junk is written: tests see nothing of a submission but its replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from grader.model import (
    Answers,
    Command,
    Ended,
    Ending,
    Interface,
    Keeping,
    Limits,
    Offer,
    Outcome,
    Reply,
    Returned,
    State,
    Step,
    Turn,
)
from grader.plugins import Language
from grader.values import MapValue, ObjectValue


def ended(ending: Ending, printed: bytes = b"") -> Outcome:
    """An outcome that cost nothing."""
    return Outcome(ending, 0 if ending is Ending.EXITED else None, None, 0.0, 0.0, 0, printed, b"")


HUGE = "9" * 100_000
REPLIES: Mapping[str, tuple[Reply, Outcome]] = {
    "nothing": (Returned(None), ended(Ending.EXITED)),
    "a wrong type": (Returned(MapValue((("junk", "junk"),))), ended(Ending.EXITED, b"junk\n")),
    "NaN": (Returned(float("nan")), ended(Ending.EXITED, b"nan\n")),
    "a huge text": (Returned(HUGE), ended(Ending.EXITED, HUGE.encode())),
    "output without end": (Ended(ended(Ending.OUTPUT_LIMIT)), ended(Ending.OUTPUT_LIMIT)),
}
"""What each junk answers to a call, and how its program ends."""


@dataclass(slots=True)
class JunkSubject:
    """Offers all that the interface asks for; objects can be made, and nothing else works."""

    language: Language
    offer: Offer
    limits: Limits
    reply: Reply
    outcome: Outcome
    keeping: Keeping = Keeping.FRESH
    sources: Mapping[str, bytes] = field(default_factory=dict)

    def ask(
        self,
        steps: Sequence[Step],
        state: State,  # noqa: ARG002 - as the protocol has it
        each_cpu_s: float | None = None,  # noqa: ARG002
        limits: Limits | None = None,  # noqa: ARG002
    ) -> Answers:
        """The same reply to each call."""
        return Answers(tuple(Returned(ObjectValue(step.name, "junk")) if step.new else self.reply for step in steps))

    def aside(self) -> AbstractContextManager[None]:
        """Nothing that could go wrong is counted."""
        return nullcontext()

    def measure(self, steps: Sequence[Step]) -> Answers:
        """The same."""
        return self.ask(steps, State.SAME)

    def run(self, arguments: Sequence[str], stdin: bytes, limits: Limits | None = None) -> Outcome:  # noqa: ARG002
        """How its program ends."""
        return self.outcome

    @contextmanager
    def talk(self, arguments: Sequence[str] = (), limits: Limits | None = None) -> Iterator[JunkTalk]:  # noqa: ARG002
        """Its program, which does not listen."""
        yield JunkTalk(self.outcome)

    def examine(self, command: Command, limits: Limits) -> Outcome:  # noqa: ARG002
        """A tool that finds nothing to read."""
        return ended(Ending.EXITED)

    def remember(self, key: object, make: Callable[[], Any]) -> Any:  # noqa: ARG002
        """Nothing is remembered."""
        return make()


@dataclass(frozen=True, slots=True)
class JunkTalk:
    """A program that prints and ends, whatever is typed."""

    outcome: Outcome

    def hear(self) -> Turn:
        """All that it prints."""
        return Turn(self.outcome.stdout, b"", self.outcome)

    def type(self, text: str) -> None:
        """Type in vain."""

    def close_input(self) -> None:
        """Close in vain."""


def junk_subject(name: str, language: Language, interface: Interface, limits: Limits) -> JunkSubject:
    """The subject that answers this junk."""
    offer = Offer(
        {asked.name: asked.name for asked in interface.functions},
        {asked.name: asked.name for asked in interface.classes},
        {(asked.name, method.name): method.name for asked in interface.classes for method in asked.methods},
        {asked.name: asked.name for asked in interface.enums},
    )
    reply, outcome = REPLIES[name]
    return JunkSubject(language, offer, limits, reply, outcome)
