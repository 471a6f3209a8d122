"""The headers of a real server's answers, errors and static files included."""

import http.client
import re

import pytest

from tests.support.site_server import SiteServer

pytestmark = pytest.mark.slow

# Method, path and headers of a request, and the status of its answer.
ASKED = {
    "page": ("GET", "/", {}, 200),
    "table that is not there": ("GET", "/t/ABC234/", {}, 404),
    "address that is not there": ("GET", "/nowhere/", {}, 404),
    "other method": ("POST", "/rules/", {}, 403),
    "form from elsewhere": ("POST", "/", {"Origin": "http://evil.example"}, 403),
    "wrong method": ("DELETE", "/healthz", {}, 403),
    "other host": ("GET", "/", {"Host": "evil.example"}, 400),
    "no address": ("GET", "/%ff%00/", {}, 404),
    "to sign in": ("GET", "/admin/", {}, 302),
    "health": ("GET", "/healthz", {}, 200),
    "script of the site": ("GET", "/service-worker.js", {}, 200),
    "manifest": ("GET", "/manifest.webmanifest", {}, 200),
    "drawing": ("GET", "/t/ABC234/qr.svg", {}, 404),
    "static file that is not there": ("GET", "/static/nothing.css", {}, 404),
    "static file": ("GET", None, {}, 200),
    "static file not modified": ("GET", None, {"If-None-Match": None}, 304),
}
ALWAYS = {"X-Content-Type-Options": "nosniff"}
# A static file embeds nothing, and no window opens one.
OF_PAGES = {
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    server = SiteServer(folder, DATABASE_URL="", REDIS_URL="", SECURE_HSTS_SECONDS="60")
    server.start()
    yield server
    server.stop()


def ask(site, method, path, headers, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode(errors="replace")
    finally:
        connection.close()


@pytest.fixture(scope="module")
def static_file(site):
    """Return the address of a style sheet, and its ETag."""
    path = re.search(r'href="(/static/css/[^"]+)"', ask(site, "GET", "/", {})[2])[1]
    return path, ask(site, "GET", path, {})[1]["ETag"]


@pytest.mark.parametrize("case", ASKED)
def test_every_answer_carries_its_headers(site, static_file, case):
    method, path, headers, wanted = ASKED[case]
    headers = {name: text or static_file[1] for name, text in headers.items()}
    status, found, _ = ask(site, method, path or static_file[0], headers)
    assert status == wanted
    if status == 304:
        # The browser keeps the headers of its cached answer.
        return
    expected = ALWAYS if case == "static file" else ALWAYS | OF_PAGES
    assert {name: found[name] for name in expected} == expected
    policy = found["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy or "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "Server" not in found or found["Server"] == "charlie"


def test_cookies_are_hidden_from_scripts_and_other_sites(site):
    cookies = ask(site, "GET", "/t/new/", {})[1].get_all("Set-Cookie")
    token = re.match("charlie_csrf=([^;]+)", cookies[0])[1]
    headers = {"X-CSRFToken": token, "Cookie": f"charlie_csrf={token}"}
    cookies += ask(site, "POST", "/bots/", headers)[1].get_all("Set-Cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} == {
        "charlie_csrf",
        "charlie_session",
    }
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_uploads_are_refused(site):
    token = "t" * 32
    body = (
        f"--x\r\nContent-Disposition: form-data; name=csrfmiddlewaretoken\r\n\r\n"
        f"{token}\r\n--x\r\nContent-Disposition: form-data; name=a; filename=a\r\n\r\n"
        "content\r\n--x--\r\n"
    )
    headers = {
        "Content-Type": "multipart/form-data; boundary=x",
        "Cookie": f"charlie_csrf={token}",
        "X-CSRFToken": token,
    }
    assert ask(site, "POST", "/", headers, body)[0] == 400
