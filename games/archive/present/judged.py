"""Describes in words when a seat could be certain and how good its decisions were."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.archive.analysis import MovePosition
from games.bots.analysis import JudgedAccusation, SeatAnalysis
from games.labels import join_names, suspect_name
from games.table.present.words import MINUS, percent


@dataclass(frozen=True, slots=True)
class Judgement:
    """The decisions of a seat; luck and nerve are empty in a void round."""

    name: str
    marks: tuple[str, ...]
    luck: str
    nerve: str


def judgement_of(
    place: MovePosition, seat: SeatAnalysis, names: Sequence[str]
) -> Judgement:
    """Return the notable facts about a seat in this round."""
    return Judgement(
        name=names[seat.seat],
        marks=tuple(_marks_of_seat(place, seat)),
        luck="" if seat.is_void else points(seat.luck or 0),
        nerve="" if seat.is_void else points(seat.nerve or 0),
    )


def marks_of_round(
    place: MovePosition, names: Sequence[str], *, is_referee: bool
) -> Iterator[str]:
    """Yield the notable facts of this round that concern every seat."""
    analysis = place.analysis
    if analysis.open_at is not None:
        text = _("After move %(move)s the chief lay in a line.")
        yield text % {"move": place.start + analysis.open_at}
    if is_referee and analysis.certain_at is not None:
        text = _("After move %(move)s the first could be certain: %(names)s.")
        yield text % {
            "move": place.start + analysis.certain_at,
            "names": join_names([names[seat] for seat in analysis.certain_seats]),
        }


def points(value: float) -> str:
    """Return signed points to a tenth, formatted for the active language."""
    tenths = round(value, 1)
    sign = "+" if tenths > 0 else MINUS if tenths < 0 else ""
    return f"{sign}{number_format(abs(tenths), 1)}"


def _marks_of_seat(place: MovePosition, seat: SeatAnalysis) -> Iterator[str]:
    if seat.certain_at is not None:
        text = _("From move %(move)s on it was certain who the chief is.")
        yield text % {"move": place.start + seat.certain_at}
    if seat.accusation is not None:
        yield _words_of_accusation(place, seat.accusation)
    else:
        yield _("No accusation in this round.")


def _words_of_accusation(place: MovePosition, made: JudgedAccusation) -> str:
    text = _(
        "Accused %(suspect)s with move %(move)s, at %(percent)s %%: worth %(value)s "
        "points; waiting was worth %(waiting)s."
    )
    words = text % {
        "move": place.start + made.at,
        "suspect": suspect_name(made.suspect),
        "percent": percent(made.chance),
        "value": points(made.value),
        "waiting": points(made.waiting),
    }
    if not made.draws_to_certain:
        return words
    later = ngettext(
        "%(count)s draw later it was certain.",
        "%(count)s draws later it was certain.",
        made.draws_to_certain,
    )
    return f"{words} {later % {'count': made.draws_to_certain}}"
