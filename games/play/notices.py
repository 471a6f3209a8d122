"""Tells players who do not look at a table that its game waits for them.

Notices go to their browsers by web push, and to the table's webhook, such as a chat.

A snapshot knows the webhook and the players with a subscription (`Table.notified`), so
a move asks no database. The rest happens after the commit, on the event loop, and no
answer waits for it.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.errors import Refused, refuse_if
from games.labels import WAITING_FOR, join_names
from games.models import Player, PushSubscription
from games.play.clock import PLAYED_FOR
from games.play.pages import is_seen
from games.play.snapshot import Snapshot, Table, TableSeat
from games.play.transaction import get_snapshot, locked_game, mark_changed, require_open
from games.rules.timeouts import waiting_for
from runtime import outgoing, web_push
from runtime.metrics import NOTICES
from runtime.threads import Kind, call_on, run_on_loop, slow

_SERVICES = slow[Kind.SERVICES]
# The browsers of a player, and the seconds between two notices of one table: of one
# process, because a proxy sends all pages of a table to the same one.
MOST_BROWSERS = 5
PAUSE = 60
# Seconds. A notice that waited longer for slow push services is no longer true.
LATEST = 30
# Notices of a player that are sent at once, and notices of the site that may wait.
MOST_AT_ONCE = 2
MOST_WAITING = 200
_GONE = (404, 410)
_CHAT_HEADERS = {"Content-Type": "application/json", "User-Agent": "checkpoint-charlie"}
# A name must not become a link or a mention in a chat, nor change how it looks.
_MARKUP = re.compile(r"[\\*_~`|<>()@:\[\]]")
# The receiver is a player or a webhook.
_turns: WeakValueDictionary[object, asyncio.Semaphore] = WeakValueDictionary()
# The receiver of each notice that waits or is sent now.
_waiting: list[object] = []

type _Post = Callable[[], Awaitable[int]]


def subscribe(code: str, player: Player, language: str, **browser: str) -> None:
    """Let a seated player's browser get notices; its oldest others go.

    Raises:
        TableError: no such table, it is closed, or the player has no seat there.
    """
    with locked_game(code) as game:
        require_open(game)
        snapshot = get_snapshot(game)
        refuse_if(snapshot.table.seat_of(player.pk) is None, Refused.NOT_SEATED)
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


def shown_part(webhook: str) -> str:
    """Return a webhook without its path, which is the key to a chat."""
    return "/".join([*webhook.split("/")[:3], "..."]) if webhook else ""


def notify_after_commit(before: Snapshot, after: Snapshot) -> None:
    """Notify, after the commit, the subscribers that the game now waits for.

    A table's webhook hears of all players that the game now waits for.
    """
    table, webhook = after.table, after.table.settings.webhook
    if after.state is None:
        return
    waiting = set(waiting_for(after.state))
    if before.state is not None:
        waiting -= set(waiting_for(before.state))
    asked = [
        seat
        for seat in table.seats
        if seat.index in waiting and seat.player_id and seat.presence not in PLAYED_FOR
    ]
    begins, since = before.state is None, monotonic()
    for seat in asked:
        if seat.player_id in table.notified:
            _after_commit(_notify, table, seat.player_id, begins, since)
    if webhook and asked:
        _after_commit(_tell_chat, table, asked, since)


def _after_commit(send: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
    transaction.on_commit(partial(run_on_loop, send, *args), robust=True)


async def _notify(table: Table, player_id: int, begins: bool, since: float) -> None:
    browsers = await call_on(_SERVICES, _find_browsers, table.pk, player_id)
    await asyncio.gather(
        *(_send_to(browser, table.code, begins, since) for browser in browsers)
    )


def _find_browsers(pk: int, player_id: int) -> list[PushSubscription]:
    if not _may_tell("notice", pk, player_id):
        return []
    return list(PushSubscription.objects.filter(player_id=player_id))


def _may_tell(kind: str, pk: int, player_id: int | None) -> bool:
    """Return whether a player does not see a table, and note that they are told."""
    if player_id is None or is_seen(pk, player_id):
        return False
    return cache.add(f"{kind}.{pk}.{player_id}", value=True, timeout=PAUSE)


async def _send_to(
    browser: PushSubscription, code: str, begins: bool, since: float
) -> None:
    message = _message(browser.language, code, begins)
    keys = browser.endpoint, browser.p256dh, browser.auth
    post = partial(web_push.send, *keys, message, topic=code)
    if await _send_in_turn(browser.player_id, post, since) == "gone":
        await call_on(_SERVICES, browser.delete)


async def _tell_chat(table: Table, asked: list[TableSeat], since: float) -> None:
    names = await call_on(_SERVICES, _find_names, table, asked)
    if not names:
        return
    webhook, message = table.settings.webhook, _chat_message(table, names)
    post = partial(outgoing.post, webhook, _CHAT_HEADERS, message)
    if await _send_in_turn(webhook, post, since) == "gone":
        await call_on(_SERVICES, _forget_webhook, table.code, webhook)


def _find_names(table: Table, asked: list[TableSeat]) -> list[str]:
    return [
        seat.name for seat in asked if _may_tell("webhook", table.pk, seat.player_id)
    ]


def _forget_webhook(code: str, webhook: str) -> None:
    with locked_game(code) as game:
        if game.webhook == webhook:
            game.webhook = ""
            mark_changed(game)


async def _send_in_turn(receiver: object, post: _Post, since: float) -> str:
    """Send a notice when its receiver has a turn; return and count the outcome."""
    if len(_waiting) >= MOST_WAITING:
        outcome = "dropped"
    else:
        _waiting.append(receiver)
        try:
            turn = _turns.setdefault(receiver, asyncio.Semaphore(MOST_AT_ONCE))
            async with turn:
                outcome = await _send(post, since)
        finally:
            _waiting.remove(receiver)
    NOTICES.labels(outcome).inc()
    return outcome


async def _send(post: _Post, since: float) -> str:
    if monotonic() - since > LATEST:
        return "late"
    try:
        status = await post()
    except (OSError, ValueError):
        return "failed"
    if status in _GONE:
        return "gone"
    return "sent" if status < 300 else "failed"


def _message(language: str, code: str, begins: bool) -> bytes:
    with translation.override(language):
        title = _("The game begins") if begins else _("It's your turn")
        table = _("Table %(code)s") % {"code": code}
    message = {"title": title, "body": table, "url": reverse("table", args=[code])}
    return json.dumps(message).encode()


def _chat_message(table: Table, names: list[str]) -> bytes:
    """Return a message in the forms of Discord (content) and of other chats (text)."""
    path = reverse("table", args=[table.code])
    with translation.override(table.language):
        title = _("Table %(code)s") % {"code": table.code}
        shown = join_names(_MARKUP.sub(r"\\\g<0>", name) for name in names)
        text = f"{title}. {WAITING_FOR[table.phase] % {'names': shown}}"
    if settings.PUBLIC_URL:
        text += f"\n{settings.PUBLIC_URL}{path}"
    message = {
        "content": text,
        "text": text,
        "allowed_mentions": {"parse": []},
        "table": table.code,
        "url": f"{settings.PUBLIC_URL}{path}",
        "waiting": names,
    }
    return json.dumps(message).encode()
