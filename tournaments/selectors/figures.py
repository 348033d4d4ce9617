"""The figures of the seating as it stands, in words, each with its limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.seating.figures import Figure, Figures, figures
from tournaments.seating.problem import GroupKind, Schedule
from tournaments.selectors.draws import seating_request


@dataclass(frozen=True, slots=True)
class Line:
    """One figure: what it counts, its value, the best that can be, whether it is reached."""

    name: str
    value: Any
    limit: Any
    reached: bool


def seating_figures(tournament: Tournament) -> list[Line]:
    """The figures of all sessions that are seated, drafts too; nothing where none is."""
    every = (GroupKind.COUNTRY, GroupKind.CLUB)
    request = seating_request(tournament, (), apart=every)
    rounds = request.problem.past
    if not rounds or not request.problem.active:
        return []
    return lines(figures(Schedule(rounds, len(rounds)), request.problem))


def lines(found: Figures) -> list[Line]:
    """Figures in words, the ones that matter most first."""
    inside = {
        GroupKind.TEAM: _("Team mates who meet"),
        GroupKind.CLUB: _("Meetings inside clubs"),
        GroupKind.COUNTRY: _("Meetings inside countries"),
    }
    named = [
        (_("Pairs who meet again"), found.repeats),
        (_("Most often that one pair meets"), found.most_meetings),
        *((inside[kind], figure) for kind, figure in found.inside),
        (_("Starting winds out of balance"), found.wind_cells),
        (_("Fours of sessions that lack a wind"), found.wind_blocks),
        (_("Returns to the same table"), found.table_visits),
    ]
    return [_line(name, figure) for name, figure in named]


def _line(name: str, figure: Figure) -> Line:
    return Line(name, figure.value, figure.limit, figure.reached)
