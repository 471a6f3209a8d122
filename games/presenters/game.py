"""A game in play: seats with their lines, the deck, the viewer's own clue and moves."""

from dataclasses import dataclass

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
    is_away: bool


@dataclass(frozen=True, slots=True)
class Head:
    """Who sits there and what lies before them, apart from cards and tokens.

    The turn is the seat's own, so that it can pass without a new head.
    """

    name: str
    investigator: str
    is_mine: bool
    is_done: bool
    passed: bool
    is_host: bool
    has_officer: bool
    is_winner: bool
    presence: str
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
    """The viewer's own clue, points and tools; only this viewer's page holds it."""

    code: str
    clue: str
    trait: str
    points: int | None
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
            leaf("deck", seen.deck_left),
            leaf("drawn", seen.drawn or ""),
            leaf("stock", _stock_of(scene, seen)),
        ),
    )


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
    table, is_seated = scene.table, scene.viewer >= 0
    return Hand(
        code=table.code,
        clue=seen.my_clue or "",
        trait=seen.my_trait or "",
        points=seen.my_points,
        # The tutorial has enough to explain without it.
        notebook=is_seated
        and table.notebook == Notebook.ON
        and table.phase in (TablePhase.SUSPECTS, TablePhase.LAST_CALL)
        and not table.is_tutorial,
        reactions=is_seated
        and table.reactions == Reactions.ON
        and table.phase != TablePhase.OVER,
    )


def _present_seat(scene: Scene, seen: Observation, view: SeatView, line: Node) -> Node:
    table, index = scene.table, view.seat
    holder = table.seats[index]
    accusation = _accusation_of(seen, index)
    is_past = table.phase == TablePhase.OVER or scene.is_replay
    presence = Presence.HERE if is_past else holder.presence
    facts = SeatFacts(
        index=index,
        investigator=view.investigator,
        is_turn=seen.turn == index and table.phase != TablePhase.OVER,
        is_done=view.done and table.phase != TablePhase.OVER,
        is_host=holder.player_id is not None and holder.player_id == table.host_id,
        is_mine=scene.viewer == index,
        has_officer=view.officer,
        is_winner=index in seen.winners,
        is_away=presence != Presence.HERE,
    )
    head = Head(
        name=holder.name,
        investigator=view.investigator,
        is_mine=facts.is_mine,
        is_done=facts.is_done,
        passed=view.passed,
        is_host=facts.is_host,
        has_officer=view.officer,
        is_winner=facts.is_winner,
        presence=presence,
        clue=view.clue or "",
        accused=accusation[1].suspect if accusation else "",
        order=accusation[0] if accusation else 0,
        points=view.points,
        golds=view.golds,
    )
    pile = Pile(view.discard_count, view.discards or (), view.discards is not None)
    return shell(
        f"seat-{index}",
        (
            leaf(f"seat-{index}-head", head, "seat_head"),
            line,
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
