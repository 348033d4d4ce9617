"""The notation of whole hands: read, written, and broken."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.errors import EngineError, IllegalAction, NotationError
from scoring.engine.game import actions as act
from scoring.engine.game.play import make_bots, play_hand
from scoring.engine.game.records.botzone import read_botzone
from scoring.engine.game.records.record import Claimed, Move, Record, record_problems
from scoring.engine.game.records.text import (
    format_record,
    parse_record,
    read_record,
    read_records,
)
from scoring.engine.game.records.tokens import format_action, parse_action
from scoring.engine.game.ruleset import DUPLICATE, MCR, ruleset_named
from scoring.engine.game.state import Setup, Win
from scoring.engine.game.wall import SquareWall
from scoring.engine.penalties import PenaltyBook
from scoring.engine.rotation import Wind
from scoring.engine.rules import Break, Profile, Rules
from scoring.engine.tiles import TILES
from tests.engine.strategies import play_tiles, tiles

winds = st.sampled_from(Wind)
codes = st.text(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), min_size=1, max_size=8)
suited_firsts = st.sampled_from([tile for tile in TILES[:27] if tile.rank <= 7])

actions = st.one_of(
    st.builds(act.Throw, winds, st.tuples(st.integers(0, 9), st.integers(0, 9))),
    *(st.builds(kind, winds) for kind in (act.Deal, act.Keep, act.Hu, act.Unclaimed)),
    *(st.builds(kind, winds, tiles) for kind in (act.Draw, act.Discard, act.Flower)),
    *(st.builds(kind, winds, tiles) for kind in (act.ConcealedKong, act.AddedKong)),
    *(st.builds(kind, winds, play_tiles) for kind in (act.Pung, act.Kong)),
    st.builds(act.Chow, winds, tiles),
    st.builds(act.FalseHu, winds, st.booleans()),
    st.builds(act.Foul, winds, codes, st.integers(0, 9999), st.booleans(), st.none() | winds),
)
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
tag_names = st.from_regex(r"X[A-Za-z0-9_]{0,8}", fullmatch=True)
rules = st.builds(
    Rules,
    profile=st.sampled_from(Profile),
    wall_break=st.sampled_from(Break),
    keep_flowers=st.booleans(),
)
numbers = st.integers(-9999, 9999)
claims = st.builds(
    Claimed,
    total=st.none() | numbers,
    fans=st.none() | st.just((("Chicken Hand", 1), ("Tile Hog", 2))) | st.just(()),
    scores=st.none() | st.tuples(*[numbers] * 4),
)


ROWS = {ruleset.name: ruleset.walls.build(Random(1)) for ruleset in (MCR, DUPLICATE)}


@st.composite
def records(draw, least=0):
    """A record of anything, of at least so many actions, which need not be legal."""
    base = draw(st.sampled_from((MCR, DUPLICATE)))
    book = draw(st.sampled_from(PenaltyBook))
    ruleset = replace(base, rules=draw(rules), book=book)
    rows = ROWS[base.name]
    moves = draw(st.lists(st.builds(Move, actions, texts), min_size=least, max_size=6))
    tags = draw(st.dictionaries(tag_names, texts, max_size=3))
    setup = Setup(ruleset, rows, draw(winds))
    return Record(setup, tuple(moves), tuple(tags.items()), draw(claims))


@given(actions)
def test_every_action_can_be_written_and_read(action):
    assert parse_action(format_action(action)) == action


@settings(max_examples=40)
@given(records())
def test_every_record_can_be_written_and_read(record):
    assert parse_record(format_record(record)) == record


@settings(max_examples=15)
@given(st.lists(records(least=1), max_size=3))
def test_a_file_holds_many_records(many):
    text = "\n".join(format_record(record) for record in many)
    assert [read.record for read in read_records(text)] == many


@given(st.text(max_size=60))
def test_no_word_breaks_the_reader(text):
    with suppress(NotationError):
        parse_action(text)


def played():
    """A hand with calls that lost, claims, flowers and a win."""
    setup = Setup(MCR, SquareWall().build(Random(3)))
    return play_hand(setup, make_bots("sensible", 3), Random(3), (("Hand", "1"),))


HAND = played()
TEXT = format_record(HAND.record)


@given(st.integers(0, len(TEXT) - 1), st.text(max_size=3))
def test_no_damage_breaks_the_reader(place, junk):
    read = read_record(TEXT[:place] + junk + TEXT[place + 1 :])
    if read.record is None:
        assert isinstance(read.fault, EngineError)
        return
    states = read.record.replay().states
    assert len(states) >= 1


@given(st.text(max_size=200))
def test_no_log_breaks_its_reader(text):
    head = "Match 1\nWind 0\n"
    for read in read_botzone(head + text):
        assert read.record is None or read.record.setup.ruleset is DUPLICATE


def test_a_hand_is_written_for_people():
    lines = TEXT.splitlines()
    assert lines[:2] == ['[Hand "1"]', '[Ruleset "mcr"]']
    assert '[Round "E"]' in lines
    assert max(len(line) for line in lines[lines.index("") :]) <= 96
    words = TEXT.split("\n\n")[1].split()
    assert words[0].startswith("E:dice(")
    assert words[2] == "E:deal"


def test_the_replay_of_a_record_is_the_hand_that_was_played():
    read = parse_record(TEXT)
    states = read.replay().states
    assert states[-1] == HAND.last
    assert len(states) == len(HAND.record.moves) + 1
    assert record_problems(read, read.replay()) == ()


def test_a_record_is_made_with_the_result_that_the_engine_counted():
    assert isinstance(HAND.last.end, Win)
    verdict = HAND.last.end.verdict
    assert HAND.record.claimed == Claimed(verdict.total, verdict.fans, HAND.last.scores)


def test_a_broken_record_gives_the_good_states_and_the_rule():
    words = TEXT.split("\n\n")[1].split()
    place = next(i for i, word in enumerate(words) if word.startswith("S-"))
    broken = TEXT.replace(f" {words[place]} ", " S:hu ", 1)
    record = parse_record(broken)
    replayed = record.replay()
    assert isinstance(replayed.fault, IllegalAction)
    assert replayed.fault.code == "not_a_win"
    assert len(replayed.states) == place + 1
    (problem,) = record_problems(record, replayed)
    assert (problem.code, problem.params["step"]) == ("not_a_win", place + 1)


def test_an_unreadable_word_ends_the_good_part():
    words = TEXT.split("\n\n")[1].split()
    read = read_record(TEXT.replace(f" {words[5]} ", " E*5m ", 1))
    assert read.fault.code == "not_an_action"
    assert [format_action(move.action) for move in read.record.moves] == words[:5]


HEAD = TEXT.split("\n\n")[0]


def changed(name, value):
    """The head with one tag changed, or left out."""
    lines = [line for line in HEAD.splitlines() if not line.startswith(f"[{name} ")]
    return "\n".join(lines + ([f'[{name} "{value}"]'] if value is not None else []))


BROKEN_HEADS = [
    ("", "missing_tag"),
    ("x" * 100_001, "text_too_long"),
    (HEAD + '\n[Hand "2"]', "tag_twice"),
    (HEAD + "\n[Hand 2]", "not_a_tag"),
    (changed("EastWall", None), "missing_tag"),
    (changed("EastWall", "123m"), "wrong_row_length"),
    (changed("EastWall", "1m" * 36), "not_a_full_set"),
    (changed("EastWall", "1x"), "unknown_character"),
    (changed("Ruleset", "bridge"), "unknown_ruleset"),
    (changed("Rules", "profile"), "not_a_setting"),
    (changed("Rules", "profile=red"), "unknown_setting_value"),
    (changed("Rules", "colour=red"), "unknown_setting"),
    (changed("Penalties", "none"), "unknown_penalty_book"),
    (changed("Round", "X"), "not_a_wind"),
    (changed("Total", "many"), "not_a_number"),
    (changed("Fans", "Tile Hog"), "not_a_number"),
    (changed("Scores", "1 2 3"), "not_four_scores"),
]


@pytest.mark.parametrize(("text", "code"), BROKEN_HEADS)
def test_a_head_that_cannot_be_read_is_named(text, code):
    read = read_record(text)
    assert (read.record, read.fault.code) == (None, code)
    with pytest.raises(EngineError) as caught:
        parse_record(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("body", "code", "read"),
    [
        ("{a comment before all}", "stray_comment", 0),
        ("E:deal {one} {two}", "stray_comment", 1),
        ("E:deal {open", "stray_comment", 1),
        ("E:deal }", "stray_comment", 1),
        ("E:deal E+5x", "unknown_character", 1),
        ("E:deal E+55m", "not_one_tile", 1),
        ("E:deal E:sing", "not_an_action", 1),
        ("E:deal E:deal(1)", "not_an_action", 1),
        ("E:deal E:?", "not_an_action", 1),
        ("E:dice(1) E:deal", "not_an_action", 0),
        ("E:false(maybe)", "not_an_action", 0),
        ("E:foul(P1)", "not_an_action", 0),
        ("S=124m", "not_an_action", 0),
        ("S=11m", "not_an_action", 0),
    ],
)
def test_actions_that_cannot_be_read_are_named(body, code, read):
    found = read_record(f"{HEAD}\n\n{body}")
    assert (found.fault.code, len(found.record.moves)) == (code, read)


def test_a_record_need_not_say_what_came_out():
    head = "\n".join(
        line for line in HEAD.splitlines() if line[1:7] not in ("Total ", 'Fans "', "Scores")
    )
    record = parse_record(head)
    assert record.claimed == Claimed()
    (problem,) = record_problems(record, record.replay())
    assert problem.code == "hand_not_finished"
    assert (record.tag("Hand"), record.tag("Event")) == ("1", "")


def test_rulesets_are_known_by_name():
    assert ruleset_named("mcr") is MCR
    assert ruleset_named("duplicate") is DUPLICATE
