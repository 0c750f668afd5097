"""Costs of rounds -> what they say: growth is told only where nearly every round shows it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from grader.kinds._fitting import MOST_ROUNDS, ROUNDS, Costs, Growth, Order, Power, excess, judge, leans, power

SIZES = (100, 250, 500, 1000, 2000)
FIXED_S = 2e-6


def rounds(cost: Callable[[int], float], count: int = ROUNDS) -> list[Costs]:
    """Rounds without any noise."""
    return [{size: cost(size) for size in SIZES} for _round in range(count)]


@pytest.mark.parametrize(
    ("order", "times"),
    [("constant", 1.0), ("logarithmic", 1.6469), ("linear", 20.0), ("linearithmic", 32.94), ("quadratic", 400.0)],
)
def test_an_order_allows_just_its_own_growth(order: str, times: float) -> None:
    assert Order(order).times(100, 2000) == pytest.approx(times, rel=0.001)
    assert excess({100: 1.0, 2000: times}, Order(order)) == pytest.approx(1.0, rel=0.001)


@pytest.mark.parametrize(
    ("order", "cost", "growth"),
    [
        ("constant", lambda _n: FIXED_S, Growth.WITHIN),
        ("constant", lambda _n: 5e-3, Growth.WITHIN),  # slow, but always as slow
        ("constant", lambda n: FIXED_S + 1e-7 * (n >= 1000), Growth.WITHIN),  # a cache that is full
        ("constant", lambda n: FIXED_S * (3 - 2 * n / 2000), Growth.WITHIN),  # quicker when warm
        ("constant", lambda n: FIXED_S + 1e-9 * n, Growth.BEYOND),  # a nanosecond for each square of a line
        ("constant", lambda n: FIXED_S + 1e-9 * n**2, Growth.BEYOND),
        ("constant", lambda n: FIXED_S * (1 + 4 * (n == 2000)), Growth.OPEN),  # one size alone is odd
        ("constant", lambda n: FIXED_S * math.log2(n), Growth.OPEN),  # caches, or a tree
        ("constant", lambda n: FIXED_S * (1 + (n >= 500)), Growth.OPEN),
        ("logarithmic", lambda n: FIXED_S * n.bit_length(), Growth.WITHIN),
        ("logarithmic", lambda n: 1e-8 * n, Growth.BEYOND),
        ("linear", lambda n: FIXED_S + 1e-8 * n, Growth.WITHIN),
        ("linear", lambda n: 1e-8 * n * (1 + (n >= 1000)), Growth.WITHIN),  # too large for the cache
        ("linear", lambda n: 1e-8 * n * n.bit_length(), Growth.WITHIN),  # as good as linear over this range
        ("linear", lambda n: FIXED_S + 1e-8 * n**2, Growth.BEYOND),
        ("linearithmic", lambda n: 1e-8 * n * n.bit_length(), Growth.WITHIN),
        ("quadratic", lambda n: 1e-8 * n**2, Growth.WITHIN),
        ("quadratic", lambda n: 1e-9 * n**3, Growth.BEYOND),
    ],
)
def test_growth_is_told_by_the_order_that_is_allowed(order: str, cost: Callable[[int], float], growth: Growth) -> None:
    assert judge(rounds(cost), Order(order)) is growth


def test_nothing_is_told_before_enough_rounds() -> None:
    stays, grows = rounds(lambda _n: FIXED_S), rounds(lambda n: FIXED_S + 5e-9 * n)
    assert [judge(grows[:count], Order.CONSTANT) for count in range(1, 5)] == [Growth.OPEN] * 3 + [Growth.BEYOND]
    plain = rounds(lambda n: 1e-8 * n)
    assert [judge(plain[:count], Order.CONSTANT) for count in range(1, 3)] == [Growth.OPEN, Growth.BEYOND]
    assert [judge(stays[:count], Order.CONSTANT) for count in range(1, 4)] == [Growth.OPEN] * 2 + [Growth.WITHIN]


def test_growth_that_is_not_clear_takes_all_rounds_and_may_miss_in_one() -> None:
    some = rounds(lambda n: FIXED_S + 1.2e-9 * n)
    assert [judge(some[:count], Order.CONSTANT) for count in (4, 8, 9)] == [Growth.OPEN, Growth.OPEN, Growth.BEYOND]
    some[2] = {**some[2], 100: 2 * some[2][100]}
    assert judge(some, Order.CONSTANT) is Growth.BEYOND
    some[5] = {**some[5], 100: 2 * some[5][100]}
    assert judge(some, Order.CONSTANT) is Growth.OPEN


def test_more_rounds_settle_what_a_few_more_of_them_miss() -> None:
    grows = rounds(lambda n: FIXED_S + 1.2e-9 * n, MOST_ROUNDS)
    for number in (2, 5, 8, 11):
        grows[number] = {**grows[number], 100: 2 * grows[number][100]}
    judged = [judge(grows[:count], Order.CONSTANT) for count in range(ROUNDS, MOST_ROUNDS + 1)]
    assert judged == [Growth.OPEN] * 9 + [Growth.BEYOND]
    assert leans(grows[:ROUNDS], Order.CONSTANT)
    grows[14] = {**grows[14], 100: 2 * grows[14][100]}
    assert judge(grows, Order.CONSTANT) is Growth.OPEN


def test_two_sizes_alone_never_show_growth() -> None:
    assert judge([{100: 1.0, 2000: 20.0}] * MOST_ROUNDS, Order.CONSTANT) is Growth.OPEN


def test_noise_that_doubles_every_second_cost_refuses_nobody() -> None:
    """A far worse machine than any that was measured: each cost is doubled in half of the cases."""
    random_ = random.Random(1)  # noqa: S311 - not for secrets
    judged = [
        judge(rounds(lambda _n: FIXED_S * random_.choice((1, 2)), count), Order.CONSTANT)
        for _submission in range(1000)
        for count in range(1, MOST_ROUNDS + 1)
    ]
    assert set(judged) == {Growth.OPEN, Growth.WITHIN}


@pytest.mark.parametrize(
    ("cost", "exponent"),
    [
        (lambda n: 1e-8 * n, 1.0),
        (lambda n: FIXED_S + 1e-8 * n, 1.0),
        (lambda n: 1e-9 * n**2, 2.0),
        (lambda n: FIXED_S + 1e-9 * n**2, 2.0),
        (lambda n: 1e-9 * n**3, 3.0),
    ],
)
def test_the_power_is_found_beside_a_part_that_stays(cost: Callable[[int], float], exponent: float) -> None:
    found = power(rounds(cost))
    assert found.exponent is not None
    assert found.most is not None
    assert found.exponent == pytest.approx(exponent, abs=0.15)
    assert found.least <= found.exponent <= found.most
    assert found.most - found.least < 0.5


def test_an_odd_size_widens_the_bounds_of_the_power_and_does_not_move_it() -> None:
    found = power(rounds(lambda n: 1e-8 * n * (3 if n == 2000 else 1)))
    assert found.exponent == pytest.approx(1.0, abs=0.2)
    assert found.most == pytest.approx(1.79, abs=0.05)


def test_growth_seen_at_one_size_only_has_a_least_power_and_no_other() -> None:
    found = power(rounds(lambda n: FIXED_S * (1 + 4 * (n == 2000))))
    assert found == Power(None, math.log(5) / math.log(20), None)
