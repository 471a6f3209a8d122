"""Join codes: six characters that nobody confuses when read aloud or off a screen."""

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6


def new_code() -> str:
    """Return a random code; whether it is free is the database's to say."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def clean_code(typed: str) -> str:
    """Return a code as it is kept, from what somebody typed; empty if it is none."""
    kept = "".join(typed.split()).replace("-", "").upper()
    return kept if len(kept) == LENGTH and set(kept) <= set(ALPHABET) else ""
