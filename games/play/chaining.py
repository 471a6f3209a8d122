"""Computes the hash chain of a game's record as it is written (docs/fairness.md).

While a game runs, `Game.head_hash` is the hash of the last move. It is a secret then: a
hidden side could be guessed from it. At the end it becomes the hash of the record.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games.models.game import Game, Seat
from games.models.move import MoveRow
from games.rules import chain
from games.rules.commitment import VERSION
from games.rules.record import FORMAT


def begin_chain(game: Game, seats: Sequence[Seat]) -> None:
    """Set the version of the rules and the hash of the set-up.

    The caller holds the lock on the game row and saves it.
    """
    game.rules_version = chain.RULES_VERSION
    game.start_hash = game.head_hash = chain.start_hash(start_of(game, seats))


def chain_move(game: Game, move: MoveRow) -> None:
    """Set the hashes of a move that is not saved yet.

    The caller holds the lock on the game row and saves it.
    """
    move.previous_hash = game.head_hash
    move.hash = game.head_hash = chain.move_hash(
        move.previous_hash, game.code, move.number, move_entry(move)
    )


def close_chain(game: Game) -> None:
    """Set the hash of the whole record of a game that has just ended.

    A table closed in the lobby has no record and no hash. The caller holds the lock on
    the game row and saves it.
    """
    if game.start_hash:
        ended_at = time_text(game.ended_at)
        game.head_hash = chain.head_hash(
            game.head_hash, game.move_count, game.reason, ended_at
        )


def start_of(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the set-up of a game as a record stores it, before the first deal."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": game.rules_version,
        "code": game.code,
        "edition": str(game.edition),
        "options": game.options.to_dict(),
        "discards": str(game.discards),
        "first_player": str(game.first_player),
        "seats": [str(seat.investigator) for seat in seats],
        "first_seat": game.first_seat,
        "given": len(game.secrets.deals or ()),
        "commitment": game.commitment,
        "contributions": [seat.contribution for seat in seats],
        "opened_at": time_text(game.opened_at),
        "started_at": time_text(game.started_at),
    }


def move_entry(move: MoveRow) -> dict[str, Any]:
    """Return a move as a record stores it, without its hash."""
    return {
        "seat": move.seat,
        **content_of(move),
        "by": str(move.by),
        "time": time_text(move.made_at),
    }


def time_text(time: datetime | None) -> str | None:
    """Return a time in the form that is hashed: ISO 8601, in UTC, with microseconds."""
    if time is None:
        return None
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def content_of(move: MoveRow) -> dict[str, Any]:
    # The audit also reads rows that were tampered with, so any JSON may be here.
    return move.content if isinstance(move.content, dict) else {"content": move.content}
