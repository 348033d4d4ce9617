"""The next version of the standings."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from journal.services import Actor, record_event
from scoring.models import Standings, TableResult
from scoring.ranking.criteria import Criterion, Result
from scoring.ranking.standings import Entrant, Standing, standings
from scoring.ranking.table_points import format_points
from tournaments.models import Entry, Tournament


@transaction.atomic
def publish_standings(*, by: Actor, tournament: Tournament, reason: str = "") -> Standings:
    """Compute the standings from all results and keep them as the tournament's next version."""
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    locked.standings_version += 1
    locked.save(update_fields=["standings_version"])
    tournament.standings_version = locked.standings_version
    entries = {entry.pk: entry for entry in _entries(locked)}
    results = _results(locked)
    ranked = standings(
        [_entrant(entry) for entry in entries.values()],
        results,
        criteria=[Criterion(name) for name in locked.criteria],
        lot_seed=locked.scope,
    )
    published = Standings.objects.create(
        tournament=locked,
        version=locked.standings_version,
        through_session=max((result.session for result in results), default=0),
        rows=[_row(line, entries[int(line.entry)]) for line in ranked],
        reason=reason,
    )
    record_event(
        scope=locked.scope,
        actor=by,
        verb="standings.published",
        target=f"standings {published.version}",
        reason=reason,
    )
    return published


def _entries(tournament: Tournament) -> list[Entry]:
    return list(tournament.entries.select_related("player", "team"))


def _entrant(entry: Entry) -> Entrant:
    return Entrant(
        entry.pk,
        ranked=entry.counts_for_ranking,
        disqualified=entry.state == Entry.State.DISQUALIFIED,
    )


def _results(tournament: Tournament) -> list[Result]:
    rows = TableResult.objects.filter(
        table__session__tournament=tournament, counts=True
    ).select_related("table__session")
    return [
        Result(row.entry_id, row.table.session.number, row.table_points, row.score) for row in rows
    ]


def _row(line: Standing, entry: Entry) -> dict[str, Any]:
    return {
        "place": line.place,
        "start_number": entry.number,
        "name": entry.player.full_name,
        "country": entry.player.country,
        "team": entry.team.name if entry.team else "",
        "table_points": format_points(line.table_points),
        "score": line.score,
    }
