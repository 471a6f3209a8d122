"""Describes in words when a seat could be certain and how good its decisions were."""

from collections.abc import Iterator, Sequence
from math import sqrt

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.coach.analysis import MovePosition
from games.deduction.analysis import JudgedAccusation, SeatAnalysis
from games.labels import join_names, suspect_name
from games.table.present.words import MINUS, percent

# One seat in ten is luckier than this in a round, one unluckier (docs/coach.md).
RARE_LUCK = 1.85


def marks_of_seat(place: MovePosition, seat: SeatAnalysis) -> Iterator[str]:
    """Yield the notable facts about the decisions and the luck of a seat."""
    if seat.certain_at is not None:
        text = _("Could have known the chief from move %(move)s.")
        yield text % {"move": place.start + seat.certain_at}
    if seat.accusation is not None:
        yield _words_of_accusation(place, seat.accusation)
    else:
        yield _("No accusation this round.")
    yield words_of_luck([seat])


def marks_of_round(
    place: MovePosition, names: Sequence[str], *, is_referee: bool
) -> Iterator[str]:
    """Yield the notable facts of this round that concern every seat."""
    analysis = place.analysis
    if analysis.open_at is not None:
        text = _("The chief was on the table from move %(move)s.")
        yield text % {"move": place.start + analysis.open_at}
    if is_referee and analysis.certain_at is not None:
        text = _("%(names)s could first have known the chief after move %(move)s.")
        yield text % {
            "move": place.start + analysis.certain_at,
            "names": join_names([names[seat] for seat in analysis.certain_seats]),
        }


def words_of_luck(rounds: Sequence[SeatAnalysis]) -> str:
    """Return a seat's luck and nerve in these rounds, and whether the luck is rare."""
    luck = sum(each.luck for each in rounds)
    text = _("Luck: %(luck)s, nerve: %(nerve)s points.")
    words = text % {
        "luck": points(luck),
        "nerve": points(sum(each.nerve for each in rounds)),
    }
    if abs(luck) < RARE_LUCK * sqrt(len(rounds)):
        return words
    rare = (
        _("Luckier than nine in ten.") if luck > 0 else _("Unluckier than nine in ten.")
    )
    return f"{words} {rare}"


def points(value: float) -> str:
    """Return signed points to a tenth, formatted for the active language."""
    tenths = round(value, 1)
    sign = "+" if tenths > 0 else MINUS if tenths < 0 else ""
    return f"{sign}{number_format(abs(tenths), 1)}"


def _words_of_accusation(place: MovePosition, made: JudgedAccusation) -> str:
    text = _(
        "Accused %(suspect)s on move %(move)s with a chance of %(percent)s "
        "%%. That was worth %(value)s points; waiting was worth "
        "%(waiting)s."
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
        "%(count)s more draw would have settled it.",
        "%(count)s more draws would have settled it.",
        made.draws_to_certain,
    )
    return f"{words} {later % {'count': made.draws_to_certain}}"
