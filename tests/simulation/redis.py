"""Redis of a world, which passes messages between its server processes.

Each message reaches a listener late, once, twice or never.
"""

import asyncio
import json
from collections import OrderedDict, deque
from typing import ClassVar

from django.core.cache.backends.locmem import LocMemCache

from runtime.layer import ChannelLayer


class Away(ConnectionError):
    """Redis does not answer."""


class Redis:
    """The subscriptions of all processes."""

    def __init__(self, world):
        self.world = world
        self.subscriptions = []
        self.mend()

    def mend(self):
        self.is_away = False
        # Seconds that it takes to answer at most, and shares of the messages.
        self.slowest, self.lost, self.repeated = 0.005, 0.0, 0.0

    async def reach(self):
        await asyncio.sleep(self.world.draw("layer").random() * self.slowest)
        if self.is_away:
            raise Away

    def publish(self, text):
        json.loads(text)
        chance = self.world.draw("layer")
        for subscription in list(self.subscriptions):
            copies = (chance.random() >= self.lost) + (chance.random() < self.repeated)
            for _ in range(copies):
                delay = chance.random() * self.slowest
                answer = {"type": "message", "data": text}
                self.world.after(delay, subscription.deliver, answer)

    def drop_listeners(self):
        """Break the connections of all listeners, as a restart does."""
        for subscription in self.subscriptions:
            subscription.deliver(Away())
        self.subscriptions.clear()


class Client:
    """A process's client of Redis, as far as runtime.layer uses it."""

    def __init__(self, redis):
        self._redis = redis

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_error):
        pass

    async def publish(self, _name, text):
        await self._redis.reach()
        self._redis.publish(text)

    def pubsub(self):
        return Subscription(self._redis)


class Subscription:
    def __init__(self, redis):
        self._redis, self._answers, self._reader = redis, deque(), None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_error):
        if self in self._redis.subscriptions:
            self._redis.subscriptions.remove(self)

    async def subscribe(self, _name):
        await self._redis.reach()
        self._redis.subscriptions.append(self)
        self._answers.append({"type": "subscribe"})

    def listen(self):
        return self

    def __aiter__(self):
        return self

    async def __anext__(self):
        while not self._answers:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        answer = self._answers.popleft()
        if isinstance(answer, Away):
            raise answer
        return answer

    def deliver(self, answer):
        self._answers.append(answer)
        if self._reader and not self._reader.done():
            loop = self._reader.get_loop()
            if loop.process.is_alive:
                with loop.process.running(loop):
                    self._reader.set_result(None)


class Layer(ChannelLayer):
    """The site's channel layer, over the Redis of a world."""

    def __init__(self, name, redis):
        super().__init__("redis://world" if redis else "")
        self._process, self._redis = name.replace(" ", "-"), redis

    def _connect(self):
        return Client(self._redis)


class Current:
    """The content of the running process's cache."""

    entries: ClassVar[OrderedDict]
    ends: ClassVar[dict]


class Cache(LocMemCache):
    """The cache of a process: one that is killed forgets."""

    _cache = property(lambda _: Current.entries, lambda *_: None)
    _expire_info = property(lambda _: Current.ends, lambda *_: None)
