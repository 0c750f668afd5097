"""A stated probability of error -> how many calls are enough, and whether a count can be chance.

A right program must not be refused because of bad luck. All bounds are exact: powers and binomial tails of
fractions, with the probability of error shared out among everything that could be refused (Bonferroni).
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

ERROR = Fraction(1, 1_000_000)
"""How likely a right program may be refused, over everything that one test asks."""


@cache
def calls_until(miss: Fraction, ways: int, error: Fraction = ERROR) -> int:
    """The least number of calls after which `ways` events, each missed by one call with `miss`, are all seen.

    Some of them is still unseen with a probability of at most `error`.
    """
    if not 0 < miss < 1:
        raise ValueError(f"a call misses with a probability between 0 and 1, not {miss}")
    allowed = error / ways
    count = max(0, math.ceil(math.log(allowed) / math.log(miss)) - 1)
    while miss**count > allowed:
        count += 1
    return count


def chance_of_more(count: int, calls: int, share: Fraction) -> Fraction:
    """How likely it is that at least `count` of `calls` come out so, where each does with probability `share`."""
    if count <= 0 or share >= 1:
        return Fraction(1)
    if share <= 0:
        return Fraction(0)
    hit, miss = share.numerator, share.denominator - share.numerator
    term = math.comb(calls, count) * hit**count * miss ** (calls - count)
    total = 0
    for number in range(count, calls + 1):
        total += term
        term = term * (calls - number) * hit // ((number + 1) * miss)
    return Fraction(total, share.denominator**calls)


def chance_of_fewer(count: int, calls: int, share: Fraction) -> Fraction:
    """How likely it is that at most `count` of `calls` come out so, where each does with probability `share`."""
    return chance_of_more(calls - count, calls, 1 - share)


def chance_of_gap(more: int, fewer: int, games: int) -> Fraction:
    """How likely luck alone parts two series of so many games at least so far, the `more` of the wins in the second.

    All ways in which the wins may be spread over both series are taken as equally likely (Fisher's exact test).
    """
    wins = more + fewer
    ways = sum(math.comb(games, won) * math.comb(games, wins - won) for won in range(more, min(wins, games) + 1))
    return Fraction(ways, math.comb(2 * games, wins))
