"""A hall whose browsers all keep their connections open."""

from __future__ import annotations

import pytest

from tests.hall.phone import Caller

pytestmark = pytest.mark.long


def test_a_hundred_and_fifty_open_browsers_keep_nobody_out(laptop):
    laptop.start()
    crowd = [Caller(laptop.port) for _browser in range(150)]
    try:
        for caller in crowd:
            assert caller.ask("GET", "/health/").status == 200
        # Nobody has left: each goes on over the connection it has.
        connections = [caller.connection for caller in crowd]
        assert crowd[0].ask("GET", "/health/").status == 200
        assert crowd[-1].ask("GET", "/health/").status == 200
        assert [caller.connection for caller in crowd] == connections
    finally:
        for caller in crowd:
            caller.close()
