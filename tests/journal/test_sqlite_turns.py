"""Writers of one process take turns, and give them back however their transaction ends."""

from __future__ import annotations

import threading

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from config.sqlite import base

pytestmark = pytest.mark.django_db


@pytest.fixture
def connect(tmp_path):
    """Makes connections to one file, as the threads of the server have them."""
    made = []

    def one(timeout=20):
        options = {"transaction_mode": "IMMEDIATE", "timeout": timeout}
        database = {"ENGINE": "config.sqlite", "NAME": tmp_path / "q.sqlite3", "OPTIONS": options}
        connection = ConnectionHandler({"default": database}).create_connection("default")
        connection.inc_thread_sharing()
        made.append(connection)
        return connection

    yield one
    for connection in made:
        connection.close()
    assert not base._turn.locked()


def begin(connection) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


@pytest.mark.parametrize("how", ["commit", "rollback", "close"])
def test_the_next_writer_waits_for_the_end_of_the_transaction(connect, how):
    first, second, done = connect(), connect(), threading.Event()

    def write() -> None:
        begin(second)
        second.commit()
        done.set()

    begin(first)
    assert base._turn.locked()
    thread = threading.Thread(target=write)
    thread.start()
    getattr(first, how)()
    thread.join(timeout=30)
    assert done.is_set()


def test_who_waited_too_long_asks_sqlite_and_the_turn_stays_with_its_owner(connect):
    first, second = connect(), connect(timeout=0.05)
    begin(first)
    with pytest.raises(OperationalError, match="database is locked"):
        begin(second)
    assert base._turn.locked()
    first.rollback()
    assert not base._turn.locked()


def test_a_transaction_that_cannot_begin_gives_its_turn_back(connect):
    first, second = connect(), connect(timeout=0.05)
    first.ensure_connection()
    first.connection.execute("BEGIN IMMEDIATE")  # as another process would
    with pytest.raises(OperationalError, match="database is locked"):
        begin(second)
    assert not base._turn.locked()
    first.connection.execute("ROLLBACK")
