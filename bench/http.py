"""A lean HTTP client: one connection and the cookies of one browser.

A general client would use as much CPU for a request as the server, on the same machine.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

# Seconds. A machine that runs other tests too may delay a request.
LIMIT = 120


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer; `size` counts all its bytes, headers included."""

    status: int
    headers: dict[str, str]
    body: str
    size: int


class Browser:
    """Sends requests one after the other, with the cookies of one browser."""

    def __init__(
        self,
        host: str,
        port: int,
        cookies: dict[str, str] | None = None,
        address: str = "",
    ):
        """`address` is where a proxy has seen the browser, if there is one."""
        self.host, self.port = host, port
        self.cookies = cookies or {}
        self.forwarded = {"X-Forwarded-For": address} if address else {}
        self._turn = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    async def get(self, path: str) -> Answer:
        return await self.request("GET", path, "", {})

    async def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        """Post a form; keywords are additional headers (HX_Request="true")."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()} | {
            "Origin": self.origin,
            "X-CSRFToken": self.cookies.get("charlie_csrf", ""),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return await self.request("POST", path, urlencode(fields), sent)

    async def request(
        self, method: str, path: str, body: str, headers: dict[str, str]
    ) -> Answer:
        """Return the answer.

        Raises:
            OSError, asyncio.IncompleteReadError: the connection broke; the server may
                have handled the request or not.
        """
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        sent = self.forwarded | headers
        lines += [f"{name}: {value}" for name, value in sent.items()]
        lines += ["Accept-Language: en"]
        lines += [f"Cookie: {self.cookie_line}", f"Content-Length: {len(body)}"]
        request = "\r\n".join([*lines, "", body]).encode()
        async with self._turn, asyncio.timeout(LIMIT):
            try:
                reader, writer = await self._connect()
                writer.write(request)
                answer = await self._read(reader)
            except BaseException:
                await self.close()
                raise
        if answer.headers.get("connection") == "close":
            await self.close()
        return answer

    @property
    def cookie_line(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def close(self) -> None:
        if self._streams is not None:
            writer = self._streams[1]
            self._streams = None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None or self._streams[0].at_eof():
            await self.close()
            self._streams = await asyncio.open_connection(self.host, self.port)
        return self._streams

    async def _read(self, reader: asyncio.StreamReader) -> Answer:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").rstrip().split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                self._keep_cookie(value)
            headers[name.lower()] = value
        body = await _read_body(reader, headers)
        size = len(head) + len(body)
        return Answer(int(first.split(" ")[1]), headers, body.decode(), size)

    def _keep_cookie(self, line: str) -> None:
        name, _, value = line.partition(";")[0].partition("=")
        self.cookies[name] = value


async def _read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    chunks = []
    while size := int(await reader.readline(), 16):
        chunks.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(chunks)
