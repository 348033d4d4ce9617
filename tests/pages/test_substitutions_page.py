"""The substitution page: the effects first, the deed only when they are confirmed."""

import datetime as dt
import html
import re

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Penalty
from scoring.services.sheets import close_table
from tests.builders import START, add_staff, make_player
from tests.scoring.play import counts, make_play
from tournaments.models import Entry, Occupant, Role, Session, TableLink
from tournaments.selectors.links import link_path
from tournaments.services.entries import add_entry
from tournaments.services.links import make_links

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/substitutes/"


def words(answer):
    """The visible words of a page, blanks folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def bench(play, number=90):
    return add_entry(
        by=None,
        tournament=play.tournament,
        player=make_player(number),
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )


def answers(play, kind, **more):
    return {"kind": kind, "session": play.session.pk} | more


def test_a_player_is_found_and_asked_about(client):
    play = make_play()
    client.force_login(play.referee)
    assert 'href="?who=3"' in client.get(f"{PAGE}?q=last03").content.decode()
    page = client.get(f"{PAGE}?who=3&kind=late").content.decode()
    assert re.search(r'value="late"[^>]*checked', page)
    assert client.get(f"{PAGE}?who=99").status_code == 404
    assert client.get(f"{PAGE}?who=x").status_code == 404


def test_effects_are_shown_before_anything_is_written(client):
    """Case 7, hands so far: A leads by 48."""
    play = make_play()
    play.hand(1, winner="A", discarder="B", points=24)
    stand_in = bench(play)
    client.force_login(play.referee)
    before = counts()
    given = answers(play, "ill_during", from_hand=9, substitute=stand_in.pk)
    said = words(client.post(f"{PAGE}?who=1", given))
    assert "A First01 Last01 out 4 0 0: the session is missed" in said
    assert "A First90 Last90 substitute – 0 0 in this session" in said
    assert "C First03 Last03 1 1/2 3 4, 2, 1 by rank of the three" in said
    assert (counts(), Occupant.objects.count()) == (before, 4)
    answer = client.post(f"{PAGE}?who=1", given | {"confirmed": "1"}, follow=True)
    assert "First90 Last90 sits down for First01 Last01." in words(answer)
    row = Occupant.objects.get(entry=stand_in)
    assert (row.from_hand, row.case, row.stands_for.number) == (9, "ill_during", 1)


def test_the_hidden_answers_are_those_that_were_shown(client):
    play = make_play()
    client.force_login(play.referee)
    given = answers(play, "ill_before", last_name="Neu", stays_away="on")
    page = client.post(f"{PAGE}?who=2", given).content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    hidden.pop("csrfmiddlewaretoken", None)
    client.post(f"{PAGE}?who=2", hidden | {"confirmed": "1"})
    made = Entry.objects.get(player__last_name="Neu")
    assert (made.kind, made.playing, made.replaces.number) == ("substitute", True, 2)


def test_a_no_show_comes_in_minute_12(client, monkeypatch):
    """Case 20: one action gives the seat back with −20."""
    play = make_play()
    stand_in = bench(play)
    client.force_login(play.referee)
    given = answers(play, "no_show", substitute=stand_in.pk, confirmed="1")
    client.post(f"{PAGE}?who=1", given)
    assert Entry.objects.get(number=1).state == "no_show"
    now = START + dt.timedelta(minutes=11, seconds=20)
    monkeypatch.setattr("scoring.views.substitutions.timezone.now", lambda: now)
    page = client.get(f"{PAGE}?who=1").content.decode()
    assert re.search(r'value="back"[^>]*checked', page)
    assert re.search(r'name="minutes" value="12"', page)
    said = words(client.post(f"{PAGE}?who=1", answers(play, "back", minutes=12)))
    assert "P5 late 11-15 minutes −20" in said
    assert "First01 Last01 gets the seat at table 1 back; print its sheet again." in said
    assert not Penalty.objects.exists()
    done = client.post(f"{PAGE}?who=1", answers(play, "back", minutes=12, confirmed="1"))
    assert (done.status_code, done["Location"]) == (302, f"{PAGE}?sheet=1-1")
    assert "Only the sheet of table 1 is printed again." in words(client.get(done["Location"]))
    assert Penalty.objects.get().amount == 20
    assert Occupant.objects.get(entry__number=1).seat.letter == "A"


@pytest.mark.parametrize("given", ["no_show", "late"])
def test_the_phone_and_the_desk_notice_who_sits_there_now(client, given):
    """Their next question is not answered with “nothing new”."""
    play = make_play()
    play.session.starts_at = timezone.now() - dt.timedelta(minutes=20)
    play.session.save()
    make_links(by=None, session=play.session)
    phone, stand_in = Client(), bench(play)
    phone.get(link_path(TableLink.objects.get()))
    beat = {"place": f"{play.tournament.uid}:1:1", "unsent": 0, "mode": "enter"}
    client.force_login(play.referee)

    def news(version):
        told = phone.post("/t/mosel/phone/beat/", beat | {"version": version})
        return told.json()["state"]["seated"] if told.status_code == 200 else told.status_code

    def version():
        return play.table.version

    known, desk = version(), desk_version(client)
    assert news(known) == 204
    client.post(f"{PAGE}?who=1", answers(play, given, substitute=stand_in.pk, confirmed="1"))
    assert news(known) == [5, 2, 3, 4]
    assert desk_version(client) != desk
    known, desk = version(), desk_version(client)
    client.post(f"{PAGE}?who=1", answers(play, "back", minutes=12, confirmed="1"))
    assert news(known) == [1, 2, 3, 4]
    assert desk_version(client) != desk


def desk_version(client):
    return re.search(r"desk/\?version=([^&\"]+)", client.get("/t/mosel/desk/").content.decode())[1]


def test_a_no_show_at_a_begun_table_is_shown_as_it_is_stored(client):
    """Two at one table were late, and a hand has been entered since."""
    play = make_play()
    play.hand(1, winner="B", discarder="C", points=24)
    stand_in = bench(play)
    client.force_login(play.referee)
    given = answers(play, "no_show", substitute=stand_in.pk)
    said = words(client.post(f"{PAGE}?who=1", given))
    assert "A First01 Last01 out 1 1/2 0 0: session missed" in said
    assert "A First90 Last90 substitute – 1 1/2 can win 4" in said
    assert "The substitute's results never enter the ranking." in html.unescape(said)
    wrong = client.post(f"{PAGE}?who=1", given | {"counts_for_ranking": "on", "confirmed": "1"})
    assert wrong.status_code == 422
    assert "a substitute who enters now has no place in the ranking" in words(wrong)
    done = client.post(f"{PAGE}?who=1", given | {"confirmed": "1"}, follow=True)
    assert "First90 Last90 sits down for First01 Last01." in words(done)
    row = Occupant.objects.get(entry=stand_in)
    assert (row.seat.letter, row.case, row.stands_for.number) == ("A", "absent", 1)
    assert not Occupant.objects.filter(entry__number=1).exists()


def test_before_any_seat_is_published_the_place_itself_is_given(client):
    play = make_play()
    play.session.state = Session.State.DRAFT
    play.session.save()
    client.force_login(play.referee)
    answer = client.get(f"{PAGE}?who=1&kind=no_show")
    assert (answer.status_code, answer.url) == (302, "/t/mosel/players/1/replace/")
    assert client.get(answer.url).status_code == 200


def test_a_disqualification_says_why_before_its_effects_are_shown(client):
    play = make_play()
    client.force_login(play.referee)
    given = answers(play, "disqualified", from_hand=3, last_name="Neu")
    answer = client.post(f"{PAGE}?who=1", given)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert re.search(r'id="id_reason_error">Say why: this penalty rests on', page)
    assert "What follows" not in page
    said = words(client.post(f"{PAGE}?who=1", given | {"reason": "cheating"}))
    assert "What follows" in said
    client.post(f"{PAGE}?who=1", given | {"reason": "cheating", "confirmed": "1"})
    assert Penalty.objects.get().reason == "cheating"


def test_the_name_of_somebody_ill_is_left_out_for_the_ema_and_comes_back(client):
    play = make_play()
    client.force_login(add_staff(play.tournament, "olga", Role.ORGANISER))
    wrong = answers(play, "late", last_name="Neu", strips_name="on")
    assert "A name is left out for illness only." in words(client.post(f"{PAGE}?who=1", wrong))
    given = answers(play, "ill_before", last_name="Neu", strips_name="on")
    page = client.post(f"{PAGE}?who=1", given).content.decode()
    assert "The EMA gets the place of First01 Last01 without name and number" in page
    assert Entry.objects.get(number=1).name_stripped is False
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    client.post(f"{PAGE}?who=1", hidden | {"confirmed": "1"})
    assert Entry.objects.get(number=1).name_stripped is True
    close_table(by=play.scorer, table=play.table, totals=(90, 10, -40, -60))
    exports = words(client.get("/t/mosel/exports/"))
    assert "Left out by name, for illness, with no EMA result: First01 Last01" in exports
    assert "3 First01 Last01 GER name left out – 0 0 –" in exports
    assert "Name left out for the EMA" in words(client.get("/t/mosel/players/1/edit/"))
    client.post("/t/mosel/players/1/do/name-back/")
    assert Entry.objects.get(number=1).name_stripped is False
    assert "Name left out" not in words(client.get("/t/mosel/players/1/edit/"))


def test_a_substitution_taken_back_sends_the_name_again(client):
    play = make_play()
    client.force_login(play.referee)
    given = answers(play, "ill_during", from_hand=5, last_name="Neu", strips_name="on")
    client.post(f"{PAGE}?who=1", given | {"confirmed": "1"})
    assert Entry.objects.get(number=1).name_stripped is True
    row = Occupant.objects.get(stands_for__number=1)
    client.post(f"{PAGE}{row.pk}/undo/", {"reason": "wrong player"})
    assert Entry.objects.get(number=1).name_stripped is False


def test_a_begun_hand_loses_the_session_and_the_page_says_so(client):
    play = make_play()
    stand_in = bench(play)
    client.force_login(play.referee)
    client.post(f"{PAGE}?who=1", answers(play, "late", substitute=stand_in.pk, confirmed="1"))
    play.hand(1)
    said = words(client.post(f"{PAGE}?who=1", answers(play, "back", minutes=12)))
    assert "A hand has begun at table 1: session 1 is lost to First01 Last01." in said
    answer = client.post(
        f"{PAGE}?who=1", answers(play, "back", minutes=12, confirmed="1"), follow=True
    )
    assert "First01 Last01 plays again from the next session." in words(answer)
    assert Occupant.objects.filter(entry=stand_in).exists()


def test_questions_without_an_answer_keep_what_was_typed(client):
    play = make_play()
    client.force_login(play.referee)
    answer = client.post(f"{PAGE}?who=1", answers(play, "ill_during", last_name="Keep"))
    assert answer.status_code == 422
    assert "From which hand on?" in words(answer)
    assert 'value="Keep"' in answer.content.decode()
    wrong = answers(play, "late", counts_for_ranking="on", confirmed="1")
    assert "Only who replaces a no-show" in words(client.post(f"{PAGE}?who=1", wrong))
    assert not Occupant.objects.filter(stands_for__isnull=False).exists()


def test_a_refused_new_substitute_is_not_kept(client):
    play = make_play()
    play.session.state = Session.State.PUBLISHED
    play.session.save()
    client.force_login(play.referee)
    entries = Entry.objects.count()
    given = answers(play, "late", last_name="Ghost", confirmed="1")
    answer = client.post(f"{PAGE}?who=1", given)
    assert "Session 1 has not been started." in words(answer)
    assert Entry.objects.count() == entries


def test_a_mistake_is_taken_back_with_a_reason(client):
    play = make_play()
    client.force_login(play.referee)
    client.post(f"{PAGE}?who=1", answers(play, "absent", confirmed="1"))
    row = Occupant.objects.get(stands_for__number=1)
    page = words(client.get(PAGE))
    assert "Substitute 1 for First01 Last01 session 1, table 1, seat A · absent" in page
    assert client.post(f"{PAGE}{row.pk}/undo/", {"reason": ""}).status_code == 422
    client.post(f"{PAGE}{row.pk}/undo/", {"reason": "wrong player"})
    assert Occupant.objects.get(seat=row.seat).entry.number == 1


@pytest.mark.parametrize(
    ("role", "status"),
    [(None, 404), (Role.OBSERVER, 403), (Role.SCORER, 403), (Role.REFEREE, 200)],
)
def test_only_referees_substitute(client, role, status):
    play = make_play()
    if role:
        client.force_login(add_staff(play.tournament, "rita", role))
    assert client.get(PAGE).status_code == status
    answer = client.post(f"{PAGE}?who=1", answers(play, "absent", confirmed="1"))
    assert answer.status_code == (302 if status == 200 else status)
    assert Occupant.objects.filter(stands_for__isnull=False).exists() == (status == 200)
    assert client.post(f"{PAGE}999/undo/").status_code == (404 if status == 200 else status)


@pytest.mark.parametrize(
    ("given", "code"), [({"minutes": 8}, "P4"), ({"minutes": 12}, "P5"), ({}, "")]
)
def test_somebody_a_little_late_is_led_to_the_penalty_that_stands_ready(client, given, code):
    play = make_play()
    play.hand(1)
    client.force_login(play.referee)
    before = counts()
    answer = client.post(f"{PAGE}?who=3", answers(play, "a_little_late", **given))
    asked = "who=3&session=1" + (f"&code={code}" if code else "")
    assert answer["Location"] == f"/t/mosel/referee/?{asked}"
    form = client.get(answer["Location"]).context["form"]
    assert (form["code"].value(), form["hand"].value()) == (code, None if code else 2)
    assert counts() == before


def test_more_than_a_quarter_of_an_hour_is_no_little_lateness(client):
    play = make_play()
    client.force_login(play.referee)
    answer = client.post(f"{PAGE}?who=3", answers(play, "a_little_late", minutes=16))
    assert answer.status_code == 422
    assert "More than 15 minutes: the session is lost." in words(answer)


def test_back_again_in_the_own_seat_leads_to_the_penalty_too(client):
    play = make_play()
    client.force_login(play.referee)
    page = client.post(f"{PAGE}?who=3", answers(play, "back", minutes=8)).content.decode()
    assert "First03 Last03 has the place." in page
    link = '<a class="btn ink" href="/t/mosel/referee/?who=3&amp;session=1&amp;code=P4">'
    assert f"{link}Only late: give the penalty</a>" in page


def test_the_first_page_lists_who_has_not_arrived(client):
    """The bench and those who are here are not on it; after the first session nobody is."""
    play = make_play()
    bench(play)
    Entry.objects.filter(number__in=[1, 4]).update(arrived=True)
    client.force_login(play.referee)
    assert re.findall(r'href="\?who=(\d+)"', client.get(PAGE).content.decode()) == ["2", "3"]
    play.session.state = Session.State.FINISHED
    play.session.save()
    assert "Not arrived yet" not in words(client.get(PAGE))
