"""The cache in Redis: an outage is short for callers."""

import socket

import pytest

from runtime.server.redis import CacheAway, ForgivingRedisCache, StrictRedisCache
from tests.support.servers import LOOPBACK

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
