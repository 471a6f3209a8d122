"""Configures the log: two formats, an id for each request, and no secrets.

The site logs no secret itself. Libraries quote addresses of tables, database rows and
mail addresses in their errors, so every line is redacted, tracebacks included.
"""

import json
import logging
import re
from collections import Counter, defaultdict
from contextvars import ContextVar
from copy import copy
from datetime import UTC, datetime
from secrets import token_hex
from time import monotonic
from typing import Any

from django.conf import settings

from runtime.database import is_outage
from runtime.server.asgi_types import Application, Message, Receive, Scope, Send

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
REQUEST_ID_HEADER = b"X-Request-ID"
_STARTS = {"http.response.start", "websocket.accept"}

_REDACTED = "…"
_SECRETS = [
    # Table codes, tickets of seat transfers and invitations, keys that reset passwords.
    re.compile(r"(?<=/t/)(?!new/)[^/\s?\"'<>]+"),
    re.compile(r"(?<=/phone/)[^/\s?\"'<>]+"),
    re.compile(r"(?<=/invitation/)[^/\s?\"'<>]+"),
    re.compile(r"(?<=/reset/key/)[^/\s?\"'<>]+"),
    # Query strings.
    re.compile(r"(?<=\?)[\w%.~+-]+=[^\s\"'<>]*"),
    # PostgreSQL quotes the row that it refused.
    re.compile(r"(?<=DETAIL: ).+"),
    # Names and passwords in the URLs of servers; mail addresses.
    re.compile(r"(?<=://)[^/\s@]*(?=@)"),
    re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    # Keys of sessions, players and moves; seeds and salts.
    re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE),
    re.compile(r"\b(?=\w*\d)[0-9A-Za-z]{32,}\b"),
]
# The attributes of every record; all others come from `extra`.
_OFTEN = "often"
_STANDARD = {*vars(logging.makeLogRecord({})), "message", "asctime", _OFTEN}
_PLAIN = (str, int, float, bool)

_LOGGERS = {
    "django": {"handlers": [], "level": "NOTSET", "propagate": True},
    # A refused request is normal, and its address has the table code.
    "django.request": {"level": "ERROR", "filters": ["no_probes"]},
    # A missing template variable is logged with the whole context.
    "django.template": {"level": "INFO"},
    # The first line says which version starts.
    "charlie_site.serve": {"level": "INFO"},
    # Scanners would fill the log with tracebacks.
    "django.security": {"level": "CRITICAL"},
}

# Calls on the database threads run in a copy of their caller's context.
request_id: ContextVar[str] = ContextVar("request_id", default="-")


def build_logging(level: str, kind: str) -> dict[str, Any]:
    """Return Django's LOGGING setting; `kind` is `line` for people, `json` for tools.

    No handler mails errors: such a report has local variables. Tracebacks in the log
    have none, and runtime.server.http logs requests without their addresses, which hold
    table codes.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": f"{__name__}.LineFormatter",
                "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
                "style": "{",
            },
            "json": {"()": f"{__name__}.JsonFormatter"},
        },
        "filters": {
            "one_a_second": {"()": f"{__name__}.OneASecond"},
            "no_probes": {
                "()": "django.utils.log.CallbackFilter",
                "callback": is_no_probe,
            },
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": kind,
                "filters": ["one_a_second"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": _LOGGERS,
    }


def redact(text: str) -> str:
    """Return a text without parts that may identify a seat, a game or a person."""
    for secret in _SECRETS:
        text = secret.sub(_REDACTED, text)
    return text


class LineFormatter(logging.Formatter):
    """Formats a record as one readable line."""

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id.get()
        return redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object with fixed keys and those of `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": redact(record.getMessage()),
            **_collect_extra(record),
        }
        if record.exc_info:
            entry["traceback"] = redact(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def _collect_extra(record: logging.LogRecord) -> dict[str, Any]:
    return {
        name: redact(value) if isinstance(value, str) else value
        for name, value in vars(record).items()
        if name not in _STANDARD and isinstance(value, _PLAIN)
    }


class OneASecond(logging.Filter):
    """Logs some kinds of faults in one line a second each.

    They are outages of the database, whose traceback is left out, and the lines whose
    `extra` names their kind as `often`: a client, or Redis, can cause any number.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next: defaultdict[str, float] = defaultdict(float)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool | logging.LogRecord:
        error = record.exc_info[1] if record.exc_info else None
        kind = "outage" if is_outage(error) else vars(record).get(_OFTEN)
        if kind is None:
            return True
        if monotonic() < self._next[kind]:
            self._left_out[kind] += 1
            return False
        about = []
        if error:
            cause = str(error).partition("\n")[0]
            about.append(f" ({type(error).__name__}: {cause})")
        if left_out := self._left_out.pop(kind, 0):
            about.append(f" ({left_out} more were left out)")
        self._next[kind] = monotonic() + 1
        short = copy(record)
        short.msg, short.args = "%s%s", (record.getMessage(), "".join(about))
        short.exc_info = short.exc_text = None
        return short


def is_no_probe(record: logging.LogRecord) -> bool:
    """Return whether a record is about another request than a health check.

    Probes are many, and `charlie_site.readiness` itself logs a fault once a second.
    """
    return getattr(getattr(record, "request", None), "path", "") != "/readyz"


class WithRequestId:
    """Wraps an ASGI application: each request and socket gets an id for the log.

    The id is made here and never read from a header, so a client cannot write into the
    log or use the id of another request.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = token_hex(8)
        request_id.set(name)
        header = (REQUEST_ID_HEADER, name.encode())

        async def send_with_id(message: Message) -> None:
            if message["type"] in _STARTS:
                headers = [*message.get("headers", ()), header]
                message = {**message, "headers": headers}
            await send(message)

        # A first visit loads ten static files, and each header counts there.
        is_static = scope.get("path", "").startswith(settings.STATIC_URL)
        await self.application(scope, receive, send if is_static else send_with_id)
