"""Who may open what: every role at every route of pages and API, with data that could leak."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from tests.gates.api import API
from tests.gates.pages import HOUSE, PAGES, PHONE
from tests.gates.rows import DRAFT, FINISHED, LINK, PEOPLE, PERSON, RUNNING, Row
from tests.scoring.play import Play
from tournaments.models import (
    Entry,
    Occupant,
    Role,
    Seat,
    Session,
    Staff,
    Table,
    TableLink,
    Tournament,
)
from tournaments.selectors.links import link_path
from tournaments.services.links import make_links

pytestmark = pytest.mark.django_db

SECRETS = {
    "e-mail": "private@example.org",
    "payment": "paid",
    "full name": "Zinnober",
    "draft": "Draftonly",
    "held": "17171",
    "foreign": "Elsewhere",
}


ROUTES = [*PAGES, *PHONE, *HOUSE, *API]
# Open to everybody, at any time.
OPEN = {"api_schema", "api_docs", "health", "home", "login", "logout", "set_language", "welcome"}


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
    close_table(by=None, table=running.table_number(2), totals=[17171, -5723, -5724, -5724])
    running.hand(1, winner="A", discarder="B", points=24)
    make_links(by=None, session=running.session)
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
    player = make_player(60, last_name=SECRETS["foreign"], pk=PERSON)
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
    elif who == LINK:
        link = TableLink.objects.get(table__session__number=RUNNING, table__number=1)
        client.get(link_path(link))
    elif who != "visitor":
        client.force_login(add_staff(tournament, "sam", Role(who)))


@pytest.mark.parametrize("who", PEOPLE)
def test_every_role_at_every_route(client, who, monkeypatch):
    monkeypatch.setattr("scoring.views.papers.can_print", lambda: False)
    log_in(client, who, hall())
    table = [row for row in ROUTES if row.answers[who] is not None]
    found = {(row.method, row.name, row.args): row.ask(client) for row in table}
    assert found == {(row.method, row.name, row.args): row.answers[who] for row in table}


def routes(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """All named routes of the product."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from routes(one)
        elif one.name:
            yield one


def test_every_route_is_in_the_table():
    assert {one.name for one in routes()} - OPEN == {row.name for row in ROUTES}


def reads(tables: list[Row], who: str) -> Iterator[Row]:
    """Rows that this person may read."""
    return (row for row in tables if row.method == "get" and row.answers[who] == 200)


def _path(row: Row) -> str:
    return reverse(row.name, args=["mosel", *row.args] if row.slug else list(row.args))


@pytest.mark.parametrize("who", ["visitor", "stranger", LINK])
@pytest.mark.parametrize("kind", [[*PAGES, *PHONE], API], ids=["pages", "api"])
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
