"""Entering the people of an uploaded table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from journal.services import Actor
from players.importing.rows import PersonRow
from players.models import Player
from players.selectors import match_people
from players.services import Imported, import_people
from tournaments.models import Entry, Team, Tournament
from tournaments.selectors.entries import match_entries, moves_to

from .entries import add_entry, change_entry, lock
from .teams import create_team, team_named


@dataclass(frozen=True, slots=True)
class EntriesImported:
    """What an import did: the people written, how many were entered, how many changed team."""

    people: Imported
    entered: int
    moved: int


@transaction.atomic
def import_entries(
    *, by: Actor, tournament: Tournament, rows: Sequence[PersonRow], left_out: Sequence[int] = ()
) -> EntriesImported:
    """Write the people of a table and enter them, in the order of the table.

    Start numbers come from the table where it gives them, the others follow the highest one.
    Teams are made as they are named. Rows with problems and the lines in `left_out` are skipped.
    Whoever is entered keeps the start number, so that the same table twice changes nothing.
    """
    tournament = lock(tournament)
    matches = match_entries(tournament, match_people(rows))
    faulty = [match.row.line for match in matches if match.problems]
    done = import_people(by=by, rows=rows, left_out=[*faulty, *left_out])
    entered = {
        entry.player_id: entry
        for entry in tournament.entries.select_related("player", "team", "tournament")
    }
    known = [pair for pair in done.people if pair[1].pk in entered]
    fresh = [pair for pair in done.people if pair[1].pk not in entered]
    moved = [
        _move(by, tournament, entered[player.pk], row.team)
        for row, player in known
        if moves_to(tournament, entered[player.pk], row.team)
    ]
    for row, player in sorted(fresh, key=lambda pair: pair[0].start_number is None):
        _enter(by, tournament, row, player)
    return EntriesImported(done, len(fresh), len(moved))


def _team(by: Actor, tournament: Tournament, name: str) -> Team | None:
    """The team of that name, made where there is none."""
    if not tournament.has_teams or not name:
        return None
    return team_named(tournament, name) or create_team(by=by, tournament=tournament, name=name)


def _enter(by: Actor, tournament: Tournament, row: PersonRow, player: Player) -> Entry:
    return add_entry(
        by=by,
        tournament=tournament,
        player=player,
        number=row.start_number,
        team=_team(by, tournament, row.team),
    )


def _move(by: Actor, tournament: Tournament, entry: Entry, team: str) -> Entry:
    return change_entry(by=by, entry=entry, team=_team(by, tournament, team))
