"""Runs blocking calls on a few long-lived threads.

Requests and consumers share them. Each thread keeps a database connection of its own,
which is safe because the threads are few and live as long as the process.
"""

import asyncio
import contextvars
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from threading import Thread, get_ident
from time import monotonic
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import close_old_connections, connection, connections

from runtime.database import LONGEST_WAIT
from runtime.metrics import THREAD_CALLS

# Asked at each move. To ask the connection takes long.
IS_SQLITE = "sqlite" in settings.DATABASES["default"]["ENGINE"]
logger = logging.getLogger(__name__)
_serving_loop: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar(
    "serving_loop", default=None
)
# The end of the waits of the current call, by the monotonic clock.
_ends_at: ContextVar[float | None] = ContextVar("ends_at", default=None)
_pool = ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="database")
# For work that no answer waits for, one piece after the other.
_later = ThreadPoolExecutor(1, thread_name_prefix="later")
# The busy threads. Adding to a set costs a tenth of a change of the gauge.
_busy: set[int] = set()
_tasks: set[asyncio.Task[None]] = set()
THREAD_CALLS.set_function(lambda: len(_busy))


async def in_thread[**P, T](
    function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return the result of a function, called on one of the threads.

    It runs in a copy of the caller's context, so a language that it activates does not
    stay on the thread. The caller's own language is not passed on.
    """
    call = partial(function, *args, **kwargs)
    return await in_thread_until(monotonic() + LONGEST_WAIT, call)


async def in_thread_until[T](ends_at: float, call: Callable[[], T]) -> T:
    """Return the result of a call on one of the threads.

    It waits for a thread and for the database until this time of the monotonic clock.
    """
    loop = asyncio.get_running_loop()
    limited = partial(call_until, ends_at, call)
    return await loop.run_in_executor(_pool, _context_of(loop).run, _call, limited)


def call_until[T](ends_at: float, call: Callable[[], T]) -> T:
    """Return the result of a call whose waits end at this time of the monotonic clock.

    For threads, which run it in a context of its own.
    """
    _ends_at.set(ends_at)
    if IS_SQLITE and connection.connection is not None:
        limit = f"PRAGMA busy_timeout = {round(time_left() * 1000)}"
        connection.connection.execute(limit)
    return call()


def time_left() -> float:
    """Return for how many seconds the current call may still wait."""
    ends_at = _ends_at.get()
    return LONGEST_WAIT if ends_at is None else max(0.0, ends_at - monotonic())


async def in_daemon[T](call: Callable[[], T]) -> T:
    """Return the result of a call that may hang, such as asking for a name's address.

    It gets a thread of its own, for which the end of the process does not wait. The
    caller limits their number.
    """
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(call())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(result)


def in_place[T](call: Callable[[], T]) -> T:
    """Return the result of a short function, called on the loop's own thread.

    No loop is seen to run meanwhile: Django would refuse the database, and asgiref
    would open a connection for each task.
    """
    loop = asyncio.get_running_loop()
    context = _context_of(loop)
    asyncio._set_running_loop(None)  # noqa: SLF001
    try:
        return context.run(_call, call)
    finally:
        asyncio._set_running_loop(loop)  # noqa: SLF001


def _context_of(loop: asyncio.AbstractEventLoop) -> contextvars.Context:
    context = contextvars.copy_context()
    context.run(_serving_loop.set, loop)
    return context


def _call[T](call: Callable[[], T]) -> T:
    thread = get_ident()
    _busy.add(thread)
    try:
        return call()
    except Exception:
        # After an outage of the database, the next call opens a new connection. Django
        # does this only around requests, not around the calls of a consumer.
        close_old_connections()
        raise
    finally:
        _busy.discard(thread)


def run_later(call: Callable[[], object]) -> Future[None]:
    """Call a function after the answer, in the caller's context; errors are logged."""
    context = contextvars.copy_context()
    return _later.submit(context.run, _call_later, call)


def _call_later(call: Callable[[], object]) -> None:
    try:
        call()
    except Exception:
        logger.exception("Work after an answer failed.")
    finally:
        # It is seldom needed, so the thread keeps no connection.
        connections.close_all()


def run_on_loop[*Ts](
    work: Callable[[*Ts], Coroutine[Any, Any, None]], *args: *Ts
) -> None:
    """Run an asynchronous function on the server's loop, without waiting for it.

    On one of the threads, that is the loop that called the thread. Elsewhere (in a
    command or a test) the function runs to its end on a loop of its own.
    """
    loop = _serving_loop.get()
    if loop is None:
        async_to_sync(work)(*args)
    else:
        # The loop makes the coroutine, so a loop that ends first leaves none behind.
        loop.call_soon_threadsafe(lambda: start_task(work(*args)))


def start_task(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the running loop, without waiting for it."""
    task = asyncio.create_task(work)
    # The loop keeps only weak references to tasks.
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
