"""Presents the knowledge at a move of a closed game.

A seat is shown only its own knowledge; the referee sees all seats side by side.
"""

from dataclasses import dataclass, replace

from games.archive.present.certainty import CertaintyPlot, plot_of
from games.coach.analysis import MovePosition
from games.coach.judged import Judgement, judgement_of, marks_of_round
from games.deduction.analysis import SeatAnalysis
from games.labels import name_or_removed
from games.play.selectors import TableView
from games.rules.observe import REFEREE
from games.rules.suspects import SUSPECTS, Suspect
from games.table.present.chances import SuspectChance, likeliest
from games.table.present.seats import CardFacts
from games.table.present.words import percent
from runtime.html.piece import Node


@dataclass(frozen=True, slots=True)
class Known:
    """The knowledge at a position, and the outcome of its round.

    `name` and `chances` are those of the viewer's seat, empty for the referee.
    """

    name: str
    chances: tuple[SuspectChance, ...]
    plot: CertaintyPlot
    marks: tuple[str, ...]
    judgements: tuple[Judgement, ...]


def present_known(table_view: TableView, place: MovePosition | None) -> Known | None:
    """Return the knowledge of the viewer; None in a round never revealed."""
    if place is None:
        return None
    names = tuple(name_or_removed(seat.name) for seat in table_view.table.seats)
    seats = _shown_seats(table_view, place)
    return Known(
        name="" if table_view.viewer == REFEREE else names[table_view.viewer],
        chances=likeliest(_chances_of(table_view, place)),
        plot=plot_of(table_view, place, seats),
        marks=tuple(
            marks_of_round(place, names, is_referee=table_view.viewer == REFEREE)
        ),
        judgements=tuple(judgement_of(place, seat, names) for seat in seats),
    )


def with_chances(root: Node, table_view: TableView, place: MovePosition | None) -> Node:
    """Return the tree of a table with the probability of each suspect on its card."""
    if place is None or table_view.viewer == REFEREE:
        return root
    return _with_chances(root, _chances_of(table_view, place))


def _chances_of(table_view: TableView, place: MovePosition) -> dict[Suspect, float]:
    """Return the probability of each suspect for the viewer; empty for the referee."""
    if table_view.viewer == REFEREE:
        return {}
    chances = place.analysis.seats[table_view.viewer].chances[place.index]
    return dict(zip(SUSPECTS, chances, strict=True))


def _with_chances(node: Node, chances: dict[Suspect, float]) -> Node:
    if isinstance(node.facts, CardFacts):
        chance = percent(chances[node.facts.suspect])
        return replace(node, facts=node.facts._replace(chance=chance))
    children = tuple(_with_chances(child, chances) for child in node.children)
    return replace(node, children=children)


def _shown_seats(
    table_view: TableView, place: MovePosition
) -> tuple[SeatAnalysis, ...]:
    seats = place.analysis.seats
    return seats if table_view.viewer == REFEREE else (seats[table_view.viewer],)
