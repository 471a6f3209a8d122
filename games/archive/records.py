"""Builds the records of closed games, with seed and hashes (docs/record.md).

Never takes a running game: a record holds all secrets. It holds no names.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.archive.expected_rows import Ledger
from games.errors import NotStarted, StillRunning
from games.models.game import Game, Seat
from games.models.move import MoveRow
from games.play import deals, store
from games.play.chaining import content_of, move_entry, start_of, time_text
from games.rules.apply import apply_move, begin_round
from games.rules.deal import next_round
from games.rules.errors import RulesError
from games.rules.events import Event
from games.rules.moves import move_from_dict
from games.rules.record import outcome
from games.rules.state import Phase, State


@dataclass(slots=True)
class Unfolded:
    """A game replayed from its rows: its record, last state and expected rows.

    `broken` is the number of the first illegal move, 0 without one; the moves after it
    are not applied. Holds secrets of the whole game.
    """

    record: dict[str, Any]
    state: State
    ledger: Ledger = field(default_factory=Ledger)
    broken: int = 0


def record_of(game: Game) -> dict[str, Any]:
    """Return the record of a closed game, with seed, hashes, times and outcome.

    Raises:
        TableError: the game is running, or was closed before it began.
    """
    return unfold(game).record


def unfold(game: Game) -> Unfolded:
    """Replay a closed game from its stored moves and deals.

    Raises:
        TableError: the game is running, or was closed before it began.
    """
    if game.started_at is None:
        raise NotStarted
    if game.ended_at is None:
        raise StillRunning
    seats = list(game.seats.order_by("index"))
    state = store.begin(game, seats)
    unfolded = Unfolded(_head_of(game, seats), state)
    _deal(unfolded, game)
    for row in game.moves.order_by("number").iterator():
        _fold(unfolded, game, row)
    unfolded.record["outcome"] = outcome(unfolded.state)
    return unfolded


def _head_of(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    return start_of(game, seats) | {
        "seed": deals.opened_seed(game),
        "start_hash": game.start_hash,
        "head_hash": game.head_hash,
        "reason": str(game.reason),
        "ended_at": time_text(game.ended_at),
        "rounds": [],
    }


def _fold(unfolded: Unfolded, game: Game, row: MoveRow) -> None:
    entry = move_entry(row) | {"hash": row.hash}
    unfolded.record["rounds"][-1]["moves"].append(entry)
    if unfolded.broken:
        return
    try:
        move = move_from_dict(content_of(row) | {"seat": row.seat})
        _take(unfolded, apply_move(unfolded.state, move))
    except RulesError:
        unfolded.broken = row.number
        return
    _deal(unfolded, game)


def _deal(unfolded: Unfolded, game: Game) -> None:
    state = unfolded.state
    if state.phase != Phase.BETWEEN:
        return
    deal = deals.next_deal(game, state)
    number, attempt = next_round(state)
    place = {"number": number, "attempt": attempt}
    unfolded.record["rounds"].append(place | {"deal": deal.to_dict(), "moves": []})
    _take(unfolded, begin_round(state, deal))


def _take(unfolded: Unfolded, step: tuple[State, tuple[Event, ...]]) -> None:
    unfolded.state, events = step
    unfolded.ledger.write(events)
