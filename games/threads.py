"""The few long-lived threads on which a server does everything that may block.

Requests and consumers share them. Each thread keeps its own database connection,
which is only right because the threads are few and live as long as the process.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from threading import Barrier

from django.conf import settings
from django.db import connections

_pool = ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="database")


async def in_thread[**P, T](
    function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return what the function returns, called on one of the kept threads.

    It runs in a copy of the caller's context: a language that it activates does
    not stay behind on the thread.
    """
    call = partial(contextvars.copy_context().run, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_pool, call)


def close_kept_connections() -> None:
    """Close the database connection of every kept thread.

    For the end of a process or of its test database: the next call opens a new one.
    """
    barrier = Barrier(settings.DATABASE_THREADS)

    def close_own() -> None:
        # Each job waits for the others, so no thread can take two of them.
        barrier.wait()
        connections.close_all()

    wait([_pool.submit(close_own) for _ in range(settings.DATABASE_THREADS)])
