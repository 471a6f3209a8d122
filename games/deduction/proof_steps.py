"""The steps of a proof, what can be proved, and the effect of each step."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.deduction.candidates import (
    BIT,
    EVERY,
    OF_SUSPECT,
    Cards,
    Left,
    Position,
    chief_sides,
    clash_of,
    replace_at,
    with_only_place,
    without_shared,
    without_taken,
)
from games.deduction.worlds import PLACES
from games.rules.suspects import Side, Suspect, Trait


class StepKind(StrEnum):
    """The kinds of steps."""

    # These clues lie open for the viewer.
    KNOWN = "known"
    # These cards leave these sides to a seat, without those already ruled out.
    CARDS = "cards"
    # Clues that are certain leave fewer sides to a place.
    TAKEN = "taken"
    # These places share these traits, so that no other place has one of them.
    SHARED = "shared"
    # No other place can have this trait.
    ONLY_HERE = "only-here"
    # Each trait has one side left.
    CHIEF = "chief"
    # These places cannot have different sides of the suspect.
    NOT_CHIEF = "not-chief"


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion.

    `sides` are the sides left at the places, for CHIEF the chief's five, for NOT_CHIEF
    those of the suspect's sides that the places can have. `taken` are the traits of
    certain or shared clues that the step rules out at its place.
    """

    kind: StepKind
    places: tuple[int, ...] = ()
    sides: tuple[Side, ...] = ()
    kept: tuple[Suspect, ...] = ()
    discarded: tuple[Suspect, ...] = ()
    taken: tuple[Trait, ...] = ()
    suspect: Suspect | None = None


@dataclass(frozen=True, slots=True)
class IsChief:
    """The suspect is the chief."""

    suspect: Suspect


@dataclass(frozen=True, slots=True)
class IsNotChief:
    """The suspect is not the chief."""

    suspect: Suspect


@dataclass(frozen=True, slots=True)
class HasClue:
    """A seat has this clue."""

    seat: int
    side: Side


type Goal = IsChief | IsNotChief | HasClue
type Proof = tuple[Step, ...]

# A kind of step and the places that it looks at; for ONLY_HERE the index of a trait.
type Move = tuple[StepKind, tuple[int, ...]]
type Plan = tuple[Move, ...]
# The cards of each seat from which a proof argues.
type Evidence = Mapping[int, Cards]

# What is left before the first step.
NOTHING_KNOWN: Left = (EVERY,) * PLACES


def is_reached(goal: Goal, left: Left) -> bool:
    """Return whether a goal follows from the sides left."""
    match goal:
        case IsChief():
            return chief_sides(left) == OF_SUSPECT[goal.suspect]
        case IsNotChief():
            return bool(clash_of(left, goal.suspect))
        case HasClue():
            return left[goal.seat] == BIT[goal.side]


def take(position: Position, evidence: Evidence, left: Left, move: Move) -> Left | None:
    """Return the sides left after a move; None if the move is impossible."""
    kind, places = move
    match kind:
        case StepKind.KNOWN:
            for place in places:
                left = replace_at(left, place, BIT[position.known[place]])
            return left
        case StepKind.CARDS:
            (seat,) = places
            cards = evidence[seat]
            return replace_at(left, seat, without_taken(left, seat) & cards.sides)
        case StepKind.TAKEN:
            return replace_at(left, places[0], without_taken(left, places[0]))
        case StepKind.SHARED:
            return without_shared(left, places)
        case _:
            return with_only_place(left, 1 << 2 * places[0])
