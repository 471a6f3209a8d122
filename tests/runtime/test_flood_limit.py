"""A socket that floods is dropped when its frames are read; others are not."""

from runtime.server import daphne


class Protocol:
    """A WebSocket's received messages, and whether it was dropped."""

    def __init__(self):
        self.received, self.is_dropped = [], False

    def dropConnection(self, abort):  # noqa: N802
        self.is_dropped = abort


receive = daphne._limited(lambda protocol, text: protocol.received.append(text))


def test_flooding_socket_is_dropped_and_no_longer_read(settings):
    settings.RATE_LIMIT_FACTOR = 1
    loud, quiet = Protocol(), Protocol()
    for _ in range(daphne.MOST_MESSAGES + 50):
        receive(loud, b"1")
    receive(quiet, b"1")
    assert loud.is_dropped
    assert len(loud.received) == daphne.MOST_MESSAGES
    assert (quiet.is_dropped, quiet.received) == (False, [b"1"])


def test_socket_that_floods_by_large_messages_is_dropped(settings):
    settings.RATE_LIMIT_FACTOR = 1
    loud = Protocol()
    for _ in range(20):
        receive(loud, bytes(4096))
    assert loud.is_dropped
    assert len(loud.received) == daphne.MOST_BYTES // 4096


def test_old_messages_do_not_count(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    seconds = iter(range(10_000))
    monkeypatch.setattr(daphne.time, "monotonic", lambda: next(seconds))
    page = Protocol()
    for _ in range(5 * daphne.MOST_MESSAGES):
        receive(page, b"1")
    assert not page.is_dropped
