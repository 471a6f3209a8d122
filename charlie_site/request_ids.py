"""An id for each request and each socket, to find what the log says of it.

It is made here and never taken from outside: nobody can put words into the log, or
give a request the id of another.
"""

import logging
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from secrets import token_hex
from typing import Any

HEADER = b"X-Request-ID"
_STARTS = {"http.response.start", "websocket.accept"}

# What runs on the threads of the database has a copy of its caller's context.
request_id: ContextVar[str] = ContextVar("request_id", default="-")

type Scope = dict[str, Any]
type Message = dict[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class WithRequestId:
    """An ASGI application whose answers, and whose part of the log, have an id."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = token_hex(8)
        request_id.set(name)
        header = (HEADER, name.encode())

        async def send_with_id(message: Message) -> None:
            if message["type"] in _STARTS:
                headers = [*message.get("headers", ()), header]
                message = {**message, "headers": headers}
            await send(message)

        await self.application(scope, receive, send_with_id)


class AddRequestId(logging.Filter):
    """Lets lines of the log tell which request they belong to."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True
