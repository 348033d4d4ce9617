"""Hands entered by their fans or their tiles: what is refused, what stands, what is disputed."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from journal.models import Event
from scoring.engine.version import ENGINE_VERSION
from scoring.models import Hand
from scoring.selectors.desk import read_desk
from scoring.selectors.tables import table_sheet
from scoring.services.claims import settle_claim
from scoring.services.hands import record_hand
from scoring.services.sheets import close_table
from tests.builders import START
from tests.scoring.play import counts, make_play, scores

pytestmark = pytest.mark.django_db

# Hand 1: seat A is East in the East round.
EXPOSED = {"type": "pung", "tiles": "NNN", "from": 2}
SIX = {"concealed": "77789m11888p", "win": "7m", "melds": [EXPOSED]}
EIGHT = {"concealed": "78889m11888p", "win": "8m", "melds": [EXPOSED]}
TWELVE = {
    "concealed": "147m369s25pSS",
    "win": "8p",
    "melds": [{"type": "chow", "tiles": "678s", "from": 1}],
}
EIGHT_FANS = {
    "Tile Hog": 1,
    "Double Pung": 1,
    "Two Concealed Pungs": 1,
    "Pung of Terminals or Honors": 1,
    "One Voided Suit": 1,
}


def message(refused):
    return refused.value.message_dict


@pytest.fixture
def helped(db):
    return make_play(table_help=True)


def test_fans_sum_to_the_points_and_are_kept(play):
    hand = play.hand(1, winner="A", discarder="B", fans={"Full Flush": 1, "Tile Hog": 2}, flowers=1)
    assert (hand.points, hand.flowers, hand.depth) == (29, 1, "fans")
    assert hand.fans == {"Full Flush": 1, "Tile Hog": 2}
    assert (hand.engine_version, hand.counted, hand.disputed) == (ENGINE_VERSION, None, False)
    assert Event.objects.get().after["fans"] == {"Full Flush": 1, "Tile Hog": 2}


@pytest.mark.parametrize(
    ("deal", "field", "text"),
    [
        (
            {"discarder": "B", "fans": {"Full Flush": 1, "No Honors": 1}},
            "fans",
            "No Honors is not counted beside Full Flush.",
        ),
        (
            {"discarder": "B", "fans": {"All Pungs": 1, "Self-Drawn": 1, "Tile Hog": 1}},
            "fans",
            "Self-Drawn does not go with this way of winning.",
        ),
        (
            {"discarder": "B", "fans": {"All Pungs": 1}},
            "points",
            "6 is below 8: no win. Was it a false hu?",
        ),
        (
            {"discarder": "B", "fans": {"Full Flush": 1}, "points": 25},
            "points",
            "The called fans sum to 24, not 25.",
        ),
        (
            {"discarder": "B", "fans": {"Full Flush": 2}},
            "fans",
            "Full Flush counts at most 1 times, not 2.",
        ),
        ({"discarder": "B", "fans": {"Full House": 1}}, "fans", "There is no fan “Full House”."),
        ({"discarder": "B", "fans": {}}, "fans", "Which fans were called?"),
    ],
)
def test_fans_that_cannot_be_called_change_nothing(play, deal, field, text):
    before = counts()
    with pytest.raises(ValidationError) as refused:
        play.hand(1, winner="A", **deal)
    assert message(refused) == {field: [text]}
    assert counts() == before


def test_a_self_draw_that_was_not_called_is_the_winners_affair(play):
    assert play.hand(1, winner="A", fans={"All Pungs": 1, "Half Flush": 1}).points == 12


def test_case_2_counts_eight_and_pays_32_16_8_8(helped):
    hand = helped.hand(1, winner="A", discarder="B", tiles=EIGHT)
    assert (hand.points, hand.depth, hand.disputed) == (8, "tiles", False)
    assert hand.counted == {
        "total": 8,
        "without_flowers": 8,
        "legal": True,
        "fans": EIGHT_FANS,
    }
    assert table_sheet(helped.table).totals == (32, -16, -8, -8)


def test_case_3_counts_twelve(helped):
    assert helped.hand(1, winner="A", discarder="B", tiles=TWELVE).points == 12


def test_case_1_is_no_win_and_names_the_fans_found(helped):
    before = counts()
    with pytest.raises(ValidationError) as refused:
        helped.hand(1, winner="A", discarder="B", tiles=SIX, flowers=4)
    (text,) = message(refused)["points"]
    assert text.startswith("The hand counts 6 without flowers, below 8: no win. Found: ")
    assert "Tile Hog 2" in text
    assert counts() == before


def test_case_1_called_eight_is_disputed(play):
    hand = play.hand(1, winner="A", discarder="B", tiles=SIX, points=8)
    assert (hand.points, hand.counted["total"], hand.disputed) == (8, 6, True)
    assert table_sheet(play.table).totals == (32, -16, -8, -8)
    event = Event.objects.get()
    assert (event.after["counted"], event.after["disputed"]) == (6, True)


def test_the_table_knows_winds_self_draw_and_flowers(play):
    hand = play.hand(6, winner="C", tiles=TWELVE, points=14, flowers=1)
    assert (hand.tiles["seat_wind"], hand.tiles["round_wind"]) == ("W", "S")
    assert (hand.tiles["self_drawn"], hand.tiles["flowers"], hand.flowers) == (True, 1, 1)
    assert hand.counted["fans"] == {"Knitted Straight": 1, "Self-Drawn": 1, "Flower Tiles": 1}


def test_a_lower_claim_stands_with_the_count_beside_it(play):
    hand = play.hand(1, winner="A", discarder="B", tiles=TWELVE, points=10)
    assert (hand.points, hand.counted["total"], hand.disputed) == (10, 12, False)
    play.all_hands(but=(1,))
    close_table(by=play.scorer, table=play.table)
    assert scores(play.table)[0] == ("A", 34, 48)


def test_without_help_the_winner_has_to_call(play):
    before = counts()
    with pytest.raises(ValidationError) as refused:
        play.hand(1, winner="A", discarder="B", tiles=TWELVE)
    assert message(refused) == {"points": ["How many points did the winner call?"]}
    assert counts() == before


def test_a_call_below_eight_is_refused_whatever_the_tiles_count(play):
    with pytest.raises(ValidationError) as refused:
        play.hand(1, winner="A", discarder="B", tiles=TWELVE, points=7)
    assert message(refused) == {"points": ["7 is below 8: no win. Was it a false hu?"]}


@pytest.mark.parametrize(
    ("tiles", "texts"),
    [
        (
            {"concealed": "11111m234s55p", "win": "5p"},
            [
                "A hand has 14 tiles, these are 11 (a kong counts as three).",
                "There are four of each tile, not 5: 1 of characters.",
            ],
        ),
        (
            {"concealed": "123456789m1234p", "win": "5s"},
            ["These tiles are no winning hand. Is a tile wrong? Else it was a false hu."],
        ),
        (
            {"concealed": "12x", "win": "5s"},
            ["“x” is no tile: write 123m 456s 789p E S W N C F P."],
        ),
    ],
)
def test_tiles_that_are_no_hand_change_nothing(play, tiles, texts):
    before = counts()
    with pytest.raises(ValidationError) as refused:
        play.hand(1, winner="A", discarder="B", tiles=tiles, points=12)
    assert message(refused) == {"tiles": texts}
    assert counts() == before


def test_tiles_and_called_fans_go_together(play):
    called = {"Knitted Straight": 1}
    hand = play.hand(1, winner="A", tiles=TWELVE, fans=called)
    assert (hand.points, hand.counted["total"], hand.fans) == (12, 13, called)


def test_the_rules_of_the_tournament_count(db):
    play = make_play(profile="cn", table_help=True, rules={"lesser_with_knitted_straight": "12"})
    lesser = {"concealed": "147m258s369pESWN", "win": "C"}
    hand = play.hand(1, winner="A", discarder="B", tiles=lesser)
    assert hand.counted["fans"] == {"Lesser Honors and Knitted Tiles": 1}


@pytest.mark.parametrize(("least", "what"), [("fans", "fans"), ("tiles", "tiles")])
def test_a_tournament_demands_a_least_depth(db, least, what):
    play = make_play(least_depth=least)
    before = counts()
    with pytest.raises(ValidationError) as refused:
        play.hand(1, winner="A", discarder="B", points=24)
    text = f"In this tournament the {what} of every win are entered."
    assert message(refused) == {"depth": [text]}
    assert counts() == before
    play.hand(1)  # a drawn hand has nothing to enter
    assert play.hand(2, winner="A", discarder="B", tiles=TWELVE, points=12).depth == "tiles"


def test_the_same_tiles_again_are_the_same_hand(play):
    given = {"winner": "A", "discarder": "B", "tiles": TWELVE, "points": 10}
    first = play.hand(1, client_key="one", **given)
    assert play.hand(1, client_key="one", **given).pk == first.pk
    assert play.hand(1, client_key="two", **given).pk == first.pk
    assert Hand.objects.count() == 1


@pytest.fixture
def disputed(play):
    play.all_hands(but=(1,))
    play.hand(1, winner="A", discarder="B", tiles=SIX, points=8)
    return play


def standing(play):
    return Hand.objects.select_related("table__session").get(number=1, voided_at=None)


def test_a_disputed_claim_keeps_the_table_open_and_is_first_on_the_desk(disputed):
    with pytest.raises(ValidationError, match="Hand 1 is disputed: a referee has to settle it"):
        close_table(by=disputed.scorer, table=disputed.table)
    desk = read_desk(disputed.tournament, START)
    assert (desk.next.title, desk.next.action, desk.next.hand) == (
        "Table 1, hand 1: a claim is disputed",
        "hand",
        1,
    )
    assert desk.then == ()
    assert [card.state.text for card in desk.cards] == ["Disputed"]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (8, [("A", 32, 48), ("B", -16, 0), ("C", -8, 18), ("D", -8, 18)]),
        (12, [("A", 36, 48), ("B", -20, 0), ("C", -8, 18), ("D", -8, 18)]),
        (0, [("A", 0, 21), ("B", 0, 21), ("C", 0, 21), ("D", 0, 21)]),
    ],
)
def test_a_referee_settles_it_and_the_table_closes(disputed, points, expected):
    hand = settle_claim(
        by=disputed.referee, hand=standing(disputed), points=points, reason=" looked at the tiles "
    )
    assert (hand.disputed, hand.settled_reason, hand.version) == (False, "looked at the tiles", 2)
    event = Event.objects.first()
    assert (event.verb, event.reason, event.before["points"], event.after["points"]) == (
        "hand.settled",
        "looked at the tiles",
        8,
        points,
    )
    close_table(by=disputed.scorer, table=disputed.table)
    assert scores(disputed.table) == expected


def test_the_count_stays_with_a_settled_hand(disputed):
    hand = settle_claim(by=disputed.referee, hand=standing(disputed), points=8, reason="seen")
    assert (hand.tiles["win"], hand.counted["total"], hand.depth) == ("7m", 6, "tiles")


def test_only_a_referee_settles_with_a_reason_and_possible_points(disputed):
    before = counts()
    hand = standing(disputed)
    with pytest.raises(PermissionDenied):
        settle_claim(by=disputed.scorer, hand=hand, points=8, reason="seen")
    with pytest.raises(ValidationError) as refused:
        settle_claim(by=disputed.referee, hand=hand, points=6, reason=" ")
    assert message(refused) == {
        "points": ["6 is below 8: no win. Was it a false hu?"],
        "reason": ["Say why it is changed."],
    }
    assert counts() == before


def test_a_claim_is_settled_once(disputed):
    hand = standing(disputed)
    settle_claim(by=disputed.referee, hand=hand, points=8, reason="seen")
    before = counts()
    with pytest.raises(ValidationError, match="Hand 1 is not disputed any more"):
        settle_claim(by=disputed.referee, hand=hand, points=8, reason="seen")
    assert counts() == before


def test_a_correction_ends_the_dispute(disputed):
    new = record_hand(
        by=disputed.scorer,
        table=disputed.table,
        number=1,
        version=1,
        kind="win",
        winner="A",
        discarder="B",
        points=8,
        tiles=EIGHT,
    )
    assert (new.disputed, new.counted["total"]) == (False, 8)
