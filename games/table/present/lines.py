"""Presents the lines of suspects.

Most viewers see a line alike, and most moves leave it unchanged: equal lines are one
cached object, neither made nor compared again. Lines and cards therefore hold only the
facts that they show.
"""

from typing import NamedTuple

from games.labels import name_or_removed
from games.play.selectors import TableView
from games.rules.moves import Accuse
from games.rules.observe import Observation
from games.table.present.nodes import Node, leaf, shell

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


def present_lines(table_view: TableView, seen: Observation) -> list[Node]:
    """Return the line of each seat."""
    free = frozenset([m.suspect for m in seen.moves if isinstance(m, Accuse)])
    accusers = tuple(
        [
            (accusation.suspect, _accuser_of(table_view, accusation.seat))
            for accusation in seen.accusations
        ]
    )
    return [_line_at(view.seat, view.line, accusers, free) for view in seen.seats]


def _accuser_of(table_view: TableView, seat: int) -> _Accuser:
    holder = table_view.table.seats[seat]
    return seat, holder.name, holder.investigator


def _line_at(
    seat: int,
    line: tuple[str, ...],
    accusers: tuple[tuple[str, _Accuser], ...],
    free: frozenset[str],
) -> Node:
    by_suspect = dict(accusers)
    cards = [(each, by_suspect.get(each), each in free) for each in line]
    return _line_of(seat, tuple(cards))


def _line_of(seat: int, cards: tuple[tuple[str, _Accuser | None, bool], ...]) -> Node:
    leaves = tuple(_card_of(*card) for card in cards)
    return shell(f"seat-{seat}-line", leaves, seat, "line")


def _card_of(suspect: str, accuser: _Accuser | None, may_accuse: bool) -> Node:
    seat, name, investigator = accuser or (None, "", "")
    card = CardFacts(suspect, seat, name, investigator, may_accuse)
    return leaf(f"suspect-{suspect}", card, "card")
