"""A socket that floods is dropped when its frames are read, and no other."""

from charlie_site import daphne


class Protocol:
    """What counts of a WebSocket: what came in, and whether it was dropped."""

    def __init__(self):
        self.received, self.is_dropped = [], False

    def dropConnection(self, abort):  # noqa: N802
        self.is_dropped = abort


receive = daphne._limited(lambda protocol, text: protocol.received.append(text))


def test_who_sends_too_much_is_dropped_and_heard_no_more(settings):
    settings.RATE_LIMIT_FACTOR = 1
    loud, quiet = Protocol(), Protocol()
    for number in range(daphne.MOST_MESSAGES + 50):
        receive(loud, number)
    receive(quiet, 1)
    assert loud.is_dropped
    assert len(loud.received) == daphne.MOST_MESSAGES
    assert (quiet.is_dropped, quiet.received) == (False, [1])


def test_what_was_sent_long_ago_does_not_count(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    seconds = iter(range(10_000))
    monkeypatch.setattr(daphne.time, "monotonic", lambda: next(seconds))
    page = Protocol()
    for number in range(5 * daphne.MOST_MESSAGES):
        receive(page, number)
    assert not page.is_dropped
