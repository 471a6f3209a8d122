"""Locks a game row for one transaction, and publishes the change after the commit."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from time import perf_counter

from django.db import transaction

from games.errors import NoSuchTable, Refused, TableError
from games.live.broadcast import publish
from games.models.codes import clean_code
from games.models.game import Game
from games.models.player import Player
from games.play.store import cache
from runtime import sql
from runtime.loop import one_change

# When the change of this thread began, for the time from a move to its push.
_began: ContextVar[float | None] = ContextVar("began", default=None)


@contextmanager
def locked_game(code: str) -> Iterator[Game]:
    """Yield the game with this code, locked until the end of the transaction.

    SQLite has no row locks: there the transaction itself begins IMMEDIATE, and the
    unique constraints guard on both databases.

    Raises:
        NoSuchTable: no table has this code.
    """
    _began.set(perf_counter())
    with one_change():
        try:
            game = sql.get_locked(Game, "code", clean_code(code))
        except Game.DoesNotExist:
            raise NoSuchTable from None
        yield game


def mark_changed(game: Game, *fields: str) -> None:
    """Save these fields with the table's next number, and publish it after the commit.

    The caller holds the lock on the game row.
    """
    game.number += 1
    sql.change(game, ("number", *fields))
    transaction.on_commit(partial(cache.note_change, game.code, game.number))
    transaction.on_commit(
        partial(publish, game.pk, game.number, began=_began.get()), robust=True
    )


def require_host(game: Game, player: Player | None) -> None:
    """Raise TableError unless this player is the table's host."""
    if player is None or game.host_id != player.pk:
        raise TableError(Refused.NOT_HOST)


def require_lobby(game: Game) -> None:
    """Raise unless the table is in its lobby."""
    if game.ended_at is not None:
        raise TableError(Refused.ALREADY_CLOSED)
    if game.started_at is not None:
        raise TableError(Refused.ALREADY_STARTED)


def require_playing(game: Game) -> None:
    """Raise unless the game is running."""
    if game.ended_at is not None:
        raise TableError(Refused.ALREADY_CLOSED)
    if game.started_at is None:
        raise TableError(Refused.NOT_STARTED)
