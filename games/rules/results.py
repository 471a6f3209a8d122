"""The result of a revealed round, and its public view without secrets."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from games.rules.suspects import Side, Suspect
from games.rules.tokens import Colour, Face


class AwardReason(StrEnum):
    """The reason why a seat is due a token (docs/rules.md sections 5 and 9)."""

    CHIEF = "chief"
    ASSISTANT = "assistant"
    INNOCENT = "innocent"
    NO_ACCUSATION = "no-accusation"
    CHIEF_IN_DECK = "chief-in-deck"
    MISTAKE = "mistake"


# The reasons for a token that judge an accusation.
JUDGED = (AwardReason.CHIEF, AwardReason.ASSISTANT, AwardReason.INNOCENT)


class RoundEnd(StrEnum):
    """The reason why a round comes to its reveal (docs/rules.md section 4)."""

    ACCUSED = "accused"
    NO_SUSPECT = "no-suspect"
    CALL_OVER = "call-over"


@dataclass(frozen=True, slots=True)
class Accusation:
    """An accusation; `matches` counts the matching clues, None before the reveal."""

    seat: int
    suspect: Suspect
    matches: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """A token due to a seat; `face` and `token` are None if the colour was empty.

    Holds a secret, the face.
    """

    seat: int
    colour: Colour
    face: Face | None
    token: str | None
    due: AwardReason


@dataclass(frozen=True, slots=True)
class AwardView:
    """An award without the secret face."""

    seat: int
    colour: Colour
    token: str | None
    due: AwardReason


@dataclass(frozen=True, slots=True)
class TradeMade:
    """A trade in the café; `give` and `take` are token ids."""

    seat: int
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A revealed round as all viewers see it, without the faces of tokens."""

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


# No slots, so that the public view of a round is cached.
@dataclass(frozen=True)
class RoundResult:
    """The result of a round. Holds secrets, the faces of its awards."""

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
        """Return whether a seat placed a card wrongly; the round is then repeated."""
        return bool(self.mistaken)

    @property
    def catcher(self) -> int | None:
        """Return the seat that caught the chief, if any."""
        return next((a.seat for a in self.accusations if a.matches == 5), None)

    @cached_property
    def public(self) -> RoundView:
        """Return the result without its secrets."""
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
