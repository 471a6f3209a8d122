"""Sends notices of a game to players who do not look at its table, by web push.

A snapshot knows the players with a subscription (`Table.notified`), so a move at a
table without any asks no database. The rest happens after the commit, on
the event loop, and no answer waits for it.
"""

import asyncio
import json
from functools import partial
from time import monotonic
from weakref import WeakValueDictionary

from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.errors import Refused, TableError
from games.live.clock import is_played_for
from games.live.watch import is_seen
from games.models.player import Player, PushSubscription
from games.play.snapshot import Snapshot, Table
from games.play.transaction import get_snapshot, locked_game, mark_changed
from games.rules.timeouts import waiting_for
from runtime import soft_cache, web_push
from runtime.metrics import NOTICES
from runtime.threads import in_thread, run_on_loop

# The browsers of a player, and the seconds between two notices of one table.
MOST_BROWSERS = 5
PAUSE = 60
# Seconds. A notice that waited longer for slow push services is no longer true.
LATEST = 30
# Notices of a player that are sent at once, and notices of the site that may wait.
MOST_AT_ONCE = 2
MOST_WAITING = 200
_GONE = (404, 410)
_turns: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
# The browser of each notice that waits or is sent now.
_waiting: list[int] = []


def subscribe(code: str, player: Player, language: str, **browser: str) -> None:
    """Let a seated player's browser get notices; its oldest others go.

    Raises:
        TableError: no such table, it is closed, or the player has no seat there.
    """
    with locked_game(code) as game:
        if game.ended_at is not None:
            raise TableError(Refused.ALREADY_CLOSED)
        snapshot = get_snapshot(game)
        if snapshot.table.seat_of(player.pk) is None:
            raise TableError(Refused.NOT_SEATED)
        fields = {"player": player, "language": language, **browser}
        PushSubscription.objects.update_or_create(fields, endpoint=browser["endpoint"])
        newest = player.subscriptions.order_by("-pk").values_list("pk", flat=True)
        kept = list(newest[:MOST_BROWSERS])
        player.subscriptions.exclude(pk__in=kept).delete()
        if player.pk not in snapshot.table.notified:
            mark_changed(game)


def unsubscribe(player: Player, endpoint: str) -> None:
    """Send no more notices to a player's browser."""
    player.subscriptions.filter(endpoint=endpoint).delete()


def notify_after_commit(before: Snapshot, after: Snapshot) -> None:
    """Notify, after the commit, the subscribers that the game now waits for."""
    table = after.table
    if after.state is None:
        return
    waiting = set(waiting_for(after.state))
    if before.state is not None:
        waiting -= set(waiting_for(before.state))
    for seat in table.seats:
        is_asked = seat.index in waiting and not is_played_for(seat.presence)
        if is_asked and seat.player_id in table.notified:
            begins = before.state is None
            asked = table, seat.player_id, begins, monotonic()
            transaction.on_commit(partial(run_on_loop, _notify, *asked), robust=True)


async def _notify(table: Table, player_id: int, begins: bool, since: float) -> None:
    """Send a notice to each browser of a player who does not see the table."""
    browsers = await in_thread(_find_browsers, table.pk, player_id)
    await asyncio.gather(
        *(_send_in_turn(browser, table.code, begins, since) for browser in browsers)
    )


def _find_browsers(pk: int, player_id: int) -> list[PushSubscription]:
    noted = f"notice.{pk}.{player_id}"
    if is_seen(pk, player_id) or not soft_cache.note_first(noted, PAUSE):
        return []
    return list(PushSubscription.objects.filter(player_id=player_id))


async def _send_in_turn(
    browser: PushSubscription, code: str, begins: bool, since: float
) -> None:
    if len(_waiting) >= MOST_WAITING:
        NOTICES.labels("dropped").inc()
        return
    _waiting.append(browser.pk)
    try:
        turn = _turns.setdefault(browser.player_id, asyncio.Semaphore(MOST_AT_ONCE))
        async with turn:
            outcome = await _send(browser, code, begins, since)
    finally:
        _waiting.remove(browser.pk)
    NOTICES.labels(outcome).inc()


async def _send(
    browser: PushSubscription, code: str, begins: bool, since: float
) -> str:
    """Send a notice to a browser; return the outcome for the metrics."""
    if monotonic() - since > LATEST:
        return "late"
    message = _message(browser.language, code, begins)
    keys = browser.endpoint, browser.p256dh, browser.auth
    try:
        status = await web_push.send(*keys, message, topic=code)
    except (OSError, ValueError):
        return "failed"
    if status in _GONE:
        await in_thread(browser.delete)
        return "gone"
    return "sent" if status < 300 else "failed"


def _message(language: str, code: str, begins: bool) -> bytes:
    with translation.override(language):
        title = _("The game begins") if begins else _("It's your turn")
        table = _("Table %(code)s") % {"code": code}
    message = {"title": title, "body": table, "url": reverse("table", args=[code])}
    return json.dumps(message).encode()
