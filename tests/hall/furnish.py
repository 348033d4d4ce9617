"""Make a hall in a database.

All sessions run at once, so that a table can go on as soon as it has closed its sheet, and
everybody sees results table by table.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from scoring.services.sessions import start_session
from tests.builders import add_entries, add_session, add_staff, make_tournament
from tournaments.models import Occupant, Role, Session, Tournament
from tournaments.selectors.links import table_link_paths
from tournaments.services.links import make_links


@transaction.atomic
def furnish(tables: int, sessions: int) -> dict[str, Any]:
    """The tournament `mosel`; a scorer `sara`; for each session and table what its phone needs."""
    tournament = make_tournament(results_shown=Tournament.Shown.LIVE)
    add_staff(tournament, "sara", Role.SCORER)
    entries = add_entries(tournament, 4 * tables)
    desks = []
    for number in range(1, sessions + 1):
        session = add_session(tournament, number, entries=entries, state=Session.State.PUBLISHED)
        make_links(by=None, session=session)
        start_session(by=None, session=session)
        links = table_link_paths(session)
        sitting = Occupant.objects.filter(session=session, seat__letter="A")
        codes = dict(sitting.values_list("seat__table__number", "entry__code"))
        desks += [
            {
                "session": number,
                "table": table,
                "place": f"{tournament.uid}:{number}:{table}",
                "link": links[table],
                "code": codes[table],
            }
            for table in range(1, tables + 1)
        ]
    return {"slug": tournament.slug, "tables": tables, "sessions": sessions, "desks": desks}
