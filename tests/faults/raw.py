"""Sockets that behave as no browser does: they never read, flood, or send too much."""

import asyncio
import base64
import os
import struct
from contextlib import suppress

from bench.http import Browser

TEXT, CLOSE = 0x81, 0x88
# Seconds: a machine that runs other tests beside answers slowly.
LIMIT = 30


class RawSocket:
    """A WebSocket by hand: what comes in is read when the test says so."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, browser: Browser, path: str) -> "RawSocket":
        reader, writer = await asyncio.open_connection(browser.host, browser.port)
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"{browser.host}:{browser.port}"
        lines = [
            f"GET /ws{path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {browser.cookie_line}",
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        return cls(reader, writer)

    def stop_reading(self) -> None:
        """Take nothing more from the network: buffers fill, pings go unanswered."""
        self.writer.transport.pause_reading()

    async def send(self, text: bytes) -> None:
        """Send a text frame, masked with nothing."""
        self.writer.write(_head(len(text)) + bytes(4) + text)
        await self.writer.drain()

    async def wait_closed(self, seconds: float) -> None:
        """Return when the server has closed it; raise TimeoutError if it does not."""
        self.writer.transport.resume_reading()
        try:
            async with asyncio.timeout(seconds):
                with suppress(OSError):
                    while await self.reader.read(2**16):
                        pass
        finally:
            await self.close()

    async def hear(self) -> None:
        """Return when the first message has begun to come in."""
        await self.reader.readexactly(1)

    async def leave(self) -> None:
        """Close it as a page does, and return when the server has done so too."""
        self.writer.write(_head(0, CLOSE) + bytes(4))
        await self.wait_closed(LIMIT)

    async def close(self) -> None:
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()


def _head(length: int, kind: int = TEXT) -> bytes:
    if length < 126:
        return struct.pack("!BB", kind, 0x80 | length)
    if length < 2**16:
        return struct.pack("!BBH", kind, 0x80 | 126, length)
    return struct.pack("!BBQ", kind, 0x80 | 127, length)
