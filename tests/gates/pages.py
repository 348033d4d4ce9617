"""Every route of the pages and what each kind of person gets there."""

from __future__ import annotations

from tests.gates.rows import (
    DRAFT,
    EVERYBODY,
    LINK,
    NOBODY,
    PEOPLE,
    PERSON,
    RUNNING,
    STAFF,
    least,
    rows,
)
from tournaments.models import Role

INSIDE = EVERYBODY | {"visitor": 302, LINK: 302}
ACTS = dict.fromkeys(PEOPLE) | {"visitor": 302, LINK: 302}
FOUNDERS = dict.fromkeys(PEOPLE, 403) | {"visitor": 302, LINK: 302, "organiser": 200}
PAGES = [
    *rows(
        EVERYBODY,
        *("tournament", "seating", "entries", "teams", "standings", "standings_part"),
        *("standings_leaders", ("entry", 1), ("session_seating", RUNNING)),
    ),
    *rows(NOBODY, ("session_seating", 9), ("entry", 99)),
    *rows(STAFF, "desk", "papers", ("session_seating", DRAFT), ("table", RUNNING, 1)),
    *rows(STAFF, ("table_live", RUNNING, 1), ("table_payments", RUNNING, 1, 1)),
    *rows(least(Role.ORGANISER), "settings", "staff", "sessions", "entry_add", "entries_import"),
    *rows(least(Role.ORGANISER), ("entry_edit", 1), "entries_complete"),
    *rows(least(Role.REFEREE, ok=302), ("entry_replace", 1)),
    *rows(
        least(Role.ORGANISER, ok=None),
        *("settings", "staff", "sessions", "entry_add", "seating_draw", "seating_import"),
        *("seating_publish", ("session_publish", DRAFT), ("session_unpublish", RUNNING)),
        *(("session_change", DRAFT), ("session_remove", DRAFT), ("entry_edit", 1), "team_add"),
        *(("entry_act", 1, "withdraw"), "teams_assign", ("entry_tick", 1, "paid")),
        method="post",
    ),
    *rows(
        least(Role.REFEREE, ok=None),
        *(("session_start", RUNNING), ("session_finish", RUNNING), ("session_approve", RUNNING)),
        *(("session_take_back", RUNNING), ("entry_replace", 1)),
        method="post",
    ),
    *rows(
        least(Role.SCORER, ok=None),
        *(("table_hand", RUNNING, 1, 1), ("table_clear", RUNNING, 1, 1)),
        *(("table_penalty", RUNNING, 1), ("table_last_hand", RUNNING, 1)),
        *(("table_totals", RUNNING, 1), ("table_close", RUNNING, 1), ("table_reopen", RUNNING, 1)),
        *(("entry_tick", 1, "arrived"), "entries_arrived", ("papers_pack", DRAFT)),
        method="post",
    ),
    *rows(EVERYBODY, "corrections", "clock", "clock_part"),
    *rows(EVERYBODY, "calculator", slug=False),
    *rows(STAFF, "log", "log_export", ("entries_export", "csv"), ("paper", "programmes", "html")),
    *rows(STAFF, ("session_paper", DRAFT, "sheets", "html")),
    *rows(STAFF, ("hand_replay", RUNNING, 1, 1)),
    *rows(least(Role.SCORER), ("table_links", RUNNING)),
    *rows(least(Role.SCORER, ok=404), ("job", 99), ("job_file", 99)),
    *rows(least(Role.SCORER, ok=404), ("job_cancel", 99), ("job_repeat", 99), method="post"),
    *rows(least(Role.SCORER, ok=None), ("hand_replay", RUNNING, 1, 1), method="post"),
    *rows(least(Role.SCORER, ok=404), ("table_revoke", RUNNING, 1, 99), method="post"),
    *rows(least(Role.REFEREE), "referee", "substitutions", "hall"),
    *rows(
        least(Role.REFEREE, ok=None),
        *("referee", "substitutions", "hall_time", "announce", ("hand_settle", RUNNING, 1, 1)),
        *(("referee_appeal", 99), ("referee_revoke", 99), ("substitution_undo", 99)),
        method="post",
    ),
    *rows(least(Role.ORGANISER), "backups", "exports", ("export_file", "backup.json")),
    *rows(least(Role.ORGANISER, ok=404), ("backup_file", "none.json")),
    *rows(
        least(Role.ORGANISER, ok=None),
        *("backup_make", "rehearse", "hall_screen", "hall_prizes"),
        *(("staff_roles", 1), ("staff_password", 1)),
        *(("table_links_make", RUNNING), ("table_link_renew", RUNNING, 1)),
        *(("table_link_revoke", RUNNING, 1), ("team_change", 1)),
        method="post",
    ),
]
PHONE = [
    *rows(NOBODY | {LINK: 200}, "phone", "phone_checked", ("phone_payments", 1)),
    *rows(
        NOBODY | {LINK: None},
        *(("phone_hand", 2), "phone_undo", "phone_beat", "phone_last_hand", "phone_confirm"),
        "phone_close",
        method="post",
    ),
    *rows(NOBODY, ("player_link", "forged")),
    *rows(NOBODY, ("table_link", "forged"), slug=False),
]
# Pages of the house: who is not logged in is led to the door.
HOUSE = [
    *rows(INSIDE, "account", "password_change", slug=False),
    *rows(ACTS, "token_create", ("token_revoke", 99), method="post", slug=False),
    *rows(
        FOUNDERS,
        *("players", "player_add", ("player_edit", PERSON), "players_import"),
        *(("players_export", "csv"), "tournament_new", "tournament_import"),
        slug=False,
    ),
    *rows(FOUNDERS | {"organiser": 403}, "restore", slug=False),
]
