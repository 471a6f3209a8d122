"""A table of phones that keep playing, and the timing of each move."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import batched
from typing import Any

from bench.http import Browser
from bench.phone import Phone
from bench.player import choose_move

PATIENCE = 30
# Phones join a few at a time, like people before a slow page.
AT_A_TIME = 4
# About as many moves as a round of five players has.
ROUND = 44


@dataclass(frozen=True, slots=True)
class Made:
    """One move: seconds until its answer, and until the last phone was told."""

    answered: float
    told: float
    status: int
    size: int


class Table:
    """Moves in turn: the next move follows when all phones have the last one."""

    def __init__(self, phones: list[Any], chance: random.Random) -> None:
        self.phones = phones
        self.chance = chance

    async def open(self) -> None:
        """Open a table through the pages, fill the seats and start the game."""
        code = await self.phones[0].open_table(edition="devir", first_player="chosen")
        for seat, phone in enumerate(self.phones):
            await phone.sit_down(code, seat)
        await self.phones[0].start()
        await self._listen()

    async def make_move(self) -> Made | None:
        """Make a move and wait until every phone has it; None for a new game."""
        phone, move = await self._next()
        if phone is None:
            await self._play_again()
            return None
        sent = time.perf_counter()
        answer = await phone.move(**move)
        answered = time.perf_counter()
        if answer.status != 200:
            await phone.ask()
            return Made(answered - sent, 0, answer.status, answer.size)
        told = await self.last_told(int(answer.headers["table-number"]))
        return Made(answered - sent, told - sent, answer.status, answer.size)

    async def close(self) -> None:
        for phone in self.phones:
            await phone.leave()

    async def _listen(self) -> None:
        for phone in self.phones:
            await phone.ask()
            await phone.listen()

    async def _next(self) -> tuple[Phone | None, dict[str, str]]:
        """Return a phone with a move, first one that the game waits for."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for phone in self.phones:
                    if move := choose_move(phone.sight, self.chance):
                        return phone, move
                if self.phones[0].sight.phase == "over":
                    return None, {}
                await asyncio.sleep(0.01)

    async def last_told(self, number: int) -> float:
        """Return the time at which the last phone was told this number."""
        async with asyncio.timeout(PATIENCE):
            for phone in self.phones:
                while phone.told_number < number:
                    phone.changed.clear()
                    await phone.changed.wait()
        return max(phone.told_at for phone in self.phones)

    async def _play_again(self) -> None:
        """Have all play again: the next game begins once the last one is ready."""
        for phone in self.phones:
            answer = await phone.browser.post(f"{phone.path}again/", {})
        code = answer.headers["location"].strip("/").rpartition("/")[2]
        for phone in self.phones:
            await phone.hang_up()
            phone.go_to(code)
        await self._listen()


async def open_tables(
    port: int,
    count: int,
    seats: int,
    door: str,
) -> list[Table]:
    """Return this many tables with full seats and open sockets."""
    tables = [
        Table(
            [Phone(Browser("127.0.0.1", port), door=door) for _ in range(seats)],
            random.Random(number),
        )
        for number in range(count)
    ]
    await few_at_a_time(table.open for table in tables)
    return tables


async def spread(tables: Sequence[Any]) -> None:
    """Bring the tables to different moves of a round.

    Each step then has as many choices, draws, accusations and reveals as whole rounds.
    """

    async def advance(table: Any, moves: int) -> None:
        for _ in range(moves):
            await table.make_move()

    await few_at_a_time(
        partial(advance, table, number % ROUND) for number, table in enumerate(tables)
    )


async def few_at_a_time(jobs: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Run a job for all tables, a few at a time."""
    for some in batched(jobs, AT_A_TIME):
        await asyncio.gather(*(job() for job in some))
