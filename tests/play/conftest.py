"""Rows of these tests are rolled back; notices go to a service on this machine."""

import asyncio

import pytest

from games.play import notices
from runtime import outgoing
from tests.support.push_service import serve_push


@pytest.fixture
def service(monkeypatch):
    """Return a push service; notices are sent before the move is answered."""
    with serve_push() as service:

        def connect(_host):
            return asyncio.open_connection(*service.server_address)

        monkeypatch.setattr(outgoing, "connect", connect)
        yield service


@pytest.fixture
def deliveries(service):
    return lambda: [service.take() for _ in range(service.deliveries.qsize())]


class Later(list):
    """Messages that no loop has sent yet."""

    async def send_all(self):
        await asyncio.gather(*self)
        self.clear()


@pytest.fixture
def later(monkeypatch):
    later = Later()
    monkeypatch.setattr(
        notices, "run_on_loop", lambda work, *args: later.append(work(*args))
    )
    return later
