"""What does not change the value of a hand, and texts that are never taken badly."""

from contextlib import suppress
from dataclasses import replace
from itertools import islice, permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.errors import EngineError
from scoring.engine.hand import hand_problems
from scoring.engine.hand_json import hand_from_json, hand_to_json
from scoring.engine.hand_text import format_hand, parse_hand
from scoring.engine.mcr.score import score, total, waiting_values
from scoring.engine.rules import Profile, Rules
from scoring.engine.tiles import TILES
from tests.engine.random_hands import random_hands

POOL = list(islice(random_hands(seed=3), 400))
hands = st.sampled_from(POOL)
profiles = st.sampled_from([Rules(profile) for profile in Profile])


@given(hands, profiles, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_does_not_matter(hand, rules, random):
    concealed, melds = list(hand.concealed), list(hand.melds)
    random.shuffle(concealed)
    random.shuffle(melds)
    melds = [
        replace(meld, tiles=tuple(random.sample(meld.tiles, len(meld.tiles)))) for meld in melds
    ]
    turned = replace(hand, concealed=tuple(concealed), melds=tuple(melds))
    before, after = score(hand, rules), score(turned, rules)
    assert (before.total, before.fan_counts) == (after.total, after.fan_counts)
    assert before.reading.pair == after.reading.pair


@given(hands, profiles, st.sampled_from(list(permutations(range(3)))))
def test_suits_can_be_exchanged(hand, rules, order):
    def turn(tile):
        return TILES[9 * order[tile.suit] + tile.rank - 1] if tile.is_suited else tile

    turned = replace(
        hand,
        concealed=tuple(map(turn, hand.concealed)),
        win=turn(hand.win),
        melds=tuple(replace(meld, tiles=tuple(map(turn, meld.tiles))) for meld in hand.melds),
    )
    before, after = score(hand, rules), score(turned, rules)
    of_colour = {"All Green", "Reversible Tiles"}
    if not of_colour & (before.fan_counts.keys() | after.fan_counts.keys()):
        assert before.fan_counts == after.fan_counts


@given(hands)
def test_a_hand_is_read_back_from_text_and_json(hand):
    assert parse_hand(format_hand(hand)) == hand
    assert hand_from_json(hand_to_json(hand)) == hand


@given(hands, profiles)
def test_a_score_accounts_for_itself(hand, rules):
    counted = score(hand, rules)
    assert counted.total == sum(fan.count * fan.points for fan in counted.fans)
    assert counted.total == counted.without_flowers + hand.flower_count == total(hand, rules)
    for fan in counted.fans:
        assert len(fan.sets) in (0, fan.count)
        tiles = [tile for made in fan.sets for one in made for tile in one]
        assert set(tiles) <= set(hand.tiles)
    for way in counted.alternatives:
        assert sum(fan.count * fan.points for fan in way.fans) == counted.total
    for dropped in counted.dropped:
        assert dropped.by is None or dropped.by.number != dropped.fan.number


@given(hands, profiles)
def test_the_winning_tile_is_among_the_waits_at_its_value(hand, rules):
    values = dict(waiting_values(hand, rules))
    assert values[hand.win] == score(hand, rules)


LETTERS = "123456789mspzf ESWNCFP[],|01-一万東🀀🀄"


@given(st.text(LETTERS, max_size=40) | st.text(max_size=20))
def test_any_text_is_counted_or_refused_in_our_own_words(text):
    with suppress(EngineError):
        score(parse_hand(text), Rules())


@given(hands, st.integers(0, 40), st.sampled_from(LETTERS))
def test_a_slip_in_a_text_is_counted_or_refused_in_our_own_words(hand, place, letter):
    text = format_hand(hand)
    with suppress(EngineError):
        score(parse_hand(text[:place] + letter + text[place + 1 :]), Rules())


FIELDS = ("concealed", "melds", "win", "self_drawn", "kong_win", "seat_wind", "flowers", "type")
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 10) | st.floats() | st.text(LETTERS, max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from((*FIELDS, "tiles", "from")), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(json_values, st.sampled_from(FIELDS), hands)
def test_any_json_is_counted_or_refused_in_our_own_words(value, field, hand):
    for data in (value, {**hand_to_json(hand), field: value}):
        with suppress(EngineError):
            read = hand_from_json(data)
            hand_problems(read)
            score(read, Rules())


def test_the_generator_repeats_itself():
    assert list(islice(random_hands(9), 20)) == list(islice(random_hands(9), 20))
    assert Random(9).random() == Random(9).random()
