"""The count of events in a window of time, under every rate limit."""

import pytest

from games.players import limits

pytestmark = pytest.mark.usefixtures("real_limits")


def test_events_count_for_the_length_of_the_window(time_machine):
    limit = limits.RateLimit("test", 2, 10)
    time_machine.move_to(1_000_000_000, tick=False)
    assert [limit.hit("a"), limit.count_wait("a"), limit.hit("b")] == [
        True,
        0,
        True,
    ]
    time_machine.shift(6)
    assert [limit.hit("a"), limit.hit("a"), limit.count_wait("a")] == [
        True,
        False,
        4,
    ]
    time_machine.shift(4)
    assert [limit.hit("a"), limit.hit("a")] == [True, False]


def test_keys_without_recent_events_are_forgotten(time_machine):
    limit = limits.RateLimit("test", 2, 10)
    time_machine.move_to(1_000_000_000, tick=False)
    for key in range(100):
        limit.hit(key)
        limit.count_wait(-key)
    time_machine.shift(11)
    limit.hit("b")
    assert list(limit._events) == ["b"]


def test_clock_set_back_blocks_nobody(time_machine):
    limit = limits.RateLimit("test", 1, 10)
    time_machine.move_to(1_000_000_000, tick=False)
    assert limit.hit()
    time_machine.shift(-3600)
    assert limit.hit()
