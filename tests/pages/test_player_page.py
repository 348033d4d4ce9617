"""A player's page: the next table first, nothing of drafts, nothing held back."""

import re

import pytest

from tests.builders import (
    add_entries,
    add_session,
    add_staff,
    make_player,
    make_tournament,
)
from tests.scoring.tables import close_session, close_with_totals, stand_in
from tournaments.models import Entry, Role, Session, Tournament
from tournaments.selectors.links import own_ways

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    made = make_tournament()
    entries = add_entries(made, 16)
    close_session(add_session(made, 1, entries=entries, state=Session.State.FINISHED))
    running = add_session(made, 2, entries=entries, state=Session.State.RUNNING)
    close_with_totals(running.tables.get(number=1), (17171, 10, -10, -17171))
    add_session(made, 3, entries=entries, state=Session.State.DRAFT)
    return made


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_the_next_table_comes_first_with_wind_time_and_people(client, tournament):
    """Entry 5 starts South at table 4 of session 2; the hall is two hours ahead of UTC."""
    page = text_of(client.get("/t/mosel/players/5/"))
    assert "Session 2 is being played Table 4 You start 南 South Saturday 12:00" in page
    assert "Place 5= of 16" in page
    order = [page.index(word) for word in ("You start", "Place 5", "Programme and results")]
    assert order == sorted(order)


def test_results_of_a_session_stand_with_table_wind_and_opponents(client, tournament):
    page = text_of(client.get("/t/mosel/players/5/"))
    assert (
        "Session 1 09:00 table 1 · 南 South 2 +10 First01 Last01 , First09 Last09 , First13 Last13"
        in page
    )


def test_a_draft_shows_no_seat_and_a_held_session_no_result(client, tournament):
    """Case 13."""
    page = text_of(client.get("/t/mosel/players/1/"))
    assert "Session 3 15:00 seating not published" in page
    assert "17171" not in page
    assert "Results of session 2 appear when it is finished." in page


def test_winds_drawn_at_the_table_are_not_told_before(client, tournament):
    Tournament.objects.update(starting_seats="drawn")
    page = text_of(client.get("/t/mosel/players/5/"))
    assert "drawn at the table" in page
    assert "You start" not in page


def test_a_substitute_has_no_place(client, tournament):
    substitute = Entry.objects.create(
        tournament=tournament,
        player=make_player(17),
        number=17,
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )
    stand_in(Session.objects.get(number=2).tables.get(number=1), "A", substitute, from_hand=9)
    page = text_of(client.get("/t/mosel/players/17/"))
    assert "Plays as a substitute and is not ranked." in page
    assert "From hand 9 on." in page


def test_nobody_under_this_number(client, tournament):
    assert client.get("/t/mosel/players/99/").status_code == 404


def test_people_of_another_tournament_are_not_there(client, tournament):
    other = make_tournament("rhine")
    Entry.objects.create(tournament=other, player=make_player(77, last_name="Elsewhere"), number=77)
    assert client.get("/t/mosel/players/77/").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_eight_queries(client, count, django_assert_num_queries):
    made = make_tournament()
    entries = add_entries(made, 4)
    for number in range(1, count + 1):
        close_session(add_session(made, number, entries=entries, state=Session.State.FINISHED))
    with django_assert_num_queries(8):
        page = text_of(client.get("/t/mosel/players/1/"))
    assert "Place 1 of 4" in page


class TestCheckIn:
    """The QR code of the programme leads here: the staff ticks who stands before them."""

    @pytest.fixture
    def link(self, tournament):
        return own_ways(tournament)[5].path

    @pytest.mark.parametrize("role", [None, Role.OBSERVER])
    def test_nobody_else_sees_the_tick(self, client, tournament, link, role):
        if role:
            client.force_login(add_staff(tournament, "oskar", role))
        page = client.get(link, follow=True).content.decode()
        assert "/players/5/tick/" not in page
        assert "Did not come" not in page

    def test_a_scorer_ticks_after_the_scan(self, client, tournament, link):
        client.force_login(add_staff(tournament, "sara", Role.SCORER))
        scanned = client.get(link)
        assert (scanned.status_code, scanned.url) == (302, "/t/mosel/players/5/")
        page = client.get(scanned.url).content.decode()
        action = re.search(r'action="([^"]+/tick/arrived/[^"]*)"', page)[1]
        assert 'aria-pressed="false"' in page
        assert "Did not come" not in page
        answer = client.post(action, {"on": "1"})
        assert (answer.status_code, answer.url) == (302, scanned.url)
        assert Entry.objects.get(number=5).arrived is True
        assert 'aria-pressed="true"' in client.get(scanned.url).content.decode()
        button = client.post(action, {"on": "0"}, headers={"HX-Request": "true"})
        assert f'action="{action}"' in button.content.decode()
        assert Entry.objects.get(number=5).arrived is False

    def test_a_referee_is_one_tap_from_the_substitute(self, client, tournament, link):
        client.force_login(add_staff(tournament, "rolf", Role.REFEREE))
        wizard = '/t/mosel/substitutes/?who=5&amp;kind=no_show"'
        assert wizard in client.get(link, follow=True).content.decode()
        Entry.objects.filter(number=5).update(arrived=True)
        assert wizard not in client.get(link, follow=True).content.decode()
        listed = client.get("/t/mosel/players/?show=absent").content.decode()
        assert wizard not in listed
        assert wizard.replace("who=5", "who=6") in listed
        assert "kind=no_show" not in client.get("/t/mosel/players/").content.decode()


def test_after_the_last_session_the_tournament_is_over(client):
    """Held back: only that it is over; shown: the place; the substitute has none."""
    tournament = make_tournament(final_held=True)
    entries = add_entries(tournament, 8)
    for number in (1, 2):
        session = add_session(tournament, number, entries=entries, state=Session.State.FINISHED)
        close_session(session)
    page = text_of(client.get("/t/mosel/players/1/"))
    assert "The tournament is over; the final ranking follows at the prize-giving." in page
    assert "Results of session 2 appear at the prize-giving." in page
    assert "when it is finished" not in page
    Tournament.objects.update(final_held=False)
    page = text_of(client.get("/t/mosel/players/1/"))
    assert re.search(r"The tournament is over: place \d of 8\.", page)
    assert ("No table yet" in page, "prize-giving" in page) == (False, False)
