"""Rate limits as on a real site, with fresh counters."""

import pytest

from games.players import limits
from runtime import rate_limits

LIMITS = [each for each in vars(limits).values() if isinstance(each, limits.RateLimit)]


@pytest.fixture
def real_limits(settings):
    settings.RATE_LIMIT_FACTOR = 1
    forgets = [each.forget for each in LIMITS]
    if settings.REDIS_URL:
        forgets.append(rate_limits._limiter_of_all_processes().storage.reset)
    for forget in forgets:
        forget()
    yield
    for forget in forgets:
        forget()
