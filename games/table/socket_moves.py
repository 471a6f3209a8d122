"""Receives moves over the socket that a page has open anyway.

A page sends a move over its live socket and, if no acknowledgement arrives soon, by
POST with the same key. Both ways lead to games.play.moves.make_move.
"""

import json
import math
import time
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict

from games.errors import MoveMalformed, TableError
from games.models.player import Player
from games.ops.rate_limits import MOVES
from games.play import moves
from games.play.presence import welcome
from games.rules.errors import RulesError
from games.table.forms import read_move
from games.table.refusals import Refusal, refusal_of
from games.table.render import alert_update

# Seconds. A page waits half as long before it sends the move by POST and tells the
# player the result: a message held up by the network must not be applied after that.
LONGEST_DELAY = 5
_MALFORMED = (
    AttributeError,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
)
_ELSEWHERE = {"elsewhere": True}


@dataclass(frozen=True, slots=True)
class Message:
    """A page's message: its clock in seconds and perhaps a move.

    `content` is the move as in docs/record.md, without its seat.
    """

    now: float
    content: dict[str, Any] | None = None
    key: UUID | None = None


class DelayEstimate:
    """Estimates the delay of a page's messages, relative to the fastest one."""

    def __init__(self) -> None:
        self._least = math.inf

    def delay_of(self, message: Message) -> float:
        """Return the delay in seconds of a message that has just arrived."""
        difference = time.monotonic() - message.now
        self._least = min(self._least, difference)
        return difference - self._least


def read_message(text: str) -> Message | None:
    """Return the parsed message, None if it is malformed."""
    try:
        sent = json.loads(text)
        now = float(sent["now"])
        move = read_move(QueryDict(sent["move"])) if "move" in sent else ()
    except (*_MALFORMED, MoveMalformed, SuspiciousOperation):
        return None
    return Message(now, *move) if math.isfinite(now) else None


def ask_for_post(message: Message) -> dict[str, Any]:
    """Return the acknowledgement that makes the page send its move by POST."""
    return {"key": str(message.key), **_ELSEWHERE}


def make_move(code: str, player: Player | None, message: Message) -> dict[str, Any]:
    """Make a move and return its acknowledgement, in the active language.

    A move brings an absent player back. The acknowledgement of a legal move is the
    table's new number: the update itself is pushed. That of a refused move is the
    reason or, if the refusal concerns the player rather than the move, a request for a
    POST.
    """
    try:
        if player:
            MOVES.check(player.pk)
        change = moves.make_move(code, player, message.content, message.key)
        after = welcome(change.after, player, comes_back=True)
    except (TableError, RulesError) as error:
        return {"key": str(message.key), **_refused(refusal_of(error))}
    return {"key": str(message.key), "number": after.table.number}


def _refused(refusal: Refusal) -> dict[str, Any]:
    is_about_move = refusal.status == 409
    return {"content": alert_update(refusal)} if is_about_move else _ELSEWHERE
