"""Presents the middle of a table: deck, drawn card, public clues, accusers and pool.

Everything here is public. People are named by their seats, never as "you".
"""

from typing import NamedTuple

from games.models import TablePhase
from games.play.clock import LIMITS
from games.play.log import EntryKind
from games.play.snapshot import PublicTable
from games.rules.observe import Viewer
from games.rules.results import Accusation
from games.rules.state import Phase
from games.table.page.log_lines import find_former
from games.table.page.regions import Region, build_region

COLOURS = ("gold", "white", "black")


class Drawn(NamedTuple):
    """The card that was drawn last, its drawer, and its place.

    `seat` is None if its player of then has left it.
    """

    suspect: str
    seat: int | None
    name: str
    is_kept: bool
    is_waiting: bool

    def to(self, seat: Viewer) -> "Drawn":
        """Return the card for the page of this seat, which it calls "you"."""
        return self._replace(name="") if self.seat == seat else self


class Accuser(NamedTuple):
    """An accusation of this round, with its player's name and the seat's dog.

    `seat` is None if that player has left it.
    """

    seat: int | None
    name: str
    investigator: str
    suspect: str


class Accusers(NamedTuple):
    """How many seats have accused in this round, and how many could.

    `seats` is 0 as long as accusing plays no part.
    """

    made: int
    seats: int

    @property
    def pips(self) -> range:
        """Return a number for each seat that has not accused."""
        return range(self.made, self.seats)


class Opening(NamedTuple):
    """The beginning of a round: its first player, and the players' gold tokens.

    Colours are public; the points of a token are not (docs/rules.md section 5).
    """

    round: int
    seat: int
    name: str
    golds: tuple[tuple[int, str, int], ...]


def show_middle(public: PublicTable) -> list[Region]:
    """Return the regions between the seats, from the deck to the last call."""
    observation = public.observation
    drawn = find_drawn(public)
    made = tuple([_show_accuser(public, each) for each in observation.accusations])
    return [
        build_region("deck", "_deck.html", deck_left=observation.deck_left),
        build_region(
            "drawn",
            "_drawn.html",
            drawn=drawn,
            about=[] if drawn is None or drawn.seat is None else [drawn.seat],
        ),
        build_region("clues", "_middle.html#clues", clues=observation.public_clues),
        build_region(
            "accusers",
            "_middle.html#accusers",
            accusers=Accusers(len(made), _count_seats(public)),
            parts=made,
        ),
        build_region(
            "pool",
            "_middle.html#pool",
            pool=tuple(zip(COLOURS, observation.pool, strict=True)),
        ),
        build_region(
            "call", "_middle.html#call", seconds=_find_seconds_of_call(public)
        ),
        _show_opening(public),
    ]


def _show_opening(public: PublicTable) -> Region:
    """Return the words that open a round, while clues are chosen."""
    observation, seats = public.observation, public.table.seats
    if public.table.phase != TablePhase.SIDES:
        return build_region("opening", "_middle.html#opening", opening=None)
    counts = {
        view.seat: sum(token.colour == "gold" for token in view.tokens)
        for view in observation.seats
    }
    golds = [(seat, seats[seat].name, count) for seat, count in counts.items() if count]
    first = seats[observation.first_seat]
    opening = Opening(observation.number, first.index, first.name, tuple(golds))
    about = [first.index, *(seat for seat, _name, _count in golds)]
    return build_region("opening", "_middle.html#opening", opening=opening, about=about)


def find_drawn(public: PublicTable) -> Drawn | None:
    """Return the card that was drawn last, None before the first one of a round."""
    observation = public.observation
    if observation.drawn is None or observation.drawn_by is None:
        return None
    seat = public.table.seats[observation.drawn_by]
    is_kept = observation.drawn in observation.seats[seat.index].line
    kind = EntryKind.KEPT if is_kept else EntryKind.DISCARDED
    # A card that waits is in no entry yet, and is the present player's to place.
    is_sorted = not observation.placing
    former = find_former(public.table.log, seat.index, kind) if is_sorted else None
    return Drawn(
        suspect=observation.drawn,
        seat=seat.index if former is None else None,
        name=seat.name if former is None else former,
        is_kept=is_kept,
        is_waiting=observation.placing,
    )


def _show_accuser(public: PublicTable, made: Accusation) -> Region:
    seat = public.table.seats[made.seat]
    former = find_former(public.table.log, made.seat, EntryKind.ACCUSED)
    accuser = Accuser(
        made.seat if former is None else None,
        seat.name if former is None else former,
        seat.investigator,
        made.suspect,
    )
    return build_region(
        f"accuser-{made.seat}",
        "_middle.html#accuser",
        accuser=accuser,
        about=[made.seat] if former is None else [],
    )


def _count_seats(public: PublicTable) -> int:
    is_last_call = public.table.phase == TablePhase.LAST_CALL
    is_shown = is_last_call or public.observation.accusations
    return len(public.table.seats) if is_shown else 0


def _find_seconds_of_call(public: PublicTable) -> int | None:
    """Return the seconds of the last call, 0 without a limit, None outside of it."""
    if public.table.phase != TablePhase.LAST_CALL:
        return None
    return LIMITS.get(public.table.settings.limits, {}).get(Phase.LAST_CALL, 0)
