"""A phone at a table: a guest with a session, a page and a socket, like a browser."""

import asyncio
import json
import time
import uuid
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.http import Answer, Browser
from bench.sight import Sight

INVESTIGATORS = ("laces", "colombini", "britton", "lansbury", "meridian")


class _Wire(ClientConnection):
    """A socket that counts the received bytes, still compressed."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


class Phone:
    """Takes a seat, moves by POST or over the socket, and receives updates."""

    def __init__(self, browser: Browser, code: str = "", door: str = "post") -> None:
        self.browser = browser
        self.code = code
        self.door = door
        self.sight = Sight()
        self.changed, self._is_there = asyncio.Event(), asyncio.Event()
        self.pushes = self.asked = self._heard_bytes = 0
        self.told_number, self.told_at = -1, 0.0
        # Whether it has missed an update, and waits for the whole table.
        self._is_lost = False
        self._acknowledged: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._socket: _Wire | None = None
        self._ear: asyncio.Task[None] | None = None

    @property
    def path(self) -> str:
        return f"/t/{self.code}/"

    async def open_table(self, **setup: str) -> str:
        """Open a table as a host without a seat, and return its code."""
        await self.browser.get("/t/new/")
        answer = await self.browser.post("/t/new/", setup)
        self.code = answer.headers["location"].strip("/").rpartition("/")[2]
        return self.code

    async def sit_down(self, code: str, seat: int) -> None:
        """Take a seat under a name that no other table has."""
        self.code = code
        name = INVESTIGATORS[seat]
        await self.browser.get(self.path)
        fields = {"name": f"{name.title()} {code[:4]}", "investigator": name}
        answer = await self.browser.post(f"{self.path}join/", fields)
        assert answer.status == 302, answer

    async def start(self) -> None:
        answer = await self.browser.post(f"{self.path}start/", {"first_seat": "0"})
        assert answer.status == 302, answer

    async def move(self, key: uuid.UUID | None = None, **move: str) -> Answer:
        """Make a move (`as_` for the field `as`) by POST or over the socket."""
        fields = {name.rstrip("_"): value for name, value in move.items()}
        fields["key"] = str(key or uuid.uuid4())
        if self.door == "socket":
            return await self._send(fields)
        return await self._post(fields)

    async def _post(self, fields: dict[str, str]) -> Answer:
        """Send a move by POST; to a live page the answer brings no content."""
        headers = {
            "HX_Request": "true",
            "Table_Live": str(self.is_listening).lower(),
        }
        answer = await self.browser.post(f"{self.path}moves/", fields, **headers)
        if answer.status == 204:
            return replace(answer, status=200)
        self._show(answer)
        return answer

    async def _send(self, fields: dict[str, str]) -> Answer:
        """Send a move over the socket; return its acknowledgement as an answer."""
        assert self._socket is not None
        message = json.dumps({"move": urlencode(fields), "now": time.monotonic()})
        await self._socket.send(message)
        answer = await self._acknowledged.get()
        if "number" not in answer:
            return Answer(409, {}, answer.get("alert", ""), len(str(answer)))
        headers = {"table-number": str(answer["number"])}
        return Answer(200, headers, "", len(json.dumps(answer)))

    async def ask(self) -> None:
        """Request the whole update, as a page that has missed one."""
        self.asked += 1
        query = f"?protocol=2&since={self.sight.number}"
        self._show(await self.browser.get(f"{self.path}update/{query}"))

    async def listen(self) -> None:
        """Open the socket and show its updates until it closes.

        Returns when the server has sent its first message, as the socket is at the
        table then, or has closed the socket.
        """
        browser = self.browser
        place = browser.origin.replace("http", "ws", 1)
        url = f"{place}/ws{self.path}?language=en&protocol=2"
        headers = browser.forwarded | {"Cookie": browser.cookie_line}
        # The phone answers Twisted's pings and sends none itself.
        self._socket = await connect(
            url,
            additional_headers=headers,
            origin=browser.origin,
            create_connection=_Wire,
            ping_interval=None,
            proxy=None,
        )
        self._is_there.clear()
        self._ear = asyncio.create_task(self._hear(self._socket))
        self._ear.add_done_callback(lambda _: self._is_there.set())
        await self._is_there.wait()

    async def leave(self) -> None:
        """Close socket and connection."""
        await self.hang_up()
        await self.browser.close()

    def go_to(self, code: str) -> None:
        """Turn to another table, without any knowledge of it."""
        self.code, self.sight, self.told_number = code, Sight(), -1

    async def hang_up(self) -> None:
        """Close the socket."""
        if self._ear is not None and self._socket is not None:
            self._ear.cancel()
            with suppress(asyncio.CancelledError):
                await self._ear
            await self._socket.close()
            self._heard_bytes += self._socket.received

    @property
    def pushed_bytes(self) -> int:
        """Return the bytes received over sockets, acknowledgements included."""
        now = self._socket.received if self.is_listening and self._socket else 0
        return self._heard_bytes + now

    @property
    def is_listening(self) -> bool:
        return self._ear is not None and not self._ear.done()

    async def close_code(self) -> int | None:
        """Wait until the server closes the socket, and return the close code."""
        assert self._socket is not None
        await self._socket.wait_closed()
        return self._socket.close_code

    async def _hear(self, socket: ClientConnection) -> None:
        # A dying server may not answer the request for an update either.
        with suppress(ConnectionClosed, OSError, EOFError):
            while True:
                message = await socket.recv(decode=False)
                self._is_there.set()
                update = json.loads(message)
                if "key" in update:
                    self._acknowledged.put_nowait(update)
                    continue
                if "number" not in update:
                    continue
                number = update["number"]
                if "own" in update:
                    self.pushes += 1
                    self._take(update)
                elif number != self.sight.number:
                    self._is_lost = True
                    await socket.send('{"now":0,"lost":true}')
                if number > self.told_number:
                    self.told_number, self.told_at = number, time.perf_counter()
                self.changed.set()

    def _take(self, update: dict[str, Any]) -> None:
        """Show an update; a page that has lost one takes the whole table alone."""
        if not self._is_lost or "table" in update["own"]:
            self._is_lost = False
            self.sight.take(update)

    def _show(self, answer: Answer) -> None:
        number = int(answer.headers.get("table-number", -1))
        if number >= self.sight.number:
            self._is_lost = False
            self.sight.take_whole(number, answer.body)
            self.changed.set()
