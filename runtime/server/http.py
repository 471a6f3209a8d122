"""Has Django make its calls for a request on the thread that the address needs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import perf_counter, time
from typing import NamedTuple

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase

from runtime.hosts import parse_address
from runtime.metrics import ANSWERS
from runtime.queue import Client, QueueFull, find_client
from runtime.rate_limits import Pace
from runtime.server.asgi_types import Application, Message, Receive, Scope, Send
from runtime.threads import Kind, TooLate, act_for, find_thread, limited_wait

logger = logging.getLogger(__name__)
# Between two refusals of an address.
REFUSAL_SECONDS = 0.02


class Destination(NamedTuple):
    """Where a request is answered: its route, and the kind of thread.

    The table's code chooses the worker. Without a kind, Django starts a thread for the
    request alone. `name` is that of the address.
    """

    route: str
    kind: Kind | None
    code: str = ""
    name: str | None = None


class OnThreads:
    """Wraps Django's handler, and refuses requests before any thread has them.

    `admit` returns the refusal of a request that breaks a limit, and None for all
    others. `refuse` returns the answer to a request for which no thread was free. Both
    run on the event loop.
    """

    def __init__(
        self,
        django: Application,
        find_place: Callable[[str, str], Destination],
        admit: Callable[[Scope, Destination, Client], HttpResponse | None],
        refuse: Callable[[Scope, QueueFull | TooLate], HttpResponse],
    ) -> None:
        self._django, self._find_place = django, find_place
        self._admit, self._refuse = admit, refuse
        # A script with hundreds of connections sends again once it has its answer.
        self._pace = Pace(REFUSAL_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Daphne has received the whole body, so no client can reserve an early time and
        # choose its move later.
        scope["at"], scope["cookies"] = time(), _read_cookies(scope)
        place = self._find_place(scope["method"], scope["path"])
        client = find_client(scope)
        answer = _Answer(send)
        refusal = self._admit(scope, place, client)
        if place.kind is None:
            # No queue lets other addresses take turns.
            await self._pace.wait(client.address)
        if refusal is None:
            act_for(client)
            try:
                with limited_wait():
                    async with _on_thread(place, client):
                        await self._django(scope, _Body(receive).receive, answer.send)
            except (QueueFull, TooLate) as error:
                refusal = self._refuse(scope, error)
        if refusal is not None:
            await self._pace.wait(client.address)
            await _send(refusal, answer.send)
        answer.note(scope["method"], place.route)


@asynccontextmanager
async def _on_thread(place: Destination, client: Client) -> AsyncIterator[None]:
    """Have Django make its calls on the thread of this place.

    Raises:
        QueueFull: too many calls of the client wait for it.
    """
    if place.kind is None:
        yield
        return
    thread = find_thread(place.kind, place.code)
    if thread.queue.count(client) >= client.most_calls:
        raise QueueFull
    async with ThreadSensitiveContext(executor=thread):
        yield


class Request(ASGIRequest):
    """A request, which `make play` takes at every private address.

    A laptop may change its network while it serves. Names stay refused: strangers can
    have theirs lead to this machine, for their pages to act here.
    """

    def get_host(self) -> str:
        """Return the host.

        Raises:
            DisallowedHost: it is not in ALLOWED_HOSTS.
        """
        try:
            return super().get_host()
        except DisallowedHost:
            host: str = self.META.get("HTTP_HOST", "")
            address = parse_address(split_domain_port(host)[0].strip("[]"))
            if settings.HOME_URL and address and not address.is_global:
                return host
            raise


class Handler(ASGIHandler):
    """Django's handler, which calls all middleware and the view on the thread at once.

    Django's own changes threads at each hook of a middleware: a move by POST takes
    twice as long then (docs/performance.md).
    """

    request_class = Request

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


async def _send(response: HttpResponse, send: Send) -> None:
    headers = [
        (name.encode("latin-1"), value.encode("latin-1"))
        for name, value in response.items()
    ]
    start = {"type": "http.response.start", "status": response.status_code}
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def _read_cookies(scope: Scope) -> dict[str, str]:
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(sent.decode("latin-1"))
