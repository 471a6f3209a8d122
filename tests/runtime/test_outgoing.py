"""The addresses that get messages, and the answers of hostile services."""

import asyncio
from contextlib import suppress

import pytest

from runtime import outgoing
from tests.support.sockets import PATIENCE


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "224.0.0.1",
        "::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "fec0::1",
        "::a00:1",
        "::7f00:1",
        "64:ff9b::a00:1",
        "2002:a00:1::1",
        # Python counts these as global, too.
        "192.88.99.1",
        "192.31.196.1",
        "192.52.193.1",
        "192.175.48.1",
        "168.63.129.16",
        "192.0.0.9",
        "2001:1::1",
        "100:0:0:1::1",
        "3fff::1",
        "5f00::1",
    ],
)
def test_address_inside_a_network_is_not_public(address):
    assert not outgoing.is_public(address)


@pytest.mark.parametrize("address", ["142.250.74.10", "2a00:1450:4001:82a::200a"])
def test_address_on_the_internet_is_public(address):
    assert outgoing.is_public(address)


@pytest.fixture
async def serve(monkeypatch):
    """Return a function that makes every connection lead to a server like this one."""
    servers = []

    async def serve(answer):
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        servers.append(server)
        address = server.sockets[0].getsockname()
        connect = asyncio.open_connection
        monkeypatch.setattr(outgoing, "connect", lambda _host: connect(*address))

    yield serve
    for server in servers:
        server.close()


def post():
    return outgoing.post("https://push.example/a?b=c", {}, b"It's your turn")


async def test_status_alone_is_read_of_an_answer(serve):
    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 201 Created\r\nX-A: ")
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    await serve(answer)
    assert await post() == 201


async def test_service_that_answers_byte_by_byte_is_left(serve, monkeypatch):
    monkeypatch.setattr(outgoing, "LONGEST", 0.2)
    left = asyncio.Event()

    async def answer(reader, writer):
        while not reader.at_eof():
            writer.write(b"H")
            with suppress(ConnectionError):
                await reader.read(1)
        left.set()
        writer.close()

    await serve(answer)
    with pytest.raises(TimeoutError):
        await post()
    await asyncio.wait_for(left.wait(), PATIENCE)


@pytest.mark.parametrize("line", [b"", b"\r\n", b"SSH-2.0-x\r\n", b"a" * 2**17])
async def test_answer_in_no_http_is_an_error(serve, line):
    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(line)
        writer.close()

    await serve(answer)
    with pytest.raises(OSError, match=r"HTTP|reset"):
        await post()


async def test_name_that_leads_to_this_machine_gets_no_connection(monkeypatch):
    inside = [(None, None, None, "", ("127.0.0.1", 443))]
    monkeypatch.setattr(outgoing, "getaddrinfo", lambda *_asked, **_more: inside)
    monkeypatch.delattr(asyncio, "open_connection")
    with pytest.raises(OSError, match="not public"):
        await outgoing.connect("rebound.example")
