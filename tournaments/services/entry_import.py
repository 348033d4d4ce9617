"""Entering the people of an uploaded table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from journal.services import Actor
from players.importing.rows import PersonRow
from players.selectors import match_people
from players.services import Imported, import_people
from tournaments.models import Team, Tournament
from tournaments.selectors.entries import match_entries, moves_to

from .entries import NewEntry, add_entries, change_entry, lock
from .teams import teams_named


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
    A rehearsal leaves the people it shares with the real tournament as they are. Whoever is entered
    keeps the start number, so that the same table twice changes nothing.
    """
    tournament = lock(tournament)
    matches = match_entries(tournament, match_people(rows))
    faulty = [match.row.line for match in matches if match.problems]
    rehearsal = tournament.kind == Tournament.Kind.REHEARSAL
    done = import_people(by=by, rows=rows, left_out=[*faulty, *left_out], keep_known=rehearsal)
    entered = {
        entry.player_id: entry
        for entry in tournament.entries.select_related("player", "team", "tournament")
    }
    known = [pair for pair in done.people if pair[1].pk in entered]
    fresh = [pair for pair in done.people if pair[1].pk not in entered]
    moving = [pair for pair in known if moves_to(tournament, entered[pair[1].pk], pair[0].team)]
    teams = _teams(by, tournament, [row.team for row, _player in (*moving, *fresh)])
    for row, player in moving:
        change_entry(by=by, entry=entered[player.pk], team=teams.get(row.team))
    numbered = sorted(fresh, key=lambda pair: pair[0].start_number is None)
    add_entries(
        by=by,
        tournament=tournament,
        new=[NewEntry(player, row.start_number, teams.get(row.team)) for row, player in numbered],
    )
    return EntriesImported(done, len(fresh), len(moving))


def _teams(by: Actor, tournament: Tournament, names: Sequence[str]) -> dict[str, Team]:
    """The teams by name, made where there are none; none where the tournament has no teams."""
    if not tournament.has_teams:
        return {}
    return teams_named(by=by, tournament=tournament, names=[name for name in names if name])
