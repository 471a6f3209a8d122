"""Races robots for the same suspect through the real server, and counts the wins.

    python -m bench.race [--races 2000] [--trips 20,220] [--race fair]

Two robots with equal reaction times sit behind connections with these round trips in
ms. `--start seen` lets each react to what its own phone shows, so that the way to the
phone counts too; `same` lets both react to one moment. `--pad 250` makes the first
robot a cheater, who answers each ping so many ms late.
"""

import argparse
import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import log, sqrt
from statistics import median, quantiles

from bench.http import Browser
from bench.machine import print_machine
from bench.phone import Phone
from bench.player import choose_move
from bench.site import running_site

# Seconds: the median of the reaction times; sigma belongs to their logarithms.
REACTION, SIGMA = 0.9, 0.35
# The first pings take two seconds.
MEASURING = 3
PATIENCE = 10
_PONG = 0x8A


def main() -> None:
    options = read_arguments()
    with running_site() as (port, _pid):
        found = asyncio.run(run(port, options))
    print(found)
    print_machine()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--trips", default="20,220", help="of both robots, in ms")
    parser.add_argument("--pad", type=float, default=0, help="ms, of the first robot")
    parser.add_argument("--start", default="same", choices=("same", "seen"))
    parser.add_argument("--race", default="fair", choices=("fair", "arrival"))
    return parser.parse_args()


async def run(port: int, options: argparse.Namespace) -> dict[str, float]:
    """Return how often each robot won, with the bound of chance, all in percent."""
    trips = [float(trip) / 1000 for trip in options.trips.split(",")]
    pads = (options.pad / 1000, 0.0)
    ports = [
        await open_line(port, trip, pad) for trip, pad in zip(trips, pads, strict=True)
    ]
    races = Races(options, [*ports, port], trips)
    await asyncio.gather(
        *(Arena(races, number).play() for number in range(options.tables))
    )
    wins = races.wins
    share = wins.count(0) / len(wins)
    return {
        "races": len(wins),
        "first %": round(share * 100, 1),
        "second %": round(100 - share * 100, 1),
        "bound of chance %": round(196 * sqrt(share * (1 - share) / len(wins)), 1),
        "median ms to the stamp": round(median(races.stamps) * 1000, 1),
        "p95 ms to the stamp": round(quantiles(races.stamps, n=20)[-1] * 1000, 1),
    }


async def open_line(port: int, trip: float, pad: float) -> int:
    """Return a port that leads to the server, with this round trip in seconds.

    Pongs to the server take `pad` longer, as those of a cheater would.
    """

    async def carry(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, extra: float
    ) -> None:
        loop = asyncio.get_running_loop()
        while chunk := await reader.read(65536):
            delay = trip / 2 + (extra if chunk[0] == _PONG else 0)
            loop.call_later(delay, partial(_write, writer, chunk))
        loop.call_later(trip / 2, writer.close)

    async def connect(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError):
            await asyncio.gather(carry(reader, back, pad), carry(there, writer, 0))

    line = await asyncio.start_server(connect, "127.0.0.1", 0)
    _lines.append(line)
    found: int = line.sockets[0].getsockname()[1]
    return found


_lines: list[asyncio.Server] = []


def _write(writer: asyncio.StreamWriter, chunk: bytes) -> None:
    if not writer.is_closing():
        writer.write(chunk)


@dataclass
class Races:
    """The state that all tables share: lines of robots, winners, the first's times."""

    options: argparse.Namespace
    ports: list[int]
    trips: list[float]
    wins: list[int] = field(default_factory=list)
    stamps: list[float] = field(default_factory=list)

    @property
    def are_enough(self) -> bool:
        return len(self.wins) >= self.options.races


class Arena:
    """A table at which the first two robots race once in each round."""

    def __init__(self, races: Races, number: int) -> None:
        self.races, self.chance = races, random.Random(number)
        self.phones: list[Phone] = []

    async def play(self) -> None:
        """Play games until all arenas together have seen enough races."""
        while not self.races.are_enough:
            await self._open()
            while self.phones[0].sight.phase != "over" and await self._race():
                await self._end_round()
            for phone in self.phones:
                await phone.leave()

    async def _open(self) -> None:
        self.phones = [
            Phone(Browser("127.0.0.1", port), door="socket")
            for port in self.races.ports
        ]
        code = await self.phones[0].open_table(
            edition="devir", first_player="chosen", race=self.races.options.race
        )
        for seat, phone in enumerate(self.phones):
            await phone.sit_down(code, seat)
        await self.phones[0].start()
        for phone in self.phones:
            await phone.ask()
            await phone.listen()
        await asyncio.sleep(MEASURING)

    async def _race(self) -> bool:
        """Draw until both may accuse the same suspect, and race; False without."""
        first, second, _ = self.phones
        while not (common := set(first.sight.suspects) & set(second.sight.suspects)):
            if self.races.are_enough or not await self._move(accuse=0):
                return False
        suspect = min(common)
        start = asyncio.get_running_loop().time() + max(self.races.trips)
        winners = await asyncio.gather(
            *(self._accuse(seat, suspect, start) for seat in range(2))
        )
        self.races.wins.append(winners[0])
        return True

    async def _accuse(self, seat: int, suspect: str, start: float) -> int:
        """Accuse a suspect; return the seat whose accusation counts."""
        loop = asyncio.get_running_loop()
        shown = self.races.trips[seat] / 2 if self.races.options.start == "seen" else 0
        reaction = self.chance.lognormvariate(log(REACTION), SIGMA)
        await asyncio.sleep(start + shown + reaction - loop.time())
        sent = loop.time()
        phone = self.phones[seat]
        await phone.move(move="accuse", suspect=suspect)
        async with asyncio.timeout(PATIENCE):
            while suspect not in phone.sight.accusers:
                phone.changed.clear()
                await phone.changed.wait()
        if seat == 0:
            self.races.stamps.append(loop.time() - sent)
        return phone.sight.accusers[suspect]

    async def _end_round(self) -> None:
        number = self.phones[0].sight.round
        while self.phones[0].sight.phase != "over":
            if self.phones[0].sight.round != number or not await self._move(accuse=1):
                return

    async def _move(self, accuse: float) -> bool:
        """Let the next robot move; return whether the game goes on."""
        for _ in range(3000):
            for phone in self.phones:
                suspects = phone.sight.suspects
                if accuse and suspects:
                    move = {"move": "accuse", "suspect": self.chance.choice(suspects)}
                else:
                    move = choose_move(phone.sight, random.Random(0)) or {}
                if move and (await phone.move(**move)).status == 200:
                    return True
            if self.phones[0].sight.phase == "over":
                return False
            await asyncio.sleep(0.01)
        return False


if __name__ == "__main__":
    main()
