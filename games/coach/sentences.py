"""Tells a proof in sentences, in the active language (docs/coach.md).

Names and sides stand alone in the sentences, so that no language has to inflect them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy, pgettext

from games.deduction.candidates import BIT, OF_SUSPECT, list_sides
from games.deduction.steps import Deduction, Step, StepKind
from games.labels import FEATURES, join_names, side_name, suspect_name, trait_name
from games.rules.suspects import Side, Suspect, list_matching_sides, trait_of

# The sides that name the lack of a feature.
_LACKING = frozenset({Side.NO_HAT, Side.NO_GLASSES, Side.NO_NEWSPAPER})
# The conclusion from the sides that cards share or differ in: whether some were kept,
# whether some were discarded, and whether some traits are taken and do not count.
_COMPARISONS = {
    (True, True, False): ngettext_lazy(
        "Only one thing tells them apart, so the clue is: %(sides)s.",
        "Only %(count)s things tell them apart, so the clue is: %(sides)s.",
        "count",
    ),
    (True, True, True): ngettext_lazy(
        "Only one other thing tells them apart, so the clue is: %(sides)s.",
        "Only %(count)s other things tell them apart, so the clue is: %(sides)s.",
        "count",
    ),
    (True, False, False): ngettext_lazy(
        "They share only one thing, so the clue is: %(sides)s.",
        "They share only %(count)s things, so the clue is: %(sides)s.",
        "count",
    ),
    (True, False, True): ngettext_lazy(
        "They share only one other thing, so the clue is: %(sides)s.",
        "They share only %(count)s other things, so the clue is: %(sides)s.",
        "count",
    ),
    (False, True, False): ngettext_lazy(
        "They share only one thing. The clue is its opposite: %(sides)s.",
        "They share only %(count)s things. The clue is the opposite of one: %(sides)s.",
        "count",
    ),
    (False, True, True): ngettext_lazy(
        "They share only one other thing. The clue is its opposite: %(sides)s.",
        "They share only %(count)s other things. The clue is the opposite of one: "
        "%(sides)s.",
        "count",
    ),
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A step in words, and the content of its pictures."""

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


def tell(proof: Deduction, cast: Cast) -> tuple[Sentence, ...]:
    """Return the sentences of a proof, one for each step."""
    return tuple(
        Sentence(
            words=" ".join(_describe_step(step, cast)),
            investigators=tuple(
                cast.investigators[place]
                for place in step.places
                if place < len(cast.names) and step.kind is not StepKind.CHIEF
            ),
            kept=step.kept,
            discarded=step.discarded,
            sides=step.sides,
            suspect=step.suspect,
            is_chief=step.kind is StepKind.CHIEF,
        )
        for step in proof
    )


def title_moment(number: int, words: str) -> str:
    """Return the number of a round, and the words about it if there are any."""
    if not words:
        return _("Round %(number)s") % {"number": number}
    return _("Round %(number)s: %(what)s") % {"number": number, "what": words}


def join_or(names: Sequence[str]) -> str:
    """Return some words as a list in a sentence: "hat, coat or grey fur"."""
    if len(names) < 2:
        return "".join(names)
    return pgettext("a list of clues", "%(first)s or %(last)s") % {
        "first": ", ".join(names[:-1]),
        "last": names[-1],
    }


def describe_clues(sides: Sequence[Side]) -> str:
    """Return a sentence about public clues."""
    text = ngettext("Public clue: %(sides)s.", "Public clues: %(sides)s.", len(sides))
    return text % {"sides": _join_with_and(sides)}


def describe_card(cast: Cast, seat: int, suspect: Suspect, *, kept: bool) -> str:
    """Return a sentence about a card that a seat kept or discarded."""
    cards = ((suspect,), ()) if kept else ((), (suspect,))
    return _describe_cards(cast, seat, *cards)


def _describe_cards(
    cast: Cast, seat: int, kept: Sequence[Suspect], discarded: Sequence[Suspect]
) -> str:
    facts = {
        "name": cast.name(seat),
        "kept": join_names([suspect_name(card) for card in kept]),
        "discarded": join_names([suspect_name(card) for card in discarded]),
    }
    if kept and discarded and seat == cast.you:
        return _("You kept %(kept)s, but discarded %(discarded)s.") % facts
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


def _describe_step(step: Step, cast: Cast) -> Iterator[str]:
    match step.kind:
        case StepKind.KNOWN:
            yield from _open_clues(step, cast)
        case StepKind.CARDS | StepKind.TAKEN:
            yield from _one_place(step, cast)
        case StepKind.SHARED:
            text = _("%(names)s have these between them: %(traits)s. Nobody else can.")
            names = _name_places(step.places, cast)
            yield text % {"names": names, "traits": _name_traits(step)}
        case StepKind.ONLY_HERE:
            text = _("Only %(name)s can have the %(trait)s clue.")
            name = _name_places(step.places, cast, text)
            yield text % {"name": name, "trait": _name_traits(step)}
            # A trait may be called like one of its sides.
            sides = _join_with_or(step.sides)
            yield _("So the clue is: %(sides)s.") % {"sides": sides}
        case StepKind.CHIEF:
            yield from _the_chief(step, cast)
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
        yield describe_clues(public)


def _one_place(step: Step, cast: Cast) -> Iterator[str]:
    facts = {
        "traits": ", ".join(map(trait_name, step.taken)),
        "sides": _join_with_or(step.sides),
    }
    cards = len(step.kept) + len(step.discarded)
    if cards:
        yield _describe_cards(cast, step.places[0], step.kept, step.discarded)
    if step.taken:
        yield _("Others already have the clues about: %(traits)s.") % facts
    if cards > 1:
        key = bool(step.kept), bool(step.discarded), bool(step.taken)
        yield _COMPARISONS[key] % (facts | {"count": len(step.sides)})
    elif step.kind is StepKind.TAKEN:
        text = _("That leaves %(name)s with: %(sides)s.")
        yield text % (facts | {"name": _name_places(step.places, cast, text)})
    else:
        yield _("So the clue is: %(sides)s.") % facts


def _the_chief(step: Step, cast: Cast) -> Iterator[str]:
    facts = {
        "suspect": _name_suspect(step),
        "sides": _join_with_and(step.sides),
        "names": _name_places(step.places, cast),
        "shuffled": _join_with_and(
            [s for s in step.sides if trait_of(s) not in step.taken]
        ),
    }
    if step.places:
        yield _("%(names)s have these, in some order: %(shuffled)s.") % facts
    yield _("Only %(suspect)s matches all five clues: %(sides)s.") % facts
    yield _("That's the chief!")


def _not_the_chief(step: Step, cast: Cast) -> Iterator[str]:
    facts = {
        "suspect": _name_suspect(step),
        "names": _name_places(step.places, cast),
        "sides": _join_with_or(step.sides),
    }
    if step.discarded:
        if step.places == (cast.you,):
            text = _("You discarded %(suspect)s, and nobody discards the chief.")
        else:
            text = _("%(names)s discarded %(suspect)s, and nobody discards the chief.")
        yield text % facts
    elif len(step.places) == 1:
        yield from _fails(step, cast)
    elif len(step.places) <= 3:
        yield _("%(names)s could match %(suspect)s only with: %(sides)s.") % facts
        yield _("That's one clue too few, so %(suspect)s isn't the chief.") % facts
    else:
        yield from _nobody_has(step, cast)


def _fails(step: Step, cast: Cast) -> Iterator[str]:
    """Yield the sides that a place needs, and the sides that the suspect has."""
    (place,), suspect = step.places, step.suspect or ""
    needed = [trait_of(side) for side in step.sides]
    has = [side for side in list_matching_sides(suspect) if trait_of(side) in needed]
    facts = {
        "name": cast.name(place),
        "needed": join_or(_list_features(step.sides)),
        "suspect": suspect_name(suspect),
        "has": join_names(_list_features(has)),
    }
    if place == cast.you or place >= len(cast.names):
        # The sentence before has just named this clue.
        text = _("%(suspect)s has %(has)s.")
    elif len(has) < 3:
        text = _("%(name)s needs a cat with %(needed)s, and %(suspect)s has %(has)s.")
    else:
        text = _("%(name)s needs a cat with %(needed)s. %(suspect)s differs in each.")
    yield text % facts
    yield _("So it isn't %(suspect)s.") % facts


def _nobody_has(step: Step, cast: Cast) -> Iterator[str]:
    """Yield the same for four or five places, by the sides left to the others alone."""
    missing = sum(BIT[side] for side in step.sides) ^ OF_SUSPECT[step.suspect or ""]
    others = [place for place in range(5) if place not in step.places]
    facts = {
        "suspect": _name_suspect(step),
        "sides": _join_with_and(list_sides(missing)),
        "names": _name_places(others, cast),
    }
    if others:
        yield _("%(names)s: nobody else can have %(sides)s.") % facts
        yield _("That's one clue too many, so %(suspect)s isn't the chief.") % facts
    else:
        yield _("Nobody can have this clue: %(sides)s.") % facts
        yield _("%(suspect)s needs it, so %(suspect)s isn't the chief.") % facts


def _name_suspect(step: Step) -> str:
    return suspect_name(step.suspect) if step.suspect else ""


def _name_places(places: Sequence[int], cast: Cast, text: str = "%(names)s") -> str:
    """Return the names of places for a text, the reader's first.

    "You" and "Public clue" have a capital letter only where they begin the text.
    """
    names: list[str] = []
    for place in sorted(places, key=lambda place: place != cast.you):
        name = cast.name(place)
        is_person = place != cast.you and place < len(cast.names)
        begins = not names and text.startswith("%(name")
        names.append(name if is_person or begins else name[0].lower() + name[1:])
    return join_names(names)


def _name_traits(step: Step) -> str:
    traits = dict.fromkeys(trait_of(side) for side in step.sides)
    return ", ".join(map(trait_name, traits))


def _join_with_and(sides: Sequence[Side]) -> str:
    return join_names([side_name(side) for side in _order_sides(sides)])


def _join_with_or(sides: Sequence[Side]) -> str:
    return join_or([side_name(side) for side in _order_sides(sides)])


def _list_features(sides: Sequence[Side]) -> list[str]:
    return [str(FEATURES[side]) for side in _order_sides(sides)]


def _order_sides(sides: Sequence[Side]) -> list[Side]:
    """Return sides in an order to read; "no hat or coat" could mean no coat."""
    return sorted(sides, key=_LACKING.__contains__)
