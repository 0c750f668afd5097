"""Call the same function on ever larger data -> whether its cost grows no faster than it may.

No time alone decides: what counts is how the cost of one call changes with the size, between sizes that are measured
one after the other in the same process, over and over (`_measuring.py`), and only what nearly every round shows is
held against a submission (`_fitting.py`). First come the smallest and the largest size only; where they differ, all
sizes. What stays undecided passes, and is told. Answers are checked on the way: fast and wrong is wrong.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from grader.kinds._fitting import (
    ENOUGH,
    MOST_ROUNDS,
    ROUNDS,
    Costs,
    Growth,
    Order,
    excess,
    judge,
    leans,
    middle_of,
    power,
)
from grader.kinds._measuring import Call, Game, Measuring, Refused, TooLarge, Unmeasured
from grader.model import Finding, Message, Step, Verdict
from grader.plugins import Reader, Subject
from grader.values import Numbers, Value

FEWEST_SIZES = 3
MOST_S = 60.0


@dataclass(frozen=True, slots=True)
class GrowthCheck:
    """The calls at each size, how their cost may grow, and what the student is told that they are."""

    games: Mapping[int, Game]
    order: Order
    show: str
    numbers: Numbers

    def judge(self, subject: Subject) -> Finding:
        """TLE if the cost grows faster than it may; what else is wrong first."""
        measuring = Measuring(subject, self.numbers)
        rounds = _Rounds(self, measuring)
        try:
            finding = rounds.finding()
        except Refused as refused:
            finding = refused.finding
        except Unmeasured:
            finding = Finding(Verdict.AC, 1.0).noting(Message("growth-unmeasured"))
        walls = [answers.wall_s for answers in measuring.spent if answers.wall_s is not None]
        peaks = [answers.peak_bytes for answers in measuring.spent if answers.peak_bytes is not None]
        return replace(
            finding,
            cpu_s=measuring.cpu_s,
            wall_s=sum(walls) if walls else None,
            peak_bytes=max(peaks, default=finding.peak_bytes),
        )


@dataclass(slots=True)
class _Rounds:
    """The rounds of one check, and what they say; `left_out` are sizes that the submission can't be set up for."""

    check: GrowthCheck
    measuring: Measuring
    costs: dict[str, list[Costs]] = field(default_factory=dict)
    left_out: list[int] = field(default_factory=list)

    def finding(self) -> Finding:
        sizes = sorted(self.check.games)
        chosen = [sizes[0], sizes[-1]]
        for number in range(MOST_ROUNDS + 1):
            try:
                measured = self.measuring.round(self.check.games, chosen[:: -1 if number % 2 else 1])
            except TooLarge as too_large:
                sizes.pop()
                if len(sizes) < FEWEST_SIZES:
                    return too_large.finding
                return self._without_largest(sizes)
            if any(self._suspect(costs) for costs in measured.values()):
                chosen = sizes
            if not number:
                continue  # the first time a compiler may be at work, or memory be handed out
            for name, costs in measured.items():
                self.costs.setdefault(name, []).append(costs)
            growths = self._growths()
            if Growth.BEYOND in growths.values():
                return self._beyond(next(name for name in growths if growths[name] is Growth.BEYOND))
            if all(growth is Growth.WITHIN for growth in growths.values()):
                return self._within()
            if number >= ROUNDS and not any(leans(rounds, self.check.order) for rounds in self.costs.values()):
                break
            if self.measuring.cpu_s > MOST_S and number >= ENOUGH:
                break
        return self._within().noting(Message("growth-undecided"))

    def _without_largest(self, sizes: Sequence[int]) -> Finding:
        """The same again, without the size that needs more memory or time to be set up than there is."""
        smaller = replace(self.check, games={size: self.check.games[size] for size in sizes})
        return _Rounds(smaller, self.measuring).finding()

    def _growths(self) -> Mapping[str, Growth]:
        return {name: judge(rounds, self.check.order) for name, rounds in self.costs.items()}

    def _suspect(self, costs: Costs) -> bool:
        return excess(costs, self.check.order) > self.check.order.tolerance

    # --- words ---------------------------------------------------------------------------------------------

    def _beyond(self, name: str) -> Finding:
        rounds, order = self.costs[name], self.check.order
        small, large = min(rounds[0]), max(rounds[0])
        times = statistics.median(costs[large] / costs[small] for costs in rounds)
        allowed = order.times(small, large)
        wanted = "about the same time" if order is Order.CONSTANT else f"at most about {_number(allowed)} times as long"
        values = {
            "large": self._size(large), "small": self._size(small), "times": _number(times), "wanted": wanted,
        }  # fmt: skip
        return Finding(
            Verdict.TLE,
            0.0,
            Message("grows", values),
            input=name or None,
            expected=f"{wanted} at every size" if order is Order.CONSTANT else wanted,
            actual=self._table(name),
            notes=(_power(rounds),),
        )

    def _within(self) -> Finding:
        tables = [f"{name}\n{self._table(name)}" if name else self._table(name) for name in self.costs]
        return Finding(Verdict.AC, 1.0, actual="\n".join(tables))

    def _table(self, name: str) -> str:
        middle = middle_of(self.costs[name])
        return "\n".join(f"{self._size(size)}: {1e6 * cost:,.1f} µs" for size, cost in sorted(middle.items()))

    def _size(self, size: int) -> str:
        return self.check.show.replace("{n}", f"{size:,}")


def _power(rounds: Sequence[Costs]) -> Message:
    found = power(rounds)
    if found.exponent is None or found.most is None:
        return Message("grows-at-least", {"least": f"{found.least:.1f}"})
    values = {"exponent": f"{found.exponent:.1f}", "least": f"{found.least:.1f}", "most": f"{found.most:.1f}"}
    return Message("grows-like", values)


def _number(times: float) -> str:
    return f"{times:.1f}" if times < 10 else f"{times:,.0f}"


# --- reading -----------------------------------------------------------------------------------------------


class Kind:
    """The kind `growth`."""

    name = "growth"
    mark = "growth"
    schema: Mapping[str, Any] = {
        "growth": {"type": "string", "description": "the function or method that is measured, such as `board.move`"},
        "calls": {"$ref": "#/$defs/oracle"},
        "sizes": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1},
            "minItems": FEWEST_SIZES,
            "maxItems": 12,
            "uniqueItems": True,
        },
        "at_most": {"enum": [order.value for order in Order]},
        "show": {"type": "string", "minLength": 1},
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> GrowthCheck:
        """A test such as `{growth: board.move, calls: oracle.game, sizes: [100, 1000, 2000], at_most: constant}`."""
        for key in ("calls", "sizes", "at_most"):
            if key not in body:
                reader.fault(f"the key `{key}` is missing")
        sizes = sorted(body.get("sizes", ()))
        if sizes and sizes[-1] < 8 * sizes[0]:
            reader.fault("the largest size is at least 8 times the smallest, or growth can't be told", "sizes")
        games: dict[int, Game] = {}
        if "calls" in body:
            make = reader.oracle(body["calls"], "calls")
            for size in sizes:
                game = _Author(body["growth"], size, reader).game(make(size))
                if game is None:
                    break
                games[size] = game
        return GrowthCheck(
            games,
            Order(body.get("at_most", "constant")),
            body.get("show", f"`{body['growth']}` with n = {{n}}"),
            reader.numbers,
        )


@dataclass(frozen=True, slots=True)
class _Author:
    """Reads what the oracle gives for one size."""

    target: str
    size: int
    reader: Reader

    def game(self, written: object) -> Game | None:
        if not isinstance(written, Mapping) or not written.get("calls"):
            self._fault("gives a mapping with `calls`, and `setup` and `before` where they are needed")
            return None
        groups = written["calls"]
        named = groups if isinstance(groups, Mapping) else {"": groups}
        setup = [self.reader.calls(text, "calls") for text in written.get("setup", ())]
        every = [*named.values(), written.get("before", ())]
        odd = next((call for calls in every for call in calls if not _is_call(call)), None)
        if odd is not None or not all(named.values()):
            self._fault(f"gives {odd!r:.80}; a call is its arguments and its answer, such as ((0, 0, 1), 0)")
            return None
        step = self._step(next(iter(named.values()))[0][0])
        if step is None or not all(setup):
            return None
        if any(len(arguments) != len(step.arguments) for calls in every for arguments, _answer in calls):
            self._fault("gives calls with different numbers of arguments")
            return None
        return Game(
            tuple(Call(*read) for read in setup if read),
            self._calls(written.get("before", ()), step),
            {name: self._calls(calls, step) for name, calls in named.items()},
        )

    def _step(self, arguments: Sequence[object]) -> Step | None:
        """The step of the first call, of which the others differ in their arguments only."""
        read = self.reader.calls(f"{self.target}({', '.join(map(repr, arguments))})", "growth")
        return read[0] if read is not None else None

    def _calls(self, written: Sequence[tuple[Sequence[object], object]], step: Step) -> tuple[Call, ...]:
        def value(one: object) -> Value:
            return self.reader.value(one, "calls")

        return tuple(
            Call(replace(step, arguments=tuple(map(value, arguments))), (value(answer),))
            for arguments, answer in written
        )

    def _fault(self, message: str) -> None:
        self.reader.fault(f"the function for {self.size} {message}", "calls")


def _is_call(written: object) -> bool:
    return isinstance(written, tuple | list) and len(written) == 2 and isinstance(written[0], tuple | list)


PLUGIN = Kind()
