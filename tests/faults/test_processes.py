"""Server processes die, stop and come back during play."""

import asyncio
import random
import time
from collections import Counter
from functools import partial

import pytest
from django.db import connection

from games.models.round import EnteredAccusation
from tests.faults.conftest import SwitchedServer
from tests.faults.crowd import AWAY
from tests.races.arena import WANTED, open_arena

pytestmark = pytest.mark.slow

HAS_TO_HOLD = (
    "nothing lost or doubled; playing again 2 s after the process is back; a retry with"
    " the same key gets the first answer"
)

# A game has one or two hundred moves.
TABLES, FEW_TABLES = 8, 3
# Acknowledged moves between two ends of the process.
FEWEST, MOST = 3, 9
# In full size; each takes four seconds on PostgreSQL. The simulator kills thousands.
TIMES = 8 if connection.vendor == "sqlite" else 4


async def play_through_ends(crowd, site, end, times):
    """Return the seconds from each return of the process to the next move."""
    chance, waits = random.Random(3), []
    async with crowd.playing():
        for _ in range(times):
            await crowd.moves(chance.randint(FEWEST, MOST))
            end()
            await asyncio.to_thread(site.start)
            back = time.monotonic()
            await crowd.moves(1)
            waits.append(time.monotonic() - back)
    return waits


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(end, id=end.__name__, marks=pytest.mark.fault(fault, HAS_TO_HOLD))
        for end, fault in (
            (SwitchedServer.kill, "`kill -9` during play"),
            (SwitchedServer.stop, "SIGTERM with moves in flight"),
        )
    ],
)
def test_every_acknowledged_move_survives_the_end_of_its_process(
    end, serve, crowd_at, run, finish, note, limit, is_full
):
    site, times = serve(), TIMES if is_full else 1
    crowd = crowd_at([site], TABLES if is_full else FEW_TABLES)
    waits = run(play_through_ends(crowd, site, partial(end, site), times))
    finish(crowd)
    assert crowd.repeated > 0
    assert max(waits) < limit(2)
    note("ends", times)
    note("moves acknowledged", len(crowd.accepted))
    note("keys sent again", crowd.repeated)
    note("longest wait for a move after the return", max(waits), " s")


# Each is a table of five that accuse one suspect at once.
RACES, FEW_RACES = 6, 2
ENDS = 10


@pytest.mark.fault(
    "`kill -9` while accusations of five seats wait for the race",
    "each acknowledged accusation is played, or its seat is told that it came too late",
)
def test_entered_accusations_survive_the_end_of_their_process(
    serve, phone_of, run, note, is_full
):
    site, chance, entered = serve(), random.Random(7), 0
    site.switches.set(latency=0.12)
    for _ in range(ENDS if is_full else 1):
        arenas = [open_arena() for _ in range(RACES if is_full else FEW_RACES)]
        phones = [
            phone_of(site, player, game)
            for game, players in arenas
            for player in players
        ]
        run(accuse_and_kill(phones, site, chance.uniform(0, 0.15)))
        site.start()
        run(wait_for_outcomes(phones))
        for game, _players in arenas:
            rows = EnteredAccusation.objects.filter(game=game)
            outcomes = Counter(rows.values_list("outcome", flat=True))
            assert (
                outcomes["played"]
                == game.moves.filter(content__suspect=WANTED[0]).count()
            )
            assert outcomes["played"] + outcomes["ALREADY_ACCUSED"] == rows.count()
            entered += rows.count()
        run(leave_all(phones))
    assert entered
    note("accusations entered", entered)


async def accuse_and_kill(phones, site, seconds):
    """Let all phones accuse at once, and kill the server after these seconds."""
    for phone in phones:
        await phone.ask()
        await phone.listen()
    accusing = [
        asyncio.create_task(phone.move(move="accuse", suspect=WANTED[0]))
        for phone in phones
    ]
    done, _waiting = await asyncio.wait(accusing, return_when=asyncio.FIRST_COMPLETED)
    assert {each.result().status for each in done} <= {200, 202, 409}
    await asyncio.wait(accusing, timeout=seconds)
    site.kill()
    await asyncio.wait(accusing)
    for each in accusing:
        # The server may have been killed before its answer.
        if not isinstance(each.exception(), AWAY):
            assert each.result().status in {200, 202, 409}


async def wait_for_outcomes(phones):
    """Open the pages again, which plays what has waited."""
    for phone in phones:
        await phone.ask()


async def leave_all(phones):
    for phone in phones:
        await phone.leave()
