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
from games.play import deals
from games.play.chaining import content_of, move_entry, start_of, time_text
from games.rules.deal import Deal, next_round
from games.rules.errors import RulesError
from games.rules.moves import Move, move_from_dict
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
    unfolded = Unfolded(_head_of(game, seats), deals.begin(game, seats))
    rows = list(game.moves.order_by("number"))
    rounds = unfolded.record["rounds"]
    for row in rows[_fold(unfolded, game, rows) :]:
        # Moves after a refused one stand in the record without being folded.
        rounds[-1]["moves"].append(_entry_of(row))
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


def _fold(unfolded: Unfolded, game: Game, rows: Sequence[MoveRow]) -> int:
    """Fold the moves up to the first refused one; return how many were folded."""
    rounds, count = unfolded.record["rounds"], 0
    try:
        for step in deals.fold(unfolded.state, map(_move_of, rows), game):
            if step.deal:
                rounds.append(_round_entry(step.before, step.deal))
            else:
                count = step.count
                rounds[-1]["moves"].append(_entry_of(rows[count - 1]))
            unfolded.state = step.state
            unfolded.ledger.write(step.events)
    except RulesError:
        if unfolded.state.phase == Phase.BETWEEN:
            # The deal is broken, not a move.
            raise
        unfolded.broken = rows[count].number
    return count


def _move_of(row: MoveRow) -> Move:
    return move_from_dict(content_of(row) | {"seat": row.seat})


def _entry_of(row: MoveRow) -> dict[str, Any]:
    return move_entry(row) | {"hash": row.hash}


def _round_entry(before: State, deal: Deal) -> dict[str, Any]:
    number, attempt = next_round(before)
    return {
        "number": number,
        "attempt": attempt,
        "deal": deal.to_dict(),
        "moves": [],
    }
