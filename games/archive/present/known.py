"""What could be known at a move of a closed game, as the replay shows it.

As a seat all of it is of that seat: what others could know is not told. Who looks as
the referee sees all of them side by side.
"""

from dataclasses import dataclass, replace

from games.archive.analysis import Place
from games.archive.present.certainty import Plot, plot_of
from games.archive.present.judged import Judgement, judgement_of, marks_of_round
from games.bots.analysis import SeatAnalysis
from games.play.selectors import Scene
from games.rules.observe import REFEREE
from games.rules.suspects import SUSPECTS, Suspect
from games.table.present.chances import Chance, likeliest
from games.table.present.lines import Card
from games.table.present.nodes import Node
from games.table.present.words import name_or_removed, percent


@dataclass(frozen=True, slots=True)
class Known:
    """What could be known at a position, and what came of it in the round.

    `name` and `chances` are empty for the referee, who looks at no single seat.
    """

    name: str
    chances: tuple[Chance, ...]
    plot: Plot
    marks: tuple[str, ...]
    judgements: tuple[Judgement, ...]


def present_known(scene: Scene, place: Place | None) -> Known | None:
    """Return what could be known by whom the replay is seen with the eyes of."""
    if place is None:
        return None
    names = tuple(name_or_removed(seat.name) for seat in scene.table.seats)
    seats = _shown_seats(scene, place)
    return Known(
        name="" if scene.viewer == REFEREE else names[scene.viewer],
        chances=likeliest(_chances_of(scene, place)),
        plot=plot_of(scene, place, seats),
        marks=tuple(marks_of_round(place, names, is_referee=scene.viewer == REFEREE)),
        judgements=tuple(judgement_of(place, seat, names) for seat in seats),
    )


def with_chances(root: Node, scene: Scene, place: Place | None) -> Node:
    """Return the tree of a table with the chance of each suspect on its card."""
    if place is None or scene.viewer == REFEREE:
        return root
    return _with_chances(root, _chances_of(scene, place))


def _chances_of(scene: Scene, place: Place) -> dict[Suspect, float]:
    """Return how likely each suspect was for the shown seat; empty for the referee."""
    if scene.viewer == REFEREE:
        return {}
    chances = place.analysis.seats[scene.viewer].chances[place.index]
    return dict(zip(SUSPECTS, chances, strict=True))


def _with_chances(node: Node, chances: dict[Suspect, float]) -> Node:
    if isinstance(node.facts, Card):
        chance = percent(chances[node.facts.suspect])
        return replace(node, facts=node.facts._replace(chance=chance))
    children = tuple(_with_chances(child, chances) for child in node.children)
    return replace(node, children=children)


def _shown_seats(scene: Scene, place: Place) -> tuple[SeatAnalysis, ...]:
    seats = place.analysis.seats
    return seats if scene.viewer == REFEREE else (seats[scene.viewer],)
