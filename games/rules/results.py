"""What came out of a round at the reveal: kept whole, and shown without secrets."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from games.rules.suspects import Side, Suspect
from games.rules.tokens import Colour, Face


class Due(StrEnum):
    """Why a seat is due a token (docs/rules.md sections 5 and 9)."""

    CHIEF = "chief"
    ASSISTANT = "assistant"
    INNOCENT = "innocent"
    NO_ACCUSATION = "no-accusation"
    CHIEF_IN_DECK = "chief-in-deck"
    MISTAKE = "mistake"


@dataclass(frozen=True, slots=True)
class Accusation:
    """A counter on a suspect; how many clues fit is known from the reveal on."""

    seat: int
    suspect: Suspect
    matches: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """A token that was due; face and id are None where the colour was empty.

    Holds a secret, the face.
    """

    seat: int
    colour: Colour
    face: Face | None
    token: str | None
    due: Due


@dataclass(frozen=True, slots=True)
class AwardView:
    """An award as everybody sees it."""

    seat: int
    colour: Colour
    token: str | None
    due: Due


@dataclass(frozen=True, slots=True)
class TradeMade:
    """Two tokens that changed hands in the café."""

    seat: int
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A revealed round as everybody sees it: no face of a token is in it."""

    number: int
    attempt: int
    first_seat: int
    exposed: tuple[int, ...]
    clues: tuple[Side, ...]
    chief: Suspect
    chief_in_deck: bool
    mistaken: tuple[int, ...]
    accusations: tuple[Accusation, ...]
    awards: tuple[AwardView, ...]
    trades: tuple[TradeMade, ...]


# Without slots, so that the public view of a finished round is made once.
@dataclass(frozen=True)
class RoundResult:
    """A revealed round. Holds secrets, the faces of its awards."""

    number: int
    attempt: int
    first_seat: int
    exposed: tuple[int, ...]
    clues: tuple[Side, ...]
    chief: Suspect
    chief_in_deck: bool
    mistaken: tuple[int, ...]
    accusations: tuple[Accusation, ...]
    awards: tuple[Award, ...] = ()
    trades: tuple[TradeMade, ...] = ()

    @property
    def is_void(self) -> bool:
        """Tell whether somebody placed wrongly, so that the round is played again."""
        return bool(self.mistaken)

    @property
    def catcher(self) -> int | None:
        """Return the seat that caught the chief, if any did."""
        return next((a.seat for a in self.accusations if a.matches == 5), None)

    def with_awards(self, awards: tuple[Award, ...]) -> "RoundResult":
        """Return the round with its tokens given out."""
        return replace(self, awards=awards)

    def with_trade(self, trade: TradeMade) -> "RoundResult":
        """Return the round with one more trade made in its café."""
        return replace(self, trades=(*self.trades, trade))

    @cached_property
    def public(self) -> RoundView:
        """Return what everybody may know of the round."""
        return RoundView(
            self.number,
            self.attempt,
            self.first_seat,
            self.exposed,
            self.clues,
            self.chief,
            self.chief_in_deck,
            self.mistaken,
            self.accusations,
            tuple(AwardView(a.seat, a.colour, a.token, a.due) for a in self.awards),
            self.trades,
        )
