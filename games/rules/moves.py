"""What a player wants: one frozen value for each kind of move (docs/record.md).

A move says nothing about being legal; `legal.check_legal` does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.errors import MalformedMove, NoSuchMove
from games.rules.suspects import SUSPECTS, Side, Suspect


class Sorted(StrEnum):
    """What a card is taken for: it fits the drawer's clue, or it does not."""

    SUSPECT = "suspect"
    DISCARD = "discard"


type MoveFields = dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Choose:
    """Lay the clue token with this side up."""

    seat: int
    side: Side

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {"seat": self.seat, "move": "choose", "side": self.side.value}


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck and show it."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {"seat": self.seat, "move": "draw"}


@dataclass(frozen=True, slots=True)
class Place:
    """Sort the card just drawn by oneself (docs/rules.md section 9)."""

    seat: int
    as_: Sorted

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {"seat": self.seat, "move": "place", "as": self.as_.value}


@dataclass(frozen=True, slots=True)
class Accuse:
    """Put the counter on a suspect."""

    seat: int
    suspect: Suspect

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {"seat": self.seat, "move": "accuse", "suspect": self.suspect}


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the last call run out; only the clock makes this move (R7)."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {"seat": self.seat, "move": "pass"}


@dataclass(frozen=True, slots=True)
class Trade:
    """Give an Adler token and take another player's; both are token ids."""

    seat: int
    give: str
    take: str

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {
            "seat": self.seat,
            "move": "trade",
            "give": self.give,
            "take": self.take,
        }


@dataclass(frozen=True, slots=True)
class Done:
    """Close the café or the review for oneself."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {"seat": self.seat, "move": "done"}


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce ten points or more."""

    seat: int

    def to_dict(self) -> MoveFields:
        """Return the move as it stands in a record."""
        return {"seat": self.seat, "move": "announce"}


type Move = Choose | Draw | Place | Accuse | Pass | Trade | Done | Announce


def move_from_dict(fields: object) -> Move:
    """Return the move that a record or a form describes; further keys do not matter.

    Raises:
        MalformedMove: it is no object, is unknown, or a field is missing or has no
            possible value.
    """
    if not isinstance(fields, dict):
        raise MalformedMove
    name = fields.get("move")
    if not isinstance(name, str) or name not in _MAKERS:
        raise NoSuchMove
    seat = fields.get("seat")
    # True and False are integers to Python, and never seats.
    if type(seat) is not int:
        raise MalformedMove
    return _MAKERS[name](seat, fields)


def _one_of[T: str](choices: Mapping[str, T], choice: object) -> T:
    if not isinstance(choice, str) or choice not in choices:
        raise MalformedMove
    return choices[choice]


def _text(choice: object) -> str:
    if not isinstance(choice, str):
        raise MalformedMove
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
