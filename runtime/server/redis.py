"""Redis caches that stay quick while Redis is down or hangs.

Django's own would connect for each request and wait for a hanging Redis without a
limit. These share one connection pool per process, wait no longer than their options
allow, and send no command for some seconds after a failure.
"""

import time
from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any, cast

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

# Seconds without commands after a failure.
REST = 3
_COMMANDS = (
    *("get", "get_many", "has_key", "clear"),
    *("add", "set", "touch", "delete", "incr", "set_many", "delete_many"),
)


class CacheAway(Exception):
    """Redis does not answer, or failed to within the last seconds."""


class PatientClient(RedisCacheClient):
    """Pauses after a failure. Every call may raise CacheAway."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, retry=Retry(NoBackoff(), 0), **options)
        self._rests_until = 0.0

    def _ask[T](self, call: Callable[[], T]) -> T:
        now = time.monotonic()
        try:
            if now < self._rests_until:
                raise CacheAway
            if self._rests_until:
                # This thread tries whether Redis is back; the others do without it.
                self._rests_until = now + REST
            answer = call()
        except (CacheAway, RedisError, OSError) as error:
            self._rests_until = self._rests_until or time.monotonic() + REST
            raise CacheAway(type(error).__name__) from None
        self._rests_until = 0.0
        return answer


def _patiently(name: str) -> Callable[..., Any]:
    call = getattr(RedisCacheClient, name)

    def ask(self: PatientClient, *arguments: Any) -> Any:
        return self._ask(partial(call, self, *arguments))

    return ask


for _name in _COMMANDS:
    setattr(PatientClient, _name, _patiently(_name))


# One client for the two caches of all threads: each has a pool of connections.
@cache
def _client_of(
    servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]
) -> PatientClient:
    return PatientClient(list(servers), **dict(options))


class StrictRedisCache(RedisCache):
    """Raises CacheAway while Redis does not answer."""

    # Django's own class sets both.
    _servers: list[str]
    _options: dict[str, Any]

    @cached_property
    def _cache(self) -> PatientClient:
        return _client_of(tuple(self._servers), tuple(self._options.items()))


class ForgivingRedisCache(StrictRedisCache):
    """Acts as an empty cache while Redis does not answer, so that sign-in goes on."""

    @cached_property
    def _cache(self) -> PatientClient:
        # It takes every call of a client without being one.
        return cast("PatientClient", _Forgiving(super()._cache))


class _Forgiving:
    """Wraps a client: where it raises CacheAway, answers as an empty cache would."""

    def __init__(self, client: PatientClient) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def ask(*arguments: Any) -> Any:
            try:
                return getattr(self._client, name)(*arguments)
            except CacheAway:
                return _answer_empty(name, *arguments)

        return ask


def _answer_empty(name: str, *arguments: Any) -> Any:
    if name == "incr":
        raise ValueError("There is no such key while Redis is away.")
    if name == "get":
        return arguments[1]
    return {"add": True, "get_many": {}}.get(name, False)
