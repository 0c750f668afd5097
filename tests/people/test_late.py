"""grader.people.late: days that have begun, grace, cap and extensions; a summer night has 23 hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.people.late import (
    Amount,
    Lateness,
    NotUnderstood,
    Policy,
    lateness,
    read_amount,
    read_time,
    read_zone,
    rounded,
)

DUE = datetime(2026, 11, 20, 23, 59, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def policy(per_day: object = "10%", at_most: object = None, grace_s: float = 0, due: datetime = DUE) -> Policy:
    return Policy(due, grace_s, read_amount(per_day), None if at_most is None else read_amount(at_most))


def days_and_off(rule: Policy, late_s: float, most: float = 10.0) -> tuple[int, float] | None:
    found = lateness(rule, rule.due + timedelta(seconds=late_s), None, most)
    return None if found is None else (found.days, found.off)


@pytest.mark.parametrize(
    ("late_s", "expected"),
    [
        (-1, None),
        (0, None),
        (1, (1, 1.0)),
        (86_400, (1, 1.0)),
        (86_401, (2, 2.0)),
        (30 * 86_400, (30, 30.0)),
    ],
)
def test_a_day_counts_as_soon_as_it_has_begun(late_s: float, expected: tuple[int, float] | None) -> None:
    assert days_and_off(policy(), late_s) == expected


@pytest.mark.parametrize(("late_s", "expected"), [(900, None), (901, (1, 1.0)), (86_400, (1, 1.0)), (86_401, (2, 2.0))])
def test_after_the_grace_the_days_count_from_the_due_date(late_s: float, expected: tuple[int, float] | None) -> None:
    assert days_and_off(policy(grace_s=900), late_s) == expected


@pytest.mark.parametrize(
    ("per_day", "at_most", "days", "most", "off"),
    [
        (0.5, None, 3, 10, 1.5),
        ("10%", "50%", 6, 10, 5.0),
        ("10%", 2, 6, 10, 2.0),
        (3, "25%", 1, 8, 2.0),
        ("33%", None, 1, 0.5, 0.17),
        ("12.5%", None, 1, 1, 0.13),
        (0, None, 4, 10, 0.0),
    ],
)
def test_what_is_taken_off_is_capped_and_rounded_to_hundredths(
    per_day: object, at_most: object, days: int, most: float, off: float
) -> None:
    assert days_and_off(policy(per_day, at_most), days * 86_400, most) == (days, off)


def test_an_extension_is_the_due_date_of_one_student() -> None:
    longer = DUE + timedelta(days=2)
    assert lateness(policy(), longer, longer, 10) is None
    late = longer + timedelta(hours=1)
    assert lateness(policy(), late, longer, 10) == Lateness(longer, late, extended=True, days=1, off=1.0)


def test_the_night_in_which_summer_time_begins_has_no_hour_too_many() -> None:
    due = datetime(2027, 3, 27, 12, 0, tzinfo=BERLIN)
    on_the_clock = datetime(2027, 3, 28, 13, 0, tzinfo=BERLIN)  # 24 hours later
    assert lateness(policy(due=due), on_the_clock, None, 10) == Lateness(due, on_the_clock, False, 1, 1.0)


@given(st.floats(0, 10**7), st.floats(0, 10**7), st.floats(0, 100), st.integers(0, 100))
def test_who_is_later_never_loses_less_and_nobody_more_than_the_cap(
    one_s: float, other_s: float, most: float, cap: int
) -> None:
    rule = policy("7%", f"{cap}%")
    earlier, later = (days_and_off(rule, late_s, most) or (0, 0.0) for late_s in sorted((one_s, other_s)))
    assert 0 <= earlier[1] <= later[1] <= rounded(Decimal(str(most)) * cap / 100)


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("10%", Amount(Decimal(10), is_share=True)),
        ("2.5 %", Amount(Decimal("2.5"), is_share=True)),
        (0.1, Amount(Decimal("0.1"), is_share=False)),
    ],
)
def test_an_amount_is_points_or_a_share(written: object, amount: Amount) -> None:
    assert read_amount(written) == amount


@pytest.mark.parametrize("written", ["10", "-1%", "101%", "ten", -1, float("nan"), float("inf"), True, None])
def test_what_is_no_amount_is_refused(written: object) -> None:
    with pytest.raises(NotUnderstood):
        read_amount(written)


@pytest.mark.parametrize(
    ("written", "time"),
    [
        ("2026-11-20 23:59", datetime(2026, 11, 20, 23, 59, tzinfo=BERLIN)),
        ("2026-11-20T23:59:30", datetime(2026, 11, 20, 23, 59, 30, tzinfo=BERLIN)),
        ("2026-11-20 23:59 -05:00", datetime(2026, 11, 21, 4, 59, tzinfo=UTC)),
        ("2026-11-20T23:59Z", datetime(2026, 11, 20, 23, 59, tzinfo=UTC)),
    ],
)
def test_a_time_is_in_its_own_zone_or_else_in_that_of_the_file(written: str, time: datetime) -> None:
    assert read_time(written, BERLIN) == time


@pytest.mark.parametrize("written", ["2026-11-20", "20.11.2026 23:59", "2026-11-20 24:30", "soon", "", 5, None])
def test_what_is_no_time_is_refused(written: object) -> None:
    with pytest.raises(NotUnderstood):
        read_time(written, BERLIN)


def test_a_time_without_a_zone_is_not_guessed() -> None:
    with pytest.raises(NotUnderstood, match="zone: Europe/Berlin"):
        read_time("2026-11-20 23:59", None)


@pytest.mark.parametrize(
    ("written", "hint"),
    [("Europe/Berln", "Europe/Berlin"), ("../etc/passwd", "one is written as"), ("", "one is written as")],
)
def test_a_zone_that_is_not_known_is_refused(written: str, hint: str) -> None:
    with pytest.raises(NotUnderstood, match=hint):
        read_zone(written)


@pytest.mark.parametrize(("value", "to"), [(0.125, 0.13), (0.135, 0.14), (2.675, 2.68), (1.0, 1.0), (-0.125, -0.13)])
def test_halves_are_rounded_away_from_zero(value: float, to: float) -> None:
    assert rounded(value) == to
