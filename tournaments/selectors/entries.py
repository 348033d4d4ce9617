"""Reading who takes part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players.importing.rows import PersonRow
from players.models import Player
from players.names import fold
from players.selectors import Match, search_players
from tournaments.models import Entry, Team, Tournament

FILTERS = {
    "absent": Q(arrived=False, state=Entry.State.ACTIVE, playing=True),
    "unpaid": Q(paid=False, state=Entry.State.ACTIVE),
    "substitutes": Q(kind=Entry.Kind.SUBSTITUTE),
    "out": ~Q(state=Entry.State.ACTIVE),
}


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """All entries by start number, with person, club and team."""
    return tournament.entries.select_related("player__club", "team", "replaces__player")


def find_entries(tournament: Tournament, *, query: str = "", kind: str = "") -> QuerySet[Entry]:
    """Entries by start number or words of the name, and by a filter of `FILTERS`."""
    found = entries_of(tournament).filter(FILTERS.get(kind, Q()))
    for word in fold(query).split():
        starts = Q(player__sort_key__startswith=word) | Q(player__sort_key__contains=f" {word}")
        number = Q(number=int(word)) if word.isascii() and word.isdigit() else Q()
        found = found.filter(starts | number if number else starts)
    return found


def public_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Whoever plays, for everybody: no bench, nobody who withdrew or did not come."""
    return entries_of(tournament).filter(playing=True)


def missing_names(tournament: Tournament) -> tuple[str, ...]:
    """Who plays and has not arrived, by start number; one query."""
    missing = find_entries(tournament, kind="absent").order_by("number")
    return tuple(entry.player.full_name for entry in missing)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many there are of each; `awaited` play and have not arrived."""

    playing: int
    bench: int
    out: int
    arrived: int
    paid: int
    countries: int
    awaited: int

    @property
    def wanting(self) -> int:
        """0 to 3 people."""
        return -self.playing % 4


def count_entries(tournament: Tournament) -> Counts:
    """The figures at the head of the list; one query."""
    rows = list(tournament.entries.select_related("player"))
    active = [row for row in rows if row.state == Entry.State.ACTIVE]
    playing = [row for row in rows if row.playing]
    return Counts(
        playing=len(playing),
        bench=sum(not row.playing for row in active),
        out=len(rows) - len(active),
        arrived=sum(row.arrived for row in active),
        paid=sum(row.paid for row in active),
        countries=len({row.player.country for row in playing} - {""}),
        awaited=sum(not row.arrived for row in playing),
    )


def bench_of(tournament: Tournament) -> QuerySet[Entry]:
    """Substitutes who may be given a place."""
    return entries_of(tournament).filter(
        kind=Entry.Kind.SUBSTITUTE, state=Entry.State.ACTIVE, playing=False
    )


def people_to_enter(tournament: Tournament, query: str, most: int = 8) -> list[Player]:
    """Known people of that name or number who are not entered yet."""
    if not fold(query):
        return []
    entered = tournament.entries.values("player_id")
    return list(search_players(query).exclude(pk__in=entered)[:most])


@dataclass(frozen=True, slots=True)
class TeamSize:
    """A team beside the number of its members who play."""

    team: Team
    members: tuple[Entry, ...]

    @property
    def size(self) -> int:
        """How many play."""
        return len(self.members)


def team_sizes(tournament: Tournament) -> list[TeamSize]:
    """Every team with its members who play; two queries."""
    members: dict[int | None, list[Entry]] = {}
    for entry in public_entries(tournament):
        members.setdefault(entry.team_id, []).append(entry)
    return [
        TeamSize(team, tuple(members.get(team.pk, ())))
        for team in tournament.teams.order_by("number")
    ]


def usual_size(sizes: Sequence[TeamSize]) -> int:
    """The size that most teams have; the larger of two that are as frequent."""
    counted = Counter(item.size for item in sizes)
    return max(counted, key=lambda size: (counted[size], size), default=0)


def match_entries(tournament: Tournament, matches: Sequence[Match]) -> list[Match]:
    """What entering the people of a table does, row by row; two queries.

    A start number that somebody else has, or that stands twice in the table, is a fault.
    """
    entered = {entry.player_id: entry for entry in entries_of(tournament)}
    holders = {entry.number: entry for entry in entered.values()}
    asked = Counter(match.row.start_number for match in matches if not match.problems)
    return [
        match if match.problems else _match_entry(tournament, match, entered, holders, asked)
        for match in matches
    ]


def _match_entry(
    tournament: Tournament,
    match: Match,
    entered: Mapping[int, Entry],
    holders: Mapping[int, Entry],
    asked: Counter[int | None],
) -> Match:
    number = match.row.start_number
    entry = entered.get(match.player.pk) if match.player else None
    if entry is not None:
        return replace(match, entering=_entered_sentence(tournament, entry, match))
    if number is not None and number in holders:
        told = _("Start number %(number)s belongs to %(name)s.")
        told %= {"number": number, "name": holders[number].player.full_name}
        return replace(match, row=match.row.with_problem("start_number", told))
    if number is not None and asked[number] > 1:
        told = _("Start number %s stands in several rows.") % number
        return replace(match, row=match.row.with_problem("start_number", told))
    return replace(match, entering=_("enters"))


def moves_to(tournament: Tournament, entry: Entry, team: str) -> bool:
    """True where the table puts somebody who is entered into another team."""
    ours = entry.team.name if entry.team else ""
    return tournament.has_teams and bool(team) and fold(team) != fold(ours)


def _entered_sentence(tournament: Tournament, entry: Entry, match: Match) -> str:
    number = match.row.start_number
    told = _("entered already, number %s") % entry.number
    if number and number != entry.number:
        told = _("entered already, keeps number %(number)s (the file says %(other)s)")
        told %= {"number": entry.number, "other": number}
    if moves_to(tournament, entry, match.row.team):
        told += " · " + _("moves to %s") % match.row.team
    return told


def new_teams(tournament: Tournament, rows: Iterable[PersonRow]) -> list[str]:
    """Names of teams in a table that the tournament does not have yet, in their order."""
    if not tournament.has_teams:
        return []
    known = {fold(team.name) for team in tournament.teams.all()}
    found: dict[str, str] = {}
    for row in rows:
        if not row.problems and fold(row.team) not in known:
            found.setdefault(fold(row.team), row.team)
    found.pop("", None)
    return list(found.values())
