"""A channel layer that tells its own process directly, and others through Redis.

It has the interface that Channels' manual demands ("Channel Layer Specification"), with
groups. A group's members in this process hear a message at once, with or without Redis.
Each event loop with channels has one subscription. A message may be lost, and no
receiver may change one. With Redis it must be JSON.
"""

import asyncio
import json
import logging
from collections.abc import Iterable
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer, get_channel_layer

from runtime.metrics import DROPPED_BY_LAYER
from runtime.threads import run_on_loop, start_task

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger(__name__)
# Seconds: the limit of a call to Redis, and the pause before the next subscription.
LONGEST_WAIT = 2
PAUSE = 2
# The name of this process among the processes of the site, and the group of them all.
PROCESS = token_hex(8)
PROCESSES = "processes"

type Message = dict[str, Any]
type Queue = asyncio.Queue[Message]


class _Loop:
    """The channels and groups of one event loop, which alone changes them."""

    def __init__(self) -> None:
        # A queue lives while it has a reader, a group, or messages sent to it.
        self.queues: WeakValueDictionary[str, Queue] = WeakValueDictionary()
        self.groups: dict[str, dict[str, Queue]] = {}
        self.unread: dict[str, Queue] = {}
        self.listener: asyncio.Task[None] | None = None
        # Set after the first attempt to subscribe, successful or not.
        self.has_tried = asyncio.Event()
        # While there is a subscription.
        self.redis: Redis | None = None

    def put(self, queues: Iterable[Queue], message: Message) -> None:
        """Put a message into queues; one with too many unread messages misses it."""
        for queue in list(queues):
            with suppress(asyncio.QueueFull):
                queue.put_nowait(message)

    def put_to_group(self, group: str, message: Message) -> None:
        self.put(self.groups.get(group, {}).values(), message)


class ChannelLayer(BaseChannelLayer):
    """The channel layer of a process. Without a URL there are no other processes."""

    extensions = ("groups",)

    def __init__(
        self, url: str = "", prefix: str = "charlie", capacity: int = 100
    ) -> None:
        super().__init__(capacity=capacity)
        self._url, self._prefix, self._process = url, f"{prefix}.layer", token_hex(8)
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Loop] = (
            WeakKeyDictionary()
        )
        # When Redis last passed something on; None before a loop has listened.
        self._heard_at: float | None = None

    @property
    def is_shared(self) -> bool:
        """Return whether other processes may share this layer."""
        return bool(self._url)

    @property
    def has_groups(self) -> bool:
        """Return whether a group has a member in this process."""
        return any(here.groups for here in list(self._loops.values()))

    def is_deaf(self, seconds: float) -> bool:
        """Return whether Redis has passed no message for so long, own ones too."""
        return self._heard_at is not None and monotonic() - self._heard_at > seconds

    # The interface of a channel layer.

    async def new_channel(self, prefix: str = "specific") -> str:
        """Return the name of a new channel, for the running loop to receive from."""
        self._listen_at(self._here())
        return f"{prefix}.{self._process}!{token_hex(8)}"

    async def send(self, channel: str, message: Message) -> None:
        """Send a message to a channel, through Redis if there is one.

        Raises:
            ChannelFull: it has too many unread messages.
            OSError, RedisError, TimeoutError: Redis did not take the message.
        """
        self.require_valid_channel_name(channel)
        if self._url:
            await self._wait_for_others()
            await self._publish({"channel": channel, "message": message})
            return
        queue = self._open(channel)
        try:
            queue.put_nowait(message)
        except asyncio.QueueFull:
            raise ChannelFull(channel) from None
        self._here().unread[channel] = queue

    async def receive(self, channel: str) -> Message:
        """Wait for the next message of a channel of this loop, and return it."""
        self.require_valid_channel_name(channel)
        queue = self._open(channel)
        message = await queue.get()
        if queue.empty():
            self._here().unread.pop(channel, None)
        return message

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel of this loop to a group.

        Other processes are heard from now on, unless Redis is away.
        """
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        members = self._here().groups.setdefault(group, {})
        members[channel] = self._open(channel)
        if self._url:
            await self._wait_for_others()

    async def group_discard(self, group: str, channel: str) -> None:
        """Remove a channel from a group, if it is there."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        groups = self._here().groups
        groups.get(group, {}).pop(channel, None)
        if not groups.get(group):
            groups.pop(group, None)

    async def group_send(self, group: str, message: Message) -> None:
        """Send a message to all members of a group, without a wait for Redis."""
        self.group_send_here(group, message)
        if self._url:
            start_task(self._tell_others(group, message))

    def group_send_here(self, group: str, message: Message) -> None:
        """Send a message to the members of a group in this process alone."""
        self.require_valid_group_name(group)
        running = asyncio.get_running_loop()
        for loop, members in list(self._loops.items()):
            if loop is running:
                members.put_to_group(group, message)
            elif group in members.groups:
                # A closed loop raises; it has no members left.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(members.put_to_group, group, message)

    async def close(self) -> None:
        """End the subscription of the running loop."""
        here = self._here()
        if here.listener is not None:
            here.listener.cancel()
            await asyncio.wait([here.listener])

    def _here(self) -> _Loop:
        loop = asyncio.get_running_loop()
        return self._loops.get(loop) or self._loops.setdefault(loop, _Loop())

    def _open(self, name: str) -> Queue:
        """Return the queue of a channel. The caller keeps it alive."""
        store = self._here().queues
        return store.get(name) or store.setdefault(name, asyncio.Queue(self.capacity))

    # Other processes.

    def _listen_at(self, here: _Loop) -> None:
        if self._url and here.listener is None:
            self._heard_at = self._heard_at or monotonic()
            here.listener = asyncio.create_task(self._keep_listening(here))

    async def _wait_for_others(self) -> None:
        here = self._here()
        self._listen_at(here)
        await here.has_tried.wait()

    async def _keep_listening(self, here: _Loop) -> None:
        try:
            while True:
                try:
                    await self._listen(here)
                except Exception as error:
                    what = type(error).__name__
                    logger.warning("Other processes are not heard: %s", what)
                here.redis = None
                here.has_tried.set()
                await asyncio.sleep(PAUSE)
        finally:
            # These know their loop, and would keep it for ever.
            here.listener = here.redis = None
            here.has_tried = asyncio.Event()

    async def _listen(self, here: _Loop) -> None:
        async with (
            asyncio.timeout(LONGEST_WAIT) as limit,
            self._connect() as redis,
            redis.pubsub() as subscription,
        ):
            await subscription.subscribe(self._prefix)
            # The first answer is that of the subscription itself.
            async for answer in subscription.listen():
                limit.reschedule(None)
                self._heard_at, here.redis = monotonic(), redis
                here.has_tried.set()
                if answer["type"] == "message":
                    self._take(here, answer["data"])

    def _take(self, here: _Loop, text: str) -> None:
        # A process of another release may send a message that this one does not know.
        with suppress(KeyError, TypeError, ValueError):
            sent = json.loads(text)
            if "channel" in sent:
                here.put([here.queues[sent["channel"]]], sent["message"])
            elif sent["process"] != self._process:
                here.put_to_group(sent["group"], sent["message"])

    async def _tell_others(self, group: str, message: Message) -> None:
        sent = {"process": self._process, "group": group, "message": message}
        try:
            await self._publish(sent)
        except Exception as error:
            # Heartbeats reveal the change to the pages of other processes.
            DROPPED_BY_LAYER.inc()
            logger.warning(
                "The channel layer took no message: %s",
                type(error).__name__,
                extra={"often": "layer"},
            )

    async def _publish(self, sent: Message) -> None:
        text = json.dumps(sent, separators=(",", ":"))
        async with asyncio.timeout(LONGEST_WAIT):
            if redis := self._here().redis:
                await redis.publish(self._prefix, text)
                return
            async with self._connect() as redis:
                await redis.publish(self._prefix, text)

    def _connect(self) -> "Redis":
        # Imported late: a server without Redis needs none of it.
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        # Without a time-out for a subscription without messages, and without a second
        # attempt, which could send a message twice.
        redis: Redis = Redis.from_url(
            self._url,
            socket_timeout=None,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
        )
        return redis


def tell_group(group: str, kind: str, **about: Any) -> None:
    """Have the event loop send a message to a group; any thread may call it."""
    layer = get_channel_layer()
    if layer.has_groups or layer.is_shared:
        run_on_loop(layer.group_send, group, {"type": kind, **about})


def tell_other_processes(kind: str, **about: Any) -> None:
    """Send a message to the other processes of the site, if there are any."""
    if get_channel_layer().is_shared:
        tell_group(PROCESSES, kind, process=PROCESS, **about)
