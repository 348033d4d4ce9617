"""The ranking of a tournament out of its rows, and its versions."""

import pytest

from journal.models import Event
from scoring.models import Standings
from scoring.selectors.standings import (
    open_tables,
    rank,
    rank_session,
    rank_teams,
    read_play,
    standings_at,
    team_standings_at,
)
from scoring.services.standings import publish_standings
from tests.builders import add_entries, add_session, make_player, make_tournament, make_user
from tests.scoring.tables import (
    add_win,
    close_session,
    close_with_hands,
    close_with_totals,
    stand_in,
)
from tournaments.models import Entry, Session, Tournament

pytestmark = pytest.mark.django_db


def places(rows):
    return [(row.place, row.entry.number, row.table_points, row.score) for row in rows]


def test_table_points_then_score_then_a_shared_place():
    tournament = make_tournament()
    session = add_session(tournament, entries=add_entries(tournament, 8))
    close_with_totals(session.tables.get(number=1), (30, 10, -10, -30))
    close_with_totals(session.tables.get(number=2), (40, 10, -20, -30))

    assert places(standings_at(tournament)) == [
        (1, 2, 48, 40),
        (2, 1, 48, 30),
        (3, 3, 24, 10),
        (3, 4, 24, 10),
        (5, 5, 12, -10),
        (6, 6, 12, -20),
        (7, 7, 0, -30),
        (7, 8, 0, -30),
    ]
    assert [row.leads for row in standings_at(tournament)] == [
        True,
        True,
        True,
        False,
        True,
        True,
        True,
        False,
    ]


def test_sixteen_players_and_two_substitutes_are_a_ranking_of_sixteen():
    """Case 6."""
    tournament = make_tournament()
    session = add_session(tournament, entries=add_entries(tournament, 16))
    for number, table in zip((17, 18), session.tables.all()[:2], strict=True):
        substitute = Entry.objects.create(
            tournament=tournament,
            player=make_player(number),
            number=number,
            kind=Entry.Kind.SUBSTITUTE,
            counts_for_ranking=False,
        )
        stand_in(table, "A", substitute, from_hand=5)
    close_session(session, (90, 10, -40, -60))

    rows = standings_at(tournament)
    assert sorted(row.entry.number for row in rows) == list(range(1, 17))
    assert max(row.place for row in rows) <= 16
    assert {row.entry.number: row.table_points for row in rows}[1] == 0


def test_a_disqualified_player_is_last_with_no_table_points_and_others_keep_theirs():
    """Case 8, over the whole tournament."""
    tournament = make_tournament()
    entries = add_entries(tournament, 4)
    for number in (1, 2):
        close_session(add_session(tournament, number, entries=entries))
    entries[0].state = Entry.State.DISQUALIFIED
    entries[0].save()

    rows = standings_at(tournament)
    assert places(rows) == [(1, 2, 48, 20), (2, 3, 24, -20), (3, 4, 0, -60), (4, 1, 0, 60)]
    assert [row.disqualified for row in rows] == [False, False, False, True]


def test_who_never_came_is_not_ranked():
    tournament = make_tournament()
    entries = add_entries(tournament, 5)
    entries[4].state = Entry.State.NO_SHOW
    entries[4].playing = False
    entries[4].save()
    close_session(add_session(tournament, entries=entries[:4]))

    assert [row.entry.number for row in standings_at(tournament)] == [1, 2, 3, 4]


def test_one_session_alone_and_movement_since_the_one_before():
    tournament = make_tournament()
    entries = add_entries(tournament, 4)
    close_session(add_session(tournament, 1, entries=entries), (30, 10, -10, -30))
    close_session(add_session(tournament, 2, entries=entries), (-99, 10, -10, 99))

    play = read_play(tournament)
    assert [(row.entry.number, row.place, row.moved) for row in rank(play)] == [
        (4, 1, 3),
        (2, 2, 0),
        (1, 3, -2),
        (3, 4, -1),
    ]
    assert [row.entry.number for row in rank_session(play, 2)] == [4, 2, 3, 1]
    assert [row.entry.number for row in rank(play, [1])] == [1, 2, 3, 4]
    assert [cell.score for cell in rank(play)[0].cells] == [-30, 99]


@pytest.mark.parametrize(
    ("scoring", "counted", "figures"), [("all", 4, (192, 120)), ("best_three", 3, (144, 90))]
)
def test_teams_by_all_members_or_the_best_three(scoring, counted, figures):
    tournament = make_tournament(has_teams=True, team_scoring=scoring)
    entries = add_entries(tournament, 16)
    session = add_session(tournament, entries=entries)
    # Table n seats n, n+4, n+8, n+12: seats A hold team 1, D team 4.
    close_session(session)
    rows = team_standings_at(tournament)
    assert [(row.place, row.team.name) for row in rows] == [
        (1, "Team 1"),
        (2, "Team 2"),
        (3, "Team 3"),
        (4, "Team 4"),
    ]
    assert (rows[0].table_points, rows[0].score) == figures
    assert (len(rows[0].members), rows[0].counted) == (4, counted)


def test_the_results_of_an_open_table_do_not_count():
    tournament = make_tournament()
    session = add_session(tournament, entries=add_entries(tournament, 8))
    close_with_totals(session.tables.get(number=1), (30, 10, -10, -30))
    close_with_totals(session.tables.get(number=2), (90, 10, -10, -90))
    sheet = session.tables.get(number=2).sheet
    sheet.closed_at = None
    sheet.save()

    assert places(standings_at(tournament))[0] == (1, 1, 48, 30)
    assert [table.number for table in open_tables(tournament)] == [2]


def test_hands_won_can_decide():
    tournament = make_tournament(criteria=["table_points", "score", "hands_won"])
    session = add_session(tournament, entries=add_entries(tournament, 8))
    one, two = session.tables.all()
    add_win(one, 1, 24, "A", "B")
    add_win(two, 1, 8, "A", "C")
    add_win(two, 2, 8, "B", "A")
    add_win(two, 3, 8, "A", "B")
    for table in (one, two):
        close_with_hands(table, 3)
    assert places(standings_at(tournament))[:2] == [(1, 2, 48, 48), (2, 1, 48, 48)]


def test_publishing_keeps_a_numbered_version_with_its_event():
    tournament = make_tournament()
    user = make_user()
    session = add_session(tournament, entries=add_entries(tournament, 8))
    close_with_totals(session.tables.get(number=1), (10, 10, 10, -30))

    first = publish_standings(by=user, tournament=tournament)
    close_with_totals(session.tables.get(number=2), (30, 10, -10, -30))
    second = publish_standings(by=user, tournament=tournament, reason="table 2 closed")

    assert (first.version, first.provisional, first.through_session) == (1, True, 1)
    assert (second.version, second.provisional) == (2, False)
    assert Tournament.objects.get().standings_version == tournament.standings_version == 2
    assert first.rows[0] == {
        "place": 1,
        "start_number": 1,
        "name": "First01 Last01",
        "country": "GER",
        "team": None,
        "table_points": "7/3",
        "score": 10,
    }
    assert Standings.objects.get(version=2).team_rows == []
    assert [(event.verb, event.actor_name, event.reason) for event in Event.objects.all()] == [
        ("standings.published", "olga", "table 2 closed"),
        ("standings.published", "olga", ""),
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_the_standings_take_two_queries(count, django_assert_num_queries):
    tournament = make_tournament(has_teams=True)
    entries = add_entries(tournament, 4 * count)
    for number in range(1, count + 1):
        close_session(
            add_session(tournament, number, entries=entries, state=Session.State.FINISHED)
        )
    with django_assert_num_queries(2):
        play = read_play(tournament)
        assert len(rank(play)) == 4 * count
        assert len(rank_teams(play)) == count
