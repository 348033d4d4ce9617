"""Writing the results of tables. Called by closing, importing and rebuilding."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from scoring.models import TableResult
from scoring.selectors.results import TableRows, table_results


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
