"""Appends closed games and acts of staff to the site's journal, one hash chain for all.

The head hash of each closed game covers the entry before it (docs/fairness.md), so that
no game can disappear or change without a trace in every later one.
"""

from collections.abc import Sequence

from games.models.archive import JournalEntry, StaffAct
from games.models.game import Game, Seat
from games.play import chaining
from games.rules import chain
from runtime import sql


def write_closing(game: Game, seats: Sequence[Seat]) -> None:
    """Set the head hash of a game that has just ended, and enter it into the journal.

    The caller holds the lock on the game row and saves it.
    """
    number, before = _next_place()
    chaining.close_chain(game, seats, number, before)
    JournalEntry.objects.create(
        number=number,
        code=game.code,
        game=game,
        previous_hash=before,
        hash=game.head_hash,
    )


def write_act(act: StaffAct) -> None:
    """Enter an act of staff. The caller holds the lock on the game row."""
    number, before = _next_place()
    JournalEntry.objects.create(
        number=number,
        code=act.game.code,
        act=act,
        previous_hash=before,
        hash=hash_of_act(act, number, before),
    )


def hash_of_act(act: StaffAct, number: int, before: str) -> str:
    """Return the hash of an act of staff at this place in the journal."""
    content = {
        "previous": before,
        "number": number,
        "code": act.game.code,
        "act": str(act.kind),
        "seat": act.seat,
        "staff": act.staff_name,
        "time": chaining.time_text(act.made_at),
    }
    return chain.act_hash(content)


def _next_place() -> tuple[int, str]:
    """Return the next number and the hash before it; no other process gets them."""
    sql.lock_journal()
    entries = JournalEntry.objects.order_by("-number")
    last = entries.values_list("number", "hash").first()
    return (last[0] + 1, last[1]) if last else (1, "")
