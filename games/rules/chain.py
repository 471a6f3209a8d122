"""The hash chain of a record: each hash covers a move and all moves before it.

docs/fairness.md specifies each byte. Players' names are not hashed, so that they can
be erased. Times are texts in UTC with microseconds.
"""

import hashlib
import json
from collections.abc import Mapping

# Increased whenever the same moves could lead to another outcome.
RULES_VERSION = 1
# The keys of a record that the hash of its set-up covers.
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
# The keys of a move in a record that are no part of its content.
MOVE_KEYS = ("seat", "time", "by", "hash")

_LABEL = "checkpoint-charlie chain 1"


def canonical(value: object) -> bytes:
    """Return the canonical JSON of a value: sorted keys, no spaces, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def start_hash(record: Mapping[str, object]) -> str:
    """Return the hash of a game's set-up, ignoring other keys of the record."""
    return _hash("start", {key: record.get(key) for key in START_KEYS})


def move_hash(
    previous: str, code: object, number: int, move: Mapping[str, object]
) -> str:
    """Return the hash of a move in a record; `number` counts moves from 1."""
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
    """Return the hash that closes a game, so that no move can be added or removed."""
    content = {"previous": previous, "moves": moves, "reason": reason}
    return _hash("end", content | {"ended_at": ended_at})


def _hash(kind: str, content: object) -> str:
    text = f"{_LABEL} {kind}\n".encode() + canonical(content)
    return hashlib.sha256(text).hexdigest()
