"""Every route of the API and what each kind of person gets there."""

from __future__ import annotations

from tests.gates.rows import DRAFT, EVERYBODY, LINK, NOBODY, PEOPLE, RUNNING, STAFF, least, rows
from tournaments.models import Role

WRITE = {"visitor": 401, LINK: 401}
API = [
    *rows(EVERYBODY, "api_tournaments", slug=False),
    *rows(dict.fromkeys(EVERYBODY, 400), "api_calculator", slug=False),  # it asks for a hand
    *rows(
        EVERYBODY,
        *("api_tournament", "api_entries", ("api_entry", 1), "api_teams", "api_sessions"),
        *(("api_session", RUNNING), ("api_tables", RUNNING), ("api_table", RUNNING, 1)),
        *("api_standings", "api_team_standings"),
    ),
    *rows(NOBODY, ("api_session", 9), ("api_entry", 99), ("api_table", RUNNING, 99)),
    *rows(
        STAFF,
        *(("api_session", DRAFT), ("api_tables", DRAFT), ("api_table", DRAFT, 1)),
        *(("api_sheet", RUNNING, 1), ("api_hands", RUNNING, 1), ("api_hand", RUNNING, 1, 1)),
        ("api_penalties", RUNNING),
    ),
    *rows(least(Role.ORGANISER, ok=None) | WRITE, "api_sessions", "api_entries", method="post"),
    *rows(
        least(Role.ORGANISER, ok=None) | WRITE,
        *(("api_publish", DRAFT), ("api_unpublish", RUNNING)),
        *(("api_withdraw", 1), ("api_return", 1)),
        method="post",
    ),
    *rows(
        least(Role.ORGANISER, ok=None) | WRITE,
        *("api_tournament", ("api_session", DRAFT), ("api_entry", 1)),
        method="patch",
    ),
    *rows(
        least(Role.ORGANISER, ok=None) | WRITE,
        *(("api_session", DRAFT), ("api_entry", 1)),
        method="delete",
    ),
    *rows(
        least(Role.REFEREE, ok=None) | WRITE,
        *(("api_start", RUNNING), ("api_finish", RUNNING), ("api_approve", RUNNING)),
        *(("api_take_back", RUNNING), ("api_replace", 1)),
        method="post",
    ),
    *rows(
        least(Role.SCORER, ok=None) | WRITE,
        *(("api_close", RUNNING, 1), ("api_reopen", RUNNING, 1), ("api_last_hand", RUNNING, 1)),
        *(("api_totals", RUNNING, 1), ("api_penalties", RUNNING), ("api_revoke", RUNNING, 1)),
        method="post",
    ),
    *rows(least(Role.SCORER, ok=None) | WRITE, ("api_hand", RUNNING, 1, 2), method="put"),
    *rows(least(Role.SCORER, ok=None) | WRITE, ("api_hand", RUNNING, 1, 2), method="delete"),
    *rows(least(Role.ORGANISER, visitor=401, stranger=403), "api_players", slug=False),
    *rows(
        least(Role.ORGANISER, visitor=401, stranger=403, ok=None),
        "api_players",
        method="post",
        slug=False,
    ),
    *rows(
        least(Role.ORGANISER, visitor=401, stranger=403, ok=None),
        ("api_player", 1),
        method="patch",
        slug=False,
    ),
    *rows(EVERYBODY | WRITE, "api_tokens", slug=False),
    *rows(
        dict.fromkeys(PEOPLE, 404) | WRITE,
        ("api_token", 1),
        method="delete",
        slug=False,
    ),
    *rows(
        dict.fromkeys(PEOPLE, None)
        | WRITE
        | {"stranger": 403}
        | dict.fromkeys(("observer", "scorer", "referee"), 403),
        "api_tournaments",
        method="post",
        slug=False,
    ),
]
