"""Late, ill, absent, disqualified, back again: every row of the rules' table, with figures."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from journal.models import Event
from scoring.exports.document import read_document, write_document
from scoring.models import Penalty
from scoring.selectors.document import tournament_document
from scoring.selectors.ema import ema_report
from scoring.selectors.happenings import BACK, NO_SHOW, Case, Happening
from scoring.selectors.standings import standings_at
from scoring.selectors.substitutions import effect_of
from scoring.services.document import import_document
from scoring.services.document_faults import DocumentError
from scoring.services.hands import record_hand
from scoring.services.penalties import give_penalty, revoke_penalty
from scoring.services.rebuild import check_derived
from scoring.services.sheets import close_table
from scoring.services.substitutions import bring_back, substitute, undo_stand_in
from tests.builders import add_session, make_player
from tests.scoring.play import make_play
from tests.scoring.tables import close_session, close_with_totals
from tournaments.models import Entry, Occupant, Session
from tournaments.services.entries import add_entry
from tournaments.services.substitutes import replace_no_show

pytestmark = pytest.mark.django_db


def bench(play, number=90):
    return add_entry(
        by=None,
        tournament=play.tournament,
        player=make_player(number),
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )


def happening(play, kind, *, session=None, entry=None, **more):
    return Happening(session or play.session, entry or play.entries[0], kind, **more)


def close(play, totals, table=1):
    close_table(by=play.scorer, table=play.table_number(table), totals=totals)


def results(play, table=1):
    """Start number, score, table points (twelfths), whether it counts."""
    rows = play.table_number(table).results.order_by("seat", "entry__number")
    return [(one.entry.number, one.score, one.table_points, one.counts) for one in rows]


def shown(effect):
    return [(one.letter, one.role, one.after, one.rule) for one in effect.figures]


OTHERS = [(2, 10, 24, True), (3, -40, 12, True), (4, -60, 0, True)]


@pytest.mark.parametrize("kind", [Case.LATE, Case.ABSENT, Case.ILL_BEFORE])
def test_before_a_session_the_substitute_can_win_and_the_others_play_as_ever(play, kind):
    """Late for more than 15 minutes, absent, ill before: 0 for the player, 4 for the substitute."""
    stand_in = bench(play)
    given = happening(play, kind, substitute=stand_in)
    promised = effect_of(given)
    substitute(by=play.referee, happening=given)
    close(play, (90, 10, -40, -60))

    assert results(play) == [(5, 90, 48, False), *OTHERS]
    ranking = [
        (row.entry.number, row.place, row.table_points) for row in standings_at(play.tournament)
    ]
    assert ranking == [(2, 1, 24), (3, 2, 12), (1, 3, 0), (4, 4, 0)]
    lost = "0: the session is lost" if kind == Case.LATE else "0: session missed"
    assert [(row.role, row.rule) for row in promised.figures] == [
        ("out", lost),
        ("substitute", "can win 4"),
        *[("", "as at any table")] * 3,
    ]
    assert list(Penalty.objects.values_list("code", "effect")) == (
        [("P6", "session_lost")] if kind == Case.LATE else []
    )


def test_ill_during_a_session_neither_gets_points_and_the_others_4_2_1(play):
    """Case 7: ill in hand 9, the substitute ends first; earlier results stay."""
    play.session.state = Session.State.APPROVED
    play.session.save()
    close_earlier(play, (30, 10, -10, -30))
    second = add_session(play.tournament, 2, entries=play.entries)
    stand_in = bench(play)
    for number in range(1, 9):
        play_hand(play, second, number)
    given = happening(
        play, Case.ILL_DURING, session=second, substitute=stand_in, from_hand=9, stays_away=True
    )
    promised = shown(effect_of(given))
    substitute(by=play.referee, happening=given)
    for number in range(9, 17):
        play_hand(play, second, number, winner="A")
    close_table(by=play.scorer, table=second.tables.get())

    rows = second.tables.get().results.order_by("seat", "entry__number")
    assert [(one.entry.number, one.score, one.table_points) for one in rows] == [
        (1, 0, 0),
        (5, 8 * 48, 0),
        (2, -128, 28),
        (3, -128, 28),
        (4, -128, 28),
    ]
    assert promised == [
        ("A", "out", 0, "0: the session is missed"),
        ("A", "substitute", 0, "0 in this session"),
        *[(letter, "", 28, "4, 2, 1 by rank of the three") for letter in "BCD"],
    ]
    player = next(row for row in standings_at(play.tournament) if row.entry.number == 1)
    assert (player.table_points, player.score) == (48, 30)
    assert Entry.objects.get(number=1).state == Entry.State.WITHDRAWN


def close_earlier(play, totals):
    close_with_totals(play.table, totals)


def play_hand(play, session, number, winner=""):
    table = session.tables.select_related("session__tournament").get()
    kind = {"kind": "win", "winner": winner, "points": 8} if winner else {"kind": "drawn"}
    record_hand(by=play.scorer, table=table, number=number, version=0, **kind)


def test_the_three_others_get_4_2_1_by_their_own_rank(play):
    substitute(
        by=play.referee,
        happening=happening(play, Case.ILL_DURING, substitute=bench(play), from_hand=9),
    )
    close(play, (90, 10, -40, -60))
    assert results(play) == [
        (1, 0, 0, True),
        (5, 90, 0, False),
        (2, 10, 48, True),
        (3, -40, 24, True),
        (4, -60, 12, True),
    ]


def test_ill_in_the_first_hand_is_during_as_well(play):
    given = happening(play, Case.ILL_DURING, substitute=bench(play), from_hand=1)
    substitute(by=play.referee, happening=given)
    close(play, (90, 10, -40, -60))
    assert results(play) == [
        (5, 0, 0, False),
        (2, 10, 48, True),
        (3, -40, 24, True),
        (4, -60, 12, True),
    ]


def five_sessions(players=8):
    """Five sessions of eight players: four approved, the fifth running, a sixth published."""
    play = make_play(players)
    play.session.state = Session.State.APPROVED
    play.session.save()
    close_session(play.session)
    for number in (2, 3, 4):
        close_session(
            add_session(play.tournament, number, entries=play.entries, state=Session.State.APPROVED)
        )
    fifth = add_session(play.tournament, 5, entries=play.entries)
    add_session(play.tournament, 6, entries=play.entries, state=Session.State.PUBLISHED)
    return play, fifth


def test_disqualified_in_session_5_has_nothing_and_still_stands_in_the_ranking():
    """Case 8; in the sessions to come the substitute can win table points."""
    play, fifth = five_sessions()
    before = {row.entry.number: row for row in standings_at(play.tournament)}
    stand_in = bench(play)
    given = happening(play, Case.DISQUALIFIED, session=fifth, substitute=stand_in, from_hand=3)
    told = effect_of(given).sentences[0]
    substitute(by=play.referee, happening=given, reason="cheating")
    table = fifth.tables.get(seats__occupants__entry=play.entries[0])
    close_table(by=play.scorer, table=table, totals=(90, 10, -40, -60))

    rows = {row.entry.number: row for row in standings_at(play.tournament)}
    assert len(rows) == 8
    assert before[1].table_points == 4 * 48
    assert (rows[1].place, rows[1].table_points, rows[1].disqualified) == (8, 0, True)
    assert told == (
        "First01 Last01 loses the table points of all sessions (16) and falls from place 1 to "
        "place 8; the others keep theirs."
    )
    others = [one.entry.number for one in table.results.exclude(seat="A")]
    gained = {n: rows[n].table_points - before[n].table_points for n in rows if n != 1}
    assert sorted(gained[n] for n in others) == [12, 24, 48]
    assert {gained[n] for n in gained if n not in others} == {0}
    seat = table.results.filter(seat="A").order_by("entry__number")
    assert [(one.entry.number, one.score, one.table_points, one.counts) for one in seat] == [
        (1, 90, 0, True),
        (9, 90, 0, False),
    ]
    report = ema_report(play.tournament)
    assert [line.entry.number for line in report.lines][-1] == 1
    sixth = play.tournament.sessions.get(number=6)
    ahead = Occupant.objects.get(session=sixth, entry=stand_in)
    assert (ahead.stands_for.number, ahead.case) == (1, "absent")
    assert not Occupant.objects.filter(session=sixth, entry=play.entries[0]).exists()

    later = ahead.seat.table
    sixth.state = Session.State.RUNNING
    sixth.save()
    letter = "ABCD".index(ahead.seat.letter)
    totals = [90 if index == letter else -30 for index in range(4)]
    close_table(by=play.scorer, table=later, totals=totals)
    won = later.results.get(entry=stand_in)
    assert (won.table_points, won.counts) == (48, False)


def test_two_substitutes_in_one_session_take_no_place():
    """Case 6: 16 players, ranking of 16, no place beyond 16; the weight counts substitutes."""
    play = make_play(16)
    for index, kind in ((0, Case.LATE), (1, Case.ABSENT)):
        substitute(
            by=play.referee,
            happening=happening(
                play, kind, entry=play.entries[index], substitute=bench(play, 90 + index)
            ),
        )
    for table in range(1, 5):
        close(play, (30, 10, -10, -30), table)
    rows = standings_at(play.tournament)
    assert [row.entry.number for row in rows if row.entry.number > 16] == []
    assert len(rows) == 16
    assert max(row.place for row in rows) <= 16
    weight = ema_report(play.tournament).weight
    assert (weight.players, weight.substitutes) == (16, 2)


def test_a_no_show_in_minute_12_gets_the_seat_back_for_20_points():
    """Case 20, no hand begun."""
    play = make_play(8)
    absent, stand_in = play.entries[0], bench(play)
    substitute(
        by=play.referee,
        happening=happening(play, NO_SHOW, substitute=stand_in),
        counts_for_ranking=True,
    )
    before = {table.number: table.version for table in play.session.tables.all()}
    absent.refresh_from_db()
    seats = bring_back(by=play.referee, happening=happening(play, BACK, entry=absent, minutes=12))
    assert [(row.session.number, row.seat.table.number) for row in seats] == [(1, 1)]
    absent.refresh_from_db()
    stand_in.refresh_from_db()
    assert (absent.state, absent.playing, absent.arrived) == ("active", True, True)
    assert (stand_in.playing, stand_in.counts_for_ranking, stand_in.replaces) == (
        False,
        False,
        None,
    )
    fine = Penalty.objects.get()
    assert (fine.entry, fine.code, fine.amount, fine.each_opponent) == (absent, "P5", 20, 0)
    after = {table.number: table.version for table in play.session.tables.all()}
    assert [number for number in after if after[number] != before[number]] == [1]
    verbs = list(Event.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["entry.added", "entry.replaced", "entry.came_back", "penalty.given"]
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    assert results(play)[0][:2] == (1, 48 - 20)


@pytest.mark.parametrize(
    ("minutes", "code", "amount"), [(1, "P4", 10), (10, "P4", 10), (11, "P5", 20), (15, "P5", 20)]
)
def test_up_to_fifteen_minutes_late_costs_10_or_20(play, minutes, code, amount):
    substitute(by=play.referee, happening=happening(play, Case.LATE, substitute=bench(play)))
    bring_back(by=play.referee, happening=happening(play, BACK, minutes=minutes))
    standing = Penalty.objects.filter(revoked_at=None)
    assert list(standing.values_list("code", "amount")) == [(code, amount)]
    assert Penalty.objects.get(code="P6").revoked_reason == "the seat was given back"
    close(play, (90 - amount, 10, -40, -60))
    assert results(play)[0] == (1, 90 - amount, 48, True)


@pytest.mark.parametrize("why", ["hand", "minutes"])
def test_a_begun_hand_or_sixteen_minutes_lose_the_session(play, why):
    """Case 20, a hand begun."""
    stand_in = bench(play)
    substitute(by=play.referee, happening=happening(play, Case.LATE, substitute=stand_in))
    add_session(play.tournament, 2, entries=play.entries, state=Session.State.PUBLISHED)
    if why == "hand":
        play.hand(1)
    back = happening(play, BACK, minutes=12 if why == "hand" else 16)
    said = effect_of(back).sentences[0]
    assert said == (
        "A hand has begun at table 1: session 1 is lost to First01 Last01."
        if why == "hand"
        else "More than 15 minutes late: session 1 is lost to First01 Last01."
    )
    assert bring_back(by=play.referee, happening=back) == ()
    assert Occupant.objects.get(session=play.session, entry=stand_in).stands_for_id
    assert Occupant.objects.filter(session__number=2, entry=play.entries[0]).exists()
    assert list(Penalty.objects.filter(revoked_at=None).values_list("code", flat=True)) == ["P6"]


def test_who_was_ill_until_back_gets_the_later_seats_again(play):
    second = add_session(play.tournament, 2, entries=play.entries, state=Session.State.PUBLISHED)
    stand_in = bench(play)
    given = happening(play, Case.ILL_BEFORE, substitute=stand_in, stays_away=True)
    assert [row.session.number for row in effect_of(given).ahead] == [2]
    substitute(by=play.referee, happening=given)
    assert Occupant.objects.get(session=second, entry=stand_in).case == "ill_before"
    assert Entry.objects.get(pk=stand_in.pk).playing is True
    play.hand(1)
    bring_back(by=play.referee, happening=happening(play, BACK))
    assert Occupant.objects.get(session=second, entry=play.entries[0]).stands_for is None
    assert Occupant.objects.filter(session=play.session, entry=stand_in).exists()
    assert Entry.objects.get(number=1).state == "active"
    assert Entry.objects.get(pk=stand_in.pk).playing is False


def test_a_substitution_on_a_closed_table_needs_a_reason_and_moves_the_standings(play):
    close(play, (90, 10, -40, -60))
    given = happening(play, Case.ABSENT, substitute=bench(play))
    with pytest.raises(ValidationError, match="Say why"):
        substitute(by=play.referee, happening=given)
    assert results(play)[0] == (1, 90, 48, True)
    substitute(by=play.referee, happening=given, reason="seen on the paper")
    assert results(play)[0] == (5, 90, 48, False)
    row = Occupant.objects.get(stands_for=play.entries[0])
    undo_stand_in(by=play.referee, occupant=row, reason="wrong table")
    assert results(play) == [(1, 90, 48, True), *OTHERS]
    assert check_derived(play.tournament) == []


def test_undoing_a_later_stand_in_gives_the_same_figures_again(play):
    close(play, (90, 10, -40, -60))
    before = results(play)
    given = happening(play, Case.ILL_DURING, substitute=bench(play), from_hand=5)
    substitute(by=play.referee, happening=given, reason="late note")
    assert results(play) != before
    row = Occupant.objects.get(stands_for=play.entries[0])
    with pytest.raises(ValidationError, match="Say why"):
        undo_stand_in(by=play.referee, occupant=row, reason=" ")
    undo_stand_in(by=play.referee, occupant=row, reason="it was table 2")
    assert results(play) == before


@pytest.mark.parametrize("fault", ["scorer", "nobody", "twice", "no_seat", "draft", "hand"])
def test_what_is_refused_changes_nothing(fault):
    play = make_play(8)
    stand_in, by = bench(play), play.referee
    given = happening(play, Case.ABSENT, substitute=stand_in)
    if fault == "scorer":
        by = play.scorer
    elif fault == "nobody":
        given = happening(play, Case.ABSENT)
    elif fault == "twice":
        substitute(by=by, happening=happening(play, Case.ABSENT, substitute=bench(play, 91)))
    elif fault == "no_seat":
        given = happening(play, Case.ABSENT, entry=stand_in, substitute=bench(play, 91))
    elif fault == "draft":
        play.session.state = Session.State.PUBLISHED
        play.session.save()
        given = happening(play, Case.LATE, substitute=stand_in)
    else:
        substitute(
            by=by,
            happening=happening(
                play, Case.ILL_DURING, entry=play.entries[1], substitute=stand_in, from_hand=9
            ),
        )
    before = (Event.objects.count(), Occupant.objects.count(), Penalty.objects.count())
    with pytest.raises((ValidationError, PermissionDenied)):
        substitute(by=by, happening=given)
    assert (Event.objects.count(), Occupant.objects.count(), Penalty.objects.count()) == before


def test_the_document_keeps_who_stood_in_for_whom(play):
    substitute(by=play.referee, happening=happening(play, Case.LATE, substitute=bench(play)))
    close(play, (90, 10, -40, -60))
    text = write_document(tournament_document(play.tournament))
    made = import_document(by=None, document=read_document(text.encode())).tournament
    row = Occupant.objects.get(session__tournament=made, stands_for__isnull=False)
    assert (row.entry.number, row.stands_for.number, row.case) == (5, 1, "late")
    assert check_derived(made) == []
    document = tournament_document(play.tournament)
    document["sessions"][0]["tables"][0]["seats"]["A"][0]["case"] = ""
    document["tournament"]["slug"] = "other"
    with pytest.raises(DocumentError, match="stand-in names another player"):
        import_document(by=None, document=document)


def test_revoking_a_disqualification_leaves_the_place_with_the_substitute_until_back():
    play, fifth = five_sessions()
    stand_in = bench(play)
    substitute(
        by=play.referee,
        happening=happening(
            play, Case.DISQUALIFIED, session=fifth, substitute=stand_in, from_hand=3
        ),
        reason="cheating",
    )
    fine = Penalty.objects.get(code="DQ")
    revoke_penalty(by=play.referee, penalty=fine, reason="appeal upheld")
    player = Entry.objects.get(number=1)
    assert (player.state, player.playing) == ("withdrawn", False)
    bring_back(by=play.referee, happening=happening(play, BACK, session=fifth, entry=player))
    assert Occupant.objects.get(session__number=6, entry=player).case == ""
    assert Entry.objects.filter(playing=True).count() == 8


def test_an_older_whole_place_is_given_back_too(play):
    """A place taken over on the players' page comes back by the same question."""
    stand_in = bench(play)
    play.session.state = Session.State.PUBLISHED
    play.session.save()
    replace_no_show(by=None, entry=play.entries[0], substitute=stand_in, counts_for_ranking=False)
    play.session.state = Session.State.RUNNING
    play.session.save()
    seats = bring_back(by=play.referee, happening=happening(play, BACK, minutes=0))
    assert [row.session.number for row in seats] == [1]
    assert not Penalty.objects.exists()


def test_a_penalty_of_a_late_player_no_longer_sits_on_the_table(play):
    give_penalty(by=play.referee, session=play.session, entry=play.entries[0], code="P4")
    substitute(by=play.referee, happening=happening(play, Case.ABSENT, substitute=bench(play)))
    close(play, (0, 0, 0, 0))
    assert [points for _n, _score, points, _counts in results(play)] == [21, 21, 21, 21]
