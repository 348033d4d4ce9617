"""A cache that may be away: without Redis pages are slower, never wrong and never down."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def _forgiving(name: str, answer: Any) -> Callable[..., Any]:
    def method(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(super(ForgivingRedisCache, self), name)(*args, **kwargs)
        except (RedisError, OSError) as fault:
            log.warning("the cache does not answer: %s", type(fault).__name__)
            if name == "get":
                return kwargs.get("default", args[1] if len(args) > 1 else None)
            return answer

    method.__name__ = name
    return method


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache; while Redis is away nothing is remembered and nothing fails."""

    add = _forgiving("add", True)
    get = _forgiving("get", None)
    set = _forgiving("set", None)
    touch = _forgiving("touch", False)
    delete = _forgiving("delete", False)
    get_many = _forgiving("get_many", {})
    set_many = _forgiving("set_many", [])
    delete_many = _forgiving("delete_many", None)
    incr = _forgiving("incr", 0)
    has_key = _forgiving("has_key", False)
    clear = _forgiving("clear", False)
