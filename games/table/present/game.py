"""Presents a running game: deck, seats, the viewer's clue, moves and tools."""

from typing import NamedTuple

from games.labels import name_or_removed
from games.models.game import NotebookMode, Reactions, TablePhase
from games.play.selectors import TableView
from games.play.snapshot import TableSeat
from games.rules.observe import AccusationView, Observation
from games.table.present.log import present_log
from games.table.present.moves import moves_of
from games.table.present.nodes import Node, leaf, shell
from games.table.present.result import result_of, reveal_of
from games.table.present.seats import present_seats
from games.table.present.tutorial import present_tutorial
from games.table.present.votes import agreements_of, seat_tools_of


class Accuser(NamedTuple):
    """An accusation, for the row that is always visible."""

    name: str
    investigator: str
    suspect: str

    @property
    def shown_name(self) -> str:
        """Return the accuser's name, or words for a removed one."""
        return name_or_removed(self.name)


class Stock(NamedTuple):
    """The pool, the public clues and this round's accusations, in order."""

    pool: tuple[tuple[str, int], ...]
    public_clues: tuple[str, ...]
    accusers: tuple[Accuser, ...]


class Hand(NamedTuple):
    """The viewer's own clue and tools; only this viewer's page may hold it."""

    code: str
    clue: str
    trait: str
    notebook: bool
    reactions: bool


class HostTools(NamedTuple):
    """The host's tools in a running game: hand it over, or end it.

    `others` holds index and name of the other players' seats.
    """

    code: str
    others: tuple[tuple[int, str], ...]


def present_game(table_view: TableView, seen: Observation) -> tuple[Node, ...]:
    """Return the parts of a table in play."""
    table = table_view.table
    is_over = table.phase == TablePhase.OVER
    return (
        _present_middle(table_view, seen),
        leaf("agreements", agreements_of(table_view)),
        leaf("reveal", reveal_of(table_view, seen.result) if seen.result else None),
        leaf("result", result_of(table_view, seen) if is_over else None),
        present_seats(table_view, seen),
        present_tutorial(table) if table.is_tutorial else leaf("tutorial"),
        leaf("hand", _hand_of(table_view, seen)),
        leaf("moves", moves_of(table_view, seen)),
        leaf("seat-tools", seat_tools_of(table_view), "seat_tools"),
        leaf("host-tools", _host_tools_of(table_view), "host_tools"),
        present_log(table),
    )


def _host_tools_of(table_view: TableView) -> HostTools | None:
    table = table_view.table
    if not table_view.is_host or table.phase == TablePhase.OVER:
        return None
    others = (
        seat for seat in table.seats if seat.is_here and seat.player_id != table.host_id
    )
    return HostTools(table.code, tuple((seat.index, seat.name) for seat in others))


def _present_middle(table_view: TableView, seen: Observation) -> Node:
    # A draw changes the deck and the card, but seldom the stock: each is sent alone.
    return shell(
        "middle",
        (
            _deck_of(seen),
            leaf("drawn", seen.drawn or ""),
            _stock_of(
                table_view.table.seats,
                seen.pool,
                seen.public_clues,
                seen.accusations,
            ),
        ),
    )


def _deck_of(seen: Observation) -> Node:
    count = leaf("deck-count", seen.deck_left, "deck_count")
    return shell("deck", (count,), seen.deck_left > 0)


def _stock_of(
    seats: tuple[TableSeat, ...],
    pool: tuple[int, int, int],
    clues: tuple[str, ...],
    accusations: tuple[AccusationView, ...],
) -> Node:
    gold, white, black = pool
    holders = [seats[done.seat] for done in accusations]
    stock = Stock(
        pool=(("gold", gold), ("white", white), ("black", black)),
        public_clues=clues,
        accusers=tuple(
            Accuser(holder.name, holder.investigator, done.suspect)
            for holder, done in zip(holders, accusations, strict=True)
        ),
    )
    return leaf("stock", stock)


def _hand_of(table_view: TableView, seen: Observation) -> Hand:
    table, has_tools = (
        table_view.table,
        table_view.viewer >= 0 and not table_view.is_replay,
    )
    return Hand(
        code=table.code,
        clue=seen.my_clue or "",
        trait=seen.my_trait or "",
        # The tutorial leaves the notebook out, to keep it short.
        notebook=has_tools
        and table.notebook != NotebookMode.OFF
        and table.phase in (TablePhase.SUSPECTS, TablePhase.LAST_CALL)
        and not table.is_tutorial,
        reactions=has_tools and table.reactions == Reactions.ON,
    )
