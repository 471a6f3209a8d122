"""Entries of the cache that are hints alone: nothing fails while the cache is away."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

logger = logging.getLogger(__name__)
# It says so when it is away, where the default one is empty then.
cache = ConnectionProxy(caches, "strict")


def note_all(keys: Iterable[str], seconds: int) -> None:
    """Keep these keys for so many seconds."""
    entries = dict.fromkeys(keys, True)
    with _may_be_away():
        if entries:
            cache.set_many(entries, seconds)


def note_first(key: str, seconds: int, *, in_doubt: bool = False) -> bool:
    """Keep a key; tell whether it was not kept already, and in doubt what is given."""
    with _may_be_away():
        return cache.add(key, value=True, timeout=seconds)
    return in_doubt


def forget(key: str) -> None:
    """Keep a key no longer."""
    with _may_be_away():
        cache.delete(key)


def find_unknown(keys: Iterable[str]) -> set[str]:
    """Return those of these keys that are not kept. While in doubt all of them are."""
    asked = list(keys)
    with _may_be_away():
        return set(asked) - cache.get_many(asked).keys()
    return set()


@contextmanager
def _may_be_away() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        # Each kind of cache has exceptions of its own.
        logger.warning("The cache is away: %s", type(error).__name__)
