"""Computes the hash chain of a game's record as it is written (docs/fairness.md).

While a game runs, `Game.head_hash` is the hash of the last move. It is a secret then: a
hidden side could be guessed from it. At the end it becomes the hash of the record.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any

from django.utils import timezone

from games.models.game import Game, Seat
from games.models.move import MoveRow
from games.rules import chain
from games.rules.editions import RECORDED_SETTINGS
from games.rules.record import FORMAT
from games.rules.replay import ReplayStep


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


def chain_deal(game: Game, step: ReplayStep) -> None:
    """Add the deal of a step to the chain.

    The caller holds the lock on the game row and saves it.
    """
    game.head_hash = chain.deal_hash(game.head_hash, game.code, deal_entry(step))


def close_chain(game: Game, seats: Sequence[Seat], number: int, before: str) -> None:
    """Set the hash of the whole record of a game that has just ended.

    `number` and `before` are the game's place in the journal. The caller holds the lock
    on the game row and saves it.
    """
    end = end_of(game, seats) | {"closing": number, "before": before}
    game.head_hash = chain.head_hash(game.head_hash, game.move_count, end)


def start_of(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the set-up of a game as a record stores it, before the first deal."""
    return {
        "format": FORMAT,
        "version": chain.VERSION,
        "rules": game.rules_version,
        "code": game.code,
        "edition": str(game.edition),
        "options": game.options.to_dict(),
        "discards": str(game.discards),
        # These settings keep their places in the file.
        "first_player": game.first_player,
        "tutorial": game.is_tutorial,
        "listed": game.listed,
        **{name: getattr(game, name) for name in RECORDED_SETTINGS},
        "seats": [str(seat.investigator) for seat in seats],
        "got_up": [time_of_day(seat.got_up) for seat in seats],
        "first_seat": game.first_seat,
        "given": len(game.secrets.deals or ()),
        "commitment": game.commitment,
        "contributions": [seat.contribution for seat in seats],
        "opened_at": time_text(game.opened_at),
        "started_at": time_text(game.started_at),
    }


def end_of(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the end of a game as a record stores it, without its place in the journal.

    `bots` are the characters that played the seats at the end.
    """
    return {
        "reason": str(game.reason),
        "ended_at": time_text(game.ended_at),
        "bots": [seat.bot for seat in seats],
    }


def deal_entry(step: ReplayStep) -> dict[str, Any]:
    """Return the round that a step deals as a record stores it, without its moves."""
    deal = step.deal.to_dict() if step.deal else None
    return {"number": step.state.number, "attempt": step.state.attempt, "deal": deal}


def move_entry(move: MoveRow) -> dict[str, Any]:
    """Return a move as a record stores it, without its hash."""
    return {
        "seat": move.seat,
        **content_of(move),
        "by": str(move.by),
        "time": time_text(move.made_at),
    }


def time_after(before: datetime | None) -> datetime:
    """Return the present time, or `before` if the machine's clock was set back."""
    now = timezone.now()
    return now if before is None else max(now, before)


def time_text(at: datetime | None) -> str | None:
    """Return a time in the form that is hashed: ISO 8601, in UTC, with microseconds."""
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def time_of_day(at: time | None) -> str | None:
    """Return a time of day in the form that is hashed, with microseconds."""
    return None if at is None else at.isoformat(timespec="microseconds")


def content_of(move: MoveRow) -> dict[str, Any]:
    # The audit also reads rows that were tampered with, so any JSON may be here.
    return move.content if isinstance(move.content, dict) else {"content": move.content}
