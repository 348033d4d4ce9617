"""Ready-made programmes keep to the federation's guidelines and to the clock of the hall."""

import datetime as dt
import zoneinfo
from itertools import pairwise

import pytest

from tournaments.programme import PRESETS, SHORT_BREAK, TOO_MANY_A_DAY, remarks

PARIS = zoneinfo.ZoneInfo("Europe/Paris")
FIRST = dt.date(2026, 10, 24)


@pytest.mark.parametrize(
    ("key", "count", "minutes", "days"),
    [("one_day", 4, 90, 1), ("two_days", 6, 120, 2), ("three_days", 9, 120, 3)],
)
def test_the_presets_are_those_of_the_federation(key, count, minutes, days):
    slots = PRESETS[key].slots(FIRST, PARIS)
    assert [length for _start, length in slots] == [minutes] * count
    assert len({start.date() for start, _length in slots}) == days
    assert PRESETS[key].last_day(FIRST) == FIRST + dt.timedelta(days=days - 1)
    rows = [(number, *slot) for number, slot in enumerate(slots, start=1)]
    assert remarks(rows, PARIS) == []


@pytest.mark.parametrize("key", ["one_day", "two_days", "three_days"])
def test_every_day_has_a_lunch_of_half_an_hour(key):
    slots = PRESETS[key].slots(FIRST, PARIS)
    for day in {start.date() for start, _minutes in slots}:
        of_day = [start for start, _minutes in slots if start.date() == day]
        pauses = [
            later - earlier - dt.timedelta(minutes=PRESETS[key].minutes)
            for earlier, later in pairwise(of_day)
        ]
        assert max(pauses) >= dt.timedelta(minutes=30)


def test_the_clocks_may_change_between_two_days():
    """Case 18: Paris leaves summer time on Sunday at 03:00; the hall's clock still says 09:30."""
    slots = PRESETS["two_days"].slots(FIRST, PARIS)
    assert slots[0][0].astimezone(dt.UTC).isoformat() == "2026-10-24T08:00:00+00:00"
    assert slots[3][0].astimezone(dt.UTC).isoformat() == "2026-10-25T08:30:00+00:00"


def test_too_many_sessions_and_short_breaks_are_remarked():
    at = dt.datetime(2026, 10, 24, 9, tzinfo=PARIS)
    rows = [(n, at + dt.timedelta(minutes=100 * (n - 1)), 90) for n in range(1, 6)]
    found = remarks(rows, PARIS)
    assert [remark.text for remark in found] == [TOO_MANY_A_DAY] + [SHORT_BREAK] * 4
    assert found[1].params == {"minutes": 10, "first": 1, "second": 2}
