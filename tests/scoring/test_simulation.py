"""A rehearsal that plays itself: through the services, and never a real tournament."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from journal.models import Event
from scoring.engine.game.session import hand_result
from scoring.models import Hand
from scoring.selectors.document import tournament_document
from scoring.selectors.tables import table_sheets
from scoring.services import simulation
from scoring.services.penalties import give_penalty
from scoring.services.simulation import play_on
from tests.builders import add_session
from tests.scoring.play import counts, make_play
from tournaments.models import Session, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def play(db):
    """Eight players: session 1 running, session 2 published, session 3 a draft without seats."""
    played = make_play(8, kind=Tournament.Kind.REHEARSAL)
    add_session(played.tournament, 2, entries=played.entries, state=Session.State.PUBLISHED)
    third = add_session(played.tournament, 3, entries=[], state=Session.State.DRAFT)
    assert not third.tables.exists()
    return played


def states(tournament):
    return list(tournament.sessions.order_by("number").values_list("state", flat=True))


@pytest.mark.long
def test_the_rest_is_played_to_the_approval_of_the_last_session(play):
    typed = play.hand(3, winner="A", discarder="B", points=24)
    written = list(play_on(by=None, tournament=play.tournament, seed=7))
    assert states(play.tournament) == ["approved"] * 3
    sheets = table_sheets(Table.objects.filter(session__tournament=play.tournament))
    assert [(one.is_closed, one.last_played, one.sum) for one in sheets] == [(True, 16, 0)] * 6
    assert Hand.objects.get(pk=typed.pk).voided_at is None
    assert Hand.objects.filter(depth=Hand.Depth.RECORD).count() == 95
    assert (written[0].session, written[0].table) == (1, 1)
    assert written[0].hands == (1, 2, *range(4, 17))
    verbs = set(Event.objects.values_list("verb", flat=True))
    assert {"hand.recorded", "table.closed", "session.finished", "session.approved"} <= verbs


def test_one_session_hand_by_hand_and_the_same_for_the_same_seed(play):
    written = list(play_on(by=None, tournament=play.tournament, seed=7, sessions=1, at_once=1))
    assert states(play.tournament) == ["approved", "published", "draft"]
    assert [(one.table, one.hands) for one in written[:4]] == [
        (1, (1,)),
        (2, (1,)),
        (1, (2,)),
        (2, (2,)),
    ]
    assert [one.playing for one in written[-2:]] == [1, 0]
    one = Hand.objects.filter(table=play.table).order_by("number").first()
    again = next(
        played
        for _number, played in simulation.play_session(
            simulation.make_bots("sensible", "7 1 1 1"), "7 1 1", hands=[1]
        )
    )
    assert one.record == simulation.format_record(again.record)


@pytest.mark.long
def test_a_hand_that_somebody_enters_meanwhile_stays(play):
    steps = play_on(by=None, tournament=play.tournament, seed=7, sessions=1, at_once=1)
    next(steps)
    typed = play.hand(2, winner="D", points=10)
    list(steps)
    assert Hand.objects.get(table=play.table, number=2) == typed


def test_a_hand_that_a_penalty_has_made_dead_wins_nothing(play):
    """The same walls and players: without the penalty this seat would win this hand."""
    bots = simulation.make_bots("sensible", "7 1 1 1")
    number, winner = next(
        (number, hand_result(number, played.last).winner)
        for number, played in simulation.play_session(bots, "7 1 1")
        if hand_result(number, played.last).winner is not None
    )
    seat = play.table.seats.get(letter=winner.name)
    entry = seat.occupants.get().entry
    give_penalty(by=play.referee, session=play.session, entry=entry, code="D1", hand=number)
    list(play_on(by=None, tournament=play.tournament, seed=7, sessions=1))

    hands = Hand.objects.filter(table=play.table)
    assert hands.get(number=number).winner != winner.name
    assert hands.filter(winner=winner.name).exists()
    assert [one.sum for one in table_sheets([play.table])] == [0]


def test_a_real_tournament_is_refused_and_left_alone(play):
    Tournament.objects.update(kind=Tournament.Kind.REAL)
    play.tournament.refresh_from_db()
    before = counts()
    with pytest.raises(ValidationError, match="only a rehearsal can be played"):
        play_on(by=None, tournament=play.tournament, seed=7)
    with pytest.raises(CommandError, match="Mosel Open is a real tournament"):
        call_command("simulate", "mosel", stderr=StringIO())
    assert counts() == before


def test_a_copy_is_played_and_the_original_is_not(play):
    Tournament.objects.update(kind=Tournament.Kind.REAL)
    play.tournament.refresh_from_db()
    before = tournament_document(play.tournament)
    out, said = StringIO(), StringIO()
    call_command("simulate", "mosel", "--copy", "--sessions", "1", stdout=out, stderr=said)
    assert out.getvalue() == "mosel-rehearsal\n"
    assert said.getvalue().splitlines()[0] == (
        "session 1, table 1: hand 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"
    )
    assert tournament_document(play.tournament) == before
    copy = Tournament.objects.get(slug="mosel-rehearsal")
    assert states(copy) == ["approved", "published", "draft"]


@pytest.mark.long
def test_speed_waits_between_the_hands(play, monkeypatch):
    waited = []
    monkeypatch.setattr("scoring.management.commands.simulate.time.sleep", waited.append)
    call_command(
        "simulate",
        "mosel",
        "--sessions",
        "1",
        "--speed",
        "60",
        stdout=StringIO(),
        stderr=StringIO(),
    )
    # Two tables, sixty hands a minute at each: half a second after each hand, one when one is left.
    assert waited == [0.5] * 30 + [1.0]
