"""Where a short change runs: on the event loop itself, or on a thread.

With SQLite a statement takes microseconds, but at each one a thread would change places
with the loop, which costs a fifth of a move. The place is chosen before the call, from
facts that need no database: a single process with SQLite, a disk that is quick, a file
that is free, and a caller that knows its change to be short. No call is begun twice.

Such a change may apply rules, read and write rows of one table, and render. It must not
wait: for another server, a bot's thoughts, many rows, or a lock that is held for long.
A change that holds the loop for more than `LONGEST` is counted and logged by its name.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import RLock, local
from time import monotonic, sleep
from weakref import WeakKeyDictionary

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse

from runtime.database import LONGEST_WAIT
from runtime.metrics import LOOP_HELD
from runtime.plain import is_plain
from runtime.threads import IS_SQLITE, in_place, in_thread_until, time_left

logger = logging.getLogger(__name__)
_IS_PLAIN = is_plain("loop")
# Seconds for which one call may hold the loop. The wait for the disk is not in it.
LONGEST = 0.02
# Seconds. Threads take over for a while if the last commits took longer in the mean.
SLOW, PAUSE = 0.02, 60
# Seconds. They do so, too, after another process has held up the loop.
LOCKED = 1
LOCK = "The lock of the file"
# The share of the last commit in that mean: one pause of a busy machine changes little.
_SHARE = 0.1
# Milliseconds. The loop waits that long for a thread that writes without
# `_sqlite_writer`, for instance saves a session.
_SHORT_WAIT = 300
_sqlite_writer = RLock()
# No header can have these names.
KEPT, ARRIVED = "charlie.kept", "charlie.arrived"


class _Commit(local):
    """The commits of a call on this thread: when the last began, and all seconds."""

    began: float = 0.0
    seconds: float = 0.0


_commit = _Commit()


class Again(HttpResponse):
    """Makes the handler call the view once more, after some seconds on no thread.

    The request then has `kept` in `request.META` under `KEPT`. Under `ARRIVED` each
    request has the time of its arrival, in seconds of the epoch.
    """

    # No client sees it. Django would log a status of 4xx or 5xx.
    status_code = 202

    def __init__(self, seconds: float, kept: object) -> None:
        super().__init__()
        self.seconds, self.kept = seconds, kept


def on_loop[**P](
    is_short: Callable[..., bool],
) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """Let the handler call a view on the loop if `is_short` agrees with its arguments.

    `is_short` gets the arguments of the address, and asks no database.
    """

    def mark(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        if is_plain("handler"):
            return _waiting(view)
        view.is_short = is_short  # type: ignore[attr-defined]
        return view

    return mark


def waits_for_nothing[V](view: V) -> V:
    """Let the handler call a view on the loop, even while all threads are busy.

    The view asks no database.
    """
    view.waits_for_nothing = True  # type: ignore[attr-defined]
    return view


def _waiting(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the twin of a marked view: it waits on its thread, and calls itself."""

    @wraps(view)
    def call(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        while isinstance(response := view(request, *args, **kwargs), Again):
            sleep(response.seconds)
            request.META[KEPT] = response.kept
        return response

    return call


class Loop:
    """Runs short calls on the event loop, one change at a time."""

    def __init__(self) -> None:
        self._mean = 0.0
        self._threads_until = 0.0
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = (
            WeakKeyDictionary()
        )

    async def run[T](
        self, name: str, call: Callable[[], T], *, is_short: bool = True
    ) -> T:
        """Return the result of a call that may lock a game.

        Its turn, a thread and the database make it wait for at most LONGEST_WAIT.
        """
        ends_at = monotonic() + LONGEST_WAIT
        if not (is_short and self._may_run()):
            return await in_thread_until(ends_at, call)
        turns = self._turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        # A change that arrives while a thread writes waits for its end, and the loop
        # can make it then. With a thread for each of them a busy loop never could.
        async with turns:
            if not _sqlite_writer.acquire(blocking=False):
                return await in_thread_until(ends_at, call)
            try:
                # Another call may have found the file locked in the meantime.
                if self._may_run() and self._try_lock():
                    return self._run_here(name, call)
            finally:
                _sqlite_writer.release()
        return await in_thread_until(ends_at, call)

    def _try_lock(self) -> bool:
        """Return whether the file is free; threads take over for a moment if not."""
        with held_loop(LOCK):
            is_free = in_place(_try_lock)
        if not is_free:
            self._threads_until = monotonic() + LOCKED
        return is_free

    def _run_here[T](self, name: str, call: Callable[[], T]) -> T:
        with held_loop(name):
            try:
                return in_place(call)
            finally:
                self._note_commit(_commit.seconds)

    def _note_commit(self, seconds: float) -> None:
        if seconds:
            self._mean += (seconds - self._mean) * _SHARE
        if self._mean > SLOW:
            self._mean, self._threads_until = 0.0, monotonic() + PAUSE

    def _may_run(self) -> bool:
        is_alone = IS_SQLITE and not has_other_processes()
        has_time = monotonic() > self._threads_until
        return is_alone and has_time and not _IS_PLAIN


loop = Loop()


def has_other_processes() -> bool:
    """Return whether the channel layer connects several processes."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


class held_loop:  # noqa: N801
    """Measure for how long a piece of work holds the loop, and report a long one.

    Not a generator: it stands around each update of each page.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        self._began, _commit.seconds = monotonic(), 0.0

    def __exit__(self, *error: object) -> None:
        note_held(self._name, monotonic() - self._began - _commit.seconds)


def note_held(name: str, seconds: float) -> None:
    """Count and log a call that held the loop for too long."""
    if seconds > LONGEST:
        LOOP_HELD.labels(name).inc()
        logger.warning("%s held the loop for %d ms.", name, seconds * 1000)


@contextmanager
def one_change() -> Iterator[None]:
    """Open the transaction of a change, and note how long its commit takes.

    On SQLite the threads of this process write one at a time: SQLite itself would retry
    its one lock with growing pauses. An open transaction holds that lock already.
    """
    if connection.in_atomic_block:
        with transaction.atomic():
            yield
    elif IS_SQLITE:
        with _turn_to_write(), transaction.atomic():
            transaction.on_commit(_note_committed)
            yield
            _commit.began = monotonic()
    else:
        with transaction.atomic():
            yield


@contextmanager
def _turn_to_write() -> Iterator[None]:
    """Wait for the turn of this thread to write.

    Raises:
        OperationalError: the other threads took too long.
    """
    is_next = _sqlite_writer.acquire(blocking=False)
    if not is_next and not _sqlite_writer.acquire(timeout=time_left()):
        raise OperationalError("Other changes took too long.")
    try:
        yield
    finally:
        _sqlite_writer.release()


def _note_committed() -> None:
    _commit.seconds += monotonic() - _commit.began


def _try_lock() -> bool:
    """Try to lock the file, and return whether no other process writes."""
    if connection.connection is None:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {_SHORT_WAIT}")
    if connection.in_atomic_block:
        return True
    try:
        connection.connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    connection.connection.execute("ROLLBACK")
    return True
