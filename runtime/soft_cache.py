"""Keeps short-lived keys in the cache; an outage of the cache never raises here."""

import logging
from collections.abc import Callable, Iterable
from typing import cast

from django.core.cache import BaseCache, caches
from django.utils.connection import ConnectionProxy

logger = logging.getLogger(__name__)
# The strict cache raises while it is away; the default one would act as if empty.
# A proxy passes every access on to the cache of its thread.
cache = cast("BaseCache", ConnectionProxy(caches, "strict"))


def note_all(keys: Iterable[str], seconds: int) -> None:
    """Keep these keys for this many seconds."""
    entries = dict.fromkeys(keys, True)
    if entries:
        _ask(lambda: cache.set_many(entries, seconds), None)


def note_first(key: str, seconds: int, *, in_doubt: bool = False) -> bool:
    """Keep a key; return whether it is new, or `in_doubt` while the cache is away."""
    return _ask(lambda: cache.add(key, value=True, timeout=seconds), in_doubt)


def forget(key: str) -> None:
    """Drop a key."""
    _ask(lambda: cache.delete(key), None)


def find_unknown(keys: Iterable[str]) -> set[str]:
    """Return those of these keys that are not kept; none while the cache is away."""
    asked, unknown = set(keys), set[str]()
    return _ask(lambda: asked - cache.get_many(asked).keys(), unknown)


def _ask[T](call: Callable[[], T], in_doubt: T) -> T:
    """Return the answer of the cache, or `in_doubt` while the cache is away."""
    try:
        return call()
    except Exception as error:
        # Each cache backend has exceptions of its own.
        logger.warning("The cache is away: %s", type(error).__name__)
        return in_doubt
