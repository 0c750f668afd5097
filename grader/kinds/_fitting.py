"""Costs at several sizes, measured in rounds -> by how much they grow beyond an order, and like which power of n.

A round is one look at every size, within a second or so: what slows the machine down slows all sizes of a round. So
only costs of one round are compared, and what decides is in how many rounds the same was seen. The cost of asking is
part of each cost; it is the same at every size, so it can hide growth but never make any.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

Costs = Mapping[int, float]
"""Seconds of CPU time for one call, by size."""


class Order(Enum):
    """How fast a cost may grow with n."""

    CONSTANT = "constant"
    LOGARITHMIC = "logarithmic"
    LINEAR = "linear"
    LINEARITHMIC = "linearithmic"
    QUADRATIC = "quadratic"

    def at(self, size: int) -> float:
        """The cost at a size, up to a factor."""
        logarithm = math.log2(size + 1)
        costs = {
            Order.CONSTANT: 1.0,
            Order.LOGARITHMIC: logarithm,
            Order.LINEAR: size,
            Order.LINEARITHMIC: size * logarithm,
            Order.QUADRATIC: size**2,
        }
        return costs[self]

    def times(self, small: int, large: int) -> float:
        """How many times as long the large size may take as the small one."""
        return self.at(large) / self.at(small)

    @property
    def tolerance(self) -> float:
        """The factor beyond that which is still let pass.

        Caches and memory make what is right slower on large data: for calls that all touch little by up to 1.4 where
        it was measured, for those that walk through all of it by much more. A walk along one line of a board made
        calls 2 to 30 times as slow there, the least in the languages that are asked most slowly.
        """
        return 1.7 if self in (Order.CONSTANT, Order.LOGARITHMIC) else 3.0


class Growth(Enum):
    """What the rounds say."""

    WITHIN = "within"
    BEYOND = "beyond"
    OPEN = "open"


ENOUGH = 3
PLAIN = 2
CLEAR = 4
ROUNDS, MISSES = 9, 1
MOST_ROUNDS, MOST_MISSES = 18, 4
NOISE = 0.1


def excess(costs: Costs, order: Order) -> float:
    """By which factor the cost grows beyond the order, from the smallest size to the largest; 1 is just as allowed."""
    small, large = min(costs), max(costs)
    return costs[large] / costs[small] / order.times(small, large)


def judge(rounds: Sequence[Costs], order: Order) -> Growth:
    """What the rounds say so far.

    Within: three rounds, and three of four, show no growth to speak of. Beyond: the first rounds all do so, two of
    them plainly or four clearly, or nearly all of many do; and the costs keep climbing.
    """
    factors = [excess(costs, order) for costs in rounds]
    tolerance, count = order.tolerance, len(factors)
    low = sum(factor < tolerance**0.75 for factor in factors)
    if low >= ENOUGH and low >= 0.75 * count:
        return Growth.WITHIN
    misses = sum(factor <= tolerance for factor in factors)
    many = (count >= ROUNDS and misses <= MISSES) or (count >= MOST_ROUNDS and misses <= MOST_MISSES)
    clear = count >= CLEAR and min(factors) > tolerance**2
    plain = count >= PLAIN and min(factors) > tolerance**4
    return Growth.BEYOND if (many or clear or plain) and climbs(rounds, order) else Growth.OPEN


def leans(rounds: Sequence[Costs], order: Order) -> bool:
    """Whether most rounds are beyond the order, so that more of them may settle it."""
    return statistics.median(excess(costs, order) for costs in rounds) > order.tolerance


def climbs(rounds: Sequence[Costs], order: Order) -> bool:
    """Whether the costs, each over what the order allows, go up with the last sizes, and no more slowly at the end.

    What comes from memory that is farther away rises where a cache is full and then less and less; a walk along all of
    the data rises with every step. At the end at least half of what a straight line would rise is asked for.
    """
    middle = middle_of(rounds)
    if len(middle) < 3:
        return False
    sizes = sorted(middle)
    first, before, last = (middle[size] / order.at(size) for size in (sizes[0], sizes[-2], sizes[-1]))
    straight = (sizes[-1] - sizes[-2]) / (sizes[-2] - sizes[0])
    return first < before and last - before > 0.5 * straight * (before - first)


def middle_of(rounds: Sequence[Costs]) -> Costs:
    """The cost at each size in the middle one of the rounds that saw it."""
    sizes = sorted({size for costs in rounds for size in costs})
    return {size: statistics.median(costs[size] for costs in rounds if size in costs) for size in sizes}


@dataclass(frozen=True, slots=True)
class Power:
    """n to the power of `exponent`, which lies between `least` and `most`; None is not known."""

    exponent: float | None
    least: float
    most: float | None


def power(rounds: Sequence[Costs]) -> Power:
    """Like which power of n the costs grow, beside a part that stays the same.

    The part that stays is what the two smallest sizes lead to at size 0. Where what comes on top is more than noise at
    three sizes, the slopes between all pairs of them have a median that one odd size can't spoil (Theil and Sen). Else
    only the whole growth is known: the part that stays hides some of it and makes none.
    """
    middle = middle_of(rounds)
    first, second, *_more, last = sorted(middle)
    per_step = max(0.0, (middle[second] - middle[first]) / (second - first))
    fixed = max(0.0, middle[first] - per_step * first)
    known = [(size, cost - fixed) for size, cost in middle.items() if cost > (1 + NOISE) * fixed]
    slopes = sorted(_slope(one, other) for one, other in itertools.combinations(known, 2))
    if len(slopes) < 3:
        return Power(None, _slope((first, middle[first]), (last, middle[last])), None)
    kept = slopes[1:-1] if len(slopes) >= 5 else slopes
    return Power(statistics.median(slopes), kept[0], kept[-1])


def _slope(one: tuple[int, float], other: tuple[int, float]) -> float:
    return math.log(other[1] / one[1]) / math.log(other[0] / one[0])
