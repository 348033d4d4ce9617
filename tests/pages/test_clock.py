"""The hall's screen and what the staff do for it."""

import datetime as dt
import re

import pytest
from django.core.exceptions import ValidationError

from journal.models import Event
from scoring.selectors.clock import ranges, read_clock
from scoring.selectors.standings import rank, read_play
from scoring.selectors.states import table_state
from scoring.selectors.tables import table_sheet
from scoring.services.clock import give_table_time, give_time, set_screen, show_prizes
from scoring.services.sheets import close_table
from tests.builders import START, add_entries, add_session, add_staff, make_tournament
from tests.scoring.nasty import ESCAPED, rename
from tests.scoring.play import counts, make_play
from tests.scoring.tables import close_session, close_with_totals
from tournaments.models import Role, Session, Tournament

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/clock/"
PART = "/t/mosel/clock/part/"
HALL = "/t/mosel/hall/"


def words(answer):
    """The visible words of a page, blanks folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def at(monkeypatch):
    """Set the server's clock to minutes after the start of session 1."""

    def set_clock(minutes, seconds=0, start=START):
        now = start + dt.timedelta(minutes=minutes, seconds=seconds)
        monkeypatch.setattr("scoring.views.clock.timezone.now", lambda: now)
        return now

    return set_clock


def moments(page):
    """The moments that the page counts by, in milliseconds."""
    return {name: int(value) for name, value in re.findall(r'data-(\w+)="(\d{9,})"', page.decode())}


def test_anybody_sees_the_time_left(client, at):
    make_play()
    at(57, 10)
    said = words(client.get(PAGE))
    assert "Session 1 of 1 1:02:50" in said
    assert "09:00 gong 10:45, 15 min 11:00" in said
    assert "After the last gong the running hand is finished." in said
    at(100)
    assert "Session 1 of 1 20:00" in words(client.get(PAGE))


def test_time_over_says_what_becomes_of_the_hand_and_who_still_plays(client, at):
    play = make_play(8, time_over="void")
    close_table(by=play.scorer, table=play.table, totals=(0, 0, 0, 0))
    at(119, 59)
    assert "0:01" in words(client.get(PAGE))
    at(120)
    said = words(client.get(PAGE))
    assert "0:00" in said
    assert "Tables 2: not closed yet" in said
    assert "Time is over: the running hand is void." in said


def test_extra_time_for_all_and_for_some(client, at):
    play = make_play(24)
    give_time(by=play.referee, session=play.session, minutes=10)
    for number in (4, 5, 6):
        give_table_time(by=play.referee, table=play.table_number(number), minutes=5)
    at(100)
    said = words(client.get(PAGE))
    assert "Session 1 of 1 30:00" in said
    assert "09:00 gong 10:55, 15 min 11:10" in said
    assert "Tables 4–6: until 11:15" in said
    now = START + dt.timedelta(minutes=132)
    states = [table_state(table_sheet(play.table_number(n)), now).text for n in (1, 4)]
    assert states == ["Hand 1, 2 min over", "Hand 1"]
    assert [event.after for event in Event.objects.filter(verb="time.given")] == [5, 5, 5, 10]


@pytest.mark.parametrize("minutes", [0, -1, 121])
def test_extra_time_is_up_to_two_hours_and_never_less_than_none(minutes):
    play = make_play()
    before = counts()
    with pytest.raises(ValidationError) as refused:
        give_time(by=play.referee, session=play.session, minutes=minutes)
    assert list(refused.value.message_dict) == ["minutes"]
    with pytest.raises(ValidationError):
        give_table_time(by=play.referee, table=play.table, minutes=minutes)
    assert counts() == before


def test_time_can_be_taken_back(play):
    give_time(by=play.referee, session=play.session, minutes=10)
    given = give_time(by=play.referee, session=play.session, minutes=-10)
    assert given.extra_minutes == 0
    play.session.state = Session.State.FINISHED
    play.session.save()
    with pytest.raises(ValidationError, match="is over"):
        give_time(by=play.referee, session=play.session, minutes=5)


@pytest.fixture
def play():
    return make_play()


def test_the_length_does_not_change_when_the_clocks_do(client, at):
    """Case 18: Europe/Paris, Sunday 25 October, 02:30 summer time; 120 minutes end at 03:30."""
    tournament = make_tournament(timezone="Europe/Paris")
    session = add_session(tournament, entries=add_entries(tournament, 4))
    session.starts_at = dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC)
    session.save()
    at(20, start=session.starts_at)
    answer = client.get(PAGE)
    said = words(answer)
    assert "1:40:00" in said
    assert "02:30 gong 03:15, 15 min 03:30" in said
    found = moments(answer.content)
    assert found["ends"] - found["starts"] == 120 * 60 * 1000
    assert found["until"] - found["now"] == 100 * 60 * 1000
    at(90, start=session.starts_at)
    assert "30:00" in words(client.get(PAGE))


def test_the_screen_knows_the_servers_time_with_every_answer(client, at):
    make_play()
    now = at(30)
    page = client.get(PAGE)
    assert moments(page.content)["now"] == int(now.timestamp() * 1000)
    have = re.search(r'part/\?have=([^"]+)"', page.content.decode())[1]
    later = at(31)
    same = client.get(f"{PART}?have={have}")
    assert (same.status_code, same.content) == (204, b"")
    assert same["Server-Time"] == str(int(later.timestamp() * 1000))
    give_time(by=None, session=Session.objects.get(), minutes=5)
    fresh = client.get(f"{PART}?have={have}")
    assert (fresh.status_code, "<html" in fresh.content.decode()) == (200, False)


def test_the_next_session_is_counted_down_to(client, at):
    play = make_play()
    play.session.state = Session.State.PUBLISHED
    play.session.save()
    at(-20)
    assert "Session 1 of 1 20:00 until the start 09:00 – 11:00" in words(client.get(PAGE))
    at(-600)
    assert "Sat 09:00" in words(client.get(PAGE))


def test_drafts_and_running_results_are_not_on_the_screen(client, at):
    """Case 13."""
    play = make_play(8)
    close_table(by=play.scorer, table=play.table, totals=(777, 0, 0, -777))
    add_session(play.tournament, 2, entries=play.entries, state=Session.State.DRAFT)
    at(30)
    said = words(client.get(PAGE))
    assert "777" not in said
    assert "They appear here after the first session." in said
    Tournament.objects.update(results_shown="live")
    assert "+777" in words(client.get(PAGE))


def test_standings_turn_in_equal_pages_with_public_names(client, at):
    tournament = make_tournament()
    entries = add_entries(tournament, 36)
    hidden = entries[0].player
    hidden.shown_as_initials, hidden.last_name = True, "<b>Secret"
    hidden.save()
    close_session(add_session(tournament, entries=entries, state=Session.State.FINISHED))
    at(300)
    page = client.get(PAGE).content.decode()
    parts = page.split("data-page")[1:]
    assert [part.count('<th scope="row">') for part in parts] == [12, 12, 12]
    assert ["hidden" in part[:10] for part in parts] == [False, True, True]
    assert "Secret" not in page
    assert "Page 3 of 3" in page


@pytest.mark.parametrize(
    ("query", "setting", "theme"),
    [
        ("", "auto", ""),
        ("", "dark", ' data-theme="dark"'),
        ("?theme=light", "dark", ' data-theme="light"'),
        ("?theme=x", "auto", ""),
    ],
)
def test_the_colours_are_a_setting_or_asked_for(client, query, setting, theme):
    make_play(hall_theme=setting)
    page = client.get(f"{PAGE}{query}").content.decode()
    assert f'<html lang="en"{theme}>' in page


def final(players=28):
    """A tournament whose last session is finished and held back."""
    tournament = make_tournament()
    entries = add_entries(tournament, players)
    first = add_session(tournament, 1, entries=entries, state=Session.State.APPROVED)
    close_session(first, (30, 10, -10, -30))
    last = add_session(tournament, 2, entries=entries, state=Session.State.FINISHED)
    for table in last.tables.all():
        more = table.number
        close_with_totals(table, (555 + more, 10 + more, -10 - more, -555 - more))
    organiser = add_staff(tournament, "olga", Role.ORGANISER)
    set_screen(by=organiser, tournament=tournament, theme="auto", final_held=True)
    return tournament, organiser


def test_the_last_session_is_held_back_everywhere(client):
    final()
    for address in (PAGE, "/t/mosel/standings/", "/t/mosel/players/1/", "/t/mosel/"):
        page = words(client.get(address))
        assert "562" not in page, address
        assert "592" not in page, address
    said = words(client.get("/t/mosel/standings/"))
    assert "The results of session 2 are held back until the prize-giving." in said


def test_the_prize_giving_goes_from_last_to_first(client):
    tournament, organiser = final()
    client.force_login(organiser)

    def on_screen():
        page = client.get(PAGE).content.decode()
        return re.findall(r'<td class="pl serif">.*?(\d+).*?</td>', page.split("prizes")[-1])

    def step(act):
        client.post(f"{HALL}prizes/", {"do": act})
        tournament.refresh_from_db()
        return tournament.prizes_shown

    assert step("next") == 0
    assert "Final ranking" in words(client.get(PAGE))
    assert "28 places to come" in words(client.get(PAGE))
    assert step("next") == 1
    assert [step("page"), step("page")] == [17, 18]
    places = [int(place) for place in on_screen()]
    assert (len(places), min(places) > 10) == (16, True)
    assert [step("next"), step("back")] == [19, 18]
    assert [step("next") for _step in range(11)] == [*range(19, 29), 28]
    assert on_screen()[0] == "1"
    said = words(client.get(PAGE))
    assert "wins the tournament" in said
    assert "to come" not in said
    assert "held back" not in said
    client.logout()
    assert "+592" not in words(client.get("/t/mosel/standings/"))
    client.force_login(organiser)
    client.post(f"{HALL}prizes/", {"do": "end"})
    assert "+592" in words(client.get("/t/mosel/standings/"))


def test_the_speaker_reads_who_comes_next_and_the_hall_does_not(client):
    tournament, organiser = final(4)
    client.force_login(organiser)
    for _step in range(2):
        show_prizes(by=organiser, tournament=tournament)
    ranked = [row.entry.player.public_name for row in rank(read_play(tournament))]
    hall = client.get(HALL)
    assert [row.entry.player.public_name for row in hall.context["coming"].rows] == ranked[2::-1]
    assert all(name in words(hall) for name in ranked[:3])
    screen = words(client.get(PAGE))
    assert ranked[3] in screen
    assert not any(name in screen for name in ranked[:3])


def test_a_step_back_takes_the_winner_off_the_screen_again(client):
    tournament, organiser = final(4)
    for places in (1, 4, -1):
        show_prizes(by=organiser, tournament=tournament, places=places)
    said = words(client.get(PAGE))
    assert "wins the tournament" not in said
    assert "Place 2" in said
    assert "1 place to come" in said
    show_prizes(by=organiser, tournament=tournament, places=-3)
    with pytest.raises(ValidationError, match="No place has been shown yet"):
        show_prizes(by=organiser, tournament=tournament, places=-1)


def test_a_held_session_is_over_all_the_same(client):
    final(4)
    assert "Session 2 is over" in words(client.get(PAGE))


def test_the_pages_of_the_screen_are_equally_long():
    tournament = make_tournament()
    session = add_session(
        tournament, 1, entries=add_entries(tournament, 20), state=Session.State.APPROVED
    )
    close_session(session, (30, 10, -10, -30))
    clock = read_clock(tournament, START)
    assert [len(page) for page in clock.pages] == [10, 10]


def test_names_on_the_screen_are_words_and_not_markup(client):
    """Case 19, in the standings beside the clock and in the prize-giving."""
    tournament, organiser = final(4)
    rename(tournament.entries.get(number=1))
    cell = f'<th scope="row"><span>{ESCAPED}</span></th>'
    for prizes in (False, True):
        if prizes:
            for _step in range(5):
                show_prizes(by=organiser, tournament=tournament)
        for address in (PAGE, PART):
            page = client.get(address).content.decode()
            assert ("Final ranking" in page) is prizes
            assert page.count(cell) == 1
            assert "wins the tournament" in page or not prizes
            assert "<img" not in page


def test_no_prize_giving_without_a_held_final():
    tournament = make_tournament()
    with pytest.raises(ValidationError, match="finished and held back"):
        show_prizes(by=None, tournament=tournament)
    tournament.refresh_from_db()
    assert tournament.prizes_shown is None


def test_time_is_given_on_the_page(client):
    play = make_play(8)
    client.force_login(play.referee)
    table = play.table_number(2)
    assert client.post(f"{HALL}time/", {"minutes": "7", "table": table.pk}).status_code == 302
    table.refresh_from_db()
    assert (table.extra_minutes, table.version) == (7, 1)
    client.post(f"{HALL}time/", {"minutes": "10", "reason": "fire alarm"})
    play.session.refresh_from_db()
    assert play.session.extra_minutes == 10
    answer = client.post(f"{HALL}time/", {"minutes": "999", "reason": "kept words"})
    assert answer.status_code == 422
    assert 'value="kept words"' in answer.content.decode()
    said = words(client.get(HALL))
    assert "Session 1: 09:00 – 11:10, 10 min extra for all; tables 2 until 11:17" in said


@pytest.mark.parametrize(
    ("role", "page", "time", "screen"),
    [
        (None, 404, 404, 404),
        (Role.OBSERVER, 403, 403, 403),
        (Role.SCORER, 403, 403, 403),
        (Role.REFEREE, 200, 302, 403),
        (Role.ORGANISER, 200, 302, 302),
    ],
)
def test_who_may_do_what(client, role, page, time, screen):
    made = make_play()
    if role:
        client.force_login(add_staff(made.tournament, "rita", role))
    assert client.get(PAGE).status_code == 200
    assert client.get(PART).status_code == 200
    assert client.get(HALL).status_code == page
    assert client.post(f"{HALL}time/", {"minutes": 5}).status_code == time
    given = {"hall_theme": "dark", "final_held": "on"}
    assert client.post(f"{HALL}screen/", given).status_code == screen
    assert client.post(f"{HALL}prizes/", {"do": "end"}).status_code == screen
    assert client.get(f"{HALL}time/").status_code == 405


@pytest.mark.parametrize("tables", [1, 3])
def test_the_screen_takes_few_queries(django_assert_num_queries, tables):
    play = make_play(4 * tables)
    now = START + dt.timedelta(minutes=130)
    with django_assert_num_queries(6):
        assert read_clock(play.tournament, now).playing == ranges(range(1, tables + 1))
