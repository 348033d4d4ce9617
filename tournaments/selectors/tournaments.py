"""Lists of tournaments."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.models import Role, Staff, Tournament


@dataclass(frozen=True, slots=True)
class Shelves:
    """Tournaments by time: today's, the next ones first, the latest past ones first."""

    running: list[Tournament]
    coming: list[Tournament]
    past: list[Tournament]


def listed() -> QuerySet[Tournament]:
    """All tournaments that anybody may know of, each with `players`, the number of its players."""
    return Tournament.objects.exclude(kind=Tournament.Kind.REHEARSAL).annotate(
        players=Count("entries", filter=Q(entries__playing=True))
    )


def shelves(now: dt.datetime) -> Shelves:
    """All listed tournaments, each by the day that it is in its hall at `now`."""
    found = Shelves([], [], [])
    for tournament in listed().order_by("start_date", "name"):
        today = now.astimezone(tournament.zone).date()
        if today < tournament.start_date:
            found.coming.append(tournament)
        elif today > tournament.end_date:
            found.past.insert(0, tournament)
        else:
            found.running.append(tournament)
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """What one person does in one tournament, or on its staff."""

    tournament: Tournament
    roles: tuple[Role, ...]


def parts_of(user_id: int) -> list[Part]:
    """The tournaments on whose staff a person is, the latest first."""
    rows = Staff.objects.filter(user_id=user_id).select_related("tournament")
    roles: dict[Tournament, list[Role]] = {}
    for row in rows.order_by("-tournament__start_date", "tournament__name", "role"):
        roles.setdefault(row.tournament, []).append(Role(row.role))
    return [Part(tournament, tuple(held)) for tournament, held in roles.items()]
