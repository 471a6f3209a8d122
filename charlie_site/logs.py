"""How lines of the log look, for people or for programs, and what never stands there.

Nothing of the site logs a secret. But libraries quote what they failed at: addresses of
tables, rows of the database, recipients of mails. So each line is blanked as it is
written, tracebacks too.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

_BLANK = "…"
_SECRETS = [
    # Codes of tables, tickets to take a seat along, keys to reset a password.
    re.compile(r"(?<=/t/)(?!new/)[^/\s?\"'<>]+"),
    re.compile(r"(?<=/phone/)[^/\s?\"'<>]+"),
    re.compile(r"(?<=/reset/key/)[^/\s?\"'<>]+"),
    # What was asked beside an address.
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
# What every record has; the rest is what `extra` gave it.
_ORDINARY = {*vars(logging.makeLogRecord({})), "message", "asctime", "request_id"}
_PLAIN = (str, int, float, bool)


def logging_to_stderr(level: str, kind: str) -> dict[str, Any]:
    """Return Django's LOGGING: all to stderr, `line` for people, `json` for programs.

    Tracebacks carry no local variables, and requests are logged without their address
    (charlie_site.handler): codes of tables stand there.
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
        "filters": {"request_id": {"()": "charlie_site.request_ids.AddRequestId"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": kind,
                "filters": ["request_id"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": "NOTSET", "propagate": True},
            # A refusal is a normal answer, and its address has the code of a table.
            "django.request": {"level": "ERROR"},
            # What a template does not find, it tells with all that it was given.
            "django.template": {"level": "INFO"},
            # Whoever scans for servers would fill the log with tracebacks.
            "django.security": {"level": "CRITICAL"},
        },
    }


def blank(text: str) -> str:
    """Return a text without what may give away a seat, a game or a person."""
    for secret in _SECRETS:
        text = secret.sub(_BLANK, text)
    return text


class LineFormatter(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        return blank(super().format(record))


class JsonFormatter(logging.Formatter):
    """A line for programs: one object with the same keys each time, and `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "request": record.request_id,
            "message": blank(record.getMessage()),
            **_extra_of(record),
        }
        if record.exc_info:
            entry["traceback"] = blank(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def _extra_of(record: logging.LogRecord) -> dict[str, Any]:
    return {
        name: blank(value) if isinstance(value, str) else value
        for name, value in vars(record).items()
        if name not in _ORDINARY and isinstance(value, _PLAIN)
    }
