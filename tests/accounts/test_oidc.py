"""Signing in by OpenID Connect: a real server, and an issuer that the test plays."""

import json
import socket
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest

from tests.support.plain_browser import PlainBrowser
from tests.support.servers import LOOPBACK
from tests.support.site_server import SiteServer

# It starts a server.
pytestmark = pytest.mark.slow

CLIENT = {"OIDC_CLIENT_ID": "charlie", "OIDC_CLIENT_SECRET": "a secret of both"}


class Issuer(BaseHTTPRequestHandler):
    """Signs every visitor in as the user of the class, without a question."""

    user = {}
    asked = {}

    def do_GET(self):
        address = urlsplit(self.path)
        getattr(self, f"show_{address.path.rpartition('/')[2].replace('-', '_')}")(
            parse_qs(address.query)
        )

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        type(self).asked = parse_qs(body)
        claims = {"iss": self.home, "aud": "charlie", "exp": time.time() + 60}
        token = jwt.encode(claims | self.user, "k" * 32, algorithm="HS256")
        self.send_json(access_token="t", token_type="Bearer", id_token=token)

    @property
    def home(self):
        return f"http://{LOOPBACK}:{self.server.server_port}"

    def show_openid_configuration(self, _query):
        self.send_json(
            issuer=self.home,
            authorization_endpoint=f"{self.home}/authorize",
            token_endpoint=f"{self.home}/token",
            userinfo_endpoint=f"{self.home}/userinfo",
            jwks_uri=f"{self.home}/keys",
        )

    def show_authorize(self, query):
        assert set(query["scope"][0].split()) == {"openid", "profile"}
        answer = {"code": "c"} if self.user else {"error": "access_denied"}
        answer["state"] = query["state"][0]
        self.send_response(302)
        self.send_header("Location", f"{query['redirect_uri'][0]}?{urlencode(answer)}")
        self.end_headers()

    def show_userinfo(self, _query):
        self.send_json(**self.user)

    def send_json(self, **fields):
        self.send_text(fields)

    def send_text(self, answer):
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments):
        """Print nothing."""


@contextmanager
def issuer():
    with ThreadingHTTPServer((LOOPBACK, 0), Issuer) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://{LOOPBACK}:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("oidc")


@pytest.fixture(scope="module")
def site(folder):
    with issuer() as address:
        variables = {"OIDC_ISSUER": f"{address}/", "OIDC_NAME": "The Club", **CLIENT}
        site = SiteServer(folder, DATABASE_URL=f"sqlite:///{folder}/db", **variables)
        site.start()
        yield site
        site.stop()


@pytest.fixture
def visitor(site, monkeypatch):
    claims = {"sub": "4711", "preferred_username": "Alice", "name": "Alice Doe"}
    monkeypatch.setattr(Issuer, "user", claims | {"email": "alice@example.org"})
    return PlainBrowser(site.url)


def account_in(visitor):
    return json.loads(visitor.read("/accounts/export/"))


def test_sign_in_makes_an_account_that_keeps_the_seat_of_the_guest(site, visitor):
    table = visitor.send(visitor.read("/"), "/bots/")
    code = table.split("/")[2]
    assert "Sign in with The Club" in visitor.read("/accounts/login/")
    page = visitor.read(f"/accounts/oidc/site/login/?{urlencode({'next': table})}")
    assert code in page
    mine = account_in(visitor)
    assert mine["account"]["username"] == "alice"
    assert [seat["table"] for seat in mine["seats"]] == [code]
    assert mine["account"]["issuer_ids"] == ["4711"]
    assert mine["account"]["email_addresses"] == []
    assert Issuer.asked["code_verifier"]
    assert site.errors_since(0) == []


def test_second_browser_signs_in_to_the_same_account(visitor, site, monkeypatch):
    visitor.read("/accounts/oidc/site/login/")
    other = PlainBrowser(site.url)
    other.read("/accounts/oidc/site/login/?process=connect")
    assert account_in(other)["account"] == account_in(visitor)["account"]
    monkeypatch.setattr(Issuer, "user", {"sub": "4712", "preferred_username": "alice"})
    third = PlainBrowser(site.url)
    third.read("/accounts/oidc/site/login/")
    assert account_in(third)["account"]["username"].startswith("alice")
    assert account_in(third)["account"]["issuer_ids"] == ["4712"]


def test_no_link_connects_an_account_with_another_identity(visitor, monkeypatch):
    visitor.read("/accounts/oidc/site/login/")
    monkeypatch.setattr(Issuer, "user", {"sub": "666", "preferred_username": "eve"})
    visitor.read("/accounts/oidc/site/login/?process=connect")
    assert account_in(visitor)["account"]["username"] == "eve"


NOBODY = [
    {"sub": sub, "preferred_username": "alice"}
    for sub in ("", None, {}, "a" * 5000, "\ud800", "a\0")
]


@pytest.mark.parametrize("answer", [*NOBODY, ["x"], "x", 5])
def test_answer_that_names_nobody_signs_nobody_in(visitor, site, monkeypatch, answer):
    position = site.log.stat().st_size
    monkeypatch.setattr(
        Issuer, "show_userinfo", lambda issuer, _query: issuer.send_text(answer)
    )
    with pytest.raises(HTTPError, match="401") as refusal:
        visitor.read("/accounts/oidc/site/login/")
    refusal.value.close()
    assert site.errors_since(position) == []


@pytest.mark.parametrize(
    "odd",
    [
        {"name": ["Alice"], "preferred_username": 5},
        {"email": 5},
        {"email": "alice@example.org", "email_verified": "perhaps"},
    ],
)
def test_odd_fields_beside_the_sub_are_passed_over(visitor, site, monkeypatch, odd):
    position = site.log.stat().st_size
    monkeypatch.setattr(Issuer, "user", {"sub": f"odd {odd}"} | odd)
    visitor.read("/accounts/oidc/site/login/")
    assert account_in(visitor)["account"]["email_addresses"] == []
    assert site.errors_since(position) == []


def test_cancelled_and_forged_answers_sign_nobody_in(visitor, monkeypatch):
    monkeypatch.setattr(Issuer, "user", {})
    assert "You can try again" in visitor.read("/accounts/oidc/site/login/")
    with pytest.raises(HTTPError, match="401") as refusal:
        visitor.read("/accounts/oidc/site/login/callback/?code=c&state=forged")
    refusal.value.close()


@pytest.fixture
def hanging_site(tmp_path):
    """Yield a site with an issuer that accepts connections and never answers."""
    with socket.create_server((LOOPBACK, 0)) as silent:
        address = f"http://{LOOPBACK}:{silent.getsockname()[1]}"
        variables = {"OIDC_ISSUER": address, "RATE_LIMIT_FACTOR": "1", **CLIENT}
        site = SiteServer(
            tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/db", **variables
        )
        site.start()
        yield site
        site.stop()


def test_issuer_that_hangs_costs_a_second_and_a_few_taps(hanging_site):
    browser = PlainBrowser(hanging_site.url)
    began = time.monotonic()
    said, status = refused(browser, "/accounts/oidc/site/login/")
    assert time.monotonic() - began < 3
    assert (status, "or use a password" in said) == (503, True)
    answers = [refused(browser, "/accounts/oidc/site/login/") for _ in range(10)]
    assert [status for _said, status in answers] == [503] * 9 + [429]
    assert "Too many attempts" in answers[-1][0]
    assert "Traceback" not in hanging_site.log.read_text()


def refused(browser, address):
    """Return the text and the status of a page that refuses."""
    with pytest.raises(HTTPError) as refusal:
        browser.read(address)
    with refusal.value as answer:
        return answer.read().decode(), answer.code
