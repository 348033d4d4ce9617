"""The standings as everybody sees them: what is held back, what refreshes, what it costs."""

import re

import pytest
from django.urls import reverse

from players.services import save_player
from scoring.models import TableResult
from scoring.selectors import public
from scoring.selectors.public import standings_mark
from scoring.services.standings import publish_standings
from tests.builders import add_entries, add_session, add_staff, make_tournament
from tests.scoring.tables import close_session, close_with_totals
from tournaments.models import Entry, Role, Session, Tournament
from tournaments.services.tournaments import change_settings

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/standings/"
PART = "/t/mosel/standings/part/"


@pytest.fixture(autouse=True)
def _mark_of_this_moment(monkeypatch):
    """These tests do not wait for the second that a mark is kept."""
    monkeypatch.setattr(public, "MARK_SECONDS", 0)


@pytest.fixture
def tournament():
    """Session 1 finished, session 2 half in (one table of two), session 3 a draft with seats."""
    made = make_tournament(has_teams=True)
    entries = add_entries(made, 8)
    first = add_session(made, 1, entries=entries, state=Session.State.FINISHED)
    close_session(first, (30, 10, -10, -30))
    second = add_session(made, 2, entries=entries, state=Session.State.RUNNING)
    close_with_totals(second.tables.get(number=1), (17171, 10, -10, -17171))
    add_session(made, 3, entries=entries, state=Session.State.DRAFT)
    publish_standings(by=None, tournament=made)
    return made


def text_of(response):
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.parametrize(
    "address",
    [
        PAGE,
        f"{PAGE}?view=teams",
        f"{PAGE}?session=1",
        PART,
        f"{PART}?view=teams",
        "/t/mosel/standings/leaders/",
        "/t/mosel/players/1/",
    ],
)
def test_a_half_in_session_is_held_back_everywhere(client, tournament, address):
    """Case 13: 17171 belongs to the running session."""
    response = client.get(address)
    assert response.status_code == 200
    assert "17171" not in response.content.decode()
    assert "session 1" in text_of(response).casefold()


@pytest.mark.parametrize("address", [f"{PAGE}?session=2", f"{PAGE}?session=3", f"{PAGE}?session=x"])
def test_a_session_that_is_not_shown_is_not_there(client, tournament, address):
    assert client.get(address).status_code == 404


def test_live_shows_each_table_and_says_which_is_missing(client, tournament):
    """Cases 13 and 15, by setting."""
    Tournament.objects.update(results_shown="live")
    page = text_of(client.get(PAGE))

    assert "Standings in session 2" in page
    assert "+17201" in page
    assert "Provisional. session 2, missing: table 2" in page


def test_only_the_staff_may_look_at_what_is_held(client, tournament):
    address = f"{PAGE}?view=live"
    assert client.get(address).status_code == 403
    client.force_login(add_staff(tournament, "sam", Role.SCORER))
    page = text_of(client.get(address))
    assert "+17201" in page
    assert "Do not show this view in the hall" in page
    assert "17171" not in client.get(PAGE).content.decode()


def test_the_ranking_with_teams_ties_and_movement(client, tournament):
    Session.objects.filter(number=2).update(state="finished")
    close_session(Session.objects.get(number=2), (30, 10, -10, -30))
    page = text_of(client.get(PAGE))

    assert "Standings after session 2" in page
    assert "1 = · same place First01 Last01 GER Team 1 4 +30 4 +30 8 +60" in page
    assert "1 = · same place First02 Last02" in page
    teams = text_of(client.get(f"{PAGE}?view=teams"))
    assert "1 Team 1 First01 Last01 8 First02 Last02 8" in teams


def test_nothing_new_costs_no_content_and_no_query_for_a_second(
    client, tournament, django_assert_num_queries, monkeypatch
):
    mark = standings_mark("mosel")
    with django_assert_num_queries(3):
        answer = client.get(PART, {"have": mark, "view": "teams"})
    assert (answer.status_code, answer.content) == (204, b"")
    monkeypatch.setattr(public, "MARK_SECONDS", 1e9)
    with django_assert_num_queries(0):
        assert client.get(PART, {"have": mark}).status_code == 204
    assert client.get(PART, {"have": ""}).status_code == 200
    assert client.get("/t/nowhere/standings/part/", {"have": "None"}).status_code == 404


def test_a_new_version_or_state_is_sent(client, tournament):
    stamp = standings_mark("mosel")
    assert f"have={stamp}" in client.get(PAGE).content.decode()
    Session.objects.filter(number=2).update(state="finished")
    assert client.get(PART, {"have": stamp}).status_code == 200
    stamp = standings_mark("mosel")
    publish_standings(by=None, tournament=tournament)
    answer = client.get(PART, {"have": stamp})
    assert answer.status_code == 200
    assert f"have={standings_mark('mosel')}" in answer.content.decode()


def test_what_is_shared_is_never_the_staffs(client, tournament):
    """The desk's page has links and views of its own; nobody else gets them, nor the other way."""
    sam = add_staff(tournament, "sam", Role.SCORER)
    for _turn in range(2):
        client.force_login(sam)
        assert "Live (staff)" in text_of(client.get(PAGE))
        client.logout()
        assert "Live (staff)" not in text_of(client.get(PAGE))
        assert client.get(f"{PART}?view=live").status_code == 403


def test_what_is_shared_has_the_visitors_language_and_own_line(client, tournament):
    mark = standings_mark("mosel")
    english = client.get(PAGE, {"me": "5"}).content.decode()
    assert english.count('class="me"') == 1
    assert '<tr data-entry="5" class="me">' in english
    assert f'hx-get="{PART}?me=5&amp;have={mark}&amp;view=players"' in english
    assert 'class="me"' not in client.get(PAGE).content.decode()
    for nobody in ("99", "x", '5"', '5">'):
        assert 'class="me"' not in client.get(PAGE, {"me": nobody}).content.decode()
    french = client.get(PAGE, headers={"Accept-Language": "fr"}).content.decode()
    assert "Classement" in text_of(client.get(PAGE, headers={"Accept-Language": "fr"}))
    assert '<html lang="fr"' in french


@pytest.mark.parametrize("change", ["entry", "settings"])
def test_what_is_shared_follows_every_change(client, tournament, change):
    assert "Last05" in text_of(client.get(PAGE))
    if change == "entry":
        save_player(by=None, player=Entry.objects.get(number=5).player, last_name="Newman")
        assert "Newman" in text_of(client.get(PAGE))
    else:
        change_settings(by=None, tournament=tournament, changes={"has_teams": False})
        assert "Team 1" not in text_of(client.get(PAGE))


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_eleven_queries_and_for_the_next_visitor_four(
    client, count, django_assert_num_queries
):
    made = make_tournament()
    entries = add_entries(made, 4 * count)
    for number in range(1, count + 1):
        close_session(add_session(made, number, entries=entries, state=Session.State.FINISHED))
    add_session(made, count + 1, entries=entries, state=Session.State.PUBLISHED)
    with django_assert_num_queries(11):
        page = text_of(client.get(PAGE))
    with django_assert_num_queries(4):
        assert text_of(client.get(PAGE)) == page
    assert f"Standings after session {count}" in page


def test_initials_stay_initials_also_when_somebody_searches(client, tournament):
    player = Entry.objects.get(number=5).player
    player.first_name, player.last_name, player.shown_as_initials = "Zenobia", "Quill", True
    player.email = "zenobia@example.org"
    player.save()

    for address in (
        PAGE,
        f"{PAGE}?view=teams",
        "/t/mosel/standings/leaders/",
        "/t/mosel/players/5/",
        "/t/mosel/players/1/",
    ):
        page = client.get(address).content.decode()
        assert "Quill" not in page
        assert "enobia" not in page
    assert "Nobody here is called “Quill”" in text_of(client.get(PAGE, {"q": "Quill"}))
    assert "Z. Q." in text_of(client.get(PAGE, {"q": "5"}))


def test_names_are_words_and_not_markup(client, tournament):
    """Case 19."""
    player = Entry.objects.get(number=1).player
    player.last_name = "<img src=x onerror=alert(1)>"
    player.save()
    parts = (f"{PAGE}part/", f"{PAGE}leaders/", "/t/mosel/players/1/")
    for address in (PAGE, f"{PAGE}?view=teams", f"{PAGE}?q=<b>x", *parts):
        page = client.get(address).content.decode()
        assert "<img" not in page
        assert "<b>x" not in page
        assert ("&lt;img src=x" in page) is ("q=" not in address)


def test_before_the_first_result_the_page_says_so(client):
    make_tournament()
    assert "No results yet." in text_of(client.get(PAGE))
    assert "No results yet." in text_of(client.get("/t/mosel/standings/leaders/"))
    assert client.get("/t/nowhere/standings/").status_code == 404
    assert client.get("/t/nowhere/standings/part/").status_code == 404


def test_a_correction_is_told_without_its_reason(client, tournament):
    TableResult.objects.filter(table__session__number=2).delete()
    publish_standings(by=None, tournament=tournament)
    close_session(Session.objects.get(number=1), (-30, 10, -10, 30))
    publish_standings(by=None, tournament=tournament, reason="First01 had misread the tiles")
    page = text_of(client.get(PAGE))

    assert "something between places 1 and 7 changed" in page
    assert "misread" not in page


def test_the_address_of_a_players_page_is_linked(client, tournament):
    assert reverse("entry", args=["mosel", 1]) in client.get(PAGE).content.decode()
