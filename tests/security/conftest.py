"""Limits as they are on a real site, with nothing counted yet."""

import pytest

from games import brakes


@pytest.fixture
def real_limits(settings):
    settings.RATE_LIMIT_FACTOR = 1
    limiters = [brakes.Brake.limiter, brakes.SharedBrake.limiter]
    if settings.REDIS_URL:
        limiters.append(brakes._of_all_processes())
    for limiter in limiters:
        limiter.storage.reset()
    yield
    for limiter in limiters:
        limiter.storage.reset()
