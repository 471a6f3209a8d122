"""Chance for players made of code: numbers from a secret, the same ones every time.

Never `random`: a bot decides again after a restart, and has to decide the same.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

_RANGE = 1 << 48


@dataclass(frozen=True, slots=True)
class Chance:
    """Numbers for one seat at one moment. Holds a secret, the key."""

    key: bytes
    moment: str

    def number(self, purpose: str) -> float:
        """Return a number from 0 up to 1, always the same for a purpose."""
        label = f"{self.moment} {purpose}".encode()
        digest = hmac.digest(self.key, label, hashlib.sha256)
        return int.from_bytes(digest[:6]) / _RANGE

    def pick[T](self, purpose: str, things: Sequence[T]) -> T:
        """Return one of some things, each as likely."""
        return things[int(self.number(purpose) * len(things))]

    def seconds(self, purpose: str, least: float, most: float) -> float:
        """Return a time to think; short ones are likelier than long ones."""
        part = self.number(purpose)
        return round(least + (most - least) * part * part, 3)
