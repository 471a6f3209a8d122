"""Table codes: six characters that are hard to confuse, read aloud or off a screen."""

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6


def new_code() -> str:
    """Return a random code. It may be in use: the database has to check."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def clean_code(typed: str) -> str:
    """Return a typed code in its stored form; empty if it is malformed."""
    kept = "".join(typed.split()).replace("-", "").upper()
    return kept if len(kept) == LENGTH and set(kept) <= set(ALPHABET) else ""
