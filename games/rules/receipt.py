"""The receipt of a closed game: a line that a player keeps (docs/fairness.md).

It holds the table's code, the result and the head hash. The head hash covers the whole
game and all games that the site closed before it, so that a receipt shows whether
somebody with access to the database has written the games anew.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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


def result_text(points: Sequence[int | None], winners: Sequence[int]) -> str:
    """Return the result of a receipt, a dash for a game ended before its end.

    >>> result_text((7, 3, -1), (0,)), result_text((7, 3, -1), ())
    ('7*/3/-1', '-')
    """
    if not winners:
        return _NO_RESULT
    return "/".join(
        f"{each}*" if seat in winners else f"{each}" for seat, each in enumerate(points)
    )


def receipt_of_record(record: Mapping[str, Any]) -> Receipt:
    """Return the receipt of a record that has been verified."""
    outcome = record["outcome"]
    points = [score["points"] for score in outcome["scores"]]
    result = result_text(points, outcome["winners"])
    return Receipt(record["code"], result, record["head_hash"])


def read_receipts(text: str) -> list[Receipt]:
    """Return the receipts in a text, such as a message; other words are ignored."""
    return [Receipt(*found) for found in _RECEIPT.findall(text)]
