"""Handles a whole request in one call, on a long-lived database thread as a rule.

Django's own ASGI handler changes threads for each hook of each synchronous middleware,
and starts a thread with a database connection per request. That costs more than the
rest of a move.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from time import perf_counter, time
from typing import IO, Any, cast

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve, set_script_prefix

from runtime.loop import ARRIVED, KEPT, Again, loop
from runtime.metrics import ANSWERS
from runtime.server.asgi import Receive, Scope, Send
from runtime.threads import in_place, in_thread

logger = logging.getLogger(__name__)
CHUNKS_PER_HOP = 16


class OneHopHandler(ASGIHandler):
    """Runs signals, middleware and view synchronously, on one thread."""

    def __init__(self) -> None:
        # ASGIHandler's own would load the middleware for the event loop.
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP is served here, not {scope['type']}.")
        try:
            body_file = await self.read_body(receive)
        except RequestAborted:
            return
        # Not before: a client could send its head early and choose the move later.
        scope["at"] = time()
        # A client that disconnects now cancels nothing: the move is made, and the
        # server drops the answer.
        match = find_view(scope)
        if match and hasattr(match.func, "waits_for_nothing"):
            response = in_place(partial(self.respond, scope, body_file, match))
        elif match and hasattr(match.func, "is_short") and scope["method"] == "POST":
            response = await self._answer_soon(match, scope, body_file)
        else:
            response = await in_thread(self.respond, scope, body_file, match)
        if not isinstance(response, StreamingHttpResponse):
            await self.send_response(response, send)
            return
        if not response.is_async:
            response.streaming_content = read_in_threads(iter(response))
        try:
            await self.send_response(response, send)
        finally:
            await in_thread(response.close)

    async def _answer_soon(
        self, match: ResolverMatch, scope: Scope, body_file: IO[bytes]
    ) -> HttpResponseBase:
        """Call a view that is marked as short, on the loop itself if that is possible.

        A view that asks for it is called again, and waits for that on no thread.
        """
        with body_file:
            body, kept = body_file.read(), None
        while True:
            response = await loop.run(
                match.route,
                # A request closes its file.
                partial(self.respond, scope, BytesIO(body), match, kept),
                is_short=cast("Any", match.func).is_short(*match.args, **match.kwargs),
            )
            if not isinstance(response, Again):
                return response
            await asyncio.sleep(response.seconds)
            kept = response.kept

    def respond(
        self,
        scope: Scope,
        body_file: IO[bytes],
        match: ResolverMatch | None = None,
        kept: object = None,
    ) -> HttpResponseBase:
        """Return the response, already closed unless it streams.

        `match` is the view, if it is known already. `kept` is what the view kept when
        it asked to be called again.

        Closing the response closes the body file and sends `request_finished`.
        """
        began = perf_counter()
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body_file)
        if request is None:
            body_file.close()
            # Django makes one of the two.
            response = cast("HttpResponseBase", refusal)
        else:
            request.resolver_match = match
            request.META[ARRIVED] = scope["at"]
            if kept is not None:
                request.META[KEPT] = kept
            response = self.get_response(request)
            # The stubs lack it: `close` sends it with the signal.
            response._handler_class = self.__class__  # type: ignore[attr-defined]  # noqa: SLF001
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
        if not isinstance(response, Again):
            note_answer(request, response, perf_counter() - began)
        return response

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """Return the view of a request; to look it up takes 2 % of a move."""
        return request.resolver_match or super().resolve_request(request)


def find_view(scope: Scope) -> ResolverMatch | None:
    """Return the view of an address; None if there is none."""
    path = scope["path"].removeprefix(get_script_prefix(scope).rstrip("/"))
    try:
        return resolve(path)
    except Resolver404:
        return None


def note_answer(
    request: HttpRequest | None, response: HttpResponseBase, seconds: float
) -> None:
    """Count an answer and log it with its route; the address would show a code."""
    ANSWERS.labels(f"{response.status_code // 100}xx").inc()
    if logger.isEnabledFor(logging.INFO):
        match = request and request.resolver_match
        told = {
            "method": request.method if request else "",
            "route": match.route if match else "",
            "status": response.status_code,
            "ms": round(seconds * 1000),
        }
        logger.info("%(method)s /%(route)s %(status)d %(ms)d ms", told, extra=told)


async def read_in_threads(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the chunks of a synchronous stream, read in batches on a thread."""
    while batch := await in_thread(list, islice(chunks, CHUNKS_PER_HOP)):
        for chunk in batch:
            yield chunk
