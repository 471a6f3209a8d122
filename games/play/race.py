"""The fair race: of two accusations the one that was sent first counts.

An accusation is dated by its arrival less the time that it was under way. While another
seat could have an earlier one under way, it is entered and waits (docs/race.md).

An entered accusation is binding. The table's timer plays it when its waiting time is
over (games.play.seam.play_entered).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import starmap
from typing import Any, NamedTuple, Self, cast
from uuid import UUID

from games.errors import Refused, refuse_if
from games.models import EnteredAccusation, Game
from games.play.connections import LONGEST_LATENCY, find_longest_latency
from games.play.snapshot import Snapshot, Table
from games.rules.editions import LastCall, Race
from games.rules.illegal import IllegalMove, Why
from games.rules.legal import check_legal, has_accused
from games.rules.moves import Accuse
from games.rules.state import Phase, State

# Milliseconds. A shorter wait is not worth a second visit to the database.
NEAR = 10


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a move arrived, in seconds of the epoch, and how long it was under way.

    A move over a connection that is not measured counts as sent when it arrives.
    """

    at: float
    latency: float = 0.0

    @classmethod
    def of(cls, at: float | None = None, latency: float = 0.0) -> Self:
        """Return an arrival at this time; now, if no server has noted it."""
        return cls(time.time() if at is None else at, latency)


class QueuedAccusation(NamedTuple):
    """An accusation in the race of a round; all times are milliseconds.

    They are ordered by the time at which they were sent, then by lot.
    """

    sent: int
    lot: str
    until: int
    latency: int
    seat: int
    suspect: str
    key: UUID
    player_id: int | None

    @property
    def move(self) -> Accuse:
        """Return the accusation as a move."""
        return Accuse(self.seat, self.suspect)

    @property
    def wait(self) -> float:
        """Return the seconds until it counts; 0 if it counts now."""
        wait = self.until - round(time.time() * 1000)
        # A longer wait means that the machine's clock was set back.
        return wait / 1000 if NEAR < wait <= LONGEST_LATENCY * 1000 else 0

    def describe_timing(
        self, made_at: datetime, behind: Sequence["QueuedAccusation"]
    ) -> dict[str, Any]:
        """Return the times that the move's row keeps: under way, and held.

        `ahead` has the seats with a waiting accusation that was sent later, and by how
        much.
        """
        held = round(made_at.timestamp() * 1000) - self.sent - self.latency
        ahead = {str(each.seat): each.sent - self.sent for each in behind}
        if self.latency == 0 and held < NEAR and not ahead:
            return {}
        race = {"way": self.latency, "held": max(0, held)}
        return {"race": race | ({"ahead": ahead} if ahead else {})}


_COLUMNS = ("sent", "lot", "until", "latency", "seat", "suspect", "key", "player_id")


def find_waiting(game: Game) -> list[QueuedAccusation]:
    """Return the accusations that wait, in the order in which they will count."""
    if game.race_ends_at is None:
        return []
    waiting = game.entered.filter(outcome=EnteredAccusation.WAITING)
    return sorted(starmap(QueuedAccusation, waiting.values_list(*_COLUMNS)))


def line_up(
    game: Game, snapshot: Snapshot, move: Accuse, key: UUID, arrival: Arrival
) -> tuple[QueuedAccusation, list[QueuedAccusation]]:
    """Return an accusation for the queue of its round, and those that wait already.

    The caller holds the lock on the game row.

    Raises:
        IllegalMove: the referee refuses it, or another one of this seat waits.
        TableError: the key was entered before.
    """
    check_legal(cast("State", snapshot.state), move)
    waiting = find_waiting(game)
    if any(each.seat == move.seat for each in waiting):
        raise IllegalMove(Why.ONE_ACCUSATION)
    refuse_if(game.entered.filter(key=key).exists(), Refused.KEY_REUSED)
    return _build_entered(game, snapshot, waiting, move, key, arrival=arrival), waiting


def has_to_wait(
    game: Game, accusation: QueuedAccusation, waiting: Sequence[QueuedAccusation]
) -> bool:
    """Return whether an earlier accusation waits, or could be under way."""
    is_first = not waiting or accusation < waiting[0]
    return not is_first or (game.race == Race.FAIR and accusation.wait > 0)


def enter(
    game: Game,
    round_pk: int,
    accusation: QueuedAccusation,
    waiting: Sequence[QueuedAccusation],
) -> None:
    """Write an accusation down, so that it counts when its waiting time is over.

    The caller holds the lock on the game row, and sets the time of the next due move.

    Raises:
        TableError: the key is another move's.
    """
    refuse_if(game.moves.filter(key=accusation.key).exists(), Refused.KEY_REUSED)
    columns = dict(zip(_COLUMNS, accusation, strict=True))
    game.entered.create(round_id=round_pk, **columns)
    _set_end(game, [*waiting, accusation])


def take_due(
    game: Game, *, all_waiting: bool = False
) -> tuple[list[QueuedAccusation], list[QueuedAccusation]]:
    """Return the accusations that count now, or all that wait; and the others.

    If one of them no longer waits, all earlier ones count before it. The caller holds
    the lock on the game row, notes the outcome of each, and sets the time of the next
    due move.
    """
    waiting = find_waiting(game)
    due = [
        place for place, each in enumerate(waiting, 1) if all_waiting or not each.wait
    ]
    count = max(due, default=0)
    _set_end(game, waiting[count:])
    return waiting[:count], waiting[count:]


def note_outcome(game: Game, accusation: QueuedAccusation, outcome: str) -> None:
    """Note how an entered accusation has ended."""
    game.entered.filter(key=accusation.key).update(outcome=outcome)


def refuse_all(game: Game) -> None:
    """Refuse all waiting accusations, because the game is over.

    The caller holds the lock on the game row, and sets the time of the next due move.
    """
    if game.race_ends_at is not None:
        waiting = game.entered.filter(outcome=EnteredAccusation.WAITING)
        waiting.update(outcome=Why.GAME_OVER.name)
        _set_end(game, ())


def _set_end(game: Game, waiting: Sequence[QueuedAccusation]) -> None:
    ends = [datetime.fromtimestamp(each.until / 1000, UTC) for each in waiting]
    game.race_ends_at = min(ends, default=None)


def _build_entered(
    game: Game,
    snapshot: Snapshot,
    queue: Sequence[QueuedAccusation],
    move: Accuse,
    key: UUID,
    *,
    arrival: Arrival,
) -> QueuedAccusation:
    table, state = snapshot.table, cast("State", snapshot.state)
    latency = round(arrival.latency * 1000)
    sent = round(arrival.at * 1000) - latency
    accusation = QueuedAccusation(
        sent=sent,
        lot=compute_lot(game, state, move.seat),
        until=sent
        + round(_find_longest_rival_latency(table, state, queue, move.seat) * 1000),
        latency=latency,
        seat=move.seat,
        suspect=move.suspect,
        key=key,
        player_id=table.seats[move.seat].player_id,
    )
    # An earlier accusation goes first, and may itself have to wait.
    earlier = [each.until for each in queue if each < accusation]
    return accusation._replace(until=max([accusation.until, *earlier]))


def compute_lot(game: Game, state: State, seat: int) -> str:
    """Return a seat's lot in this round for accusations of the same millisecond."""
    text = f"{game.commitment} {state.number}.{state.attempt} {seat}"
    return sha256(text.encode()).hexdigest()


def _find_longest_rival_latency(
    table: Table, state: State, queue: Sequence[QueuedAccusation], seat: int
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
    return find_longest_latency(table.pk, rivals)
