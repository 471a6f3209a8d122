"""Tells a table's webhook, such as a chat, which players the game waits for.

The webhook's address is the key to the chat: no page shows its path.
"""

import json
import re
from functools import partial

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.labels import WAITING_FOR, join_names
from games.play.connections import may_tell
from games.play.snapshot import Table, TableSeat
from games.play.transaction import locked_game, mark_changed
from runtime import outgoing
from runtime.threads import Kind, call_on, find_thread

_CHAT_HEADERS = {"Content-Type": "application/json", "User-Agent": "checkpoint-charlie"}
# A name must not become a link or a mention in a chat, nor change how it looks.
_MARKUP = re.compile(r"[\\*_~`|<>()@:\[\]]")


def strip_webhook_path(webhook: str) -> str:
    """Return a webhook without its path, which is the key to a chat."""
    return "/".join([*webhook.split("/")[:3], "..."]) if webhook else ""


async def tell_chat(table: Table, asked: list[TableSeat], since: float) -> None:
    """Name in the chat the players of these seats without a visible page."""
    names = await call_on(find_thread(Kind.SERVICES), _find_names, table, asked)
    if not names:
        return
    webhook, message = table.settings.webhook, _build_chat_message(table, names)
    post = partial(outgoing.post, webhook, _CHAT_HEADERS, message)
    if await outgoing.send_in_turn(webhook, post, since) == "gone":
        await call_on(find_thread(Kind.SERVICES), _forget_webhook, table.code, webhook)


def _find_names(table: Table, asked: list[TableSeat]) -> list[str]:
    return [
        seat.name for seat in asked if may_tell("webhook", table.pk, seat.player_id)
    ]


def _forget_webhook(code: str, webhook: str) -> None:
    with locked_game(code) as game:
        if game.webhook == webhook:
            game.webhook = ""
            mark_changed(game)


def _build_chat_message(table: Table, names: list[str]) -> bytes:
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
