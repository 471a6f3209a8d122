"""Has Django answer a request in one call, on the thread that the address needs.

Django is called by WSGI (PEP 3333). Its handler for ASGI makes three calls for each
request and changes threads for each (docs/performance.md).
"""

import asyncio
import logging
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from time import perf_counter, time
from typing import Any, NamedTuple
from wsgiref.util import FileWrapper

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpResponse, parse_cookie
from django.http.request import split_domain_port

from runtime.addresses import parse_address
from runtime.metrics import ANSWERS
from runtime.queue import Client, QueueFull, find_client
from runtime.rate_limits import Pace, RateLimit
from runtime.server.asgi_types import Message, Receive, Scope, Send
from runtime.threads import Kind, TooLate, act_for, call_on, find_thread

type Environ = dict[str, Any]
type Django = Callable[[Environ, Any], Any]

logger = logging.getLogger(__name__)
# Above this number the requests of a client wait for their turn at the pace of its
# address: a page takes longer to make than to ask for.
REQUESTS = RateLimit("requests", 40, 4)
# Between two refusals of an address, and two requests above that number.
PACE_SECONDS = 0.05
# The key in request.META of the time at which the server had the whole request.
ARRIVED_AT = "charlie.arrived_at"
# Bytes of a file that are read and sent at once.
FILE_PART = 2**16


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
    """Calls Django on threads, and refuses requests before any thread has them.

    `admit` returns the refusal of a request that breaks a limit, and None for all
    others. `refuse` returns the answer to a request for which no thread was free. Both
    run on the event loop.
    """

    def __init__(
        self,
        django: Django,
        find_destination: Callable[[str, str], Destination],
        admit: Callable[[Scope, Destination, Client], HttpResponse | None],
        refuse: Callable[[Scope, QueueFull | TooLate], HttpResponse],
    ) -> None:
        self._django, self._find_destination = django, find_destination
        self._admit, self._refuse = admit, refuse
        # A script with hundreds of connections sends again once it has its answer.
        self._pace = Pace(PACE_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Daphne has received the whole body, so no client can reserve an early time and
        # choose its move later.
        scope["at"], scope["cookies"] = time(), _read_cookies(scope)
        place = self._find_destination(scope["method"], scope["path"])
        client = find_client(scope)
        log = _AnswerLog(send)
        refusal = self._admit(scope, place, client)
        # Without a kind no queue lets other addresses take turns.
        if place.kind is None or not REQUESTS.hit(client):
            await self._pace.wait(client.address)
        if refusal is None:
            act_for(client)
            environ = build_environ(scope, await _read_body(receive))
            try:
                answer = await self._answer(place, client, environ)
                await _send(answer, log.send)
            except (QueueFull, TooLate) as error:
                refusal = self._refuse(scope, error)
        if refusal is not None:
            await self._pace.wait(client.address)
            headers = list(refusal.items())
            answer = _Answer(refusal.status_code, headers, refusal.content)
            await _send(answer, log.send)
        log.note(scope["method"], place.route)

    async def _answer(
        self, place: Destination, client: Client, environ: Environ
    ) -> "_Answer":
        """Return Django's answer.

        A client that leaves meanwhile cancels nothing: the move is made, and the server
        drops the answer.

        Raises:
            QueueFull: too many calls of the client wait for the thread.
            TooLate: the thread was busy for too long.
        """
        respond = partial(_respond, self._django, environ)
        if place.kind is None:
            async with ThreadSensitiveContext():
                return await sync_to_async(respond)()
        thread = find_thread(place.kind, place.code)
        if thread.queue.count(client) >= client.most_calls:
            raise QueueFull
        return await call_on(thread, respond)


class _Answer(NamedTuple):
    """An answer; its content is a body or a file."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""
    file: FileWrapper | None = None


def _respond(django: Django, environ: Environ) -> _Answer:
    """Return the answer of all middleware and the view."""
    started: list[_Answer] = []

    def start(status: str, headers: list[tuple[str, str]]) -> None:
        started.append(_Answer(int(status.partition(" ")[0]), headers))

    response = django(environ, start)
    (answer,) = started
    if isinstance(response, FileWrapper):
        return answer._replace(file=response)
    try:
        return answer._replace(body=b"".join(response))
    finally:
        response.close()


def build_environ(scope: Scope, body: bytes = b"") -> Environ:
    """Return a request of ASGI in the form of WSGI.

    As Django does for ASGI, it leaves out headers with an underscore: X_Forwarded_For
    would pass for a proxy's X-Forwarded-For.
    """
    server, port = scope.get("server") or ("unknown", 0)
    headers: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        if b"_" not in name:
            key = "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
            headers.setdefault(key, []).append(value.decode("latin-1"))
    cookies = headers.pop("HTTP_COOKIE", [])
    environ = {name: ",".join(values) for name, values in headers.items()}
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ.pop("HTTP_CONTENT_LENGTH", None)
    return environ | {
        "HTTP_COOKIE": "; ".join(each.rstrip("; ") for each in cookies),
        # Sockets have no method.
        "REQUEST_METHOD": scope.get("method", "GET"),
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "CONTENT_LENGTH": str(len(body)),
        "REMOTE_ADDR": (scope.get("client") or [""])[0],
        "SERVER_NAME": server,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": lambda file, _size: FileWrapper(file, FILE_PART),
        ARRIVED_AT: scope.get("at"),
    }


class Request(WSGIRequest):
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


class Handler(WSGIHandler):
    """Django's handler for our requests."""

    request_class = Request


class _AnswerLog:
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


async def _read_body(receive: Receive) -> bytes:
    """Return the body of a request.

    Daphne says only after the whole body that a client has left.
    """
    parts, is_whole = [], False
    while not is_whole:
        message = await receive()
        parts.append(message.get("body", b""))
        is_whole = not message.get("more_body", False)
    return b"".join(parts)


async def _send(answer: _Answer, send: Send) -> None:
    headers = [
        (name.encode("latin-1"), value.encode("latin-1"))
        for name, value in answer.headers
    ]
    start = {"type": "http.response.start", "status": answer.status}
    await send({**start, "headers": headers})
    if answer.file is not None:
        await _send_parts(answer.file, send)
    await send({"type": "http.response.body", "body": answer.body})


async def _send_parts(file: FileWrapper, send: Send) -> None:
    try:
        while part := await asyncio.to_thread(next, file, b""):
            message = {"type": "http.response.body", "body": part}
            await send({**message, "more_body": True})
    finally:
        await asyncio.to_thread(file.close)


def _read_cookies(scope: Scope) -> dict[str, str]:
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(sent.decode("latin-1"))
