"""Whatever the server plans for later comes when it should, whoever sets the clock."""

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

from charlie_site import daphne

HOUR = 3600
JUMPS = pytest.mark.parametrize("jump", [-HOUR, 0, HOUR])


class Page(WebSocketProtocol):
    """A socket that is open and silent, and counts how often it is pinged."""

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
    # What is changed in this process is put back.
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
def test_what_is_planned_comes_in_time_when_the_clock_jumps(reactor, jump):
    reactor.callLater(10, print)
    with time_machine.travel(timedelta(seconds=jump)):
        assert 0 < reactor.timeout() <= 10


@JUMPS
def test_pings_are_as_frequent_when_the_clock_jumps(reactor, jump, monkeypatch):
    hands = SimpleNamespace(passed=0)
    monkeypatch.setattr(daphne.time, "monotonic", lambda: hands.passed)
    page = Page()
    with time_machine.travel(timedelta(seconds=jump)):
        for hands.passed in range(1, 34):
            page.check_timeouts()
    assert page.pings == 3


def test_daphne_asks_its_clock_for_nothing_else():
    source = inspect.getsource(ws_protocol)
    assert set(re.findall(r"\btime\.\w+", source)) == {"time.time"}
