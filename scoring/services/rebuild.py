"""Computing what is derived again: the results of tables and the standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction

from journal.services import Actor, record_event
from scoring.models import Standings, TableResult
from scoring.selectors.results import load_tables, table_results
from scoring.selectors.standings import (
    plain_rows,
    plain_team_rows,
    rank,
    rank_teams,
    read_play,
)
from scoring.services.results import save_results
from scoring.services.standings import publish_standings
from tournaments.models import Table, Tournament

Figures = tuple[str, int, int, int, bool]


@dataclass(frozen=True, slots=True)
class Difference:
    """A table, or the standings (`table` None), whose stored figures are not those computed."""

    table: Table | None
    stored: tuple[object, ...]
    computed: tuple[object, ...]


def check_derived(tournament: Tournament) -> list[Difference]:
    """Where stored results and the last standings differ from what hands, penalties and seats say.

    Writes nothing.
    """
    stored: dict[int, list[Figures]] = {}
    results = TableResult.objects.filter(table__session__tournament=tournament)
    for row in results.select_related("entry"):
        stored.setdefault(row.table_id, []).append(_figures(row))
    differences = []
    for rows in load_tables(_tables(tournament)):
        computed = [_figures(row) for row in table_results(rows)] if rows.closed else []
        found = stored.get(rows.table.pk, [])
        if sorted(found) != sorted(computed):
            differences.append(Difference(rows.table, tuple(found), tuple(computed)))
    return differences or _check_standings(tournament)


def _check_standings(tournament: Tournament) -> list[Difference]:
    last = Standings.objects.filter(tournament=tournament).first()
    if last is None:
        return []
    play = read_play(tournament)
    rows, team_rows = plain_rows(rank(play)), plain_team_rows(rank_teams(play))
    stored = (_placed(last.rows), _placed(last.team_rows))
    computed = (_placed(rows), _placed(team_rows))
    return [] if stored == computed else [Difference(None, stored, computed)]


def _placed(rows: Iterable[Mapping[str, object]]) -> list[list[object]]:
    """The figures of the rows, without names: those may be corrected at any time."""
    return [[row.get(key) for key in ("place", *_WHO, "table_points", "score")] for row in rows]


_WHO = ("start_number", "number")


@transaction.atomic
def rebuild(*, by: Actor, tournament: Tournament, reason: str = "") -> list[Difference]:
    """Write results and standings anew where they differ; the differences found.

    Nothing is written where nothing differs.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    differences = check_derived(locked)
    if not differences:
        return []
    save_results(tables=load_tables(_tables(locked)))
    record_event(
        scope=locked.scope,
        actor=by,
        verb="results.rebuilt",
        target=locked.slug,
        reason=reason,
        before=[_named(one.table, one.stored) for one in differences],
        after=[_named(one.table, one.computed) for one in differences],
    )
    publish_standings(by=by, tournament=tournament, reason=reason)
    return differences


def _named(table: Table | None, figures: tuple[object, ...]) -> dict[str, object]:
    name = "standings" if table is None else f"session {table.session.number} {table}"
    return {name: figures}


def _tables(tournament: Tournament) -> Iterable[Table]:
    return (
        Table.objects.filter(session__tournament=tournament)
        .select_related("session")
        .order_by("session__number", "number")
    )


def _figures(row: TableResult) -> Figures:
    return (row.seat, row.entry.number, row.score, row.table_points, row.counts)
