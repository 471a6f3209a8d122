"""Commit and reveal: the key of a game, from its seed and the players' contributions.

docs/fairness.md specifies each byte. A seed and a key reveal every secret of a game:
keep them secret until it is closed.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence

VERSION = 1
SEED_BYTES = 32

_LABEL = f"checkpoint-charlie fair {VERSION}"
_CONTRIBUTION = re.compile(r"[0-9a-f]{32}")


def commitment_of(seed: bytes, code: str) -> str:
    """Return the commitment to a seed, shown before the game: a hash in hexadecimal."""
    head = f"{_LABEL} commitment\n{code}\n".encode()
    return hashlib.sha256(head + seed).hexdigest()


def key_of(seed: bytes, code: str, contributions: Sequence[str]) -> bytes:
    """Return the key of all deals, from the contributions in the order of the seats.

    Each contribution is 32 hexadecimal digits or empty. Holds secrets.
    """
    lines = "".join(f"{contribution}\n" for contribution in contributions)
    head = f"{_LABEL} key\n{code}\n".encode()
    return hmac.digest(seed, head + lines.encode(), hashlib.sha256)


def read_contribution(sent: str) -> str:
    """Return a browser's contribution, 32 hexadecimal digits; empty if malformed."""
    kept = sent.strip().lower()
    return kept if _CONTRIBUTION.fullmatch(kept) else ""
