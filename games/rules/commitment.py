"""Commit and reveal: how a game's chance comes from its seed and its players.

docs/fairness.md specifies all of it to the byte. What holds a seed or a key holds the
secrets of a game that is not closed.
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
    """Return what is shown of a seed before the game: a hash, in hexadecimal."""
    head = f"{_LABEL} commitment\n{code}\n".encode()
    return hashlib.sha256(head + seed).hexdigest()


def key_of(seed: bytes, code: str, contributions: Sequence[str]) -> bytes:
    """Return the key of all deals; contributions come in the order of the seats.

    Each is 32 hexadecimal digits, or empty. Holds secrets.
    """
    lines = "".join(f"{contribution}\n" for contribution in contributions)
    head = f"{_LABEL} key\n{code}\n".encode()
    return hmac.digest(seed, head + lines.encode(), hashlib.sha256)


def read_contribution(sent: str) -> str:
    """Return 16 random bytes of a browser as they are kept: empty if they are not."""
    kept = sent.strip().lower()
    return kept if _CONTRIBUTION.fullmatch(kept) else ""
