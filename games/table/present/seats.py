"""Presents the seats of a running game, with their lines, piles and tokens."""

from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.labels import name_of_seat, suspect_label, suspect_name
from games.models.game import Presence, TablePhase
from games.play.snapshot import PublicTable, TableSeat
from games.rules.observe import SPECTATOR, Observation, SeatView, Viewer
from games.rules.suspects import Suspect
from games.table.present.status import format_percent
from runtime.html.piece import Node, leaf, shell, slot

# The seat, name and investigator of an accuser, and whether it is the viewer.
type _Accuser = tuple[int | None, str, str, bool]
_NO_ONE: _Accuser = (None, "", "", False)


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


class Pile(NamedTuple):
    """A discard pile; `suspects` is filled only if discards are open."""

    size: int
    suspects: tuple[str, ...]
    is_open: bool


def present_seats(public: PublicTable) -> Node:
    """Return the seats as a spectator sees them, with slots for the tokens."""
    accusers = _accusers_of(public, SPECTATOR)
    seats = public.observation.seats
    return _seats_of([_seat_at(public, view, accusers) for view in seats])


def with_own_accusation(seats: Node, public: PublicTable, me: Viewer) -> Node:
    """Return the seats for a viewer who has accused.

    They differ in one card from those of a spectator.
    """
    accusers = _accusers_of(public, me)
    (own,) = [suspect for suspect, accuser in accusers if accuser[0] == me]
    views = zip(public.observation.seats, seats.children, strict=True)
    return _seats_of(
        [
            _seat_at(public, view, accusers) if own in view.line else shown
            for view, shown in views
        ]
    )


def _seats_of(parts: list[Node]) -> Node:
    return shell("seats", tuple(parts), len(parts), "_table.html#seats")


def _accusers_of(
    public: PublicTable, me: Viewer
) -> tuple[tuple[Suspect, _Accuser], ...]:
    seats, made = public.table.seats, public.observation.accusations
    return tuple([(done.suspect, _accuser_of(seats[done.seat], me)) for done in made])


def present_tokens(view: SeatView) -> Node:
    """Return the tokens of a seat as its view shows them."""
    return leaf(_tokens_id(view.seat), view.tokens, "_tokens.html")


def _tokens_id(seat: int) -> str:
    return f"seat-{seat}-tokens"


def _seat_at(
    public: PublicTable,
    view: SeatView,
    accusers: tuple[tuple[Suspect, _Accuser], ...],
) -> Node:
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
    in_line = tuple([each for each in accusers if each[0] in view.line])
    own = _accusation_of(seen, index)
    return _seat_of(facts, holder.name, view._replace(tokens=()), own, in_line)


# A move changes two seats of five.
@lru_cache(maxsize=4096)
def _seat_of(
    facts: SeatFacts,
    name: str,
    view: SeatView,
    accusation: tuple[int, Suspect],
    accusers: tuple[tuple[Suspect, _Accuser], ...],
) -> Node:
    order, accused = accusation
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
        accused=accused,
        order=order,
        points=view.points,
        golds=view.golds,
    )
    seat_id = f"seat-{facts.seat}"
    pile = Pile(view.discard_count, view.discards or (), view.discards is not None)
    made = dict(accusers)
    cards = [_card_of(each, made.get(each, _NO_ONE)) for each in view.line]
    return shell(
        seat_id,
        (
            leaf(f"{seat_id}-head", head, "_seat_head.html"),
            shell(f"{seat_id}-line", tuple(cards), facts.seat, "_line.html"),
            leaf(f"{seat_id}-pile", pile, "_pile.html"),
            slot(_tokens_id(facts.seat)),
        ),
        facts,
        "_seat.html",
    )


def _accusation_of(seen: Observation, seat: int) -> tuple[int, Suspect]:
    """Return the order of a seat's accusation and its suspect, 0 and "" without one."""
    for order, accusation in enumerate(seen.accusations, start=1):
        if accusation.seat == seat:
            return order, accusation.suspect
    return 0, ""


class CardFacts(NamedTuple):
    """A suspect in a line (or on an open pile), and its accuser.

    `chance`, in per cent, is filled in replays only (games.archive.present).
    """

    suspect: str
    accused_by: int | None = None
    accuser: str = ""
    accuser_investigator: str = ""
    is_mine: bool = False
    chance: int | None = None

    @property
    def label(self) -> str:
        """Return the accessible name: the suspect, its accuser and its chance.

        It contains the words on the card, its name and its chance, in their order.
        """
        parts = [suspect_label(self.suspect)]
        if self.is_mine:
            parts.append(_("Accused by you"))
        elif self.accused_by is not None:
            accuser = name_of_seat(self.accuser)
            parts.append(_("Accused by %(name)s") % {"name": accuser})
        if self.chance is not None:
            shown = f"{suspect_name(self.suspect)} {format_percent(self.chance)}"
            parts.append(_("Chief: %(percent)s") % {"percent": shown})
        return ". ".join(parts)


def _accuser_of(holder: TableSeat, me: Viewer) -> _Accuser:
    return holder.index, holder.name, holder.investigator, holder.index == me


def _card_of(suspect: str, accuser: _Accuser) -> Node:
    return leaf(f"suspect-{suspect}", CardFacts(suspect, *accuser), "_card.html")
