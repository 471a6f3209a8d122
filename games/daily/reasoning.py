"""Explains the answer of a case, one conclusion at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bots.puzzles import YOU, Case
from games.bots.solver import SolverStep, StepKind
from games.labels import investigator_name, join_names, suspect_name, trait_name
from games.rules.clues import trait_of
from games.rules.suspects import Side, Suspect


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A conclusion: the seats concerned, their remaining sides, and the reason.

    `kept` and `discarded` are the suspects that the reason speaks of.
    """

    who: str
    investigators: tuple[str, ...]
    sides: tuple[Side, ...]
    words: str
    kept: tuple[Suspect, ...]
    discarded: tuple[Suspect, ...]


def conclusions_of(case: Case) -> Iterator[Conclusion]:
    """Yield the conclusions that lead to the answer. Holds the answer."""
    for step in case.steps:
        spoken_of = [case.cards[place] for place in _seats_read_in(step)]
        yield Conclusion(
            who=_names(case, step.places) or suspect_name(case.chief),
            investigators=tuple(
                case.seats[place] for place in step.places if place < len(case.seats)
            ),
            sides=step.sides,
            words=_words(case, step),
            kept=tuple(card for cards in spoken_of for card in cards.line),
            discarded=tuple(card for cards in spoken_of for card in cards.discards),
        )


def _seats_read_in(step: SolverStep) -> tuple[int, ...]:
    return step.places if step.kind is StepKind.FITS else ()


def _words(case: Case, step: SolverStep) -> str:
    """Return the reason for a step.

    Names stand alone in the sentences, so that no language has to inflect them.
    """
    if step.kind is StepKind.KNOWN:
        return _("You know this from the start.")
    if step.kind is StepKind.FITS:
        return _words_of_cards(step)
    if step.kind is StepKind.CHIEF:
        text = _(
            "Only one side of each trait is left, and only %(suspect)s has all five."
        )
        return text % {"suspect": suspect_name(case.chief)}
    facts = {"others": _names(case, step.others), "tokens": _tokens(step)}
    if step.kind is StepKind.TAKEN:
        text = _("The %(tokens)s clue is taken: %(others)s can't have it.")
    elif step.kind is StepKind.ONLY_HERE:
        text = _("Nobody else can have the %(tokens)s clue.")
    else:
        text = _(
            "They have these clues, one each: %(tokens)s. So %(others)s can't "
            "have them."
        )
    return text % facts


def _words_of_cards(step: SolverStep) -> str:
    if len(step.sides) == 1:
        return _("The cards on the table leave only this.")
    return _("The cards on the table leave these.")


def _tokens(step: SolverStep) -> str:
    traits = dict.fromkeys(trait_of(side) for side in step.sides)
    return ", ".join(trait_name(trait) for trait in traits)


def _names(case: Case, places: tuple[int, ...]) -> str:
    return join_names([_name(case, place) for place in places])


def _name(case: Case, place: int) -> str:
    if place == YOU:
        return pgettext("whose clue", "You")
    if place >= len(case.seats):
        return pgettext("whose clue", "Public clue")
    return investigator_name(case.seats[place])
