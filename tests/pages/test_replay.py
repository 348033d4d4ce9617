"""A recorded hand step by step: who may see it, what each seat sees, and giving it a record."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.engine.game import actions as act
from scoring.engine.tiles import Tile
from scoring.models import Hand
from scoring.selectors.replays import played_record
from scoring.services.records import record_played_hands
from scoring.services.sessions import finish_session
from scoring.services.sheets import close_table
from scoring.tile_names import tile_name
from tests.scoring.play import counts, make_play
from tests.scoring.records import deal, record, result, session
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

WON = next(number for number in range(1, 17) if result(number).discarder is not None)
PAGE = "/t/mosel/sessions/1/tables/1/hands/{}/replay/"
ADDRESS = PAGE.format(WON)
LAST = len(session()[WON - 1].record.moves)
MOVES = [move.action for move in session()[WON - 1].record.moves]


@pytest.fixture
def play(db):
    return make_play()


@pytest.fixture
def recorded(play):
    record_played_hands(
        by=play.scorer, table=play.table, records={n: record(n) for n in range(1, 17)}
    )
    return play


@pytest.fixture
def public(recorded):
    """The session is finished: everybody may look."""
    close_table(by=recorded.scorer, table=recorded.table)
    finish_session(by=recorded.referee, session=recorded.session)
    return recorded


@pytest.fixture
def scorer(play, client):
    client.force_login(play.scorer)
    return client


def said(page: str) -> str:
    return re.search(r'id="rp-say">(.*?)</p>', page, re.S)[1].split("<small>")[0].strip()


def tiles_in(page: str) -> list[str]:
    return re.findall(r'role="img" aria-label="([^"]+)"', page)


def test_the_public_sees_it_only_when_the_results_are_public(recorded, client):
    assert client.get(ADDRESS).status_code == 404
    close_table(by=recorded.scorer, table=recorded.table)
    assert client.get(ADDRESS).status_code == 404
    finish_session(by=recorded.referee, session=recorded.session)
    answer = client.get(ADDRESS)
    assert answer.status_code == 200
    assert said(answer.content.decode()) == "The wall stands: 144 tiles."


def test_a_closed_table_is_public_where_results_are_live(recorded, client):
    Tournament.objects.update(results_shown=Tournament.Shown.LIVE)
    assert client.get(ADDRESS).status_code == 404
    close_table(by=recorded.scorer, table=recorded.table)
    assert client.get(ADDRESS).status_code == 200


def test_staff_sees_it_while_it_is_played_and_a_stranger_does_not(recorded, scorer, client):
    assert said(scorer.get(ADDRESS).content.decode()) == "The wall stands: 144 tiles."


def test_names_are_public_names_for_the_public(public, client):
    player = public.entries[0].player
    player.shown_as_initials = True
    player.save()
    page = client.get(ADDRESS).content.decode()
    assert "Last02" in page
    assert "Last01" not in page


def test_wall_dice_breach_and_deal_come_first(public, client):
    one, two = MOVES[0].dice, MOVES[1].dice
    pages = [client.get(f"{ADDRESS}?step={step}").content.decode() for step in range(4)]
    assert said(pages[1]) == f"East throws {one[0]} and {one[1]}."
    assert f"throws {two[0]} and {two[1]}. The wall of" in said(pages[2])
    assert said(pages[3]) == "The tiles are dealt."
    standing = [len(re.findall(r'class="s2', page)) for page in pages]
    assert standing == [72, 72, 72, 45]
    assert [len(re.findall(r' br"', page)) for page in pages] == [0, 0, 1, 1]
    assert [len(tiles_in(page)) for page in pages] == [0, 0, 0, 53]


def test_a_seat_sees_its_own_tiles_and_the_backs_of_the_others(public, client):
    dealt = played_record(record(WON)).states[3]
    page = client.get(f"{ADDRESS}?step=3&view=south").content.decode()
    assert tiles_in(page) == [tile_name(tile) for tile in dealt.players[1].tiles]
    assert re.findall(r'class="sr">(\d+) tiles face down', page) == ["13", "13", "14"]


def test_a_draw_is_told_to_its_player_and_hidden_from_the_others(public, client):
    at, drawn = next((at, one) for at, one in enumerate(MOVES, 1) if isinstance(one, act.Draw))
    who = drawn.seat.name.title()
    own, other = drawn.seat.name.lower(), ("east", "south")[drawn.seat == 0]
    tile = tile_name(Tile(drawn.tile))
    assert tile in said(client.get(f"{ADDRESS}?step={at}&view={own}").content.decode())
    hidden = said(client.get(f"{ADDRESS}?step={at}&view={other}").content.decode())
    assert hidden in (f"{who} draws a tile.", f"{who} draws a replacement.")


def test_a_discard_is_said_and_lies_in_its_row(public, client):
    at, one = next((at, one) for at, one in enumerate(MOVES, 1) if isinstance(one, act.Discard))
    page = client.get(f"{ADDRESS}?step={at}&view=west").content.decode()
    assert said(page) == f"{one.seat.name.title()} discards {tile_name(one.tile)}."
    floor = re.findall(r'<li class="latest">.*?aria-label="([^"]+)"', page)
    assert floor == [tile_name(one.tile)]


def test_the_end_has_scores_and_the_fans_with_reasons(public, client):
    end = session()[WON - 1].last.end
    before = client.get(f"{ADDRESS}?step={LAST - 1}").content.decode()
    page = client.get(f"{ADDRESS}?step={LAST + 50}").content.decode()
    assert 'class="rend"' not in before
    assert said(page).endswith(f"{end.verdict.total} points.")
    counted = re.search(r'<table class="fans1">.*?</table>', page, re.S)[0]
    assert [name for name, _count in end.verdict.fans] == re.findall(r"<b>([^<]+)</b>", counted)
    scores = [int(text.replace("−", "-")) for text in re.findall(r'class="rs">([^<]+)<', page)]
    assert scores == list(end.payments)


def test_a_concealed_kong_is_seen_by_its_owner_alone_until_the_end(public, client):
    found = (
        (number, at, move.action)
        for number in range(1, 17)
        for at, move in enumerate(session()[number - 1].record.moves, 1)
        if isinstance(move.action, act.ConcealedKong)
    )
    number, at, kong = next(found)
    who, own = kong.seat.name.title(), kong.seat.name.lower()
    other = ("east", "south")[kong.seat == 0]
    for view, step, shown in ((own, at, True), (other, at, False), (other, 999, True)):
        page = client.get(f"{PAGE.format(number)}?step={step}&view={view}").content.decode()
        tiles = page.split('aria-label="concealed kong"')[1].split("</section>")[0]
        assert (tiles.count(f'aria-label="{tile_name(kong.tile)}"') == 4) == shown
        if step == at:
            named = f": {tile_name(kong.tile)}" if shown else ""
            assert said(page) == f"{who} lays down a concealed kong{named}."


@pytest.mark.parametrize("query", ["step=x", "step=-1", "view=up", "step=²"])
def test_nonsense_in_the_address_is_not_found(public, client, query):
    assert client.get(f"{ADDRESS}?{query}").status_code == 404


def test_htmx_gets_the_table_alone(public, client):
    answer = client.get(f"{ADDRESS}?step=5", headers={"HX-Request": "true"})
    page = answer.content.decode().strip()
    assert page.startswith('<div class="rp" id="replay" data-step="5"')
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.parametrize("step", [0, 40, LAST])
def test_a_step_costs_the_same_few_queries(public, client, django_assert_num_queries, step):
    client.get(f"{ADDRESS}?step=1")
    with django_assert_num_queries(7):
        client.get(f"{ADDRESS}?step={step}")


def test_staff_gives_a_hand_its_record_by_file(play, scorer):
    play.hand(WON, **deal(WON))
    assert "No record of this hand is stored" in scorer.get(ADDRESS).content.decode()
    file = SimpleUploadedFile("hand.txt", record(WON).encode())
    answer = scorer.post(ADDRESS, {"file": file})
    assert (answer.status_code, answer["Location"]) == (302, ADDRESS)
    assert Hand.objects.get(voided_at=None).depth == Hand.Depth.RECORD
    assert Hand.objects.count() == 2


def test_a_refusal_says_which_action_broke_which_rule_and_keeps_the_text(play, scorer):
    play.hand(WON, **deal(WON))
    before = counts()
    text = record(WON).replace("E:deal", "E:deal W#5p", 1)
    answer = scorer.post(ADDRESS, {"record": text})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r"Action 4, W#5p: [A-Z][^<]+\.", page)
    assert "W#5p" in re.search(r"<textarea.*?</textarea>", page, re.S)[0]
    assert counts() == before


def test_observers_and_the_public_cannot_give_records(public, client):
    before = counts()
    assert client.post(ADDRESS, {"record": record(WON)}).status_code == 404
    assert counts() == before
