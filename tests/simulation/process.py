"""A server process of a world: its memory, its loop, its threads and its clients."""

import asyncio
from collections import deque
from contextlib import contextmanager, suppress
from weakref import WeakKeyDictionary, WeakValueDictionary

import runtime.loop
from django.conf import settings
from runtime.server.handler import OneHopHandler

import runtime.threads
from games.live.listener import listeners
from games.play import notices, transaction
from games.players import limits
from games.table.consumer import TableConsumer
from runtime.rate_limits import Places, RateLimit
from runtime.sockets import relay
from tests.simulation.redis import Client, Current, client
from tests.simulation.rows import Killed
from tests.simulation.scheduler import Loop, Thread, Turn
from tests.simulation.seeded import clock

_LIMITS = [
    each for each in vars(limits).values() if isinstance(each, RateLimit | Places)
]
_handler = OneHopHandler()


class Consumer(TableConsumer):
    """The real consumer; sets of it have the same order in each run."""

    made = 0

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        Consumer.made += 1
        self._place = Consumer.made

    def __hash__(self):
        return self._place

    def __eq__(self, other):
        return self is other


_serve_socket = Consumer.as_asgi()


class Memory:
    """All that a process remembers outside of its loop; `enter` puts it in place."""

    def __init__(self, process):
        self._of_objects = [
            (transaction.cache, vars(transaction._Cache(size=2048))),
            (listeners, {"_loops": WeakKeyDictionary()}),
            (runtime.loop.loop, vars(runtime.loop.Loop())),
            (client, vars(Client())),
            *((each, _fresh(each)) for each in _LIMITS),
        ]
        self._of_modules = [
            (runtime.loop, "_sqlite_writer", Turn(process.world)),
            (relay, "PROCESS", process.name),
            (relay, "_relays", WeakKeyDictionary()),
            (notices, "_waiting", []),
            (notices, "_turns", WeakValueDictionary()),
            (runtime.threads, "_tasks", set()),
            (runtime.threads, "_busy", set()),
            (Current, "redis", process.redis),
        ]

    def enter(self):
        for holder, memory in self._of_objects:
            holder.__dict__ = memory
        for module, name, value in self._of_modules:
            setattr(module, name, value)


def _fresh(limit):
    if isinstance(limit, Places):
        return vars(Places(limit.amount))
    return vars(type(limit)(limit.name, limit.amount, limit.seconds))


class Process:
    """One server process: it serves requests and sockets until it is killed."""

    last_running: "Process | None" = None

    def __init__(self, world, name, redis):
        self.world, self.name, self.redis = world, name, redis
        self.is_alive, self.sockets, self.requests = True, [], []
        self.loop, self.memory = Loop(self), Memory(self)
        self._waiting, self._busy = deque(), 0
        self._threads = []
        # A new process is slow at first.
        self.slow_until = clock.now + 1
        # The statements until the process dies, if it will.
        self.statements_left = None

    @contextmanager
    def running(self, loop):
        """Run a step in the place of this process; it may die there."""
        if Process.last_running is not self:
            self.memory.enter()
            Process.last_running = self
        before = asyncio._get_running_loop()
        asyncio._set_running_loop(loop)
        try:
            yield
        except Killed:
            self.world.kill(self)
        finally:
            asyncio._set_running_loop(before)

    def start_thread(self, call, future):
        self._waiting.append((call, future))
        self._start_next()

    def _start_next(self):
        while self._waiting and self._busy < settings.DATABASE_THREADS:
            call, future = self._waiting.popleft()
            if future.cancelled():
                continue
            self._busy += 1
            thread = Thread(self, call, future)
            self._threads.append(thread)
            self.world.after(self._delay(), thread.go_on)

    def _delay(self):
        return self.world.draw("turns").random() * self.world.thread_delay + clock.spent

    def end_thread(self, future, result, error):
        self._busy -= 1
        self._threads = [each for each in self._threads if not each.has_ended]
        # A busy loop hears of it later.
        call = self.loop.call_soon
        self.world.after(self._delay(), call, _set, future, result, error)
        self._start_next()

    def start(self, work):
        """Run a coroutine on the loop; return its task."""
        with self.running(self.loop):
            return self.loop.create_task(work)

    def places(self):
        """Return what the process knows of places taken (games.players.limits)."""
        return [each for each in _LIMITS if isinstance(each, Places)]

    def end(self):
        """Drop what the process had begun, for the end of the world."""
        self.is_alive = False
        with self.running(self.loop):
            for task in list(self.loop.tasks):
                task._log_destroy_pending = False
                with suppress(Exception):
                    task.get_coro().close()
            for thread in self._threads:
                thread.throw()

    def serve_request(self, scope, body, on_answer):
        """Serve a request; `on_answer` gets the status, the headers and the body."""
        answer = {}

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            if message["type"] == "http.response.start":
                answer["status"], answer["headers"] = (
                    message["status"],
                    message["headers"],
                )
            else:
                on_answer(answer["status"], answer["headers"], message.get("body", b""))

        task = self.start(_handler(scope, receive, send))
        task.add_done_callback(self.world.note_end)

    def serve_socket(self, scope, receive, send):
        return self.start(_serve_socket(scope, receive, send))


def _set(future, result, error):
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
