"""Redis of a world: a cache and a channel layer for all server processes."""

import asyncio
import json
from collections import defaultdict, deque
from typing import ClassVar

import runtime.server.redis
from runtime.server.redis import PatientClient
from tests.simulation.seeded import clock

# Seconds: `socket_timeout` of the site's caches.
LONGEST_WAIT = 0.5


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


class Commands:
    """What Django's cache sends to Redis."""

    def __init__(self):
        self._redis, self._queued, self._seconds = Current.redis, {}, 0

    def _send(self):
        """Wait for the answer to a command, or raise Away as a client does."""
        redis, world = self._redis, self._redis.world
        world.check_thread("The cache was asked")
        delay = world.draw("cache").random() * redis.slowest
        world.pause()
        world.wait(0 if redis.is_away else min(delay, LONGEST_WAIT))
        if redis.is_away or delay > LONGEST_WAIT:
            raise Away
        return redis.entries

    def get(self, key):
        return self.mget([key])[0]

    def mget(self, keys):
        entries = self._send()
        found = [entries.get(key, (None, 0.0)) for key in keys]
        return [value if ends > clock.now else None for value, ends in found]

    def set(self, key, value, ex, *, nx=False):
        entries = self._send()
        is_new = key not in entries or entries[key][1] <= clock.now
        if is_new or not nx:
            entries[key] = value, clock.now + ex
        return is_new or not nx

    def delete(self, *keys):
        entries = self._send()
        return sum(entries.pop(key, None) is not None for key in keys)

    def pipeline(self):
        return self

    def mset(self, entries):
        self._queued = entries

    def expire(self, _key, seconds):
        self._seconds = seconds

    def execute(self):
        ends = clock.now + self._seconds
        queued = {key: (value, ends) for key, value in self._queued.items()}
        self._send().update(queued)


class Client(PatientClient):
    """The site's client of Redis, which rests after a failure."""

    def __init__(self):
        super().__init__([""])

    def get_client(self, _key=None, **_options):
        return Commands()


# What it remembers is its process's (process.Memory).
client = Client()
runtime.server.redis._client_of = lambda *_: client


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
