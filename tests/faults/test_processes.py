"""Server processes die, stop and come back during play."""

import asyncio
import random
import time
from collections import Counter
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection

from games.models import EnteredAccusation, Move
from tests.faults.conftest import SwitchedServer
from tests.faults.crowd import ACKNOWLEDGED, AWAY
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
        acknowledged = run(accuse_and_kill(phones, site, chance.uniform(0, 0.15)))
        site.start()
        run(wait_for_outcomes(phones))
        rows = EnteredAccusation.objects.all()
        moves = Move.objects.filter(content__move="accuse")
        kept = {*rows.values_list("key", flat=True)}
        kept |= {*moves.values_list("key", flat=True)}
        assert acknowledged <= kept
        for game, _players in arenas:
            outcomes = Counter(rows.filter(game=game).values_list("outcome", flat=True))
            assert outcomes.keys() <= {"played", "ALREADY_ACCUSED"}
            # An accusation that came after the end of its time was not entered.
            made = moves.filter(game=game).count()
            assert outcomes["played"] <= made <= 1
            assert made or not outcomes
            entered += outcomes.total()
        run(leave_all(phones))
    assert entered
    note("accusations entered", entered)


async def accuse_and_kill(phones, site, seconds):
    """Let all phones accuse at once, and kill the server after these seconds.

    Returns the keys of the acknowledged accusations.
    """
    for phone in phones:
        await phone.ask()
        await phone.listen()
    accusing = {}
    for phone in phones:
        key = uuid4()
        move = phone.move(key, move="accuse", suspect=WANTED[0])
        accusing[key] = asyncio.create_task(move)
    tasks = accusing.values()
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.wait(tasks, timeout=seconds)
    site.kill()
    await asyncio.wait(tasks)
    # The server may have been killed before its answer.
    answers = {
        key: task.result().status
        for key, task in accusing.items()
        if not isinstance(task.exception(), AWAY)
    }
    assert {*answers.values()} <= {*ACKNOWLEDGED, 409}
    return {key for key, status in answers.items() if status in ACKNOWLEDGED}


async def wait_for_outcomes(phones):
    """Open the pages again, which plays the waiting accusations."""
    for phone in phones:
        await phone.ask()


async def leave_all(phones):
    for phone in phones:
        await phone.leave()
