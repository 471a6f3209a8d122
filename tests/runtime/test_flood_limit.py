"""A socket that floods is dropped when its frames are read; others are not."""

import pytest

from runtime.server import daphne


class Phone(daphne.Socket):
    """A socket that notes whether it was dropped."""

    is_dropped = False

    def dropConnection(self, abort=False):  # noqa: N802
        self.is_dropped = abort


@pytest.fixture(autouse=True)
def strict(settings):
    settings.RATE_LIMIT_FACTOR = 1


def test_socket_is_dropped_at_one_frame_too_many():
    loud, quiet = Phone(), Phone()
    taken = [loud.count_frame(1) for _ in range(daphne.MOST_FRAMES + 1)]
    assert taken == [True] * daphne.MOST_FRAMES + [False]
    assert (loud.is_dropped, quiet.is_dropped) == (True, False)


def test_socket_is_dropped_at_one_byte_too_many():
    loud = Phone()
    assert [loud.count_frame(daphne.MOST_BYTES), loud.count_frame(1)] == [True, False]
    assert loud.is_dropped


def test_old_frames_do_not_count(monkeypatch):
    seconds = iter(range(10_000))
    monkeypatch.setattr(daphne.time, "monotonic", lambda: next(seconds))
    page = Phone()
    for _ in range(5 * daphne.MOST_FRAMES):
        page.count_frame(1)
    assert not page.is_dropped
