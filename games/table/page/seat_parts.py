"""Presents the seats of a running game: their marks, heads, lines, piles and tokens.

Everything here is public. People are named by their seats, never as "you".
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.models import Presence, TablePhase
from games.play.log import EntryKind
from games.play.snapshot import PublicTable, Table
from games.rules.observe import Observation, SeatView
from games.rules.results import Accusation
from games.rules.suspects import Suspect
from games.rules.tokens import TokenView
from games.table.page.log_lines import find_former
from games.table.page.regions import Region, build_region

# The attributes of an element that is no region; None where one is absent.
type Marks = dict[str, str | None]
# The chance of each suspect to be the chief, in per cent.
type Percents = Mapping[Suspect, int]


class Head(NamedTuple):
    """The head of a seat: everything but its marks, cards and tokens.

    `order` is the place of the seat's accusation, 0 without one.
    """

    seat: int
    name: str
    investigator: str
    is_done: bool
    passed: bool
    is_host: bool
    has_officer: bool
    presence: str
    bot: str
    clue: str
    accused: str
    order: int
    points: int | None


class Pile(NamedTuple):
    """A discard pile; `suspects` is filled only if discards are open."""

    size: int
    suspects: tuple[str, ...]
    is_open: bool


class Card(NamedTuple):
    """A suspect in a line and its accuser; `chance` is filled in replays alone.

    `accuser_seat` is None if the player of `accused_by` has left that seat since.
    """

    suspect: str
    accused_by: int | None = None
    accuser_seat: int | None = None
    accuser: str = ""
    accuser_investigator: str = ""
    chance: int | None = None


def list_marks(public: PublicTable) -> dict[str, Marks]:
    """Return the marks of each seat's frame, by its id."""
    return {
        f"seat-{view.seat}": _list_seat_marks(public, view)
        for view in public.observation.seats
    }


def _list_seat_marks(public: PublicTable, view: SeatView) -> Marks:
    observation, seat = public.observation, view.seat
    is_turn = observation.turn == seat and not _is_over(public)
    presence, bot = _find_player(public, seat)
    return {
        "data-investigator": str(view.investigator),
        "data-turn": _mark(is_turn),
        "aria-current": "true" if is_turn else None,
        "data-done": _mark(view.done and not _is_over(public)),
        "data-host": _mark(_is_hosts(public, seat)),
        "data-away": _mark(presence != Presence.HERE),
        "data-bot": _mark(bot),
        "data-stasi": _mark(view.officer),
        "data-winner": _mark(seat in observation.winners),
    }


def _mark(is_present: object) -> str | None:
    return "" if is_present else None


_SEAT_PARTS = ("head", "line", "pile", "tokens")


def list_seats(count: int, marks: dict[str, Marks]) -> list[dict[str, Any]]:
    """Return the seats in the order of every page, clockwise, with their regions."""
    return [
        {
            "index": seat,
            "marks": marks[f"seat-{seat}"],
            "parts": [f"seat-{seat}-{part}" for part in _SEAT_PARTS],
        }
        for seat in range(count)
    ]


def show_seats(public: PublicTable, chances: Percents | None = None) -> list[Region]:
    """Return the regions of all seats."""
    accused = _list_accused(public)
    return [
        each
        for view in public.observation.seats
        for each in _show_seat(
            _build_head(public, view),
            _build_line(view, accused, chances),
            Pile(view.discard_count, view.discards or (), view.discards is not None),
            view.tokens,
        )
    ]


# A move changes two seats of five.
@lru_cache(maxsize=4096)
def _show_seat(
    head: Head, line: tuple[Card, ...], pile: Pile, tokens: tuple[TokenView, ...]
) -> tuple[Region, ...]:
    seat, dom_id = head.seat, f"seat-{head.seat}"
    cards = tuple([_show_card(card) for card in line])
    you = build_region(f"{dom_id}-you", "_you.html", seat=seat, about=[seat])
    return (
        build_region(f"{dom_id}-head", "_seat_head.html", head=head, parts=(you,)),
        build_region(f"{dom_id}-line", "_line.html", parts=cards),
        build_region(f"{dom_id}-pile", "_pile.html", pile=pile),
        show_tokens(seat, tokens),
    )


def show_tokens(seat: int, tokens: tuple[TokenView, ...]) -> Region:
    """Return the tokens of a seat as one viewer sees them."""
    return build_region(f"seat-{seat}-tokens", "_tokens.html", tokens=tokens)


def _build_head(public: PublicTable, view: SeatView) -> Head:
    observation, seat = public.observation, view.seat
    presence, bot = _find_player(public, seat)
    order, accused = _find_accusation(observation, seat)
    return Head(
        seat=seat,
        name=public.table.seats[seat].name,
        investigator=view.investigator,
        is_done=view.done and not _is_over(public),
        passed=view.passed,
        is_host=_is_hosts(public, seat),
        has_officer=view.officer,
        presence=presence,
        bot=bot,
        clue=view.clue or "",
        accused=accused,
        order=order,
        points=view.points,
    )


def _is_over(public: PublicTable) -> bool:
    return public.table.phase == TablePhase.OVER


def _is_hosts(public: PublicTable, seat: int) -> bool:
    player_id = public.table.seats[seat].player_id
    return player_id is not None and player_id == public.table.host_id


def _find_player(public: PublicTable, seat: int) -> tuple[str, str]:
    """Return the presence of a seat's player, and the bot that plays, if one does.

    After the game, and in a replay, they tell only of a bot's own seat.
    """
    holder = public.table.seats[seat]
    if _is_over(public) or public.is_replay:
        return Presence.HERE, holder.bot if holder.is_bots else ""
    return holder.presence, holder.bot


def _find_accusation(observation: Observation, seat: int) -> tuple[int, str]:
    """Return the place of a seat's accusation and its suspect, 0 and "" without one."""
    for order, made in enumerate(observation.accusations, start=1):
        if made.seat == seat:
            return order, made.suspect
    return 0, ""


def _list_accused(public: PublicTable) -> dict[Suspect, Card]:
    """Return the cards of the accused suspects."""
    made = public.observation.accusations
    return {each.suspect: _build_accused(public.table, each) for each in made}


def _build_accused(table: Table, made: Accusation) -> Card:
    seat = table.seats[made.seat]
    former = find_former(table.log, made.seat, EntryKind.ACCUSED)
    return Card(
        made.suspect,
        accused_by=made.seat,
        accuser_seat=made.seat if former is None else None,
        accuser=seat.name if former is None else former,
        accuser_investigator=seat.investigator,
    )


def _build_line(
    view: SeatView, accused: dict[Suspect, Card], chances: Percents | None
) -> tuple[Card, ...]:
    cards = [accused.get(suspect) or Card(suspect) for suspect in view.line]
    if chances:
        cards = [card._replace(chance=chances[card.suspect]) for card in cards]
    return tuple(cards)


def _show_card(card: Card) -> Region:
    about = [] if card.accuser_seat is None else [card.accuser_seat]
    return build_region(f"suspect-{card.suspect}", "_card.html", card=card, about=about)
