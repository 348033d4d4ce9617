"""The Mahjong European Ranking System: what a result is worth and how it ages.

All values are exact; rounding (half up) happens when a number is shown. Source: EMA requirements
and guidelines for MERS tournaments (18 December 2018).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from scoring.ranking.errors import RankingError

HALF = Fraction(1, 2)
MOST_DAYS = 3
COUNTED_SUBSTITUTES = 3
RESULTS_TO_BE_LISTED = 2
SMALLEST_PART_A = 5
PART_B = 4
COUNTRY_PLAYERS = 3


@dataclass(frozen=True, slots=True)
class RatedResult:
    """One result of a player: base rank 0 to 1000, the tournament's weight, its age factor."""

    base_rank: int
    weight: Fraction
    age: Fraction = Fraction(1)

    @property
    def effective_weight(self) -> Fraction:
        """The weight that is left at this age."""
        return self.weight * self.age


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating with its reasons: ½ `part_a` + ½ `part_b`.

    `results_a` and `results_b` are the results each part used, without the zeros it was filled up
    with.
    """

    value: Fraction
    part_a: Fraction
    part_b: Fraction
    results_a: tuple[RatedResult, ...]
    results_b: tuple[RatedResult, ...]


def base_rank(place: int, players: int) -> int:
    """The points of `place` among `players`, 1000 for the first and 0 for the last.

    `players` counts everyone in the ranking, with an EMA number or not. Players who share a place
    all get that place's points.
    Raises RankingError: `too_few_players` below two, `no_such_place`.

    >>> base_rank(15, 64)
    778
    """
    if players < 2:
        raise RankingError("too_few_players", players=players)
    if not 1 <= place <= players:
        raise RankingError("no_such_place", place=place, players=players)
    return round_half_up(Fraction(1000 * (players - place), players - 1))


def tournament_weight(
    *, days: int, players: int, countries: int, qualification: bool = False, substitutes: int = 0
) -> Fraction:
    """The weight of a tournament, 1 to 6 in halves.

    Days count up to three; up to three `substitutes` count as players; a guest number counts as the
    organising country; `qualification` means that players had to qualify.
    Raises RankingError `weight_figures` where there are no days, players or countries.

    >>> tournament_weight(days=2, players=64, countries=10)
    Fraction(7, 2)
    """
    if days < 1 or players < 1 or countries < 1 or substitutes < 0:
        raise RankingError(
            "weight_figures",
            days=days,
            players=players,
            countries=countries,
            substitutes=substitutes,
        )
    everyone = players + min(substitutes, COUNTED_SUBSTITUTES)
    return (
        min(days, MOST_DAYS)
        + HALF * ((everyone > 40) + (everyone > 80))
        + HALF * ((countries > 5) + (countries > 9))
        + (1 if qualification else 0)
    )


def anniversary(day: date, years: int) -> date:
    """The same day `years` later; that of 29 February is 28 February in a common year.

    >>> anniversary(date(2024, 2, 29), 1)
    datetime.date(2025, 2, 28)
    """
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def age_factor(ended: date, on: date) -> Fraction:
    """How much a result counts `on` a day: 1, then ½ after the first anniversary, then 0.

    The anniversaries themselves still belong to the year before. A tournament that has not ended
    counts nothing.
    """
    if on < ended or on > anniversary(ended, 2):
        return Fraction(0)
    return Fraction(1) if on <= anniversary(ended, 1) else HALF


def part_a_count(results: int) -> int:
    """How many of `results` results part A takes: 5 + ⌈0.8 · (n − 5)⌉, at least 5.

    >>> [part_a_count(n) for n in (3, 5, 6, 10, 25)]
    [5, 5, 6, 9, 21]
    """
    beyond = max(0, results - SMALLEST_PART_A)
    return SMALLEST_PART_A + -(-4 * beyond // 5)


def rate(results: Iterable[RatedResult]) -> Rating | None:
    """The rating of a player, or None with fewer than two results that still count.

    >>> rating = rate([RatedResult(1000, Fraction(1)), RatedResult(500, Fraction(2))])
    >>> rating and format_rating(rating.value)
    '366.67'
    """
    counting = sorted(
        (result for result in results if result.age > 0),
        key=lambda result: (-result.base_rank, -result.effective_weight),
    )
    if len(counting) < RESULTS_TO_BE_LISTED:
        return None
    best_a = tuple(counting[: part_a_count(len(counting))])
    best_b = tuple(counting[:PART_B])
    part_a = _filled_mean(best_a, SMALLEST_PART_A)
    part_b = _filled_mean(best_b, PART_B)
    return Rating(HALF * part_a + HALF * part_b, part_a, part_b, best_a, best_b)


def _filled_mean(results: Sequence[RatedResult], at_least: int) -> Fraction:
    """The weighted mean, filled up to `at_least` results with base rank 0 and weight 1."""
    filled = max(0, at_least - len(results))
    total = sum((result.base_rank * result.effective_weight for result in results), Fraction(0))
    return total / (sum(result.effective_weight for result in results) + filled)


def country_rating(ratings: Iterable[Fraction]) -> Fraction:
    """The sum of a country's three best ratings divided by three, however many there are.

    >>> country_rating([Fraction(900), Fraction(600)])
    Fraction(500, 1)
    """
    best = sorted(ratings, reverse=True)[:COUNTRY_PLAYERS]
    return sum(best, Fraction(0)) / COUNTRY_PLAYERS


def round_half_up(value: Fraction) -> int:
    """The nearest whole number, as the list of players shows it.

    >>> round_half_up(Fraction(1, 2)), round_half_up(Fraction(5, 2))
    (1, 3)
    """
    return (value + HALF).__floor__()


def format_rating(value: Fraction) -> str:
    """A rating (0 or more) with two decimals, as pages of players and countries show it.

    >>> format_rating(Fraction(1976900, 3000))
    '658.97'
    """
    hundredths = round_half_up(value * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"
