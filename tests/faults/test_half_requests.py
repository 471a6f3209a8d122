"""Requests that come in too slowly, or are too large, at a server without a proxy."""

import asyncio
import socket
import time
from contextlib import suppress

import pytest

from bench.http import Browser
from tests.support.servers import LOOPBACK
from tests.support.sockets import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.long]

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
HALF_HEAD = HEAD + b"X-Slow: "
HALF_BODY = HEAD + b"Content-Length: 1000\r\n\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
CHUNK = b"%x\r\n%s\r\n" % (2**16, bytes(2**16))
SIXTY_MB = 60 * 2**20
# Seconds between two bytes of a slow request.
PAUSE = 0.5


@pytest.mark.full
@pytest.mark.fault(
    "400 half requests", "all closed within 20 s; pages answer within 2 s meanwhile"
)
def test_half_requests_are_closed(serve, run, note, limit):
    site = serve()
    count = 400

    async def besiege():
        # The first page also reads its templates.
        await look_at_page(site.port)
        slow = [asyncio.create_task(trickle(site.port, n)) for n in range(count)]
        waits = []
        while not all(task.done() for task in slow):
            waits.append(await look_at_page(site.port))
            await asyncio.sleep(PAUSE)
        return [await task for task in slow], waits

    lives, waits = run(besiege())
    note("half requests", count)
    note("longest until one was closed", max(lives), " s")
    note("slowest page meanwhile", max(waits), " s")
    assert max(lives) < limit(20)
    assert max(waits) < limit(2)


async def trickle(port, number):
    """Send a byte now and then; return the seconds until the server closes."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    began = time.monotonic()
    writer.write(HALF_BODY if number % 2 else HALF_HEAD)
    is_closed = asyncio.create_task(reader.read())
    with suppress(OSError):
        while not is_closed.done():
            writer.write(b"x")
            await asyncio.wait([is_closed], timeout=PAUSE)
        assert await is_closed == b""
    writer.close()
    return time.monotonic() - began


async def look_at_page(port):
    """Return the seconds until a page is there."""
    browser, began = Browser(LOOPBACK, port), time.monotonic()
    assert (await browser.get("/")).status == 200
    await browser.close()
    return time.monotonic() - began


@pytest.mark.fault("a body of 60 MB", "413 while it comes in")
def test_large_body_is_refused_while_it_comes_in(serve, note):
    site = serve()
    announced = HEAD + b"Content-Length: %d\r\n\r\n" % SIXTY_MB
    assert send_until_refused(site.port, announced) == 0
    sent = send_until_refused(site.port, CHUNKED)
    note("sent before the refusal, without a length", sent, " bytes")
    assert sent < SIXTY_MB / 2


def send_until_refused(port, head):
    """Return the number of bytes of a body that were sent before the answer 413.

    A plain socket still reads the answer after the server has closed the connection; a
    stream of asyncio that could not write drops the unread bytes.
    """
    sent = 0
    with socket.create_connection((LOOPBACK, port), timeout=PATIENCE) as connection:
        connection.sendall(head)
        with suppress(OSError):
            while head is CHUNKED and sent < SIXTY_MB:
                connection.sendall(CHUNK)
                sent += len(CHUNK)
        assert connection.makefile("rb").readline().startswith(b"HTTP/1.1 413 ")
    return sent
