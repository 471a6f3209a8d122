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

# Limits and absences of a minute take two seconds.
HASTE = "30"


def make_server(folder, **environment):
    # The server needs the key with which the tests sign their sessions.
    return SiteServer(folder, SECRET_KEY=settings.SECRET_KEY, **environment)


@pytest.fixture
def site(transactional_db, tmp_path):
    """Return a server that the test may kill; its log must hold no error."""
    server = make_server(tmp_path)
    server.start()
    yield server
    server.stop()
    assert server.errors_since(0) == []


@pytest.fixture
def sites(site, tmp_path_factory):
    """Return servers that share a database: two if Redis joins them, else one."""
    others = [make_server(tmp_path_factory.mktemp("other"))]
    if "REDIS_URL" not in os.environ:
        others.clear()
    for server in others:
        server.start()
    yield [site, *others]
    for server in others:
        server.stop()
        assert server.errors_since(0) == []


@pytest.fixture
def sites_in_haste(transactional_db, tmp_path_factory):
    """Return servers like those of `sites`, with a fast clock."""
    count = 2 if "REDIS_URL" in os.environ else 1
    folders = [tmp_path_factory.mktemp("haste") for _ in range(count)]
    servers = [make_server(folder, CLOCK_SPEED=HASTE) for folder in folders]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()
        assert server.errors_since(0) == []


@pytest.fixture
def phone_of(transactional_db):
    """Return a factory of phones, each with the session of a player."""

    def make(site, player, game):
        session = SessionStore()
        session[GUEST_KEY] = str(player.guest_key)
        session.save()
        cookies = {"sessionid": session.session_key, "csrftoken": "c" * 32}
        return Phone(Browser(LOOPBACK, site.port, cookies), game.code)

    return make
