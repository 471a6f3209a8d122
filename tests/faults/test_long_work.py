"""One address orders long work over many connections: no other one waits for it."""

import asyncio
import time

import pytest

from bench.http import Browser
from tests.support.servers import LOOPBACK

pytestmark = [pytest.mark.slow, pytest.mark.long]

REQUESTS, CONNECTIONS = 60, 30
PAUSE = 0.3
# Each request is new, so that no cache answers it.
WORK = {
    "exercises": lambda number: (f"/practice/fiendish/{number + 1}/", None),
    "cases": lambda number: (
        f"/case/2026-0{1 + number // 28}-{1 + number % 28:02}/",
        None,
    ),
    "sign-ins": lambda number: (
        "/accounts/login/",
        {"login": f"nobody {number}", "password": "a wrong password"},
    ),
}


@pytest.mark.fault(
    "60 exercises, 60 cases and 60 sign-ins of one address over 30 connections",
    "p99 of the others' moves below 0.5 s, their pages within 1 s",
)
@pytest.mark.full
@pytest.mark.parametrize("name", WORK)
def test_long_work_of_one_address_delays_nobody(
    name, serve, crowd_at, run, finish, note, limit
):
    site = serve(RATE_LIMIT_FACTOR="1", CLIENT_ADDRESS_HEADER="X-Forwarded-For")
    crowd = crowd_at([site], 4, 0.2)
    p99, longest, statuses = run(work_in_play(site, crowd, WORK[name]))
    finish(crowd)
    note(f"p99 of moves during {name}", p99, " s")
    note(f"longest page during {name}", longest, " s")
    assert statuses <= {200, 429, 503}
    assert p99 < limit(0.5)
    assert longest < limit(1)


async def work_in_play(site, crowd, path_of):
    """Return the p99 of moves, the longest page of a stranger, and all statuses."""
    async with crowd.playing():
        await crowd.moves(50)
        start, pages, has_ended = time.monotonic(), [], asyncio.Event()
        reading = asyncio.create_task(read_on(site, pages, has_ended))
        statuses = await order(site, path_of)
        has_ended.set()
        await reading
        return crowd.seconds_since(start, 99), max(pages), statuses


async def order(site, path_of):
    """Send the requests over a few connections; return the statuses."""
    left, statuses = list(range(REQUESTS)), set()

    async def send():
        browser = AddressedBrowser(LOOPBACK, site.port)
        await browser.get("/accounts/login/")
        while left:
            path, form = path_of(left.pop())
            answer = await (browser.post(path, form) if form else browser.get(path))
            statuses.add(answer.status)
        await browser.close()

    await asyncio.gather(*(send() for _ in range(CONNECTIONS)))
    return statuses


async def read_on(site, pages, has_ended):
    """Ask for a page again and again, from another address; note the seconds."""
    browser = Browser(LOOPBACK, site.port)
    while not has_ended.is_set():
        start = time.monotonic()
        assert (await browser.get("/rules/")).status == 200
        pages.append(time.monotonic() - start)
        await asyncio.sleep(PAUSE)
    await browser.close()


class AddressedBrowser(Browser):
    """A browser that a proxy has seen at an address of its own."""

    async def request(self, method, path, body, headers):
        forwarded = {"X-Forwarded-For": "192.0.2.66"}
        return await super().request(method, path, body, headers | forwarded)
