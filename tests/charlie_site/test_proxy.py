"""Delivered proxies answer for the site alone, and stop large or slow requests."""

import http.client
import json
import os
import socket
import ssl
import subprocess
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

import pytest

from tests.support.programs import find_caddy, find_nginx
from tests.support.proxy import CADDYFILE, caddy, nginx
from tests.support.servers import LOOPBACK, free_port

pytestmark = pytest.mark.slow
PROXIES = [
    pytest.param(
        nginx, marks=pytest.mark.skipif(find_nginx() is None, reason="needs nginx")
    ),
    pytest.param(
        caddy, marks=pytest.mark.skipif(find_caddy() is None, reason="needs Caddy")
    ),
]


class Site(BaseHTTPRequestHandler):
    """A stand-in for the site's processes, which counts requests."""

    asked = 0
    headers_seen = {}

    def do_GET(self):
        type(self).asked += 1
        type(self).headers_seen = dict(self.headers)
        self.send_response(200)
        self.send_header("Port", str(self.server.server_port))
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_arguments):
        """Print nothing."""


@contextmanager
def stand_in():
    with ThreadingHTTPServer((LOOPBACK, 0), Site) as server:
        Thread(target=server.serve_forever).start()
        yield SimpleNamespace(port=server.server_port)
        server.shutdown()


@pytest.fixture(scope="module", params=PROXIES)
def ports(request):
    """Return the proxy's ports without and with TLS; the site's name is LOOPBACK."""
    plain, secure = free_port(), free_port()
    with (
        stand_in() as first,
        stand_in() as second,
        request.param([first, second], secure, plain_port=plain),
    ):
        yield plain, secure


def ask(port, host, *, tls=False, method="GET", body=None):
    """Return the status and the redirect of an answer; None if there is no answer."""
    options = {"context": ssl._create_unverified_context()} if tls else {}
    kind = http.client.HTTPSConnection if tls else http.client.HTTPConnection
    connection = kind(LOOPBACK, port, timeout=20, **options)
    try:
        connection.request(method, "/rules/", body, {"Host": host})
        answer = connection.getresponse()
        return answer.status, answer.headers["Location"]
    except http.client.RemoteDisconnected:
        return None
    finally:
        connection.close()


def test_plain_requests_are_redirected_to_the_own_name(ports):
    assert ask(ports[0], LOOPBACK) == (308, f"https://{LOOPBACK}/rules/")
    assert ask(ports[1], LOOPBACK, tls=True) == (200, None)


@pytest.mark.parametrize("host", ["evil.example", "localhost", "", "10.0.0.1:8080"])
def test_requests_for_other_names_get_no_answer(ports, host):
    asked = Site.asked
    assert ask(ports[0], host) in {None, (400, None)}
    assert ask(ports[1], host, tls=True) in {None, (400, None)}
    assert Site.asked == asked


def test_large_body_does_not_reach_the_site(ports):
    asked = Site.asked
    answer = ask(ports[1], LOOPBACK, tls=True, method="POST", body=bytes(70_000))
    assert answer == (413, None)
    assert Site.asked == asked


def test_half_request_is_closed(ports):
    with socket.create_connection((LOOPBACK, ports[0]), timeout=30) as half:
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert half.recv(1024) == b""


def get(port, address, **headers):
    """Return the status and the headers of an answer over TLS."""
    context = ssl._create_unverified_context()
    connected = http.client.HTTPSConnection(LOOPBACK, port, timeout=20, context=context)
    with closing(connected) as connection:
        connection.request("GET", address, headers={"Host": LOOPBACK, **headers})
        answer = connection.getresponse()
        return answer.status, answer.headers


def test_pages_of_a_table_go_to_one_process(ports):
    def places(address):
        return {get(ports[1], address)[1]["Port"] for _ in range(6)}

    codes = [f"ABC{number}" for number in range(12)]
    all_places = set()
    for code in codes:
        (place,) = places(f"/t/{code}/") | places(f"/ws/t/{code}/")
        all_places.add(place)
    assert len(all_places) == 2


def test_proxy_passes_the_wish_for_a_socket_on(ports):
    wish = {"Connection": "Upgrade", "Upgrade": "websocket"}
    assert get(ports[1], "/ws/t/ABCDEF/", **wish)[0] == 200
    assert Site.headers_seen["Upgrade"] == "websocket"


def test_proxy_says_who_asks_and_how_and_hides_the_metrics(ports):
    forged = {"X-Forwarded-For": "8.8.8.8", "X-Forwarded-Proto": "http"}
    assert get(ports[1], "/rules/", **forged)[0] == 200
    seen = Site.headers_seen
    assert seen["X-Forwarded-For"].split(", ")[-1] == LOOPBACK
    assert (seen["X-Forwarded-Proto"], seen["Host"]) == ("https", LOOPBACK)
    assert get(ports[1], "/metrics")[0] == 404


@pytest.mark.skipif(find_caddy() is None, reason="needs Caddy")
@pytest.mark.parametrize("changes", [{}, {"ADMIN": "off"}], ids=["machine", "image"])
def test_caddy_takes_a_new_configuration_outside_of_the_container(changes):
    command = [find_caddy(), "adapt", "--config", CADDYFILE]
    environment = os.environ | {"SITE_HOST": "a.example"} | changes
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    admin = json.loads(done.stdout)["admin"]
    assert admin == ({"disabled": True} if changes else {"listen": "localhost:2019"})
    image = CADDYFILE.with_name("Dockerfile").read_text()
    assert " ADMIN=off\n" in image
