"""What could be known at a move of a closed game, as the replay shows it.

All of it is of the one seat that is shown: what others could know is not told.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.analysis import Judged, SeatAnalysis
from games.characters import suspect_name
from games.presenters.words import name_or_removed, signed
from games.rules.suspects import SUSPECTS, Suspect
from games.selectors import Scene
from games.selectors_analysis import Place

# How many of the likeliest suspects are shown.
_MOST = 5
# The drawing of the curve, in its own units.
WIDTH, HEIGHT = 300, 80


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely a suspect was the chief, in per cent."""

    suspect: Suspect
    percent: int

    @property
    def name(self) -> str:
        """Return what the suspect is called."""
        return suspect_name(self.suspect)


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat could know at a position, and how its certainty grew in the round."""

    name: str
    chances: tuple[Chance, ...]
    points: str
    x: float
    y: float
    certainty: int
    marks: tuple[str, ...]

    @property
    def width(self) -> int:
        """Return how wide the drawing is."""
        return WIDTH

    @property
    def height(self) -> int:
        """Return how high the drawing is."""
        return HEIGHT


def present_known(scene: Scene, place: Place | None) -> Known | None:
    """Return what the seat whose eyes are lent could know; None for a referee."""
    if place is None or scene.viewer < 0:
        return None
    seat, index = place.analysis.seats[scene.viewer], place.index
    curve = [(_x(i, seat), _y(each)) for i, each in enumerate(seat.certainty)]
    chances = sorted(
        zip(seat.chances[index], SUSPECTS, strict=True),
        key=lambda pair: (-pair[0], pair[1]),
    )
    return Known(
        name=name_or_removed(scene.table.seats[scene.viewer].name),
        chances=tuple(
            Chance(suspect, _percent(chance))
            for chance, suspect in chances[:_MOST]
            if chance > 0
        ),
        points=" ".join(f"{x},{y}" for x, y in curve),
        x=curve[index][0],
        y=curve[index][1],
        certainty=_percent(seat.certainty[index]),
        marks=tuple(_marks_of(place, seat)),
    )


def _x(index: int, seat: SeatAnalysis) -> float:
    return round(index * WIDTH / max(1, len(seat.chances) - 1), 1)


def _y(chance: float) -> float:
    return round(HEIGHT * (1 - chance), 1)


def _percent(chance: float) -> int:
    return round(100 * chance)


def _marks_of(place: Place, seat: SeatAnalysis) -> list[str]:
    """Return in plain words what stands out in this round for a seat."""
    marks = []
    if place.analysis.open_at is not None:
        text = _("After move %(move)s the chief lay in a line.")
        marks.append(text % {"move": place.start + place.analysis.open_at})
    if seat.certain_at is not None:
        text = _("From move %(move)s on it was certain who the chief is.")
        marks.append(text % {"move": place.start + seat.certain_at})
    if seat.accusation is not None:
        marks += _marks_of_accusation(place, seat.accusation)
    return marks


def _marks_of_accusation(place: Place, made: Judged) -> list[str]:
    text = _(
        "Accused %(suspect)s with move %(move)s, at %(percent)s %%: worth %(value)s "
        "points; waiting was worth %(waiting)s."
    )
    marks = [
        text
        % {
            "move": place.start + made.at,
            "suspect": suspect_name(made.suspect),
            "percent": _percent(made.chance),
            "value": _points(made.value),
            "waiting": _points(made.waiting),
        }
    ]
    if made.draws_to_certain:
        later = ngettext(
            "%(count)s draw later it was certain.",
            "%(count)s draws later it was certain.",
            made.draws_to_certain,
        )
        marks.append(later % {"count": made.draws_to_certain})
    return marks


def _points(value: float) -> str:
    return signed(f"{value:+.1f}")
