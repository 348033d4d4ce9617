"""The desk."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client

from journal.services import Device
from scoring.models import Sheet
from scoring.services.penalties import give_penalty
from scoring.services.sheets import close_table
from tests.builders import START, add_entries, add_session, add_staff, make_tournament, make_user
from tests.scoring.play import counts, make_play
from tournaments.models import Entry, Occupant, Role, Session
from tournaments.selectors.links import link_path
from tournaments.services.entries import set_arrived
from tournaments.services.links import hear_from, make_links
from tournaments.services.substitutes import add_substitute

pytestmark = pytest.mark.django_db

DESK = "/t/mosel/desk/"


@pytest.fixture
def at_nine(monkeypatch):
    """The clock stands at 9:30 in the hall: half an hour of session 1 is gone."""
    now = START + dt.timedelta(minutes=30)
    monkeypatch.setattr("scoring.views.desk.timezone.now", lambda: now)


def words(client, **more):
    """The visible words of the desk, blanks folded."""
    page = client.get(DESK, **more).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_desk_is_for_the_staff(client):
    play = make_play()
    assert client.get(DESK).status_code == 404
    client.force_login(make_user("stranger"))
    assert client.get(DESK).status_code == 404
    client.force_login(add_staff(play.tournament, "oskar", Role.OBSERVER))
    page = client.get(DESK).content.decode()
    assert "Last01" in page
    assert '<form method="post" action="/t/mosel/sessions' not in page


def test_a_tournament_without_sessions_sends_to_the_programme(client):
    tournament = make_tournament()
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    assert "This tournament has no sessions yet." in words(client)


@pytest.mark.parametrize(
    ("state", "seated", "said"),
    [
        ("draft", False, "Draw the seating of session 1"),
        ("draft", True, "Publish the seating of session 1"),
        ("published", True, "Start session 1"),
        ("finished", True, "Approve session 1"),
        ("approved", True, "Every session is approved"),
    ],
)
def test_the_next_thing_comes_first(client, state, seated, said):
    tournament = make_tournament()
    add_session(tournament, entries=add_entries(tournament, 4) if seated else [], state=state)
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    assert f"Next {said}" in words(client)


def test_a_session_to_approve_does_not_keep_the_next_one_from_starting(client):
    """An appeal may take hours: the second session can begin meanwhile."""
    tournament = make_tournament()
    entries = add_entries(tournament, 8)
    add_session(tournament, 1, entries=entries, state=Session.State.FINISHED)
    add_session(tournament, 2, entries=entries, state=Session.State.PUBLISHED)
    client.force_login(add_staff(tournament, "rolf", Role.REFEREE))
    said = words(client)
    assert "Session 2 of 2" in said
    assert "Next Approve session 1" in said
    assert "Then S2 Start session 2" in said
    client.post("/t/mosel/sessions/2/start/")
    assert "Next Nothing" not in words(client)
    assert "Approve session 1" in words(client)


@pytest.mark.usefixtures("at_nine")
@pytest.mark.parametrize(
    ("begun", "desk", "clock"),
    [(12, "Time left 102 min", "1:42:00"), (35, "Until the start 5 min", "5:00")],
)
def test_the_desk_and_the_screen_count_by_the_start_of_play(client, begun, desk, clock):
    play = make_play()
    play.session.began_at = START + dt.timedelta(minutes=begun)
    play.session.save()
    client.force_login(play.scorer)
    assert desk in words(client)
    page = client.get("/t/mosel/clock/").content.decode()
    assert f"{clock}</p>" in re.sub(r"<(/?)\w[^>]*>", r"<\1p>", page)


@pytest.mark.usefixtures("at_nine")
def test_a_missing_hand_comes_before_a_table_to_close(client):
    play = make_play(12)
    client.force_login(play.scorer)
    assert "Nothing waits for you 3 tables play; time is over at 11:00." in words(client)
    play.all_hands(1)
    play.all_hands(3, but=(5, 9))
    said = words(client)
    assert "Next Table 3: Hands 5, 9 are missing" in said
    assert "Then 1 Close table 1 Everything is in. Close" in said
    assert "90 min" in said


@pytest.mark.usefixtures("at_nine")
def test_all_closed_means_finish(client):
    play = make_play(8)
    client.force_login(play.referee)
    close_table(by=play.scorer, table=play.table, totals=(0, 0, 0, 0))
    assert "All tables are closed" not in words(client)
    before = counts()
    answer = client.post("/t/mosel/sessions/1/finish/", follow=True)
    assert "Table 2 is not closed." in answer.content.decode()
    assert counts() == before
    close_table(by=play.scorer, table=play.table_number(2), totals=(0, 0, 0, 0))
    assert "Next All tables are closed: finish session 1" in words(client)
    client.post("/t/mosel/sessions/1/finish/")
    client.post("/t/mosel/sessions/1/approve/")
    play.session.refresh_from_db()
    assert play.session.state == "approved"


def test_a_scorer_does_not_start_a_session(client):
    play = make_play()
    play.session.state = "published"
    play.session.save()
    client.force_login(play.scorer)
    assert client.post("/t/mosel/sessions/1/start/").status_code == 403
    client.force_login(play.referee)
    Occupant.objects.filter(seat__letter="D").delete()
    answer = client.post("/t/mosel/sessions/1/start/", {"sure": "1"}, follow=True)
    assert "Table 1 has not four players." in answer.content.decode()
    play.session.refresh_from_db()
    assert play.session.state == "published"


@pytest.mark.usefixtures("at_nine")
def test_what_came_in_last_and_who_was_fined(client):
    play = make_play()
    play.hand(1, winner="A", discarder="B", points=24)
    play.hand(2, winner="C", points=12)
    play.hand(3)
    give_penalty(by=play.scorer, session=play.session, entry=play.entries[2], code="P1", hand=3)
    client.force_login(play.scorer)
    said = words(client)
    log = re.findall(r"hand \d: [^:]*?(?= \d\d:\d\d| Penalties)", said)
    assert log == [
        "hand 3: drawn",
        "hand 2: First03 Last03, self-draw, 12",
        "hand 1: First01 Last01 off First02 Last02, 24",
    ]
    assert "First03 Last03: false hu with valid structure but below 8 points" in said


@pytest.mark.usefixtures("at_nine")
def test_htmx_gets_nothing_while_nothing_changes(client):
    play = make_play()
    client.force_login(play.scorer)
    page = client.get(DESK).content.decode()
    version = re.search(r'hx-get="/t/mosel/desk/\?version=([^"]+)"', page)[1]
    poll = {"path": f"{DESK}?version={version}", "headers": {"HX-Request": "true"}}
    assert client.get(**poll).status_code == 204
    play.hand(1)
    answer = client.get(**poll)
    assert (answer.status_code, "<html" in answer.content.decode()) == (200, False)


@pytest.mark.usefixtures("at_nine")
@pytest.mark.parametrize("players", [4, 12])
def test_the_desk_takes_thirteen_queries(client, django_assert_num_queries, players):
    play = make_play(players)
    for table in play.session.tables.all():
        play.hand(1, table=table.number, winner="A", discarder="B", points=24)
    client.force_login(play.scorer)
    with django_assert_num_queries(13):
        client.get(DESK)


@pytest.mark.usefixtures("at_nine")
def test_the_board_is_narrowed_by_state_and_by_name(client):
    play = make_play(12)
    client.force_login(play.scorer)
    play.all_hands(1)
    play.all_hands(3, but=(5,))

    def tables(query):
        page = client.get(f"{DESK}?{query}").content.decode()
        return re.findall(r'<li class="tc \w+"><a id="table-(\d+)"', page)

    assert tables("") == ["1", "2", "3"]
    assert tables("show=act") == ["3"]
    assert tables("show=wait") == ["1"]
    assert tables("q=2") == ["2"]
    assert tables("q=last01") == ["1"]
    assert tables("show=act&q=last01") == []
    said = words(client, data={"show": "act"})
    assert "All 3 to act on 1 waiting 1 playing 1" in said
    page = client.get(f"{DESK}?show=act&q=a%22b").content.decode()
    assert "&amp;show=act&amp;q=a%22b" in page


@pytest.mark.usefixtures("at_nine")
def test_the_list_is_remembered(client):
    play = make_play(8)
    play.hand(1, winner="A", discarder="B", points=24)
    client.force_login(play.scorer)
    assert "deskrows" not in client.get(DESK).content.decode()
    client.get(f"{DESK}?look=rows")
    said = words(client)
    assert "1 Hand 2 Last01 +48 Last03 −32 Last05 −8 Last07 −8" in said
    assert 'class="board"' not in client.get(DESK).content.decode()
    client.get(f"{DESK}?look=board")
    assert 'class="board"' in client.get(DESK).content.decode()


def test_tables_over_their_time_are_the_next_thing(client, monkeypatch):
    play = make_play(12)
    play.all_hands(2)
    now = START + dt.timedelta(minutes=129)
    monkeypatch.setattr("scoring.views.desk.timezone.now", lambda: now)
    client.force_login(play.scorer)
    page = client.get(DESK).content.decode()
    assert "Next Time is over: tables 1, 3 still play Say which hand was the last" in words(client)
    assert '<a class="btn ink" href="/t/mosel/sessions/1/tables/1/">Table 1</a>' in page
    play.session.tables.filter(number__in=(1, 3)).update(extra_minutes=15)
    assert "Time is over: tab" not in words(client)
    assert "Next Close table 2" in words(client)


@pytest.mark.usefixtures("at_nine")
def test_hands_that_a_phone_holds_are_told(client, monkeypatch):
    play = make_play()
    [link] = make_links(by=None, session=play.session)
    hear_from(link=link, unsent=3)
    client.force_login(play.scorer)
    assert "Next Table 1: 3 unsent" in words(client)
    hear_from(link=link, unsent=0)
    assert "Nothing waits for you" in words(client)


@pytest.mark.usefixtures("at_nine")
@pytest.mark.parametrize(
    ("confirm_by", "by_phone", "state"),
    [
        ("code", True, "To be confirmed"),
        ("code", False, "Ready to close"),
        ("off", True, "Ready to close"),
    ],
)
def test_a_table_that_nobody_there_has_confirmed_says_so_until_it_is_closed(
    client, confirm_by, by_phone, state
):
    """A restored table has no authors: once closed, nobody can tell who entered it."""
    play = make_play(confirm_by=confirm_by)
    client.force_login(play.scorer)
    if by_phone:
        play.scorer = Device("table 1, phone")
    play.all_hands()
    said = words(client)
    assert f"{state} Last entry" in said
    asks = state == "To be confirmed"
    assert ("nobody at the table has confirmed it" in said) is asks
    close_table(by=None, table=play.table)
    page = client.get("/t/mosel/sessions/1/tables/1/").content.decode()
    assert ("Closed at" in page, "confirmed by" in page) == (True, False)
    Sheet.objects.update(confirmed_seat="C")
    page = client.get("/t/mosel/sessions/1/tables/1/").content.decode()
    assert "confirmed by First03 Last03" in page


@pytest.mark.usefixtures("at_nine")
def test_the_penalty_of_somebody_who_gave_up_the_seat_stays_on_the_desk(client):
    play = make_play()
    give_penalty(by=play.referee, session=play.session, entry=play.entries[3], code="P6")
    play.session.occupants.filter(entry=play.entries[3]).delete()
    client.force_login(play.scorer)
    assert re.search(r"– First04 Last04: [^.]*late", words(client))


def test_minutes_over_are_each_tables_own(client, monkeypatch):
    play = make_play(8)
    play.session.tables.filter(number=2).update(extra_minutes=5)
    now = START + dt.timedelta(minutes=129)
    monkeypatch.setattr("scoring.views.desk.timezone.now", lambda: now)
    client.force_login(play.referee)
    client.get(f"{DESK}?look=rows")
    said = words(client)
    assert "1 Hand 1, 9 min over Give time…" in said
    assert "2 Hand 1, 4 min over Give time…" in said


def test_what_the_day_needs_is_one_tap_away_from_each_role(client):
    play = make_play()
    for who, expected in ((play.scorer, False), (play.referee, True)):
        client.force_login(who)
        page = client.get(DESK).content.decode()
        assert "/t/mosel/players/?show=absent" in page
        for address in ("substitutes", "referee", "hall"):
            assert (f'href="/t/mosel/{address}/"' in page) is expected


def test_before_the_first_session_the_desk_names_who_is_missing(client):
    """The bench is not awaited; whoever is ticked is off the list with the next question."""
    play = make_play(8)
    play.session.state = "published"
    play.session.save()
    add_substitute(by=None, tournament=play.tournament)
    Entry.objects.filter(number__in=[2, 4, 5, 7, 8]).update(arrived=True)
    client.force_login(play.scorer)
    said = words(client)
    assert "3 have not arrived: First01 Last01, First03 Last03, First06 Last06 Check-in" in said
    assert "Check-in (3 missing)" in said
    version = re.search(r"desk/\?version=([^&\"]+)", client.get(DESK).content.decode())[1]
    asked = {"HX-Request": "true"}
    assert client.get(DESK, {"version": version}, headers=asked).status_code == 204
    set_arrived(by=play.scorer, entry=play.entries[2], arrived=True)
    news = client.get(DESK, {"version": version}, headers=asked)
    assert news.status_code == 200
    assert "2 have not arrived: First01 Last01, First06 Last06" in news.content.decode()
    Entry.objects.update(arrived=False)
    said = words(client)
    assert "8 have not arrived: " in said
    assert "First05 Last05 …" in said
    assert "First06 Last06 …" not in said


@pytest.mark.parametrize(("state", "said"), [("running", True), ("finished", False)])
def test_no_shows_are_counted_until_the_first_session_is_over(client, state, said):
    play = make_play()
    play.session.state = state
    play.session.save()
    client.force_login(play.scorer)
    shown = words(client)
    assert ("Check-in (4 missing)" in shown) is said
    assert "have not arrived" not in shown


TAKE_BACK = 'action="/t/mosel/sessions/1/take-back/"'


@pytest.mark.usefixtures("at_nine")
def test_a_start_can_be_taken_back_while_nothing_is_entered(client):
    play = make_play()
    link = make_links(by=None, session=play.session)[0]
    phone = Client()
    phone.get(link_path(link))
    beat = {"place": f"{play.tournament.uid}:1:1", "version": 0, "mode": "enter"}
    assert phone.post("/t/mosel/phone/beat/", beat).status_code == 204
    client.force_login(play.scorer)
    assert TAKE_BACK not in client.get(DESK).content.decode()
    assert client.post("/t/mosel/sessions/1/take-back/").status_code == 403
    client.force_login(play.referee)
    assert TAKE_BACK in client.get(DESK).content.decode()
    version = re.search(r"version=([\w-]+)", client.get(DESK).content.decode())[1]
    assert "Next Start session 1" in words_after(client, "/t/mosel/sessions/1/take-back/")
    assert f"version={version}" not in client.get(DESK).content.decode()
    assert phone.post("/t/mosel/phone/beat/", beat).json()["state"]["mode"] == "soon"
    client.post("/t/mosel/sessions/1/start/", {"sure": "1"})
    assert phone.post("/t/mosel/phone/beat/", beat).status_code == 204


@pytest.mark.usefixtures("at_nine")
def test_a_start_with_hands_after_it_is_not_offered_and_refused_with_words(client):
    play = make_play()
    play.hand(1, winner="A", discarder="B", points=24)
    client.force_login(play.referee)
    assert TAKE_BACK not in client.get(DESK).content.decode()
    before = counts()
    said = words_after(client, "/t/mosel/sessions/1/take-back/")
    assert "The start of session 1 stays. Hands are entered at table 1." in said
    assert counts() == before


def words_after(client, address):
    """The visible words of the desk after pressing a button."""
    page = client.post(address, follow=True).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_desk_leads_to_where_lots_are_drawn(client):
    """The page of a session without seats leads there too, and only whoever may draw."""
    tournament = make_tournament()
    add_session(tournament, entries=[], state=Session.State.DRAFT)
    drawing = "/t/mosel/seating/#draw"
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    assert (
        f'<a class="btn ink" href="{drawing}">Open the seating</a>'
        in client.get(DESK).content.decode()
    )
    assert 'id="draw"' in client.get("/t/mosel/seating/").content.decode()
    empty = "/t/mosel/seating/1/"
    assert f'href="{drawing}">Draw the seating</a>' in client.get(empty).content.decode()
    client.force_login(add_staff(tournament, "rolf", Role.REFEREE))
    page = client.get(empty).content.decode()
    assert ("Nobody has a seat" in page, drawing in page) == (True, False)


def test_the_sessions_of_the_strip_lead_to_their_tables(client):
    tournament = make_tournament()
    entries = add_entries(tournament, 4)
    add_session(tournament, 1, entries=entries, state=Session.State.APPROVED)
    add_session(tournament, 2, entries=entries)
    client.force_login(add_staff(tournament, "sam", Role.SCORER))
    page = client.get(DESK).content.decode()
    strip = re.search(r'<ol class="steps">.*?</ol>', page, re.DOTALL)[0]
    assert re.findall(r'href="([^"]+)"', strip) == ["/t/mosel/seating/1/", "/t/mosel/seating/2/"]
    assert (
        'href="/t/mosel/sessions/1/tables/1/"' in client.get("/t/mosel/seating/1/").content.decode()
    )


START_1 = "/t/mosel/sessions/1/start/"


def published(tournament, *, arrived):
    """Session 1 with four people, ready to be started at nine in the hall."""
    session = add_session(
        tournament, entries=add_entries(tournament, 4), state=Session.State.PUBLISHED
    )
    tournament.entries.update(arrived=arrived)
    return session


def test_nothing_unusual_starts_with_one_tap(client, at_nine):
    tournament = make_tournament()
    session = published(tournament, arrived=True)
    client.force_login(add_staff(tournament, "rolf", Role.REFEREE))
    assert client.post(START_1)["Location"] == DESK
    session.refresh_from_db()
    assert session.state == "running"


@pytest.mark.parametrize(
    ("arrived", "hours", "said"),
    [
        (False, 0, ["4 people are not ticked as arrived: First01 Last01, First02 Last02"]),
        (True, 2, ["By the programme it begins on Saturday 10 October at 09:00"]),
        (True, 1, []),
        (False, 2, ["4 people are not ticked as arrived", "By the programme it begins"]),
    ],
)
def test_an_unusual_start_is_asked_about_first(client, monkeypatch, arrived, hours, said):
    tournament = make_tournament()
    session = published(tournament, arrived=arrived)
    now = START - dt.timedelta(hours=hours)
    monkeypatch.setattr("scoring.views.desk.timezone.now", lambda: now)
    client.force_login(add_staff(tournament, "rolf", Role.REFEREE))
    before = counts()
    answer = client.post(START_1)
    page = answer.content.decode()
    assert (answer.status_code, [text for text in said if text not in page]) == (
        200 if said else 302,
        [],
    )
    if said:
        assert "Start it all the same?" in page
        assert counts() == before
        assert client.post(START_1, {"sure": "1"})["Location"] == DESK
    session.refresh_from_db()
    assert session.state == "running"


def at_the_end(play, *, held):
    play.tournament.final_held = held
    play.tournament.save()
    close_table(by=None, table=play.table, totals=(0, 0, 0, 0))


@pytest.mark.usefixtures("at_nine")
@pytest.mark.parametrize(
    ("held", "finish", "plan", "end"),
    [
        (
            True,
            "Its results are held back until the prize-giving.",
            "Once session 1 is approved: the prize-giving, then the exports.",
            "Next Every session is approved: now the prize-giving",
        ),
        (
            False,
            "Its results are shown to everybody then.",
            "Once session 1 is approved: the exports.",
            "Next Every session is approved Open the exports",
        ),
    ],
)
def test_the_end_of_the_last_session_is_told_as_it_is(client, held, finish, plan, end):
    play = make_play()
    at_the_end(play, held=held)
    client.force_login(add_staff(play.tournament, "olga", Role.ORGANISER))
    said = words(client)
    assert f"{finish} Finish session 1 Then {plan}" in said
    client.post("/t/mosel/sessions/1/finish/")
    assert f"Then {plan}" in words(client)
    client.post("/t/mosel/sessions/1/approve/")
    page = client.get(DESK).content.decode()
    assert end in words(client)
    assert ('href="/t/mosel/hall/#prizes">Open the prize-giving' in page) is held
    assert 'href="/t/mosel/exports/">Open the exports' in page
    assert ("Nothing else." in page) is not held


@pytest.mark.parametrize(
    ("states", "plan"),
    [
        ("draft draft", "Then publish the seats, print the papers and start: session 1, 09:00."),
        ("published draft", "By the programme: session 1, 09:00."),
        (
            "running draft",
            "By the programme: session 2, 12:00. Its seating is not published yet.",
        ),
        ("running published", "By the programme: session 2, 12:00."),
        ("finished published", "By the programme: session 2, 12:00."),
    ],
)
def test_after_the_last_thing_to_do_the_programme_goes_on(client, at_nine, states, plan):
    tournament = make_tournament()
    entries = add_entries(tournament, 4)
    for number, state in enumerate(states.split(), start=1):
        add_session(tournament, number, entries=entries, state=state)
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    said = words(client)
    assert (f"{plan} Check-in" in said, "Nothing else." in said) == (True, False)


@pytest.mark.usefixtures("at_nine")
def test_another_days_session_is_named_with_its_day(client):
    play = make_play()
    later = add_session(play.tournament, 2, entries=[], state=Session.State.DRAFT)
    later.starts_at = START + dt.timedelta(days=1)
    later.save()
    client.force_login(play.scorer)
    assert "session 2, Sunday 09:00" in words(client)


def test_before_the_time_the_desk_says_when_play_begins(client, monkeypatch):
    play = make_play()
    now = START - dt.timedelta(minutes=20)
    monkeypatch.setattr("scoring.views.desk.timezone.now", lambda: now)
    client.force_login(play.scorer)
    assert "Nothing waits for you 1 table is seated; play begins at 09:00." in words(client)
