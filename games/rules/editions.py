"""Editions, options (docs/rules.md section 10), settings, investigators (section 1)."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
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


class NotebookMode(StrEnum):
    """Whether the page has a notebook for private marks, and how much that helps.

    From the open cards it may also cross out impossible sides or show probabilities.
    """

    OFF = "off"
    ON = "on"
    AUTO = "auto"
    ODDS = "odds"


class Reactions(StrEnum):
    """Whether players can send reactions."""

    OFF = "off"
    ON = "on"


class Limits(StrEnum):
    """The time after which the clock plays for a seat."""

    OFF = "off"
    RELAXED = "relaxed"
    QUICK = "quick"


class Race(StrEnum):
    """Which of two accusations comes first: the one sent first, or received first."""

    FAIR = "fair"
    ARRIVAL = "arrival"


# Players of a table: five traits give five clue tokens, and fewer than three clues
# besides the public ones leave nothing to find out.
SEATS = range(3, 6)


type Kind = type[bool] | type[str]


class _Values:
    """Named values, each of a kind of its own: the base of two dataclasses."""

    __slots__ = ()

    @classmethod
    def kinds(cls) -> dict[str, Kind]:
        """Return the kind of each value by its name."""
        return {each.name: cast("Kind", each.type) for each in fields(cast("Any", cls))}

    @classmethod
    def recorded(cls) -> tuple[str, ...]:
        """Return the names of the values that stand in a record."""
        return tuple(
            each.name
            for each in fields(cast("Any", cls))
            if each.metadata.get("recorded", True)
        )

    @classmethod
    def from_values(cls, value_of: Callable[[str], Any]) -> Self:
        """Return these values, asked for by name.

        Raises:
            ValueError: a value that is not of its kind.
        """
        return cls(**{name: kind(value_of(name)) for name, kind in cls.kinds().items()})


@dataclass(frozen=True, slots=True)
class Options(_Values):
    """The options of the rules: the one list that drives columns, forms and records.

    `discards` affects only the players' view, so records leave it out (docs/record.md).
    """

    stasi: bool = False
    adler: bool = False
    placement: Placement = Placement.REFEREE
    last_call: LastCall = LastCall.RACE
    ten_points: TenPoints = TenPoints.COUNT
    discards: Discards = field(default=Discards.CLOSED, metadata={"recorded": False})

    def to_dict(self) -> dict[str, bool | str]:
        """Return the options as they stand in a record, by name."""
        return {name: _to_json(getattr(self, name)) for name in RECORDED_OPTIONS}


def _to_json(value: bool | StrEnum) -> bool | str:
    return value if isinstance(value, bool) else value.value


_SECRET = {"recorded": False, "secret": True}


@dataclass(frozen=True, slots=True)
class Settings(_Values):
    """All else that a table can be set to: the one list, as `Options` is for the rules.

    A secret is for seated players only (the link of a call), or for no page in full
    (the webhook). A log line may show the others.
    """

    first_player: FirstPlayer = FirstPlayer.EARLIEST
    notebook: NotebookMode = NotebookMode.ON
    reactions: Reactions = Reactions.ON
    limits: Limits = Limits.OFF
    race: Race = field(default=Race.FAIR, metadata={"recorded": False})
    call_link: str = field(default="", repr=False, metadata=_SECRET)
    # The address that gets a message at each turn, such as a chat's.
    webhook: str = field(default="", repr=False, metadata=_SECRET)
    listed: bool = False

    def without_secrets(self) -> "Settings":
        """Return the settings without the secret ones."""
        blank: dict[str, Any] = {
            each.name: each.default
            for each in fields(self)
            if each.metadata.get("secret")
        }
        return replace(self, **blank)


# The kind of each option and of each setting by its name, in the order of the form.
OPTIONS = Options.kinds()
SETTINGS = Settings.kinds()
RECORDED_OPTIONS = Options.recorded()
RECORDED_SETTINGS = Settings.recorded()


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
