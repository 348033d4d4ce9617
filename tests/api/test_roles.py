"""Who may open what: every role at every route of pages and API, with data that could leak."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.services.sheets import close_table
from tests.builders import (
    add_entries,
    add_session,
    add_staff,
    make_player,
    make_tournament,
    make_user,
)
from tests.scoring.play import Play
from tournaments.models import Entry, Occupant, Role, Seat, Session, Staff, Table, Tournament

pytestmark = pytest.mark.django_db

PEOPLE = ("visitor", "stranger", *Role.values)
FINISHED, RUNNING, DRAFT = 1, 2, 3
SECRETS = {
    "e-mail": "private@example.org",
    "payment": "paid",
    "full name": "Zinnober",
    "draft": "Draftonly",
    "held": "777",
    "foreign": "Elsewhere",
}


@dataclass(frozen=True)
class Row:
    """A route and what each kind of person gets."""

    method: str
    name: str
    args: tuple[object, ...]
    answers: dict[str, int | None]
    slug: bool = True

    def ask(self, client: Client) -> int:
        """The status of the answer; what is posted is empty."""
        args = ["mosel", *self.args] if self.slug else list(self.args)
        path = reverse(self.name, args=args)
        kind = {} if self.method in {"get", "post"} else {"content_type": "application/json"}
        if self.name.startswith("api_") and self.method == "post":
            kind = {"content_type": "application/json"}
        return getattr(client, self.method)(path, {}, **kind).status_code


def rows(answers, *routes, method="get", slug=True) -> Iterator[Row]:
    """Routes with the same answers; a route is its name, or the name and its numbers."""
    for route in routes:
        name, *args = route if isinstance(route, tuple) else (route,)
        yield Row(method, name, tuple(args), answers, slug)


def least(role: Role, *, visitor: int = 404, stranger: int = 404, ok: int | None = 200):
    """403 below a role, `ok` (None: what it answers is tested elsewhere) from it on."""
    order = [Role.OBSERVER, Role.SCORER, Role.REFEREE, Role.ORGANISER]
    answers: dict[str, int | None] = {"visitor": visitor, "stranger": stranger}
    for one in order:
        answers[one.value] = ok if order.index(one) >= order.index(role) else 403
    return answers


EVERYBODY = dict.fromkeys(PEOPLE, 200)
STAFF = least(Role.OBSERVER)
NOBODY = dict.fromkeys(PEOPLE, 404)
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
    *rows(least(Role.REFEREE), ("entry_replace", 1)),
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
        ("entry_replace", 1),
        method="post",
    ),
    *rows(
        least(Role.SCORER, ok=None),
        *(("table_hand", RUNNING, 1, 1), ("table_clear", RUNNING, 1, 1)),
        *(("table_penalty", RUNNING, 1), ("table_last_hand", RUNNING, 1)),
        *(("table_totals", RUNNING, 1), ("table_close", RUNNING, 1), ("table_reopen", RUNNING, 1)),
        *(("entry_tick", 1, "arrived"), ("papers_pack", DRAFT)),
        method="post",
    ),
]
WRITE = {"visitor": 401}
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
        ("api_replace", 1),
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
    *rows(EVERYBODY | {"visitor": 401}, "api_tokens", slug=False),
    *rows(
        dict.fromkeys(PEOPLE, 404) | {"visitor": 401},
        ("api_token", 1),
        method="delete",
        slug=False,
    ),
    *rows(
        dict.fromkeys(PEOPLE, None)
        | {"visitor": 401, "stranger": 403}
        | dict.fromkeys(("observer", "scorer", "referee"), 403),
        "api_tournaments",
        method="post",
        slug=False,
    ),
]
# Reached without a tournament, or a person: the house's own pages have tests of their own.
OPEN = {"api_schema", "api_docs"}


def hall() -> Tournament:
    """Everything that could leak: a finished session, a held one, a draft, private details."""
    tournament = make_tournament(has_teams=True)
    entries = add_entries(tournament, 8)
    shy = entries[0].player
    shy.last_name, shy.email, shy.shown_as_initials = SECRETS["full name"], SECRETS["e-mail"], True
    shy.sort_key = "zinnober first01"
    shy.save()
    play = Play(
        tournament, entries, add_session(tournament, FINISHED), make_user("a"), make_user("b")
    )
    for table in (1, 2):
        close_table(by=None, table=play.table_number(table), totals=[30, 10, -10, -30])
    Session.objects.filter(pk=play.session.pk).update(state=Session.State.FINISHED)
    running = Play(tournament, entries, add_session(tournament, RUNNING), play.scorer, play.referee)
    close_table(by=None, table=running.table_number(2), totals=[777, -259, -259, -259])
    running.hand(1, winner="A", discarder="B", points=24)
    _draft(tournament)
    _elsewhere()
    return tournament


def _draft(tournament: Tournament) -> None:
    """A draft at table 1 with a substitute whom no public page names."""
    player = make_player(50, last_name=SECRETS["draft"])
    bench = Entry.objects.create(
        tournament=tournament, player=player, number=50, playing=False, kind=Entry.Kind.SUBSTITUTE
    )
    draft = add_session(tournament, DRAFT, state=Session.State.DRAFT)
    Occupant.objects.filter(session=draft, seat__letter="A", seat__table__number=1).update(
        entry=bench
    )


def _elsewhere() -> None:
    """Another tournament with one player of its own."""
    other = make_tournament("rhein", name="Rhein Open")
    player = make_player(60, last_name=SECRETS["foreign"])
    Entry.objects.create(tournament=other, player=player, number=1)
    session = add_session(other, 1, entries=[], state=Session.State.PUBLISHED)
    Seat.objects.create(table=Table.objects.create(session=session, number=1), letter="A")


def log_in(client: Client, who: str, tournament: Tournament) -> None:
    """Log in as one kind of person."""
    if who == "stranger":
        user = make_user("rita")
        # On the staff of another tournament, which opens nothing here.
        other = Tournament.objects.get(slug="rhein")
        Staff.objects.create(tournament=other, user=user, role=Role.REFEREE)
        client.force_login(user)
    elif who != "visitor":
        client.force_login(add_staff(tournament, "sam", Role(who)))


@pytest.mark.parametrize("who", PEOPLE)
def test_every_role_at_every_route(client, who, monkeypatch):
    monkeypatch.setattr("scoring.views.papers.can_print", lambda: False)
    log_in(client, who, hall())
    table = [row for row in (*PAGES, *API) if row.answers[who] is not None]
    found = {(row.method, row.name, row.args): row.ask(client) for row in table}
    assert found == {(row.method, row.name, row.args): row.answers[who] for row in table}


def routes(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """All named routes of the product."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from routes(one) if one.app_name != "admin" else ()
        elif one.name:
            yield one


def test_every_api_route_is_in_the_table():
    named = {one.name for one in routes() if one.name.startswith("api_")}
    assert named - OPEN == {row.name for row in API}


def reads(tables: list[Row], who: str) -> Iterator[Row]:
    """Rows that this person may read."""
    return (row for row in tables if row.method == "get" and row.answers[who] == 200)


def _path(row: Row) -> str:
    return reverse(row.name, args=["mosel", *row.args] if row.slug else list(row.args))


@pytest.mark.parametrize("who", ["visitor", "stranger"])
@pytest.mark.parametrize("kind", [PAGES, API], ids=["pages", "api"])
def test_nothing_leaks_to_the_public(client, who, kind):
    log_in(client, who, hall())
    told = {
        (row.name, what)
        for row in reads(kind, who)
        for what, secret in SECRETS.items()
        if what != "payment" and secret in client.get(_path(row)).content.decode()
    }
    assert told == set()


@pytest.mark.parametrize(
    ("who", "private"), [("visitor", False), ("scorer", False), ("organiser", True)]
)
def test_e_mail_and_payment_are_the_organisers(client, who, private):
    log_in(client, who, hall())
    body = client.get(reverse("api_entries", args=["mosel"])).content.decode()
    assert [SECRETS["e-mail"] in body, '"paid"' in body, '"player":' in body] == [private] * 3


SEARCHES: list[tuple[str, Callable[[dict], int]]] = [
    ("entries/?q=Zinnober", lambda body: body["count"]),
    ("entries/?q=Draftonly", lambda body: body["count"]),
]


@pytest.mark.parametrize(("path", "found"), SEARCHES)
def test_a_search_does_not_tell_what_is_not_shown(client, path, found):
    tournament = hall()
    assert found(client.get(f"/api/v1/tournaments/mosel/{path}").json()) == 0
    log_in(client, "observer", tournament)
    assert found(client.get(f"/api/v1/tournaments/mosel/{path}").json()) == 1


def test_the_public_sees_initials_and_the_staff_the_name(client):
    tournament = hall()
    path = reverse("api_entry", args=["mosel", 1])
    assert client.get(path).json()["name"] == "F. Z."
    log_in(client, "observer", tournament)
    assert client.get(path).json()["name"] == "First01 Zinnober"


def test_held_results_are_the_staffs(client):
    tournament = hall()
    path = reverse("api_standings", args=["mosel"])
    public = client.get(path).json()
    assert (public["sessions"], public["held"], public["rows"][0]["score"]) == ([1], 2, 30)
    assert client.get(path, {"session": RUNNING}).status_code == 404
    assert client.get(path, {"view": "live"}).status_code == 403
    log_in(client, "observer", tournament)
    live = client.get(path, {"view": "live"}).json()
    assert live["sessions"] == [1, 2]
    assert max(row["score"] for row in live["rows"]) > 700


def test_drafts_are_not_in_the_public_programme(client):
    tournament = hall()
    path = reverse("api_sessions", args=["mosel"])
    assert [one["number"] for one in client.get(path).json()["results"]] == [1, 2]
    log_in(client, "observer", tournament)
    assert [one["number"] for one in client.get(path).json()["results"]] == [1, 2, 3]


def test_winds_that_are_drawn_at_the_table_are_not_told(client):
    tournament = hall()
    tournament.starting_seats = Tournament.StartingSeats.DRAWN
    tournament.save()
    winds = {
        number: {
            seat["wind"]
            for table in client.get(reverse("api_tables", args=["mosel", number])).json()["results"]
            for seat in table["seats"]
        }
        for number in (FINISHED, RUNNING)
    }
    assert winds == {FINISHED: {"east", "south", "west", "north"}, RUNNING: {None}}
