"""One event to everyone at a table, after the commit: a hint that may be lost.

The sockets of this process are told directly, those of other processes through the
channel layer. The message holds a number: no card, no name, no HTML.
"""

import asyncio
import logging
from functools import partial

from channels.layers import get_channel_layer

from games.listeners import tell_listeners, tell_pages_of
from games.metrics import DROPPED_BY_LAYER, began, note_push
from games.pages import PROCESS, has_other_processes
from games.threads import run_on_loop

logger = logging.getLogger(__name__)
LONGEST_WAIT = 2


def group_of(pk: int) -> str:
    """Return the name of a table's group in the channel layer."""
    return f"table.{pk}"


def group_of_player(player_id: int) -> str:
    """Return the name of the group of a player's sockets."""
    return f"player.{player_id}"


def publish(pk: int, number: int) -> None:
    """Tell every socket of a table that it is at this number now."""
    tell_listeners(
        pk, lambda listener: listener.hear(number), partial(note_push, began())
    )
    _tell_others(pk, {"type": "table.changed", "number": number})


def publish_reaction(pk: int, seat: int, reaction: str) -> None:
    """Show every page of a table a bark or a paw; who is away misses it."""
    tell_listeners(pk, lambda listener: listener.see_reaction(seat, reaction))
    _tell_others(pk, {"type": "table.reaction", "seat": seat, "reaction": reaction})


def publish_page(pk: int, player_id: int) -> None:
    """Tell a player's other pages of a table that one more is opened."""
    tell_listeners(pk, lambda listener: listener.see_other_page(player_id))
    _tell_others(pk, {"type": "table.page", "player": player_id, "process": PROCESS})


def publish_viewer(player_id: int) -> None:
    """Have every socket of a player look whether its session is still theirs."""
    tell_pages_of(player_id, lambda listener: listener.check_viewer())
    _tell_group(group_of_player(player_id), {"type": "viewer.changed"})


def _tell_others(pk: int, message: dict[str, object]) -> None:
    _tell_group(group_of(pk), message)


def _tell_group(group: str, message: dict[str, object]) -> None:
    if has_other_processes():
        run_on_loop(_send(group, message))


async def _send(group: str, message: dict[str, object]) -> None:
    # A layer that is away must not fail a change that is committed, nor hold it up:
    # the pages find out by themselves.
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            await get_channel_layer().group_send(group, message)
    except Exception:
        DROPPED_BY_LAYER.inc()
        logger.exception("The channel layer did not take a message.")
