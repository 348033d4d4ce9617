"""Places: shared ones, options to break ties, the disqualified, substitutes, teams."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ranking.criteria import EMA_CRITERIA, Criterion, Result
from scoring.ranking.errors import RankingError
from scoring.ranking.standings import Entrant, Standing, movement, standings, team_standings

WIN, SECOND, THIRD, LAST = 48, 24, 12, 0
TP, SCORE, HANDS = Criterion.TABLE_POINTS, Criterion.SCORE, Criterion.HANDS_WON
BEST, DIRECT, LOT = Criterion.BEST_SESSION, Criterion.DIRECT_ENCOUNTER, Criterion.LOT
FOUR = [Entrant(name) for name in "abcd"]


def places(ranking):
    return [(standing.place, standing.entry) for standing in ranking]


def decisions(ranking):
    return [standing.decided_by for standing in ranking]


def refusal(call, *args, **kwargs):
    with pytest.raises(RankingError) as caught:
        call(*args, **kwargs)
    return caught.value.code, caught.value.params


def test_table_points_first_then_score_then_a_shared_place():
    results = [
        Result("a", 1, LAST, 500),
        Result("b", 1, SECOND, 10),
        Result("c", 1, SECOND, 20),
        Result("d", 1, SECOND, 10),
    ]
    ranking = standings(FOUR, results)
    assert places(ranking) == [(1, "c"), (2, "b"), (2, "d"), (4, "a")]
    assert [standing.shared for standing in ranking] == [False, True, True, False]
    assert decisions(ranking) == [None, SCORE, SCORE, TP]


def test_a_standing_carries_its_figures():
    results = [Result("a", 2, WIN, 9, hands_won=3), Result("a", 1, 18, -4, hands_won=2)]
    (ranking,) = standings([Entrant("a")], results)
    assert ranking == Standing(
        place=1,
        entry="a",
        table_points=66,
        score=5,
        hands_won=5,
        shared=False,
        disqualified=False,
        decided_by=None,
        results=(results[1], results[0]),
    )


def test_who_has_no_result_is_listed_with_zeros():
    ranking = standings(FOUR[:2], [Result("a", 1, LAST, -50)])
    assert places(ranking) == [(1, "b"), (2, "a")]
    assert (ranking[0].table_points, ranking[0].score, ranking[0].results) == (0, 0, ())
    assert standings([], []) == ()


def test_sixteen_players_and_two_substitutes_make_a_ranking_of_sixteen():
    players = [Entrant(number) for number in range(1, 17)]
    substitutes = [Entrant(number, ranked=False) for number in (17, 18)]
    results = [Result(number, 1, WIN, 100) for number in (17, 18)]
    ranking = standings(players + substitutes, results)
    assert sorted(standing.entry for standing in ranking) == list(range(1, 17))
    assert max(standing.place for standing in ranking) <= 16


def test_the_disqualified_keep_their_scores_lose_their_points_and_come_last():
    entrants = [Entrant("a"), Entrant("b", disqualified=True), Entrant("c")]
    results = [Result("a", n, THIRD, -80) for n in (1, 2)]
    results += [Result("b", n, WIN, 200) for n in (1, 2)]
    ranking = standings(entrants, results)
    assert places(ranking) == [(1, "a"), (2, "c"), (3, "b")]
    assert (ranking[2].table_points, ranking[2].score, ranking[2].disqualified) == (0, 400, True)
    assert ranking[2].decided_by is None
    assert [result.table_points for result in ranking[0].results] == [12, 12]


def test_two_disqualified_are_ranked_among_themselves():
    entrants = [Entrant("a", disqualified=True), Entrant("b", disqualified=True), Entrant("c")]
    results = [Result("a", 1, WIN, 10), Result("b", 1, LAST, 20)]
    assert places(standings(entrants, results)) == [(1, "c"), (2, "b"), (3, "a")]


def test_hands_won_decide_when_asked_and_known():
    results = [Result("a", 1, WIN, 10, hands_won=3), Result("b", 1, WIN, 10, hands_won=5)]
    ranking = standings(FOUR[:2], results, criteria=(TP, SCORE, HANDS))
    assert places(ranking) == [(1, "b"), (2, "a")]
    assert decisions(ranking) == [None, HANDS]
    unknown = [results[0], replace(results[1], hands_won=None)]
    ranking = standings(FOUR[:2], unknown, criteria=(TP, SCORE, HANDS))
    assert places(ranking) == [(1, "a"), (1, "b")]


def test_the_best_session_decides_by_points_then_score():
    results = [
        Result("a", 1, SECOND, 10),
        Result("a", 2, SECOND, 0),
        Result("b", 1, WIN, 8),
        Result("b", 2, LAST, 2),
        Result("c", 1, WIN, 9),
        Result("c", 2, LAST, 1),
    ]
    ranking = standings(FOUR[:3], results, criteria=(TP, SCORE, BEST))
    assert places(ranking) == [(1, "c"), (2, "b"), (3, "a")]
    assert places(standings(FOUR[:2], [], criteria=(TP, BEST))) == [(1, "a"), (1, "b")]


def test_the_direct_encounter_counts_tables_shared_by_the_tied():
    results = [
        Result("a", 1, SECOND, 10, table=1),
        Result("b", 1, SECOND, 20, table=1),
        Result("c", 1, SECOND, 30, table=2),
        Result("d", 1, WIN, 90, table=1),
        Result("a", 2, SECOND, 20, table=1),
        Result("b", 2, SECOND, 10, table=2),
        Result("c", 2, SECOND, 0, table=2),
    ]
    ranking = standings(FOUR, results, criteria=(TP, SCORE, DIRECT))
    assert places(ranking) == [(1, "d"), (2, "b"), (3, "a"), (3, "c")]
    assert decisions(ranking) == [None, SCORE, DIRECT, DIRECT]


def test_equal_scores_at_the_same_table_are_no_encounter_won():
    results = [Result("a", 1, 36, 10, table=1), Result("b", 1, 36, 10, table=1)]
    ranking = standings(FOUR[:2], results, criteria=(TP, SCORE, DIRECT))
    assert places(ranking) == [(1, "a"), (1, "b")]


def test_a_session_missed_is_no_encounter():
    results = [
        Result("a", 1, 0, 0),
        Result("b", 1, 0, 0),
        Result("b", 2, 0, 1),
        Result("a", 2, 0, 1),
    ]
    ranking = standings(FOUR[:2], results, criteria=(TP, SCORE, DIRECT))
    assert places(ranking) == [(1, "a"), (1, "b")]


def test_lots_depend_on_the_seed_alone():
    drawn = {
        seed: places(standings(FOUR, [], criteria=(TP, SCORE, LOT), lot_seed=seed))
        for seed in ("one", "two", "three")
    }
    again = standings(reversed(FOUR), [], criteria=(TP, SCORE, LOT), lot_seed="one")
    assert places(again) == drawn["one"]
    assert [place for place, _ in drawn["one"]] == [1, 2, 3, 4]
    assert len({tuple(order) for order in drawn.values()}) > 1


def test_sessions_limit_the_ranking():
    results = [Result("a", 1, WIN, 50), Result("b", 2, WIN, 60), Result("a", 3, WIN, 1)]
    assert places(standings(FOUR[:2], results, sessions={2})) == [(1, "b"), (2, "a")]
    after_two = standings(FOUR[:2], results, sessions=range(1, 3))
    assert places(after_two) == [(1, "b"), (2, "a")]
    assert places(standings(FOUR[:2], results)) == [(1, "a"), (2, "b")]


def test_places_gained_and_lost():
    results = [Result("a", 1, WIN, 50), Result("b", 1, SECOND, 10), Result("b", 2, WIN, 60)]
    before = standings(FOUR[:2], results, sessions={1})
    after = standings(FOUR[:3], results)
    assert movement(before, after) == {"a": -1, "b": 1, "c": None}


ENTRANTS = st.lists(
    st.builds(Entrant, st.integers(1, 9), st.booleans(), st.booleans()),
    unique_by=lambda entrant: entrant.id,
    max_size=8,
)
CRITERIA = st.lists(st.sampled_from(Criterion), min_size=1, unique=True)


@settings(max_examples=30)
@given(data=st.data(), entrants=ENTRANTS, criteria=CRITERIA)
def test_the_order_of_what_comes_in_makes_no_difference(data, entrants, criteria):
    results = [
        data.draw(
            st.builds(
                Result,
                st.just(entrant.id),
                st.just(session),
                st.sampled_from([0, 12, 24, 48]),
                st.integers(-2, 2),
                st.none() | st.integers(0, 2),
                st.none() | st.integers(1, 2),
            )
        )
        for entrant in entrants
        for session in (1, 2)
    ]
    ranking = standings(entrants, results, criteria=criteria, lot_seed="s")
    shuffled = data.draw(st.permutations(entrants)), data.draw(st.permutations(results))
    assert standings(*shuffled, criteria=criteria, lot_seed="s") == ranking
    assert {line.entry for line in ranking} == {one.id for one in entrants if one.ranked}
    for line in ranking:
        better = sum(other.place < line.place for other in ranking)
        same = sum(other.place == line.place for other in ranking)
        assert (line.place, line.shared) == (better + 1, same > 1)


def test_what_cannot_be_ranked():
    one = Result("a", 1, WIN, 1)
    assert refusal(standings, FOUR, [], criteria=()) == ("no_criteria", {})
    assert refusal(standings, FOUR, [], criteria=(TP, LOT)) == ("lot_without_seed", {})
    assert refusal(standings, [*FOUR, FOUR[0]], []) == (
        "duplicate_entrant",
        {"count": 5, "different": 4},
    )
    assert refusal(standings, FOUR[1:], [one]) == ("unknown_entry", {"entry": "a"})
    assert refusal(standings, FOUR, [one, one]) == (
        "duplicate_result",
        {"entry": "a", "session": 1},
    )
    assert refusal(team_standings, [], {}, best=0) == ("team_size", {"best": 0})


def test_teams_sum_their_members_and_share_places():
    results = [
        Result("a", 1, WIN, 10),
        Result("b", 1, LAST, -10),
        Result("c", 1, SECOND, 5),
        Result("d", 1, SECOND, -5),
    ]
    ranking = standings([*FOUR, Entrant("e")], results)
    ranked = team_standings(ranking, {"a": "North", "b": "North", "c": "East", "d": "East"})
    assert [(t.place, t.team, t.table_points, t.score, t.shared) for t in ranked] == [
        (1, "East", 48, 0, True),
        (1, "North", 48, 0, True),
    ]
    assert (ranked[1].members, ranked[1].counted) == (("a", "b"), ("a", "b"))


def test_only_the_best_members_count_when_asked():
    results = [
        Result(1, 1, WIN, 10),
        Result(2, 1, LAST, -10),
        Result(3, 1, SECOND, 5),
        Result(4, 1, SECOND, 7),
        Result(5, 1, WIN, 0),
    ]
    ranking = standings([Entrant(n) for n in range(1, 6)], results)
    teams = dict.fromkeys(range(1, 5), 1) | {5: 2}
    first, second = team_standings(ranking, teams, best=3)
    assert (first.place, first.team, first.table_points, first.score) == (1, 1, 96, 22)
    assert (first.counted, first.members) == ((1, 4, 3), (1, 4, 3, 2))
    assert (second.place, second.team, second.table_points) == (2, 2, 48)


def test_ema_ranks_by_two_criteria():
    assert EMA_CRITERIA == (TP, SCORE)
