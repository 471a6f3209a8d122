"""The log: lines for people or for programs, with a request id and no secrets."""

import asyncio
import json
import logging

import pytest
from django.db import IntegrityError, OperationalError

from charlie_site import logging as own_logging
from charlie_site.logging import (
    JsonFormatter,
    LineFormatter,
    OneASecond,
    WithRequestId,
    build_logging,
    redact,
    request_id,
)
from runtime.threads import Kind, call_on, find_thread
from tests.support.commands import run_site

SESSION_KEY = "k3b9q0w5z7x1c8v6n4m2a1s3d5f7g9h0"
SEED = "5eed" * 16
GUEST_KEY = "0f3c2a9e-4b1d-4c8e-9a7f-1234567890ab"
MAIL = "alice.o+games@mail.example.org"
CODE = "QX7K3M"
TICKET = "Zt9-ticket_of_alice"
RESET = "3f-c9k2l1-5a7b3c"


def record_of(message, *args, error=None, **extra):
    """Return a log record as handlers get it during a request."""
    exc_info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("django", logging.ERROR, "", 1, message, args, exc_info)
    vars(record).update(extra)
    return record


def caught(error):
    """Return an error with a traceback."""
    try:
        raise error
    except type(error) as raised:
        return raised


@pytest.fixture(params=["line", "json"])
def formatter(request):
    return LineFormatter() if request.param == "line" else JsonFormatter()


def test_outage_of_the_database_is_logged_once_a_second_in_one_line(monkeypatch):
    monkeypatch.setattr(own_logging, "monotonic", lambda: now)
    now = 1.0
    outages = OneASecond()
    error = caught(OperationalError("no answer\nIs the server running?"))
    records = [record_of("%s: %s", "Error", "/moves/", error=error) for _ in range(3)]
    first, *others = map(outages.filter, records)
    assert others == [False, False]
    assert LineFormatter().format(first) == (
        "Error: /moves/ (OperationalError: no answer)"
    )
    now += 1
    assert "2 more were left out" in outages.filter(records[0]).getMessage()
    assert outages.filter(record_of("A bug", error=caught(ValueError()))) is True


def test_line_that_clients_can_repeat_is_logged_once_a_second(monkeypatch):
    monkeypatch.setattr(own_logging, "monotonic", lambda: now)
    now, lines = 1.0, OneASecond()
    host = record_of("The host %s", "evil.example", often="host")
    layer = record_of("No message", often="layer", status=1)
    assert LineFormatter().format(lines.filter(host)) == "The host evil.example"
    assert lines.filter(host) is False
    assert json.loads(JsonFormatter().format(lines.filter(layer)))["status"] == 1
    assert "often" not in JsonFormatter().format(layer)
    now += 1
    assert lines.filter(host).getMessage().endswith(" (1 more were left out)")
    assert lines.filter(record_of("Hello")) is True


@pytest.mark.parametrize(
    ("secret", "record"),
    [
        (CODE, record_of("%s: %s", "Internal Server Error", f"/t/{CODE}/moves/")),
        (CODE, record_of(f"<WebSocketProtocol path=b'/ws/t/{CODE}/'> took too long")),
        (TICKET, record_of(f"Server Error: /t/{CODE}/phone/{TICKET}/")),
        (TICKET, record_of(f"GET /t/{CODE}/replay/?as=1&link={TICKET}")),
        (RESET, record_of(f"Server Error: /accounts/password/reset/key/{RESET}/")),
        (MAIL, record_of("No mail to %r", {MAIL: (550, b"unknown")})),
        (MAIL, record_of("Failed.", error=caught(ValueError(f"To: {MAIL}\n")))),
        (SESSION_KEY, record_of("Session %s is gone", SESSION_KEY)),
        (SEED, record_of("%s", {"seed": SEED})),
        (GUEST_KEY, record_of(f"guest {GUEST_KEY}")),
        (
            CODE,
            record_of(
                "Failed.",
                error=caught(
                    IntegrityError(
                        f"duplicate key\nDETAIL:  Key (code)=({CODE}) already exists."
                    )
                ),
            ),
        ),
        ("pa55word", record_of("No redis://:pa55word@127.0.0.1:6379/0 there")),
        (MAIL, record_of("Sent.", recipient=MAIL)),
    ],
)
def test_log_line_holds_no_secret(formatter, secret, record):
    text = formatter.format(record)
    assert secret not in text


def test_harmless_text_stays():
    text = "GET /t/new/ 200, 12 ms: NotYourTurn in /srv/games/views/table.py, line 71"
    assert redact(text) == text


def test_json_line_has_the_usual_and_the_extra_keys():
    request_id.set("of-this-test")
    record = record_of("Answered %d", 200, status=200, route="t/<str:code>/")
    entry = json.loads(JsonFormatter().format(record))
    entry.pop("time")
    assert entry == {
        "level": "ERROR",
        "logger": "django",
        "request": "of-this-test",
        "message": "Answered 200",
        "status": 200,
        "route": "t/<str:code>/",
    }


def test_no_handler_mails_errors_with_local_variables():
    built = build_logging("WARNING", "line")
    (handler,) = built["handlers"].values()
    assert handler["class"] == "logging.StreamHandler"
    # Django's own mails errors to ADMINS.
    assert built["loggers"]["django"]["handlers"] == []


def test_json_line_holds_its_traceback():
    record = record_of("Failed.", error=caught(ValueError("two\nlines")))
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert "ValueError: two\nlines" in json.loads(line)["traceback"]


async def ask(application, scope):
    """Return the messages that an application sends through WithRequestId."""
    sent = []

    async def send(message):
        sent.append(message)

    await WithRequestId(application)(scope, None, send)
    return sent


@pytest.mark.parametrize("start", ["http.response.start", "websocket.accept"])
async def test_each_answer_and_each_socket_has_its_own_id(start):
    seen = []

    async def application(scope, receive, send):
        await asyncio.sleep(0)
        seen.append(await call_on(find_thread(Kind.READER), request_id.get))
        await send({"type": start, "headers": [(b"A", b"b")]})
        await send({"type": "more"})

    both = await asyncio.gather(ask(application, {}), ask(application, {}))
    ids = [dict(begin["headers"])[b"X-Request-ID"].decode() for begin, _more in both]
    assert sorted(ids) == sorted(seen)
    assert len(set(ids)) == 2
    assert all(more == {"type": "more"} for _begin, more in both)


CALL = """
import logging
import django
django.setup()
logging.getLogger("games").warning("Hello to %s", "bob@example.org")
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["line", "json"])
def test_log_format_follows_the_settings(kind, tmp_path):
    done = run_site(tmp_path, "-c", CALL, LOG_FORMAT=kind)
    assert done.returncode == 0, done.stderr
    if kind == "json":
        assert json.loads(done.stderr)["message"] == "Hello to …"
    else:
        assert done.stderr.endswith(" WARNING games [-]: Hello to …\n")
