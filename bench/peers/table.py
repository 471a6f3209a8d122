"""Tables of boardgame.io: their phones speak socket.io and play as ours do."""

import asyncio
import json
import random
import re
import time
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.http import Browser
from bench.phone import INVESTIGATORS
from bench.player import ACCUSING
from bench.table import PATIENCE, Made, Table, few_at_a_time

# The namespace of the game's sockets, and the prefix of each message.
GAME = "charlie"
EVENT = f"42/{GAME},"
_NUMBER = re.compile(r'"_stateID":([0-9]+)')


class RivalPhone:
    """A client of one seat, with its credentials and its socket."""

    def __init__(self, port: int, seat: int) -> None:
        self.browser = Browser("127.0.0.1", port)
        self.seat = str(seat)
        self.pushes = self.pushed_bytes = self.asked = 0
        self.told_number, self.told_at = -1, 0.0
        self.game: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self._match = self._credentials = ""
        self._socket: ClientConnection | None = None
        self._ear: asyncio.Task[None] | None = None

    async def join(self, match: str) -> None:
        """Take the seat."""
        self._match, self.told_number = match, -1
        who = {
            "playerID": self.seat,
            "playerName": f"{INVESTIGATORS[int(self.seat)].title()} {match[:4]}",
        }
        answer = await self._post(f"/games/{GAME}/{match}/join", who)
        self._credentials = answer["playerCredentials"]

    async def listen(self) -> None:
        """Open the socket if necessary, and receive the state."""
        if self._socket is None:
            await self._connect()
        await self._emit("sync", self._match, self.seat, self._credentials, 5)
        async with asyncio.timeout(PATIENCE):
            while self.told_number < 0:
                self.changed.clear()
                await self.changed.wait()

    async def create(self) -> str:
        """Create a match for five."""
        answer = await self._post(f"/games/{GAME}/create", {"numPlayers": 5})
        return answer["matchID"]

    async def move(self, name: str, *arguments: str) -> int:
        """Make a move; return the number of the state after it, once it is here."""
        number = self.told_number
        payload = {"type": name, "args": arguments, "playerID": self.seat}
        payload["credentials"] = self._credentials
        action = {"type": "MAKE_MOVE", "payload": payload}
        await self._emit("update", action, number, self._match, self.seat)
        async with asyncio.timeout(PATIENCE):
            while self.told_number <= number:
                self.changed.clear()
                await self.changed.wait()
        return number + 1

    async def leave(self) -> None:
        await self.browser.close()
        if self._ear is not None and self._socket is not None:
            self._ear.cancel()
            with suppress(asyncio.CancelledError):
                await self._ear
            await self._socket.close()

    async def _post(self, path: str, sent: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        answer = await self.browser.request("POST", path, json.dumps(sent), headers)
        assert answer.status == 200, answer
        return json.loads(answer.body)

    async def _connect(self) -> None:
        url = f"ws://127.0.0.1:{self.browser.port}/socket.io/?EIO=4&transport=websocket"
        self._socket = await connect(
            url, compression=None, ping_interval=None, proxy=None, max_size=None
        )
        await self._socket.recv()
        await self._socket.send(f"40/{GAME},")
        await self._socket.recv()
        self._ear = asyncio.create_task(self._hear(self._socket))

    async def _emit(self, *parts: Any) -> None:
        assert self._socket is not None
        await self._socket.send(EVENT + json.dumps(parts))

    async def _hear(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                message = str(await socket.recv())
                if message == "2":
                    await socket.send("3")
                elif message.startswith((f'{EVENT}["sync"', f'{EVENT}["update"')):
                    self._take(message)

    def _take(self, message: str) -> None:
        self.pushes += 1
        self.pushed_bytes += len(message.encode())
        if f'"{self._match}"' not in message[:60]:
            return
        number = max(map(int, _NUMBER.findall(message)))
        if number > self.told_number:
            self.told_number, self.told_at = number, time.perf_counter()
        # Only one phone of a table parses: the server needs the machine too.
        if self.seat == "0":
            found = json.loads(message[len(EVENT) :])[2]
            self.game = found.get("state", found)["G"]
        self.changed.set()


class RivalTable(Table):
    """Moves in turn: the next move follows when all phones have the last one."""

    async def open(self) -> None:
        """Create a match and fill the seats."""
        match = await self.phones[0].create()
        # First all seats, then the sockets: boardgame.io notes a connection by writing
        # back an older copy of the match, without credentials issued since.
        for phone in self.phones:
            await phone.join(match)
        for phone in self.phones:
            await phone.listen()

    async def make_move(self) -> Made | None:
        """Make the next move and wait until every phone has it; None for a new game."""
        found = self._next()
        if found is None:
            await self.open()
            return None
        seat, *move = found
        sent = time.perf_counter()
        number = await self.phones[seat].move(*move)
        answered = time.perf_counter()
        told = await self.last_told(number)
        return Made(answered - sent, told - sent, 200, 0)

    def _next(self) -> tuple[Any, ...] | None:
        """Return the seat and its move, None when the game is over."""
        game = self.phones[0].game
        if game["phase"] == "over":
            return None
        if game["phase"] == "sides":
            return game["chosen"].index(False), "choose", self.chance.choice("01")
        if game["phase"] == "review":
            return next(s for s in range(5) if s not in game["done"]), "done"
        accused = {made["suspect"] for made in game["accusations"]}
        free = [each for line in game["lines"] for each in line if each not in accused]
        if game["phase"] == "last-call":
            done = {made["seat"] for made in game["accusations"]}
            seat = next(each for each in range(5) if each not in done)
            return seat, "accuse", self.chance.choice(free)
        return self._turn(game, free)

    def _turn(self, game: dict[str, Any], free: list[str]) -> tuple[Any, ...]:
        seat = game["turn"]
        has_accused = any(made["seat"] == seat for made in game["accusations"])
        if free and not has_accused and self.chance.random() < ACCUSING:
            return seat, "accuse", self.chance.choice(free)
        return seat, "draw"


async def open_rivals(port: int, count: int) -> list[RivalTable]:
    """Return this many tables with full seats and open sockets."""
    tables = [
        RivalTable([RivalPhone(port, seat) for seat in range(5)], random.Random(number))
        for number in range(count)
    ]
    await few_at_a_time(table.open for table in tables)
    return tables
