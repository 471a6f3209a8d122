"""What happened in a move: facts for the rows and the log, in their order.

Holds secrets (faces, discarded cards); whoever shows an event redacts it first.
"""

from dataclasses import dataclass

from games.rules.moves import Sorted
from games.rules.results import Due, RoundResult
from games.rules.state import Phase, Termination
from games.rules.suspects import Side, Suspect
from games.rules.tokens import Colour, Face


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A deal was taken, and everybody chooses a side."""

    number: int
    attempt: int
    first_seat: int


@dataclass(frozen=True, slots=True)
class SideChosen:
    """A clue token was laid; which side is its owner's secret."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClueExposed:
    """Everyone has chosen, and the officer's holder plays face up (section 7)."""

    seat: int
    side: Side


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """SUSPECTS, LAST_CALL, CAFE or REVIEW began."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class PublicClueShown:
    """An unused investigator came up, and a token from the bag fell on a side."""

    seat: int
    side: Side


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A suspect was drawn and shown to all."""

    seat: int
    suspect: Suspect


@dataclass(frozen=True, slots=True)
class CardSorted:
    """The drawn suspect went into the line or onto the discards."""

    seat: int
    suspect: Suspect
    as_: Sorted
    by_referee: bool


@dataclass(frozen=True, slots=True)
class Accused:
    """A counter was put on a suspect; `order` counts from 1 in the round."""

    seat: int
    suspect: Suspect
    order: int


@dataclass(frozen=True, slots=True)
class Passed:
    """The time of the last call ran out for a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class CluesRevealed:
    """All five clues are known; the result holds what follows from them."""

    result: RoundResult


@dataclass(frozen=True, slots=True)
class TokenAwarded:
    """A token was due; `face` and `token` are None where the colour was empty."""

    seat: int
    colour: Colour
    face: Face | None
    token: str | None
    why: Due


@dataclass(frozen=True, slots=True)
class OfficerDrawn:
    """The Stasi token was drawn and shown; the seat takes the officer's card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Traded:
    """`give` lies face up before `other` now, `take` face down before `seat`."""

    seat: int
    other: int
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class SeatDone:
    """A seat has closed the café or the review for itself."""

    seat: int


@dataclass(frozen=True, slots=True)
class TenAnnounced:
    """A seat announced ten points, and is done with the review."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    termination: Termination
    winners: tuple[int, ...]


type Event = (
    RoundBegan
    | SideChosen
    | ClueExposed
    | PhaseBegan
    | PublicClueShown
    | CardDrawn
    | CardSorted
    | Accused
    | Passed
    | CluesRevealed
    | TokenAwarded
    | OfficerDrawn
    | Traded
    | SeatDone
    | TenAnnounced
    | GameEnded
)
type Events = tuple[Event, ...]
