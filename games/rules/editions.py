"""Editions, options (docs/rules.md section 10) and investigators (section 1)."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Self, cast


class Investigator(StrEnum):
    """The five investigators; each seat has a different one (section 2)."""

    LACES = "laces"
    COLOMBINI = "colombini"
    BRITTON = "britton"
    LANSBURY = "lansbury"
    MERIDIAN = "meridian"


class Edition(StrEnum):
    """The printed editions; each has a preset of options."""

    DEVIR = "devir"
    GAGA = "gaga"
    PIATNIK = "piatnik"


class Placement(StrEnum):
    """Whether the referee or the drawer sorts a drawn card (section 9)."""

    REFEREE = "referee"
    PLAYERS = "players"


class LastCall(StrEnum):
    """The order of the last call (section 4, R6)."""

    RACE = "race"
    CLOCKWISE = "clockwise"


class TenPoints(StrEnum):
    """Whether all players or only announcers can win after an announcement (R12)."""

    COUNT = "count"
    ANNOUNCER = "announcer"


class Discards(StrEnum):
    """Whether discard piles lie face down or face up (section 4, R3)."""

    CLOSED = "closed"
    OPEN = "open"


class FirstPlayer(StrEnum):
    """How a table picks the first player of round 1 (section 2)."""

    EARLIEST = "earliest"
    LOT = "lot"
    CHOSEN = "chosen"


# Players of a table: five traits give five clue tokens, and fewer than three clues
# besides the public ones leave nothing to find out.
SEATS = range(3, 6)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table: the one list that drives columns, forms and records.

    `discards` affects only what players see, so records leave it out (docs/record.md).
    """

    stasi: bool = False
    adler: bool = False
    placement: Placement = Placement.REFEREE
    last_call: LastCall = LastCall.RACE
    ten_points: TenPoints = TenPoints.COUNT
    discards: Discards = field(default=Discards.CLOSED, metadata={"recorded": False})

    @classmethod
    def from_values(cls, value_of: Callable[[str], Any]) -> Self:
        """Return the options with these values, asked for by name.

        Raises:
            ValueError: a value that its option does not have.
        """
        # Each value has the type of its option.
        values: dict[str, Any] = {
            name: kind(value_of(name)) for name, kind in OPTIONS.items()
        }
        return cls(**values)

    def to_dict(self) -> dict[str, bool | str]:
        """Return the options as they stand in a record, by name."""
        return {name: _to_json(getattr(self, name)) for name in RECORDED_OPTIONS}


def _to_json(value: bool | StrEnum) -> bool | str:
    return value if isinstance(value, bool) else value.value


# The type of each option by its name, in the order of the form.
OPTIONS: dict[str, type[bool] | type[StrEnum]] = {
    each.name: cast("type[bool] | type[StrEnum]", each.type) for each in fields(Options)
}
RECORDED_OPTIONS = tuple(
    each.name for each in fields(Options) if each.metadata.get("recorded", True)
)


@dataclass(frozen=True, slots=True)
class Preset:
    """The default options of an edition; the host may change them."""

    options: Options
    first_player: FirstPlayer


_RACE = Preset(Options(), FirstPlayer.EARLIEST)

PRESETS: dict[Edition, Preset] = {
    Edition.DEVIR: _RACE,
    Edition.GAGA: _RACE,
    Edition.PIATNIK: Preset(
        Options(last_call=LastCall.CLOCKWISE, ten_points=TenPoints.ANNOUNCER),
        FirstPlayer.LOT,
    ),
}
