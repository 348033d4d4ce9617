"""Fans and tiles on the page of a table, and the page of one hand."""

from __future__ import annotations

import re

import pytest

from scoring.engine.mcr.catalogue import number_of
from scoring.models import Hand
from scoring.services.sessions import finish_session
from scoring.services.sheets import close_table
from tests.pages.test_table import PAGE, sent, text_of
from tests.scoring.play import counts, make_play
from tests.scoring.test_checked_hands import SIX, TWELVE

pytestmark = pytest.mark.django_db
HAND = f"{PAGE}hands/1/"
TYPED = "[678s,1] 147m 369s 25p SS 8p"


@pytest.fixture
def play(db):
    return make_play()


@pytest.fixture
def helped(db):
    return make_play(table_help=True)


def as_(client, user):
    client.force_login(user)
    return client


def payments(client, **fields):
    return text_of(client.get(f"{HAND}payments/", {"winner": "A", "discarder": "B"} | fields))


def fan(name):
    return str(number_of(name))


def test_fans_are_ticked_and_summed(play, client):
    ticked = {"depth": "fans", "fan": [fan("Full Flush")], f"fan_{fan('Tile Hog')}": "2"}
    assert "28 Tile Hog 2 ×2, Full Flush 24" in payments(as_(client, play.scorer), **ticked)
    client.post(HAND, sent(flowers="1", **ticked))
    hand = Hand.objects.get()
    assert (hand.points, hand.depth, hand.fans) == (29, "fans", {"Full Flush": 1, "Tile Hog": 2})
    page = client.get(f"{PAGE}?hand=1").content.decode()
    assert re.search(rf'name="fan" value="{fan("Full Flush")}" checked', page)
    assert re.search(rf'name="fan_{fan("Tile Hog")}"[^>]*value="2"', page)


def test_every_fan_stands_in_three_languages_the_most_used_first(play, client):
    page = as_(client, play.scorer).get(PAGE, headers={"accept-language": "fr"}).content.decode()
    rows = re.findall(r'<li data-fan="(\d+)" data-points="\d+" data-search="([^"]+)">', page)
    assert len(rows) == len({number for number, _ in rows}) == 81
    assert rows[0][1].startswith("all chows ")
    assert "ping hu" in rows[0][1]
    assert "平和" in page
    assert "All Chows" in page


def test_what_cannot_be_added_is_named_only_where_the_table_is_helped(play, client):
    ticked = {"depth": "fans", "fan": [fan("Full Flush")]}
    text = payments(as_(client, play.scorer), **ticked)
    assert "No Honors is not counted beside Full Flush." not in text
    play.tournament.table_help = True
    play.tournament.save()
    text = payments(client, **ticked)
    assert "No Honors is not counted beside Full Flush." in text
    assert "Self-Drawn does not go with this way of winning." in text


def test_a_missing_call_is_asked_for_only_where_the_table_is_helped(helped, client):
    both = {"depth": "fans", "fan": [fan("All Pungs"), fan("Half Flush")], "discarder": "self"}
    answer = as_(client, helped.scorer).post(HAND, sent(**both))
    assert answer.status_code == 422
    assert "Self-Drawn was not called. Is the call complete?" in text_of(answer)
    assert client.post(HAND, sent(sure="on", **both)).status_code == 302
    helped.tournament.table_help = False
    helped.tournament.save()
    assert client.post(f"{PAGE}hands/2/", sent(number=2, **both)).status_code == 302


@pytest.mark.parametrize("help_", [False, True])
def test_the_count_is_told_only_where_the_table_is_helped(play, client, help_):
    play.tournament.table_help = help_
    play.tournament.save()
    text = payments(as_(client, play.scorer), depth="tiles", tiles=TYPED, points="10")
    assert ("Knitted Straight" in text) == help_
    assert ("The call is lower: it stands." in text) == help_
    assert "+34" in text


def test_tiles_are_told_to_be_possible_or_not(play, client):
    said = payments(as_(client, play.scorer), depth="tiles", tiles="11111m 5p", points="10")
    assert "There are four of each tile, not 5: 1 of characters." in said
    assert "6 of 14 tiles" in said


def test_with_help_the_tiles_give_the_points(helped, client):
    as_(client, helped.scorer).post(HAND, sent(depth="tiles", tiles=TYPED))
    hand = Hand.objects.get()
    assert (hand.points, hand.depth) == (12, "tiles")
    page = client.get(f"{PAGE}?hand=1").content.decode()
    assert 'value="[678s,1]147m369s25pSS8p"' in page
    assert re.search(r'value="tiles" checked', page)


def test_what_is_refused_stays_in_the_form(play, client):
    before = counts()
    marks = {"last_of_its_kind": "on", "points": "12", "flowers": "2"}
    answer = as_(client, play.scorer).post(
        HAND, sent(depth="tiles", tiles="123m 44x", fan=[fan("All Chows")], **marks)
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "“x” is no tile" in page
    for typed in (
        'value="123m 44x"',
        'name="last_of_its_kind" checked',
        f'name="fan" value="{fan("All Chows")}" checked',
        'value="12"',
    ):
        assert typed in page
    assert counts() == before


def test_a_shallow_entry_is_refused_where_tiles_are_demanded(play, client):
    play.tournament.least_depth = "tiles"
    play.tournament.save()
    as_(client, play.scorer)
    assert re.search(r'value="tiles" checked', client.get(PAGE).content.decode())
    answer = client.post(HAND, sent(depth="points", points="24"))
    assert "In this tournament the tiles of every win are entered." in text_of(answer)


def test_the_sheet_names_the_depth_and_leads_to_the_hand(play, client):
    play.hand(1, winner="A", discarder="B", tiles=TWELVE, points=12)
    page = as_(client, play.scorer).get(PAGE).content.decode()
    assert f'<a class="badge" href="{PAGE}hands/1/" aria-label="Hand 1: tiles">tiles</a>' in page


def test_a_lower_claim_is_silent_until_the_table_is_closed(play, client):
    called = {"Knitted Straight": 1}
    play.hand(1, winner="A", tiles=TWELVE, fans=called)
    for user in (play.scorer, play.referee):
        text = text_of(as_(client, user).get(HAND))
        assert "What the tiles count is told once the table is closed." in text
        assert "13" not in text
    play.all_hands(but=(1,))
    close_table(by=play.scorer, table=play.table)
    text = text_of(as_(client, play.scorer).get(HAND))
    assert "Knitted Straight 组合龙 12 1 1 Self-Drawn 自摸 1 – 1 ≠ in all 12 13" in text


def test_with_help_the_count_stands_beside_the_claim_at_once(helped, client):
    helped.hand(1, winner="A", discarder="B", tiles=TWELVE, points=10)
    text = text_of(as_(client, helped.scorer).get(HAND))
    assert "Knitted Straight 组合龙" in text


def test_a_referee_settles_a_disputed_claim(play, client):
    play.hand(1, winner="A", discarder="B", tiles=SIX, points=8)
    assert "the tiles count 6" not in text_of(as_(client, play.scorer).get(HAND))
    assert client.post(f"{HAND}settle/", {"ruling": "claim", "reason": "x"}).status_code == 403
    text = text_of(as_(client, play.referee).get(HAND))
    assert "8 were called, the tiles count 6" in text
    assert "the call: 8" in text
    assert "the count: 6" not in text
    desk = client.get("/t/mosel/desk/").content.decode()
    assert re.search(rf'<a class="btn ink" href="{HAND}">\s*Settle\s*</a>', desk)
    answer = client.post(f"{HAND}settle/", {"ruling": "other", "reason": ""})
    assert (answer.status_code, Hand.objects.count()) == (422, 1)
    assert "How many points?" in text_of(answer)
    client.post(f"{HAND}settle/", {"ruling": "none", "reason": "no eight points"})
    hand = Hand.objects.get(voided_at=None)
    assert (hand.kind, hand.settled_reason, hand.version) == ("drawn", "no eight points", 2)


def test_the_public_sees_a_hand_once_the_results_are_shown(play, client):
    entry = play.entries[0]
    entry.player.shown_as_initials = True
    entry.player.save()
    play.hand(1, winner="A", discarder="B", tiles=TWELVE, points=12)
    assert client.get(HAND).status_code == 404
    play.all_hands(but=(1,))
    close_table(by=play.scorer, table=play.table)
    assert client.get(HAND).status_code == 404
    finish_session(by=play.referee, session=play.session)
    page = client.get(HAND).content.decode()
    assert "Knitted Straight" in page
    assert "Last01" not in page
    assert "hand-form" not in page


@pytest.mark.parametrize("hands", [1, 3])
def test_the_page_of_a_hand_reads_little(play, client, hands, django_assert_num_queries):
    for number in range(1, hands + 1):
        play.hand(number, winner="A", discarder="B", tiles=TWELVE, points=12)
    as_(client, play.referee)
    with django_assert_num_queries(10):
        client.get(HAND)


@pytest.mark.parametrize("path", ["hands/2/", "hands/17/"])
def test_an_empty_hand_has_no_page(play, client, path):
    assert as_(client, play.referee).get(PAGE + path).status_code == 404
