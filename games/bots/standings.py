"""Tournaments: the casts of characters, and statistics over many games."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

from games.bots.characters import CHARACTERS, HALF, NAIVE, Character
from games.bots.tournament import Played, play_game
from games.rules.editions import Options

# 95 % of a normal distribution lie within this many standard deviations.
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Pairing:
    """A cast at tables of one size: the first is measured, the last fills the table."""

    names: tuple[str, ...]
    seats: int

    @property
    def cast(self) -> tuple[Character, ...]:
        """Return the characters at the table, in the order of the names."""
        missing = (self.names[-1],) * (self.seats - len(self.names))
        return tuple(find_character(name) for name in self.names + missing)

    def play(self, seed: str, game: int, options: Options) -> Played:
        """Play one game, with each character one seat further on than in the last one.

        All pairings with the same size and seed get the same deals, so that the
        comparison measures play and not luck.
        """
        label = f"{seed} {self.seats} {game // self.seats}"
        at = game % self.seats
        seated = self.cast[-at:] + self.cast[:-at] if at else self.cast
        return play_game(seated, options, hashlib.sha256(label.encode()).digest())


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of a pairing's first character: wins with a 95 % interval, points."""

    pairing: Pairing
    games: int
    wins: float
    low: float
    high: float
    points: float
    others: float

    @property
    def verdict(self) -> str:
        """Return whether the first won significantly more than an equal share."""
        equal = 1 / self.pairing.seats
        if self.low > equal:
            return "above"
        return "below" if self.high < equal else "equal"


def find_character(name: str) -> Character:
    """Return a character, or one of the variants below.

    `half` is the reference rule, `half:NAME` that rule with the memory of a character,
    `naive` that rule without memory, and `NAME@6` any of these with a median of six
    seconds for each accusation and draw.

    Raises:
        KeyError: there is no character of this name.
        ValueError: the seconds are no number.
    """
    rule, _, seconds = name.partition("@")
    if seconds:
        pace = float(seconds)
        return replace(find_character(rule), name=name, notices=pace, draws=pace)
    rule, _, like = name.partition(":")
    if rule == HALF.name:
        memory = CHARACTERS[like].memory if like else None
        return replace(HALF, name=name, memory=memory)
    return NAIVE if name == NAIVE.name else CHARACTERS[name]


def standing_of(pairing: Pairing, games: Iterable[Played]) -> Standing:
    """Return the standing after at least one game of a pairing."""
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
    """Return the 95 % interval (Wilson) of a share found in `count` games.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    """
    middle = share + _Z * _Z / (2 * count)
    spread = _Z * sqrt(share * (1 - share) / count + (_Z / (2 * count)) ** 2)
    whole = 1 + _Z * _Z / count
    return (middle - spread) / whole, (middle + spread) / whole
