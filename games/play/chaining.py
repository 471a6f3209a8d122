"""Chains the moves of a game, and closed games in the journal, by hashes.

While a game runs, `Game.head_hash` is the hash of the last move. It is a secret then: a
hidden side could be guessed from it. At the end it becomes the hash of the record and
of the entry before it in the site's journal of closed games and acts of staff, so that
no game can disappear or change without a trace in every later one (docs/fairness.md).
"""

from collections.abc import Sequence
from datetime import time
from typing import Any

from django.db import connection

from games.models import Game, JournalEntry, Seat, StaffAct
from games.play.rows import format_time
from games.proof import chain
from games.proof.record import FORMAT
from games.rules.editions import RECORDED_SETTINGS
from games.rules.replay import ReplayStep

# Any number that no other lock of the site has.
_JOURNAL_LOCK = 7_101_989


def begin_chain(game: Game, seats: Sequence[Seat]) -> None:
    """Set the version of the rules and the hash of the set-up.

    The caller holds the lock on the game row and saves it.
    """
    game.rules_version = chain.RULES_VERSION
    game.start_hash = game.head_hash = chain.start_hash(describe_start(game, seats))


def chain_deal(game: Game, step: ReplayStep) -> None:
    """Add the deal of a step to the chain.

    The caller holds the lock on the game row and saves it.
    """
    game.head_hash = chain.deal_hash(game.head_hash, game.code, deal_entry(step))


def write_closing(game: Game, seats: Sequence[Seat]) -> None:
    """Set the head hash of a game that has just ended, and enter it into the journal.

    The caller holds the lock on the game row and saves it.
    """
    number, before = _take_next_place()
    end = describe_end(game, seats) | {"closing": number, "before": before}
    game.head_hash = chain.head_hash(game.head_hash, game.move_count, end)
    JournalEntry.objects.create(
        number=number,
        code=game.code,
        game=game,
        previous_hash=before,
        hash=game.head_hash,
    )


def write_act(act: StaffAct) -> None:
    """Enter an act of staff. The caller holds the lock on the game row."""
    number, before = _take_next_place()
    JournalEntry.objects.create(
        number=number,
        code=act.game.code,
        act=act,
        previous_hash=before,
        hash=compute_act_hash(act, act.game.code, number, before),
    )


def compute_act_hash(act: StaffAct, code: str, number: int, before: str) -> str:
    """Return the hash of an act of staff at this place in the journal."""
    left = {} if act.left is None else {"left": act.left}
    content = left | {
        "previous": before,
        "number": number,
        "code": code,
        "act": str(act.kind),
        "seat": act.seat,
        "staff": act.staff_name,
        "time": format_time(act.made_at),
    }
    return chain.act_hash(content)


def _take_next_place() -> tuple[int, str]:
    """Return the next number and the hash before it; no other process gets them."""
    # On SQLite an IMMEDIATE transaction has locked the database.
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_JOURNAL_LOCK])
    entries = JournalEntry.objects.order_by("-number")
    last = entries.values_list("number", "hash").first()
    return (last[0] + 1, last[1]) if last else (1, "")


def describe_start(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
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
        "got_up": [format_time_of_day(seat.got_up) for seat in seats],
        "first_seat": game.first_seat,
        "given": len(game.secrets.deals or ()),
        "commitment": game.commitment,
        "contributions": [seat.contribution for seat in seats],
        "opened_at": format_time(game.opened_at),
        "started_at": format_time(game.started_at),
    }


def describe_end(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the end of a game as a record stores it, without its place in the journal.

    `bots` are the characters that played the seats at the end.
    """
    return {
        "reason": str(game.reason),
        "ended_at": format_time(game.ended_at),
        "bots": [seat.bot for seat in seats],
    }


def deal_entry(step: ReplayStep) -> dict[str, Any]:
    """Return the round that a step deals as a record stores it, without its moves."""
    deal = step.deal.to_dict() if step.deal else None
    return {"number": step.state.number, "attempt": step.state.attempt, "deal": deal}


def format_time_of_day(at: time | None) -> str | None:
    """Return a time of day in the form that is hashed, with microseconds."""
    return None if at is None else at.isoformat(timespec="microseconds")
