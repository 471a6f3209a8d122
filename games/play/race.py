"""The fair race: of two accusations the one that was sent first counts.

The server measures how long each socket's messages are under way, and dates an
accusation by its arrival less that time. It holds an accusation only while another seat
could have an earlier one under way; docs/race.md tells the gain of a cheater.

`Game.held` is the queue of held accusations. They are binding: the next change of the
table plays what is ripe (games.play.moves.play_held), or the timer of any process does.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple, Self, cast
from uuid import UUID

from games.errors import Refused, TableError
from games.live.watch import LONGEST_LATENCY, longest_latency
from games.models.game import Game
from games.play.snapshot import Snapshot, Table
from games.rules.editions import LastCall, Race
from games.rules.errors import IllegalMove, Why
from games.rules.legal import check_legal, has_accused
from games.rules.moves import Accuse, Move
from games.rules.state import Phase, State

# Milliseconds. A shorter wait is not worth a second visit to the database.
NEAR = 10


class Held(Exception):
    """The accusation is entered, and counts after these seconds.

    The same call tells its result then; the table's timer plays it in any case.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a move arrived, in seconds of the epoch, and how long it was under way.

    A move over a connection that is not measured counts as sent when it arrives.
    `has_waited` is true when a page asks again for the result of a held accusation.
    """

    at: float
    latency: float = 0.0
    has_waited: bool = False

    @classmethod
    def of(cls, at: float | None = None, latency: float = 0.0) -> Self:
        """Return an arrival at this time; now, if no server has noted it."""
        return cls(time.time() if at is None else at, latency)


class Runner(NamedTuple):
    """An accusation in the race of a round; all times are milliseconds.

    Runners are ordered by the time at which they were sent, then by lot.
    """

    sent: int
    lot: str
    until: int
    latency: int
    seat: int
    suspect: str
    key: str

    @property
    def move(self) -> Accuse:
        """Return the accusation as a move."""
        return Accuse(self.seat, self.suspect)

    @property
    def wait(self) -> float:
        """Return the seconds until it is ripe; 0 if it counts now."""
        wait = self.until - round(time.time() * 1000)
        # A longer wait means that the machine's clock was set back.
        return wait / 1000 if NEAR < wait <= LONGEST_LATENCY * 1000 else 0

    def timing(self, made_at: datetime, behind: Sequence["Runner"]) -> dict[str, Any]:
        """Return the times that the move's row keeps: under way, and held.

        `ahead` has the seats whose accusations were known but sent later, and by how
        much.
        """
        held = round(made_at.timestamp() * 1000) - self.sent - self.latency
        ahead = {str(each.seat): each.sent - self.sent for each in behind}
        if self.latency == 0 and held < NEAR and not ahead:
            return {}
        race = {"way": self.latency, "held": max(0, held)}
        return {"race": race | ({"ahead": ahead} if ahead else {})}


def queue_of(game: Game) -> list[Runner]:
    """Return the held accusations in the order in which they will count."""
    return [Runner(*each) for each in game.held]


def find_held(game: Game, move: Move, key: UUID) -> Runner | None:
    """Return the held accusation with this key, None without one.

    Raises:
        TableError: the key is another move's.
    """
    held = next((each for each in queue_of(game) if each.key == str(key)), None)
    if held is not None and held.move != move:
        raise TableError(Refused.KEY_REUSED)
    return held


def enter(
    game: Game, snapshot: Snapshot, move: Accuse, key: UUID, arrival: Arrival
) -> Runner | Held:
    """Return an accusation that counts now, or enter it into the queue.

    It has to wait while an earlier one is held or could be under way. The caller holds
    the lock on the game row, has played what is ripe, and saves the queue.

    Raises:
        IllegalMove: the referee refuses it, or another one of this seat is held.
        TableError: the key is another move's.
    """
    state, queue = cast("State", snapshot.state), queue_of(game)
    check_legal(state, move)
    if any(each.seat == move.seat for each in queue):
        raise IllegalMove(Why.ONE_ACCUSATION)
    own = _runner_of(game, snapshot, queue, move, str(key), arrival=arrival)
    is_first = not queue or own < queue[0]
    if is_first and (game.race != Race.FAIR or not own.wait):
        return own
    if game.moves.filter(key=key).exists():
        raise TableError(Refused.KEY_REUSED)
    _set_queue(game, sorted([*queue, own]))
    return Held(own.wait)


def take(game: Game, *, all_held: bool) -> list[Runner]:
    """Take the accusations that count now, or all, out of the queue; return them.

    An earlier accusation counts before a ripe one. The caller saves the queue.
    """
    queue = queue_of(game)
    ripe = [place for place, each in enumerate(queue, 1) if all_held or not each.wait]
    count = max(ripe, default=0)
    _set_queue(game, queue[count:])
    return queue[:count]


def ripe_times(game: Game) -> list[datetime]:
    """Return when each held accusation counts."""
    return [datetime.fromtimestamp(each.until / 1000, UTC) for each in queue_of(game)]


def _set_queue(game: Game, queue: Sequence[Runner]) -> None:
    game.held = [list(each) for each in queue]


def _runner_of(
    game: Game,
    snapshot: Snapshot,
    queue: Sequence[Runner],
    move: Accuse,
    key: str,
    *,
    arrival: Arrival,
) -> Runner:
    table, state = snapshot.table, cast("State", snapshot.state)
    latency = round(arrival.latency * 1000)
    sent = round(arrival.at * 1000) - latency
    runner = Runner(
        sent=sent,
        lot=lot_of(game, state, move.seat),
        until=sent
        + round(_longest_latency_of_rivals(table, state, queue, move.seat) * 1000),
        latency=latency,
        seat=move.seat,
        suspect=move.suspect,
        key=key,
    )
    # An earlier accusation goes first, and may itself have to wait.
    earlier = [each.until for each in queue if each < runner]
    return runner._replace(until=max([runner.until, *earlier]))


def lot_of(game: Game, state: State, seat: int) -> str:
    """Return a seat's lot in this round for accusations of the same millisecond."""
    text = f"{game.commitment} {state.number}.{state.attempt} {seat}"
    return sha256(text.encode()).hexdigest()


def _longest_latency_of_rivals(
    table: Table, state: State, queue: Sequence[Runner], seat: int
) -> float:
    """Return how long an accusation of another seat can be under way, in seconds."""
    in_turn = state.options.last_call == LastCall.CLOCKWISE
    if in_turn and state.phase is Phase.LAST_CALL:
        return 0
    settled = {seat, *state.passed, *(each.seat for each in queue)}
    rivals = [
        each.player_id
        for each in table.seats
        if each.is_here
        and not each.bot
        and each.index not in settled
        and not has_accused(state, each.index)
    ]
    return longest_latency(table.pk, rivals)
