"""Call a function with inputs that a Hypothesis strategy draws -> on how many it is wrong, and the smallest like it.

The inputs are drawn beforehand, by the seed: the same for all students. A submission is asked about all of them
at once, as about a domain (`_members.py`). Where it is wrong, Hypothesis looks for the smallest input at which it
fails in the same way, by asking the submission about one after the other, each in a fresh state.

Not made smaller is what crossed a limit, since each trial would cost as much again, and what failed in a state that
calls share, since no input alone explains it. Then the smallest of those that were drawn is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from grader.kinds._members import Member, MembersCheck, Ran, Raw, Table, member_of, package_fault, raw_of, verdict_on
from grader.kinds._pictures import SCHEMA
from grader.kinds.domain import asked_function, expected_by
from grader.model import Answers, Ended, Ending, Finding, Invalid, Keeping, NotRun, Raised, Reply, State, Step
from grader.plugins import Reader, Subject
from grader.values import Value

if TYPE_CHECKING:
    from grader.kinds._drawing import Source

EXAMPLES = 200
MOST_TRIALS = 400
MOST_CPU_S, MOST_WALL_S = 10.0, 60.0
LIMITS = (Ending.CPU_LIMIT, Ending.WALL_LIMIT, Ending.TOTAL_LIMIT, Ending.MEMORY_LIMIT, Ending.OUTPUT_LIMIT)


class DrawnTable(Table):
    """What a strategy draws, each input once."""

    def __init__(self, strategy: Callable[[], Any], expect: Callable[..., Any], count: int, seed: int) -> None:
        super().__init__(strategy, expect)
        self._asked = strategy, count, seed

    @cached_property
    def source(self) -> Source:
        """From where the inputs come."""
        from grader.kinds._drawing import Source  # noqa: PLC0415 - Hypothesis takes half a second to import

        return Source(*self._asked)

    @cached_property
    def raw(self) -> Sequence[Raw]:
        """The inputs as the strategy gives them, in the order in which they were drawn."""
        known: dict[str, Raw] = {}
        for given in self.source.draw():
            raw = raw_of(given)
            known.setdefault(key_of(member_of(raw)), raw)
        if not known:
            raise package_fault(f"`{self._asked[0].__name__}` gives no inputs")
        return list(known.values())


@lru_cache(maxsize=16)
def table_of(strategy: Callable[[], Any], expect: Callable[..., Any], count: int, seed: int) -> DrawnTable:
    """One table for all tests about the same strategy, and for all students."""
    return DrawnTable(strategy, expect, count, seed)


def key_of(member: Member) -> str:
    """A text that is the same for the same input; shorter ones look smaller."""
    return repr(member)


@dataclass(frozen=True, slots=True)
class Failure:
    """An input at which the submission fails when it is asked about it alone."""

    raw: Raw
    member: Member
    expected: Value
    reply: Reply
    answers: Answers


@dataclass(slots=True)
class Trials:
    """The inputs that were tried one by one: whether each failed as `like`, a failure of the whole run, did."""

    check: StrategyCheck
    subject: Subject
    like: Reply
    right: frozenset[str]
    known: dict[str, Failure | None] = field(default_factory=dict)
    last: Failure | None = None
    cpu_s: float = 0.0
    wall_s: float = 0.0

    def fails(self, given: Any) -> bool:
        """Whether the submission fails in the same way; raises Enough when the bounds are reached."""
        from grader.kinds._drawing import Enough  # noqa: PLC0415 - only where Hypothesis has been imported

        raw = raw_of(given)
        member = member_of(raw)
        key = key_of(member)
        if key in self.right:
            return False
        if key not in self.known:
            if len(self.known) >= MOST_TRIALS or self.cpu_s > MOST_CPU_S or self.wall_s > MOST_WALL_S:
                raise Enough
            asked = self._ask(raw, member)
            if isinstance(asked.reply, NotRun):
                raise Enough
            alike = way_of(asked.reply) == way_of(self.like)
            right, _overlooked = self.check.is_right(asked.expected, asked.reply, self.subject)
            self.known[key] = asked if alike and not right else None
        failure = self.known[key]
        if failure is not None:
            self.last = failure
        return failure is not None

    @property
    def least(self) -> Failure | None:
        """The smallest input that failed, by the package's order, else by that of Hypothesis."""
        if self.check.order is None or self.last is None:
            return self.last
        latest_first = [failure for failure in reversed(self.known.values()) if failure is not None]
        return min(latest_first, key=lambda failure: self.check.size(failure.raw))

    def _ask(self, raw: Raw, member: Member) -> Failure:
        expected = self.check.table.answer(raw)
        step = Step(self.check.function, member)
        answers = self.subject.ask([step], State.EACH, each_cpu_s=self.subject.limits.cpu_s)
        self.cpu_s += answers.cpu_s or 0.0
        self.wall_s += answers.wall_s or 0.0
        return Failure(raw, member, expected, answers.replies[0], answers)


def way_of(reply: Reply) -> tuple[object, ...]:
    """In which way it failed."""
    if isinstance(reply, Raised):
        return Raised, reply.type, reply.out_of_memory
    return (Ended, reply.outcome.ending, reply.outcome.signal) if isinstance(reply, Ended) else (type(reply),)


@dataclass(frozen=True)
class StrategyCheck(MembersCheck):
    """A function against an oracle over what a strategy draws."""

    draws: bool = True

    def size(self, raw: Raw) -> Any:
        """The order of the package, else how long the input is when it is written."""
        if self.order is not None:
            return super().size(raw)
        key = key_of(member_of(raw))
        return len(key), key

    def smallest(self, ran: Ran, wrong: Sequence[int], subject: Subject) -> Finding:
        """The worst failure, at the smallest input that was found."""
        drawn = super().smallest(ran, wrong, subject)
        alike = [index for index in wrong if verdict_on(ran.replies[index], subject) is drawn.verdict]
        like = ran.replies[alike[0]]
        if subject.keeping is Keeping.SHARED or not worth_shrinking(like):
            return drawn
        right = frozenset(key_of(self.table.members[i]) for i, verdict in enumerate(ran.verdicts) if verdict)
        trials = Trials(self, subject, like, right)
        with subject.aside():
            self._source().shrink(trials.fails)
        least = trials.least
        if least is None or (self.order is not None and self.size(self.table.raw[alike[0]]) < self.size(least.raw)):
            return drawn
        return self.told(least.member, least.expected, least.reply, least.answers, subject)

    def _source(self) -> Source:
        assert isinstance(self.table, DrawnTable)  # noqa: S101 - as it was made
        return self.table.source

    def _counted(self, *, unasked: bool) -> str:
        return "smallest-and-unasked" if unasked else "smallest-of"


def worth_shrinking(reply: Reply) -> bool:
    """Whether a failure is cheap enough to be looked for again and again."""
    if isinstance(reply, Ended):
        return reply.outcome.ending not in LIMITS
    return not isinstance(reply, Invalid | NotRun) and not (isinstance(reply, Raised) and reply.out_of_memory)


class Strategy:
    """The kind `strategy`."""

    name = "strategy"
    mark = "strategy"
    schema: Mapping[str, Any] = {
        "strategy": {"$ref": "#/$defs/oracle"},
        "call": {"type": "string"},
        "expect": {"$ref": "#/$defs/oracle"},
        "examples": {"type": "integer", "minimum": 1, "maximum": 10000},
        "order": {"$ref": "#/$defs/oracle"},
        **SCHEMA,
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> StrategyCheck:
        """A test such as `{strategy: oracle.lists, call: total, expect: oracle.total, examples: 200}`."""
        strategy = reader.oracle(body["strategy"], "strategy")
        return StrategyCheck(
            function=asked_function(body, reader),
            table=table_of(strategy, expected_by(body, reader), body.get("examples", EXAMPLES), reader.seed),
            numbers=reader.numbers,
            order=reader.oracle(body["order"], "order") if "order" in body else None,
            show=body.get("show"),
        )


PLUGIN = Strategy()
