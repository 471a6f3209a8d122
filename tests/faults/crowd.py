"""Phones that play on through any fault of the server, as pages do."""

import asyncio
import random
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from websockets.exceptions import WebSocketException

from bench.http import Answer
from bench.meter import percentile
from bench.phone import Phone
from bench.player import choose_move
from bench.sight import Sight

AWAY = (OSError, EOFError, TimeoutError, WebSocketException)
# Statuses after which a page sends its move again.
TRY_AGAIN = (502, 503, 504)
# A move that was made, and an accusation that was entered.
ACKNOWLEDGED = (200, 202)
# One move of this many is sent again later, with the same key.
REPEATED = 10
# Hundreds of sockets open a few at a time.
AT_A_TIME = 20
PATIENCE = 60


@dataclass(frozen=True)
class Accepted:
    """An acknowledged move: when it was acknowledged, and after how many seconds."""

    key: uuid.UUID
    at: float
    took: float


class Crowd:
    """Phones that play and listen, and a list of their acknowledged moves.

    `ports` are those of all servers: a phone without an answer turns to the next one,
    as it would behind a proxy.
    """

    def __init__(self, phones: list[Phone], ports: list[int], pause: float = 0) -> None:
        self.phones, self.ports, self.pause = phones, ports, pause
        self.accepted: list[Accepted] = []
        self.repeated = self.unavailable = 0
        self.statuses: set[int] = set()
        self._is_closing = False
        self._more = asyncio.Event()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Have all phones play until the block ends; wait for their last answers."""
        async with asyncio.TaskGroup() as group:
            for phone in self.phones:
                group.create_task(self._listen(phone))
                group.create_task(self._play(phone))
            try:
                yield
            finally:
                self._is_closing = True
        self._is_closing = False

    async def moves(self, count: int) -> None:
        """Wait until this many further moves are acknowledged."""
        goal = len(self.accepted) + count
        async with asyncio.timeout(PATIENCE):
            while len(self.accepted) < goal:
                self._more.clear()
                await self._more.wait()

    async def refusals(self, count: int) -> None:
        """Wait until the server has been unavailable for this many requests in all."""
        async with asyncio.timeout(PATIENCE):
            while self.unavailable < count:
                self._more.clear()
                await self._more.wait()

    def seconds_since(self, start: float, share: float = 95) -> float:
        """Return this percentile of the seconds that moves took since then."""
        took = [each.took for each in self.accepted if each.at > start]
        return percentile(took, share)

    async def settle(self, numbers: dict[str, int]) -> float:
        """Wait until every page has its table's number; return the seconds."""
        start = time.monotonic()
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for phone in self.phones:
                group.create_task(self._until(phone, numbers[phone.code]))
        return time.monotonic() - start

    async def assert_pages_are_right(self) -> None:
        """Compare each page with a fresh update for its viewer."""
        for phone in self.phones:
            fresh = await self._fresh_sight(phone)
            # An absence may be noted just now, and is pushed like any change.
            while fresh.number != phone.sight.number:
                async with asyncio.timeout(PATIENCE):
                    await self._until(phone, fresh.number)
                fresh = await self._fresh_sight(phone)
            shown = phone.sight.phase, phone.sight.forms
            assert shown == (fresh.phase, fresh.forms), fresh.number
            assert sorted(phone.sight.suspects) == sorted(fresh.suspects)

    async def _fresh_sight(self, phone: Phone) -> Sight:
        answer, sight = (
            await phone.browser.get(f"{phone.path}update/?protocol=2"),
            Sight(),
        )
        sight.take_whole(int(answer.headers["table-number"]), answer.body)
        return sight

    async def leave(self) -> None:
        for phone in self.phones:
            await phone.leave()

    async def _until(self, phone: Phone, number: int) -> None:
        while phone.sight.number < number:
            if not phone.is_listening:
                await self._open_socket(phone)
            await self._news(phone)

    async def _listen(self, phone: Phone) -> None:
        while not self._is_closing:
            if not phone.is_listening:
                await self._open_socket(phone)
            await asyncio.sleep(0.05)

    async def _open_socket(self, phone: Phone) -> None:
        try:
            await phone.listen()
        except AWAY:
            self._turn_to_next(phone)

    async def _play(self, phone: Phone) -> None:
        chance, made = random.Random(phone.code), 0
        while not self._is_closing:
            await asyncio.sleep(self.pause)
            move = choose_move(phone.sight, chance)
            if move is None:
                await self._news(phone)
                continue
            await self._move(phone, move, is_repeated=made % REPEATED == 0)
            made += 1

    async def _move(
        self, phone: Phone, move: dict[str, str], *, is_repeated: bool
    ) -> None:
        key, start = uuid.uuid4(), time.monotonic()
        answer = await self._insist(phone, key, move)
        self.statuses.add(answer.status)
        if answer.status in ACKNOWLEDGED:
            now = time.monotonic()
            self.accepted.append(Accepted(key, now, now - start))
            self._more.set()
        # A refused move does not use up its key.
        if is_repeated and answer.status in ACKNOWLEDGED:
            again = await self._insist(phone, key, move)
            assert again.status in ACKNOWLEDGED
            self.repeated += 1

    async def _insist(
        self, phone: Phone, key: uuid.UUID, move: dict[str, str]
    ) -> Answer:
        """Send a move with its key until an answer comes."""
        while True:
            with suppress(*AWAY):
                answer = await phone.move(key, **move)
                if answer.status not in TRY_AGAIN:
                    return answer
                assert "retry-after" in answer.headers
                self.unavailable += 1
                self._more.set()
            self._turn_to_next(phone)
            await asyncio.sleep(0.02)

    def _turn_to_next(self, phone: Phone) -> None:
        place = self.ports.index(phone.browser.port)
        phone.browser.port = self.ports[(place + 1) % len(self.ports)]

    async def _news(self, phone: Phone) -> None:
        phone.changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await phone.changed.wait()


async def change_table(host: Phone, times: int) -> None:
    """Change a table over and over, by adding and removing a bot."""
    for number in range(times):
        wish = {"seat": "2"} if number % 2 else {"bot": "pip"}
        answer = await host.browser.post(f"{host.path}bots/", wish)
        assert answer.status == 302
