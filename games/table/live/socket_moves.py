"""Receives moves over the socket that a page has open anyway.

A page sends a move over its live socket and, if no acknowledgement arrives soon, by
POST with the same key. Both call games.table.live.submit.
"""

import math
import time
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import SuspiciousOperation
from django.db import Error
from django.http import QueryDict
from django.utils import translation

from games.errors import Refusal, TableError
from games.models import Player
from games.play.race import Arrival
from games.play.seam import Entered
from games.rules.illegal import RulesError
from games.table.live.connection import TableConnection
from games.table.live.submit import read_move, submit
from games.table.page.refusals import ENTERED, note_refusal, render_alert
from games.table.people.idle import note_sign
from runtime.database import RETRY_AFTER, is_outage
from runtime.metrics import DROPPED_AS_LATE

# Seconds. A page waits half as long before it sends the move by POST and tells the
# player the result: a message held up by the network must not be applied after that.
LONGEST_DELAY = 5
_MALFORMED = (
    AttributeError,
    KeyError,
    OverflowError,
    TypeError,
    ValueError,
)
_ELSEWHERE = {"elsewhere": True}


@dataclass(frozen=True, slots=True)
class SentMove:
    """A move as in docs/record.md, without its seat, and its key."""

    content: dict[str, Any]
    key: UUID


@dataclass(frozen=True, slots=True)
class Message:
    """A page's message: its clock in seconds, if it is hidden, perhaps a move.

    `sign` is the age of the player's last sign at this page, in milliseconds.
    """

    now: float
    is_hidden: bool
    move: SentMove | None
    sign: float | None


class SocketMoves:
    """The moves of one page over its socket."""

    def __init__(self, page: TableConnection) -> None:
        self._page = page
        # The least difference of the two clocks: that of the fastest message.
        self._least = math.inf

    def read(self, sent: Any) -> Message | None:
        """Return the message that this JSON is, None if it is malformed.

        Notes whether the page is hidden, how fast its messages are, and a sign.
        """
        message = read_message(sent)
        if message is not None:
            self._page.is_visible = not message.is_hidden
            if (
                message.sign is not None
                and self._page.player_id
                and self._page.may_sign
            ):
                note_sign(self._page.code, self._page.player_id, message.sign / 1000)
            self._least = min(self._least, time.monotonic() - message.now)
        return message

    async def answer_to(
        self, move: SentMove, now: float, at: float | None = None
    ) -> dict[str, Any]:
        """Make a move and return its acknowledgement.

        `now` is when the page sent it, by its own clock, and `at` when it arrived, if
        the server has noted that. A late move is not made, because its page has sent it
        by POST meanwhile. In an outage the acknowledgement says, as a 503 does, in how
        many seconds the page may send the move again.
        """
        if self._page.player is None:
            # A player without a seat gets the refusal by POST, which counts by address.
            return _ask_for_post(move)
        if time.monotonic() - now - self._least > LONGEST_DELAY:
            DROPPED_AS_LATE.inc()
            return _ask_for_post(move)
        arrival = Arrival.of(at, self._page.latency)
        try:
            return await self._page.on_worker(self._make_move, move, arrival)
        except Error as error:
            if not is_outage(error):
                raise
            return {"key": str(move.key), "again": RETRY_AFTER}

    def _make_move(self, move: SentMove, arrival: Arrival) -> dict[str, Any]:
        player = self._page.find_mover()
        # This call has a context of its own (runtime.threads).
        translation.activate(self._page.language)
        return make_sent_move(self._page.code, player, move, arrival)


def read_message(sent: Any) -> Message | None:
    """Return the message that this JSON is, None if it is malformed."""
    try:
        now = float(sent["now"])
        move = SentMove(*read_move(QueryDict(sent["move"]))) if "move" in sent else None
    except (*_MALFORMED, TableError, SuspiciousOperation):
        return None
    is_hidden, sign = sent.get("hidden") is True, sent.get("sign")
    is_sign = isinstance(sign, int | float) and 0 <= sign < math.inf
    message = Message(now, is_hidden, move, sign if is_sign else None)
    return message if math.isfinite(now) else None


def make_sent_move(
    code: str, player: Player | None, move: SentMove, arrival: Arrival
) -> dict[str, Any]:
    """Make a move and return its acknowledgement, in the active language.

    The acknowledgement of a legal move is the table's new number: the update itself is
    pushed. That of an entered accusation says so, too. That of a refused move is the
    reason or, if the refusal concerns the player rather than the move, a request for a
    POST.
    """
    try:
        outcome = submit(code, player, move.content, move.key, arrival)
    except (TableError, RulesError) as error:
        return {"key": str(move.key), **_refused(note_refusal(error))}
    said = {"alert": render_alert(ENTERED)} if isinstance(outcome, Entered) else {}
    return {"key": str(move.key), "number": outcome.view.table.number, **said}


def _ask_for_post(move: SentMove) -> dict[str, Any]:
    """Return the acknowledgement that makes the page send its move by POST."""
    return {"key": str(move.key), **_ELSEWHERE}


def _refused(refusal: Refusal) -> dict[str, Any]:
    is_about_move = refusal.status == 409
    return {"alert": render_alert(refusal)} if is_about_move else _ELSEWHERE
