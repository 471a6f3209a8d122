"""Planned calls of the server come in time, even if the system clock is set."""

import asyncio
import inspect
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
import time_machine
from daphne import ws_protocol
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from runtime.server import daphne

HOUR = 3600
JUMPS = pytest.mark.parametrize("jump", [-HOUR, 0, HOUR])


class Page(WebSocketProtocol):
    """An open and silent socket that counts its pings."""

    state = WebSocketProtocol.STATE_OPEN

    def __init__(self):
        self.server = SimpleNamespace(websocket_timeout=-1, ping_interval=10)
        self.socket_opened = self.last_ping = ws_protocol.time.time()
        self.pings = 0

    def _sendAutoPing(self):  # noqa: N802
        self.pings += 1


@pytest.fixture
def reactor(monkeypatch):
    """Return a reactor like the server's, which does not run."""
    # Puts the changed module back after the test.
    monkeypatch.setattr(ws_protocol, "time", ws_protocol.time)
    loop = asyncio.new_event_loop()
    reactor = AsyncioSelectorReactor(loop)
    daphne.use_monotonic_clock(reactor)
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


@JUMPS
def test_pings_stay_regular_when_the_clock_jumps(reactor, jump, monkeypatch):
    hands = SimpleNamespace(passed=0)
    monkeypatch.setattr(daphne.time, "monotonic", lambda: hands.passed)
    page = Page()
    with time_machine.travel(timedelta(seconds=jump)):
        for hands.passed in range(1, 34):
            page.check_timeouts()
    assert page.pings == 3


def test_daphne_uses_its_clock_for_time_only():
    source = inspect.getsource(ws_protocol)
    assert set(re.findall(r"\btime\.\w+", source)) == {"time.time"}
