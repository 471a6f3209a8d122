"""Reproducible random numbers for bots, derived from a secret key.

Never uses `random`: a bot that decides again after a restart must decide the same.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

_RANGE = 1 << 48


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

    def seconds(self, purpose: str, least: float, most: float) -> float:
        """Return a thinking time in seconds; shorter times are likelier."""
        part = self.number(purpose)
        return round(least + (most - least) * part * part, 3)
