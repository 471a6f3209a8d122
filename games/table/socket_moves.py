"""The second door for moves: over the socket that a page has open anyway.

A page sends its move there while the socket is live, and by POST with the same key when
that is not acknowledged soon. Both doors lead to the one seam.
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

# Seconds. A page waits half as long before it goes by POST, and then tells the player
# what came of that: a move that a dead network kept back must not be made later.
LONGEST_DELAY = 5
_RUBBISH = (
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
    """What a page sends: the seconds of its own clock, and with them perhaps a move.

    `content` is the move as in docs/record.md, without its seat.
    """

    now: float
    content: dict[str, Any] | None = None
    key: UUID | None = None


class DelayEstimate:
    """How long a page's messages take, against the quickest of them."""

    def __init__(self) -> None:
        self._least = math.inf

    def delay_of(self, message: Message) -> float:
        """Return the seconds that a message which came in just now was held up."""
        difference = time.monotonic() - message.now
        self._least = min(self._least, difference)
        return difference - self._least


def read_message(text: str) -> Message | None:
    """Return what a page sent, None for rubbish."""
    try:
        sent = json.loads(text)
        now = float(sent["now"])
        move = read_move(QueryDict(sent["move"])) if "move" in sent else ()
    except (*_RUBBISH, MoveMalformed, SuspiciousOperation):
        return None
    return Message(now, *move) if math.isfinite(now) else None


def send_elsewhere(message: Message) -> dict[str, Any]:
    """Return the acknowledgement with which a page goes to the first door."""
    return {"key": str(message.key), **_ELSEWHERE}


def make_move(code: str, player: Player | None, message: Message) -> dict[str, Any]:
    """Make a move and return what acknowledges it, in the active language.

    Who had left is back with it. Of a move that was made that is the number of the
    table after it, as the update itself is pushed. Of one that was refused it is why;
    what concerns the player, not the move, the first door tells better.
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
