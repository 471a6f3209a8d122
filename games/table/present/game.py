"""A game in play: seats, the deck, the viewer's own clue and moves, and the rest."""

from functools import lru_cache
from typing import NamedTuple

from games.models.game import Notebook, Reactions, TablePhase
from games.ops.identity_key import Same
from games.play.selectors import Scene
from games.play.snapshot import SeatFacts as Holder
from games.rules.observe import AccusationView, Observation
from games.table.present.log import present_log
from games.table.present.moves import moves_of
from games.table.present.nodes import Node, gap, leaf, shell
from games.table.present.result import present_result, present_reveal
from games.table.present.seats import present_seats
from games.table.present.tutorial import present_tutorial
from games.table.present.votes import agreements_of, seat_tools_of
from games.table.present.words import name_or_removed


class Accuser(NamedTuple):
    """Who has accused whom, for the row that is always in sight."""

    name: str
    investigator: str
    suspect: str

    @property
    def shown_name(self) -> str:
        """Return the accuser's name, or words for a removed one."""
        return name_or_removed(self.name)


class Stock(NamedTuple):
    """What lies beside the deck: the pool, the public clues, who has accused.

    `accusers` are those of this round, in the order of their accusations.
    """

    pool: tuple[tuple[str, int], ...]
    public_clues: tuple[str, ...]
    accusers: tuple[Accuser, ...]


class Hand(NamedTuple):
    """The viewer's own clue and tools; only this viewer's page holds it."""

    clue: str
    trait: str
    notebook: bool
    reactions: bool

    @property
    def code(self) -> str:
        """Return where the table's code goes."""
        return gap("code")


class HostTools(NamedTuple):
    """What the host may do while a game runs: hand it on, or end it.

    `others` are the seats of other players, each with its name.
    """

    code: str
    others: tuple[tuple[int, str], ...]


def present_game(scene: Scene, seen: Observation) -> tuple[Node, ...]:
    """Return the parts of a table whose game has begun."""
    code = scene.table.code
    return (
        _present_middle(scene, seen),
        leaf("agreements", agreements_of(scene)),
        present_reveal(scene, seen),
        present_result(scene, seen),
        present_seats(scene, seen),
        present_tutorial(scene.table),
        leaf("hand", _hand_of(scene, seen), code=code),
        leaf("moves", moves_of(scene, seen), code=code),
        leaf("seat-tools", seat_tools_of(scene), "seat_tools"),
        leaf("host-tools", _host_tools_of(scene), "host_tools"),
        present_log(scene.table),
    )


def _host_tools_of(scene: Scene) -> HostTools | None:
    table = scene.table
    if not scene.is_host or table.phase == TablePhase.OVER:
        return None
    others = (
        seat for seat in table.seats if seat.is_here and seat.player_id != table.host_id
    )
    return HostTools(table.code, tuple((seat.index, seat.name) for seat in others))


def _present_middle(scene: Scene, seen: Observation) -> Node:
    # A draw changes the first two, and the third seldom: it is sent alone.
    return shell(
        "middle",
        (
            _deck_of(seen),
            leaf("drawn", seen.drawn or ""),
            _stock_of(
                Same(scene.table.seats), seen.pool, seen.public_clues, seen.accusations
            ),
        ),
    )


def _deck_of(seen: Observation) -> Node:
    count = leaf("deck-count", seen.deck_left, "deck_count")
    return shell("deck", (count,), seen.deck_left > 0)


@lru_cache(maxsize=1024)
def _stock_of(
    seats: Same[tuple[Holder, ...]],
    pool: tuple[int, int, int],
    clues: tuple[str, ...],
    accusations: tuple[AccusationView, ...],
) -> Node:
    gold, white, black = pool
    holders = [seats.value[done.seat] for done in accusations]
    stock = Stock(
        pool=(("gold", gold), ("white", white), ("black", black)),
        public_clues=clues,
        accusers=tuple(
            Accuser(holder.name, holder.investigator, done.suspect)
            for holder, done in zip(holders, accusations, strict=True)
        ),
    )
    return leaf("stock", stock)


def _hand_of(scene: Scene, seen: Observation) -> Hand:
    table, has_tools = scene.table, scene.viewer >= 0 and not scene.is_replay
    return Hand(
        clue=seen.my_clue or "",
        trait=seen.my_trait or "",
        # The tutorial has enough to explain without it.
        notebook=has_tools
        and table.notebook != Notebook.OFF
        and table.phase in (TablePhase.SUSPECTS, TablePhase.LAST_CALL)
        and not table.is_tutorial,
        reactions=has_tools and table.reactions == Reactions.ON,
    )
