"""Presents the evidence that a table's deals are fair (docs/fairness.md)."""

from typing import NamedTuple

from games.labels import name_or_removed
from games.play.selectors import TableView


class Proof(NamedTuple):
    """Commitment and contributions; seed and head hash once the game is closed."""

    commitment: str
    gifts: tuple[tuple[str, str, bool], ...]
    seed: str
    head: str

    @property
    def contributions(self) -> list[tuple[str, str, bool]]:
        """Return each seat's name in words, its contribution, and if it is a bot."""
        return [(name_or_removed(name), each, bot) for name, each, bot in self.gifts]


def proof_of(table_view: TableView) -> Proof:
    """Return the published evidence of a table."""
    table = table_view.table
    return Proof(
        commitment=table.commitment,
        gifts=tuple(
            (seat.name, seat.contribution, seat.is_bots) for seat in table.seats
        ),
        seed=table.opened_seed,
        head=table.head_hash,
    )
