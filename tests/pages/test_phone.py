"""The phone's page: the way in, what it shows, what it takes, what it is told."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import Hand
from tests.builders import add_entries, add_session, add_staff, make_tournament, make_user
from tests.scoring.play import counts, make_play
from tournaments.models import Entry, Role, Session, TableLink
from tournaments.selectors.links import link_path, own_ways
from tournaments.services.links import make_links, revoke_link

pytestmark = pytest.mark.django_db

PHONE = "/t/mosel/phone/"
JSON = {"Accept": "application/json"}


@pytest.fixture
def play():
    found = make_play(8)
    found.session.starts_at = timezone.now() - dt.timedelta(minutes=30)
    found.session.save()
    make_links(by=None, session=found.session)
    return found


def link_of(table=1):
    return link_path(TableLink.objects.get(table__number=table, revoked_at=None))


@pytest.fixture
def phone(client, play):
    """The client, let in at table 1."""
    client.get(link_of())
    return client


def place(play, table=1):
    return f"{play.tournament.uid}:1:{table}"


def post(client, path, play, *, table=1, **fields):
    return client.post(PHONE + path, {"place": place(play, table), **fields})


def save(client, play, number, *, json=True, **fields):
    given = {"place": place(play), "version": 0, "key": f"key-{number}", **fields}
    headers = JSON if json else {}
    return client.post(f"{PHONE}hands/{number}/", given, headers=headers)


def words(answer):
    return re.sub(
        r"\s+",
        " ",
        re.sub(r"<template.*?</template>|<[^>]+>", " ", answer.content.decode(), flags=re.S),
    )


def test_the_token_is_exchanged_for_a_cookie_and_the_address_is_clean(client, play):
    answer = client.get(link_of())
    assert (answer.status_code, answer.url) == (302, PHONE)
    cookie = answer.cookies["qv_table"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", PHONE)
    assert TableLink.objects.get(table__number=1).key in cookie.value
    page = client.get(PHONE)
    text = page.content.decode()
    assert page.status_code == 200
    for link in TableLink.objects.all():
        assert link.key not in text
    assert "no-store" in page["Cache-Control"]


def test_the_page_shows_the_next_hand_of_its_table_in_the_order_of_winds(phone, play):
    play.hand(1, winner="A", discarder="B", points=24)
    text = words(phone.get(PHONE))
    assert "Session 1, hand 2" in text
    assert "East round, Last03 deals" in text
    order = re.findall(r"(\w\. Last\d\d) (\S+)", text)[:4]
    assert order == [
        ("F. Last03", "−32"),
        ("F. Last05", "−8"),
        ("F. Last07", "−8"),
        ("F. Last01", "+48"),
    ]
    assert "Last02" not in text  # sits at table 2


def test_initials_stay_initials_at_the_table(phone, play):
    player = play.entries[0].player
    player.shown_as_initials = True
    player.save()
    page = phone.get(PHONE).content.decode()
    assert "Last01" not in page
    assert "First01" not in page
    assert "F. L." in page


def test_a_hand_is_stored_by_the_form_alone(phone, play):
    answer = save(phone, play, 1, json=False, winner="A", discarder="C", points="24")
    assert (answer.status_code, answer.url) == (302, PHONE)
    hand = Hand.objects.get()
    assert (hand.table.number, hand.number, hand.winner, hand.discarder, hand.points) == (
        1,
        1,
        "A",
        "C",
        24,
    )
    assert "Session 1, hand 2" in words(phone.get(PHONE))


def test_a_refused_form_keeps_what_was_typed(phone, play):
    before = counts()
    answer = save(phone, play, 1, json=False, winner="A", discarder="self", points="6")
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "6 is below 8: no win. Was it a false hu?" in text
    assert 'value="6"' in text
    assert 'value="A" checked' in text
    assert counts() == before


def test_case_11_sent_twice_is_stored_once(phone, play):
    first = save(phone, play, 1, winner="A", discarder="C", points="24").json()
    again = save(phone, play, 1, winner="A", discarder="C", points="24").json()
    other = save(phone, play, 1, winner="A", discarder="C", points="24", key="another").json()
    assert (first["already"], again["already"], other["already"]) == (False, True, True)
    assert again["message"] == "Hand 1 is already stored."
    assert again["state"]["totals"] == [48, -8, -32, -8]
    assert Hand.objects.count() == 1


def test_case_11_another_value_is_asked_about_with_both_values(phone, play):
    save(phone, play, 1, winner="A", discarder="C", points="24")
    answer = save(phone, play, 1, winner="B", discarder="C", points="12", key="another")
    assert answer.status_code == 409
    told = answer.json()
    assert (told["code"], told["message"]) == ("stale", "Hand 1 exists: replace it?")
    assert told["standing"] == {
        "version": 1,
        "kind": "win",
        "winner": "A",
        "discarder": "C",
        "points": 24,
    }
    page = save(phone, play, 1, json=False, winner="B", discarder="C", points="12", key="another")
    assert page.status_code == 409
    text = words(page)
    assert "F. Last01 wins off F. Last05" in text
    assert "F. Last03 wins off F. Last05" in text
    assert Hand.objects.get().winner == "A"
    save(phone, play, 1, winner="B", discarder="C", points="12", key="another", version=1)
    assert Hand.objects.get(voided_at=None).winner == "B"


def test_two_scorers_with_different_hands_both_succeed(phone, play):
    """The desk enters hand 2 from paper between the page and the saving of hand 1."""
    phone.get(PHONE)
    play.hand(2, winner="D", points=8)
    assert save(phone, play, 1, winner="A", discarder="C", points="24").status_code == 200
    assert sorted(Hand.objects.values_list("number", flat=True)) == [1, 2]


def test_an_entry_kept_for_another_table_is_not_taken(phone, play):
    before = counts()
    answer = phone.post(
        f"{PHONE}hands/1/",
        {"place": place(play, 2), "version": 0, "winner": "A", "discarder": "C", "points": "24"},
        headers=JSON,
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "other_table")
    assert counts() == before


def test_the_heartbeat_says_only_what_is_new(phone, play):
    fields = {"unsent": 2, "version": 0, "mode": "enter"}
    assert post(phone, "beat/", play, **fields).status_code == 204
    link = TableLink.objects.get(table__number=1)
    assert (link.unsent, link.last_seen is not None) == (2, True)
    play.hand(1, winner="A", discarder="B", points=24)
    told = post(phone, "beat/", play, **fields).json()["state"]
    assert (told["version"], told["totals"], sorted(told["hands"])) == (1, [48, -32, -8, -8], ["1"])


def test_the_desk_shows_a_silent_phone(client, play):
    TableLink.objects.filter(table__number=2).update(
        last_seen=timezone.now() - dt.timedelta(minutes=14, seconds=5), unsent=3
    )
    client.force_login(play.scorer)
    text = words(client.get("/t/mosel/desk/"))
    assert "Next Table 2: 3 unsent, Phone silent for 14 min" in text
    assert text.count("3 unsent, Phone silent for 14 min") == 2  # and at the table itself


def test_confirmation_by_code_closes_the_table(phone, play):
    play.all_hands()
    text = words(phone.get(PHONE))
    assert "After hand 16, check together" in text
    assert "Confirm and close table 1" in text
    codes = dict(Entry.objects.values_list("number", "code"))
    for code in codes.values():
        assert not re.search(rf"\b{code}\b", re.sub(r'csrf\w*" value="\w+"', "", text))
    version = play.table.version
    wrong = "0000" if codes[5] != "0000" else "1111"
    answer = post(phone, "confirm/", play, version=version, seat="C", code=wrong)
    assert answer.status_code == 422
    assert "This is not the code of First05 Last05." in words(answer)
    answer = post(phone, "confirm/", play, version=version, seat="C", code=codes[5])
    assert (answer.status_code, answer.url) == (302, PHONE)
    assert "Table 1 is closed. First05 Last05 confirmed it." in words(phone.get(PHONE))


def test_a_players_own_link_confirms_without_a_code(client, play):
    own = own_ways(play.tournament)[5].path
    public = "/t/mosel/players/5/"
    answer = client.get(own)
    assert (answer.status_code, answer.url) == (302, public)
    play.all_hands()
    answer = client.get(own)
    assert "Confirm as First05 Last05" in words(answer)
    assert answer["Referrer-Policy"] == "no-referrer"
    version = play.table.version
    play.hand(1, version=1, winner="B", discarder="A", points=24)
    answer = client.post(own, {"version": version})
    assert (answer.status_code, "changed meanwhile" in words(answer)) == (422, True)
    assert not play.table.results.exists()
    answer = client.post(own, {"version": play.table.version})
    assert (answer.status_code, answer.url) == (302, public)
    assert play.table.sheet.confirmed_seat == "C"
    assert list(play.table.results.values_list("score", flat=True)) == [-32, 48, -8, -8]
    assert client.get("/t/mosel/p/5.forged/").status_code == 404


def test_time_over_names_the_last_hand(phone, play):
    play.hand(1)
    answer = post(phone, "last-hand/", play, last_hand=1)
    assert answer.status_code == 422
    assert "Time is not over yet." in words(answer)
    play.session.starts_at = timezone.now() - dt.timedelta(minutes=121)
    play.session.save()
    assert "Hand 1 was the last" in words(phone.get(PHONE))
    post(phone, "last-hand/", play, last_hand=1)
    assert "Confirm and close table 1" in words(phone.get(PHONE))
    post(phone, "last-hand/", play, last_hand=16)
    assert "Session 1, hand 2" in words(phone.get(PHONE))


def test_undo_by_the_form_alone(phone, play):
    play.hand(1, winner="A", discarder="B", points=24)
    answer = post(phone, "undo/", play, number=1, version=1)
    assert (answer.status_code, answer.url) == (302, PHONE)
    assert not Hand.objects.filter(voided_at=None).exists()


@pytest.mark.parametrize(
    ("state", "status", "said"),
    [
        ("draft", 404, "It works once the organiser publishes the seating."),
        ("finished", 410, "Session 1 is finished."),
        ("approved", 410, "Session 1 is finished."),
    ],
)
def test_case_13_a_link_opens_nothing_but_in_its_session(phone, play, state, status, said):
    Session.objects.update(state=state)
    for answer in (phone.get(PHONE), phone.get(link_of())):
        assert answer.status_code == status
        text = answer.content.decode()
        assert said in text
        assert "Last0" not in text
    before = counts()
    told = save(phone, play, 1, winner="A", discarder="C", points="24")
    assert (told.status_code, said in told.json()["message"]) == (status, True)
    assert post(phone, "beat/", play).status_code == status
    assert counts() == before


def test_a_revoked_link_says_so_at_once(phone, play):
    path = link_of()
    revoke_link(by=None, table=play.table)
    for answer in (phone.get(PHONE), phone.get(path)):
        assert answer.status_code == 410
        assert "This link has ended." in answer.content.decode()
        assert "Last0" not in answer.content.decode()
    assert save(phone, play, 1, winner="A", discarder="C", points="24").status_code == 410


def test_before_the_session_starts_the_page_shows_seats_and_takes_nothing(phone, play):
    Session.objects.update(state="published")
    text = words(phone.get(PHONE))
    assert "The session has not begun." in text
    assert "First05 Last05" in text
    before = counts()
    answer = save(phone, play, 1, winner="A", discarder="C", points="24")
    assert answer.status_code == 422
    assert "has not been started" in answer.json()["message"]
    assert counts() == before


def test_the_page_takes_few_queries(phone, play, django_assert_num_queries):
    phone.get(PHONE)
    with django_assert_num_queries(5):  # link, and the sheet; the phone was heard just before
        phone.get(PHONE)
    play.all_hands()
    with django_assert_num_queries(5):
        phone.get(PHONE)


# Who may do what: a phone opens its own table and nothing of the staff.
ENTERING = ("scorer", "referee", "organiser")
STAFF = dict.fromkeys(Role.values, 200)
ORGANISER = dict.fromkeys(Role.values, 403) | {"organiser": 302}
ROUTES = [
    ("get", reverse("phone", args=["mosel"]), {"phone": 200}),
    ("post", "/t/mosel/phone/hands/1/", {"phone": 422}),
    ("post", "/t/mosel/phone/undo/", {"phone": 422}),
    ("post", "/t/mosel/phone/beat/", {"phone": 200}),
    ("post", "/t/mosel/phone/last-hand/", {"phone": 422}),
    ("post", "/t/mosel/phone/confirm/", {"phone": 422}),
    ("post", "/t/mosel/phone/close/", {"phone": 422}),
    ("get", "/t/other/phone/", {}),
    (
        "get",
        "/t/mosel/sessions/1/tables/1/",
        STAFF,
    ),
    (
        "post",
        "/t/mosel/sessions/1/tables/1/hands/1/",
        STAFF | {"observer": 403} | dict.fromkeys(ENTERING, 422),
    ),
    ("get", "/t/mosel/desk/", STAFF),
    (
        "get",
        "/t/mosel/sessions/1/links/",
        STAFF | {"observer": 403},
    ),
    (
        "post",
        "/t/mosel/sessions/1/links/make/",
        ORGANISER,
    ),
    (
        "post",
        "/t/mosel/sessions/1/links/2/renew/",
        ORGANISER,
    ),
    (
        "post",
        "/t/mosel/sessions/1/links/2/revoke/",
        ORGANISER,
    ),
]


@pytest.mark.parametrize("who", ["visitor", "stranger", "phone", *Role.values])
def test_role_by_route(client, play, who):
    add_session(make_tournament("other"), entries=[])
    if who == "phone":
        client.get(link_of())
    elif who == "stranger":
        client.force_login(make_user("rita"))
    elif who != "visitor":
        client.force_login(add_staff(play.tournament, "sam", Role(who)))
    answers = {
        (method, path): getattr(client, method)(path, {"place": place(play)}).status_code
        for method, path, _ in ROUTES
    }
    assert answers == {(method, path): expected.get(who, 404) for method, path, expected in ROUTES}


def test_papers_hold_links_and_codes_only_for_those_who_may_hand_them_out(client, play, settings):
    settings.HALL_ADDRESS = "http://10.0.0.5:8000"
    code = play.entries[0].code
    papers = {}
    for role in (Role.OBSERVER, Role.SCORER):
        client.force_login(add_staff(play.tournament, role.value, role))
        sheets = client.get("/t/mosel/papers/1/sheets.html").content.decode()
        programmes = client.get("/t/mosel/papers/programmes.html").content.decode()
        papers[role] = (sheets, f"Your code <b>{code}</b>" in programmes)
    assert (papers[Role.OBSERVER][1], papers[Role.SCORER][1]) == (False, True)
    assert papers[Role.OBSERVER][0] != papers[Role.SCORER][0]


def test_the_links_page_shows_a_code_a_table_and_the_way_to_a_new_one(client, play):
    client.force_login(add_staff(play.tournament, "olga", Role.ORGANISER))
    page = client.get("/t/mosel/sessions/1/links/").content.decode()
    assert page.count('<svg class="qr"') + page.count('class="qr"') >= 2
    assert link_of(1) in page
    assert link_of(2) in page
    before = link_of(2)
    client.post("/t/mosel/sessions/1/links/2/renew/")
    assert link_of(2) != before
    assert client.get(before).status_code == 410


def test_a_draft_has_no_links_page(client):
    tournament = make_tournament()
    add_session(tournament, entries=add_entries(tournament, 4), state="draft")
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    assert client.get("/t/mosel/sessions/1/links/").status_code == 404


def test_a_phone_enters_tiles_and_learns_only_that_they_can_be(phone, play):
    page = phone.get(f"{PHONE}checked/").content.decode()
    assert f'name="place" value="{place(play)}"' in page
    typed = {"winner": "A", "discarder": "B", "depth": "tiles", "points": "10"}
    typed["tiles"] = "[678s,1] 147m 369s 25p SS 8p"
    said = words(phone.get(f"{PHONE}hands/1/payments/", typed))
    assert "+34" in said
    assert "Knitted Straight" not in said
    assert save(phone, play, 1, json=False, **typed).status_code == 302
    hand = Hand.objects.get()
    assert (hand.points, hand.counted["total"], hand.depth) == (10, 12, "tiles")


def test_refused_tiles_stay_on_the_phone(phone, play):
    before = counts()
    typed = {"winner": "A", "discarder": "B", "depth": "tiles", "tiles": "12x", "points": "10"}
    answer = save(phone, play, 1, json=False, **typed)
    assert answer.status_code == 422
    assert "“x” is no tile" in words(answer)
    assert 'value="12x"' in answer.content.decode()
    assert counts() == before


@pytest.mark.parametrize(
    ("least", "field", "typed", "points"),
    [
        (
            "fans",  # Mixed Triple Chow 8, All Chows 2, Short Straight 1, a flower
            'name="fan" value="41"',
            {"fan": ["41", "63"], "fan_71": ["1"], "flowers": ["1"]},
            12,
        ),
        (
            "tiles",
            'name="tiles"',
            {"tiles": ["[678s,1]147m369s25pSS8p"], "last_wall_tile": ["on"]},
            20,
        ),
    ],
)
def test_the_phone_asks_for_what_the_tournament_asks(client, least, field, typed, points):
    play = make_play(8, least_depth=least)
    make_links(by=None, session=play.session)
    client.get(link_of())
    page = client.get(PHONE).content.decode()
    assert f'data-asked="{least}"' in page
    assert field in page
    assert "Enter the fans or the tiles" not in page
    total_only = save(client, play, 1, winner="A", discarder="B", points=24)
    assert total_only.status_code == 422
    assert not Hand.objects.exists()
    more = {"depth": [least], **typed}
    stored = save(client, play, 1, winner="A", discarder="B", points=points, **more)
    assert stored.status_code == 200
    hand = Hand.objects.get()
    assert (hand.depth, hand.points) == (least, points)
    # Undo puts back what was typed.
    assert stored.json()["state"]["hands"]["1"]["more"] == more


def test_a_phone_that_may_enter_totals_is_not_asked_for_more(phone):
    assert "data-asked" not in phone.get(PHONE).content.decode()
