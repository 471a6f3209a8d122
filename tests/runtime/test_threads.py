"""Long-lived threads: each makes one call at a time and keeps a connection."""

import asyncio
import gc
import os
import sys
import threading
from concurrent.futures import wait

import pytest
from django.db import OperationalError, connection
from django.utils import translation

from runtime import threads
from runtime.queue import Client
from runtime.threads import (
    CallThread,
    Kind,
    TooLate,
    act_for,
    call_on,
    find_thread,
    find_worker,
    get_time_left,
    require_slow_thread,
    run_later,
    run_on_loop,
    share_processor,
    slow,
    workers,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


@pytest.fixture
def worker():
    return find_worker("QX7K3M")


def ask_database():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone()[0]


def ask_and_name():
    ask_database()
    return id(connection.connection)


def test_table_always_has_the_same_worker(worker):
    assert find_worker("QX7K3M") is worker
    assert {find_worker(f"CODE{number}") for number in range(99)} == set(workers)


async def test_thread_keeps_its_connection(worker):
    assert await call_on(worker, ask_and_name) == await call_on(worker, ask_and_name)


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="a file does not go away")
async def test_lost_connection_costs_one_call(worker):
    def lose_connection():
        ask_database()
        connection.connection.close()

    await call_on(worker, lose_connection)
    with pytest.raises(Exception, match="clos"):
        await call_on(worker, ask_database)
    assert await call_on(worker, ask_database) == 1


async def test_language_does_not_stay_on_a_thread(worker):
    await call_on(worker, translation.activate, "pl")
    assert await call_on(worker, translation.get_language) == "en"


async def test_reader_with_the_fewest_calls_gets_the_next_one():
    may_end = threading.Event()
    busy = find_thread(Kind.READER)
    call = busy.submit(may_end.wait)
    try:
        assert find_thread(Kind.READER) is not busy
    finally:
        may_end.set()
        wait([call])


@pytest.mark.skipif(sys.platform != "linux", reason="no thread can be bound")
@pytest.mark.parametrize("count", [1, 4])
def test_loop_shares_a_processor_with_the_only_worker(count, monkeypatch, settings):
    monkeypatch.setattr(threads, "_shared", set())
    settings.WORKERS, settings.REDIS_URL = count, ""
    everywhere = os.sched_getaffinity(0)

    def share_and_look():
        share_processor()
        others = [CallThread(Kind.WORKER), CallThread(Kind.READER)]
        found = [other.submit(os.sched_getaffinity, 0).result() for other in others]
        return os.sched_getaffinity(0), *found

    loop, worker, reader = CallThread(Kind.SERVICES).submit(share_and_look).result()
    assert loop == worker
    assert len(loop) == (1 if count == 1 else len(everywhere))
    assert reader == everywhere


async def test_call_is_given_up_while_its_thread_is_still_busy(worker, monkeypatch):
    may_end, begun = threading.Event(), []
    long_call = worker.submit(may_end.wait)
    with monkeypatch.context() as patch:
        patch.setattr(threads, "LONGEST_WAIT", 0)
        with pytest.raises(TooLate):
            await call_on(worker, begun.append, 1)
    assert not long_call.done()
    may_end.set()
    assert long_call.result()
    assert issubclass(TooLate, OperationalError)
    await call_on(worker, begun.append, 2)
    assert begun == [2]


async def test_clients_take_turns_at_a_thread(worker):
    may_end, made = threading.Event(), []
    long_call, calls = worker.submit(may_end.wait), []
    for client, count in ((Client("192.0.2.1"), 2), (Client("192.0.2.2"), 1)):
        act_for(client)
        calls += [worker.submit(made.append, client.address) for _ in range(count)]
    may_end.set()
    wait([long_call, *calls])
    assert made == ["192.0.2.1", "192.0.2.2", "192.0.2.1"]


async def test_database_gets_the_rest_of_the_wait(worker, monkeypatch):
    monkeypatch.setattr(threads, "LONGEST_WAIT", 100)
    assert 99 < await call_on(worker, get_time_left) <= 100


async def test_long_search_is_refused_to_all_but_its_own_thread(worker):
    with pytest.raises(RuntimeError, match="Decorate the view"):
        await call_on(worker, require_slow_thread, Kind.SEARCHES)
    await call_on(slow[Kind.SEARCHES], require_slow_thread, Kind.SEARCHES)
    require_slow_thread(Kind.SEARCHES)


async def test_work_from_a_thread_runs_on_the_loop_that_called_the_thread(worker):
    loops = asyncio.Queue()

    async def note():
        await loops.put(asyncio.get_running_loop())

    await call_on(worker, run_on_loop, note)
    assert await loops.get() is asyncio.get_running_loop()


def test_work_for_a_loop_that_ends_first_is_dropped_without_a_warning(recwarn):
    started, thread = [], CallThread(Kind.READER)

    async def start():
        started.append(True)

    async def call_thread():
        return thread.submit(lambda: has_ended.wait() and run_on_loop(start))

    has_ended, loop = threading.Event(), asyncio.new_event_loop()
    call = loop.run_until_complete(call_thread())
    loop.run_until_complete(asyncio.sleep(0))
    has_ended.set()
    call.result()
    loop.close()
    thread.shutdown()
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
