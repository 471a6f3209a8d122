"""The threads of a process, and which of them makes a call.

- A *worker* makes moves and the other changes that players ask for, and renders the
  updates of the table's pages. SQLite has one worker, PostgreSQL four in each process;
  within a process a table always has the same one.
- A *reader* answers GET requests. A visit may make a due move.
- A *slow* thread makes calls that may take more than 20 ms of processor time or that
  wait for a web service. There is one for searches, one for passwords and one for
  services.

- The *exports* thread makes what staff and hosts ask of many games in their admin.

Each thread makes one call at a time and keeps a database connection. Clients take turns
at it (runtime.queue). Visits, absences and staff change a table from other threads than
its worker, so every change locks the game's row. The event loop submits calls and never
waits for a thread.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from enum import StrEnum
from functools import partial
from threading import Thread, local
from time import monotonic
from typing import Any, NamedTuple, cast
from zlib import crc32

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import OperationalError, close_old_connections, connection, connections

from runtime.database import LONGEST_WAIT
from runtime.metrics import THREAD_CALLS
from runtime.queue import SITE, Client, Queue

logger = logging.getLogger(__name__)
_tasks: set[asyncio.Task[None]] = set()
# The attribute of a view that names its kind of thread.
KIND = "kind_of_thread"


class Kind(StrEnum):
    """The kinds of threads."""

    WORKER = "worker"
    READER = "reader"
    SEARCHES = "searches"
    EXPORTS = "exports"
    PASSWORDS = "passwords"
    SERVICES = "services"


class TooLate(OperationalError):
    """The call has waited for its thread for too long, and will not be made."""


class _Here(local):
    """The call of the current thread: when its waits must end, and its loop."""

    thread: "CallThread | None" = None
    ends_at: float | None = None
    loop: asyncio.AbstractEventLoop | None = None


class _Call(NamedTuple):
    """A client's call that waits for a thread, and the future of its result."""

    client: Client
    make: Callable[[], Any]
    future: Future[Any]


_here = _Here()
# The processor that the loop shares with the only worker, once it does.
_shared: set[int] = set()
_processors = os.sched_getaffinity(0) if sys.platform == "linux" else set[int]()
_client: ContextVar[Client] = ContextVar("client", default=SITE)


class CallThread(ThreadPoolExecutor):
    """A long-lived thread, which makes one call after the other."""

    def __init__(self, kind: Kind, place: int = 0) -> None:
        super().__init__(
            1, f"{kind}-{place}", initializer=_choose_processors, initargs=(kind,)
        )
        self.kind = kind
        self.queue: Queue[_Call] = Queue()
        self._calls: set[Future[Any]] = set()

    @property
    def calls(self) -> int:
        """Return the number of calls that wait or run."""
        return len(self._calls)

    def submit[**P, T](
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Have the thread make a call when it is the client's turn."""
        return self._put(partial(fn, *args, **kwargs), None).future

    async def make[T](self, call: Callable[[], T]) -> T:
        """Return the result of a call, which the thread makes at the client's turn.

        Raises:
            TooLate: the thread was busy for LONGEST_WAIT seconds.
        """
        waiting = self._put(call, monotonic() + LONGEST_WAIT)
        loop = asyncio.get_running_loop()
        timer = loop.call_later(LONGEST_WAIT, self._give_up, waiting)
        try:
            return cast(T, await asyncio.wrap_future(waiting.future))
        finally:
            timer.cancel()

    def _put(self, make: Callable[[], Any], ends_at: float | None) -> _Call:
        call = _Call(
            _client.get(), partial(self._call, ends_at, _find_loop(), make), Future()
        )
        self._calls.add(call.future)
        call.future.add_done_callback(self._calls.discard)
        self.queue.put(call.client, call)
        super().submit(self._make_next)
        return call

    def is_current(self) -> bool:
        """Return whether the caller runs on this thread."""
        return _here.thread is self

    def _make_next(self) -> None:
        call = self.queue.take()
        if call is None or not call.future.set_running_or_notify_cancel():
            return
        try:
            result = call.make()
        except BaseException as error:
            call.future.set_exception(error)
        else:
            call.future.set_result(result)

    def _give_up(self, call: _Call) -> None:
        if self.queue.withdraw(call.client, call) and not call.future.cancelled():
            call.future.set_exception(TooLate("No thread was free in time."))

    def _call[T](
        self,
        ends_at: float | None,
        loop: asyncio.AbstractEventLoop | None,
        make: Callable[[], T],
    ) -> T:
        _here.thread, _here.loop, _here.ends_at = self, loop, ends_at
        if settings.IS_SQLITE and connection.connection is not None:
            limit = f"PRAGMA busy_timeout = {round(get_time_left() * 1000)}"
            connection.connection.execute(limit)
        try:
            return make()
        except Exception:
            # After an outage of the database, the next call opens a new connection.
            # Django does this only around requests.
            close_old_connections()
            raise


def share_processor() -> None:
    """Bind this thread, the loop's, and the only worker to one processor.

    They take turns at the interpreter's lock, and a turn costs more between two
    processors. The other call threads keep all processors.
    """
    if _processors and settings.WORKERS == 1 and not settings.REDIS_URL:
        _shared.add(sorted(_processors)[os.getpid() % len(_processors)])
        _choose_processors(Kind.WORKER)


def _choose_processors(kind: Kind) -> None:
    if _shared:
        os.sched_setaffinity(0, _shared if kind is Kind.WORKER else _processors)


workers = [CallThread(Kind.WORKER, place) for place in range(settings.WORKERS)]
readers = [CallThread(Kind.READER, place) for place in range(settings.READERS)]
slow = {
    kind: CallThread(kind) for kind in Kind if kind not in (Kind.WORKER, Kind.READER)
}
# For work that no answer waits for, such as a mail.
_later = ThreadPoolExecutor(1, thread_name_prefix="later")


def runs_on[**P, T](
    kind: Kind | None,
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a view: this kind of thread answers its address, by every method.

    Without a kind, each request gets a thread of its own.
    """

    def mark(view: Callable[P, T]) -> Callable[P, T]:
        setattr(view, KIND, kind)
        return view

    return mark


def find_thread(kind: Kind, code: str = "") -> CallThread:
    """Return a table's worker, a slow thread, or the reader with the fewest calls."""
    if kind is Kind.WORKER:
        return find_worker(code)
    if kind is Kind.READER:
        return min(readers, key=lambda reader: reader.calls)
    return slow[kind]


def find_worker(code: str) -> CallThread:
    """Return the worker of the table with this clean code."""
    return workers[crc32(code.encode()) % len(workers)]


def list_threads() -> list[CallThread]:
    return [*workers, *readers, *slow.values()]


THREAD_CALLS.set_function(lambda: sum(each.calls for each in list_threads()))


def act_for(client: Client) -> None:
    """Make the calls of the running task take this client's turns."""
    _client.set(client)


async def call_on[**P, T](
    thread: CallThread, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return the result of a call on a thread.

    It runs in a copy of the caller's context, so a language that it activates does not
    stay on the thread.

    Raises:
        TooLate: the thread was busy for too long.
    """
    return await thread.make(partial(copy_context().run, call, *args, **kwargs))


def get_time_left() -> float:
    """Return for how many seconds the current call may still wait."""
    if _here.ends_at is None:
        return LONGEST_WAIT
    return max(0.0, _here.ends_at - monotonic())


def require_slow_thread(kind: Kind) -> None:
    """Raise if a worker, a reader or another slow thread is about to do this work.

    Exports search, too. Commands and tests may do it anywhere. Call it outside of any
    cache, or a cached result hides a view in the wrong list.
    """
    allowed = {kind, Kind.EXPORTS} if kind is Kind.SEARCHES else {kind}
    if _here.thread is not None and _here.thread.kind not in allowed:
        raise RuntimeError(
            f"This is work for {kind}, but {_here.thread.kind} runs it. Decorate the"
            f" view with runs_on(Kind.{kind.name})."
        )


async def run_in_daemon[T](call: Callable[[], T]) -> T:
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


def run_later(call: Callable[[], object]) -> Future[None]:
    """Call a function that no answer waits for, at once and in the caller's context.

    Errors are logged.
    """
    return _later.submit(copy_context().run, _call_later, call)


def _call_later(call: Callable[[], object]) -> None:
    with log_errors("Work after an answer failed."):
        call()
    # It is seldom needed, so the thread keeps no connection.
    connections.close_all()


def run_on_loop[*Ts](
    work: Callable[[*Ts], Coroutine[Any, Any, None]], *args: *Ts
) -> None:
    """Run an asynchronous function on the server's loop, without waiting for it.

    That is the loop that called this thread. Elsewhere (in a command or a test) the
    function and the tasks that it starts run to their end on a loop of their own.
    """
    loop = _find_loop()
    if loop is None:
        async_to_sync(_run_to_end)(work(*args))
    else:
        # The loop makes the coroutine, so a loop that ends first leaves none behind.
        loop.call_soon_threadsafe(lambda: start_task(work(*args)))


async def _run_to_end(work: Coroutine[Any, Any, None]) -> None:
    await work
    here = asyncio.get_running_loop()
    while tasks := [task for task in _tasks if task.get_loop() is here]:
        await asyncio.wait(tasks)


def start_task(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the running loop, without waiting for it."""
    task = asyncio.create_task(work)
    # The loop keeps only weak references to tasks.
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


@contextmanager
def log_errors(message: str) -> Iterator[None]:
    """Log an error instead of raising it, so that other work goes on."""
    try:
        yield
    except Exception:
        logger.exception(message)


def _find_loop() -> asyncio.AbstractEventLoop | None:
    """Return the running loop, or the loop that called the current thread."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return _here.loop
