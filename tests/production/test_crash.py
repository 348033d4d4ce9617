"""Killed web servers on PostgreSQL: no acknowledged hand is lost, none is doubled."""

from __future__ import annotations

import contextlib
import signal

import pytest

from tests import servers
from tests.hall.kills import check_day, play_through_kills
from tests.hall.laptop import furnish, stored
from tests.production.conftest import Production, end, own_database

pytestmark = pytest.mark.production


def test_five_kills_of_gunicorn_lose_no_acknowledged_hand(postgres_address, tmp_path):
    with own_database(postgres_address) as database, contextlib.ExitStack() as stack:
        product = Production(database, servers.redis_at(servers.free_port()), tmp_path, stack=stack)
        product.manage("migrate", "--no-input")
        product.manage("collectstatic", "--no-input")
        hall = furnish(product.manage, 5, 1)
        running = [product.start_web()]
        day = play_through_kills(
            hall,
            port=product.port,
            seed=1,
            kills=5,
            kill=lambda: end(running.pop(), signal.SIGKILL),
            start=lambda: running.append(product.start_web()),
        )
        check_day(day, stored(product.manage), product.manage("rebuild", hall["slug"], "--check"))
