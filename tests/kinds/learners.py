"""Programs for the game of sticks that learn, do not, or seem to: each comes out of a generator of random numbers.

`RIGHT` learn by going by what they are told; `WRONG` do not, each with what is said of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

MOST = 3


class Learner(Protocol):
    """A copy of a program that was just loaded."""

    def move(self, sticks: int) -> int:
        """How many it takes."""

    def over(self, won: bool) -> None:
        """A game is over."""


def legal(sticks: int) -> list[int]:
    return list(range(1, min(MOST, sticks) + 1))


def formula(sticks: int) -> int:
    return sticks % (MOST + 1) or 1


# --- right ones --------------------------------------------------------------------------------------------


@dataclass
class Bags:
    """Bags with balls, as in the original course: one more after a win; a lost one stays out but for the last."""

    rng: random.Random
    balls: int = 1
    takes_all: bool = True
    adds: int = 1
    removes: int = 1
    bags: dict[int, dict[int, int]] = field(default_factory=dict)
    drawn: list[tuple[int, int]] = field(default_factory=list)

    def bag(self, sticks: int) -> dict[int, int]:
        return self.bags.setdefault(sticks, dict.fromkeys(legal(sticks), self.balls))

    def move(self, sticks: int) -> int:
        if self.takes_all and sticks <= MOST:
            return sticks
        bag = self.bag(sticks)
        (move,) = self.rng.choices(list(bag), list(bag.values()))
        self.drawn.append((sticks, move))
        return move

    def over(self, won: bool) -> None:
        for sticks, move in self.drawn:
            change = self.adds if won else -self.removes
            self.bag(sticks)[move] = max(1, self.bag(sticks)[move] + change)
        self.drawn.clear()


@dataclass
class QLearner:
    """A table of values; what comes after a move counts as much as the best that can be done there."""

    rng: random.Random
    rate: float = 0.2
    tries: float = 0.3
    fades: float = 0.01
    takes_all: bool = True
    games: int = 0
    values: dict[tuple[int, int], float] = field(default_factory=dict)
    made: list[tuple[int, int]] = field(default_factory=list)

    def value(self, sticks: int, move: int) -> float:
        return self.values.get((sticks, move), 0.0)

    def move(self, sticks: int) -> int:
        moves = [sticks] if self.takes_all and sticks <= MOST else legal(sticks)
        if self.rng.random() >= self.tries / (1 + self.fades * self.games):
            top = max(self.value(sticks, move) for move in moves)
            moves = [move for move in moves if self.value(sticks, move) == top]
        move = self.rng.choice(moves)
        self.made.append((sticks, move))
        return move

    def over(self, won: bool) -> None:
        worth = 1.0 if won else -1.0
        for sticks, move in reversed(self.made):
            self.values[sticks, move] = self.value(sticks, move) + self.rate * (worth - self.value(sticks, move))
            worth = max(self.value(sticks, one) for one in legal(sticks))
        self.made.clear()
        self.games += 1


# --- wrong ones --------------------------------------------------------------------------------------------


@dataclass
class Unmoved:
    """It always plays by the same rule, whatever it is told."""

    rule: Callable[[int], int]

    def move(self, sticks: int) -> int:
        return self.rule(sticks)

    def over(self, won: bool) -> None:
        pass


@dataclass
class Forgetting(Bags):
    """Bags that are filled anew after some number of games."""

    after: int = 1
    games: int = 0

    def over(self, won: bool) -> None:
        super().over(won)
        self.games += 1
        if self.games % self.after == 0:
            self.bags.clear()


class Confused(Bags):
    """Bags that take a lost game for a won one."""

    def over(self, won: bool) -> None:
        super().over(not won)


class OwnOpinion(Bags):
    """Bags that go by who has taken the last stick, and not by what they are told."""

    last: tuple[int, int] = (0, 0)

    def move(self, sticks: int) -> int:
        self.last = sticks, super().move(sticks)
        return self.last[1]

    def over(self, won: bool) -> None:  # noqa: ARG002 - that is its fault
        super().over(self.last[0] == self.last[1])


@dataclass
class Switching:
    """At random at first; after so many games, or games that it was told it has won, by the formula."""

    rng: random.Random
    after: int
    only_won: bool = False
    count: int = 0

    def move(self, sticks: int) -> int:
        if self.count >= self.after or sticks <= MOST:
            return formula(sticks)
        return self.rng.choice(legal(sticks))

    def over(self, won: bool) -> None:
        self.count += won or not self.only_won


# --- unfair ones, as `sample` refuses them too -------------------------------------------------------------


@dataclass
class Unfair:
    """It plays by a rule that knows how many moves it has made, and learns nothing."""

    rule: Callable[[int, int], int]
    moves: int = 0

    def move(self, sticks: int) -> int:
        self.moves += 1
        return self.rule(sticks, self.moves)

    def over(self, won: bool) -> None:
        pass


def wins_with(above: Callable[[int], int]) -> Unfair:
    """It takes all as soon as it can, and moves by another rule until then."""
    return Unfair(lambda sticks, number: sticks if sticks <= MOST else above(number))


def never_one(rng: random.Random) -> Learner:
    two = rng.sample(range(1, MOST + 1), 2)
    return wins_with(lambda _number: rng.choice(two))


def always_the_same(rng: random.Random) -> Learner:
    only = rng.randint(1, MOST)
    return wins_with(lambda _number: only)


def in_turn_but_one(rng: random.Random) -> Learner:
    turns = rng.sample(range(1, MOST + 1), 2) * rng.randint(1, 3)
    return wins_with(lambda number: turns[number % len(turns)])


def does_not_win_at_three(rng: random.Random) -> Learner:
    return Unfair(lambda sticks, _number: rng.randint(1, 2) if sticks == MOST else rng.choice(legal(sticks)))


def slips(rng: random.Random) -> Learner:
    """Once in 50 calls it makes a move that is none."""
    return Unfair(
        lambda sticks, _number: rng.choice((0, MOST + 1)) if rng.random() < 0.02 else rng.choice(legal(sticks))
    )


class NeverTwo(Bags):
    """Bags without a ball for two: it learns, but not that."""

    def bag(self, sticks: int) -> dict[int, int]:
        return self.bags.setdefault(sticks, {take: self.balls for take in legal(sticks) if take != 2})


class SlippingBags(Bags):
    """Bags that it looks past once in 50 moves."""

    def move(self, sticks: int) -> int:
        return 0 if self.rng.random() < 0.02 else super().move(sticks)


Make = Callable[[random.Random], Learner]

RIGHT: dict[str, Make] = {
    "bags": Bags,
    "bags without the rule": lambda rng: Bags(rng, takes_all=False),
    "ten balls of each": lambda rng: Bags(rng, balls=10),
    "without removal": lambda rng: Bags(rng, removes=0),
    "without removal or the rule": lambda rng: Bags(rng, removes=0, takes_all=False),
    "table of values": QLearner,
    "greedy table": lambda rng: QLearner(rng, tries=0),
    "greedy table without a rate": lambda rng: QLearner(rng, tries=0, rate=1.0),
    "table without the rule": lambda rng: QLearner(rng, takes_all=False),
}
WRONG: dict[str, tuple[str, Make]] = {
    "random": ("learns-nothing", lambda rng: Switching(rng, 1_000_000)),
    "constant": ("learns-nothing", lambda _rng: Unmoved(lambda sticks: min(MOST, sticks))),
    "hard-coded": ("knows-already", lambda _rng: Unmoved(formula)),
    "forgets at once": ("learns-nothing", Forgetting),
    "forgets at times": ("learns-too-little", lambda rng: Forgetting(rng, after=500)),
    "gets worse": ("gets-worse", Confused),
    "switches": ("learns-regardless", lambda rng: Switching(rng, rng.randint(50, 3000))),
    "switches by wins": ("learns-regardless", lambda rng: Switching(rng, rng.randint(1, 200), only_won=True)),
    "looks for itself": ("learns-regardless", OwnOpinion),
    "never one of the moves": ("learns-nothing", never_one),
    "always the same": ("learns-nothing", always_the_same),
    "in turn but one": ("learns-nothing", in_turn_but_one),
    "does not win at three": ("learns-nothing", does_not_win_at_three),
    "slips": ("objection", slips),
    "learns all but two": ("learns-too-little", NeverTwo),
    "learns and slips": ("objection", SlippingBags),
}
