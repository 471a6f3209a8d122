"""A game in play: seats with their lines, the deck, the viewer's own clue and moves."""

from dataclasses import dataclass
from functools import lru_cache

from games.models import Notebook, Presence, Reactions, TablePhase
from games.presenters.agreements import agreements_of, seat_tools_of
from games.presenters.lines import present_lines
from games.presenters.log import present_log
from games.presenters.moves import moves_of
from games.presenters.nodes import Node, leaf, shell
from games.presenters.result import present_result, present_reveal
from games.presenters.tutorial import present_tutorial
from games.presenters.words import name_or_removed
from games.rules.observe import AccusationView, Observation, SeatView, TokenView
from games.same import Same
from games.selectors import Scene


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The attributes of a seat's root."""

    index: int
    investigator: str
    is_turn: bool
    is_done: bool
    is_host: bool
    is_mine: bool
    has_officer: bool
    is_winner: bool
    presence: str
    bot: str

    @property
    def is_away(self) -> bool:
        """Tell whether nobody sits there now."""
        return self.presence != Presence.HERE


@dataclass(frozen=True, slots=True)
class Head:
    """Who sits there and what lies before them, apart from cards and tokens.

    The turn is the seat's own, so that it can pass without a new head.
    """

    index: int
    name: str
    investigator: str
    is_mine: bool
    is_done: bool
    passed: bool
    is_host: bool
    has_officer: bool
    is_winner: bool
    presence: str
    bot: str
    clue: str
    accused: str
    order: int
    points: int | None
    golds: int | None

    @property
    def shown_name(self) -> str:
        """Return the name, or words for a removed one."""
        return name_or_removed(self.name)


@dataclass(frozen=True, slots=True)
class Pile:
    """A discard pile; `suspects` only where discards are open."""

    size: int
    suspects: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Accuser:
    """Who has accused whom, for the row that is always in sight."""

    name: str
    investigator: str
    suspect: str

    @property
    def shown_name(self) -> str:
        """Return the accuser's name, or words for a removed one."""
        return name_or_removed(self.name)


@dataclass(frozen=True, slots=True)
class Stock:
    """What lies beside the deck: the pool, the public clues, who has accused.

    `accusers` are those of this round, in the order of their accusations.
    """

    pool: tuple[tuple[str, int], ...]
    public_clues: tuple[str, ...]
    accusers: tuple[Accuser, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """The viewer's own clue and tools; only this viewer's page holds it."""

    code: str
    clue: str
    trait: str
    notebook: bool
    reactions: bool


@dataclass(frozen=True, slots=True)
class HostTools:
    """What the host may do while a game runs: hand it on, or end it.

    `others` are the seats of other players, each with its name.
    """

    code: str
    others: tuple[tuple[int, str], ...]


def present_game(scene: Scene, seen: Observation) -> tuple[Node, ...]:
    """Return the parts of a table whose game has begun."""
    lines = present_lines(scene, seen)
    seats = tuple(
        _present_seat(scene, seen, view, line)
        for view, line in zip(seen.seats, lines, strict=True)
    )
    return (
        _present_middle(scene, seen),
        leaf("agreements", agreements_of(scene)),
        present_reveal(scene, seen),
        present_result(scene, seen),
        shell("seats", seats, len(seats)),
        present_tutorial(scene.table),
        leaf("hand", _hand_of(scene, seen)),
        leaf("moves", moves_of(scene, seen)),
        leaf("seat-tools", seat_tools_of(scene), "seat_tools"),
        leaf("host-tools", _host_tools_of(scene), "host_tools"),
        present_log(scene.table),
    )


def _host_tools_of(scene: Scene) -> HostTools | None:
    table = scene.table
    if not scene.is_host or table.phase == TablePhase.OVER:
        return None
    others = (
        seat for seat in table.seats if seat.player_id not in (None, table.host_id)
    )
    return HostTools(table.code, tuple((seat.index, seat.name) for seat in others))


def _present_middle(scene: Scene, seen: Observation) -> Node:
    # A draw changes the first two, and the third seldom: it is sent alone.
    return shell(
        "middle",
        (
            _deck_of(seen),
            leaf("drawn", seen.drawn or ""),
            leaf("stock", _stock_of(scene, seen)),
        ),
    )


def _deck_of(seen: Observation) -> Node:
    count = leaf("deck-count", seen.deck_left, "deck_count")
    return shell("deck", (count,), seen.deck_left > 0)


def _stock_of(scene: Scene, seen: Observation) -> Stock:
    gold, white, black = seen.pool
    seats = scene.table.seats
    return Stock(
        pool=(("gold", gold), ("white", white), ("black", black)),
        public_clues=seen.public_clues,
        accusers=tuple(
            Accuser(seats[done.seat].name, seats[done.seat].investigator, done.suspect)
            for done in seen.accusations
        ),
    )


def _hand_of(scene: Scene, seen: Observation) -> Hand:
    table, has_tools = scene.table, scene.viewer >= 0 and not scene.is_replay
    return Hand(
        code=table.code,
        clue=seen.my_clue or "",
        trait=seen.my_trait or "",
        # The tutorial has enough to explain without it.
        notebook=has_tools
        and table.notebook != Notebook.OFF
        and table.phase in (TablePhase.SUSPECTS, TablePhase.LAST_CALL)
        and not table.is_tutorial,
        reactions=has_tools and table.reactions == Reactions.ON,
    )


def _present_seat(scene: Scene, seen: Observation, view: SeatView, line: Node) -> Node:
    table, index = scene.table, view.seat
    holder = table.seats[index]
    is_over = table.phase == TablePhase.OVER
    is_past = is_over or scene.is_replay
    facts = SeatFacts(
        index=index,
        investigator=view.investigator,
        is_turn=seen.turn == index and not is_over,
        is_done=view.done and not is_over,
        is_host=holder.player_id is not None and holder.player_id == table.host_id,
        is_mine=scene.viewer == index,
        has_officer=view.officer,
        is_winner=index in seen.winners,
        presence=Presence.HERE if is_past else holder.presence,
        bot=holder.bot if holder.is_bots or not is_past else "",
    )
    accusation = _accusation_of(seen, index)
    return _seat_of(facts, holder.name, view, Same(line), accusation)


# A move leaves most seats as they were, and most viewers see them alike.
@lru_cache(maxsize=4096)
def _seat_of(
    facts: SeatFacts,
    name: str,
    view: SeatView,
    line: Same[Node],
    accusation: tuple[int, AccusationView] | None,
) -> Node:
    head = Head(
        index=facts.index,
        name=name,
        investigator=view.investigator,
        is_mine=facts.is_mine,
        is_done=facts.is_done,
        passed=view.passed,
        is_host=facts.is_host,
        has_officer=view.officer,
        is_winner=facts.is_winner,
        presence=facts.presence,
        bot=facts.bot,
        clue=view.clue or "",
        accused=accusation[1].suspect if accusation else "",
        order=accusation[0] if accusation else 0,
        points=view.points,
        golds=view.golds,
    )
    index = facts.index
    pile = Pile(view.discard_count, view.discards or (), view.discards is not None)
    return shell(
        f"seat-{index}",
        (
            leaf(f"seat-{index}-head", head, "seat_head"),
            line.value,
            leaf(f"seat-{index}-pile", pile, "pile"),
            leaf(f"seat-{index}-tokens", _tokens_of(view), "tokens"),
        ),
        facts,
        "seat",
    )


def _tokens_of(view: SeatView) -> tuple[TokenView, ...]:
    return view.tokens


def _accusation_of(seen: Observation, seat: int) -> tuple[int, AccusationView] | None:
    for order, accusation in enumerate(seen.accusations, start=1):
        if accusation.seat == seat:
            return order, accusation
    return None
