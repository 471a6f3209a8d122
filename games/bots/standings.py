"""Tournaments: casts, many games, and what may be concluded from them."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

from games.bots.characters import CHARACTERS, HALF, Character
from games.bots.tournament import Played, play_game
from games.rules.editions import Options

# Of a normal distribution 95 % lie within so many standard deviations.
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Pairing:
    """A cast at tables of one size; the first is measured, the last fills the seats."""

    names: tuple[str, ...]
    seats: int

    @property
    def cast(self) -> tuple[Character, ...]:
        """Return who plays, in the order of the names."""
        missing = (self.names[-1],) * (self.seats - len(self.names))
        return tuple(character_called(name) for name in self.names + missing)

    def play(self, seed: str, game: int, options: Options) -> Played:
        """Return one game: everybody sits one seat further on than in the last.

        The deals are the same for all pairings of a size and seed, so that they are
        compared by play and not by luck.
        """
        label = f"{seed} {self.seats} {game // self.seats}"
        at = game % self.seats
        seated = self.cast[-at:] + self.cast[:-at] if at else self.cast
        return play_game(seated, options, hashlib.sha256(label.encode()).digest())


@dataclass(frozen=True, slots=True)
class Standing:
    """What came of a pairing, for the first of its cast; wins with a 95 % interval."""

    pairing: Pairing
    games: int
    wins: float
    low: float
    high: float
    points: float
    others: float

    @property
    def verdict(self) -> str:
        """Tell whether the first won clearly more or fewer games than an equal part."""
        equal = 1 / self.pairing.seats
        if self.low > equal:
            return "above"
        return "below" if self.high < equal else "equal"


def character_called(name: str) -> Character:
    """Return a character, `half` for the rule of a half, or `half:NAME` for that rule
    with a character's memory.

    Raises:
        KeyError: nobody is called so.
    """
    if name == HALF.name:
        return HALF
    rule, _, like = name.partition(":")
    if like and rule == HALF.name:
        return replace(HALF, name=name, memory=CHARACTERS[like].memory)
    return CHARACTERS[name]


def stand(pairing: Pairing, games: Iterable[Played]) -> Standing:
    """Return what many games of a pairing come to; there is at least one."""
    first = pairing.names[0]
    shares: list[float] = []
    mine: list[int] = []
    theirs: list[int] = []
    for played in games:
        shares.append(played.share_of(first))
        for name, points in zip(played.cast, played.points, strict=True):
            (mine if name == first else theirs).append(points)
    low, high = interval(sum(shares) / len(shares), len(shares))
    return Standing(
        pairing=pairing,
        games=len(shares),
        wins=sum(shares) / len(shares),
        low=low,
        high=high,
        points=sum(mine) / len(mine),
        others=sum(theirs) / len(theirs) if theirs else 0.0,
    )


def interval(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share found in so many games.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    """
    middle = share + _Z * _Z / (2 * count)
    spread = _Z * sqrt(share * (1 - share) / count + (_Z / (2 * count)) ** 2)
    whole = 1 + _Z * _Z / count
    return (middle - spread) / whole, (middle + spread) / whole
