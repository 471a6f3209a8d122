"""Presents the seats of a running game, with their lines, piles and tokens."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.labels import name_or_removed, suspect_label, suspect_name
from games.models.game import Presence, TablePhase
from games.play.snapshot import PublicTable, TableSeat
from games.rules.observe import AccusationView, Observation, SeatView
from games.rules.suspects import Suspect
from games.table.present.nodes import Node, leaf, shell

# An accusation, after its order in the round.
type _Accusation = tuple[int, AccusationView] | None


class SeatFacts(NamedTuple):
    """The attributes of a seat's root."""

    seat: int
    investigator: str
    is_turn: bool
    is_done: bool
    is_host: bool
    has_officer: bool
    is_winner: bool
    presence: str
    bot: str

    @property
    def is_away(self) -> bool:
        """Return whether the seat's player is away."""
        return self.presence != Presence.HERE


class Head(NamedTuple):
    """The head of a seat: everything but cards and tokens.

    The turn belongs to the seat, so that it can pass without a new head.
    """

    seat: int
    name: str
    investigator: str
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


class Pile(NamedTuple):
    """A discard pile; `suspects` is filled only if discards are open."""

    size: int
    suspects: tuple[str, ...]
    is_open: bool


def present_seats(public: PublicTable, accusable: frozenset[Suspect]) -> Node:
    """Return the seats of a table as everybody sees them."""
    seats = [
        _seat_at(public, view, line)
        for view, line in zip(
            public.observation.seats, present_lines(public, accusable), strict=True
        )
    ]
    return shell("seats", tuple(seats), len(seats), "_table.html#seats")


def with_own_seat(seats: Node, own: SeatView) -> Node:
    """Return the seats for the holder of one, who sees its tokens' faces."""
    seat = seats.children[own.seat]
    *parts, tokens = seat.children
    parts.append(leaf(tokens.id, own.tokens, tokens.template))
    others = list(seats.children)
    others[own.seat] = shell(seat.id, tuple(parts), seat.facts, seat.template)
    return shell(seats.id, tuple(others), seats.facts, seats.template)


def _seat_at(public: PublicTable, view: SeatView, line: Node) -> Node:
    table, seen, index = public.table, public.observation, view.seat
    holder = table.seats[index]
    is_over = table.phase == TablePhase.OVER
    is_past = is_over or public.is_replay
    facts = SeatFacts(
        seat=index,
        investigator=view.investigator,
        is_turn=seen.turn == index and not is_over,
        is_done=view.done and not is_over,
        is_host=holder.player_id is not None and holder.player_id == table.host_id,
        has_officer=view.officer,
        is_winner=index in seen.winners,
        presence=Presence.HERE if is_past else holder.presence,
        bot=holder.bot if holder.is_bots or not is_past else "",
    )
    return _seat_of(facts, holder.name, view, line, _accusation_of(seen, index))


def _seat_of(
    facts: SeatFacts,
    name: str,
    view: SeatView,
    line: Node,
    accusation: _Accusation,
) -> Node:
    head = Head(
        seat=facts.seat,
        name=name,
        investigator=view.investigator,
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
    index = facts.seat
    pile = Pile(view.discard_count, view.discards or (), view.discards is not None)
    return shell(
        f"seat-{index}",
        (
            leaf(f"seat-{index}-head", head, "_seat_head.html"),
            line,
            leaf(f"seat-{index}-pile", pile, "_pile.html"),
            leaf(f"seat-{index}-tokens", view.tokens, "_tokens.html"),
        ),
        facts,
        "_seat.html",
    )


def _accusation_of(seen: Observation, seat: int) -> _Accusation:
    for order, accusation in enumerate(seen.accusations, start=1):
        if accusation.seat == seat:
            return order, accusation
    return None


# The seat, name and investigator of an accuser.
type _Accuser = tuple[int, str, str]


class CardFacts(NamedTuple):
    """A suspect in a line (or on an open pile), and its accuser.

    `chance`, in per cent, is filled in replays only (games.archive.present.known).
    """

    suspect: str
    accused_by: int | None = None
    accuser: str = ""
    accuser_investigator: str = ""
    may_accuse: bool = False
    chance: int | None = None

    @property
    def accuser_name(self) -> str:
        """Return the accuser's name, or words for a removed one."""
        return name_or_removed(self.accuser)

    @property
    def label(self) -> str:
        """Return the accessible name: the suspect, its accuser and its chance.

        It contains the words on the card, its name and its chance, in their order.
        """
        parts = [suspect_label(self.suspect)]
        if self.accused_by is not None:
            parts.append(_("Accused by %(name)s") % {"name": self.accuser_name})
        if self.chance is not None:
            shown = f"{suspect_name(self.suspect)} {self.chance}"
            parts.append(_("Chief: %(percent)s %%") % {"percent": shown})
        return ". ".join(parts)


def present_lines(public: PublicTable, accusable: frozenset[Suspect]) -> list[Node]:
    """Return the line of each seat; its suspects may be accused if the viewer may."""
    seen, seats = public.observation, public.table.seats
    accusers = {done.suspect: seats[done.seat] for done in seen.accusations}
    return [_line_of(view, accusers, accusable) for view in seen.seats]


def _line_of(
    view: SeatView, accusers: dict[str, TableSeat], accusable: frozenset[str]
) -> Node:
    cards = [
        _card_of(each, accusers.get(each), each in accusable) for each in view.line
    ]
    return shell(f"seat-{view.seat}-line", tuple(cards), view.seat, "_line.html")


def _card_of(suspect: str, accuser: TableSeat | None, may_accuse: bool) -> Node:
    card = CardFacts(
        suspect,
        accuser.index if accuser else None,
        accuser.name if accuser else "",
        accuser.investigator if accuser else "",
        may_accuse,
    )
    return leaf(f"suspect-{suspect}", card, "_card.html")
