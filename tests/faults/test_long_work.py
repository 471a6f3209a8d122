"""One address orders long work over many connections: no other one waits for it."""

import asyncio
import secrets
import time

import pytest

from bench.http import Browser
from bench.meter import percentile
from tests.support.cast import begin_game
from tests.support.servers import LOOPBACK

pytestmark = [pytest.mark.slow, pytest.mark.long]

SENDER, REQUESTS, CONNECTIONS = "192.0.2.66", 60, 30
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
    work = order(site, WORK[name])
    p99, pages, (statuses,) = run(work_in_play(site, crowd, 99, work))
    longest = max(pages)
    finish(crowd)
    note(f"p99 of moves during {name}", p99, " s")
    note(f"longest page during {name}", longest, " s")
    assert statuses <= {200, 429, 503}
    assert p99 < limit(0.5)
    assert longest < limit(1)


async def work_in_play(site, crowd, rank, *work):
    """Return a percentile of moves, a stranger's pages and the results of the work."""
    async with crowd.playing():
        await crowd.moves(50)
        start, pages, has_ended = time.monotonic(), [], asyncio.Event()
        reading = asyncio.create_task(read_on(site, pages, has_ended))
        results = await asyncio.gather(*work)
        has_ended.set()
        await reading
        return crowd.seconds_since(start, rank), pages, results


async def order(site, path_of):
    """Send the requests over a few connections; return the statuses."""
    left, statuses = list(range(REQUESTS)), set()

    async def send():
        browser = Browser(LOOPBACK, site.port, address=SENDER)
        await browser.get("/accounts/login/")
        while left:
            path, form = path_of(left.pop())
            answer = await (browser.post(path, form) if form else browser.get(path))
            statuses.add(answer.status)
        await browser.close()

    await asyncio.gather(*(send() for _ in range(CONNECTIONS)))
    return statuses


# What one address sends over 200 connections, or three over 25 each, and from where a
# thread may answer it: a path, and the fields of a form.
FLOODS = {
    "moves without a session": ("/t/{code}/moves/", {"move": "draw"}, False),
    "forms with an invented session": ("/t/{code}/join/", {"name": "eve"}, True),
    "pages of a table": ("/t/{code}/", None, False),
    "pages of rules": ("/rules/", None, False),
    "exercises": ("/practice/fiendish/{number}/", None, False),
    "sign-ins": ("/accounts/login/", {"login": "eve", "password": "wrong"}, True),
}
SENDERS = {"one address": (1, 200), "three addresses": (3, 25)}
FLOOD_SECONDS = 6


@pytest.mark.fault(
    "200 connections of one address, or 75 of three, send the same request again and"
    " again",
    "p95 of the others' moves and pages below 0.5 s, none of them refused",
)
@pytest.mark.full
@pytest.mark.parametrize("senders", SENDERS)
@pytest.mark.parametrize("name", FLOODS)
def test_flood_of_requests_delays_nobody(
    name, senders, serve, crowd_at, run, finish, note, limit
):
    site = serve(RATE_LIMIT_FACTOR="1", CLIENT_ADDRESS_HEADER="X-Forwarded-For")
    crowd = crowd_at([site], 4, 0.2)
    addresses, connections = SENDERS[senders]
    flood = [
        send_on(site, crowd.phones[0].code, *FLOODS[name], address=f"192.0.2.{address}")
        for address in range(addresses)
        for _ in range(connections)
    ]
    moves, pages, _none = run(work_in_play(site, crowd, 95, *flood))
    pages = percentile(pages, 95)
    finish(crowd)
    note(f"p95 of moves, {name} of {senders}", moves, " s")
    note(f"p95 of pages, {name} of {senders}", pages, " s")
    assert crowd.unavailable == 0
    assert moves < limit(0.5)
    assert pages < limit(0.5)


@pytest.mark.fault(
    "a phone floods over 50 connections, with a seat and without one, in the network of"
    " the players",
    "p95 of their moves below 0.5 s, none of them refused",
)
@pytest.mark.full
@pytest.mark.parametrize("has_seat", [True, False])
def test_phone_that_floods_leaves_the_players_of_its_network_theirs(
    has_seat, serve, crowd_at, phone_of, run, finish, note, limit
):
    site = serve(RATE_LIMIT_FACTOR="1")
    crowd, (game, players) = crowd_at([site], 1, 0.2, LOOPBACK), begin_game()
    cookies = phone_of(site, players[0], game).browser.cookies if has_seat else {}
    move = ("/t/{code}/moves/", {"move": "draw"})
    flood = [
        send_on(site, game.code, *move, has_cookies=not has_seat, cookies=cookies)
        for _ in range(50)
    ]
    moves, pages, _none = run(work_in_play(site, crowd, 95, *flood))
    pages = percentile(pages, 95)
    finish(crowd)
    note(f"p95 of moves, flooded with a seat: {has_seat}", moves, " s")
    note(f"p95 of pages, flooded with a seat: {has_seat}", pages, " s")
    assert crowd.unavailable == 0
    assert moves < limit(0.5)


async def send_on(
    site, code, path, form, has_cookies=False, *, address=LOOPBACK, cookies=None
):
    """Send a request again and again; each has a session that it invented."""
    browser = Browser(LOOPBACK, site.port, dict(cookies or {}), address)
    until = time.monotonic() + FLOOD_SECONDS
    while time.monotonic() < until:
        sent = path.format(code=code, number=secrets.randbelow(900) + 1)
        if has_cookies:
            browser.cookies["charlie_csrf"] = "a" * 32
            browser.cookies["charlie_session"] = secrets.token_hex(16)
        await (browser.post(sent, form) if form else browser.get(sent))
    await browser.close()


async def read_on(site, pages, has_ended):
    """Ask for a page again and again, from another address; note the seconds."""
    browser = Browser(LOOPBACK, site.port)
    while not has_ended.is_set():
        start = time.monotonic()
        assert (await browser.get("/rules/")).status == 200
        pages.append(time.monotonic() - start)
        await asyncio.sleep(PAUSE)
    await browser.close()
