"""Sockets unlike any browser's: they never read, flood, or send too much."""

import asyncio
import base64
import os
import struct
from contextlib import suppress

from bench.http import Browser

TEXT, CLOSE = 0x81, 0x88
# Seconds. The machine is slow while it also runs other tests.
LIMIT = 30


class RawSocket:
    """A WebSocket without a library, which reads only when the test says so."""

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
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 101 " in head, head
        except BaseException:
            writer.transport.abort()
            raise
        return cls(reader, writer)

    def stop_reading(self) -> None:
        """Stop reading from the network: buffers fill, pings stay unanswered."""
        self.writer.transport.pause_reading()

    async def send(self, text: bytes) -> None:
        """Send a text frame with a mask of zeros."""
        self.writer.write(_head(len(text)) + bytes(4) + text)
        await self.writer.drain()

    async def wait_closed(self, seconds: float) -> None:
        """Wait until the server closes the socket, for this many seconds at most.

        Raises:
            TimeoutError: the server does not close it in time.
        """
        self.writer.transport.resume_reading()
        try:
            async with asyncio.timeout(seconds):
                with suppress(OSError):
                    while await self.reader.read(2**16):
                        pass
        finally:
            await self.close()

    async def hear(self) -> None:
        """Wait for the first byte of the first message."""
        await self.reader.readexactly(1)

    async def leave(self) -> None:
        """Close the socket as a page does, and wait for the server to do so too."""
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
