"""Tells players without a visible page that the game of a table waits for them.

Notices go to their browsers by web push, and to the table's webhook, such as a chat.

A snapshot knows the webhook and, as a fact, the players with a subscription, so a move
asks no database. The rest happens after the commit, on the event loop, and no
answer waits for it.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from time import monotonic
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.errors import Refused, refuse_if
from games.models import Player, PushSubscription
from games.play.clock import PLAYED_FOR
from games.play.connections import may_tell
from games.play.facts import Revealed
from games.play.snapshot import Snapshot, Table
from games.play.transaction import get_snapshot, locked_game, mark_changed, require_open
from games.play.webhook import tell_chat
from games.rules.timeouts import find_waiting_seats
from runtime import web_push
from runtime.outgoing import send_in_turn
from runtime.threads import Kind, call_on, find_thread, run_on_loop

# The key of a session with the address at which its browser gets notices.
NOTICES = "notices"
# The browsers of a player that get notices.
MOST_BROWSERS = 5


def subscribe(code: str, player: Player, language: str, **browser: str) -> None:
    """Let a seated player's browser get notices; its oldest others go.

    Raises:
        TableError: no such table, it is closed, or the player has no seat there.
    """
    with locked_game(code) as game:
        require_open(game)
        snapshot = get_snapshot(game)
        refuse_if(snapshot.table.find_seat(player.pk) is None, Refused.NOT_SEATED)
        fields = {"player": player, "language": language, **browser}
        PushSubscription.objects.update_or_create(fields, endpoint=browser["endpoint"])
        newest = player.subscriptions.order_by("-pk").values_list("pk", flat=True)
        newest_keys = list(newest[:MOST_BROWSERS])
        player.subscriptions.exclude(pk__in=newest_keys).delete()
        if player.pk not in _find_notified(snapshot.table):
            mark_changed(game)


def unsubscribe(player: Player, endpoint: str) -> None:
    """Send no more notices to a player's browser."""
    player.subscriptions.filter(endpoint=endpoint).delete()


def read_notified(code: str, _revealed: Revealed) -> frozenset[int]:
    """Return the players of a table whose browsers get notices; a closed one has none.

    No page shows them.
    """
    seats = {"player__seats__game__code": code, "player__seats__game__ended_at": None}
    found = PushSubscription.objects.filter(**seats)
    return frozenset(found.values_list("player_id", flat=True))


def _find_notified(table: Table) -> frozenset[int]:
    return table.find_fact(read_notified) or frozenset()


def notify_after_commit(before: Snapshot, after: Snapshot) -> None:
    """Notify, after the commit, the subscribers that the game now waits for.

    A table's webhook hears of all players that the game now waits for.
    """
    table, webhook = after.table, after.table.settings.webhook
    if after.state is None:
        return
    notified = _find_notified(table)
    waiting = set(find_waiting_seats(after.state))
    if before.state is not None:
        waiting -= set(find_waiting_seats(before.state))
    asked = [
        seat
        for seat in table.seats
        if seat.index in waiting and seat.player_id and seat.presence not in PLAYED_FOR
    ]
    begins, since = before.state is None, monotonic()
    for seat in asked:
        if seat.player_id in notified:
            _after_commit(_notify, table, seat.player_id, begins, since)
    if webhook and asked:
        _after_commit(tell_chat, table, asked, since)


def _after_commit(send: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
    transaction.on_commit(partial(run_on_loop, send, *args), robust=True)


async def _notify(table: Table, player_id: int, begins: bool, since: float) -> None:
    thread = find_thread(Kind.SERVICES)
    browsers = await call_on(thread, _find_browsers, table.pk, player_id)
    await asyncio.gather(
        *(_send_to(browser, table.code, begins, since) for browser in browsers)
    )


def _find_browsers(pk: int, player_id: int) -> list[PushSubscription]:
    if not may_tell("notice", pk, player_id):
        return []
    return list(PushSubscription.objects.filter(player_id=player_id))


async def _send_to(
    browser: PushSubscription, code: str, begins: bool, since: float
) -> None:
    message = _build_message(browser.language, code, begins)
    keys = browser.endpoint, browser.p256dh, browser.auth
    post = partial(web_push.send, *keys, message, topic=code)
    if await send_in_turn(browser.player_id, post, since) == "gone":
        await call_on(find_thread(Kind.SERVICES), browser.delete)


def _build_message(language: str, code: str, begins: bool) -> bytes:
    with translation.override(language):
        title = _("The game begins") if begins else _("It's your turn")
        table = _("Table %(code)s") % {"code": code}
    message = {"title": title, "body": table, "url": reverse("table", args=[code])}
    return json.dumps(message).encode()
