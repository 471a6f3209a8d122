"""Has functions called in all processes of a site, through the channel layer.

Each process has one channel in the layer. A message may be lost: while the layer is
away, a process goes on with its own sockets.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from secrets import token_hex
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import InMemoryChannelLayer, get_channel_layer

from runtime.metrics import DROPPED_BY_LAYER
from runtime.threads import run_on_loop

logger = logging.getLogger(__name__)
# The name of this process among the processes of the site.
PROCESS = token_hex(8)
# Seconds: the limit of a call to the layer, and the pause between attempts to join it.
LONGEST_WAIT = 2
PAUSE = 2
_GROUP = "tables"
_functions: dict[str, Callable[..., None]] = {}


def has_other_processes() -> bool:
    """Return whether the channel layer connects several processes."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def in_every_process[**P](
    name: str,
) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Call a function here at once, and by its name in the other processes.

    They get the positional arguments alone: numbers and short texts, no secrets.
    """

    def relayed(function: Callable[P, None]) -> Callable[P, None]:
        _functions[name] = function

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> None:
            function(*args, **kwargs)
            if has_other_processes():
                message = {"type": name, "about": args, "process": PROCESS}
                run_on_loop(_send, message)

        return call

    return relayed


async def listen_to_others() -> None:
    """Start to receive the messages of other processes, if there are any.

    Returns after the first attempt to join the layer, successful or not.
    """
    if has_other_processes():
        loop = asyncio.get_running_loop()
        if loop not in _relays:
            _relays[loop] = _Relay()
        await _relays[loop].has_tried.wait()


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
        self.has_tried = asyncio.Event()
        self._task = asyncio.create_task(self._keep_listening())

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                logger.warning(
                    "Other processes are not heard: %s", type(error).__name__
                )
            self.has_tried.set()
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        async with asyncio.timeout(LONGEST_WAIT):
            channel = await layer.new_channel()
            await layer.group_add(_GROUP, channel)
        self.has_tried.set()
        while True:
            message = await layer.receive(channel)
            # A process of another release may send unknown kinds of messages.
            with suppress(KeyError, TypeError):
                if message["process"] != PROCESS:
                    _functions[message["type"]](*message["about"])


_relays: WeakKeyDictionary[asyncio.AbstractEventLoop, _Relay] = WeakKeyDictionary()
