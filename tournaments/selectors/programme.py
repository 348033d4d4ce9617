"""The programme of a tournament, day by day, by the clock of its hall."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tournaments.models import Session, Tournament
from tournaments.programme import Remark, remarks


@dataclass(frozen=True, slots=True)
class Slot:
    """A session with its start and end in the hall's own time."""

    session: Session
    starts: dt.datetime
    ends: dt.datetime


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the programme."""

    date: dt.date
    slots: tuple[Slot, ...]


def slot(session: Session, zone: dt.tzinfo) -> Slot:
    """When a session is; its length is real time, also where the clocks change in it."""
    ends = session.starts_at + dt.timedelta(minutes=session.minutes)
    return Slot(session, session.starts_at.astimezone(zone), ends.astimezone(zone))


def days(sessions: Iterable[Session], zone: dt.tzinfo) -> list[Day]:
    """Sessions, in their order, by the days of the hall."""
    slots = [slot(session, zone) for session in sessions]
    return [
        Day(date, tuple(group)) for date, group in groupby(slots, key=lambda one: one.starts.date())
    ]


def programme_remarks(tournament: Tournament) -> list[Remark]:
    """What the federation would not accept of this programme."""
    rows = tournament.sessions.order_by("number").values_list("number", "starts_at", "minutes")
    return remarks(list(rows), tournament.zone)
