"""The Redis that the environment names: used, left empty, never stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NoConnection

from tests import servers

pytestmark = pytest.mark.production


@pytest.fixture
def named(monkeypatch) -> Iterator[str]:
    """The address of somebody's Redis; the environment names its first database."""
    with servers.private_redis(servers.free_port()) as address:
        monkeypatch.setenv(servers.REDIS_VARIABLE, address)
        yield address


def test_a_named_redis_is_used_and_left_empty_and_running(named):
    beside = named.removesuffix("0") + "1"
    with Redis.from_url(named) as lent, Redis.from_url(beside) as other:
        other.set("somebody's", "own")
        with servers.redis() as address:
            assert address == named
            lent.set("left", "behind")
        assert lent.dbsize() == 0
        assert other.get("somebody's") == b"own"


def test_a_named_redis_that_holds_something_is_refused(named):
    with Redis.from_url(named) as client:
        client.set("somebody's", "own")
        with pytest.raises(AssertionError, match="QV_TEST_REDIS holds something"), servers.redis():
            pass
        assert client.get("somebody's") == b"own"


def test_without_a_name_a_private_redis_runs_as_long_as_it_is_needed(monkeypatch):
    monkeypatch.delenv(servers.REDIS_VARIABLE, raising=False)
    with servers.redis() as address, Redis.from_url(address) as client:
        assert client.ping() is True
    with Redis.from_url(address) as client, pytest.raises(NoConnection):
        client.ping()
