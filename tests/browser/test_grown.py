"""Two server processes behind nginx, with PostgreSQL and Redis."""

import os
import re

import pytest
from django.conf import settings

from tests.browser.players import gather
from tests.browser.visits import expect_live
from tests.support.programs import find_nginx
from tests.support.proxy import SiteProcess, nginx
from tests.support.servers import LOOPBACK, free_port

pytestmark = [
    pytest.mark.storage,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis"),
    pytest.mark.skipif(find_nginx() is None, reason="needs nginx"),
]


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


@pytest.fixture(scope="module")
def site_server(processes):
    """Return the address of the proxy."""
    port = free_port()
    with nginx(processes, port):
        yield f"https://{LOOPBACK}:{port}"


@pytest.fixture
def server(transactional_db, processes, site_server):
    yield site_server
    for site in processes:
        site.wait_until_idle()
        assert site.errors_since(0) == []


def sockets_of(site):
    """Return the open sockets of one process."""
    found = re.search(r"^charlie_sockets (\S+)$", site.read_metrics(), re.MULTILINE)
    return float(found[1]) if found else 0


def test_all_pages_of_a_table_are_served_by_one_process(new_phone, processes):
    party = gather(lambda: new_phone(ignore_https_errors=True), 3)
    for phone in party.everybody:
        expect_live(phone, "yes")
    assert sorted(map(sockets_of, processes)) == [0, 3]
