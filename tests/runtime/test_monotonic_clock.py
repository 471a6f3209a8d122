"""Planned calls of the server come in time, even if the system clock is set."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace

import pytest
import time_machine

from runtime.server import daphne

HOUR = 3600
JUMPS = pytest.mark.parametrize("jump", [-HOUR, 0, 3 * HOUR, 28 * HOUR])


class Page(daphne.Socket):
    """A socket that counts its pings, and answers them if it is alive."""

    def __init__(self, *, state=daphne.Socket.STATE_OPEN, is_alive=True):
        super().__init__()
        self.server = SimpleNamespace(
            ping_interval=10, ping_timeout=10, websocket_connect_timeout=10
        )
        self.state, self.is_alive = state, is_alive
        self.pings, self.is_gone = 0, False

    def sendPing(self, payload=None):  # noqa: N802
        self.pings += 1
        if self.is_alive:
            self.onPong(payload)

    def dropConnection(self, abort=False):  # noqa: N802
        self.is_gone = True

    def serverReject(self):  # noqa: N802
        self.is_gone = True


@pytest.fixture
def reactor():
    """Return a reactor like the server's, which does not run."""
    loop = asyncio.SelectorEventLoop()
    reactor = daphne.SteadyReactor(loop)
    yield reactor
    reactor.removeAll()
    for reader in reactor._internalReaders:
        reader.connectionLost(None)
    loop.close()


@JUMPS
def test_planned_call_comes_in_time_when_the_clock_jumps(reactor, jump):
    reactor.callLater(10, print)
    with time_machine.travel(timedelta(seconds=jump)):
        assert 0 < reactor.timeout() <= 10


@pytest.fixture
def watch(monkeypatch):
    """Return a function that looks after a socket each second for half a minute."""

    def watch(jump, **page):
        hands = SimpleNamespace(passed=0)
        monkeypatch.setattr(daphne.time, "monotonic", lambda: hands.passed)
        watched = Page(**page)
        with time_machine.travel(timedelta(seconds=jump)):
            for hands.passed in range(1, 35):
                watched.check_timeouts()
                if watched.is_gone:
                    break
        return watched, hands.passed

    return watch


@JUMPS
def test_pings_stay_regular_when_the_clock_jumps(watch, jump):
    page, _ = watch(jump)
    assert (page.pings, page.is_gone) == (3, False)


@JUMPS
def test_dead_phone_is_dropped_in_time_when_the_clock_jumps(watch, jump):
    page, passed = watch(jump, is_alive=False)
    assert (page.pings, page.is_gone, passed) == (1, True, 22)


@JUMPS
def test_socket_without_an_answer_is_refused_in_time(watch, jump):
    page, passed = watch(jump, state=daphne.Socket.STATE_CONNECTING)
    assert (page.pings, page.is_gone, passed) == (0, True, 11)
