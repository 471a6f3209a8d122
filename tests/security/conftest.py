"""Rate limits as on a real site, with fresh counters."""

import pytest

from games.ops import rate_limits


@pytest.fixture
def real_limits(settings):
    settings.RATE_LIMIT_FACTOR = 1
    limiters = [rate_limits.RateLimit.limiter, rate_limits.SharedRateLimit.limiter]
    if settings.REDIS_URL:
        limiters.append(rate_limits._limiter_of_all_processes())
    for limiter in limiters:
        limiter.storage.reset()
    yield
    for limiter in limiters:
        limiter.storage.reset()
