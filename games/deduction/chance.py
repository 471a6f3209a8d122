"""Reproducible random numbers for bots, derived from a secret key.

Never uses `random`: a bot that decides again after a restart must decide the same.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from statistics import NormalDist

_RANGE = 1 << 48
# People's times have a long tail: their logarithms are normal.
_TIMES = NormalDist(sigma=0.5)
# The shortest and the longest time, as multiples of the median.
SHORTEST, LONGEST = 0.5, 2.5


@dataclass(frozen=True, slots=True)
class Chance:
    """Random numbers for one seat at one moment. Holds a secret, the key."""

    key: bytes
    moment: str

    def number(self, purpose: str) -> float:
        """Return a number in [0, 1), always the same for a purpose."""
        label = f"{self.moment} {purpose}".encode()
        digest = hmac.digest(self.key, label, hashlib.sha256)
        return int.from_bytes(digest[:6]) / _RANGE

    def pick[T](self, purpose: str, items: Sequence[T]) -> T:
        """Return one of the items, with equal probability."""
        return items[int(self.number(purpose) * len(items))]

    def shuffle[T](self, purpose: str, items: Sequence[T]) -> list[T]:
        """Return the items in a random order, always the same for a purpose."""
        label = self.key + f"{self.moment} {purpose}".encode()
        words = hashlib.shake_256(label).digest(8 * len(items))
        keys = [words[start : start + 8] for start in range(0, len(words), 8)]
        return [items[at] for at in sorted(range(len(items)), key=keys.__getitem__)]

    def seconds(self, purpose: str, median: float) -> float:
        """Return a time in seconds like a person's, from half to 2.5 times the median.

        The times are log-normal (docs/bots.md).
        """
        # The inverse of the distribution does not take 0.
        part = _TIMES.inv_cdf(self.number(purpose) + 0.5 / _RANGE)
        return round(median * min(max(exp(part), SHORTEST), LONGEST), 3)
