"""The fair race: of two accusations the one that was sent first counts.

The server measures how long each socket's messages are under way, and dates an
accusation by its arrival less that time. It holds an accusation only while another seat
could have an earlier one under way; docs/race.md tells the gain of a cheater.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
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
from games.rules.moves import Accuse
from games.rules.state import Phase, State
from runtime import sql

# Milliseconds. A shorter wait is not worth a second visit to the database.
NEAR = 10
# Milliseconds. A process that ends leaves accusations behind; their pages repeat them.
_FORGOTTEN = 300


class Held(Exception):
    """The accusation is noted; submitted again after these seconds, it counts."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a move arrived, in seconds of the epoch, and how long it was under way.

    A move over a connection that is not measured counts as sent when it arrives. A move
    that has waited is not held again.
    """

    at: float
    latency: float = 0.0
    has_waited: bool = False

    @classmethod
    def now(cls, latency: float = 0.0) -> Self:
        """Return the arrival of a move at this moment."""
        return cls(time.time(), latency)


class Runner(NamedTuple):
    """An accusation in the race of a round; all times are milliseconds.

    Runners are ordered by the time at which they were sent, then by lot.
    """

    sent: int
    lot: str
    until: int
    latency: int
    seat: int
    player: int | None
    suspect: str
    key: str
    round: str

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


class Queue(NamedTuple):
    """The accusations of a race in order: those that count now, and the others."""

    ready: list[Runner]
    waiting: list[Runner]


def enter(
    game: Game, snapshot: Snapshot, move: Accuse, key: UUID, arrival: Arrival
) -> Queue | Held | IllegalMove:
    """Enter an accusation; return those that count now, in order, with this one last.

    While an earlier accusation could be under way, the answer is how long to wait. The
    caller holds the lock on the game row, and plays the accusations. A refusal leaves
    the queue, so it is returned and not raised.

    Raises:
        TableError: the key is another accusation's.
    """
    queue = _queue_of(game, snapshot)
    own = next((each for each in queue if each.seat == move.seat), None)
    refusal = _find_refusal(cast("State", snapshot.state), move, own, str(key))
    if refusal is not None:
        _keep(game, [each for each in queue if each.key != str(key)])
        return refusal
    is_new = own is None
    if own is None:
        own = _runner_of(game, snapshot, queue, move, str(key), arrival=arrival)
        queue = sorted([*queue, own])
    wait = own.until - round(time.time() * 1000)
    # A longer wait means that the machine's clock was set back.
    is_long = NEAR < wait <= LONGEST_LATENCY * 1000
    if is_long and game.race == Race.FAIR and not arrival.has_waited:
        if is_new and _is_used(game, own):
            raise TableError(Refused.KEY_REUSED)
        _keep(game, queue)
        return Held(wait / 1000)
    return _leave_with(game, queue, own)


def _find_refusal(
    state: State, move: Accuse, own: Runner | None, key: str
) -> IllegalMove | None:
    """Return why the referee refuses an accusation, or a second one of the seat.

    Raises:
        TableError: the key is that of another accusation.
    """
    if own is not None and own.key == key and own.suspect != move.suspect:
        raise TableError(Refused.KEY_REUSED)
    try:
        check_legal(state, move)
    except IllegalMove as error:
        return error
    is_second = own is not None and own.key != key
    return IllegalMove(Why.ONE_ACCUSATION) if is_second else None


def _leave_with(game: Game, queue: list[Runner], own: Runner) -> Queue:
    """Take an accusation and those before it out of the queue, so that they count."""
    place = queue.index(own)
    earlier = [each for each in queue[:place] if not _is_used(game, each)]
    _keep(game, queue[place + 1 :])
    return Queue([*earlier, own], queue[place + 1 :])


def leave_queue(game: Game, snapshot: Snapshot) -> Queue:
    """Return all that are held, so that they count before the phase ends."""
    queue = [each for each in _queue_of(game, snapshot) if not _is_used(game, each)]
    _keep(game, [])
    return Queue(queue, [])


def is_running(game: Game, snapshot: Snapshot) -> bool:
    """Return whether an accusation of this round is held: the clock overtakes none."""
    return bool(_queue_of(game, snapshot))


def _queue_of(game: Game, snapshot: Snapshot) -> list[Runner]:
    """Return this round's held accusations of players who are still seated."""
    if not game.held or snapshot.state is None:
        return []
    oldest, this = round(time.time() * 1000) - _FORGOTTEN, _round_of(snapshot.state)
    players = {
        each.player_id: each.index for each in snapshot.table.seats if each.is_here
    }
    queue = [Runner(*entry) for entry in game.held]
    return [
        each
        for each in queue
        if each.until > oldest
        and each.round == this
        and players.get(each.player) == each.seat
    ]


def _is_used(game: Game, runner: Runner) -> bool:
    """Return whether another move of the game has this key."""
    return game.moves.filter(key=runner.key).exists()


def _round_of(state: State) -> str:
    return f"{state.number}.{state.attempt}"


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
        player=table.seats[move.seat].player_id,
        suspect=move.suspect,
        key=key,
        round=_round_of(state),
    )
    # An earlier accusation goes first, and may itself have to wait.
    earlier = [each.until for each in queue if each < runner]
    return runner._replace(until=max([runner.until, *earlier]))


def lot_of(game: Game, state: State, seat: int) -> str:
    """Return a seat's lot in this round for accusations of the same millisecond."""
    text = f"{game.commitment} {_round_of(state)} {seat}"
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


def _keep(game: Game, queue: Sequence[Runner]) -> None:
    if queue or game.held:
        game.held = [list(each) for each in queue]
        sql.change(game, ("held",))
