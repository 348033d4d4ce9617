"""From stored rows to a table's result."""

import pytest

from scoring.engine.errors import Problem
from scoring.models import Penalty, TableResult
from scoring.selectors.results import load_tables, table_problems, table_results, table_totals
from tests.builders import add_entries, add_session, make_player, make_tournament
from tests.scoring.tables import (
    add_drawn,
    add_penalty,
    add_win,
    close_with_hands,
    close_with_totals,
    sitting,
    stand_in,
)
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    tournament = make_tournament()
    return add_session(tournament, entries=add_entries(tournament, 4)).tables.get()


def rows_of(table):
    return load_tables([table])[0]


def add_substitute(table, number=5):
    return Entry.objects.create(
        tournament=table.session.tournament,
        player=make_player(number),
        number=number,
        kind=Entry.Kind.SUBSTITUTE,
        playing=False,
        counts_for_ranking=False,
    )


def results_of(table):
    return [
        (one.seat, one.entry.number, one.score, one.table_points, one.counts)
        for one in table_results(rows_of(table))
    ]


def test_hands_and_penalties_add_up_to_the_result(table):
    add_win(table, 1, 24, "A", "C")
    add_win(table, 2, 11, "B", "A")
    add_drawn(table, 3)
    add_penalty(table.session, sitting(table, "D"), "P1", hand=1, amount=30, each_opponent=10)
    add_penalty(table.session, sitting(table, "A"), "P4", amount=10)
    add_penalty(
        table.session, sitting(table, "B"), "KNOCK", hand=2, amount=5, to_entry=sitting(table, "C")
    )
    close_with_hands(table, 3)

    assert table_totals(rows_of(table)) == (
        48 - 19 + 10 - 10,
        -8 + 35 + 10 - 5,
        -32 - 8 + 10 + 5,
        -8 - 8 - 30,
    )
    stored = TableResult.objects.values_list("seat", "score", "table_points")
    assert list(stored) == [("A", 29, 24), ("B", 32, 48), ("C", -25, 12), ("D", -46, 0)]


def test_voided_hands_and_revoked_penalties_do_not_count(table):
    wrong = add_win(table, 1, 88, "A", "C")
    wrong.voided_at = wrong.entered_at
    wrong.save()
    add_win(table, 1, 8, "B", version=2)
    fine = add_penalty(table.session, sitting(table, "A"), "P4", amount=10)
    fine.revoked_at = fine.given_at
    fine.save()
    close_with_hands(table, 1)

    assert table_totals(rows_of(table)) == (-16, 48, -16, -16)


def test_lost_flowers_leave_the_hand_without_its_flower_points(table):
    add_win(table, 1, 12, "A", "B", flowers=2)
    add_penalty(
        table.session, sitting(table, "A"), "P3F", hand=1, effect=Penalty.Effect.FLOWERS_LOST
    )
    close_with_hands(table, 1)

    assert table_totals(rows_of(table)) == (34, -18, -8, -8)


def test_equal_scores_share_their_table_points_exactly(table):
    close_with_totals(table, (10, 10, 10, -30))

    assert [one.table_points for one in TableResult.objects.all()] == [28, 28, 28, 0]


def test_a_stand_in_for_an_ill_player_gets_nothing_and_the_others_4_2_1(table):
    """Case 7: the substitute ends first."""
    substitute = add_substitute(table)
    stand_in(table, "A", substitute, from_hand=9)
    close_with_totals(table, (90, 10, -40, -60))

    assert results_of(table) == [
        ("A", 1, 0, 0, True),
        ("A", 5, 90, 0, False),
        ("B", 2, 10, 48, True),
        ("C", 3, -40, 24, True),
        ("D", 4, -60, 12, True),
    ]


def test_after_a_lost_session_the_substitute_can_win_table_points(table):
    late = sitting(table, "A")
    add_penalty(table.session, late, "P6", effect=Penalty.Effect.SESSION_LOST)
    stand_in(table, "A", add_substitute(table), from_hand=2)
    close_with_totals(table, (90, 10, -40, -60))

    assert results_of(table)[:3] == [
        ("A", 1, 0, 0, True),
        ("A", 5, 90, 48, False),
        ("B", 2, 10, 24, True),
    ]


def test_a_disqualified_player_keeps_the_score_and_has_no_table_points(table):
    """Case 8, at the table where it happened."""
    add_penalty(table.session, sitting(table, "B"), "DQ", effect=Penalty.Effect.DISQUALIFIED)
    close_with_totals(table, (10, 90, -40, -60))

    assert results_of(table) == [
        ("A", 1, 10, 48, True),
        ("B", 2, 90, 0, True),
        ("C", 3, -40, 24, True),
        ("D", 4, -60, 12, True),
    ]


def test_an_open_table_has_no_stored_result_and_says_what_is_missing(table):
    """Case 5: hand 5 is empty and the later ones are not dropped."""
    for number in (1, 2, 3, 4, 6):
        add_drawn(table, number)

    assert table_problems(rows_of(table))[0] == Problem("hand_missing", {"hand": 5})
    assert TableResult.objects.count() == 0


@pytest.mark.parametrize("count", [1, 3])
def test_loading_tables_takes_four_queries(count, django_assert_num_queries):
    tournament = make_tournament()
    session = add_session(tournament, entries=add_entries(tournament, 4 * count))
    for table in session.tables.all():
        add_win(table, 1, 8, "A")
    tables = list(session.tables.all())
    with django_assert_num_queries(4):
        assert [table_totals(rows)[0] for rows in load_tables(tables)] == [48] * count
