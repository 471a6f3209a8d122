"""Editions and options (docs/rules.md section 10), and the five investigators."""

from dataclasses import dataclass
from enum import StrEnum


class Investigator(StrEnum):
    """The dogs, one a seat (section 1)."""

    LACES = "laces"
    COLOMBINI = "colombini"
    BRITTON = "britton"
    LANSBURY = "lansbury"
    MERIDIAN = "meridian"


class Edition(StrEnum):
    """The printed editions, each a preset of options."""

    DEVIR = "devir"
    GAGA = "gaga"
    PIATNIK = "piatnik"


class Placement(StrEnum):
    """Who sorts a drawn card: the referee, or its drawer (section 9)."""

    REFEREE = "referee"
    PLAYERS = "players"


class LastCall(StrEnum):
    """The order of the last call (section 4, R6)."""

    RACE = "race"
    CLOCKWISE = "clockwise"


class TenPoints(StrEnum):
    """Who can win after an announcement (section 6, R12)."""

    COUNT = "count"
    ANNOUNCER = "announcer"


class Discards(StrEnum):
    """Whether discard piles lie face down or open (section 4, R3)."""

    CLOSED = "closed"
    OPEN = "open"


class FirstPlayer(StrEnum):
    """How the first player of round 1 is found (section 2)."""

    EARLIEST = "earliest"
    LOT = "lot"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table plays with; only `discards` changes nothing but what is seen."""

    stasi: bool = False
    adler: bool = False
    placement: Placement = Placement.REFEREE
    last_call: LastCall = LastCall.RACE
    ten_points: TenPoints = TenPoints.COUNT
    discards: Discards = Discards.CLOSED

    def to_dict(self) -> dict[str, bool | str]:
        """Return the five options of a record (docs/record.md)."""
        return {
            "stasi": self.stasi,
            "adler": self.adler,
            "placement": self.placement.value,
            "last_call": self.last_call.value,
            "ten_points": self.ten_points.value,
        }


@dataclass(frozen=True, slots=True)
class Preset:
    """What an edition plays with unless the host changes it."""

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
