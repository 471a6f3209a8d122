"""Rate limits as on a real site, with fresh counters."""

import pytest

from games.players import limits

LIMITS = [each for each in vars(limits).values() if isinstance(each, limits.RateLimit)]


@pytest.fixture
def real_limits(settings):
    settings.RATE_LIMIT_FACTOR = 1
    for each in LIMITS:
        each.forget()
    yield
    for each in LIMITS:
        each.forget()
