"""Fans of the tiles themselves, in whatever sets they lie.

The families say whether a hand is asked that has honours, one that has none, or any.
"""

from __future__ import annotations

from scoring.engine.bags import FOURS, UNITS, bag_of
from scoring.engine.mcr.registry import ANY_TILES, COUNTED, WITH_HONORS, WITHOUT_HONORS, hand_fan
from scoring.engine.mcr.view import (
    BAMBOOS,
    DOTS,
    DRAGONS,
    TERMINALS,
    WINDS,
    HandView,
    ranks,
)
from scoring.engine.notation import parse_tiles
from scoring.engine.shapes import HONORS

_NOT_GREEN = ~bag_of(parse_tiles("23468s F"))
_NOT_REVERSIBLE = ~bag_of(parse_tiles("1234589p 245689s P"))
_NOT_OF_RANK = {wanted: ~ranks(*wanted) for wanted in ((7, 8, 9), (4, 5, 6), (1, 2, 3))}
_NOT_UPPER, _NOT_MIDDLE, _NOT_LOWER = _NOT_OF_RANK.values()
_NOT_UPPER_FOUR, _NOT_LOWER_FOUR = ~ranks(6, 7, 8, 9), ~ranks(1, 2, 3, 4)
_NOT_TERMINAL = ~TERMINALS
_NOT_TERMINAL_OR_HONOR = ~(TERMINALS | HONORS)
_SHAPE_OF_GATES = bag_of(parse_tiles("1112345678999m"))
_GATES = frozenset(_SHAPE_OF_GATES * UNITS[9 * suit] for suit in range(3))


@hand_fan("All Green", ANY_TILES)
def all_green(hand: HandView) -> bool:
    """Only 2, 3, 4, 6, 8 of bamboos and green dragons."""
    return not hand.kinds & _NOT_GREEN


@hand_fan("Nine Gates", WITHOUT_HONORS)
def nine_gates(hand: HandView) -> bool:
    """1112345678999 of one suit, concealed, before the win."""
    return hand.suits == 1 and hand.concealed in _GATES and hand.win // 9 == _suit_of(hand)


@hand_fan("All Terminals", WITHOUT_HONORS)
def all_terminals(hand: HandView) -> bool:
    """Only ones and nines."""
    return not hand.kinds & _NOT_TERMINAL


@hand_fan("All Honors", WITH_HONORS)
def all_honors(hand: HandView) -> bool:
    """Only winds and dragons."""
    return not hand.suits


@hand_fan("All Terminals and Honors", WITH_HONORS)
def all_terminals_and_honors(hand: HandView) -> bool:
    """Only ones, nines and honours, some of either."""
    return not hand.kinds & _NOT_TERMINAL_OR_HONOR and hand.suits > 0


@hand_fan("Full Flush", WITHOUT_HONORS)
def full_flush(hand: HandView) -> bool:
    """One suit and nothing else."""
    return hand.suits == 1


@hand_fan("Upper Tiles", WITHOUT_HONORS)
def upper_tiles(hand: HandView) -> bool:
    """Only 7, 8 and 9."""
    return not hand.kinds & _NOT_UPPER


@hand_fan("Middle Tiles", WITHOUT_HONORS)
def middle_tiles(hand: HandView) -> bool:
    """Only 4, 5 and 6."""
    return not hand.kinds & _NOT_MIDDLE


@hand_fan("Lower Tiles", WITHOUT_HONORS)
def lower_tiles(hand: HandView) -> bool:
    """Only 1, 2 and 3."""
    return not hand.kinds & _NOT_LOWER


@hand_fan("Upper Four", WITHOUT_HONORS)
def upper_four(hand: HandView) -> bool:
    """Only 6, 7, 8 and 9."""
    return not hand.kinds & _NOT_UPPER_FOUR


@hand_fan("Lower Four", WITHOUT_HONORS)
def lower_four(hand: HandView) -> bool:
    """Only 1, 2, 3 and 4."""
    return not hand.kinds & _NOT_LOWER_FOUR


@hand_fan("Reversible Tiles", ANY_TILES)
def reversible_tiles(hand: HandView) -> bool:
    """Only tiles that look the same upside down."""
    return not hand.kinds & _NOT_REVERSIBLE


@hand_fan("Half Flush", WITH_HONORS)
def half_flush(hand: HandView) -> bool:
    """One suit and honours."""
    return hand.suits == 1


@hand_fan("All Types", WITH_HONORS)
def all_types(hand: HandView) -> bool:
    """All three suits, winds and dragons."""
    return hand.suits == 3 and bool(hand.kinds & WINDS) and bool(hand.kinds & DRAGONS)


@hand_fan("Tile Hog", COUNTED)
def tile_hog(hand: HandView) -> int:
    """All four of a tile, not as a kong; once for each such tile."""
    return (hand.tiles & FOURS).bit_count()


@hand_fan("All Simples", WITHOUT_HONORS)
def all_simples(hand: HandView) -> bool:
    """No ones, no nines, no honours."""
    return not hand.kinds & TERMINALS


@hand_fan("One Voided Suit", ANY_TILES)
def one_voided_suit(hand: HandView) -> bool:
    """Exactly two suits."""
    return hand.suits == 2


@hand_fan("No Honors", WITHOUT_HONORS)
def no_honors(hand: HandView) -> bool:
    """No winds and no dragons."""
    return True


def _suit_of(hand: HandView) -> int:
    """The number of the only suit of the hand."""
    return 1 if hand.kinds & BAMBOOS else 2 * bool(hand.kinds & DOTS)
