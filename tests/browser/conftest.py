"""A real server, and a Chromium for each player."""

import os
import re
from contextlib import contextmanager, suppress

import pytest
from django.conf import settings
from playwright.sync_api import Error, expect

from tests.browser.engines import phones_of
from tests.support.firefox import firefox_browser
from tests.support.programs import FINDERS, find_chromium
from tests.support.site_server import SiteServer

# The first two would give each window a hidden page for its address bar, larger than
# the page under test. The list replaces Playwright's own, so it repeats those entries.
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
# Chromium reports a refused move as a failed load, which is expected.
REFUSED = re.compile(r"Failed to load resource: .* status of 4\d\d")
# On a slow machine a request may outlast the page's patience: the page sends it again.
LATE = "htmx: htmx:error: timeout"
PHONE = (390, 844)
MOST_ARRIVALS = 5

# Patience costs nothing while all is well; machines that run tests are busy.
expect.set_options(timeout=30_000)
ACTION_LIMIT = 60_000


@pytest.fixture(scope="session", autouse=True)
def _allow_database_beside_playwright():
    # Playwright's event loop runs in the thread of the tests, which use the database.
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
def start_site(django_db_setup, tmp_path_factory):
    """Return a context manager that runs a server on the tests' database."""

    @contextmanager
    def start(**environment):
        # The key of the tests lets them sign sessions for players.
        environment |= {"SECRET_KEY": settings.SECRET_KEY}
        site = SiteServer(tmp_path_factory.mktemp("site"), **environment)
        site.start()
        yield site
        site.stop()

    return start


@pytest.fixture(scope="session")
def usual_site(start_site):
    """Run one server for the tests of all modules without a CLOCK_SPEED."""
    with start_site() as site:
        yield site


@pytest.fixture(scope="module")
def site_server(request, start_site):
    """Run a server at the module's CLOCK_SPEED, or the usual one."""
    speed = getattr(request.module, "CLOCK_SPEED", None)
    if speed is None:
        yield request.getfixturevalue("usual_site")
    else:
        with start_site(CLOCK_SPEED=speed) as site:
            yield site


@pytest.fixture
def server(transactional_db, site_server):
    """Return the address of the server, which must log no error during the test.

    The test database is emptied only when the server is idle: on PostgreSQL the flush
    and the last queries of closed pages could otherwise block each other.
    """
    position = site_server.log.stat().st_size
    yield site_server.url
    site_server.wait_until_idle()
    assert site_server.errors_since(position) == []


@pytest.fixture
def new_phone(browser, server):
    """Return a factory of phones: pages in separate contexts.

    At the end the test fails if a page has reported an error to the console, such as a
    violation of the Content-Security-Policy. A test that kills the server passes
    patterns for the reports that it expects.
    """
    reports, contexts = [], []

    def make(language="en", size=PHONE, expected=(), **options):
        width, height = size
        context = browser.new_context(
            base_url=server,
            locale=language,
            viewport={"width": width, "height": height},
            has_touch=True,
            # Tests cannot route the requests of a service worker; motion only delays
            # taps.
            **{"service_workers": "block", "reduced_motion": "reduce"} | options,
        )
        context.set_default_timeout(ACTION_LIMIT)
        contexts.append(context)
        context.on("console", lambda message: note(message, expected))
        context.on("weberror", lambda error: reports.append(str(error.error)))
        return context.new_page()

    def note(message, expected):
        if message.type != "error" or is_refusal(message):
            return
        if message.text.startswith(LATE):
            return
        if not any(re.search(pattern, message.text) for pattern in expected):
            reports.append(message.text)

    yield make
    for context in contexts:
        close(context)
    assert reports == []


@pytest.fixture(
    params=[pytest.param("WebKit", marks=pytest.mark.core), "Firefox", "Chromium"]
)
def engine(request):
    if not FINDERS[request.param]():
        pytest.skip(f"no {request.param} on this machine")
    return request.param


@pytest.fixture(scope="session")
def firefox(tmp_path_factory):
    with firefox_browser(tmp_path_factory.mktemp("firefox")) as firefox:
        yield firefox


@pytest.fixture
def new_phone_of(engine, server, request, tmp_path):
    """Return a factory of phones. At the end the test fails for errors of scripts."""
    phones = []

    def make(**options):
        phone = make_one(**options)
        phone.site = server
        phones.append(phone)
        return phone

    fixtures = {"Chromium": "browser", "Firefox": "firefox"}
    running = engine in fixtures and request.getfixturevalue(fixtures[engine])
    with phones_of(engine, tmp_path, running or None) as make_one:
        yield make
        faults = [phone.faults() for phone in phones]
        for phone in phones:
            phone.leave()
    assert faults == [""] * len(phones)


def close(context):
    """Close a context once its pages have left and no response is on its way.

    If a document arrives while Chromium closes a page, Chromium never answers and
    Playwright waits forever.
    """
    for page in context.pages:
        leave(page)
    context.close()


def leave(page):
    """Go to an empty page, even if pending responses arrive first."""
    for _ in range(MOST_ARRIVALS):
        with suppress(Error):
            page.goto("about:blank")
            return
        page.wait_for_load_state()
    raise AssertionError(f"{page.url} leads on and on.")


def is_refusal(message):
    is_page = "/static/" not in message.location["url"]
    return is_page and bool(REFUSED.match(message.text))
