"""The hash chain of a record, and the receipt of a closed game (docs/fairness.md).

Each hash covers all deals and moves before it. Players' names are not hashed, so that
they can be erased. Times are texts in UTC with microseconds.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.editions import RECORDED_SETTINGS

# The version of the proof: of the chain and of the keys that it covers.
VERSION = 2
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
    "tutorial",
    *RECORDED_SETTINGS,
    "seats",
    "got_up",
    "first_seat",
    "given",
    "commitment",
    "contributions",
    "opened_at",
    "started_at",
)
# The keys of a record that the hash of its end covers.
END_KEYS = ("reason", "ended_at", "bots", "closing", "before")
# The keys of a move in a record that are no part of its content.
MOVE_KEYS = ("seat", "time", "by", "hash")
_LABEL = f"checkpoint-charlie chain {VERSION}"


@dataclass(frozen=True, slots=True)
class Link:
    """A move in the chain: the hash before it, its correct hash and the stored one."""

    round: int
    move: int
    previous: str
    correct: str
    found: object


# Kept, because `json.dumps` would create an encoder for each hash.
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def to_canonical(value: object) -> bytes:
    """Return the canonical JSON of a value: sorted keys, no spaces, ASCII only."""
    return _encode(value).encode()


def start_hash(record: Mapping[str, object]) -> str:
    """Return the hash of a game's set-up, ignoring other keys of the record."""
    return _hash("start", {key: record.get(key) for key in START_KEYS})


def deal_hash(previous: str, code: object, entry: Mapping[str, object]) -> str:
    """Return the hash of a deal: an entry of `rounds` without its moves."""
    keys = ("number", "attempt", "deal")
    content = {key: entry.get(key) for key in keys}
    return _hash("deal", content | {"previous": previous, "code": code})


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


def head_hash(previous: str, moves: int, record: Mapping[str, object]) -> str:
    """Return the hash that closes a game, so that no move can be added or removed.

    It also covers `before`, the last hash of the site's journal: the hash of the game
    that was closed before this one, or of an act of staff.
    """
    content = {key: record.get(key) for key in END_KEYS}
    return _hash("end", content | {"previous": previous, "moves": moves})


def act_hash(act: Mapping[str, object]) -> str:
    """Return the hash of an act of staff, as it stands in the site's journal."""
    return _hash("act", act)


def list_links(record: Mapping[str, Any]) -> Iterator[Link]:
    """Yield the moves of a record as links of the chain, and its head as the last one.

    A link follows the stored hash before it, so that one fault is reported once. The
    head has the number of the last round and no move.
    """
    code, previous, count, number = record["code"], record["start_hash"], 0, 0
    for number, entry in enumerate(record["rounds"], 1):
        previous = deal_hash(previous, code, entry)
        for index, move in enumerate(entry["moves"], 1):
            count += 1
            correct = move_hash(previous, code, count, move)
            yield Link(number, index, previous, correct, move.get("hash"))
            previous = move["hash"]
    correct = head_hash(previous, count, record)
    yield Link(number, 0, previous, correct, record.get("head_hash"))


def _hash(kind: str, content: object) -> str:
    text = f"{_LABEL} {kind}\n".encode() + to_canonical(content)
    return hashlib.sha256(text).hexdigest()


_RECEIPT = re.compile(r"\b([2-9A-Z]{6})\s+([-\d*/]+)\s+([0-9a-f]{64})\b")
_NO_RESULT = "-"


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt; `result` has the points of each seat, the winners with a star."""

    code: str
    result: str
    head: str

    def __str__(self) -> str:
        """Return the receipt as one line.

        >>> str(Receipt("K7QX2M", "7*/3/-1", "0" * 8))
        'K7QX2M 7*/3/-1 00000000'
        """
        return f"{self.code} {self.result} {self.head}"


def format_result(points: Sequence[int | None], winners: Sequence[int]) -> str:
    """Return the result of a receipt, a dash for a game ended before its end.

    >>> format_result((7, 3, -1), (0,)), format_result((7, 3, -1), ())
    ('7*/3/-1', '-')
    """
    if not winners:
        return _NO_RESULT
    return "/".join(
        f"{each}*" if seat in winners else f"{each}" for seat, each in enumerate(points)
    )


def build_receipt(record: Mapping[str, Any]) -> Receipt:
    """Return the receipt of a record that has been verified."""
    outcome = record["outcome"]
    points = [score["points"] for score in outcome["scores"]]
    result = format_result(points, outcome["winners"])
    return Receipt(record["code"], result, record["head_hash"])


def read_receipts(text: str) -> list[Receipt]:
    """Return the receipts in a text, such as a message; other words are ignored."""
    return [Receipt(*found) for found in _RECEIPT.findall(text)]
