"""Case 19: a name that is markup or a formula is plain text in every answer."""

from __future__ import annotations

import pytest

from scoring.services.sheets import close_table
from tests.api.conftest import BASE
from tests.scoring.nasty import NAME, rename
from tests.scoring.play import make_play

pytestmark = pytest.mark.django_db


def names_in(found: object) -> set[str]:
    """Every text below `name` or `team`, however deep."""
    if isinstance(found, list):
        return set().union(*map(names_in, found))
    if not isinstance(found, dict):
        return set()
    here = {found[key] for key in ("name", "team") if isinstance(found.get(key), str)}
    return here.union(*map(names_in, found.values()))


@pytest.mark.parametrize(
    "path",
    [
        "entries/",
        "entries/?q=HYPERLINK",
        "entries/1/",
        "teams/",
        "sessions/1/tables/",
        "sessions/1/tables/1/",
        "standings/",
        "standings/teams/",
    ],
)
def test_names_are_the_text_that_was_typed(api, path):
    play = make_play(8, has_teams=True, results_shown="live")
    rename(play.entries[0])
    close_table(by=play.scorer, table=play.table, totals=[30, 10, -10, -30])
    answer = api.get(f"{BASE}{path}")
    assert NAME in names_in(answer.json())
    # A browser that is led there shows text, and does not guess that it might be a page.
    assert answer["Content-Type"] == "application/json"
    assert answer["X-Content-Type-Options"] == "nosniff"
