"""The database stops hard, is full or is read-only during play."""

import asyncio
import time

import psycopg
import pytest
from django.db import connection

from bench.http import Browser
from bench.table import open_tables
from tests.faults.conftest import SwitchedServer
from tests.faults.crowd import Crowd
from tests.support.servers import LOOPBACK, postgres_server

pytestmark = pytest.mark.slow

TABLES = 3
PAUSE = 0.05
FULL, ROOMY = "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823"
READ_ONLY, WRITABLE = "PRAGMA query_only = 1", "PRAGMA query_only = 0"


def needs_postgres(test):
    """Mark a test that stops a PostgreSQL server of its own."""
    needs = pytest.mark.skipif(connection.vendor == "sqlite", reason="needs PostgreSQL")
    return pytest.mark.storage(needs(test))


@pytest.fixture
def own_postgres(tmp_path):
    """Return a PostgreSQL server for this test alone, and a site on it."""
    # The test kills PostgreSQL's processes, so that a commit must reach its log.
    with postgres_server(synchronous_commit="on") as database:
        site = SwitchedServer(tmp_path, DATABASE_URL=database.url)
        site.start()
        yield database, site
        site.stop()


class Visitor:
    """A browser that keeps requesting pages and records the answers."""

    def __init__(self, port: int, code: str) -> None:
        self.browser = Browser(LOOPBACK, port)
        self.addresses = [
            "/",
            f"/t/{code}/",
            f"/t/{code}/update/?protocol=2",
            "/t/new/",
        ]
        self.answers, self.slowest, self.good_at = [], 0.0, 0.0

    async def look_around(self):
        for address in self.addresses:
            began = time.monotonic()
            answer = await self.browser.get(address)
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.answers.append(answer)
            if answer.status != 200:
                return
        self.good_at = time.monotonic()

    def assert_answers(self):
        statuses = {answer.status for answer in self.answers}
        assert statuses == {200, 503}
        for answer in self.answers:
            if answer.status == 503:
                assert int(answer.headers["retry-after"]) > 0
                assert "Back in a moment" in answer.body


async def play_through_outage(crowd, visitor, outage, seconds):
    """Return the seconds from the end of the outage to the first move and page."""
    begin, finish = outage
    async with crowd.playing():
        await crowd.moves(30)
        await asyncio.to_thread(begin)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await visitor.look_around()
            await asyncio.sleep(0.1)
        await asyncio.to_thread(finish)
        back = time.monotonic()
        await crowd.moves(1)
        wait = time.monotonic() - back
        while visitor.good_at < back:
            await visitor.look_around()
        await crowd.moves(20)
    await visitor.browser.close()
    return wait, visitor.good_at - back


@pytest.fixture
def play(own_postgres, run, note, limit):
    """Return a function that plays through an outage, and checks the stored moves."""
    database, site = own_postgres

    def play(begin, finish, seconds):
        tables = run(open_tables(site.port, TABLES, 3, "post"))
        phones = [phone for table in tables for phone in table.phones]
        crowd = Crowd(phones, [site.port], PAUSE)
        visitor = Visitor(site.port, phones[0].code)
        waits = run(play_through_outage(crowd, visitor, (begin, finish), seconds))
        numbers = dict(ask(database.url, "SELECT code, number FROM games_game"))
        run(crowd.settle(numbers))
        run(crowd.assert_pages_are_right())
        run(end_all(tables))
        visitor.assert_answers()
        assert crowd.unavailable > 0
        keys = [key for (key,) in ask(database.url, "SELECT key FROM games_move")]
        assert sorted(keys) == sorted(each.key for each in crowd.accepted)
        assert "sound" in site.manage("audit", "--all")
        note("answers 503", crowd.unavailable)
        note("slowest page", visitor.slowest, " s")
        note("until a move was made again", waits[0], " s")
        note("until pages were shown again", waits[1], " s")
        assert max(waits) < limit(2)
        return visitor

    return play


@needs_postgres
@pytest.mark.fault(
    "PostgreSQL stopped hard for 5 s",
    "nothing acknowledged is lost; 503 with Retry-After meanwhile; good 2 s after",
)
def test_no_acknowledged_move_is_lost_when_postgres_stops(play, own_postgres, is_full):
    database, _site = own_postgres
    play(database.stop, database.start, 5 if is_full else 1)


@needs_postgres
@pytest.mark.fault(
    "PostgreSQL hangs for 15 s",
    "503 with Retry-After within 5 s; nothing acknowledged is lost; good 2 s after",
)
def test_pages_say_soon_that_postgres_hangs(play, own_postgres, limit, is_full):
    database, _site = own_postgres
    visitor = play(database.pause, database.resume, 15 if is_full else 6)
    assert visitor.slowest < limit(5)


def ask(url, statement):
    with psycopg.connect(url) as client:
        return client.execute(statement).fetchall()


async def end_all(tables):
    for table in tables:
        host = table.phones[0]
        await host.browser.post(f"{host.path}end/", {"sure": "on"})
        await table.close()


@pytest.mark.fault(
    "disk full (`max_page_count`) or database read-only",
    "503 in clear words, nothing half written, recovers without a restart",
)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="switches of SQLite")
@pytest.mark.parametrize(
    ("shut", "open_again"), [(FULL, ROOMY), (READ_ONLY, WRITABLE)], ids=["full", "read"]
)
def test_full_or_read_only_database_holds_no_partial_move(
    shut, open_again, serve, crowd_at, run, finish, note
):
    # Deletions of earlier tests have left room in the file.
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    site = serve()
    crowd = crowd_at([site], TABLES, PAUSE)

    async def play_through():
        async with crowd.playing():
            await crowd.moves(20)
            site.switches.set(sql=shut)
            await crowd.refusals(20)
            site.switches.set(sql=open_again)
            back = time.monotonic()
            await crowd.moves(20)
        return time.monotonic() - back

    took = run(play_through())
    finish(crowd)
    note("answers 503", crowd.unavailable)
    note("until 20 moves were made again", took, " s")
