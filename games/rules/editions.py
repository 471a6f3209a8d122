"""Editions, options (docs/rules.md section 10) and investigators (section 1)."""

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table; `discards` affects only what players see."""

    stasi: bool = False
    adler: bool = False
    placement: Placement = Placement.REFEREE
    last_call: LastCall = LastCall.RACE
    ten_points: TenPoints = TenPoints.COUNT
    discards: Discards = Discards.CLOSED

    def to_dict(self) -> dict[str, bool | str]:
        """Return the options in a record: all but `discards` (docs/record.md)."""
        return {
            "stasi": self.stasi,
            "adler": self.adler,
            "placement": self.placement.value,
            "last_call": self.last_call.value,
            "ten_points": self.ten_points.value,
        }


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
