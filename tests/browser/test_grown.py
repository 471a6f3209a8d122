"""Two server processes behind a proxy, PostgreSQL and Redis: games are finished.

The table's pages are spread over both processes. One is killed, later the other, and no
player has to act on it.
"""

import os
import re
from functools import partial

import pytest
from django.conf import settings

from games.rules.state import Phase
from tests.browser.players import Phone, gather
from tests.browser.plots import Plot, fix_chance
from tests.browser.visits import AWAY
from tests.support.programs import find_caddy, find_nginx
from tests.support.proxy import SiteProcess, caddy, nginx, spread_pages
from tests.support.servers import LOOPBACK, free_port

pytestmark = [
    pytest.mark.storage,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis"),
    pytest.mark.skipif(
        None in (find_caddy(), find_nginx()), reason="needs Caddy and nginx"
    ),
]
# Moves before the first process is killed, and before the second.
FIRST, SECOND = 8, 16
EXPECTED = (*AWAY, r"status of 50[24]")


@pytest.fixture(scope="module")
def processes(django_db_setup, tmp_path_factory):
    """Run two server processes on the tests' database."""
    static = tmp_path_factory.mktemp("static")
    environment = {"SECRET_KEY": settings.SECRET_KEY, "STATIC_ROOT": str(static)}
    folders = [tmp_path_factory.mktemp("site") for _ in range(2)]
    sites = [SiteProcess(folder, **environment) for folder in folders]
    sites[0].prepare()
    for site in sites:
        site.start()
    yield sites
    for site in sites:
        site.stop()


@pytest.fixture(scope="module", params=[partial(nginx, change=spread_pages)])
def site_server(processes, request):
    """Return the address of the proxy, which the parameter starts."""
    port = free_port()
    with request.param(processes, port):
        yield f"https://{LOOPBACK}:{port}"


@pytest.fixture
def server(transactional_db, processes, site_server):
    yield site_server
    for site in processes:
        site.wait_until_idle()
        assert site.errors_since(0) == []


def count_of(site, name):
    """Return a metric of one process."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", site.read_metrics(), re.MULTILINE)
    return float(found[1]) if found else 0


def sockets_of(site):
    return count_of(site, "charlie_sockets")


@pytest.fixture
def phone_by_proxy(new_phone):
    def make(language="en"):
        return new_phone(language, expected=EXPECTED, ignore_https_errors=True)

    return make


@pytest.mark.parametrize("site_server", [caddy, nginx], indirect=True)
def test_all_pages_of_a_table_are_served_by_one_process(phone_by_proxy, processes):
    party = gather(phone_by_proxy, 3)
    for phone in party.everybody:
        phone.expect_live()
    assert sorted(map(sockets_of, processes)) == [0, 3]


def test_game_is_finished_although_each_process_is_killed(phone_by_proxy, processes):
    party = gather(phone_by_proxy, 3, first_player="chosen", discards="open")
    eve = Phone(phone_by_proxy())
    eve.visit(party.game.code)
    party.watchers.append(eve)
    assert eve.page.request.get("/metrics").status == 404
    plot = Plot(hunter=1)
    fix_chance(party.game, 158, plot, 2)
    party.start(first_seat=2)
    for phone in party.everybody:
        phone.expect_live()
    assert all(map(sockets_of, processes))
    first, second = processes
    while (state := party.state()).phase != Phase.OVER:
        if party.count == FIRST:
            first.kill()
        if party.count == SECOND:
            first.start()
            second.kill()
        party.make(plot.next_move(state))
    second.start()
    assert party.count > 2 * SECOND
    assert count_of(first, 'charlie_moves_total{by="player"}') > SECOND
