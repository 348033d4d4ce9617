"""Fans of chows that join. A chow is known by the rank of its first tile and by its suit."""

from __future__ import annotations

from itertools import pairwise

from scoring.engine.bags import UNITS
from scoring.engine.mcr.registry import ALL_CHOWS, chows, reading_fan
from scoring.engine.mcr.view import ReadingView

# The four chows, by their first tiles, and the pair that goes with them.
_TERMINAL_CHOWS = [UNITS[9 * suit] + UNITS[9 * suit + 6] for suit in range(3)]
_FIVES = [UNITS[9 * suit + 4] for suit in range(3)]
_PURE_TERMINALS = {2 * _TERMINAL_CHOWS[suit]: _FIVES[suit] for suit in range(3)}
_MIXED_TERMINALS = {sum(_TERMINAL_CHOWS) - _TERMINAL_CHOWS[suit]: _FIVES[suit] for suit in range(3)}


@reading_fan("Pure Terminal Chows", ALL_CHOWS)
def pure_terminal_chows(reading: ReadingView) -> bool:
    """Twice 123 and 789 and a pair of fives in one suit."""
    return _PURE_TERMINALS.get(reading.chows) == reading.pair


@reading_fan("Three-Suited Terminal Chows", ALL_CHOWS)
def three_suited_terminal_chows(reading: ReadingView) -> bool:
    """123 and 789 in two suits and a pair of fives in the third."""
    return _MIXED_TERMINALS.get(reading.chows) == reading.pair


@chows(4, "Quadruple Chow")
def quadruple_chow(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Four times the same chow."""
    return len({*ranks}) == 1 and len({*suits}) == 1


@chows(4, "Four Pure Shifted Chows")
def four_pure_shifted_chows(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Four chows of one suit, shifted by one each or by two each."""
    return _steps(ranks) in ({1}, {2}) and len({*suits}) == 1


@chows(3, "Pure Triple Chow")
def pure_triple_chow(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Three times the same chow."""
    return len({*ranks}) == 1 and len({*suits}) == 1


@chows(3, "Pure Straight")
def pure_straight(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """123, 456, 789 in one suit."""
    return ranks == (1, 4, 7) and len({*suits}) == 1


@chows(3, "Pure Shifted Chows")
def pure_shifted_chows(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Three chows of one suit, shifted by one each or by two each."""
    return _steps(ranks) in ({1}, {2}) and len({*suits}) == 1


@chows(3, "Mixed Straight")
def mixed_straight(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """123, 456, 789, one in each suit."""
    return ranks == (1, 4, 7) and len({*suits}) == 3


@chows(3, "Mixed Triple Chow")
def mixed_triple_chow(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """The same chow in all three suits."""
    return len({*ranks}) == 1 and len({*suits}) == 3


@chows(3, "Mixed Shifted Chows")
def mixed_shifted_chows(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Three chows in the three suits, shifted by one each."""
    return _steps(ranks) == {1} and len({*suits}) == 3


@chows(2, "Pure Double Chow")
def pure_double_chow(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Twice the same chow."""
    return ranks[0] == ranks[1] and suits[0] == suits[1]


@chows(2, "Mixed Double Chow")
def mixed_double_chow(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """The same chow in two suits."""
    return ranks[0] == ranks[1] and suits[0] != suits[1]


@chows(2, "Short Straight")
def short_straight(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Six consecutive ranks in one suit."""
    return ranks[0] + 3 == ranks[1] and suits[0] == suits[1]


@chows(2, "Two Terminal Chows")
def two_terminal_chows(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """123 and 789 in one suit."""
    return ranks == (1, 7) and suits[0] == suits[1]


def _steps(ranks: tuple[int, ...]) -> set[int]:
    """The distances between neighbours."""
    return {second - first for first, second in pairwise(ranks)}
