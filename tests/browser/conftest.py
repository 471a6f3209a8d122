"""A real server, and a Chromium for each player."""

import os
import re
from contextlib import suppress

import pytest
from django.conf import settings
from playwright.sync_api import Error, expect

from tests.programs import find_chromium
from tests.site_server import SiteServer

# The first two cost each window a hidden page for its address bar, more than the page
# that is tested. The list replaces Playwright's own, so it repeats what that needs.
FEATURES_OFF = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
]
CHROMIUM_FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    f"--disable-features={','.join(FEATURES_OFF)}",
]
# What Chromium prints for an answer that says no, as it should: a refused move.
REFUSED = re.compile(r"Failed to load resource: .* status of 4\d\d")
PHONE = (390, 844)
MOST_ARRIVALS = 5

expect.set_options(timeout=10_000)


@pytest.fixture(scope="session", autouse=True)
def _allow_database_beside_playwright():
    # Playwright's loop runs in the thread of the tests, which talk to the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium on this machine")
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return browser_type_launch_args | {
        "executable_path": path,
        "args": CHROMIUM_FLAGS + as_root,
    }


@pytest.fixture(scope="session")
def site_server(django_db_setup, tmp_path_factory):
    """Run one server for all tests of this process, on their database."""
    # With the tests' own key they can sign a session for a player.
    folder = tmp_path_factory.mktemp("site")
    site = SiteServer(folder, SECRET_KEY=settings.SECRET_KEY)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def server(transactional_db, site_server):
    """Return the address of the server, which must log no error during the test.

    It is at rest before the test database is emptied: on PostgreSQL that and the last
    queries for pages that have closed may each wait for what the other has locked.
    """
    position = site_server.log_size()
    yield site_server.url
    site_server.wait_until_idle()
    assert site_server.errors_since(position) == []


@pytest.fixture
def new_phone(browser, server):
    """Return a maker of phones: pages in contexts of their own.

    At the end the test fails if a page has reported an error to the console, as it
    does for each violation of the Content-Security-Policy. A test that kills the
    server names the patterns of what it expects to be reported.
    """
    reports, contexts = [], []

    def make(language="en", size=PHONE, expected=(), **options):
        width, height = size
        context = browser.new_context(
            base_url=server,
            locale=language,
            viewport={"width": width, "height": height},
            has_touch=True,
            # What a service worker fetches, no test could route; a tap waits for what
            # moves, and drawing it is work for nobody to see.
            **{"service_workers": "block", "reduced_motion": "reduce"} | options,
        )
        contexts.append(context)
        context.on("console", lambda message: note(message, expected))
        context.on("weberror", lambda error: reports.append(str(error.error)))
        return context.new_page()

    def note(message, expected):
        if message.type != "error" or is_refusal(message):
            return
        if not any(re.search(pattern, message.text) for pattern in expected):
            reports.append(message.text)

    yield make
    for context in contexts:
        close(context)
    assert reports == []


def close(context):
    """Close a context whose pages have left: nothing may be on its way to them.

    Chromium forgets to close a page if the next document arrives meanwhile. Then it
    never answers, and Playwright waits for that without end.
    """
    for page in context.pages:
        leave(page)
    context.close()


def leave(page):
    """Go to an empty page. What was on the way may come first, an earlier try too."""
    for _ in range(MOST_ARRIVALS):
        with suppress(Error):
            page.goto("about:blank")
            return
    raise AssertionError(f"{page.url} leads on and on.")


def is_refusal(message):
    is_page = "/static/" not in message.location["url"]
    return is_page and bool(REFUSED.match(message.text))
