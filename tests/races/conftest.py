"""Servers for one test each, and phones for the players of that test."""

import os

import pytest
from django.conf import settings

from bench.http import Browser
from bench.phone import Phone
from games.players.identity import GUEST_KEY
from games.players.sessions import SessionStore
from tests.support.servers import LOOPBACK
from tests.support.site_server import SiteServer


@pytest.fixture
def serve_sites(transactional_db, tmp_path_factory):
    """Return a factory of servers that share a database; no log may hold an error.

    Without a number they are two if Redis joins them, else one.
    """
    started = []

    def serve_sites(count=2 if "REDIS_URL" in os.environ else 1, **environment):
        # The server needs the key with which the tests sign their sessions.
        environment["SECRET_KEY"] = settings.SECRET_KEY
        folders = [tmp_path_factory.mktemp("site") for _ in range(count)]
        servers = [SiteServer(folder, **environment) for folder in folders]
        for server in servers:
            started.append(server)
            server.start()
        return servers

    yield serve_sites
    for server in started:
        server.stop()
    assert [line for server in started for line in server.errors_since(0)] == []


@pytest.fixture
def site(serve_sites):
    """Return a server that the test may kill."""
    (server,) = serve_sites(1)
    return server


@pytest.fixture
def sites(serve_sites):
    return serve_sites()


@pytest.fixture
def phone_of(transactional_db):
    """Return a factory of phones, each with the session of a player."""

    def make(site, player, game, address=""):
        session = SessionStore()
        session[GUEST_KEY] = str(player.guest_key)
        session.save()
        cookies = {"charlie_session": session.session_key, "charlie_csrf": "c" * 32}
        return Phone(Browser(LOOPBACK, site.port, cookies, address), game.code)

    return make
