"""Redis of a world: a cache and a channel layer for all server processes."""

import asyncio
import json
from collections import defaultdict, deque
from typing import ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from tests.simulation.seeded import clock


class Away(ConnectionError):
    """Redis does not answer."""


class Redis:
    """The entries of the cache, and the channels of each group.

    A site of one process has no Redis; its process then has one of these for itself.
    """

    def __init__(self, world):
        self.world = world
        self.entries = {}
        self.groups = defaultdict(list)
        self.queues = {}
        self.mend()

    def mend(self):
        self.is_away = False
        # Seconds that it takes to answer at most, and shares of the messages.
        self.slowest, self.lost, self.repeated = 0.005, 0.0, 0.0

    def deliver(self, channel, message):
        queue, reader = self.queues[channel]
        queue.append(message)
        if reader and not reader.done():
            with reader.get_loop().process.running(reader.get_loop()):
                reader.set_result(None)

    def empty(self):
        self.entries.clear()

    def drop_listeners(self):
        """Break the connections of all listeners, as a restart does."""
        for channel in self.queues:
            self.deliver(channel, Away())
        self.groups.clear()


class Current:
    """The Redis, or the memory, of the process that runs now."""

    redis: ClassVar[Redis]


class StrictCache(BaseCache):
    """Raises an error while Redis is away."""

    is_forgiving = False

    def __init__(self, _name, params):
        super().__init__(params)

    def _entries(self):
        redis = Current.redis
        redis.world.pause(redis.slowest)
        if redis.is_away and not self.is_forgiving:
            raise Away
        return {} if redis.is_away else redis.entries

    def _find(self, key):
        entries = self._entries()
        value, ends = entries.get(key, (None, 0.0))
        return entries, value if ends > clock.now else None

    def add(self, key, value, timeout=DEFAULT_TIMEOUT, version=None):
        entries, found = self._find(key)
        if found is None:
            entries[key] = value, clock.now + self._seconds(timeout)
        return found is None

    def set(self, key, value, timeout=DEFAULT_TIMEOUT, version=None):
        self._entries()[key] = value, clock.now + self._seconds(timeout)

    def get(self, key, default=None, version=None):
        found = self._find(key)[1]
        return default if found is None else found

    def delete(self, key, version=None):
        return self._entries().pop(key, None) is not None

    def _seconds(self, timeout):
        return self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout


class ForgivingCache(StrictCache):
    """Acts as an empty cache while Redis is away."""

    is_forgiving = True


class Layer:
    """The channel layer: each message reaches a listener late, once, twice or never."""

    def __init__(self, redis):
        self._redis, self._count = redis, 0

    async def _reach(self):
        await asyncio.sleep(
            self._redis.world.draw("layer").random() * self._redis.slowest
        )
        if self._redis.is_away:
            raise Away

    async def new_channel(self):
        self._count += 1
        return f"channel.{self._count}"

    async def group_add(self, group, channel):
        await self._reach()
        self._redis.queues[channel] = deque(), None
        self._redis.groups[group].append(channel)

    async def group_send(self, group, message):
        await self._reach()
        text, redis = json.dumps(message), self._redis
        chance = redis.world.draw("layer")
        for channel in list(redis.groups[group]):
            copies = (chance.random() >= redis.lost) + (
                chance.random() < redis.repeated
            )
            for _ in range(copies):
                delay = chance.random() * redis.slowest
                redis.world.after(delay, redis.deliver, channel, json.loads(text))

    async def receive(self, channel):
        queue = self._redis.queues[channel][0]
        while not queue:
            reader = asyncio.get_running_loop().create_future()
            self._redis.queues[channel] = queue, reader
            await reader
        message = queue.popleft()
        if isinstance(message, Away):
            raise message
        return message
