"""The moves as frozen values, and their form in a record (docs/record.md).

A move may be illegal; `legal.check_legal` decides.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar

from games.rules.illegal import MalformedMove, Why
from games.rules.suspects import SUSPECTS, Side, Suspect, matches


class Sorted(StrEnum):
    """Whether a drawn card goes into the drawer's line or onto the discards."""

    SUSPECT = "suspect"
    DISCARD = "discard"

    @classmethod
    def by(cls, clue: Side | None, suspect: Suspect | None) -> "Sorted":
        """Return where a drawn card belongs, by its drawer's clue."""
        fits = clue is not None and suspect is not None and matches(suspect, clue)
        return cls.SUSPECT if fits else cls.DISCARD


@dataclass(frozen=True, slots=True)
class _Move:
    """The base of the moves: their name in a record, the seat, and texts."""

    name: ClassVar[str]
    seat: int

    def to_dict(self) -> dict[str, int | str]:
        """Return the move as a record stores it: its seat, its name and its texts."""
        texts = {
            # "as" is a word of Python.
            each.name.removesuffix("_"): str(getattr(self, each.name))
            for each in fields(self)[1:]
        }
        return {"seat": self.seat, "move": self.name, **texts}


@dataclass(frozen=True, slots=True)
class Choose(_Move):
    """Choose the side of the seat's clue token that counts (section 3)."""

    name = "choose"
    side: Side


@dataclass(frozen=True, slots=True)
class Draw(_Move):
    """Draw the top card of the deck and show it to all (section 4)."""

    name = "draw"


@dataclass(frozen=True, slots=True)
class Place(_Move):
    """Sort the card just drawn, where players place their cards (section 9)."""

    name = "place"
    as_: Sorted


@dataclass(frozen=True, slots=True)
class Accuse(_Move):
    """Put the seat's accusation counter on a suspect (section 4)."""

    name = "accuse"
    suspect: Suspect


@dataclass(frozen=True, slots=True)
class Pass(_Move):
    """Give up the accusation in the last call; only the clock makes this move (R7)."""

    name = "pass"


@dataclass(frozen=True, slots=True)
class Trade(_Move):
    """Trade an Adler token for another player's token, by token ids (section 8)."""

    name = "trade"
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class Done(_Move):
    """Close the café or the review for this seat (sections 5 and 8)."""

    name = "done"


@dataclass(frozen=True, slots=True)
class Announce(_Move):
    """Announce ten points or more (section 5)."""

    name = "announce"


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


def _read_choice[T: str](choices: Mapping[str, T], choice: object) -> T:
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
    "choose": lambda seat, at: Choose(seat, _read_choice(_SIDES, at.get("side"))),
    "draw": lambda seat, _at: Draw(seat),
    "place": lambda seat, at: Place(seat, _read_choice(_SORTED, at.get("as"))),
    "accuse": lambda seat, at: Accuse(seat, _read_choice(_SUSPECTS, at.get("suspect"))),
    "pass": lambda seat, _at: Pass(seat),
    "trade": lambda seat, at: Trade(seat, _text(at.get("give")), _text(at.get("take"))),
    "done": lambda seat, _at: Done(seat),
    "announce": lambda seat, _at: Announce(seat),
}
