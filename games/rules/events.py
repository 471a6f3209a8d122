"""The events of a move, in order, for the database rows and the log.

Holds secrets (faces, discarded cards); redact an event before showing it.
"""

from dataclasses import dataclass

from games.rules.moves import Sorted
from games.rules.results import AwardReason, RoundEnd, RoundResult
from games.rules.state import Phase, Termination
from games.rules.suspects import Side, Suspect
from games.rules.tokens import Colour, Face


class Event:
    """The base of all events."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round was dealt; the players choose their sides next."""

    number: int
    attempt: int
    first_seat: int


@dataclass(frozen=True, slots=True)
class SideChosen(Event):
    """A seat chose a side of its clue token; the event does not say which."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClueExposed(Event):
    """The officer's holder showed its clue after all sides were chosen (section 7)."""

    seat: int
    side: Side


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The phase SUSPECTS, LAST_CALL, CAFE or REVIEW began."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class PublicClueShown(Event):
    """An unused investigator was drawn, and a clue token from the bag was tossed."""

    seat: int
    side: Side


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A suspect was drawn and shown to all."""

    seat: int
    suspect: Suspect


@dataclass(frozen=True, slots=True)
class CardSorted(Event):
    """The drawn suspect went into the drawer's line or onto the discards."""

    seat: int
    suspect: Suspect
    as_: Sorted


@dataclass(frozen=True, slots=True)
class Accused(Event):
    """A seat accused a suspect; `order` counts from 1 in each round."""

    seat: int
    suspect: Suspect
    order: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat's time in the last call ran out."""

    seat: int


@dataclass(frozen=True, slots=True)
class CluesRevealed(Event):
    """All five clues were revealed; `result` is the result of the round."""

    result: RoundResult
    why: RoundEnd


@dataclass(frozen=True, slots=True)
class TokenAwarded(Event):
    """A seat was due a token; `face` and `token` are None if the colour was empty."""

    seat: int
    colour: Colour
    face: Face | None
    token: str | None
    why: AwardReason


@dataclass(frozen=True, slots=True)
class OfficerDrawn(Event):
    """A seat drew and showed the Stasi token, and took the officer's card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Traded(Event):
    """Two tokens were traded: `give` lies face up with `other`, `take` with `seat`."""

    seat: int
    other: int
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class SeatDone(Event):
    """A seat closed the café or the review."""

    seat: int


@dataclass(frozen=True, slots=True)
class TenAnnounced(Event):
    """A seat announced ten points, which also closes its review."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game ended."""

    termination: Termination
    winners: tuple[int, ...]


type Events = tuple[Event, ...]
