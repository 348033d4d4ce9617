"""Hands with records: what the engine proves, what it refuses and why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from journal.models import Event
from scoring.engine.errors import Problem
from scoring.engine.game import faults
from scoring.engine.rotation import dealer
from scoring.game_sentences import _PLAIN, game_sentence
from scoring.models import Hand
from scoring.selectors.tables import table_sheet
from scoring.services.hands import StaleHand
from scoring.services.penalties import give_penalty
from scoring.services.records import attach_record, record_played_hands
from scoring.services.sessions import finish_session
from scoring.services.sheets import close_table
from tests.scoring.play import counts, scores
from tests.scoring.records import deal, record, result, session

pytestmark = pytest.mark.django_db

WON = next(number for number in range(1, 17) if result(number).discarder is not None)
TEXTS = {number: record(number) for number in range(1, 17)}


def refusals(error: ValidationError) -> list[tuple[str, str]]:
    """Code and sentence of everything said about the record."""
    found = error.error_dict["record"]
    return [(one.code, one.message % (one.params or {})) for one in found]


def test_a_session_of_records_gives_the_totals_that_the_engine_played(play):
    hands = record_played_hands(by=play.scorer, table=play.table, records=TEXTS)
    assert [hand.number for hand in hands] == list(range(1, 17))
    assert {hand.depth for hand in hands} == {Hand.Depth.RECORD}
    totals = tuple(
        sum(amounts) for amounts in zip(*(result(n).payments for n in TEXTS), strict=True)
    )
    assert table_sheet(play.table).totals == totals
    close_table(by=play.scorer, table=play.table)
    assert [score for _seat, score, _points in scores(play.table)] == list(totals)


def test_a_recorded_hand_keeps_fans_tiles_and_count(play):
    record_played_hands(by=play.scorer, table=play.table, records={WON: TEXTS[WON]})
    hand = Hand.objects.get()
    end = session()[WON - 1].last.end
    assert (hand.points, hand.flowers) == (end.verdict.total, end.hand.flower_count)
    assert hand.fans == dict(end.verdict.fans) == hand.counted["fans"]
    assert (hand.tiles["win"], hand.tiles["seat_wind"]) == (end.hand.win.text, end.seat.letter)
    event = Event.objects.get(verb="hand.recorded")
    assert event.target == f"session 1 table 1 hand {WON}"
    assert event.after["winner"] == hand.winner


def test_a_hand_that_stands_is_not_written_over(play):
    play.hand(WON)
    before = counts()
    with pytest.raises(StaleHand):
        record_played_hands(by=play.scorer, table=play.table, records=TEXTS)
    assert counts() == before


def test_attaching_voids_the_old_row_and_changes_no_result(play):
    record_played_hands(
        by=play.scorer, table=play.table, records={n: TEXTS[n] for n in TEXTS if n != WON}
    )
    old = play.hand(WON, **deal(WON))
    close_table(by=play.scorer, table=play.table)
    before = scores(play.table)
    hand = attach_record(by=play.scorer, hand=old, record=TEXTS[WON])
    old.refresh_from_db()
    assert old.voided_at is not None
    assert (hand.version, hand.depth, hand.record) == (2, Hand.Depth.RECORD, TEXTS[WON])
    assert (hand.winner, hand.discarder, hand.points) == (old.winner, old.discarder, old.points)
    assert scores(play.table) == before
    event = Event.objects.get(verb="hand.record_attached")
    assert (event.actor, event.target) == (play.scorer, f"session 1 table 1 hand {WON}")


def test_a_claim_below_the_count_stands_where_the_count_was_known(play):
    claim = deal(WON) | {"points": 8, "discarder": deal(WON)["discarder"]}
    hand = play.hand(WON, **claim)
    Hand.objects.filter(pk=hand.pk).update(counted={"total": deal(WON)["points"]})
    attached = attach_record(by=play.scorer, hand=hand, record=TEXTS[WON])
    assert (attached.points, attached.counted["total"]) == (8, deal(WON)["points"])


def broken(text: str, pattern: str, by: str) -> str:
    """The record with the first match of a pattern changed."""
    changed, times = re.subn(pattern, by, text, count=1)
    assert times == 1
    return changed


@pytest.mark.parametrize(
    ("pattern", "by", "code", "sentence"),
    [
        (
            r"E:dice\(\d,\d\)",
            "E:dice(7,1)",
            "no_such_dice",
            "Action 1, E:dice(7,1): Dice show 1 to 6.",
        ),
        (
            r" E:deal",
            " E-1m E:deal",
            "deal_first",
            "Action 3, E-1m: The tiles have to be dealt first.",
        ),
        (r"\S+:hu", "", "hand_not_finished", "The record ends before the hand does."),
        (r"\S+:hu", "E:zu", "not_an_action", "“E:zu” is no action."),
        (r'\[Total "\d+"\]', '[Total "99"]', "other_total", None),
        (r'\[Round "\w"\]', '[Round "N"]', "other_round", None),
        (r'\[Ruleset "mcr"\]', '[Ruleset "go"]', "unknown_ruleset", None),
        (r"profile=wmo", "profile=cn", "other_rules", None),
        (
            r'\[EastWall "',
            '[EastWall "E',
            "wrong_row_length",
            "Each of the four walls has 36 tiles.",
        ),
        (r'\[Round "\w"\]', "", "missing_tag", "The tag Round is missing."),
    ],
)
def test_a_record_that_proves_nothing_is_refused_with_a_sentence(play, pattern, by, code, sentence):
    hand = play.hand(1, **deal(1))
    before = counts()
    with pytest.raises(ValidationError) as refused:
        attach_record(by=play.scorer, hand=hand, record=broken(TEXTS[1], pattern, by))
    found = refusals(refused.value)
    assert found[0][0] == code
    if sentence:
        assert found[0][1] == sentence
    assert counts() == before


def test_every_difference_from_the_stored_hand_is_said(play):
    truth = deal(WON)
    other = next(seat for seat in "ABCD" if seat not in (truth["winner"], truth["discarder"]))
    hand = play.hand(WON, winner=other, discarder=truth["discarder"], points=truth["points"] + 1)
    with pytest.raises(ValidationError) as refused:
        attach_record(by=play.scorer, hand=hand, record=TEXTS[WON])
    assert [text for _code, text in refusals(refused.value)] == [
        f"winner: the hand stands with {other}, the record gives {truth['winner']}.",
        f"points: the hand stands with {truth['points'] + 1}, the record gives {truth['points']}.",
    ]


def with_false_hu(number: int) -> str:
    """The record with a false hu of East, who has no winning hand, after the deal."""
    text = re.sub(r'\[Scores "[^"]*"\]\n', "", record(number))
    return broken(text, r"E:deal", "E:deal E:false")


def test_a_penalty_of_the_record_has_to_stand_on_the_sheet(play):
    number = next(n for n in range(1, 17) if session()[n - 1].last.end.seat != 0)
    east = dealer(number).name
    hand = play.hand(number, **deal(number))
    with pytest.raises(ValidationError) as refused:
        attach_record(by=play.scorer, hand=hand, record=with_false_hu(number))
    assert refusals(refused.value) == [
        ("other_penalties", f"The record has penalty P2 for seat {east}: the sheet has not.")
    ]
    seat = play.table.seats.get(letter=east)
    entry = seat.occupants.get().entry
    give_penalty(by=play.referee, session=play.session, entry=entry, code="P2", hand=number)
    attached = attach_record(by=play.scorer, hand=hand, record=with_false_hu(number))
    assert attached.depth == Hand.Depth.RECORD


def test_a_hand_changed_meanwhile_is_not_attached_to(play):
    old = play.hand(WON, **deal(WON))
    play.hand(WON, version=1)
    with pytest.raises(StaleHand):
        attach_record(by=play.scorer, hand=old, record=TEXTS[WON])


def test_a_finished_session_is_the_referees(play):
    record_played_hands(by=play.scorer, table=play.table, records=TEXTS)
    close_table(by=play.scorer, table=play.table)
    finish_session(by=play.referee, session=play.session)
    hand = Hand.objects.get(number=WON)
    with pytest.raises(PermissionDenied):
        attach_record(by=play.scorer, hand=hand, record=TEXTS[WON])
    assert attach_record(by=play.referee, hand=hand, record=TEXTS[WON]).version == 2


PARAMS = {
    "seat": "E", "turn": "S", "tile": "5p", "next": "6p", "discard": "E", "first": "1m", "held": 0,
    "needed": 1, "points": 6, "minimum": 8, "penalty": "P7", "text": "x", "tag": "Round", "line": 3,
    "name": "a", "value": "b", "known": ("c", "d"), "length": 5, "limit": 4, "character": "x",
    "rank": 0, "ranks": (1, 2), "recorded": 1, "counted": 2,
}  # fmt: skip


def test_every_code_has_a_sentence_that_takes_its_parameters():
    for code in _PLAIN:
        told = game_sentence(Problem(code, PARAMS))
        assert told.endswith((".", "x")), code
        assert "%(" not in told
    said = game_sentence(Problem("not_the_next_tile", {"tile": "5p", "next": "E"}))
    assert said == "The next tile of the wall is East, not 5 of dots."


def test_every_rule_of_play_can_be_told():
    source = Path(faults.__file__).read_text()
    codes = set(re.findall(r'(?:IllegalAction\(|_refuse_unless\([^"]*?|else )"([a-z_]+)"', source))
    codes |= set(faults._DUE.values())
    assert len(codes) >= 35
    assert codes - set(_PLAIN) == set()
