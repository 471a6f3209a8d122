"""Rate limits count requests of the same instant exactly."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from runtime.rate_limits import RateLimit

pytestmark = pytest.mark.slow

HITS, THREADS = 10_000, 8


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
def test_rate_limits_count_exactly(settings, note, is_full):
    settings.RATE_LIMIT_FACTOR = 1
    rounds = 10 if is_full else 3
    for number in range(rounds):
        limit = RateLimit(f"test {number}", HITS // 4, 3_600)
        with ThreadPoolExecutor(THREADS) as threads:
            hits = list(threads.map(limit.hit, ["one", "two"] * (HITS // 2)))
        assert hits.count(True) == HITS // 2
        assert limit.count_wait("one")
        assert limit.count_wait("two")
    note("events", rounds * HITS)
