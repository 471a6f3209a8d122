"""Encryption for browsers, the server's key, and the addresses that get messages."""

import asyncio
from base64 import urlsafe_b64decode
from contextlib import suppress

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid

from runtime import web_push
from tests.support.push_service import Browser
from tests.support.sockets import PATIENCE


def decode(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_browser_decrypts_the_example_of_the_standard():
    # RFC 8291, appendix A: the tests' browser is right, so what it reads is, too.
    number = int.from_bytes(decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    key = ec.derive_private_key(number, ec.SECP256R1())
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3"
        "vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuw"
        "XPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    browser = Browser(key, decode("BTBZMqHH6r4Tts7J_aSIgg"))
    message = browser.decrypt(decode(body))
    assert message == b"When I grow up, I want to be a watermelon"


def test_only_the_browser_reads_a_message():
    browser = Browser()
    body = web_push.encrypt(b"It's your turn", browser.point, browser.auth)
    assert browser.decrypt(body) == b"It's your turn"
    assert b"turn" not in body
    again = web_push.encrypt(b"It's your turn", browser.point, browser.auth)
    assert again != body


def test_key_of_the_server_is_made_once_of_the_secret_key(settings):
    settings.SECRET_KEY = "one" * 20
    made = []
    for secret in ("one" * 20, "one" * 20, "other" * 20):
        settings.SECRET_KEY = secret
        web_push.server_key.cache_clear()
        made.append(web_push.server_key().private_pem())
    assert made[0] == made[1] != made[2]
    web_push.server_key.cache_clear()


def test_server_proves_its_name_to_the_push_service(monkeypatch, settings):
    settings.PUBLIC_URL = "https://charlie.example.org:8443"
    web_push.server_key.cache_clear()
    web_push.public_key.cache_clear()
    claims = {"aud": "https://push.example", "sub": "https://charlie.example.org"}
    signed = web_push.server_key().sign(claims)["Authorization"]
    assert Vapid.verify(signed)
    assert f"k={web_push.public_key()}" in signed


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.5",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "ff02::1",
        "fec0::1",
        "::a00:1",
        "::7f00:1",
        "64:ff9b::a00:1",
        "2002:a00:1::1",
    ],
)
def test_address_inside_a_network_is_not_public(address):
    assert not web_push.is_public(address)


@pytest.mark.parametrize("address", ["142.250.74.10", "2a00:1450:4001:82a::200a"])
def test_address_on_the_internet_is_public(address):
    assert web_push.is_public(address)


@pytest.fixture
async def serve(monkeypatch):
    """Return a function that makes every connection lead to a server like this one."""
    servers = []

    async def serve(answer):
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        servers.append(server)
        address = server.sockets[0].getsockname()
        connect = asyncio.open_connection
        monkeypatch.setattr(web_push, "connect", lambda _host: connect(*address))

    yield serve
    for server in servers:
        server.close()


def send():
    form = Browser().form
    return web_push.send(*(form[key] for key in form), b"It's your turn", topic="CODE")


async def test_status_alone_is_read_of_an_answer(serve):
    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 201 Created\r\nX-A: ")
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    await serve(answer)
    assert await send() == 201


async def test_service_that_answers_byte_by_byte_is_left(serve, monkeypatch):
    monkeypatch.setattr(web_push, "LONGEST", 0.2)
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
        await send()
    await asyncio.wait_for(left.wait(), PATIENCE)


@pytest.mark.parametrize("line", [b"", b"\r\n", b"SSH-2.0-x\r\n", b"a" * 2**17])
async def test_answer_in_no_http_is_an_error(serve, line):
    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(line)
        writer.close()

    await serve(answer)
    with pytest.raises(OSError, match=r"HTTP|reset"):
        await send()


async def test_name_that_leads_to_this_machine_gets_no_connection(monkeypatch):
    inside = [(None, None, None, "", ("127.0.0.1", 443))]
    monkeypatch.setattr(web_push, "getaddrinfo", lambda *_asked, **_more: inside)
    monkeypatch.delattr(asyncio, "open_connection")
    with pytest.raises(OSError, match="not public"):
        await web_push.connect("rebound.example")
