"""Links and cookies that somebody changed, kept too long, or brings from elsewhere."""

from __future__ import annotations

import time

import pytest
from django.test import Client

from tests.builders import add_session, make_tournament
from tests.scoring.play import counts, make_play
from tournaments.models import Entry, Occupant
from tournaments.selectors.links import own_ways
from tournaments.services.links import make_links, renew_code, renew_link
from tournaments.tokens import COOKIE, COOKIE_SECONDS

pytestmark = pytest.mark.django_db

WIN = {"version": 0, "key": "k", "winner": "A", "discarder": "B", "points": "24"}


@pytest.fixture
def play():
    """Two running sessions with links: the first one's tables 1 and 2, and the second one's."""
    found = make_play(8)
    found.second = add_session(found.tournament, 2, entries=found.entries)
    for session in (found.session, found.second):
        make_links(by=None, session=session)
    return found


def key_of(session, table=1):
    return session.tables.get(number=table).links.get(revoked_at=None).key


def let_in(session, table=1):
    """A phone that opened the link of a table."""
    client = Client()
    assert client.get(f"/q/{key_of(session, table)}/").status_code == 302
    return client


def post_hand(client, play, slug="mosel", session=1, table=1):
    place = f"{play.tournament.uid}:{session}:{table}"
    return client.post(f"/t/{slug}/phone/hands/1/", WIN | {"place": place})


def changed(text, place):
    """The text with one letter changed."""
    other = "0" if text[place] != "0" else "1"
    letters = list(text)
    letters[place] = other
    return "".join(letters)


@pytest.mark.parametrize("place", [0, 31])
def test_a_changed_key_opens_nothing(client, play, place):
    answer = client.get(f"/q/{changed(key_of(play.session), place)}/")
    assert (answer.status_code, COOKIE in answer.cookies) == (404, False)
    assert "Last0" not in answer.content.decode()


@pytest.mark.parametrize("place", [0, -1])
def test_a_changed_cookie_opens_nothing(play, place):
    client = let_in(play.session)
    client.cookies[COOKIE] = changed(client.cookies[COOKIE].value, place)
    before = counts()
    assert client.get("/t/mosel/phone/").status_code == 404
    assert post_hand(client, play).status_code == 404
    assert counts() == before


def test_a_cookie_ends_after_its_days(play, monkeypatch):
    client = let_in(play.session)
    begun = time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: begun + COOKIE_SECONDS - 60)
    assert client.get("/t/mosel/phone/").status_code == 200
    monkeypatch.setattr("django.core.signing.time.time", lambda: begun + COOKIE_SECONDS + 60)
    before = counts()
    assert client.get("/t/mosel/phone/").status_code == 404
    assert post_hand(client, play).status_code == 404
    assert counts() == before


def test_a_cookie_made_from_the_bare_key_is_none(play):
    client = Client()
    client.cookies[COOKIE] = key_of(play.session)
    assert client.get("/t/mosel/phone/").status_code == 404


def test_a_renewed_link_puts_out_the_phone_that_is_in(play):
    client = let_in(play.session)
    renew_link(by=None, table=play.table)
    before = counts()
    assert post_hand(client, play).status_code == 410
    assert counts() == before


@pytest.mark.parametrize(("session", "table"), [(1, 2), (2, 1)])
def test_a_link_writes_at_no_other_table_or_session(play, session, table):
    client = let_in(play.session)
    before = counts()
    assert post_hand(client, play, session=session, table=table).status_code == 409
    assert counts() == before


def test_a_link_opens_no_other_tournament(play):
    make_tournament("rhine")
    client = let_in(play.session)
    before = counts()
    assert client.get("/t/rhine/phone/").status_code == 404
    assert post_hand(client, play, slug="rhine").status_code == 404
    assert counts() == before


def test_a_players_link_is_that_players_in_that_tournament_only(client, play):
    own = own_ways(play.tournament)[3].path
    rhine = make_tournament("rhine")
    Entry.objects.create(
        tournament=rhine, player=play.entries[2].player, number=3, code=play.entries[2].code
    )
    assert client.get(own).status_code == 302
    for forged in (
        own.replace("/p/3.", "/p/4."),
        own.replace("/p/3.", "/p/03."),
        own.replace("/p/3.", "/p/-3."),
        own.replace("/t/mosel/", "/t/rhine/"),
        changed(own, -2),
        own[:-2] + "/",
    ):
        answer = client.get(forged)
        assert (answer.status_code, "Last0" in answer.content.decode()) == (404, False), forged
    renew_code(by=None, entry=play.entries[2])
    assert client.get(own).status_code == 404


def test_a_code_of_another_seat_confirms_nothing(play):
    """Every player has a code, and it is only good for the own seat."""
    play.all_hands()
    client = let_in(play.session)
    here = Occupant.objects.filter(seat__table=play.table).select_related("entry", "seat")
    codes = {one.seat.letter: one.entry for one in here}
    entry = codes["B"]
    entry.code = changed(codes["A"].code, 0)
    entry.save()
    before = counts()
    answer = client.post(
        "/t/mosel/phone/confirm/",
        {
            "place": f"{play.tournament.uid}:1:1",
            "version": play.table.version,
            "seat": "B",
            "code": codes["A"].code,
        },
    )
    assert answer.status_code == 422
    assert counts() == before
