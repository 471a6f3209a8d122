"""The cache in Redis: nobody waits long while it is away, and nothing old counts."""

import socket
from contextlib import contextmanager

import pytest

from charlie_site.cache import CacheAway, ForgivingRedisCache, StrictRedisCache
from tests.programs import find_redis
from tests.servers import LOOPBACK, redis

SHORT = {"OPTIONS": {"socket_timeout": 0.05, "socket_connect_timeout": 0.05}}


@pytest.fixture
def silence():
    """Return a server that takes connections and says nothing, as one that hangs."""
    with socket.create_server((LOOPBACK, 0)) as listener:
        listener.settimeout(5)
        yield listener


def url_of(listener):
    return f"redis://{LOOPBACK}:{listener.getsockname()[1]}"


def connections_of(listener):
    """Return how many have come so far."""
    listener.settimeout(0)
    count = 0
    while True:
        try:
            listener.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def test_a_cache_that_hangs_is_asked_once_in_a_while(silence):
    strict = StrictRedisCache(url_of(silence), SHORT)
    for _ in range(10):
        with pytest.raises(CacheAway):
            strict.get("anything")
    assert connections_of(silence) == 1


def test_a_cache_that_is_away_is_empty_to_who_can_do_without(silence):
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
    """Let the cache believe that Redis did not answer a moment ago."""
    strict._cache._rests_until = float("inf")
    yield
    strict._cache._rests_until = 1.0


@pytest.mark.layer
@pytest.mark.skipif(not find_redis(), reason="needs Redis")
def test_what_could_not_be_written_does_not_come_back():
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
