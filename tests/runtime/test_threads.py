"""The long-lived threads: few, each with a connection that is replaced when lost."""

import asyncio
import contextvars
import gc
import threading

import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation

from runtime import threads
from runtime.threads import (
    in_thread,
    run_later,
    run_on_loop,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


async def on_every_thread(function):
    """Return the function's result or exception on each long-lived thread."""
    barrier = threading.Barrier(settings.DATABASE_THREADS)

    def wait_and_call():
        # No call goes on before each thread has taken one.
        barrier.wait()
        return function()

    calls = [in_thread(wait_and_call) for _ in range(settings.DATABASE_THREADS)]
    return await asyncio.gather(*calls, return_exceptions=True)


def ask_database():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone()[0]


async def test_each_thread_keeps_its_connection():
    def ask_and_name():
        ask_database()
        return id(connection.connection)

    first = await on_every_thread(ask_and_name)
    assert len(set(first)) == settings.DATABASE_THREADS
    assert set(await on_every_thread(ask_and_name)) == set(first)


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="a file does not go away")
async def test_lost_connection_costs_one_call():
    def lose_connection():
        ask_database()
        connection.connection.close()

    await on_every_thread(lose_connection)
    assert all(isinstance(e, Exception) for e in await on_every_thread(ask_database))
    assert set(await on_every_thread(ask_database)) == {1}


async def test_language_does_not_stay_on_a_thread():
    await on_every_thread(lambda: translation.activate("pl"))
    assert set(await on_every_thread(translation.get_language)) == {"en"}


async def test_work_from_a_thread_runs_on_the_loop_that_called_the_thread():
    loops = asyncio.Queue()

    async def note():
        await loops.put(asyncio.get_running_loop())

    await in_thread(run_on_loop, note)
    assert await loops.get() is asyncio.get_running_loop()


def test_work_for_a_loop_that_ends_first_is_dropped_without_a_warning(recwarn):
    started = []

    async def start():
        started.append(True)

    loop = asyncio.new_event_loop()
    context = contextvars.copy_context()
    context.run(threads._serving_loop.set, loop)
    context.run(run_on_loop, start)
    loop.close()
    gc.collect()
    assert started == []
    assert list(recwarn) == []


def test_later_work_runs_on_a_thread_of_its_own_without_a_kept_connection():
    seen = []

    def look():
        ask_database()
        seen.append((threading.current_thread(), connection.connection))

    def close_is_seen():
        seen.append((threading.current_thread(), connection.connection))

    run_later(look).result()
    run_later(close_is_seen).result()
    (thread, opened), (again, closed) = seen
    assert thread is again is not threading.current_thread()
    assert opened is not None
    assert closed is None


def test_failure_of_later_work_is_logged(caplog):
    run_later(lambda: 1 / 0).result()
    assert "after an answer failed" in caplog.text
