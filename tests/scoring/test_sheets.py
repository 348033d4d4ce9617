"""Closing tables."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from journal.models import Event
from scoring.models import Penalty, TableResult
from scoring.selectors.states import table_ends_at
from scoring.selectors.tables import table_sheet, table_sheets
from scoring.services.penalties import give_penalty
from scoring.services.sessions import approve_session, finish_session, start_session
from scoring.services.sheets import close_table, reopen_table, set_last_hand, set_totals
from tests.builders import START, add_session, make_player
from tests.scoring.play import counts, make_play, scores
from tournaments.models import Entry, Occupant, Seat
from tournaments.services.sessions import change_session

pytestmark = pytest.mark.django_db


def test_a_missing_hand_is_named_and_nothing_after_it_is_dropped(play):
    play.all_hands(but=(5,))
    before = counts()
    with pytest.raises(ValidationError) as refused:
        close_table(by=play.scorer, table=play.table)
    assert refused.value.messages == ["Hand 5 is missing."]
    assert counts() == before
    view = table_sheet(play.table)
    assert (view.result.gaps, len(view.hands), view.next_hand) == ((5,), 15, 5)


def test_closing_writes_scores_table_points_and_standings(play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    assert scores(play.table) == [("A", 48, 48), ("B", -32, 0), ("C", -8, 18), ("D", -8, 18)]
    kept = play.tournament.standings.get()
    assert (kept.version, kept.through_session) == (1, 1)
    assert [(row["place"], row["table_points"], row["score"]) for row in kept.rows] == [
        (1, "4", 48),
        (2, "3/2", -8),
        (2, "3/2", -8),
        (4, "0", -32),
    ]
    assert Event.objects.filter(verb="table.closed").get().after == [48, -32, -8, -8]


def test_a_table_is_closed_once(play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    before = counts()
    with pytest.raises(ValidationError, match="Table 1 is closed already"):
        close_table(by=play.scorer, table=play.table)
    assert counts() == before


def test_totals_from_paper_that_differ_are_named_seat_by_seat(play):
    play.all_hands()
    before = counts()
    with pytest.raises(ValidationError) as refused:
        close_table(by=play.scorer, table=play.table, typed=(48, -23, None, -8))
    assert refused.value.message_dict == {"total_b": ["The hands give -32, not -23."]}
    assert counts() == before
    close_table(by=play.scorer, table=play.table, typed=(48, -32, -8, -8))
    assert TableResult.objects.count() == 4


def test_hands_after_time_over_are_not_played(play):
    play.all_hands(but=(15, 16))
    with pytest.raises(ValidationError, match="Hand 14 is entered"):
        set_last_hand(by=play.scorer, table=play.table, last_hand=13)
    set_last_hand(by=play.scorer, table=play.table, last_hand=14)
    close_table(by=play.scorer, table=play.table)
    assert table_sheet(play.table).strip[3] == ("d", "d", "u", "u")


def test_a_table_closes_with_four_totals_only(play):
    close_table(by=play.scorer, table=play.table, totals=(10, 10, -5, -15))
    assert scores(play.table) == [("A", 10, 36), ("B", 10, 36), ("C", -5, 12), ("D", -15, 0)]


def test_totals_that_do_not_sum_to_nothing_are_refused(play):
    before = counts()
    with pytest.raises(ValidationError, match="sum to 10; they have to sum to 0"):
        close_table(by=play.scorer, table=play.table, totals=(20, 10, -5, -15))
    assert counts() == before


def test_one_sided_penalties_are_known_to_the_sum(play):
    give_penalty(by=play.scorer, session=play.session, entry=play.entries[0], code="P4")
    with pytest.raises(ValidationError) as refused:
        set_totals(by=play.scorer, table=play.table, totals=(10, 10, -5, -15))
    said = "they have to sum to −10: P4 of First01 Last01 (−10) belongs in that player's total."
    assert refused.value.messages == [f"The four totals sum to 0; {said}"]
    give_penalty(by=play.scorer, session=play.session, entry=play.entries[1], code="P1", hand=1)
    give_penalty(by=play.referee, session=play.session, entry=play.entries[2], code="P4")
    with pytest.raises(ValidationError) as refused:
        set_totals(by=play.scorer, table=play.table, totals=(10, 10, -5, -15))
    assert "sum to −20: P4 of First01 Last01 (−10), P4 of First03 Last03 (−10) belong in" in str(
        refused.value
    )
    close_table(by=play.scorer, table=play.table, totals=(0, 10, -15, -15))
    assert [row[1] for row in scores(play.table)] == [0, 10, -15, -15]


def test_a_referee_lets_a_wrong_sum_stand_with_a_reason(play):
    totals = (20, 10, -5, -15)
    with pytest.raises(ValidationError, match="sum to 10"):
        set_totals(by=play.scorer, table=play.table, totals=totals, reason="paper lost")
    sheet = set_totals(by=play.referee, table=play.table, totals=totals, reason="paper lost")
    assert (sheet.totals, sheet.override_reason) == ([20, 10, -5, -15], "paper lost")


@pytest.mark.parametrize("huge", [20_001, 2**31, 10**30])
def test_totals_that_no_table_has_are_refused(play, huge):
    totals = (huge, -huge, 0, 0)
    with pytest.raises(ValidationError, match="beyond 20000 points"):
        set_totals(by=play.referee, table=play.table, totals=totals, reason="typed so")
    with pytest.raises(ValidationError, match="beyond 20000 points"):
        close_table(by=play.referee, table=play.table, totals=totals, reason="typed so")


def test_totals_do_not_stand_beside_hands(play):
    play.hand(1)
    with pytest.raises(ValidationError, match="Hands are entered at this table"):
        set_totals(by=play.scorer, table=play.table, totals=(0, 0, 0, 0))


def test_hands_do_not_stand_beside_totals(play):
    set_totals(by=play.scorer, table=play.table, totals=(0, 0, 0, 0))
    with pytest.raises(ValidationError, match="four totals only"):
        play.hand(1)
    set_totals(by=play.scorer, table=play.table, totals=None)
    assert play.hand(1).version == 1


def test_a_closed_table_is_opened_again_with_a_reason(play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    with pytest.raises(ValidationError, match="Say why"):
        reopen_table(by=play.scorer, table=play.table, reason="")
    reopen_table(by=play.scorer, table=play.table, reason="wrong sheet")
    assert TableResult.objects.count() == 0
    assert [row["score"] for row in play.tournament.standings.first().rows] == [0, 0, 0, 0]


def add_stand_in(play, *, hand):
    """A substitute who takes seat A from a hand on."""
    entry = Entry.objects.create(
        tournament=play.tournament,
        player=make_player(99),
        number=99,
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )
    seat = Seat.objects.get(table=play.table, letter="A")
    Occupant.objects.create(seat=seat, session=play.session, entry=entry, from_hand=hand)
    return entry


def test_who_falls_ill_and_who_takes_over_get_no_table_points(play):
    play.all_hands()
    player = Entry.objects.get(number=1)
    stand_in = add_stand_in(play, hand=9)
    close_table(by=play.scorer, table=play.table)
    rows = play.table.results.order_by("seat", "id").values_list(
        "entry", "score", "table_points", "counts"
    )
    ids = [entry.pk for entry in play.entries]
    assert list(rows) == [
        (player.pk, 0, 0, True),
        (stand_in.pk, 48, 0, False),
        (ids[1], -32, 12, True),
        (ids[2], -8, 36, True),
        (ids[3], -8, 36, True),
    ]


def test_a_session_is_lost_by_who_comes_too_late(play):
    give_penalty(by=play.scorer, session=play.session, entry=play.entries[0], code="P6")
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    assert scores(play.table) == [("A", 0, 0), ("B", -32, 0), ("C", -8, 18), ("D", -8, 18)]


def test_the_disqualified_keep_the_score_and_have_no_table_points(play):
    give_penalty(
        by=play.referee,
        session=play.session,
        entry=play.entries[0],
        code="DQ",
        reason="cheating",
    )
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    assert scores(play.table) == [("A", 48, 0), ("B", -32, 12), ("C", -8, 36), ("D", -8, 36)]
    assert play.tournament.standings.first().rows[-1] == {
        "place": 4,
        "start_number": 1,
        "name": "First01 Last01",
        "country": "GER",
        "team": None,
        "table_points": "0",
        "score": 48,
    }
    assert Penalty.objects.get().effect == "disqualified"


def test_a_session_goes_from_published_to_approved(play):
    session = play.session
    session.state = "published"
    session.save()
    assert start_session(by=play.referee, session=session).state == "running"
    with pytest.raises(ValidationError, match="Table 1 is not closed"):
        finish_session(by=play.referee, session=session)
    close_table(by=play.scorer, table=play.table, totals=(0, 0, 0, 0))
    assert finish_session(by=play.referee, session=session).state == "finished"
    with pytest.raises(ValidationError, match="Session 1 is not running"):
        finish_session(by=play.referee, session=session)
    assert approve_session(by=play.referee, session=session).state == "approved"
    assert [event.verb for event in Event.objects.filter(target="session 1")] == [
        "session.approved",
        "session.finished",
        "session.started",
    ]


@pytest.mark.parametrize(
    ("pressed", "counts_from"),
    [(-61, -61), (-60, 0), (-5, 0), (0, 0), (12, 12), (3 * 24 * 60, 3 * 24 * 60)],
)
def test_time_counts_from_the_start_of_play(play, pressed, counts_from):
    session = play.session
    session.state = "published"
    session.save()
    at = START + dt.timedelta(minutes=pressed)
    started = start_session(by=play.referee, session=session, at=at)
    assert started.begins_at == START + dt.timedelta(minutes=counts_from)
    end = START + dt.timedelta(minutes=counts_from + 120)
    assert table_ends_at(play.table) == end


def test_a_new_start_of_a_running_session_counts_at_once(play):
    session = play.session
    session.state = "published"
    session.save()
    late = START + dt.timedelta(minutes=12)
    start_session(by=play.referee, session=session, at=late)
    changed = change_session(by=play.referee, session=session, starts_at=START, minutes=100)
    assert changed.begins_at == late
    moved = START + dt.timedelta(minutes=20)
    changed = change_session(by=play.referee, session=session, starts_at=moved, minutes=100)
    assert changed.begins_at == moved


def test_a_session_without_seats_is_not_started(play):
    empty = add_session(play.tournament, 2, entries=[], state="published")
    with pytest.raises(ValidationError, match="Session 2 has no seats"):
        start_session(by=play.referee, session=empty)


def test_a_table_of_three_is_not_started(play):
    play.session.state = "published"
    play.session.save()
    Occupant.objects.filter(seat__letter="C").delete()
    before = counts()
    with pytest.raises(ValidationError, match="Table 1 has not four players"):
        start_session(by=play.referee, session=play.session)
    assert counts() == before


@pytest.mark.parametrize("players", [4, 12])
def test_any_number_of_tables_takes_four_queries(db, django_assert_num_queries, players):
    play = make_play(players)
    for table in play.session.tables.all():
        play.hand(1, table=table.number)
    tables = list(play.session.tables.all())
    with django_assert_num_queries(4):
        views = table_sheets(tables)
        names = [seat.name for view in views for seat in view.seats]
    assert len(names) == players
