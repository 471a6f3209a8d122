"""The cache in Redis: an outage is short for callers, and leaves no stale value."""

import socket
from contextlib import contextmanager

import pytest

from charlie_site.cache import CacheAway, ForgivingRedisCache, StrictRedisCache
from tests.support.programs import find_redis
from tests.support.servers import LOOPBACK, redis

SHORT = {"OPTIONS": {"socket_timeout": 0.05, "socket_connect_timeout": 0.05}}


@pytest.fixture
def silence():
    """Return a server that accepts connections but never answers."""
    with socket.create_server((LOOPBACK, 0)) as listener:
        listener.settimeout(5)
        yield listener


def url_of(listener):
    return f"redis://{LOOPBACK}:{listener.getsockname()[1]}"


def connections_of(listener):
    """Return the number of connections so far."""
    listener.settimeout(0)
    count = 0
    while True:
        try:
            listener.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def test_hanging_cache_is_asked_once_in_a_while(silence):
    strict = StrictRedisCache(url_of(silence), SHORT)
    for _ in range(10):
        with pytest.raises(CacheAway):
            strict.get("anything")
    assert connections_of(silence) == 1


def test_forgiving_cache_is_empty_while_redis_is_away(silence):
    forgiving = ForgivingRedisCache(url_of(silence), SHORT)
    forgiving.set("one", 1)
    forgiving.set_many({"one": 1, "two": 2})
    forgiving.delete("one")
    assert forgiving.get("one", "nothing") == "nothing"
    assert forgiving.get_many(["one", "two"]) == {}
    assert "one" not in forgiving
    assert forgiving.add("one", 1)
    with pytest.raises(ValueError, match="no such key"):
        forgiving.incr("one")


def test_caches_of_all_requests_share_their_connections():
    url = f"redis://{LOOPBACK}:1"
    assert StrictRedisCache(url, {})._cache is StrictRedisCache(url, {})._cache


@contextmanager
def away(strict):
    """Make the cache believe that Redis has just failed to answer."""
    strict._cache._rests_until = float("inf")
    yield
    strict._cache._rests_until = 1.0


@pytest.mark.skipif(not find_redis(), reason="needs Redis")
def test_failed_write_leaves_no_stale_value():
    with redis() as url:
        strict, forgiving = StrictRedisCache(url, {}), ForgivingRedisCache(url, {})
        forgiving.set_many({"changed": "old", "ended": "old", "kept": "old"})
        with away(strict):
            forgiving.set("changed", "new")
            forgiving.delete("ended")
        found = strict.get_many(["changed", "ended", "kept"])
        assert found == {"kept": "old"}
        strict.set("changed", "newest")
        assert forgiving.get("changed") == "newest"
