"""Locks under real connections of PostgreSQL: one order, nobody waits in a ring."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from scoring.models import Hand, Standings
from scoring.services.hands import StaleHand, record_hand
from scoring.services.locks import lock_table
from scoring.services.penalties import give_penalty
from scoring.services.sheets import close_table
from scoring.services.standings import publish_standings
from tests.scoring.play import make_play
from tournaments.services.tournaments import change_settings

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _on_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("two connections that lock rows need PostgreSQL: DATABASE_URL names one")


def at_once(*works: Callable[[], object]) -> list[BaseException | None]:
    """Run each work in a thread with a connection of its own; what each raised."""
    raised: list[BaseException | None] = [None] * len(works)
    gate = threading.Barrier(len(works))

    def one(index: int) -> None:
        try:
            gate.wait(timeout=30)
            works[index]()
        except BaseException as fault:
            raised[index] = fault
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    return raised


def test_a_writer_waits_for_the_tournament_before_it_takes_a_table():
    play = make_play()
    begun = threading.Event()

    def write() -> None:
        begun.set()
        play.hand(1)

    with transaction.atomic():
        lock_table(play.table)
        thread = threading.Thread(target=lambda: (write(), connection.close()))
        thread.start()
        begun.wait(timeout=30)
        waiting = _waiting()
    thread.join(timeout=60)
    assert waiting.startswith('SELECT "tournaments_tournament"."id"')
    assert Hand.objects.count() == 1


def test_hands_of_two_tables_are_written_side_by_side():
    """Once the first hand has frozen the rules; what counts all tables waits for both."""
    play = make_play(8)
    play.hand(1)
    raised: list[BaseException | None] = []

    def publish() -> None:
        raised.extend(at_once(lambda: publish_standings(by=None, tournament=play.tournament)))

    thread = threading.Thread(target=publish)
    with transaction.atomic():
        play.hand(2)
        assert at_once(lambda: play.hand(1, table=2, winner="A", points=8)) == [None]
        thread.start()
        waiting = _waiting()
    thread.join(timeout=60)
    assert raised == [None]
    assert waiting.startswith('SELECT "tournaments_tournament"."id"')
    assert Hand.objects.count() == 3


def _waiting() -> str:
    """What another connection waits for, once one does."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with connection.cursor() as cursor:
            # Inside a transaction PostgreSQL goes on showing what the first look saw.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                " AND datname = current_database()"
            )
            if found := cursor.fetchone():
                return str(found[0])
        time.sleep(0.05)
    return ""


def test_everything_at_once_ends_without_a_deadlock():
    play = make_play(8)
    play.all_hands(table=2)
    works: list[Callable[[], object]] = []
    for number in range(1, 5):
        works += [
            lambda number=number: play.hand(number, winner="A", discarder="B", points=8),
            lambda: publish_standings(by=play.referee, tournament=play.tournament),
        ]
    works += [
        lambda: close_table(by=play.scorer, table=play.table_number(2)),
        lambda: give_penalty(
            by=play.referee, session=play.session, entry=play.entries[0], code="P1", hand=1
        ),
        lambda: change_settings(
            by=play.referee, tournament=play.tournament, changes={"place": "Trier"}
        ),
    ]
    assert at_once(*works) == [None] * len(works)
    versions = sorted(Standings.objects.values_list("version", flat=True))
    assert versions == list(range(1, len(versions) + 1))
    assert Hand.objects.filter(table__number=1).count() == 4


def test_of_two_writers_of_one_hand_one_is_told_both_values():
    play = make_play()
    table = play.table

    def write(points: int) -> Callable[[], object]:
        return lambda: record_hand(
            by=play.scorer, table=table, number=1, version=0, kind="win", winner="A", points=points
        )

    raised = at_once(write(8), write(9))
    (stale,) = [fault for fault in raised if fault is not None]
    assert isinstance(stale, StaleHand)
    assert isinstance(stale, ValidationError)
    assert {stale.standing.points, stale.given.points} == {8, 9}


def test_the_same_key_from_two_connections_is_stored_once():
    play = make_play()
    table = play.table

    def write() -> object:
        return record_hand(
            by=play.scorer, table=table, number=1, version=0, kind="drawn", client_key="phone-1"
        )

    assert at_once(write, write, write) == [None, None, None]
    assert Hand.objects.count() == 1
