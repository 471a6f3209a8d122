"""Checks that bots move in time: many tables of bots, each watched by one page.

    python -m bench.bots [--tables 50] [--bots 4] [--speed 1] [--minutes 30]

The real server is one process on a new SQLite file. Each table plays one game; its page
belongs to a host without a seat. Exit code 1 if a game does not end, if the server logs
an error, or if more than one in a hundred due moves is more than a second late.
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from itertools import batched
from pathlib import Path

from bench.http import Browser
from bench.meter import cpu_seconds
from bench.phone import Phone
from tests.support.site_server import SiteServer

NAMES = ("pip", "bruno", "roxy", "argus")
LATE = 1.0
MOST_LATE = 0.01
AT_A_TIME = 5
_DELAY = re.compile(
    r'^charlie_due_move_delay_seconds_bucket{le="([\d.]+|\+Inf)"} (\S+)$', re.MULTILINE
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--bots", type=int, default=4, choices=(3, 4))
    parser.add_argument("--speed", default="1", help="of the clock: 1 is real")
    parser.add_argument("--minutes", type=float, default=30, help="at most")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="charlie-bots-") as folder:
        server = SiteServer(Path(folder), CLOCK_SPEED=options.speed)
        server.start()
        try:
            faults = asyncio.run(run(server, options))
            faults += server.errors_since(0)
        finally:
            server.stop()
    sys.exit("\n".join(faults) or 0)


async def run(server: SiteServer, options: argparse.Namespace) -> list[str]:
    """Play, print the cost, and return the failures."""
    assert server.process is not None
    phones = [Phone(Browser("127.0.0.1", server.port)) for _ in range(options.tables)]
    start, cpu = time.monotonic(), cpu_seconds(server.process.pid)
    for some in batched(phones, AT_A_TIME):
        await asyncio.gather(*(begin(phone, NAMES[: options.bots]) for phone in some))
    over = await watch(phones, 60 * options.minutes)
    seconds = time.monotonic() - start
    cpu = cpu_seconds(server.process.pid) - cpu
    print(f"{over} of {len(phones)} games over after {seconds:.0f} s")
    print(f"{cpu / seconds:.1%} of a processor")
    delays = delays_in(await asyncio.to_thread(server.read_metrics))
    moves = delays[float("inf")]
    for limit, count in delays.items():
        print(f"at most {limit:g} s late: {count:.0f} of {moves:.0f} due moves")
    for phone in phones:
        await phone.leave()
    faults = [] if over == len(phones) else ["Not every game came to its end."]
    if not moves or 1 - delays[LATE] / moves > MOST_LATE:
        faults.append("Too many due moves were late.")
    return faults


async def begin(phone: Phone, names: tuple[str, ...]) -> None:
    """Open a table for these bots, start the game and watch it."""
    await phone.open_table(edition="devir", first_player="chosen")
    for name in names:
        answer = await phone.browser.post(f"{phone.path}bots/", {"bot": name})
        assert answer.status == 302, answer
    await phone.start()
    await phone.ask()
    await phone.listen()


async def watch(phones: list[Phone], seconds: float) -> int:
    """Return the number of finished games once all are over or the time is up."""

    async def see_the_end(phone: Phone) -> None:
        while phone.sight.phase != "over":
            phone.changed.clear()
            await phone.changed.wait()

    games = [asyncio.create_task(see_the_end(phone)) for phone in phones]
    over, running = await asyncio.wait(games, timeout=seconds)
    for game in running:
        game.cancel()
    return len(over)


def delays_in(metrics: str) -> dict[float, float]:
    """Return the number of due moves that were at most this many seconds late."""
    return {float(limit): float(count) for limit, count in _DELAY.findall(metrics)}


if __name__ == "__main__":
    main()
