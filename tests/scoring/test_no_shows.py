"""Who did not come: the seat that is given, and what the page had promised of it."""

import pytest
from django.core.exceptions import ValidationError

from scoring.models import Hand
from scoring.selectors.happenings import BACK, NO_SHOW, Case, Happening
from scoring.selectors.standings import standings_at
from scoring.selectors.substitutions import effect_of
from scoring.services.clock import give_table_time
from scoring.services.penalties import give_penalty
from scoring.services.rebuild import check_derived
from scoring.services.sheets import close_table
from scoring.services.substitutions import bring_back, substitute
from tests.builders import add_session, make_player
from tests.scoring.play import make_play
from tournaments.models import Entry, Occupant, Session
from tournaments.services.entries import add_entry

pytestmark = pytest.mark.django_db


def bench(play, number=90):
    return add_entry(
        by=None,
        tournament=play.tournament,
        player=make_player(number),
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )


def absence(play, stand_in, kind=NO_SHOW, **more):
    return Happening(play.session, play.entries[0], kind, substitute=stand_in, **more)


def seats(entry):
    """Session, table and letter of every seat somebody has."""
    rows = Occupant.objects.filter(entry=entry).order_by("session__number")
    return list(rows.values_list("session__number", "seat__table__number", "seat__letter"))


def promised(effect):
    """The seats that the page says the substitute gets."""
    here = [effect.scene.seat] if effect.scene.seat else []
    return [
        (row.session.number, row.seat.table.number, row.seat.letter)
        for row in (*here, *effect.ahead)
    ]


def versions(play):
    return dict(play.session.tables.values_list("number", "version"))


def touched_by_penalty(play):
    """Two at one table are late: the other one has come by now."""
    give_penalty(by=play.referee, session=play.session, entry=play.entries[1], code="P4")


def touched_by_time(play):
    give_table_time(by=play.referee, table=play.table, minutes=10)


def touched_by_return(play):
    """Somebody was replaced and is back: the table has changed twice, no hand has begun."""
    other = play.entries[1]
    late = Happening(play.session, other, Case.LATE, substitute=bench(play, 91))
    substitute(by=play.referee, happening=late)
    bring_back(by=play.referee, happening=Happening(play.session, other, BACK, minutes=12))


@pytest.mark.parametrize("touch", [touched_by_penalty, touched_by_time, touched_by_return])
def test_a_change_of_the_table_that_is_no_hand_leaves_the_seat_free(play, touch):
    touch(play)
    second = add_session(play.tournament, 2, entries=play.entries, state=Session.State.PUBLISHED)
    stand_in, before = bench(play), versions(play)
    given = absence(play, stand_in)
    effect = effect_of(given)
    substitute(by=play.referee, happening=given, counts_for_ranking=True)
    assert seats(stand_in) == promised(effect) == [(1, 1, "A"), (2, 1, "A")]
    assert seats(play.entries[0]) == []
    assert versions(play)[1] > before[1]
    assert second.tables.get().version > 0
    close_table(by=play.scorer, table=play.table, totals=(90, 10, -40, -60 - fines(play)))
    rows = {row.entry.number: row.table_points for row in standings_at(play.tournament)}
    assert rows[stand_in.number] == 48


def fines(play):
    """The points that went to nobody."""
    return sum(one.amount for one in play.session.penalties.filter(revoked_at=None))


def a_hand(play):
    play.hand(1, winner="A", discarder="B", points=24)


def four_totals(play):
    close_table(by=play.scorer, table=play.table, totals=(48, -32, -8, -8))


@pytest.mark.parametrize("begin", [a_hand, four_totals])
def test_where_play_has_begun_the_session_is_missed_and_the_place_given(play, begin):
    """The substitute has the seat, can win 4 and never ranks; the others play as ever."""
    begin(play)
    add_session(play.tournament, 2, entries=play.entries, state=Session.State.PUBLISHED)
    stand_in = bench(play)
    given = absence(play, stand_in)
    effect = effect_of(given)
    reason = "" if begin is a_hand else "seen on the paper"
    substitute(by=play.referee, happening=given, reason=reason)
    assert seats(stand_in) == promised(effect) == [(1, 1, "A"), (2, 1, "A")]
    assert seats(play.entries[0]) == []
    here, ahead = Occupant.objects.filter(entry=stand_in).order_by("session__number")
    assert (here.stands_for, here.case) == (play.entries[0], "absent")
    assert (ahead.stands_for, ahead.case) == (None, "")
    assert effect.sentences == (
        "The substitute's results never enter the ranking.",
        "Hands are entered at table 1: the substitute is taken to have played all.",
    )
    absent = Entry.objects.get(number=1)
    assert (absent.state, absent.playing) == ("no_show", False)
    if begin is a_hand:
        for number in range(2, 17):
            play.hand(number)
        close_table(by=play.scorer, table=play.table)
    stored = [
        (one.entry.number, one.score, one.table_points, one.counts)
        for one in play.table.results.order_by("seat")
    ]
    assert stored == [(5, 48, 48, False), (2, -32, 0, True), (3, -8, 18, True), (4, -8, 18, True)]
    shown = [(row.role, row.after) for row in effect.figures]
    assert shown == [("out", 0), ("substitute", 48), ("", 0), ("", 18), ("", 18)]
    rows = [(row.entry.number, row.table_points) for row in standings_at(play.tournament)]
    assert sorted(rows) == [(2, 0), (3, 18), (4, 18)]
    assert check_derived(play.tournament) == []


def test_who_enters_after_a_hand_is_asked_for_no_ranking(play):
    a_hand(play)
    stand_in = bench(play)
    given = absence(play, stand_in)
    with pytest.raises(ValidationError) as refused:
        substitute(by=play.referee, happening=given, counts_for_ranking=True)
    assert refused.value.error_dict["counts_for_ranking"][0].code == "entered_during_play"
    assert seats(play.entries[0]) == [(1, 1, "A")]
    assert seats(stand_in) == []


def test_a_closed_table_asks_why(play):
    four_totals(play)
    given = absence(play, bench(play))
    with pytest.raises(ValidationError, match="Say why"):
        substitute(by=play.referee, happening=given)
    assert seats(play.entries[0]) == [(1, 1, "A")]


def test_a_hand_that_was_cleared_is_no_hand(play):
    a_hand(play)
    Hand.objects.update(voided_at=Hand.objects.get().entered_at)
    given = absence(play, bench(play))
    substitute(by=play.referee, happening=given)
    assert Occupant.objects.get(seat__letter="A").case == ""


def test_who_leaves_between_sessions_keeps_the_result(play):
    four_totals(play)
    play.session.state = Session.State.FINISHED
    play.session.save()
    add_session(play.tournament, 2, entries=play.entries, state=Session.State.PUBLISHED)
    stand_in = bench(play)
    given = absence(play, stand_in)
    effect = effect_of(given)
    assert (effect.figures, effect.sentences) == ((), ("Session 1 is over: its result stays.",))
    substitute(by=play.referee, happening=given)
    assert seats(play.entries[0]) == [(1, 1, "A")]
    assert seats(stand_in) == promised(effect) == [(2, 1, "A")]
    assert play.table.results.get(seat="A").entry == play.entries[0]


@pytest.mark.parametrize("state", [Session.State.RUNNING, Session.State.APPROVED])
def test_who_was_late_and_never_comes_leaves_the_place_from_the_next_session_on(play, state):
    """Who sat down for this session alone keeps that seat."""
    first, second = bench(play), bench(play, 91)
    substitute(by=play.referee, happening=absence(play, first, Case.LATE))
    four_totals(play)
    play.session.state = state
    play.session.save()
    add_session(play.tournament, 2, entries=play.entries, state=Session.State.DRAFT)
    effect = effect_of(absence(play, second))
    assert effect.problems == ()
    assert effect.sentences == ("First90 Last90 has the seat in session 1 already.",)
    substitute(by=play.referee, happening=absence(play, second))
    assert (seats(first), seats(second)) == ([(1, 1, "A")], [(2, 1, "A")])
    assert promised(effect) == seats(second)
    with pytest.raises(ValidationError, match="has been replaced already"):
        substitute(by=play.referee, happening=absence(play, bench(play, 92)))


def test_another_session_that_has_begun_is_said_to_stay(play):
    second = add_session(play.tournament, 2, entries=play.entries)
    close_table(by=play.scorer, table=second.tables.get(), totals=(0, 0, 0, 0))
    stand_in = bench(play)
    effect = effect_of(absence(play, stand_in))
    assert effect.sentences == ("Session 2 stays as it is: play has begun at table 1.",)
    substitute(by=play.referee, happening=absence(play, stand_in))
    assert seats(stand_in) == promised(effect) == [(1, 1, "A")]


def test_a_no_show_whose_table_has_begun_is_back_for_the_next_session(play):
    """Case 20, a hand begun before the substitute was entered."""
    second = add_session(play.tournament, 2, entries=play.entries, state=Session.State.PUBLISHED)
    a_hand(play)
    stand_in = bench(play)
    substitute(by=play.referee, happening=absence(play, stand_in))
    absent = Entry.objects.get(number=1)
    back = Happening(play.session, absent, BACK, minutes=12)
    assert effect_of(back).sentences[0] == (
        "A hand has begun at table 1: session 1 is lost to First01 Last01."
    )
    before = second.tables.get().version
    bring_back(by=play.referee, happening=back)
    assert seats(absent) == [(2, 1, "A")]
    assert seats(stand_in) == [(1, 1, "A")]
    assert second.tables.get().version > before


def test_places_taken_until_somebody_is_back_change_the_tables_of_later_sessions():
    """A phone that shows the next session already asks again."""
    play = make_play(8)
    second = add_session(play.tournament, 2, entries=play.entries, state=Session.State.PUBLISHED)
    given = absence(play, bench(play), Case.ILL_BEFORE, stays_away=True)
    substitute(by=play.referee, happening=given)
    assert dict(second.tables.values_list("number", "version")) == {1: 1, 2: 0}
