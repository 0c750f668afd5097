"""A subject and games of several sizes -> what one call costs at each size, as seen from outside the sandbox.

CPU time is read from the kernel's clock of the subject's processes, before a request is sent and after its last answer
has come: the student's code has no say in it. A game is set up and played up to the point of interest without a look
at the clock; then come the calls that count, in blocks. The cheapest block of a game is taken: a garbage collection,
a table that grows or a compiler at work makes some blocks dearer, and none cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.kinds._fitting import Costs
from grader.kinds._judging import compare_for, trouble, wrong_value
from grader.model import Answers, Finding, Reply, Returned, State, Step, Verdict
from grader.plugins import Subject
from grader.values import Numbers, Value

BLOCK = 100
FIRST_BLOCK = 20
MOST_AT_ONCE = 2000
MOST_GAMES = 5
BLOCK_S = 0.15
GAME_S = 0.3
HOPELESS_S = 2.0


@dataclass(frozen=True, slots=True)
class Call:
    """A call and the answer that is right; None where any answer is."""

    step: Step
    expected: tuple[Value] | None


@dataclass(frozen=True, slots=True)
class Game:
    """Calls for one size: `setup` and `before` are not measured, each group of `calls` is, by itself."""

    setup: tuple[Call, ...]
    before: tuple[Call, ...]
    calls: Mapping[str, tuple[Call, ...]]

    @property
    def least_calls(self) -> int:
        """The calls in the smallest group."""
        return min(len(calls) for calls in self.calls.values())


class Refused(Exception):
    """An answer that is wrong, or none."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


class TooLarge(Exception):
    """What a size needs before the first call can't be had: memory or time that are not judged here."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


class Unmeasured(Exception):
    """CPU time is not known on this machine, or only too coarsely."""


@dataclass(slots=True)
class Measuring:
    """Plays games; `spent` is what all of them cost, `each_s` what a call cost when it was last seen, by size.

    All games are played in one state, in which compilers have warmed up, until one goes wrong that was not the first:
    then each is played `afresh`, since what earlier games have left behind is not what is judged here.
    """

    subject: Subject
    numbers: Numbers
    spent: list[Answers] = field(default_factory=list)
    each_s: dict[int, float] = field(default_factory=dict)
    games: int = 0
    afresh: bool = False

    def round(self, games: Mapping[int, Game], sizes: Sequence[int]) -> Mapping[str, Costs]:
        """The cost of a call in each group at each of the sizes."""
        try:
            return self._round(games, sizes)
        except Refused:
            if self.afresh or self.games <= 1:
                raise
            self.afresh = True
        return self._round(games, sizes)

    def _round(self, games: Mapping[int, Game], sizes: Sequence[int]) -> Mapping[str, Costs]:
        most = max(game.least_calls for game in games.values())
        costs: dict[str, dict[int, float]] = {}
        for size in sizes:
            game = games[size]
            wanted = min(MOST_GAMES, -(-most // game.least_calls))
            for name, cost in self._cheapest(size, game, wanted).items():
                costs.setdefault(name, {})[size] = cost
        return costs

    @property
    def cpu_s(self) -> float:
        """The CPU time of all answers."""
        return sum(answers.cpu_s or 0.0 for answers in self.spent)

    def _cheapest(self, size: int, game: Game, count: int) -> Mapping[str, float]:
        """The cheapest block of each group in a few games of this size, fewer when they take long."""
        costs: dict[str, list[float]] = {}
        before_s = self.cpu_s
        for number in range(count):
            if number and self.cpu_s - before_s > GAME_S:
                break
            for name, blocks in self._play(size, game).items():
                costs.setdefault(name, []).extend(blocks)
        return {name: min(blocks) for name, blocks in costs.items()}

    def _play(self, size: int, game: Game) -> Mapping[str, Sequence[float]]:
        """The cost of a call in each block of each group."""
        self._set_up(game)
        started_s = self.cpu_s
        early = []
        left = len(game.before) + sum(len(calls) for calls in game.calls.values())
        for calls in self._pieces(size, game.before, MOST_AT_ONCE):
            early.append(self._ask(size, calls))
            left -= len(calls)
            if self._is_hopeless(size, started_s, left):
                return dict.fromkeys(game.calls, early[len(early) // 2 :])
        costs: dict[str, list[float]] = {name: [] for name in game.calls}
        for name, calls in game.calls.items():
            even = -(-len(calls) // max(1, round(len(calls) / BLOCK)))
            for some in self._pieces(size, calls, even):
                costs[name].append(self._ask(size, some))
                left -= len(some)
                if self._is_hopeless(size, started_s, left):
                    return {name: blocks or early or costs[next(iter(costs))] for name, blocks in costs.items()}
        return costs

    def _is_hopeless(self, size: int, started_s: float, left: int) -> bool:
        """Whether the rest of a game would take so long that what was seen of it has to say enough.

        Not sooner: what comes before the calls that count walks less far, and would hide growth.
        """
        return self.cpu_s - started_s > GAME_S and left * self.each_s[size] > HOPELESS_S

    def _set_up(self, game: Game) -> None:
        """Ask what comes first."""
        state = State.NEW if self.afresh or not self.games else State.SAME
        self.games += 1
        answers = self.subject.ask([call.step for call in game.setup], state)
        self.spent.append(answers)
        try:
            self._check(game.setup, answers)
        except Refused as refused:
            fresh = state is State.NEW
            if fresh and refused.finding.verdict in (Verdict.MLE, Verdict.TLE):
                self.games = 0
                raise TooLarge(refused.finding) from None
            raise

    def _pieces(self, size: int, calls: Sequence[Call], most: int) -> Iterator[Sequence[Call]]:
        """The calls in order, as many at a time as are expected to take not too long."""
        at = 0
        while at < len(calls):
            count = max(1, min(most, int(BLOCK_S / self._expected_s(size))))
            yield calls[at : at + count]
            at += count

    def _expected_s(self, size: int) -> float:
        """What a call may cost: as it was last seen, or as the next smaller size if the cost grows as its square."""
        if size in self.each_s:
            return self.each_s[size]
        smaller = max((one for one in self.each_s if one < size), default=None)
        return BLOCK_S / FIRST_BLOCK if smaller is None else self.each_s[smaller] * (size / smaller) ** 2

    def _ask(self, size: int, calls: Sequence[Call]) -> float:
        """What one of these calls cost, once the answers are found right."""
        answers = self.subject.measure([call.step for call in calls])
        self.spent.append(answers)
        self._check(calls, answers)
        if answers.cpu_s is None or answers.cpu_s <= 0:
            raise Unmeasured
        self.each_s[size] = answers.cpu_s / len(calls)
        return self.each_s[size]

    def _check(self, calls: Sequence[Call], answers: Answers) -> None:
        for call, reply in zip(calls, answers.replies, strict=True):
            finding = self._opinion(call, reply, answers)
            if finding is not None:
                raise Refused(replace(finding, input=self.subject.language.show_step(call.step)))

    def _opinion(self, call: Call, reply: Reply, answers: Answers) -> Finding | None:
        if not isinstance(reply, Returned):
            return trouble(reply, self.subject)
        if call.expected is None or compare_for(self.subject, call.expected[0], reply.value, self.numbers).same:
            return None
        return wrong_value(self.subject, call.step, call.expected[0], reply.value, answers)
