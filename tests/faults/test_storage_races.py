"""Requests of the same instant: nothing fails, and rate limits count exactly."""

import asyncio
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from bench.http import Browser
from games.hosting.lifecycle import open_table
from games.models.game import Seat
from games.rules.editions import SEATS, Investigator
from runtime.rate_limits import RateLimit, SharedRateLimit
from tests.support.cast import make_players, setup_of
from tests.support.servers import LOOPBACK

pytestmark = pytest.mark.slow

HITS, THREADS = 10_000, 8
JOINS = 24


@pytest.fixture
def restless_threads():
    """Let threads take turns a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 1000)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("restless_threads")
@pytest.mark.fault(
    "10,000 events counted by 8 threads at once", "no error, and an exact count"
)
@pytest.mark.parametrize("kind", [RateLimit, SharedRateLimit])
def test_rate_limits_count_exactly(kind, settings, note, is_full):
    # What Redis counts is another program's.
    settings.REDIS_URL, settings.RATE_LIMIT_FACTOR = "", 1
    rounds = 20 if is_full else 3
    for number in range(rounds):
        limit = kind(f"test {number}", HITS // 4, 3_600)
        with ThreadPoolExecutor(THREADS) as threads:
            hits = list(threads.map(limit.hit, ["one", "two"] * (HITS // 2)))
        assert hits.count(True) == HITS // 2
        assert limit.is_reached("one")
        assert limit.is_reached("two")
    note("events", rounds * HITS)


@pytest.mark.fault(
    "24 joins at once", "at most five get a seat, the others are told why"
)
def test_nobody_gets_an_error_page_when_all_join_at_once(serve, run, note, is_full):
    site = serve()
    statuses: Counter[int] = Counter()
    tables = 20 if is_full else 4
    for _ in range(tables):
        (host,) = make_players(1)
        game = open_table(host, setup_of())
        statuses.update(run(join_at_once(site.port, game.code)))
        assert Seat.objects.filter(game=game).count() <= SEATS[-1]
    note("joins", statuses.total())
    note("seats", statuses[302])
    assert set(statuses) <= {302, 409, 422}
    assert statuses[302] == Seat.objects.count()
    assert site.errors_since(0) == []


async def join_at_once(port, code):
    """Return the statuses of strangers who take seats at a table."""
    browsers = [Browser(LOOPBACK, port, {"csrftoken": "c" * 32}) for _ in range(JOINS)]
    seats = enumerate(zip(browsers, cycle(Investigator), strict=False))
    joins = [
        browser.post(f"/t/{code}/join/", {"name": f"guest {n}", "investigator": seat})
        for n, (browser, seat) in seats
    ]
    answers = await asyncio.gather(*joins)
    for browser in browsers:
        await browser.close()
    return [answer.status for answer in answers]
