"""Summarises a closed game in three lines for each player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.archive.present.judged import points
from games.archive.present.replay import query_of
from games.bots.analysis import JudgedAccusation, RoundAnalysis, SeatAnalysis
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
    text = _("Could be certain in rounds: %(certain)s of %(rounds)s.")
    yield text % {"certain": certain, "rounds": len(rounds)}
    text = _("Luck %(luck)s, nerve %(nerve)s points.")
    yield text % {
        "luck": points(sum(each.luck or 0 for each in rounds)),
        "nerve": points(sum(each.nerve or 0 for each in rounds)),
    }


def _words_of_accusations(made: list[JudgedAccusation]) -> str:
    if not made:
        return _("No accusation.")
    dues = [due_for_matches(each.matches) for each in made]
    text = _(
        "Accusations: %(count)s, at %(percent)s %% on average; of the chief: "
        "%(chief)s, of assistants: %(assistants)s."
    )
    return text % {
        "count": len(made),
        "percent": percent(sum(each.chance for each in made) / len(made)),
        "chief": dues.count(AwardReason.CHIEF),
        "assistants": dues.count(AwardReason.ASSISTANT),
    }
