"""A real tournament, from its hands to its final ranking, with the cores alone.

72 players in 18 teams, six sessions, 1431 hands; fifteen tables of the last session hold totals
only.
"""

import json
from collections import Counter

import pytest

from scoring.engine.penalties import PenaltyBook, penalty_payments
from scoring.engine.penalty_books import book_rules
from scoring.engine.rotation import Seat
from scoring.engine.settle import settle
from scoring.engine.sheet import (
    NoWin,
    Sheet,
    SheetPenalty,
    Win,
    add_up,
    sheet_rows,
    totals_problems,
    typed_problems,
)
from scoring.ranking.criteria import Result
from scoring.ranking.standings import Entrant, standings, team_standings
from scoring.ranking.table_points import table_points
from tests.shared_data import shared_file

FALSE_HUS = {
    penalty_payments(rule, offender=offender, amount=rule.lowest): f"{rule.code} {offender.name}"
    for rule in book_rules(PenaltyBook.EMA_2009)
    if rule.code in ("P1", "P2")
    for offender in Seat
}


@pytest.fixture(scope="module")
def tournament():
    return json.loads(shared_file("tournaments/madrid2017_mcr_72p_6r_hands.json").read_text())


def sheet_of(table):
    """The sheet of a recorded table; its hands name players, not seats."""
    seat = {player: Seat(index) for index, player in enumerate(table["players_ESWN"])}
    seat[None] = None
    hands, penalties = {}, []
    for hand in table["hands"]:
        won = hand["winner"] is not None
        hands[hand["n"]] = (
            Win(hand["points"], winner=seat[hand["winner"]], discarder=seat[hand["discarder"]])
            if won
            else NoWin.DRAWN
        )
        if payments := tuple(hand.get("penalties_ESWN", ())):
            penalties.append(SheetPenalty(payments, hand["n"], FALSE_HUS[payments]))
    return Sheet(sheet_rows(hands, last_hand=max(hands)), tuple(penalties))


def recorded_tables(tournament):
    return [table for table in tournament["tables"] if not table["totals_only"]]


def test_every_sheet_adds_up_to_the_recorded_scores(tournament):
    tables = recorded_tables(tournament)
    assert sum(len(table["hands"]) for table in tables) == 1431
    for table in tables:
        result = add_up(sheet_of(table))
        assert typed_problems(result.totals, table["scores_ESWN"]) == ()
        assert (result.problems, result.one_sided, sum(result.totals)) == ((), 0, 0)


def test_the_recorded_penalties_are_false_hus_of_the_book(tournament):
    penalties = [p for table in recorded_tables(tournament) for p in sheet_of(table).penalties]
    assert Counter(penalty.key[:2] for penalty in penalties) == {"P1": 9, "P2": 2}


def test_the_line_of_a_hand_shows_the_false_hu_and_the_win(tournament):
    table = next(t for t in tournament["tables"] if (t["round"], t["table"]) == (3, 6))
    line = add_up(sheet_of(table)).lines[0]
    winner, discarder = (
        Seat(table["players_ESWN"].index(table["hands"][0][name]))
        for name in ("winner", "discarder")
    )
    assert [part.payments for part in line.parts] == [
        settle(21, winner=winner, discarder=discarder),
        (20, -60, 20, 20),
    ]


def test_the_tables_with_totals_only_balance(tournament):
    tables = [table for table in tournament["tables"] if table["totals_only"]]
    assert len(tables) == 15
    assert [totals_problems(table["scores_ESWN"]) for table in tables] == [()] * 15


def test_every_table_gives_the_recorded_table_points(tournament):
    points = [table_points(table["scores_ESWN"]) for table in tournament["tables"]]
    recorded = [
        tuple(round(12 * value) for value in t["table_points_ESWN"]) for t in tournament["tables"]
    ]
    assert points == recorded
    assert sum(map(sum, points)) == 756 * 12


def results_of(tournament):
    """One result a seat; scores from the hands wherever there are any."""
    for table in tournament["tables"]:
        recorded = tuple(table["scores_ESWN"])
        scores = recorded if table["totals_only"] else add_up(sheet_of(table)).totals
        seats = zip(table["players_ESWN"], table_points(scores), scores, strict=True)
        for player, points, score in seats:
            yield Result(player, table["round"], points, score, table=table["table"])


@pytest.fixture(scope="module")
def ranking(tournament):
    entrants = [Entrant(player["no"]) for player in tournament["players"]]
    return standings(entrants, results_of(tournament))


def test_the_final_ranking(tournament, ranking):
    expected = [
        (row["place"], row["no"], round(12 * row["table_points"]), row["score"])
        for row in tournament["final_ranking_computed"]
    ]
    assert [(s.place, s.entry, s.table_points, s.score) for s in ranking] == expected
    assert [(s.table_points, s.score) for s in ranking[:3]] == [
        (21 * 12, 994),
        (20 * 12, 800),
        (20 * 12, 711),
    ]


def test_the_ranking_of_the_teams(tournament, ranking):
    teams = {player["no"]: player["team"] for player in tournament["players"]}
    ranked = team_standings(ranking, teams)
    expected = [
        (row["place"], row["team"], round(12 * row["table_points"]), row["score"])
        for row in tournament["team_ranking_computed"]
    ]
    assert [(t.place, t.team, t.table_points, t.score) for t in ranked] == expected
    assert [(t.table_points // 12, t.score) for t in ranked[:3]] == [
        (62, 1827),
        (58, 1774),
        (53, 936),
    ]
