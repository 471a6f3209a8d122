"""Tells a proof in sentences, in the active language (docs/coach.md).

Names and sides stand alone in the sentences, so that no language has to inflect them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.deduction.candidates import BIT, OF_SUSPECT, list_sides
from games.deduction.proof_steps import Proof, Step, StepKind
from games.labels import join_names, side_name, suspect_name, trait_name
from games.rules.suspects import Side, Suspect, trait_of

# The sides that name what a suspect does not have.
_LACKING = frozenset({Side.NO_HAT, Side.NO_GLASSES, Side.NO_NEWSPAPER})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A step in words, and what its pictures show."""

    words: str
    investigators: tuple[str, ...]
    kept: tuple[Suspect, ...]
    discarded: tuple[Suspect, ...]
    sides: tuple[Side, ...]
    # The suspect of which the last sentence speaks.
    suspect: Suspect | None
    is_chief: bool


@dataclass(frozen=True, slots=True)
class Cast:
    """The names and investigators of the seats, and the reader's own seat if any."""

    names: Sequence[str]
    investigators: Sequence[str]
    you: int | None = None

    def name(self, place: int) -> str:
        """Return the name of a place; the places after the seats are public clues."""
        if place == self.you:
            return pgettext("whose clue", "You")
        if place >= len(self.names):
            return pgettext("whose clue", "Public clue")
        return self.names[place]


def tell(proof: Proof, cast: Cast) -> tuple[Sentence, ...]:
    """Return the sentences of a proof, one for each step."""
    return tuple(
        Sentence(
            words=" ".join(_words(step, cast)),
            investigators=tuple(
                cast.investigators[place]
                for place in step.places
                if place < len(cast.names)
            ),
            kept=step.kept,
            discarded=step.discarded,
            sides=step.sides,
            suspect=step.suspect,
            is_chief=step.kind is StepKind.CHIEF,
        )
        for step in proof
    )


def join_or(sides: Sequence[Side]) -> str:
    """Return some sides as a list in a sentence: "hat, coat or grey fur"."""
    names = _names_of_sides(sides)
    if len(names) < 2:
        return "".join(names)
    return pgettext("a list of clues", "%(first)s or %(last)s") % {
        "first": ", ".join(names[:-1]),
        "last": names[-1],
    }


def words_of_clues(sides: Sequence[Side]) -> str:
    """Return a sentence about public clues."""
    text = ngettext("Public clue: %(sides)s.", "Public clues: %(sides)s.", len(sides))
    return text % {"sides": _join(sides)}


def words_of_card(cast: Cast, seat: int, suspect: Suspect, *, kept: bool) -> str:
    """Return a sentence about a card that a seat kept or discarded."""
    cards = ((suspect,), ()) if kept else ((), (suspect,))
    return _words_of_cards(cast, seat, *cards)


def _words_of_cards(
    cast: Cast, seat: int, kept: Sequence[Suspect], discarded: Sequence[Suspect]
) -> str:
    facts = {
        "name": cast.name(seat),
        "kept": join_names([suspect_name(card) for card in kept]),
        "discarded": join_names([suspect_name(card) for card in discarded]),
    }
    if kept and discarded:
        return _("%(name)s kept %(kept)s, but discarded %(discarded)s.") % facts
    if seat == cast.you:
        text = _("You kept %(kept)s.") if kept else _("You discarded %(discarded)s.")
    elif kept:
        text = ngettext("%(name)s kept %(kept)s.", "%(name)s kept %(kept)s.", len(kept))
    else:
        text = ngettext(
            "%(name)s discarded %(discarded)s.",
            "%(name)s discarded %(discarded)s.",
            len(discarded),
        )
    return text % facts


def _words(step: Step, cast: Cast) -> Iterator[str]:
    match step.kind:
        case StepKind.KNOWN:
            yield from _open_clues(step, cast)
        case StepKind.CARDS | StepKind.TAKEN:
            yield from _one_place(step, cast)
        case StepKind.SHARED:
            text = _("%(names)s have these between them: %(traits)s. Nobody else can.")
            yield text % {"names": _names(step, cast), "traits": _traits_of(step)}
        case StepKind.ONLY_HERE:
            text = _("Nobody but %(name)s can have this clue: %(sides)s.")
            yield text % {"name": _names(step, cast), "sides": join_or(step.sides)}
        case StepKind.CHIEF:
            text = _("One clue is left for each trait: %(sides)s.")
            yield text % {"sides": _join(step.sides)}
            text = _("Only %(suspect)s matches all five. That's the chief!")
            yield text % {"suspect": _suspect(step)}
        case StepKind.NOT_CHIEF:
            yield from _not_the_chief(step, cast)


def _open_clues(step: Step, cast: Cast) -> Iterator[str]:
    public = []
    for place, side in zip(step.places, step.sides, strict=True):
        facts = {"name": cast.name(place), "side": side_name(side)}
        if place == cast.you:
            yield _("Your own clue: %(side)s.") % facts
        elif place < len(cast.names):
            yield _("%(name)s has this clue: %(side)s.") % facts
        else:
            public.append(side)
    if public:
        yield words_of_clues(public)


def _one_place(step: Step, cast: Cast) -> Iterator[str]:
    facts = {
        "name": _names(step, cast),
        "traits": _join_traits([trait_name(trait) for trait in step.taken]),
        "sides": join_or(step.sides),
    }
    if step.kept or step.discarded:
        yield _words_of_cards(cast, step.places[0], step.kept, step.discarded)
    if step.taken:
        yield _("Already taken: %(traits)s.") % facts
    if step.kind is StepKind.TAKEN:
        yield _("That leaves %(name)s with: %(sides)s.") % facts
    else:
        yield _("So the clue is: %(sides)s.") % facts


def _not_the_chief(step: Step, cast: Cast) -> Iterator[str]:
    facts = {
        "suspect": _suspect(step),
        "names": _names(step, cast),
        "sides": join_or(step.sides),
    }
    if step.discarded:
        if step.places == (cast.you,):
            text = _("You discarded %(suspect)s, and nobody discards the chief.")
        else:
            text = _("%(names)s discarded %(suspect)s, and nobody discards the chief.")
        yield text % facts
    elif len(step.places) == 1:
        yield _("%(suspect)s doesn't match, so %(suspect)s isn't the chief.") % facts
    elif len(step.places) <= 3:
        yield _("%(names)s could match %(suspect)s only with: %(sides)s.") % facts
        yield _("That's one clue too few, so %(suspect)s isn't the chief.") % facts
    else:
        yield from _nobody_has(step, cast)


def _nobody_has(step: Step, cast: Cast) -> Iterator[str]:
    """Yield the same of four or five places: what the few others cannot all have."""
    missing = sum(BIT[side] for side in step.sides) ^ OF_SUSPECT[step.suspect or ""]
    others = [place for place in range(5) if place not in step.places]
    facts = {
        "suspect": _suspect(step),
        "sides": _join(list_sides(missing)),
        "names": join_names([cast.name(place) for place in others]),
    }
    if others:
        yield _("%(names)s: nobody else can have %(sides)s.") % facts
        yield _("That's one clue too many, so %(suspect)s isn't the chief.") % facts
    else:
        yield _("Nobody can have this clue: %(sides)s.") % facts
        yield _("%(suspect)s needs it, so %(suspect)s isn't the chief.") % facts


def _suspect(step: Step) -> str:
    return suspect_name(step.suspect) if step.suspect else ""


def _names(step: Step, cast: Cast) -> str:
    """Return the names of a step's places, the reader's first."""
    places = sorted(step.places, key=lambda place: place != cast.you)
    return join_names([cast.name(place) for place in places])


def _traits_of(step: Step) -> str:
    traits = dict.fromkeys(trait_of(side) for side in step.sides)
    return _join_traits([trait_name(trait) for trait in traits])


def _join(sides: Sequence[Side]) -> str:
    return join_names(_names_of_sides(sides))


def _names_of_sides(sides: Sequence[Side]) -> list[str]:
    """Return the names of sides; in "no glasses or coat" the coat could be missing."""
    return [side_name(side) for side in sorted(sides, key=_LACKING.__contains__)]


def _join_traits(traits: Sequence[str]) -> str:
    # A trait may hold an "or" itself: "coat or sweater".
    return ", ".join(traits)
