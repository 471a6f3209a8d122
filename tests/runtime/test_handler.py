"""The one-hop handler runs all of a request on one long-lived thread."""

import asyncio
import logging
import threading

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import connection
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import include, path

from runtime.loop import ARRIVED, KEPT, Again, on_loop, waits_for_nothing
from runtime.server.handler import OneHopHandler
from runtime.threads import in_thread
from tests.support.sockets import PATIENCE

# Each request ends with a check of its thread's connection.
pytestmark = pytest.mark.django_db(transaction=True)
calls = []


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
        calls.append((step, threading.current_thread().name))

    return receive


def echo(request):
    note("view")()
    return HttpResponse(request.body)


@on_loop(lambda speed: speed == "quick")
def make_move(request, speed):
    return echo(request)


@waits_for_nothing
def say_alive(request):
    return HttpResponse("alive")


@on_loop(lambda: True)
def wait_once(request):
    if kept := request.META.get(KEPT):
        return HttpResponse(kept + request.body)
    return Again(0.01, b"again: ")


def tell_arrival(request):
    return HttpResponse(request.META[ARRIVED])


def break_down(request):
    raise RuntimeError("secret of the house")


def send_file(request):
    # As long as several chunks, and a part of one.
    return FileResponse(open(__file__, "rb"), filename="file")  # noqa: PTH123


def send_stream(request):
    return StreamingHttpResponse(b"%d," % number for number in range(100))


async def send_async_stream(request):
    async def numbers():
        for number in range(3):
            yield b"%d," % number

    return StreamingHttpResponse(numbers())


urlpatterns = [
    path("echo/", echo),
    path("<speed>/moves/", make_move),
    path("alive/", say_alive),
    path("wait/", wait_once),
    path("arrival/", tell_arrival),
    path("broken/", break_down),
    path("file/", send_file),
    path("stream/", send_stream),
    path("async-stream/", send_async_stream),
    # The pages for errors link to the site's others.
    path("", include("charlie_site.urls")),
]
handler403 = "games.pages.errors.permission_denied"
handler404 = "games.pages.errors.page_not_found"
handler500 = "games.pages.errors.server_error"


async def ask(address, *, body=b"", gone=False):
    """Return the status, the headers and the body of the handler's answer."""
    messages = [{"type": "http.request", "body": body[:4], "more_body": True}]
    if gone:
        messages.append({"type": "http.disconnect"})
    else:
        messages.append({"type": "http.request", "body": body[4:]})
    sent = []

    async def receive():
        return messages.pop(0) if messages else await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    await OneHopHandler()(scope_of(address, body), receive, send)
    if not sent:
        return None
    start, *parts = sent
    assert not parts[-1].get("more_body")
    content = b"".join(part.get("body", b"") for part in parts)
    return start["status"], dict(start["headers"]), content


def scope_of(address, body):
    return {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"content-type", b"text/plain")],
        "server": ("testserver", 80),
    }


@override_settings(MIDDLEWARE=[])
async def test_request_stays_on_one_long_lived_thread():
    status, _, content = await ask("/echo/", body=b"a body in two parts")
    assert (status, content) == (200, b"a body in two parts")
    assert [step for step, _ in calls] == ["started", "view", "finished"]
    threads = {thread for _, thread in calls}
    assert len(threads) == 1
    assert threads.pop().startswith("database")


@override_settings(MIDDLEWARE=[])
async def test_request_arrives_with_the_end_of_its_body(time_machine):
    time_machine.move_to(1000, tick=False)

    async def receive():
        # The client had sent the head, and kept the move back.
        time_machine.move_to(1003, tick=False)
        return {"type": "http.request", "body": b"a move"}

    sent = []

    async def send(message):
        sent.append(message)

    await OneHopHandler()(scope_of("/arrival/", b"a move"), receive, send)
    assert sent[1]["body"] == b"1003.0"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="threads make all moves")
@pytest.mark.fast_part
@override_settings(MIDDLEWARE=[])
async def test_move_is_made_on_the_loop():
    assert (await ask("/quick/moves/", body=b"move=draw"))[2] == b"move=draw"
    assert {thread for _, thread in calls} == {threading.current_thread().name}


@override_settings(MIDDLEWARE=[])
async def test_long_move_is_made_on_a_thread():
    assert (await ask("/long/moves/", body=b"move=draw"))[2] == b"move=draw"
    (thread,) = [thread for step, thread in calls if step == "view"]
    assert thread.startswith("database")


@override_settings(MIDDLEWARE=[])
async def test_view_that_waits_is_called_again_with_what_it_kept(caplog):
    caplog.set_level(logging.INFO, "runtime.server.handler")
    status, _, content = await ask("/wait/", body=b"move=accuse")
    assert (status, content) == (200, b"again: move=accuse")
    assert len(caplog.records) == 1


@pytest.mark.fast_part
@override_settings(MIDDLEWARE=[])
async def test_view_that_waits_for_nothing_is_answered_while_all_threads_are_busy():
    may_end = threading.Event()
    busy = [
        asyncio.create_task(in_thread(may_end.wait))
        for _ in range(settings.DATABASE_THREADS)
    ]
    try:
        async with asyncio.timeout(PATIENCE):
            assert (await ask("/alive/"))[2] == b"alive"
    finally:
        may_end.set()
        await asyncio.gather(*busy)


async def test_all_middleware_takes_part():
    _, headers, _ = await ask("/echo/")
    assert b"Content-Security-Policy" in headers
    assert headers[b"X-Frame-Options"] == b"DENY"


async def test_form_without_a_token_is_refused():
    assert (await ask("/echo/", body=b"draw"))[0] == 403


async def test_error_answers_500_without_details():
    status, _, content = await ask("/broken/")
    assert status == 500
    assert b"secret" not in content
    assert calls[-1][0] == "finished"


async def test_unknown_address_answers_404():
    assert (await ask("/nowhere/"))[0] == 404


async def test_file_arrives_whole():
    with open(__file__, "rb") as file:  # noqa: ASYNC230, PTH123
        assert (await ask("/file/"))[2] == file.read()
    assert [step for step, _ in calls] == ["started", "finished"]


async def test_stream_arrives_whole():
    expected = b"".join(b"%d," % number for number in range(100))
    assert (await ask("/stream/"))[2] == expected


async def test_asynchronous_stream_arrives_whole():
    assert (await ask("/async-stream/"))[2] == b"0,1,2,"


async def test_answer_is_logged_by_the_pattern_of_its_address(caplog):
    caplog.set_level(logging.INFO, "runtime.server.handler")
    await ask("/t/QX7K3M/")
    await ask("/nowhere/")
    table, nowhere = caplog.records
    assert table.getMessage().startswith("GET /t/<str:code>/ 404 ")
    assert (table.route, table.status, nowhere.route) == ("t/<str:code>/", 404, "")
    assert "QX7K3M" not in caplog.text


async def test_client_that_leaves_while_sending_gets_no_answer():
    assert await ask("/echo/", body=b"half a body", gone=True) is None
    assert calls == []


async def test_other_protocols_are_refused():
    with pytest.raises(ValueError, match="Only HTTP"):
        await OneHopHandler()({"type": "lifespan"}, None, None)
