"""What people see of a tournament, as text: to be compared with the same in another database.

`python -m tests.scoring.seen SLUG` prints it as JSON from the database that the settings name.
"""

from __future__ import annotations

import json
import re
import sys

import django
from django.test import Client


def seen(slug: str) -> dict[str, str]:
    """Pages, files and papers by name; papers with the links and codes of the hall."""
    from scoring.printing.catalogue import (
        SESSION_PAPERS,
        TOURNAMENT_PAPERS,
        session_paper,
        tournament_paper,
    )
    from tests.builders import add_staff
    from tournaments.models import Role, Tournament
    from tournaments.selectors.links import own_ways, table_link_paths

    tournament = Tournament.objects.get(slug=slug)
    public, organiser = Client(), Client()
    organiser.force_login(add_staff(tournament, "viewer", Role.ORGANISER))
    found = {
        "standings": text(public, f"/t/{slug}/standings/"),
        "corrections": text(public, f"/t/{slug}/corrections/?all=1"),
        "sheet 1": text(organiser, f"/t/{slug}/sessions/1/tables/1/live/?version=99"),
        "sheet 2": text(organiser, f"/t/{slug}/sessions/2/tables/1/live/?version=99"),
        "player": text(public, f"/t/{slug}/players/1/"),
        "ema": text(organiser, f"/t/{slug}/exports/ema.csv?provisional=1"),
        "events": text(organiser, f"/t/{slug}/log/events.csv"),
    }
    address = "http://192.0.2.7:8000"
    for name in TOURNAMENT_PAPERS:
        html = tournament_paper(tournament, name, address=address, ways=own_ways(tournament))
        # The moment of the last computation is the restore's.
        found[name] = re.sub(r'<p class="when">.*?</p>', "", html)
    for session in tournament.sessions.filter(tables__isnull=False).distinct():
        for name in SESSION_PAPERS:
            found[f"{name} {session.number}"] = session_paper(
                tournament, session, name, address=address, links=table_link_paths(session)
            )
    return found


def text(client: Client, path: str) -> str:
    """The page at an address, without what belongs to one visit or one database: the token of
    forms, how often a table changed, the versions of the standings before the last."""
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    page = answer.content.decode()
    page = re.sub(r'csrfmiddlewaretoken" value="\w+|/live/\?version=\d+', "", page)
    return re.sub(r'<section class="daysec" aria-labelledby="versions">.*?</section>', "", page)


if __name__ == "__main__":
    django.setup()
    json.dump(seen(sys.argv[1]), sys.stdout)
