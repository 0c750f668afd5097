"""Wishes and a subject -> what came in many calls, and what to think of it. `sample.py` says when to look again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from grader.kinds._chance import ERROR, calls_until, chance_of_fewer, chance_of_more
from grader.kinds._drawn import Drawn, Look
from grader.kinds._judging import checked, compare_for, trouble, wrong_value
from grader.model import Answers, Finding, Keeping, Message, NotRun, State, Step, Verdict
from grader.plugins import Subject
from grader.values import Numbers, Value

WAIT_S = 1.1
LEAST_LOOKS = 3
RAREST = 20
LOOK_S = 15.0
MOST_S = 60.0
SLIP_MISSED = calls_until(Fraction(49, 50), 1, Fraction(1, 10_000))
"""After so many calls an answer that comes once in 50 was seen, but for once in 10,000 times."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of the calls with one list of arguments."""

    step: Step
    occur: tuple[Value, ...]
    always: tuple[Value] | None

    @property
    def rarest(self) -> int:
        """A value that comes once in so many calls must be seen."""
        return max(RAREST, 4 * len(self.occur))


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for all calls of a test.

    `allowed` is a checker or the values themselves; without it those that occur are allowed. `shares` are the
    bounds within which each value that occurs must stay.
    """

    numbers: Numbers
    allowed: Callable[..., Any] | tuple[Value, ...] | None
    shares: tuple[Fraction, Fraction] | None = None
    least_calls: int = 1


class Sampling:
    """What came so far from one submission, and what to think of it."""

    def __init__(self, wishes: Sequence[Wish], rules: Rules, subject: Subject) -> None:
        self._wishes = wishes
        self._rules = rules
        self._subject = subject
        self._drawn = [Drawn() for _wish in self._wishes]
        self._answers: list[Answers] = []
        self._same = partial(compare_for, subject, numbers=rules.numbers)
        self._ways = (2 if rules.shares else 1) * sum(max(1, len(wish.occur)) for wish in wishes)

    @property
    def calls(self) -> int:
        """How many calls are enough to see a value that comes rarely, and a slip that does."""
        return max(self._rules.least_calls, SLIP_MISSED, *map(self._enough, self._wishes))

    def _enough(self, wish: Wish) -> int:
        return calls_until(1 - Fraction(1, wish.rarest), self._ways)

    def affordable(self, calls: int, arguments: int) -> int:
        """So many calls for each of the arguments, or fewer if one look would take too long for that."""
        asked = sum(drawn.calls for drawn in self._drawn)
        each_s = self.asked_s / max(1, asked)
        return max(1, min(calls, int(LOOK_S / (each_s * arguments)))) if each_s else calls

    @property
    def asked_s(self) -> float:
        """How long the calls took so far."""
        return _sum(answers.wall_s for answers in self._answers) or 0.0

    def look(self, indexes: Sequence[int], calls: int, later: bool = True) -> None:
        """Ask for each of these arguments so often, all in the state of the look before."""
        steps = [self._wishes[index].step for index in indexes for _call in range(calls)]
        goes_on = self._answers or self._subject.keeping is Keeping.SHARED
        state = State.SAME if goes_on else State.NEW
        answers = self._subject.ask(steps, state, each_cpu_s=self._subject.limits.cpu_s)
        self._answers.append(answers)
        for place, index in enumerate(indexes):
            self._drawn[index].add(answers.replies[place * calls : (place + 1) * calls], later)

    # --- answers that must not come ------------------------------------------------------------------------

    def wrong(self) -> dict[int, Finding]:
        """The arguments for which something came that must not, each with what to say."""
        found = {index: self._wrong(index) for index in range(len(self._wishes))}
        return {index: finding for index, finding in found.items() if finding is not None}

    def _wrong(self, index: int) -> Finding | None:
        drawn, step = self._drawn[index], self._wishes[index].step
        findings = [
            self._placed(trouble(reply, self._subject), index, call, len(drawn.troubles))
            for call, reply in drawn.troubles
        ]
        for key, value in drawn.values.items():
            objection = self._objection(index, value)
            if objection is not None:
                finding = self._illegal(step, index, value, objection)
                count = sum(look.counts[key] for look in drawn.looks)
                findings.append(self._placed(finding, index, drawn.first[key], count))
        return min(findings, key=lambda finding: finding.verdict.rank, default=None)

    def _placed(self, finding: Finding, index: int, call: int, count: int) -> Finding:
        """The finding about one call, with how often the like came."""
        total = self._drawn[index].calls
        shown = self._subject.language.show_step(self._wishes[index].step)
        often = Message("so-often", {"count": f"{count:,}", "total": f"{total:,}"})
        return replace(finding, input=f"{shown} ({call:,}. of {total:,} calls)").noting(often)

    def _objection(self, index: int, value: Value) -> str | None:
        allowed = self._rules.allowed
        if callable(allowed):
            return checked(allowed, list(self._wishes[index].step.arguments), value)
        return None if any(self._same(one, value).same for one in self._allowed(index)) else ""

    def _allowed(self, index: int) -> tuple[Value, ...]:
        wish = self._wishes[index]
        if isinstance(self._rules.allowed, tuple):
            return self._rules.allowed
        return wish.occur + tuple(value for value in wish.always or () if value not in wish.occur)

    def _illegal(self, step: Step, index: int, value: Value, objection: str) -> Finding:
        shown = self._subject.language.show(value)
        allowed = () if callable(self._rules.allowed) else self._allowed(index)
        if objection or not allowed:
            key = "objection" if objection else "wrong-value"
            return Finding(Verdict.WA, 0.0, Message(key, {"why": objection}), actual=shown)
        expected = self._list(allowed) if len(allowed) == 1 else f"one of {self._list(allowed)}"
        return replace(wrong_value(self._subject, step, allowed[0], value, self._answers[-1]), expected=expected)

    # --- answers that never come ---------------------------------------------------------------------------

    def doubtful(self) -> list[int]:
        """The arguments for which a value never came yet, or too often or too rarely."""
        return [index for index in range(len(self._wishes)) if self._missing(index) or self._skewed(index)]

    def _missing(self, index: int) -> list[Value]:
        wish, drawn = self._wishes[index], self._drawn[index]
        if not drawn.calls or self._excused(index):
            return []
        return [value for value in wish.occur if not self._count(drawn, value)]

    def _excused(self, index: int) -> bool:
        """Whether it plays the best value every time; where there is none to play, it must do so elsewhere."""
        if self._wishes[index].always is not None:
            return self._plays_best(index)
        having = [other for other, wish in enumerate(self._wishes) if wish.always is not None]
        return bool(having) and all(map(self._plays_best, having))

    def _plays_best(self, index: int) -> bool:
        always, drawn = self._wishes[index].always, self._drawn[index]
        return always is not None and bool(drawn.values) and self._count(drawn, always[0]) == drawn.calls

    def sure(self, index: int) -> bool:
        """Whether it can't be chance, not even for a program that draws once a second."""
        drawn, wish = self._drawn[index], self._wishes[index]
        if len(drawn.looks) < LEAST_LOOKS or drawn.calls < self._enough(wish):
            return False
        missing = len(self._missing(index))
        if not missing:
            return True
        others = sum(all(not self._same(one, value).same for one in wish.occur) for value in drawn.values.values())
        possible = len(wish.occur) + others
        ways = self._ways * math.comb(len(wish.occur), missing)  # each number of missing ones, each set of them
        return drawn.draws >= calls_until(Fraction(possible - missing, possible), ways)

    def _skewed(self, index: int) -> list[Value]:
        """The values whose share was out of its bounds in every look, beyond chance."""
        drawn, shares = self._drawn[index], self._rules.shares
        if shares is None or not drawn.calls or self._excused(index) or not self._independent(drawn):
            return []
        return [value for value in self._wishes[index].occur if self._beyond(drawn, value, *shares)]

    def _independent(self, drawn: Drawn) -> bool:
        """Whether so many runs were seen in each look that the calls are draws of their own."""
        return all(look.runs * RAREST >= sum(look.counts.values()) for look in drawn.looks)

    def _beyond(self, drawn: Drawn, value: Value, least: Fraction, most: Fraction) -> bool:
        allowed = ERROR / (2 * self._ways)

        def rare(look: Look) -> tuple[bool, bool]:
            count, calls = self._count(drawn, value, [look]), sum(look.counts.values())
            return chance_of_more(count, calls, most) <= allowed, chance_of_fewer(count, calls, least) <= allowed

        above, below = zip(*map(rare, drawn.looks), strict=True)
        return all(above) or all(below)

    def _count(self, drawn: Drawn, value: Value, looks: Sequence[Look] | None = None) -> int:
        return drawn.count(lambda came: self._same(value, came).same, looks)

    # --- words ---------------------------------------------------------------------------------------------

    def finding(self) -> Finding:
        """The opinion of all that came."""
        total = len(self._wishes)
        unasked = sum(not drawn.calls for drawn in self._drawn)
        doubtful = self.doubtful()
        wrong = self.wrong() or {index: self._refused(index) for index in doubtful if self.sure(index)}
        if unasked == total:
            return self._costed(trouble(NotRun(), self._subject))
        if not wrong and doubtful and self.asked_s > MOST_S:
            return self._costed(Finding(Verdict.TLE, 0.0, Message("slow-sample", {"seconds": f"{self.asked_s:.0f}"})))
        if not wrong:
            return self._costed(self._accepted(doubtful))
        values = {"wrong": f"{len(wrong):,}", "total": f"{total:,}", "unasked": f"{unasked:,}"}
        worst = min(wrong.values(), key=lambda finding: finding.verdict.rank)
        if total > 1:
            worst = worst.noting(Message("wrong-and-unasked" if unasked else "wrong-on", values))
        right = total - len(set(wrong) | set(doubtful)) - unasked
        return self._costed(replace(worst, share=right / total))

    def _accepted(self, doubtful: Sequence[int]) -> Finding:
        unjudged = self._rules.shares is not None and not all(map(self._independent, self._drawn))
        notes = self._overlooked() + ((Message("not-sure"),) if doubtful or unjudged else ())
        shown = [self._subject.language.show_step(wish.step) for wish in self._wishes]
        came = [self._came(index) for index in range(len(self._wishes))]
        return Finding(Verdict.AC, 1.0, input="\n".join(shown), actual="\n".join(came), notes=notes)

    def _came(self, index: int) -> str:
        """How often each value came, the ones that should first."""
        drawn, show = self._drawn[index], self._subject.language.show
        occur = self._wishes[index].occur
        others = [value for value in drawn.values.values() if all(not self._same(one, value).same for one in occur)]
        counts = [f"{show(value)}: {self._count(drawn, value)}" for value in (*occur, *others)]
        return f"{', '.join(counts)} in {drawn.calls:,} calls"

    def _refused(self, index: int) -> Finding:
        drawn, wish, show = self._drawn[index], self._wishes[index], self._subject.language.show
        missing, waited_s = self._missing(index), (len(drawn.looks) - 1) * WAIT_S
        values = {"calls": f"{drawn.calls:,}", "seconds": f"{waited_s:.0f}", "rarely": f"{wish.rarest}"}
        if missing:
            message = Message("never-came", {**values, "values": self._list(missing)})
        else:
            least, most = self._rules.shares or (0, 1)
            bounds = {"least": f"{float(least):.0%}", "most": f"{float(most):.0%}"}
            message = Message("share", {**values, **bounds, "values": self._list(self._skewed(index))})
        expected = f"each of {self._list(wish.occur)} at times"
        return Finding(
            Verdict.WA,
            0.0,
            message,
            input=f"{self._subject.language.show_step(wish.step)}, {drawn.calls:,} calls",
            expected=expected if wish.always is None else f"{expected}, or {show(wish.always[0])} every time",
            actual=self._came(index),
        )

    def _list(self, values: Sequence[Value]) -> str:
        return ", ".join(map(self._subject.language.show, values))

    def _overlooked(self) -> tuple[Message, ...]:
        """The first harmless difference in type between what is meant and what came."""
        for index, drawn in enumerate(self._drawn):
            for value in drawn.values.values():
                for one in self._allowed(index):
                    compared = self._same(one, value)
                    if compared.same and compared.overlooked:
                        return (Message("overlooked", {"what": compared.overlooked}),)
        return ()

    def _costed(self, finding: Finding) -> Finding:
        return replace(
            finding,
            cpu_s=_sum(answers.cpu_s for answers in self._answers),
            wall_s=_sum(answers.wall_s for answers in self._answers),
            peak_bytes=max((answers.peak_bytes or 0 for answers in self._answers), default=0) or None,
        )


def _sum(costs: Iterable[float | None]) -> float | None:
    """The sum of what is known."""
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known else None
