"""A server process of a world: its memory, its loop, its threads and its clients."""

import asyncio
from collections import OrderedDict
from contextlib import contextmanager, suppress
from weakref import WeakValueDictionary

from channels.layers import channel_layers
from django.conf import settings

from charlie_site.destinations import find_destination
from games.pages.error_pages import refuse_for_now
from games.pages.middleware import admit
from games.play import clock as game_clock
from games.play import connections as register
from games.play import transaction
from games.play.clock import Serving, serving
from games.play.connections import connections
from games.play.signs import Signs, signs
from games.players import limits
from games.table import cleanup
from games.table.live import processes
from games.table.live.connection import TableConnection
from games.table.live.consumers import TableConsumer
from games.table.live.hub import get_hub
from games.table.live.socket_moves import SocketMoves
from runtime import layer as channel_layer
from runtime import outgoing, threads
from runtime.queue import KnownSessions, known_sessions
from runtime.rate_limits import ConcurrencyLimit, RateLimit
from runtime.server import http
from runtime.threads import Kind
from tests.simulation.redis import Current, Layer
from tests.simulation.scheduler import Executor, Loop, ServerThread
from tests.simulation.seeded import clock

_LIMITS = [
    each
    for each in vars(limits).values()
    if isinstance(each, RateLimit | ConcurrencyLimit)
]


_django = http.Handler()


class Consumer(TableConsumer):
    """The real consumer."""

    async def _send_updates(self):
        """Send updates; none goes back, as each is the difference to the last."""
        for update in self.page.updates:
            if update.number < getattr(self, "_last", self.number):
                Process.last_running.world.fail("an update goes back", update)
            self._last = update.number
        await super()._send_updates()


def _prepared_by_worker(prepare):
    """Let only the worker prepare an update: two threads would mix up the messages."""

    def checked_prepare(self, *args):
        if not threads.find_worker(self.code).is_current():
            Process.last_running.world.fail("another thread than the worker renders")
        prepare(self, *args)

    return checked_prepare


def _made_by_worker(make_move):
    """Let only the worker make a move of a socket: the loop must not wait for it."""

    def checked_make_move(self, *args):
        if not threads.find_worker(self._page.code).is_current():
            Process.last_running.world.fail("another thread than the worker moves")
        return make_move(self, *args)

    return checked_make_move


TableConnection.prepare = _prepared_by_worker(TableConnection.prepare)
SocketMoves._make_move = _made_by_worker(SocketMoves._make_move)
_serve_socket = Consumer.as_asgi()


class Memory:
    """All that a process remembers outside of its loop; `enter` puts it in place."""

    def __init__(self, process):
        slow = {
            kind: ServerThread.at(process, kind)
            for kind in Kind
            if kind not in (Kind.WORKER, Kind.READER)
        }
        layer = Layer(process.name, process.redis)
        self._of_objects = [
            (transaction.cache, vars(transaction._Cache(size=2048))),
            (transaction.rows, vars(transaction._Rows(size=2048))),
            (connections, {"_tables": {}}),
            (cleanup.steady_clock, vars(cleanup.SteadyClock(game_clock.now()))),
            (serving, vars(Serving())),
            (signs, vars(Signs())),
            (known_sessions, vars(KnownSessions())),
            *((each, _fresh(each)) for each in _LIMITS),
        ]
        self._of_modules = [
            (threads, "workers", _make(process, Kind.WORKER, process.world.workers)),
            (threads, "readers", _make(process, Kind.READER, settings.READERS)),
            (threads, "slow", slow),
            (threads, "_later", Executor.at(process)),
            (threads, "_tasks", set()),
            (channel_layer, "PROCESS", process.name),
            (processes, "PROCESS", process.name),
            (register, "_words", {}),
            (register, "_asking", {}),
            (channel_layers, "backends", {"default": layer}),
            (outgoing, "_waiting", []),
            (outgoing, "_turns", WeakValueDictionary()),
            (Current, "entries", OrderedDict()),
            (Current, "ends", {}),
        ]

    def enter(self):
        for holder, memory in self._of_objects:
            holder.__dict__ = memory
        for module, name, value in self._of_modules:
            setattr(module, name, value)


def _make(process, kind, count):
    return [ServerThread.at(process, kind, place) for place in range(count)]


def _fresh(limit):
    if isinstance(limit, ConcurrencyLimit):
        return vars(ConcurrencyLimit(limit.amount))
    return vars(type(limit)(limit.name, limit.amount, limit.seconds))


class Process:
    """One server process: it serves requests and sockets until it is killed."""

    last_running: "Process | None" = None

    def __init__(self, world, name, redis):
        self.world, self.name, self.redis = world, name, redis
        self.is_alive, self.sockets, self.requests = True, [], []
        self.loop, self.threads = Loop(self), []
        self.memory = Memory(self)
        self._server = http.OnThreads(_django, find_destination, admit, refuse_for_now)
        # The own values of a call on none of the threads.
        self._here = threads._Here()
        self._here.loop = self.loop
        # A new process is slow at first.
        self.slow_until = clock.now + 1
        # The statements until the process dies, if it will.
        self.statements_left = None
        if redis:
            self.start(self._begin())

    @contextmanager
    def running(self, loop, here=None):
        """Run a step of the loop, of a thread or of a command at this process."""
        if Process.last_running is not self:
            self.memory.enter()
            Process.last_running = self
        before = asyncio._get_running_loop(), threads._here
        asyncio._set_running_loop(loop)
        threads._here = here or self._here
        try:
            yield
        finally:
            asyncio._set_running_loop(before[0])
            threads._here = before[1]

    def delay(self):
        """Return the seconds until a thread or the loop begins a piece of work."""
        return self.world.draw("turns").random() * self.world.thread_delay + clock.spent

    def waiting(self):
        """Return the addresses with a call that waits for a thread."""
        at_threads = [each for each in self.threads if isinstance(each, ServerThread)]
        return [line for each in at_threads for line in each.queue._lines]

    def start(self, work):
        """Run a coroutine on the loop; return its task."""
        with self.running(self.loop):
            return self.loop.create_task(work)

    def places(self):
        """Return the process's limits of places taken (games.players.limits)."""
        return [each for each in _LIMITS if isinstance(each, ConcurrencyLimit)]

    def end(self):
        """Drop the work that the process had begun, for the end of the world."""
        self.is_alive = False
        with self.running(self.loop):
            for task in list(self.loop.tasks):
                task._log_destroy_pending = False
                with suppress(Exception):
                    task.get_context().run(task.get_coro().close)
            for thread in self.threads:
                if thread.call:
                    thread.call.throw()

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

        task = self.start(self._server(scope, receive, send))
        task.add_done_callback(self.world.note_end)

    async def _begin(self):
        """Start the hub, as charlie_site.serve does."""
        get_hub().start()

    def serve_socket(self, scope, receive, send):
        return self.start(_serve_socket(scope, receive, send))
