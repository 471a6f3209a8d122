"""The site's server with a small application: floods, dead phones, clocks, files."""

import asyncio
import json
import resource
import socket
import struct
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.asyncio.client import connect

from bench.http import Browser
from bench.meter import memory_mb
from runtime.server import daphne
from tests.faults.raw import RawSocket
from tests.support.servers import LOOPBACK
from tests.support.small_server import SmallServer, serve_small
from tests.support.sockets import PATIENCE

SIXTY_MB = 60 * 2**20
# MB: the buffers of the connection itself.
MOST_GROWTH = 5
LARGE = "Charlie!" * 2**20
TEXT, PART, PING, PONG = 0x01, 0x00, 0x89, 0x8A
HOUR = 3600
# The server looks for silent sockets every two seconds.
GONE_WITHIN = 8


def frame(first, payload=b""):
    """Return a frame with a mask of zeros."""
    size = len(payload)
    length = bytes([size | 0x80]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([first]) + length + bytes(4) + payload


FLOODS = {
    "60 MB of unfinished parts of 1 kB": (frame(PART, bytes(1000)), SIXTY_MB // 1000),
    "a million empty parts": (frame(PART) * 1000, 1000),
    "10,000 small messages": (frame(0x81, b"{}"), 10_000),
    "1,000 pings": (frame(PING, b"ping"), 1_000),
    "1,000 unasked pongs": (frame(PONG, b"pong"), 1_000),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    (folder / "large.txt").write_text(LARGE)
    with serve_small(folder) as server:
        yield server


@pytest.fixture
def impatient_server(tmp_path):
    """Yield a server that waits one second for a pong."""
    with serve_small(tmp_path, ping_seconds=1) as server:
        yield server


async def open_raw(server):
    return await RawSocket.open(Browser(LOOPBACK, server.port), "/")


async def send_until_dropped(server, start, piece, count):
    """Send pieces until the server drops the socket, which it must do soon."""
    socket, began = await open_raw(server), time.monotonic()
    with suppress(OSError):
        socket.writer.write(start)
        for _ in range(count):
            socket.writer.write(piece)
            await socket.writer.drain()
    await socket.wait_closed(5)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("kind", FLOODS)
async def test_socket_that_floods_is_dropped_and_takes_no_memory(server, kind):
    piece, count = FLOODS[kind]
    start = frame(TEXT) if piece[0] == PART else b""
    before = memory_mb(server.pid)
    await send_until_dropped(server, start, piece, count)
    assert memory_mb(server.pid) - before < MOST_GROWTH


async def test_socket_that_announces_a_gigabyte_is_dropped_at_once(server):
    head = struct.pack("!BBQ", 0x81, 0x80 | 127, 2**30) + bytes(4)
    await send_until_dropped(server, b"", head, 1)


def open_socket(server, **options):
    url = f"ws://{LOOPBACK}:{server.port}/"
    return connect(url, ping_interval=None, proxy=None, **options)


async def ask(socket, text):
    await socket.send(text)
    return json.loads(await socket.recv())


async def test_consumer_learns_scheme_arrival_and_round_trip(server):
    async with open_socket(server) as socket:
        while not (told := await ask(socket, "hello"))["round_trip"]:
            pass
    assert (told["text"], told["scheme"]) == ("hello", "ws")
    assert 0 <= told["age"] < 5
    assert 0 < told["round_trip"] < 5


async def test_offer_to_compress_is_not_accepted(server):
    # Text that players choose beside a secret would tell it by the size.
    async with open_socket(server, compression="deflate") as socket:
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


async def read_nothing(server):
    """Return the seconds after which a socket is dropped that reads nothing."""
    socket, began = await open_raw(server), time.monotonic()
    socket.stop_reading()
    with suppress(OSError):
        async with asyncio.timeout(GONE_WITHIN):
            while not socket.writer.transport.is_closing():
                # To send is no sign of life.
                socket.writer.write(frame(0x81, b"{}"))
                await asyncio.sleep(0.5)
    await socket.close()
    return time.monotonic() - began


@pytest.mark.slow
async def test_socket_that_only_sends_is_dropped(impatient_server):
    assert await read_nothing(impatient_server) < GONE_WITHIN


@pytest.mark.slow
@pytest.mark.parametrize("hours", [-1, 3, 28])
async def test_clock_that_jumps_keeps_the_living_and_drops_the_dead(
    impatient_server, hours
):
    dead = await open_raw(impatient_server)
    async with open_socket(impatient_server) as living:
        told = await ask(living, str(hours * HOUR))
        assert abs(told["age"] - hours * HOUR) < 5
        await dead.wait_closed(GONE_WITHIN)
        told = await ask(living, "still there")
        assert 0 <= told["age"] < 5
        assert 0 < told["round_trip"] < 5


async def get(server, path):
    browser = Browser(LOOPBACK, server.port)
    answer = await browser.get(path)
    await browser.close()
    return answer


async def test_file_is_sent_by_its_path(server):
    assert (await get(server, "/large.txt")).body == LARGE


class Gone:
    """A request from a phone that leaves at the first part of a file."""

    channel = object()

    def registerProducer(self, producer, streaming):  # noqa: N802
        producer.stopProducing()


@pytest.mark.parametrize("request_", [Gone(), SimpleNamespace(channel=None)])
async def test_phone_may_leave_before_or_while_it_gets_a_file(request_, tmp_path):
    (tmp_path / "file").touch()
    await daphne.send_file(tmp_path / "file", request_)


def test_process_without_file_handles_says_so_in_the_log(tmp_path):
    server = SmallServer(tmp_path, 10)
    (tmp_path / "ready").touch()
    server.wait()
    used = len([*Path(f"/proc/{server.pid}/fd").iterdir()])
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (used + 2, used + 2))
    try:
        place = LOOPBACK, server.port
        there = [socket.create_connection(place, PATIENCE) for _ in range(8)]
        assert there[-1].recv(1) == b""
        # The line comes when no more of them wait.
        end = time.monotonic() + PATIENCE
        while "may open no more files" not in server.log.read_text():
            assert time.monotonic() < end
    finally:
        for connection in there:
            connection.close()
        server.process.terminate()
        server.process.wait(10)
