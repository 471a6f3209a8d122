"""What proves that a table's chance was fair, as everybody at it may see it.

docs/fairness.md says what it proves, and what not.
"""

from typing import NamedTuple

from games.play.selectors import TableView
from games.table.present.words import name_or_removed


class Proof(NamedTuple):
    """The commitment and each seat's contribution; seed and head once it is closed."""

    commitment: str
    gifts: tuple[tuple[str, str, bool], ...]
    seed: str
    head: str

    @property
    def contributions(self) -> list[tuple[str, str, bool]]:
        """Return who contributed what and whether they are bots, the names in words."""
        return [(name_or_removed(name), each, bot) for name, each, bot in self.gifts]


def proof_of(table_view: TableView) -> Proof:
    """Return the proof of a table_view's table, as far as it is open."""
    table = table_view.table
    return Proof(
        commitment=table.commitment,
        gifts=tuple(
            (seat.name, seat.contribution, seat.is_bots) for seat in table.seats
        ),
        seed=table.opened_seed,
        head=table.head_hash,
    )
