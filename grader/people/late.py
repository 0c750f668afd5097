"""A due date, a rule and when something was handed in -> how many days late it is, and what that costs.

Days are counted as people count them: each day that has begun after the due date, in periods of 24 hours. Within the
grace nothing is late; after it the days count from the due date. Shares are of the most points of the task.
"""

from __future__ import annotations

import difflib
import math
import re
import zoneinfo
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

DAY_S = 86_400
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?( ?(Z|[-+]\d{2}:\d{2}))?")
_SHARE = re.compile(r"(\d+(?:\.\d+)?) ?%")


class NotUnderstood(ValueError):
    """What a person wrote can't be read; says what would be right."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of points, or a share (in hundredths) of the most points."""

    value: Decimal
    is_share: bool

    def of(self, max_points: float) -> Decimal:
        """The amount in points."""
        return Decimal(str(max_points)) * self.value / 100 if self.is_share else self.value


@dataclass(frozen=True, slots=True)
class Policy:
    """What lateness costs: `per_day` for each day that has begun, and never more than `at_most`."""

    due: datetime
    grace_s: float
    per_day: Amount
    at_most: Amount | None


@dataclass(frozen=True, slots=True)
class Lateness:
    """What is taken off, in points, and for how many days; `extended` where a person gave more time."""

    due: datetime
    handed_in: datetime
    extended: bool
    days: int
    off: float


def lateness(policy: Policy, handed_in: datetime, extension: datetime | None, max_points: float) -> Lateness | None:
    """How late it is; None if it is in time."""
    due = policy.due if extension is None else extension
    # In UTC, since two clocks of one zone differ by an hour over the night in which summer time begins or ends.
    late = handed_in.astimezone(UTC) - due.astimezone(UTC)
    if late <= timedelta(seconds=policy.grace_s):
        return None
    days = math.ceil(late / timedelta(seconds=DAY_S))
    off = policy.per_day.of(max_points) * days
    if policy.at_most is not None:
        off = min(off, policy.at_most.of(max_points))
    return Lateness(due, handed_in, extension is not None, days, rounded(off))


def rounded(points: Decimal | float) -> float:
    """To hundredths, halves away from zero as people do it."""
    return float(Decimal(str(points)).quantize(Decimal("0.01"), ROUND_HALF_UP))


def read_amount(written: object) -> Amount:
    """`2` points or `10%`; raises NotUnderstood."""
    share = _SHARE.fullmatch(written.strip()) if isinstance(written, str) else None
    if share is not None and Decimal(share[1]) <= 100:
        return Amount(Decimal(share[1]), is_share=True)
    if isinstance(written, int | float) and not isinstance(written, bool) and 0 <= written < math.inf:
        return Amount(Decimal(str(written)), is_share=False)
    raise NotUnderstood(f"`{written}` is no number of points such as 0.5, and no share such as 10%")


def read_time(written: object, zone: zoneinfo.ZoneInfo | None) -> datetime:
    """A point in time such as `2026-11-20 23:59`, in the zone if it has none of its own; raises NotUnderstood."""
    like = "a time is written as 2026-11-20 23:59"
    if not isinstance(written, str) or not _TIME.fullmatch(written.strip()):
        raise NotUnderstood(f"`{written}` is no time; {like}")
    try:
        time = datetime.fromisoformat(written.strip().replace(" +", "+").replace(" -", "-").replace(" Z", "Z"))
    except ValueError as error:
        raise NotUnderstood(f"`{written}` is no time ({error}); {like}") from error
    if time.tzinfo is not None:
        return time
    if zone is None:
        raise NotUnderstood(f"`{written}` is in no time zone; say it once under `late`: `zone: Europe/Berlin`")
    return time.replace(tzinfo=zone)


def read_zone(written: object) -> zoneinfo.ZoneInfo:
    """The time zone of that name; raises NotUnderstood."""
    try:
        return zoneinfo.ZoneInfo(str(written))
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        known = sorted(zoneinfo.available_timezones())
        if not known:
            raise NotUnderstood("this machine knows no time zones; to mend it: pip install tzdata") from error
        close = difflib.get_close_matches(str(written), known, 1)
        hint = f"did you mean `{close[0]}`?" if close else "one is written as Europe/Berlin"
        raise NotUnderstood(f"`{written}` is no time zone; {hint}") from error
