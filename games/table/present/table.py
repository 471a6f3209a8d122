"""Presents the whole table in any phase as a tree of nodes, and a running game."""

from typing import NamedTuple

from games.live.clock import LIMITS
from games.models.game import TablePhase
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table, TableSeat
from games.rules.editions import NotebookMode, Reactions
from games.rules.observe import REFEREE, SPECTATOR, Observation, Viewer
from games.rules.state import Phase
from games.table.present.lobby import present_lobby
from games.table.present.log import present_log
from games.table.present.moves import (
    accusable_in,
    present_moves,
    seat_tools_of,
    votes_of,
)
from games.table.present.result import present_reveal, result_of
from games.table.present.seats import (
    present_seats,
    present_tokens,
    with_own_accusation,
)
from games.table.present.status import present_status
from games.table.present.tutorial import present_tutorial
from runtime.html.piece import Node, leaf, shell

_COLOURS = ("gold", "white", "black")
_WATCHING = {SPECTATOR: "spectator", REFEREE: "referee"}


class TableFacts(NamedTuple):
    """The attributes of `#table`, except its counts. `round` is 0 before the first."""

    code: str
    phase: str
    round: int
    viewer: str
    is_host: bool
    reason: str


def present(table_view: TableView) -> Node:
    """Return the tree of a table for its viewer."""
    seen = table_view.observation
    inner: tuple[Node, ...] = ()
    if seen is None or table_view.public is None:
        parts = present_lobby(table_view)
    else:
        parts, inner = present_game(table_view, seen, table_view.public)
    table = table_view.table
    title = leaf("table-title", table.code, "_table.html#title")
    # Every change has a root of its own, so it is not kept.
    return Node(
        "table",
        "_table.html",
        _facts_of(table_view),
        (title, present_status(table_view), *parts),
        is_shell=True,
        counts=(("number", table.number), ("moves", table.move_count)),
        inner=inner,
    )


def _facts_of(table_view: TableView) -> TableFacts:
    table, seen = table_view.table, table_view.observation
    return TableFacts(
        code=table.code,
        phase=table.phase,
        round=seen.number if seen else 0,
        viewer=_viewer_of(table_view),
        is_host=table_view.is_host,
        reason=table.reason,
    )


def _viewer_of(table_view: TableView) -> str:
    if table_view.is_display:
        return "display"
    return _WATCHING.get(table_view.viewer, str(table_view.viewer))


class Accuser(NamedTuple):
    """An accusation, for the row that is always visible."""

    name: str
    investigator: str
    suspect: str
    is_mine: bool


class Accusers(NamedTuple):
    """How many of the seats have accused; 0 seats as long as that plays no part."""

    done: int
    seats: int


class Drawn(NamedTuple):
    """The card that was drawn last, with its drawer's name and where it went."""

    suspect: str
    name: str
    is_mine: bool
    is_kept: bool
    is_waiting: bool


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


class PublicParts(NamedTuple):
    """The parts of a table in play that hold nothing of one viewer alone.

    Where one of them speaks of a viewer, that viewer's own says "you".
    """

    middle: Node
    reveal: Node
    seats: Node
    tutorial: Node
    # Of each seat, as a spectator sees them.
    tokens: tuple[Node, ...]


def present_game(
    table_view: TableView, seen: Observation, public: PublicTable
) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Return the parts of a table in play and its inner nodes, the seats' tokens.

    The public ones are shared objects.
    """
    table = table_view.table
    is_over = table.phase == TablePhase.OVER
    parts = present_public(public, _told_of(table_view.me, seen))
    votes = votes_of(table_view)
    children = (
        parts.middle,
        parts.reveal,
        leaf("result", result_of(table_view, seen) if is_over else None),
        leaf("evening", _evening_of(table_view, seen)),
        parts.seats,
        parts.tutorial,
        leaf("hand", _hand_of(table_view, seen)),
        present_moves(table_view, seen, votes),
        leaf("seat-tools", seat_tools_of(table_view), "_seat_tools.html"),
        leaf("host-tools", _host_tools_of(table_view), "_host_tools.html"),
        leaf("votes", votes),
        present_log(table, table_view.me),
        _present_sheet(seen),
    )
    tokens, viewer = parts.tokens, table_view.viewer
    if viewer >= 0 and seen.seats[viewer].tokens:
        own = present_tokens(seen.seats[viewer])
        tokens = (*tokens[:viewer], own, *tokens[viewer + 1 :])
    return children, tokens


def _present_sheet(seen: Observation) -> Node:
    """Return the sheet of a suspect, with the button of a viewer who may accuse."""
    accuse = leaf("accuse", bool(accusable_in(seen)))
    return shell("suspect-sheet", (accuse,), template="_suspect_sheet.html")


def _evening_of(table_view: TableView, seen: Observation) -> str:
    """Return the code of a game whose result counts for its evening, else empty."""
    table = table_view.table
    counts = bool(seen.winners) and not (table_view.is_replay or table.is_tutorial)
    return table.code if counts else ""


def _told_of(me: Viewer, seen: Observation) -> Viewer:
    """Return `me` if the middle, the reveal or the seats speak of that seat."""
    is_told = seen.result is not None or me == seen.drawn_by or _has_accused(me, seen)
    return me if is_told else SPECTATOR


def _has_accused(me: Viewer, seen: Observation) -> bool:
    return me in [made.seat for made in seen.accusations]


def present_public(public: PublicTable, me: Viewer) -> PublicParts:
    """Return the public parts of a table, once for all who are shown the same."""
    # By the seat that they call "you".
    kept, seen, table = public.presented, public.observation, public.table
    parts: PublicParts | None = kept.get(me)
    if parts is not None:
        return parts
    if me == SPECTATOR:
        parts = PublicParts(
            middle=_present_middle(public),
            reveal=present_reveal(public, me),
            seats=present_seats(public),
            tutorial=present_tutorial(table) if table.is_tutorial else leaf("tutorial"),
            tokens=tuple([present_tokens(view) for view in seen.seats]),
        )
    else:
        others = present_public(public, SPECTATOR)
        parts = others._replace(
            middle=_own_middle(others.middle, public, me),
            reveal=present_reveal(public, me) if seen.result else others.reveal,
            seats=with_own_accusation(others.seats, public, me)
            if _has_accused(me, seen)
            else others.seats,
        )
    kept[me] = parts
    return parts


def _host_tools_of(table_view: TableView) -> HostTools | None:
    table = table_view.table
    if not table_view.is_host or table.phase == TablePhase.OVER:
        return None
    others = (
        seat for seat in table.seats if seat.is_here and seat.player_id != table.host_id
    )
    return HostTools(table.code, tuple((seat.index, seat.name) for seat in others))


def _present_middle(public: PublicTable) -> Node:
    table, seen = public.table, public.observation
    # A draw changes the deck and the card, but seldom the stock: each is sent alone.
    drawn = leaf("drawn", _drawn_of(table.seats, seen, SPECTATOR))
    return _middle_of(_deck_of(seen), drawn, _stock_of(table, seen, SPECTATOR))


def _own_middle(shown: Node, public: PublicTable, me: Viewer) -> Node:
    """Return the middle that others are shown as this seat's player sees it."""
    table, seen = public.table, public.observation
    deck, drawn, stock = shown.children
    if me == seen.drawn_by:
        drawn = leaf("drawn", _drawn_of(table.seats, seen, me))
    if _has_accused(me, seen):
        stock = _stock_of(table, seen, me)
    return _middle_of(deck, drawn, stock)


def _middle_of(*parts: Node) -> Node:
    return shell("middle", parts, template="_table.html#middle")


def _deck_of(seen: Observation) -> Node:
    count = leaf("deck-count", seen.deck_left, "_deck.html#count")
    return shell("deck", (count,), seen.deck_left > 0)


def _drawn_of(
    seats: tuple[TableSeat, ...], seen: Observation, me: Viewer
) -> Drawn | None:
    if seen.drawn is None or seen.drawn_by is None:
        return None
    is_mine, name = seen.drawn_by == me, seats[seen.drawn_by].name
    is_kept = seen.drawn in seen.seats[seen.drawn_by].line
    return Drawn(seen.drawn, name, is_mine, is_kept, seen.placing)


def _stock_of(table: Table, seen: Observation, me: Viewer) -> Node:
    """Return the public clues, this round's accusations in order, and the pool."""
    is_last_call = table.phase == TablePhase.LAST_CALL
    done, seats = len(seen.accusations), len(table.seats)
    is_shown = done or is_last_call
    # An update can only delete children and add new ones at the end. So the circles of
    # seats that have not accused come first; CSS shows them behind the accusers.
    pips = [
        leaf(f"pip-{number}", 0, "_stock.html#pip") for number in range(done, seats)
    ]
    parts = [
        leaf("clues", seen.public_clues, "_stock.html#clues"),
        shell(
            "accusers",
            (*pips, *_accusers_of(table, seen, me)) if is_shown else (),
            Accusers(done, seats if is_shown else 0),
            "_stock.html#accusers",
        ),
        leaf("pool", tuple(zip(_COLOURS, seen.pool, strict=True)), "_stock.html#pool"),
    ]
    if is_last_call:
        limit = LIMITS.get(table.settings.limits, {}).get(Phase.LAST_CALL, 0)
        parts.append(leaf("call", limit, "_stock.html#call"))
    return shell("stock", tuple(parts))


def _accusers_of(table: Table, seen: Observation, me: Viewer) -> list[Node]:
    holders = [table.seats[done.seat] for done in seen.accusations]
    return [
        leaf(
            f"accuser-{done.seat}",
            Accuser(holder.name, holder.investigator, done.suspect, done.seat == me),
            "_stock.html#accuser",
        )
        for holder, done in zip(holders, seen.accusations, strict=True)
    ]


def _hand_of(table_view: TableView, seen: Observation) -> Hand:
    table = table_view.table
    has_tools = table_view.viewer >= 0 and not table_view.is_replay
    return Hand(
        code=table.code,
        clue=seen.my_clue or "",
        trait=seen.my_trait or "",
        # The tutorial leaves the notebook out, to keep it short.
        notebook=has_tools
        and table.settings.notebook != NotebookMode.OFF
        and table.phase in (TablePhase.SUSPECTS, TablePhase.LAST_CALL)
        and not table.is_tutorial,
        reactions=has_tools and table.settings.reactions == Reactions.ON,
    )
