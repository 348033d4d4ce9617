"""Rows of the rules on penalties and substitutes over more than one hand or session, with figures.

MERS tournament regulations, chapter 4; EMA penalties overview of 2009.
"""

import pytest

from scoring.engine.penalties import PenaltyBook
from scoring.engine.penalty_books import find_rule
from scoring.selectors.ema import ema_report
from scoring.selectors.happenings import BACK, Case, Happening
from scoring.selectors.referee import read_offender
from scoring.selectors.standings import standings_at
from scoring.selectors.substitutions import effect_of
from scoring.selectors.tables import table_sheet
from scoring.services.hands import clear_hand, replace_hand
from scoring.services.penalties import earlier_offences, give_penalty
from scoring.services.rebuild import check_derived
from scoring.services.sessions import approve_session, finish_session
from scoring.services.sheets import close_table
from scoring.services.substitutions import bring_back, substitute
from tests.builders import START, add_session, make_player
from tests.scoring.play import scores
from tournaments.models import Entry, Session
from tournaments.services.entries import add_entry

pytestmark = pytest.mark.django_db


def bench(play):
    return add_entry(
        by=None,
        tournament=play.tournament,
        player=make_player(90),
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )


def two_more(play):
    """Sessions 2 and 3 of the same four, published."""
    return [
        add_session(play.tournament, number, entries=play.entries, state=Session.State.PUBLISHED)
        for number in (2, 3)
    ]


def played(play, session, totals):
    """The session runs and its only table is closed with these totals."""
    session.state = Session.State.RUNNING
    session.save()
    table = session.tables.select_related("session__tournament").get()
    close_table(by=play.scorer, table=table, totals=totals)
    session.state = Session.State.APPROVED
    session.save()
    rows = table.results.order_by("seat", "entry__number")
    return [(one.entry.number, one.score, one.table_points, one.counts) for one in rows]


def ranking(play):
    return {
        row.entry.number: (row.table_points, row.score) for row in standings_at(play.tournament)
    }


def happened(play, kind, session=None, **more):
    return Happening(session or play.session, play.entries[0], kind, substitute=bench(play), **more)


WITH_SUBSTITUTE = [(5, 90, 48, False), (2, 10, 24, True), (3, -40, 12, True), (4, -60, 0, True)]
ALL_FOUR = [(1, 90, 48, True), (2, 10, 24, True), (3, -40, 12, True), (4, -60, 0, True)]
TOTALS = (90, 10, -40, -60)


@pytest.mark.parametrize("kind", [Case.ILL_BEFORE, Case.ABSENT])
def test_nothing_for_each_session_missed_and_the_others_play_as_ever(play, kind):
    """Session 1 is played, the two after it are missed; the earlier result stays."""
    second, third = two_more(play)
    assert played(play, play.session, TOTALS) == ALL_FOUR
    substitute(by=play.referee, happening=happened(play, kind, second, stays_away=True))
    for session in (second, third):
        assert played(play, session, TOTALS) == WITH_SUBSTITUTE
    assert ranking(play) == {1: (48, 90), 2: (72, 30), 3: (36, -120), 4: (0, -180)}
    assert check_derived(play.tournament) == []


def test_ill_during_a_session_and_nothing_for_the_two_after_it(play):
    """The others get 4, 2, 1 in the broken session; then the substitute can win."""
    later = two_more(play)
    given = happened(play, Case.ILL_DURING, from_hand=9, stays_away=True)
    substitute(by=play.referee, happening=given)
    assert played(play, play.session, TOTALS) == [
        (1, 0, 0, True),
        (5, 90, 0, False),
        (2, 10, 48, True),
        (3, -40, 24, True),
        (4, -60, 12, True),
    ]
    for session in later:
        assert played(play, session, TOTALS) == WITH_SUBSTITUTE
    assert ranking(play) == {1: (0, 0), 2: (96, 30), 3: (48, -120), 4: (12, -180)}


@pytest.mark.parametrize("kind", [Case.LATE, Case.ABSENT, Case.ILL_BEFORE])
def test_one_session_missed_and_the_next_one_played(play, kind):
    """Absent: that session only (general assembly of 2011); so too late, and ill for one."""
    second, _third = two_more(play)
    substitute(by=play.referee, happening=happened(play, kind))
    assert played(play, play.session, TOTALS) == WITH_SUBSTITUTE
    assert played(play, second, TOTALS) == ALL_FOUR
    assert ranking(play) == {1: (48, 90), 2: (48, 20), 3: (24, -80), 4: (0, -120)}


def test_ill_until_back_in_session_3(play):
    second, third = two_more(play)
    substitute(by=play.referee, happening=happened(play, Case.ILL_BEFORE, stays_away=True))
    played(play, play.session, TOTALS)
    assert played(play, second, TOTALS) == WITH_SUBSTITUTE
    bring_back(by=play.referee, happening=Happening(third, play.entries[0], BACK))
    assert played(play, third, TOTALS)[0] == (1, 90, 48, True)
    assert ranking(play)[1] == (48, 90)


@pytest.mark.parametrize("kind", [Case.ILL_BEFORE, Case.ILL_DURING])
@pytest.mark.parametrize("stripped", [True, False])
def test_illness_may_leave_the_name_out_of_the_ema_result(play, kind, stripped):
    """The place, its figures and the others' base ranks stay; nobody gets the place."""
    second, third = two_more(play)
    played(play, play.session, TOTALS)
    second.state = Session.State.RUNNING
    given = happened(play, kind, second, from_hand=9, stays_away=True, strips_name=stripped)
    second.save()
    told = effect_of(given).sentences
    assert (told[-2].startswith("The EMA gets the place of First01 Last01")) is stripped
    substitute(by=play.referee, happening=given)
    for session in (second, third):
        played(play, session, TOTALS)
    points = {Case.ILL_BEFORE: (72, 48, 36, 0), Case.ILL_DURING: (96, 48, 48, 12)}[kind]
    figures = list(zip((1, 2, 3, 4), points, (1000, 667, 333, 0), strict=True))
    assert [
        (line.row.place, line.row.table_points, line.base_rank, line.last_name, line.ema_number)
        for line in ema_report(play.tournament).lines
    ] == [
        (*row, "", "") if stripped and n == 1 else (*row, f"Last0{n}", f"0500000{n}")
        for row, n in zip(figures, (2, 1, 3, 4), strict=True)
    ]


def test_the_ladder_starts_anew_and_stalling_is_remembered(play):
    """Session 2 begins with a warning again, and its stalling is the second one."""
    offender = play.entries[0]
    fined = {"by": play.referee, "entry": offender}
    here = fined | {"session": play.session}
    assert [give_penalty(**here, code="W1").amount for _time in range(2)] == [0, 5]
    stalling = find_rule(PenaltyBook.EMA_2009, "P7")
    assert earlier_offences(stalling, play.session, offender) == 0
    give_penalty(**here, code="P7", amount=10, reason="slow")
    second, _third = two_more(play)
    assert played(play, play.session, (85, 0, -40, -60))[0] == (1, 85, 48, True)
    second.state = Session.State.RUNNING
    second.save()
    again = give_penalty(**fined, session=second, code="W1")
    assert (again.amount, again.effect) == (0, "warning")
    assert earlier_offences(stalling, second, offender) == 1
    assert read_offender(second, offender, START).lasting == 1
    give_penalty(**fined, session=second, code="P7", amount=30, reason="slow again")
    assert earlier_offences(stalling, second, offender) == 2
    assert table_sheet(second.tables.get()).totals == (-30, 0, 0, 0)


def test_repeated_stalling_leads_to_disqualification(play):
    """Nothing in the whole tournament; the others 4, 2, 1, and their earlier points stay."""
    here = {"by": play.referee, "session": play.session, "entry": play.entries[0]}
    give_penalty(**here, code="P7", amount=20, reason="slow")
    assert read_offender(play.session, play.entries[0], START).disqualifying.code == "DQ"
    give_penalty(**here, code="P7", amount=60, reason="slow again")
    given = give_penalty(**here, code="DQ", reason="a third time")
    assert (given.effect, given.amount) == ("disqualified", 0)
    assert played(play, play.session, (10, 10, -40, -60)) == [
        (1, 10, 0, True),
        (2, 10, 48, True),
        (3, -40, 24, True),
        (4, -60, 12, True),
    ]
    assert ranking(play) == {2: (48, 10), 3: (24, -40), 4: (12, -60), 1: (0, 10)}
    assert standings_at(play.tournament)[-1].entry.number == 1


def test_the_winning_tile_forgotten_costs_10_and_the_hand_stays(play):
    play.hand(3, winner="B", discarder="A", points=24)
    give_penalty(by=play.scorer, session=play.session, entry=play.entries[1], code="P3", hand=3)
    view = table_sheet(play.table)
    lines = [line for line in view.lines if line.number == 3]
    assert [[cell.amount for cell in line.cells] for line in lines] == [
        [-32, 48, -8, -8],
        [0, -10, 0, 0],
    ]
    assert view.totals == (-32, 38, -8, -8)
    assert not view.penalties[0].dead_hand


@pytest.mark.parametrize(
    ("points", "first", "second", "third"),
    [
        (10, "A", "B", "C"),
        (20, "B", "A", "C"),
        (30, "B", "A", "C"),
        (50, "B", "A", "C"),
        (60, "B", "C", "A"),
    ],
)
def test_obstruction_by_amount_changes_the_ranks_of_the_table(play, points, first, second, third):
    """A has 40, B 24, C -16, D -48 before it."""
    play.hand(1, winner="A", discarder="D", points=24)
    play.hand(2, winner="B", discarder="D", points=8)
    for number in range(3, 17):
        play.hand(number)
    give_penalty(
        by=play.referee,
        session=play.session,
        entry=play.entries[0],
        code="P7",
        amount=points,
        reason="tiles shown",
    )
    close_table(by=play.scorer, table=play.table)
    earned = {first: 48, second: 24, third: 12, "D": 0}
    assert scores(play.table) == [
        ("A", 40 - points, earned["A"]),
        ("B", 24, earned["B"]),
        ("C", -16, earned["C"]),
        ("D", -48, 0),
    ]


def test_a_dead_hand_alone_costs_nothing(play):
    given = give_penalty(
        by=play.referee,
        session=play.session,
        entry=play.entries[0],
        code="P7",
        hand=2,
        dead_hand=True,
        reason="stalling",
    )
    assert (given.amount, given.dead_hand) == (0, True)
    assert table_sheet(play.table).totals == (0, 0, 0, 0)
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    assert scores(play.table) == [("A", 48, 48), ("B", -32, 0), ("C", -8, 18), ("D", -8, 18)]


def approved(play):
    """A won hand 1 off B with 24, C hand 16 off A with 40; the rest drawn."""
    play.all_hands(but=(16,))
    play.hand(16, winner="C", discarder="A", points=40)
    close_table(by=play.scorer, table=play.table)
    finish_session(by=play.referee, session=play.session)
    approve_session(by=play.referee, session=play.session)
    assert scores(play.table) == [("A", 0, 24), ("B", -40, 0), ("C", 56, 48), ("D", -16, 12)]


def test_the_last_hand_of_an_approved_session_is_cancelled(play):
    """Case 12: by a referee with a reason; scores, table points and standings follow."""
    approved(play)
    clear_hand(by=play.referee, table=play.table, number=16, version=1, reason="after the gong")
    assert scores(play.table) == [("A", 48, 48), ("B", -32, 0), ("C", -8, 18), ("D", -8, 18)]
    assert ranking(play) == {1: (48, 48), 2: (0, -32), 3: (18, -8), 4: (18, -8)}
    assert table_sheet(play.table).last_hand == 15
    assert check_derived(play.tournament) == []


def test_the_last_hand_of_an_approved_session_is_corrected(play):
    """Case 12: D had discarded, and the hand was worth 24."""
    approved(play)
    replace_hand(
        by=play.referee,
        table=play.table,
        number=16,
        version=1,
        kind="win",
        winner="C",
        discarder="D",
        points=24,
        reason="read again",
    )
    assert scores(play.table) == [("A", 40, 36), ("B", -40, 6), ("C", 40, 36), ("D", -40, 6)]
    assert ranking(play) == {1: (36, 40), 2: (6, -40), 3: (36, 40), 4: (6, -40)}
    assert [row.place for row in standings_at(play.tournament)] == [1, 1, 3, 3]
    assert check_derived(play.tournament) == []
