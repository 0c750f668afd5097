"""A built submission -> a Subject: questions become requests to its driver, lines become replies.

The driver is started when it is first needed and again after trouble; each start loads the student's code anew.
Trouble is bounded per part: after three time-outs, or ten processes that died, nothing more is asked.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Any

from grader import wire
from grader.model import (
    Answers,
    BuildFailure,
    Built,
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
    Toolchain,
    Turn,
    Usage,
)
from grader.plugins import Language, Sandbox
from grader.sandbox.process import TICK_S, ChannelClosed, Process, Silence, too_long
from grader.values import Json, MalformedValue, parse_json

MOST_TIMEOUTS = 3
MOST_DEATHS = 10
MOST_DEATHS_ASIDE = 60
MOST_RENEWALS = 50
START_CPU_S = 3.0
LOOK_S = 0.5
FRESH_S = 0.002
CLOCK_TICK_S = 0.01  # as finely as the kernel counts CPU time
IDLE_S = 0.1
FEW = 5  # replies that are read as each comes
UNCHANGING = (bool, int, float, str, NoneType)  # values that several replies may share
MOST_REPLY_BYTES = 32 << 20
NOTHING = Offer({}, {}, {}, {})
NOTHING_USED = Usage(None, None, None)


class _Stopped(Exception):
    """The process was ended by us, or ended itself, while a reply was awaited."""

    def __init__(self, reply: Ended | Invalid | NotRun | Raised) -> None:
        self.reply = reply


class _WornOut(Exception):
    """What earlier states left running has used the process up: the next fresh state needs another process."""


@dataclass(slots=True)
class _Watch:
    """How much a request may still use, measured from its last sign of life."""

    process: Process
    cpu_s: float
    wall_s: float
    per_step: bool
    before: Usage = NOTHING_USED
    total_s: float | None = None
    last: Usage = NOTHING_USED
    wall_from: float = field(default_factory=time.monotonic)
    started: float = field(default_factory=time.monotonic)
    looked: float = field(default_factory=time.monotonic)
    answered: bool = False
    received: int = 0

    def __post_init__(self) -> None:
        self.last = self.before

    def used_up(self, usage: Usage) -> bool:
        """Whether all steps together took too long."""
        if self.total_s is None:
            return False
        used = usage.since(self.before)
        return (used.cpu_s or 0.0) > self.total_s or too_long(self.total_s, time.monotonic() - self.started, used)

    def due(self) -> bool:
        """Whether it is time to look at limits although replies come in."""
        if time.monotonic() - self.looked < LOOK_S:
            return False
        self.looked = time.monotonic()
        return True

    def crossed(self) -> Ending | None:
        """Which limit is crossed; asked only when nothing was said for a tick."""
        usage = self.process.usage()
        if self.answered and self.per_step:
            self.last, self.wall_from, self.answered = usage, time.monotonic(), False
        if ending := self.process.crossed(usage):
            return ending
        used = usage.since(self.last)
        if (used.cpu_s or 0.0) > self.cpu_s + TICK_S:
            return Ending.CPU_LIMIT
        if self.used_up(usage):
            return Ending.TOTAL_LIMIT
        return Ending.WALL_LIMIT if too_long(self.wall_s, time.monotonic() - self.wall_from, used) else None


class BuiltSubject:
    """The Subject of a submission, over a sandbox. Close it when done."""

    def __init__(
        self, built: Built, language: Language, toolchain: Toolchain, sandbox: Sandbox, limits: Limits
    ) -> None:
        self.language = language
        self.limits = limits
        self.keeping = Keeping.FRESH
        self.sources: Mapping[str, bytes] = {}
        self.offer = NOTHING
        self.load_failure: Raised | Ended | Invalid | None = None
        self._built = built
        self._toolchain = toolchain
        self._sandbox = sandbox
        self._interface = Interface()
        self._process: Process | None = None
        self._started_with = limits
        self._memory: dict[object, Any] = {}
        self._timeouts = 0
        self._deaths = 0

    # --- opening -------------------------------------------------------------------------------------------

    def load(self, interface: Interface) -> BuildFailure | None:
        """Load the submission and fill in `offer`, or `load_failure` if it raises or never ends loading."""
        self._interface = interface
        return self._open()

    def begin_part(self) -> None:
        """A new part: the count of troubles starts again."""
        self._timeouts = self._deaths = 0

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What goes wrong meanwhile is not held against the part at hand; it has bounds of its own."""
        kept = self._timeouts, self._deaths
        self._timeouts, self._deaths = 0, MOST_DEATHS - MOST_DEATHS_ASIDE
        try:
            yield
        finally:
            self._timeouts, self._deaths = kept

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _open(self) -> BuildFailure | None:
        command = self.language.driver(self._built, self._toolchain, self.limits)
        self._process = self._sandbox.start(command, self.limits)
        self._started_with = self.limits
        request = wire.load_request(self._built.main, self._interface, self.language)
        watch = _Watch(self._process, self.limits.cpu_s + START_CPU_S, self.limits.wall_s + 5, per_step=False)
        try:
            said = self._told(request, watch)
            self.load_failure = None
            if "refused" in said:
                return wire.refusal(said["refused"], self._built.given_names)
            if "raised" in said:
                self.load_failure = wire.raised(said["raised"], self._built.given_names)
            self.offer = wire.offer(said["loaded"])
        except _Stopped as stopped:
            self.load_failure = stopped.reply if not isinstance(stopped.reply, NotRun) else None
            self.close()
        except (MalformedValue, KeyError, TypeError, AttributeError, ValueError) as error:
            self.load_failure = Invalid(f"the answer to loading could not be read ({type(error).__name__})")
            self.close()
        return None

    # --- asking --------------------------------------------------------------------------------------------

    def ask(
        self,
        steps: Sequence[Step],
        state: State,
        each_cpu_s: float | None = None,
        limits: Limits | None = None,
    ) -> Answers:
        """One reply per step; after a failure of the process, that one and then NotRun for the rest."""
        bounds = limits or self.limits
        answers = self._ask(steps, state, each_cpu_s, bounds)
        renewals = 0
        while (count := len(answers.replies)) < len(steps):
            self.close()
            renewals += 1
            if renewals > MOST_RENEWALS:
                self._deaths = MOST_DEATHS  # the next processes would do no better
                end = Ended(Outcome(Ending.PROCESS_LIMIT, None, None, 0.0, None, None, b"", b""))
                return replace(answers, replies=(*answers.replies, end, *[NotRun()] * (len(steps) - count - 1)))
            more = self._ask(list(steps[count:]), state, each_cpu_s, _left(bounds, answers))
            if not more.replies:
                more = Answers(
                    (self._broken("it asked for a new process twice"), *[NotRun()] * (len(steps) - count - 1))
                )
            answers = _together(answers, more)
        return answers

    def measure(self, steps: Sequence[Step]) -> Answers:
        """As `ask`, in the state as it is; `cpu_s` is exact, as far as this machine knows it at all."""
        process = self._process
        before = process.usage_at_rest().cpu_s if process is not None else None
        answers = self.ask(steps, State.SAME)
        after = process.usage_at_rest().cpu_s if process is not None and process is self._process else None
        return replace(answers, cpu_s=after - before if before is not None and after is not None else None)

    def _ask(self, steps: Sequence[Step], state: State, each_cpu_s: float | None, bounds: Limits) -> Answers:
        """As `ask`, in one process; fewer replies than steps where that one was worn out."""
        if state is not State.SAME and not _same_box(self._started_with, self.limits):
            self.close()
        failure = self._ready()
        if failure is not None:
            return Answers((failure,) * len(steps))
        process = self._process
        assert process is not None  # noqa: S101 - _ready has seen to it
        process.take_printed()
        goes_on = state is State.SAME  # one of many short requests, perhaps
        before = process.recent_usage(IDLE_S if goes_on else 0.0)
        started = time.monotonic()
        watch = _Watch(
            process,
            each_cpu_s if each_cpu_s is not None else bounds.cpu_s,
            bounds.wall_s,
            per_step=each_cpu_s is not None,
            before=before,
            total_s=bounds.total_s + _fresh_s(state, len(steps)) if each_cpu_s is not None else None,
        )
        replies: list[Reply] = []
        worn_out = False
        try:
            self._converse({"do": "run", "state": state.value}, watch, steps, replies)
        except _Stopped as stopped:
            replies.append(stopped.reply)
        except _WornOut:
            worn_out = True
        wall_s = time.monotonic() - started
        peak, cpu_s, printed = None, None, (b"", b"")
        last = replies[-1] if replies else None
        if self._process is not None:
            after = process.recent_usage(CLOCK_TICK_S if goes_on else 0.0)
            peak, printed = after.resident_bytes, process.take_printed()
            if after.cpu_s is not None and before.cpu_s is not None:
                cpu_s = max(0.0, after.cpu_s - before.cpu_s)
        if isinstance(last, Ended):
            peak, printed = last.outcome.peak_bytes or peak, (last.outcome.stdout, last.outcome.stderr)
        if not worn_out:
            replies += [NotRun()] * (len(steps) - len(replies))
        return Answers(tuple(replies), *printed, cpu_s, wall_s, peak)

    def run(self, arguments: Sequence[str], stdin: bytes, limits: Limits | None = None) -> Outcome:
        """Run the submission as a program in a box of its own, to its end."""
        bounds = limits or self.limits
        command = self.language.program(self._built, self._toolchain, bounds, arguments, stdin)
        bounds = replace(bounds, cpu_s=bounds.cpu_s + command.overhead_cpu_s)
        process: Process = self._sandbox.start(command, bounds)
        with process:
            outcome = process.run_to_end()
        return self._named(outcome)

    def examine(self, command: Command, limits: Limits) -> Outcome:
        """Run a tool that reads the sources, in a box of its own, to its end."""
        process: Process = self._sandbox.start(command, limits)
        with process:
            return process.run_to_end()

    @contextmanager
    def talk(self, arguments: Sequence[str] = (), limits: Limits | None = None) -> Iterator[_Talk]:
        """Start the submission as a program to which somebody types; it is ended when the context is left."""
        bounds = limits or self.limits
        command = self.language.program(self._built, self._toolchain, bounds, arguments, None)
        with self._sandbox.start(command, bounds) as process:
            yield _Talk(process, bounds, self._named)

    def remember(self, key: object, make: Callable[[], Any]) -> Any:
        """What `make` gave when it was first asked for under this key."""
        if key not in self._memory:
            self._memory[key] = make()
        return self._memory[key]

    def _ready(self) -> Reply | None:
        """See to a running driver; what to reply instead if there can't be one."""
        if self._timeouts >= MOST_TIMEOUTS or self._deaths >= MOST_DEATHS:
            return NotRun()
        if self._process is None and (self.load_failure is None or self.offer is not NOTHING):
            self._open()
        if self.load_failure is not None:
            return self.load_failure
        return None if self._process is not None else Invalid("the code could not be loaded again")

    def _told(self, request: Mapping[str, Json], watch: _Watch) -> Mapping[str, Any]:
        """Send a request without steps -> the one reply to it; raises _Stopped when the process ends over it."""
        identity = secrets.token_hex(8)
        watch.process.send(wire.request(identity, request))
        body = self._body(self._line(watch), identity)
        if "ended" in body:
            raise _Stopped(self._child_ended(body))
        return body

    def _converse(
        self, request: Mapping[str, Json], watch: _Watch, steps: Sequence[Step], replies: list[Reply]
    ) -> None:
        """Send a request and note a reply to each of its steps; raises _Stopped when the process ends over it."""
        identity = secrets.token_hex(8)
        watch.process.send(wire.request(identity, request, steps))
        start = b'{"id":"%b","n":' % identity.encode()
        known: dict[bytes, Reply] = {}  # by what stands behind the number: to a large table most answers are equal
        for number in range(len(steps)):
            line = self._line(watch, many=0 < number < len(steps) - FEW)
            head, rest = start + b"%d," % number, b""
            if line.startswith(head):
                rest = line[len(head) :]
                if rest in known:
                    replies.append(known[rest])
                    continue
            body = self._body(line, identity)
            if "ended" in body:
                raise _Stopped(self._child_ended(body))
            if body.get("worn") is True:
                raise _WornOut
            if body.get("n") != number:
                raise _Stopped(self._broken("a reply came out of turn"))
            reply = wire.reply(body, self._built.given_names)
            if isinstance(reply, Invalid):
                raise _Stopped(self._broken(reply.why))
            replies.append(reply)
            self._mind_memory(reply)
            if rest and isinstance(reply, Returned) and isinstance(reply.value, UNCHANGING):
                known[rest] = reply

    def _mind_memory(self, reply: Reply) -> None:
        """Running out of memory over and over is slow, and is bounded as the death of a process is."""
        if isinstance(reply, Raised) and reply.out_of_memory:
            self._deaths += 1
            if self._deaths >= MOST_DEATHS:
                self.close()
                raise _Stopped(NotRun())

    def _line(self, watch: _Watch, *, many: bool = False) -> bytes:
        while True:
            try:
                line = watch.process.next_line(TICK_S, many=many)
                break
            except Silence:
                self._look(watch)
            except ChannelClosed:
                raise _Stopped(self._gone(watch.process)) from None
        watch.answered = True
        watch.received += len(line)
        if watch.due():
            self._look(watch)
        if watch.received > MOST_REPLY_BYTES:
            self._deaths = MOST_DEATHS  # the next answers would be no smaller
            raise _Stopped(self._broken("the answers are too large"))
        return line

    def _body(self, line: bytes, identity: str) -> dict[str, Any]:
        try:
            body = parse_json(line)
        except MalformedValue:
            raise _Stopped(self._broken("something that is no reply stood in the channel")) from None
        if not isinstance(body, dict) or body.get("id") != identity:
            raise _Stopped(self._broken("a reply without the number of its request"))
        return body

    def _look(self, watch: _Watch) -> None:
        """End the process if it has crossed a limit."""
        ending = watch.crossed()
        if ending is not None:
            if ending is Ending.TOTAL_LIMIT:
                self._timeouts = MOST_TIMEOUTS  # the rest would be no faster
            raise _Stopped(self._ended(watch.process.end(ending)))

    # --- endings -------------------------------------------------------------------------------------------

    def _gone(self, process: Process) -> Ended | Invalid:
        outcome = process.ended_by_itself()
        if outcome is None:
            return self._broken("the channel of the replies was closed")
        return self._ended(outcome)

    def _broken(self, why: str) -> Invalid:
        self.close()
        self._deaths += 1
        return Invalid(why)

    def _ended(self, outcome: Outcome) -> Ended:
        self.close()
        outcome = self._named(outcome)
        if outcome.ending in (Ending.CPU_LIMIT, Ending.WALL_LIMIT, Ending.TOTAL_LIMIT):
            self._timeouts += 1
        else:
            self._deaths += 1
        return Ended(outcome)

    def _child_ended(self, body: Mapping[str, Any]) -> Ended | Invalid | Raised:
        """A forked child ended, perhaps with an error that nothing could catch; the driver itself lives on."""
        how = body["ended"]
        if not isinstance(how, dict):
            return self._broken("a reply that says nothing known")
        assert self._process is not None  # noqa: S101 - it has just said so
        if "raised" in body:
            return self._died_of(body)
        self._deaths += 1
        stdout, stderr = self._process.take_printed()
        signal = how["signal"] if type(how.get("signal")) is int else None
        code = how["exit"] if type(how.get("exit")) is int else None
        ending = Ending.EXITED if signal is None else Ending.SIGNALLED
        return Ended(self._named(Outcome(ending, code, signal, 0.0, None, None, stdout, stderr)))

    def _died_of(self, body: Mapping[str, Any]) -> Invalid | Raised:
        reply = wire.reply(body, self._built.given_names)
        if not isinstance(reply, Raised):
            return self._broken("a reply that says nothing known")
        self._deaths += 1
        return reply

    def _named(self, outcome: Outcome) -> Outcome:
        natural = outcome.ending in (Ending.EXITED, Ending.SIGNALLED)
        if natural and self.language.ran_out_of_memory(outcome):
            return replace(outcome, ending=Ending.MEMORY_LIMIT)
        return outcome


class _Talk:
    """A program that runs and to which somebody types."""

    def __init__(self, process: Process, limits: Limits, name: Callable[[Outcome], Outcome]) -> None:
        self._process = process
        self._limits = limits
        self._name = name

    def hear(self) -> Turn:
        """What it prints until it waits for input, or comes to its end, by itself or at a limit."""
        heard = self._process.hear(self._limits.cpu_s, self._limits.wall_s)
        if heard.waits:
            return Turn(heard.stdout, heard.stderr, None)
        ending = heard.ending or (Ending.CLOSED if heard.ended else Ending.WALL_LIMIT)
        return Turn(heard.stdout, heard.stderr, self._name(self._process.end(ending)))

    def type(self, text: str) -> None:
        """Type this, as it stands."""
        self._process.type(text.encode("utf-8", "surrogatepass"))

    def close_input(self) -> None:
        """Say that nothing more will be typed."""
        self._process.close_input()


def _same_box(one: Limits, other: Limits) -> bool:
    """Whether a process that was started with one limits is held to the other ones: time counts for each request."""
    return replace(one, cpu_s=0, total_s=0, wall_s=0) == replace(other, cpu_s=0, total_s=0, wall_s=0)


def _fresh_s(state: State, count: int) -> float:
    """What fresh states may cost themselves, at most a slow fork each."""
    return FRESH_S * count if state is State.EACH else 0.0


def _left(bounds: Limits, used: Answers) -> Limits:
    """The limits of all steps together, less what a process before has used; waiting on a busy machine is no use."""
    spent_s = used.cpu_s or 0.0
    return replace(bounds, cpu_s=bounds.cpu_s - spent_s, total_s=bounds.total_s - spent_s)


def _together(one: Answers, other: Answers) -> Answers:
    """The answers of two processes, one after the other."""
    return Answers(
        one.replies + other.replies,
        one.stdout + other.stdout,
        one.stderr + other.stderr,
        _sum(one.cpu_s, other.cpu_s),
        _sum(one.wall_s, other.wall_s),
        max(one.peak_bytes or 0, other.peak_bytes or 0) or None,
    )


def _sum(one: float | None, other: float | None) -> float | None:
    return one if other is None else (one or 0.0) + other
