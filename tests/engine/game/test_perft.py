"""Perft: sequences of legal actions, equal to those of a slow enumeration written apart.

QV_FULL=1 goes to the full depth in both; otherwise the slow one stops earlier.
"""

import pytest

from scoring.engine.game.apply import apply
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.perft import dealt_state, divide, perft
from scoring.engine.game.records.tokens import format_action
from scoring.engine.game.wall import drawing_order
from tests.engine.game.forced import drifting, forced, play
from tests.engine.game.slow import Slow, count
from tests.switches import switched_on

FULL = switched_on("QV_FULL")

# Sequences of 1, 2, 3, 4, 5 actions after the opening flowers of a deal.
DEALS = {
    1: (12, 16, 198, 212, 2517),
    2: (13, 14, 163, 180, 1672),
    3: (12, 17, 195, 285, 3482),
}

# Positions full of choices, and their sequences of 1 to 8 actions.
ROBBING = forced(
    "5m EESSWWNNCCFFP", "55m 8899s 8899p 78m P", "46m 123s 789s 123p 99p", "", draws="E S W 5m"
)
KONGS = forced(
    "1111m 2222p 345s 67s 5p",
    "333m 888s 444p 777p 5p",
    "EEE SSS WWW CCC F",
    "",
    back="5p 8s E",
    draws="7p F",
)
LAST = forced(
    "111s 222s 333s NNN F", "444s 555s 666s EEE F", "777s 888s 999s SSS F", "WWW CCC PPP 19m 19p"
)
NEAR_THE_END = [format_action(action) for action in drifting(LAST, 3)]
FORCED = {
    "an added kong that may be robbed": (
        ROBBING,
        ["E-5m", "S=555m", "S-P", "W+", "W-E", "N+", "N-S", "E+", "E-W", "S+", "S&5m"],
        (2, 7, 11, 48, 65, 287, 367, 1395),
    ),
    "kongs one after another": (KONGS, ["E#1m", "E+", "E#2p"], (1, 8, 10, 48, 62, 318, 362, 1253)),
    "the last three tiles of the wall": (LAST, NEAR_THE_END, (1, 6, 9, 41, 49, 328, 328, 240)),
}


def past_flowers(state):
    """The words of the opening flowers, each exposed in turn."""
    words = []
    while state.opening:
        action = legal_actions(state)[0]
        state = apply(state, action)
        words.append(format_action(action))
    return words


def twins(state, words):
    """The position after `words` in the engine, and in the slow enumeration."""
    slow = Slow([tile.text for tile in drawing_order(state.setup.rows, state.dice)])
    for word in words:
        state = play(state, word)
        slow = slow.after(same(word, slow))
    return state, slow


def same(word, slow):
    """The move of the slow enumeration that a word of the notation means."""
    player, sign, rest = "ESWN".index(word[0]), word[1], word[2:]
    if sign == "+":
        return ("draw",) if ("draw",) in slow.moves() else ("replace",)
    kinds = {"-": "discard", "@": "flower", "#": "concealed", "&": "added"}
    if sign in kinds:
        return (kinds[sign], rest)
    if sign == ":":
        return ("end",)
    return ("pung" if rest.rstrip("msp") == rest[0] * 3 else "kong", player)


@pytest.mark.parametrize("seed", DEALS)
def test_sequences_after_three_deals(seed):
    dealt = dealt_state(seed)
    state, slow = twins(dealt, past_flowers(dealt))
    assert tuple(perft(state, depth) for depth in range(1, 6)) == DEALS[seed]
    for depth in range(1, 6 if FULL else 4):
        assert count(slow, depth) == DEALS[seed][depth - 1]


@pytest.mark.parametrize("name", FORCED)
def test_sequences_from_forced_positions(name):
    dealt, words, figures = FORCED[name]
    state, slow = twins(dealt, [*past_flowers(dealt), *words])
    assert tuple(perft(state, depth) for depth in range(1, 9)) == figures
    for depth in range(1, 9 if FULL else 5):
        assert count(slow, depth) == figures[depth - 1]


def test_the_first_actions_share_the_sequences():
    state = play(ROBBING, "E-5m")
    shares = dict(divide(state, 3))
    assert list(shares) == list(legal_actions(state))
    assert sum(shares.values()) == perft(state, 3)
    assert perft(state, 0) == 1
