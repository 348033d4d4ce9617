"""Ready-made programmes, and what the federation asks of one (EMA guidelines 2018, 3.6).

Times are local to the hall; breaks between sessions are at least 15 minutes, one a day is lunch.
"""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tournaments.dates import long_day

MOST_SESSIONS_A_DAY = 4
LEAST_BREAK = 15
Slot = tuple[dt.datetime, int]


@dataclass(frozen=True, slots=True)
class Preset:
    """A programme by days, each a tuple of local starting times, and the settings that go with it.

    `minutes` is the length of every session.
    """

    key: str
    title: Any
    summary: Any
    minutes: int
    days: tuple[tuple[str, ...], ...]
    settings: dict[str, Any] = field(default_factory=dict)

    def slots(self, first_day: dt.date, zone: zoneinfo.ZoneInfo) -> list[Slot]:
        """Start and minutes of every session; starts are moments, whatever the clocks do."""
        return [
            (dt.datetime.combine(day, dt.time.fromisoformat(start), tzinfo=zone), self.minutes)
            for day, starts in zip(_days_from(first_day), self.days, strict=False)
            for start in starts
        ]

    def last_day(self, first_day: dt.date) -> dt.date:
        """The last day when the first one is given."""
        return first_day + dt.timedelta(days=max(0, len(self.days) - 1))


CLUB = {"table_help": True, "results_shown": "live"}

PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "one_day",
            _("One day"),
            _("4 × 90 min"),
            90,
            (("09:30", "11:15", "13:45", "15:30"),),
        ),
        Preset(
            "two_days",
            _("Two days"),
            _("6 × 120 min"),
            120,
            (("10:00", "13:15", "15:30"), ("09:30", "12:45", "15:00")),
        ),
        Preset(
            "three_days",
            _("Three days"),
            _("9 × 120 min"),
            120,
            (
                ("10:00", "13:15", "15:30"),
                ("09:30", "12:45", "15:00"),
                ("09:00", "11:20", "14:20"),
            ),
        ),
        Preset(
            "club",
            _("Club evening"),
            _("2 × 90 min"),
            90,
            (("18:30", "20:15"),),
            CLUB,
        ),
        Preset("free", _("Free"), _("your own times"), 120, ()),
    )
}


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a programme that the federation would not accept; never a refusal."""

    text: str
    params: dict[str, Any]

    @property
    def sentence(self) -> str:
        """The remark in the reader's language."""
        params = dict(self.params)
        if isinstance(params.get("day"), dt.date):
            params["day"] = long_day(params["day"])
        return gettext(self.text) % params


TOO_MANY_A_DAY = gettext_noop(
    "%(day)s has %(count)s sessions; EMA tournaments have at most 4 a day."
)
SHORT_BREAK = gettext_noop(
    "There are %(minutes)s minutes between sessions %(first)s and %(second)s; "
    "EMA tournaments have at least 15."
)


def remarks(sessions: Sequence[tuple[int, dt.datetime, int]], zone: dt.tzinfo) -> list[Remark]:
    """What is unusual in (number, start, minutes) of sessions in their order."""
    found = []
    for day, group in groupby(sessions, key=lambda row: row[1].astimezone(zone).date()):
        count = len(list(group))
        if count > MOST_SESSIONS_A_DAY:
            found.append(Remark(TOO_MANY_A_DAY, {"day": day, "count": count}))
    for (first, start, minutes), (second, following, _minutes) in pairwise(sessions):
        # In UTC: two times of one hall are subtracted as if its clocks never changed.
        between = following.astimezone(dt.UTC) - start.astimezone(dt.UTC)
        pause = int(between.total_seconds() // 60) - minutes
        if 0 <= pause < LEAST_BREAK:
            found.append(Remark(SHORT_BREAK, {"minutes": pause, "first": first, "second": second}))
    return found


def _days_from(first_day: dt.date) -> Iterable[dt.date]:
    day = first_day
    while True:
        yield day
        day += dt.timedelta(days=1)
