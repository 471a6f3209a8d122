"""Publishes changes of a table to its sockets in all processes, after the commit.

The hub calls the sockets of this process. Each process has one channel in the channel
layer for messages from the others. A message holds numbers, no card, no name and no
HTML, and may be lost: while the layer is away tables go on, and heartbeats reveal
missed changes.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from operator import methodcaller
from time import perf_counter
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games.live.hub import tell_listeners, tell_pages_of
from games.live.open_pages import PROCESS
from runtime.loop import has_other_processes
from runtime.metrics import DROPPED_BY_LAYER, MOVE_TO_PUSH
from runtime.threads import run_on_loop

logger = logging.getLogger(__name__)
# Seconds: the limit of a call to the layer, and the pause between attempts to join it.
LONGEST_WAIT = 2
PAUSE = 2
_GROUP = "tables"
_VIEWER = "viewer.changed"
# The method of a listener for each kind of message.
_METHODS = {
    "table.changed": "on_change",
    "table.reaction": "on_reaction",
    "table.new_page": "on_new_page",
    _VIEWER: "check_viewer",
}


def publish(pk: int, number: int, began: float | None = None) -> None:
    """Tell every socket of a table its new number.

    `began` is the `perf_counter` at the start of the change.
    """

    def note_push() -> None:
        if began is not None:
            MOVE_TO_PUSH.observe(perf_counter() - began)

    _publish("table.changed", pk, number, told=note_push)


def publish_reaction(pk: int, seat: int, reaction: str) -> None:
    """Show a reaction on every open page of a table."""
    _publish("table.reaction", pk, seat, reaction)


def publish_page(pk: int, player_id: int, page: str) -> None:
    """Tell a player's other pages of a table about a new one with this name."""
    _publish("table.new_page", pk, player_id, page)


def publish_viewer(player_id: int) -> None:
    """Make every socket of a player check its session.

    To end a session, call games.players.identity.note_session_end, which calls this.
    """
    _publish(_VIEWER, player_id)


async def listen_to_others() -> None:
    """Start to receive the messages of other processes, if there are any.

    Returns after the first attempt to join the layer, successful or not.
    """
    if has_other_processes():
        loop = asyncio.get_running_loop()
        if loop not in _relays:
            _relays[loop] = _Relay()
        await _relays[loop].start()


def _publish(
    kind: str, whom: int, *about: int | str, told: Callable[[], None] = lambda: None
) -> None:
    _tell(kind, whom, *about, told=told)
    if has_other_processes():
        message = {"type": kind, "whom": whom, "about": about, "process": PROCESS}
        run_on_loop(_send, message)


def _tell(
    kind: str, whom: int, *about: int | str, told: Callable[[], None] = lambda: None
) -> None:
    answer = methodcaller(_METHODS[kind], *about)
    if kind == _VIEWER:
        tell_pages_of(whom, answer)
    else:
        tell_listeners(whom, answer, told)


async def _send(message: dict[str, Any]) -> None:
    # A layer that is away must neither fail nor delay a committed change: heartbeats
    # reveal it to the pages.
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            await get_channel_layer().group_send(_GROUP, message)
    except Exception as error:
        DROPPED_BY_LAYER.inc()
        logger.warning("The channel layer took no message: %s", type(error).__name__)


class _Relay:
    """Receives the messages of other processes for one event loop."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._has_tried = asyncio.Event()

    async def start(self) -> None:
        """Receive until the process ends; return after the first attempt to join."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep_listening())
        await self._has_tried.wait()

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                logger.warning(
                    "Other processes are not heard: %s", type(error).__name__
                )
            self._has_tried.set()
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        async with asyncio.timeout(LONGEST_WAIT):
            channel = await layer.new_channel()
            await layer.group_add(_GROUP, channel)
        self._has_tried.set()
        while True:
            message = await layer.receive(channel)
            # A process of another release may send unknown kinds of messages.
            with suppress(KeyError, TypeError):
                if message["process"] != PROCESS:
                    _tell(message["type"], message["whom"], *message["about"])


_relays: WeakKeyDictionary[asyncio.AbstractEventLoop, _Relay] = WeakKeyDictionary()
