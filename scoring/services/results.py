"""Writing the results of tables. Called by closing, correcting, importing and rebuilding."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from journal.services import Actor
from scoring.models import TableResult
from scoring.selectors.results import TableRows, load_tables, table_problems, table_results
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


@transaction.atomic
def recompute(*, by: Actor, table: Table, reason: str = "") -> None:
    """The results of a table just closed or corrected, and the next standings.

    Raises ValidationError with everything that keeps the table from being closed.
    """
    (rows,) = load_tables([table])
    if not rows.totals:
        refuse_all(table_problems(rows))
    save_results(tables=[rows])
    publish_standings(by=by, tournament=table.session.tournament, reason=reason)
