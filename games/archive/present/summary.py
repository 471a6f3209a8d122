"""Summarises a closed game in three lines for each player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.archive.present.replay import query_of
from games.coach.judged import words_of_luck
from games.deduction.analysis import JudgedAccusation, RoundAnalysis, SeatAnalysis
from games.labels import name_or_removed
from games.models.game import Seat
from games.rules.results import AwardReason
from games.rules.scoring import due_for_matches
from games.table.present.words import percent


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of one seat, and the query of its replay."""

    name: str
    investigator: str
    lines: tuple[str, ...]
    query: str


def present_summaries(
    seats: Sequence[Seat], rounds: Sequence[RoundAnalysis]
) -> tuple[Summary, ...]:
    """Return the summary of each seat; empty if no round was revealed."""
    if not rounds:
        return ()
    return tuple(
        Summary(
            name=name_or_removed(seat.name),
            investigator=seat.investigator,
            lines=tuple(_lines([each.seats[seat.index] for each in rounds])),
            query=query_of(0, str(seat.index)),
        )
        for seat in seats
    )


def _lines(analyses: list[SeatAnalysis]) -> Iterator[str]:
    # A void round is left out: it counts no accusation, and its certainty may be wrong.
    rounds = [each for each in analyses if not each.is_void]
    made = [each.accusation for each in rounds if each.accusation is not None]
    yield _words_of_accusations(made)
    certain = sum(each.certain_at is not None for each in rounds)
    text = ngettext(
        "Could have known the chief in %(certain)s of %(rounds)s round.",
        "Could have known the chief in %(certain)s of %(rounds)s rounds.",
        len(rounds),
    )
    yield text % {"certain": certain, "rounds": len(rounds)}
    yield words_of_luck(analyses)


def _words_of_accusations(made: list[JudgedAccusation]) -> str:
    if not made:
        return _("No accusation.")
    dues = [due_for_matches(each.matches) for each in made]
    chiefs = dues.count(AwardReason.CHIEF)
    assistants = dues.count(AwardReason.ASSISTANT)
    accusations_text = ngettext(
        "%(count)s accusation", "%(count)s accusations", len(made)
    )
    chiefs_text = ngettext("%(count)s chief", "%(count)s chiefs", chiefs)
    assistants_text = ngettext(
        "%(count)s assistant", "%(count)s assistants", assistants
    )
    text = _(
        "%(accusations)s: %(chiefs)s, %(assistants)s. "
        "Average chance when accusing: %(percent)s %%."
    )
    return text % {
        "accusations": accusations_text % {"count": len(made)},
        "chiefs": chiefs_text % {"count": chiefs},
        "assistants": assistants_text % {"count": assistants},
        "percent": percent(sum(each.chance for each in made) / len(made)),
    }
