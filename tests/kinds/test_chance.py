"""grader.kinds._chance: the sums behind what is refused as no chance are right."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

from grader.kinds._chance import ERROR, calls_until, chance_of_fewer, chance_of_more

HALF, MISS_OF_TWENTY = Fraction(1, 2), Fraction(19, 20)
SHARES = [Fraction(0), Fraction(1, 20), Fraction(1, 3), HALF, Fraction(9, 10), Fraction(1)]


@pytest.mark.parametrize("ways", [1, 3, 21, 2500])
@pytest.mark.parametrize("miss", [Fraction(1, 3), Fraction(2, 3), MISS_OF_TWENTY, Fraction(199, 200)])
def test_so_many_calls_are_enough_and_one_less_is_not(miss: Fraction, ways: int) -> None:
    calls = calls_until(miss, ways)
    assert ways * miss**calls <= ERROR < ways * miss ** (calls - 1)


def test_what_comes_once_in_twenty_calls_is_seen_in_so_many() -> None:
    assert calls_until(MISS_OF_TWENTY, 1) == 270
    assert calls_until(MISS_OF_TWENTY, 21) == 329


@pytest.mark.parametrize("miss", [Fraction(0), Fraction(1), Fraction(3, 2)])
def test_a_miss_that_is_certain_or_impossible_has_no_number_of_calls(miss: Fraction) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        calls_until(miss, 1)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("count", range(8))
def test_a_tail_is_the_sum_over_all_ways_in_which_the_calls_can_come_out(count: int, share: Fraction) -> None:
    ways = [
        (sum(hits), math.prod((share if hit else 1 - share for hit in hits), start=Fraction(1)))
        for hits in itertools.product((0, 1), repeat=7)
    ]
    assert chance_of_more(count, 7, share) == sum(chance for hits, chance in ways if hits >= count)
    assert chance_of_fewer(count, 7, share) == sum(chance for hits, chance in ways if hits <= count)
