"""Each request runs whole on the thread that its address needs, by Django's handler."""

import asyncio
import logging
import threading
from contextlib import ExitStack, contextmanager
from io import BytesIO
from time import time

import pytest
from django.core.signals import request_finished, request_started
from django.http import FileResponse, HttpResponse
from django.test import override_settings
from django.urls import include, path

from charlie_site.destinations import find_destination
from games.pages.error_pages import refuse_for_now
from runtime.rate_limits import Pace
from runtime.server.http import (
    ARRIVED_AT,
    REQUESTS,
    Destination,
    Handler,
    OnThreads,
)
from runtime.threads import Kind, find_worker, list_threads, slow
from tests.support.sockets import PATIENCE

# Each request ends with a check of its thread's connection.
pytestmark = pytest.mark.django_db(transaction=True)
calls = []
FILE = bytes(range(256)) * 1000


@pytest.fixture(autouse=True)
def noted_calls():
    """Record the thread of each call."""
    calls.clear()
    started, finished = note("started"), note("finished")
    request_started.connect(started)
    request_finished.connect(finished)
    with override_settings(ROOT_URLCONF=__name__):
        yield
    request_started.disconnect(started)
    request_finished.disconnect(finished)


def note(step):
    def receive(**_):
        calls.append((step, threading.current_thread().name.rpartition("_")[0]))

    return receive


def echo(request):
    note("view")()
    return HttpResponse(request.body)


def tell_arrival(request):
    return HttpResponse(request.META[ARRIVED_AT])


def tell_address(request):
    return HttpResponse(request.headers.get("X-Forwarded-For", "none"))


def send_file(request):
    return FileResponse(BytesIO(FILE))


def break_down(request):
    raise RuntimeError("secret of the house")


urlpatterns = [
    path("echo/", echo),
    path("arrival/", tell_arrival),
    path("address/", tell_address),
    path("file/", send_file),
    path("broken/", break_down),
    # The pages for errors link to the site's others.
    path("", include("charlie_site.urls")),
]
handler403 = "games.pages.error_pages.permission_denied"
handler404 = "games.pages.error_pages.page_not_found"
handler500 = "games.pages.error_pages.server_error"


def at(kind, code="QX7K3M"):
    """Return a table in which every address has the same kind of thread."""
    return lambda _method, path: Destination(path, kind, code)


def admit_all(_scope, _place, _client):
    return None


def make_application(places, admit=admit_all):
    return OnThreads(Handler(), places, admit, refuse_for_now)


async def ask(
    address, *, body=b"", places=find_destination, headers=(), admit=admit_all
):
    """Return the status, the headers and the body of the answer."""
    messages = [{"type": "http.request", "body": body}]
    sent = []

    async def receive():
        return messages.pop(0) if messages else await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    application = make_application(places, admit)
    await application(scope_of(address, body, headers), receive, send)
    start, *parts = sent
    content = b"".join(part.get("body", b"") for part in parts)
    return start["status"], dict(start["headers"]), content


def scope_of(address, body, headers):
    return {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": address,
        "query_string": b"",
        "headers": [
            (b"host", b"testserver"),
            (b"content-type", b"text/plain"),
            *headers,
        ],
        "server": ("testserver", 80),
    }


@contextmanager
def busy(thread):
    """Keep a thread from making calls."""
    may_end = threading.Event()
    call = thread.submit(may_end.wait)
    try:
        yield
    finally:
        may_end.set()
        call.result()


@pytest.mark.parametrize("kind", Kind)
@override_settings(MIDDLEWARE=[])
async def test_request_stays_on_the_thread_of_its_kind(kind):
    status, _, content = await ask("/echo/", body=b"a body", places=at(kind))
    assert (status, content) == (200, b"a body")
    assert [step for step, _ in calls] == ["started", "view", "finished"]
    (thread,) = {thread for _, thread in calls}
    assert thread.startswith(kind)


@override_settings(MIDDLEWARE=[])
async def test_change_runs_on_the_worker_of_its_table():
    with busy(find_worker("QX7K3M")):
        change = asyncio.ensure_future(ask("/echo/", body=b"a", places=at(Kind.WORKER)))
        await ask("/echo/", body=b"b", places=at(Kind.READER))
        assert not change.done()
    assert (await change)[2] == b"a"


async def test_health_is_answered_while_every_thread_is_busy():
    async with asyncio.timeout(PATIENCE):
        with busy(find_worker("")), busy(slow[Kind.SEARCHES]):
            assert (await ask("/healthz"))[0] == 200
    assert not any(thread.startswith(tuple(Kind)) for _, thread in calls)


@override_settings(MIDDLEWARE=[])
async def test_request_is_dated_by_its_arrival():
    before = time()
    assert before <= float((await ask("/arrival/"))[2]) <= time()


@pytest.mark.parametrize("body", [b"", b"a form"])
@pytest.mark.parametrize("kind", [Kind.WORKER, Kind.READER, Kind.SEARCHES])
async def test_request_without_a_free_thread_gets_503_in_time(kind, body, monkeypatch):
    monkeypatch.setattr("runtime.threads.LONGEST_WAIT", 0)
    with ExitStack() as held:
        for thread in list_threads():
            held.enter_context(busy(thread))
        status, headers, content = await ask("/echo/", body=body, places=at(kind))
        assert not calls
    assert status == 503
    assert b"has a lot to do" in content
    assert headers[b"Retry-After"] == b"3"
    # A page tries again; the browser would not send the form.
    assert (b"Refresh" in headers) == (not body)
    assert b"Content-Security-Policy" in headers


@pytest.mark.parametrize("kind", [Kind.WORKER, Kind.READER, Kind.SEARCHES])
async def test_client_with_many_requests_is_refused_at_once_in_its_language(
    kind, settings
):
    settings.RATE_LIMIT_FACTOR = 0
    language = [(b"accept-language", b"pl")]
    status, _, content = await ask("/echo/", places=at(kind), headers=language)
    assert status == 429
    assert 'lang="pl"' in content.decode()
    assert not calls


async def test_client_with_more_requests_than_a_person_is_answered_at_a_pace(
    settings, monkeypatch
):
    settings.RATE_LIMIT_FACTOR = 2 / REQUESTS.amount
    REQUESTS.forget()
    waits = []

    async def wait(_pace, address):
        waits.append(address)

    monkeypatch.setattr(Pace, "wait", wait)
    for expected in (0, 0, 1):
        await ask("/echo/", places=at(Kind.READER))
        assert len(waits) == expected


async def test_refusal_of_the_site_takes_no_thread():
    refusal = HttpResponse("no", status=403, headers={"X-Why": "a limit"})
    answer = await ask("/echo/", body=b"a", admit=lambda *_request: refusal)
    assert answer == (
        403,
        {b"Content-Type": b"text/html; charset=utf-8", b"X-Why": b"a limit"},
        b"no",
    )
    assert not calls


@override_settings(MIDDLEWARE=[])
async def test_move_of_a_client_that_leaves_is_made(caplog):
    messages = [
        {"type": "http.request", "body": b"a move"},
        {"type": "http.disconnect"},
    ]

    async def receive():
        return messages.pop(0)

    async def send(message):
        pass

    application = make_application(at(Kind.WORKER))
    await application(scope_of("/echo/", b"a move", ()), receive, send)
    assert [step for step, _ in calls] == ["started", "view", "finished"]
    assert not caplog.records


@override_settings(MIDDLEWARE=[])
async def test_file_is_sent_in_parts_and_closed():
    status, headers, content = await ask("/file/")
    assert (status, content) == (200, FILE)
    assert headers[b"Content-Length"] == str(len(FILE)).encode()
    assert [step for step, _ in calls] == ["started", "finished"]


@override_settings(MIDDLEWARE=[])
async def test_header_with_an_underscore_passes_for_no_other():
    spoofed = [(b"x_forwarded_for", b"192.0.2.1")]
    assert (await ask("/address/", headers=spoofed))[2] == b"none"
    sent = [(b"x-forwarded-for", b"192.0.2.1"), (b"x-forwarded-for", b"192.0.2.2")]
    assert (await ask("/address/", headers=sent))[2] == b"192.0.2.1,192.0.2.2"


async def test_all_middleware_takes_part():
    _, headers, _ = await ask("/echo/")
    assert b"Content-Security-Policy" in headers
    assert headers[b"X-Frame-Options"] == b"DENY"


async def test_error_answers_500_without_details():
    status, _, content = await ask("/broken/")
    assert status == 500
    assert b"secret" not in content
    assert calls[-1][0] == "finished"


async def test_answer_is_logged_by_the_pattern_of_its_address(caplog):
    caplog.set_level(logging.INFO, "runtime.server.http")
    await ask("/t/QX7K3M/")
    await ask("/nowhere/")
    table, nowhere = caplog.records
    assert table.getMessage().startswith("GET /t/<str:code>/ 404 ")
    assert (table.route, table.status, nowhere.route) == ("t/<str:code>/", 404, "")
    assert "QX7K3M" not in caplog.text
