"""The chained record: each move holds the hash of all that was before it.

docs/fairness.md specifies it to the byte. Names are no part of what is hashed, so that
they can be removed. Times come as texts, in UTC and with six digits of the second.
"""

import hashlib
import json
from collections.abc import Mapping

# Changes whenever the same moves could come to another outcome.
RULES_VERSION = 1
# What the first move is chained to, by its names in the record.
START_KEYS = (
    "format",
    "version",
    "rules",
    "code",
    "edition",
    "options",
    "discards",
    "first_player",
    "seats",
    "first_seat",
    "given",
    "commitment",
    "contributions",
    "opened_at",
    "started_at",
)
# What stands in a record's move beside its content.
MOVE_KEYS = ("seat", "time", "by", "hash")

_LABEL = "checkpoint-charlie chain 1"


def canonical(value: object) -> bytes:
    """Return the one JSON text of a value: keys sorted, no spaces, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def start_hash(record: Mapping[str, object]) -> str:
    """Return the hash of a game's set-up, of which a record may hold more."""
    return _hash("start", {key: record.get(key) for key in START_KEYS})


def move_hash(
    previous: str, code: object, number: int, move: Mapping[str, object]
) -> str:
    """Return the hash of a move that is written as in a record; numbers run from 1."""
    content = {key: move[key] for key in move if key not in MOVE_KEYS}
    return _hash(
        "move",
        {
            "previous": previous,
            "code": code,
            "number": number,
            "seat": move.get("seat"),
            "by": move.get("by"),
            "time": move.get("time"),
            "content": content,
        },
    )


def head_hash(previous: str, moves: int, reason: object, ended_at: object) -> str:
    """Return the hash that closes a game: no move can go or come after it."""
    content = {"previous": previous, "moves": moves, "reason": reason}
    return _hash("end", content | {"ended_at": ended_at})


def _hash(kind: str, content: object) -> str:
    text = f"{_LABEL} {kind}\n".encode() + canonical(content)
    return hashlib.sha256(text).hexdigest()
