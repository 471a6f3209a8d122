"""Locks a game row for one transaction, and publishes the change after the commit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from threading import RLock
from time import monotonic, perf_counter

from django.db import OperationalError, connection, transaction

from games.errors import AlreadyClosed, AlreadyStarted, NoSuchTable, NotHost, NotStarted
from games.live.broadcast import publish
from games.live.hub import get_hub, has_other_processes
from games.models.codes import clean_code
from games.models.game import Game
from games.models.player import Player
from runtime import sql
from runtime.threads import OffLoop, in_place, in_thread, in_thread_again, leave_loop

# Seconds. Threads take over for a while if the last commits took longer in the mean.
SLOW, PAUSE = 0.02, 60
# The share of the last commit in that mean: one pause of a busy machine changes little.
_SHARE = 0.1
# Milliseconds. The loop waits that long for a thread that writes without
# `_sqlite_writer`, for instance saves a session.
_SHORT_WAIT = 300
_sqlite_writer = RLock()
# When the change of this thread began, for the time from a move to its push.
_began: ContextVar[float | None] = ContextVar("began", default=None)
# When this thread had only its commit to wait for.
_complete: ContextVar[float | None] = ContextVar("complete", default=None)


class LoopWriter:
    """Lets the loop itself make short changes with SQLite, and let sockets in.

    A statement takes microseconds there, but at each one a thread would change places
    with the loop, which costs a fifth of a move. Nothing holds the loop for long: a
    thread makes the change while one of them or another process writes, if the disk is
    slow, and if the change itself leaves the loop.
    """

    def __init__(self) -> None:
        self._mean = 0.0
        self._threads_until = 0.0

    async def write[T](self, change: Callable[[], T]) -> T:
        """Return the result of a function that locks a game."""
        if not self._may_write():
            return await in_thread(change)
        # A move that arrives while a thread writes waits for its end, and the loop can
        # make it then. With a thread for each of them a busy loop never could.
        async with get_hub().writing:
            if not _sqlite_writer.acquire(blocking=False):
                return await in_thread(change)
            try:
                result, seconds = in_place(partial(_without_long_wait, change))
                self._note(seconds)
                return result
            except (OffLoop, OperationalError):
                # Perhaps another process is writing: a thread can wait for it.
                pass
            finally:
                _sqlite_writer.release()
        return await in_thread_again(change)

    def _note(self, seconds: float) -> None:
        if seconds:
            self._mean += (seconds - self._mean) * _SHARE
        if self._mean > SLOW:
            self._mean, self._threads_until = 0.0, monotonic() + PAUSE

    def _may_write(self) -> bool:
        is_alone = connection.vendor == "sqlite" and not has_other_processes()
        return is_alone and monotonic() > self._threads_until


loop_writer = LoopWriter()


def _without_long_wait[T](change: Callable[[], T]) -> tuple[T, float]:
    """Return the result of a change, and how many seconds its commit took.

    Without a commit it is 0. The rest of a change tells nothing about the disk: threads
    hold it up, too.
    """
    if connection.connection is None:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {_SHORT_WAIT}")
    result, now = change(), monotonic()
    return result, now - (_complete.get() or now)


@contextmanager
def locked_game(code: str) -> Iterator[Game]:
    """Yield the game with this code, locked until the end of the transaction.

    SQLite has no row locks: there the transaction itself begins IMMEDIATE, and the
    unique constraints guard on both databases.

    Raises:
        NoSuchTable: no table has this code.
    """
    _began.set(perf_counter())
    with _one_writer(), transaction.atomic():
        try:
            game = sql.get_locked(Game, "code", clean_code(code))
        except Game.DoesNotExist:
            raise NoSuchTable from None
        yield game
        _complete.set(monotonic())


@contextmanager
def _one_writer() -> Iterator[None]:
    """Let the threads of this process write one at a time on SQLite.

    SQLite itself would retry its one lock with growing pauses. An open transaction
    holds that lock already.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _sqlite_writer:
        try:
            yield
        except OperationalError:
            # Perhaps another process is writing. Django would log the error.
            leave_loop()
            raise


def mark_changed(game: Game, *fields: str) -> None:
    """Save these fields with the table's next number, and publish it after the commit.

    The caller holds the lock on the game row.
    """
    game.number += 1
    sql.change(game, ("number", *fields))
    transaction.on_commit(
        partial(publish, game.pk, game.number, _began.get()), robust=True
    )


def require_host(game: Game, player: Player | None) -> None:
    """Raise NotHost unless this player is the table's host."""
    if player is None or game.host_id != player.pk:
        raise NotHost


def require_lobby(game: Game) -> None:
    """Raise unless the table is in its lobby."""
    if game.ended_at is not None:
        raise AlreadyClosed
    if game.started_at is not None:
        raise AlreadyStarted


def require_playing(game: Game) -> None:
    """Raise unless the game is running."""
    if game.ended_at is not None:
        raise AlreadyClosed
    if game.started_at is None:
        raise NotStarted
