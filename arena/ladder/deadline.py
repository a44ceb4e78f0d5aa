"""When a run ends by the clock: `stop: {hours, at}`. Both are outside what the same config promises to repeat."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final, TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""Tells the time, with its zone."""

GRACE: Final = timedelta(seconds=60)
"""What sets that have begun are given to be finished."""
EXPECTED: Final = 'a time of day in quotes, such as "07:00", or a date with it, such as "2026-05-01 07:00"'


@dataclass(frozen=True)
class Deadline:
    """From `at` on no set is begun, and from `GRACE` later on none is waited for. `name` is the stop's."""

    name: str
    at: datetime
    clock: Clock

    @property
    def is_past(self) -> bool:
        """Whether no set may begin any more."""
        return self.clock() >= self.at

    @property
    def is_over(self) -> bool:
        """Whether those in flight have had their time too."""
        return self.clock() >= self.at + GRACE

    @property
    def left(self) -> timedelta:
        """How long sets may still begin."""
        return self.at - self.clock()


def local_time() -> datetime:
    """The time here."""
    return datetime.now().astimezone()


def check_at(text: str) -> str:
    """A sound value of `stop.at` as it is. Raises ValueError."""
    _parse(text)
    return text


def moment(at: str, now: datetime) -> datetime:
    """When a value of `stop.at` is meant, in local time: a time of day is the next one; a date may be past."""
    parsed = _parse(at)
    if isinstance(parsed, datetime):
        return parsed.astimezone()
    today = datetime.combine(now.astimezone().date(), parsed)
    days = (today + timedelta(days=n) for n in (0, 1))
    return next(found for day in days if (found := day.astimezone()) > now)


def first_deadline(hours: float | None, at: str | None, clock: Clock = local_time) -> Deadline | None:
    """The earlier end of a run that begins now; None if the clock ends it not."""
    now = clock()
    ends = []
    if hours is not None:
        ends.append(Deadline(f"stop.hours {hours:g}", now + timedelta(hours=hours), clock))
    if at is not None:
        ends.append(Deadline(f"stop.at {at}", moment(at, now), clock))
    return min(ends, key=lambda end: end.at, default=None)


def _parse(text: str) -> time | datetime:
    for form in ("%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"):
        try:
            found = datetime.strptime(text, form)
        except ValueError:
            continue
        return found.time() if form == "%H:%M" else found
    raise ValueError(f"expected {EXPECTED}")
