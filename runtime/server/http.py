"""Has Django make its calls for a request on the thread that the address needs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import perf_counter, time
from typing import NamedTuple

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, parse_cookie
from django.http.response import HttpResponseBase

from runtime.addresses import read_socket_address
from runtime.metrics import ANSWERS
from runtime.queue import Queue, QueueFull
from runtime.server.asgi_types import Application, Message, Receive, Scope, Send
from runtime.threads import Kind, TooLate, find_thread, limited_wait, slow

logger = logging.getLogger(__name__)


class Destination(NamedTuple):
    """Where a request is answered: its route, and the kind of thread.

    The table's code chooses the worker. Without a kind, Django starts a thread for the
    request alone.
    """

    route: str
    kind: Kind | None
    code: str = ""


class OnThreads:
    """Wraps Django's handler.

    A request that finds no thread in time is passed to Django as a GET; its scope has
    `refused`, its own method. games.pages.middleware answers it with 503.
    """

    def __init__(
        self, django: Application, find_place: Callable[[str, str], Destination]
    ) -> None:
        self._django, self._find_place = django, find_place
        self._queues = {kind: Queue() for kind in slow}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Daphne has received the whole body, so no client can reserve an early time and
        # choose its move later.
        scope["at"] = time()
        place = self._find_place(scope["method"], scope["path"])
        answer = _Answer(send)
        try:
            with limited_wait():
                async with self._thread_for(scope, place):
                    await self._django(scope, _Body(receive).receive, answer.send)
        except (QueueFull, TooLate):
            refused = {**scope, "method": "GET", "refused": scope["method"]}
            await self._django(refused, _Body(_receive_nothing).receive, answer.send)
        answer.note(scope["method"], place.route)

    @asynccontextmanager
    async def _thread_for(
        self, scope: Scope, place: Destination
    ) -> AsyncIterator[None]:
        if place.kind is None:
            yield
        elif place.kind in self._queues:
            address, session = read_socket_address(scope), _find_session(scope)
            async with (
                self._queues[place.kind].turn(address, session),
                ThreadSensitiveContext(executor=slow[place.kind]),
            ):
                yield
        else:
            thread = find_thread(place.kind, place.code)
            async with ThreadSensitiveContext(executor=thread):
                yield


class Handler(ASGIHandler):
    """Django's handler, which calls all middleware and the view on the thread at once.

    Django's own changes threads at each hook of a middleware: a move by POST takes
    twice as long then (docs/performance.md).
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware for one thread, also if Django asks for `is_async`."""
        super().load_middleware(is_async=False)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer of middleware and view."""
        return await sync_to_async(self.get_response)(request)


class _Body:
    """Receives the body of a request, and nothing after it.

    A client that leaves cancels nothing: the move is made, and the server drops the
    answer.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive, self._is_whole = receive, False

    async def receive(self) -> Message:
        if self._is_whole:
            await asyncio.Event().wait()
        message = await self._receive()
        self._is_whole = not message.get("more_body", False)
        return message


async def _receive_nothing() -> Message:
    return {"type": "http.request", "body": b""}


class _Answer:
    """Counts an answer and logs it with its route; the address would show a code."""

    def __init__(self, send: Send) -> None:
        self._send, self._began, self._status = send, perf_counter(), 0

    async def send(self, message: Message) -> None:
        self._status = message.get("status", self._status)
        await self._send(message)

    def note(self, method: str, route: str) -> None:
        ANSWERS.labels(f"{self._status // 100}xx").inc()
        if logger.isEnabledFor(logging.INFO):
            facts = {
                "method": method,
                "route": route,
                "status": self._status,
                "ms": round((perf_counter() - self._began) * 1000),
            }
            logger.info(
                "%(method)s /%(route)s %(status)d %(ms)d ms", facts, extra=facts
            )


def _find_session(scope: Scope) -> str:
    """Return the key of the session that a request names; empty without one."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")
