"""The moves as frozen values, and their form in a record (docs/record.md).

A move may be illegal; `legal.check_legal` decides.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.errors import MalformedMove, Why
from games.rules.suspects import SUSPECTS, Side, Suspect


class Sorted(StrEnum):
    """Whether a drawn card goes into the drawer's line or onto the discards."""

    SUSPECT = "suspect"
    DISCARD = "discard"


type MoveFields = dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the side of the seat's clue token that counts (section 3)."""

    seat: int
    side: Side

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {"seat": self.seat, "move": "choose", "side": self.side.value}


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck and show it to all (section 4)."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {"seat": self.seat, "move": "draw"}


@dataclass(frozen=True, slots=True)
class Place:
    """Sort the card just drawn, where players place their cards (section 9)."""

    seat: int
    as_: Sorted

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {"seat": self.seat, "move": "place", "as": self.as_.value}


@dataclass(frozen=True, slots=True)
class Accuse:
    """Put the seat's accusation counter on a suspect (section 4)."""

    seat: int
    suspect: Suspect

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {"seat": self.seat, "move": "accuse", "suspect": self.suspect}


@dataclass(frozen=True, slots=True)
class Pass:
    """Give up the accusation in the last call; only the clock makes this move (R7)."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {"seat": self.seat, "move": "pass"}


@dataclass(frozen=True, slots=True)
class Trade:
    """Trade an Adler token for another player's token, by token ids (section 8)."""

    seat: int
    give: str
    take: str

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {
            "seat": self.seat,
            "move": "trade",
            "give": self.give,
            "take": self.take,
        }


@dataclass(frozen=True, slots=True)
class Done:
    """Close the café or the review for this seat (sections 5 and 8)."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {"seat": self.seat, "move": "done"}


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce ten points or more (section 5)."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move in a record."""
        return {"seat": self.seat, "move": "announce"}


type Move = Choose | Draw | Place | Accuse | Pass | Trade | Done | Announce


def move_from_dict(fields: object) -> Move:
    """Return the move in a record or a form, ignoring unknown keys.

    Raises:
        MalformedMove: the value is not an object, the move is unknown, or a field is
            missing or has an impossible value.
    """
    if not isinstance(fields, dict):
        raise MalformedMove(Why.MALFORMED_MOVE)
    name = fields.get("move")
    if not isinstance(name, str) or name not in _MAKERS:
        raise MalformedMove(Why.NO_SUCH_MOVE)
    seat = fields.get("seat")
    # True and False are integers in Python, but not seats.
    if type(seat) is not int:
        raise MalformedMove(Why.MALFORMED_MOVE)
    return _MAKERS[name](seat, fields)


def _one_of[T: str](choices: Mapping[str, T], choice: object) -> T:
    if not isinstance(choice, str) or choice not in choices:
        raise MalformedMove(Why.MALFORMED_MOVE)
    return choices[choice]


def _text(choice: object) -> str:
    if not isinstance(choice, str):
        raise MalformedMove(Why.MALFORMED_MOVE)
    return choice


_SIDES = {side.value: side for side in Side}
_SORTED = {sorted_.value: sorted_ for sorted_ in Sorted}
_SUSPECTS = {suspect: suspect for suspect in SUSPECTS}

_MAKERS: dict[str, Callable[[int, Mapping[str, object]], Move]] = {
    "choose": lambda seat, at: Choose(seat, _one_of(_SIDES, at.get("side"))),
    "draw": lambda seat, _at: Draw(seat),
    "place": lambda seat, at: Place(seat, _one_of(_SORTED, at.get("as"))),
    "accuse": lambda seat, at: Accuse(seat, _one_of(_SUSPECTS, at.get("suspect"))),
    "pass": lambda seat, _at: Pass(seat),
    "trade": lambda seat, at: Trade(seat, _text(at.get("give")), _text(at.get("take"))),
    "done": lambda seat, _at: Done(seat),
    "announce": lambda seat, _at: Announce(seat),
}
