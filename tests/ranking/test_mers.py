"""The European ranking against published and constructed vectors."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ranking.errors import RankingError
from scoring.ranking.mers import (
    RatedResult,
    age_factor,
    anniversary,
    base_rank,
    country_rating,
    format_rating,
    part_a_count,
    rate,
    round_half_up,
    tournament_weight,
)
from tests.shared_data import shared_file

DATA = Path(__file__).parent.parent / "data"
VECTORS = json.loads((DATA / "mers_test_vectors.json").read_text())
PUBLISHED = json.loads((DATA / "published_ranking_points.json").read_text())["rows"]
FULL, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


@pytest.mark.parametrize("row", VECTORS["base_rank"], ids=lambda r: f"{r['place']} of {r['n']}")
def test_base_rank(row):
    assert base_rank(row["place"], row["n"]) == row["base_rank"]


def test_a_half_is_rounded_up():
    assert base_rank(2, 2001) == 1000
    assert base_rank(4, 2001) == 999


@pytest.mark.parametrize("row", VECTORS["tournament_weight"], ids=str)
def test_weight(row):
    figures = {name: row[name] for name in ("days", "players", "countries", "qualification")}
    assert tournament_weight(**figures) == row["weight"]


@pytest.mark.parametrize(
    ("players", "substitutes", "weight"),
    [(16, 2, 1), (39, 1, 1), (39, 2, 1.5), (37, 4, 1), (38, 3, 1.5), (78, 3, 2), (77, 9, 1.5)],
)
def test_up_to_three_substitutes_count_as_players(players, substitutes, weight):
    assert (
        tournament_weight(days=1, players=players, countries=1, substitutes=substitutes) == weight
    )


@pytest.mark.parametrize("row", VECTORS["part_a_count"], ids=lambda r: f"n={r['n']}")
def test_part_a_count(row):
    assert part_a_count(row["n"]) == row["n_a"]


def rated(rows):
    return [RatedResult(r["base_rank"], Fraction(r["weight"]), Fraction(r["age"])) for r in rows]


@pytest.mark.parametrize("vector", VECTORS["player_rating"], ids=lambda v: v["name"])
def test_rating(vector):
    rating, expected = rate(rated(vector["results"])), vector["expected"]
    if expected is None:
        assert rating is None
        return
    assert float(rating.part_a) == pytest.approx(expected["part_a"], abs=0.00005)
    assert float(rating.part_b) == pytest.approx(expected["part_b"], abs=0.00005)
    assert format_rating(rating.value) == f"{expected['rating']:.2f}"
    assert len(rating.results_a) == min(expected["n"], expected["n_a"])
    assert len(rating.results_b) == min(expected["n"], 4)


@pytest.mark.parametrize(
    ("ended", "on", "factor"),
    [
        (date(2024, 5, 12), date(2024, 5, 11), NONE),
        (date(2024, 5, 12), date(2024, 5, 12), FULL),
        (date(2024, 5, 12), date(2025, 5, 12), FULL),
        (date(2024, 5, 12), date(2025, 5, 13), HALF),
        (date(2024, 5, 12), date(2026, 5, 12), HALF),
        (date(2024, 5, 12), date(2026, 5, 13), NONE),
        (date(2024, 2, 29), date(2025, 2, 28), FULL),
        (date(2024, 2, 29), date(2025, 3, 1), HALF),
        (date(2024, 2, 29), date(2026, 2, 28), HALF),
        (date(2024, 2, 29), date(2026, 3, 1), NONE),
        (date(2022, 2, 28), date(2024, 2, 28), HALF),
        (date(2022, 2, 28), date(2024, 2, 29), NONE),
        (date(2023, 2, 28), date(2024, 2, 29), HALF),
    ],
)
def test_age(ended, on, factor):
    assert age_factor(ended, on) == factor


def test_the_fourth_anniversary_of_29_february_is_that_day():
    assert anniversary(date(2024, 2, 29), 4) == date(2028, 2, 29)


def test_results_too_old_do_not_list_a_player():
    new, old = RatedResult(1000, Fraction(6)), RatedResult(900, Fraction(6), NONE)
    assert rate([new, old]) is None
    assert rate([]) is None
    assert rate([new, new, old]) == rate([new, new])


def test_among_equal_base_ranks_the_heavier_is_chosen():
    four = [RatedResult(900, Fraction(1))] * 3
    light, aged, heavy = (
        RatedResult(500, Fraction(1)),
        RatedResult(500, Fraction(5), HALF),
        RatedResult(500, Fraction(3)),
    )
    for order in ([light, aged, heavy], [heavy, light, aged]):
        rating = rate(four + order)
        assert rating.results_b == (*four, heavy)
        assert rating.results_a[3:] == (heavy, aged, light)


RESULTS = st.lists(
    st.builds(
        RatedResult,
        st.integers(0, 1000),
        st.integers(2, 12).map(lambda halves: Fraction(halves, 2)),
        st.sampled_from([NONE, HALF, FULL]),
    ),
    max_size=14,
)


@settings(max_examples=40)
@given(data=st.data(), results=RESULTS)
def test_a_rating_lies_between_nothing_and_the_best_result(data, results):
    rating = rate(results)
    counting = [result for result in results if result.age]
    assert (rating is None) == (len(counting) < 2)
    if rating is not None:
        assert 0 <= rating.value <= max(result.base_rank for result in counting)
        assert rating.part_b >= rating.part_a
        assert rate(data.draw(st.permutations(results))) == rating


def test_a_country_is_always_divided_by_three():
    assert country_rating([]) == 0
    assert country_rating(map(Fraction, (900, 100, 800, 700))) == 800
    assert format_rating(country_rating([Fraction(500)])) == "166.67"


def test_the_published_list_rounds_to_the_nearest():
    """Where history explains a value to within one point, the list shows its nearest integer.

    Two of the ten rows differ by more: their players' histories are not known in full.
    """
    close = [row for row in PUBLISHED if abs(row["published"] - row["recomputed"]) < 1]
    assert len(close) == 8
    for row in close:
        assert round_half_up(Fraction(str(row["recomputed"]))) == row["published"]


def test_a_real_tournament():
    madrid = json.loads(shared_file("tournaments/madrid2017_mcr_72p_6r_hands.json").read_text())
    ranks = [base_rank(row["place"], 72) for row in madrid["final_ranking_computed"]]
    assert ranks == [row["base_rank"] for row in madrid["final_ranking_computed"]]
    countries = len({player["country_iso2"] for player in madrid["players"]})
    weight = tournament_weight(days=2, players=72, countries=countries)
    assert weight == madrid["mers_weight_2018_rules_if_2_days"]


@pytest.mark.parametrize(("place", "players"), [(0, 16), (17, 16)])
def test_places_that_do_not_exist(place, players):
    with pytest.raises(RankingError, match="no_such_place"):
        base_rank(place, players)


def test_one_player_makes_no_ranking():
    with pytest.raises(RankingError, match="too_few_players"):
        base_rank(1, 1)


@pytest.mark.parametrize("name", ["days", "players", "countries", "substitutes"])
def test_figures_that_weigh_nothing(name):
    figures = {"days": 1, "players": 16, "countries": 1, "substitutes": 0}
    with pytest.raises(RankingError, match="weight_figures"):
        tournament_weight(**figures | {name: -1})
