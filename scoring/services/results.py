"""Writing the results of tables. Called by closing, correcting, importing and rebuilding."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from journal.services import Actor
from scoring.models import TableResult
from scoring.selectors.results import TableRows, load_tables, table_results
from scoring.selectors.tables import TableSheet, table_sheet
from scoring.sentences import refuse_all
from scoring.services.standings import publish_standings
from tournaments.models import Table


@transaction.atomic
def save_results(*, tables: Iterable[TableRows]) -> list[TableResult]:
    """Write the results of these tables anew; an open table has none.

    The caller records the event and publishes the standings.
    """
    tables = list(tables)
    TableResult.objects.filter(table__in=[rows.table for rows in tables]).delete()
    return TableResult.objects.bulk_create(
        result for rows in tables if rows.closed for result in table_results(rows)
    )


def write_results(table: Table) -> TableSheet:
    """Write the results of a table that is being closed or corrected.

    Raises ValidationError with every problem while the sheet has one.
    """
    view = table_sheet(table)
    if not view.has_totals_only:
        refuse_all(view.result.problems)
    TableResult.objects.filter(table=table).delete()
    TableResult.objects.bulk_create(table_results(load_tables([table])[0]))
    return view


def recompute(*, by: Actor, table: Table, reason: str) -> None:
    """After a change of a closed table: its results again, and the next standings."""
    write_results(table)
    publish_standings(by=by, tournament=table.session.tournament, reason=reason)
