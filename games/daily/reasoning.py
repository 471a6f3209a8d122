"""Explains the answer of a case, one conclusion at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bots.puzzles import YOU, Case
from games.bots.solver import SolverStep, StepKind
from games.labels import investigator_name, join_names, suspect_name, trait_name
from games.rules.clues import trait_of
from games.rules.suspects import Side


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A conclusion: the seats concerned, their remaining sides, and the reason."""

    who: str
    investigators: tuple[str, ...]
    sides: tuple[Side, ...]
    words: str


def conclusions_of(case: Case) -> Iterator[Conclusion]:
    """Yield the conclusions that lead to the answer. Holds the answer."""
    for step in case.steps:
        yield Conclusion(
            who=_names(case, step.places) or suspect_name(case.chief),
            investigators=tuple(
                case.seats[place] for place in step.places if place < len(case.seats)
            ),
            sides=step.sides,
            words=_words(case, step),
        )


def _words(case: Case, step: SolverStep) -> str:
    """Return the reason for a step.

    Names stand alone in the sentences, so that no language has to inflect them.
    """
    if step.kind is StepKind.KNOWN:
        return _("Known from the start.")
    if step.kind is StepKind.FITS:
        return _words_of_cards(step)
    if step.kind is StepKind.CHIEF:
        text = _(
            "Each trait has one side left, and one suspect has all five: %(suspect)s."
        )
        return text % {"suspect": suspect_name(case.chief)}
    facts = {"others": _names(case, step.others), "tokens": _tokens(step)}
    if step.kind is StepKind.TAKEN:
        text = _("This token is taken: %(tokens)s. Ruled out for: %(others)s.")
    elif step.kind is StepKind.ONLY_HERE:
        text = _("Nobody else can have this token: %(tokens)s.")
    else:
        text = _(
            "They share these tokens, one each: %(tokens)s. Ruled out for: %(others)s."
        )
    return text % facts


def _words_of_cards(step: SolverStep) -> str:
    if len(step.sides) == 1:
        return _("The open cards leave only this.")
    return _("The open cards leave these.")


def _tokens(step: SolverStep) -> str:
    traits = dict.fromkeys(trait_of(side) for side in step.sides)
    return ", ".join(trait_name(trait) for trait in traits)


def _names(case: Case, places: tuple[int, ...]) -> str:
    return join_names([_name(case, place) for place in places])


def _name(case: Case, place: int) -> str:
    if place == YOU:
        return pgettext("whose clue", "You")
    if place >= len(case.seats):
        return pgettext("whose clue", "Open on the table")
    return investigator_name(case.seats[place])
