"""Pages, and the tour of them in all requested languages, themes and sizes."""

import os
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from django.conf import settings
from django.test import Client
from django.utils.translation import to_locale
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.engines import ChromiumPhone, Phone, WebKitPhone
from tests.support.browsers import open_browser
from tests.support.positions import Table
from tests.support.programs import find_chromium
from tests.support.webkit import hidden_screen, webkit_browser

# As browsers write them: pt-BR.
LANGUAGES = [to_locale(code).replace("_", "-") for code, _ in settings.LANGUAGES]
# 640, 667 and 844 are phones in landscape.
SIZES = "280×653 320×568 360×600 390×664 412×785 640×360 667×375 844×390"
SIZES += " 768×1024 820×1180 1280×720 1440×900"
HEIGHTS = {
    int(width): int(height)
    for width, height in (size.split("×") for size in [*SIZES.split(), "1920×1080"])
}
# A shared screen shows the display; 1920 is no size of another page.
DISPLAY_WIDTHS = {1280, 1920}
# A browser adds random bytes to the shuffles, and the table shows them.
SAME_CHANCE = "crypto.getRandomValues = (bytes) => bytes.fill(61);"
FLAGS = [
    "--disable-background-networking",
    "--no-first-run",
    "--disable-quic",
    # Redrawing only parts of a page gives other pixels from one run to the next.
    "--disable-partial-raster",
]

# The page has its socket, or needs none.
IS_LIVE = """!document.querySelector("[data-live]") ||
  Boolean(document.querySelector("[data-live=yes]"))"""

type Act = Callable[[Phone], object]
# A language, a theme and a width.
type Way = tuple[str, str, int]


@dataclass(frozen=True)
class Shown:
    """A page of the gallery: its address, a session and the steps on it."""

    name: str
    address: str
    session: str = ""
    act: Act = lambda phone: None
    # A table is shown as on a screen, other pages in full length.
    is_whole: bool = True
    is_display: bool = False

    @property
    def is_ours(self) -> bool:
        """Return whether the page is the site's own, not Django's admin for hosts."""
        return not self.address.startswith("/host/")


def at(
    name: str,
    table: Table,
    *,
    seat: int | None,
    act: Act = lambda phone: None,
    is_whole: bool = False,
) -> Shown:
    game, players = table
    session = "" if seat is None else session_in(open_browser(players[seat]))
    return Shown(name, f"/t/{game.code}/", session, act, is_whole)


def display(name: str, table: Table) -> Shown:
    address = f"/t/{table[0].code}/display/"
    return Shown(name, address, is_whole=False, is_display=True)


def session_in(client: Client) -> str:
    """Return the key of a browser's session."""
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def click(*selectors: str, then: str = "") -> Act:
    """Return a step that taps the visible ones of these, and then runs a script.

    The script is one expression.
    """

    def act(phone: Phone) -> None:
        for selector in selectors:
            if phone.sees(selector):
                phone.tap(selector)
        if then:
            phone.value(then)

    return act


@dataclass(frozen=True)
class View:
    """A page in one language, theme and width."""

    page: str
    language: str
    theme: str
    width: int

    def __str__(self) -> str:
        return f"{self.page} {self.language} {self.width} {self.theme}"


@contextmanager
def chromium() -> Iterator[Browser]:
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*FLAGS, *as_root]
        )
        yield browser
        browser.close()


def tour(
    url: str, pages: list[Shown], wanted: Namespace
) -> Iterator[tuple[Phone, Shown, View]]:
    """Yield a phone with each page, opened, with its description and its view."""
    languages = LANGUAGES if wanted.languages == ["*"] else wanted.languages
    open_all = {"Chromium": open_in_chromium, "WebKit": open_in_webkit}[wanted.engine]
    for way in product(languages, wanted.themes, map(int, wanted.widths)):
        fitting = [shown for shown in pages if fits(shown, way[2])]
        for phone, shown in open_all(url, way, fitting):
            yield phone, shown, View(shown.name, *way)


def open_in_chromium(
    url: str, way: Way, pages: list[Shown]
) -> Iterator[tuple[Phone, Shown]]:
    """Yield a phone with each page, in one context and with a tab for each."""
    with chromium() as browser:
        context = open_context(browser, url, way)
        for shown in pages:
            page = open_page(context, shown, url)
            yield ChromiumPhone(page), shown
            page.close()


def open_in_webkit(
    url: str, way: Way, pages: list[Shown]
) -> Iterator[tuple[Phone, Shown]]:
    """Yield a phone with each page, all in one window."""
    language, theme, width = way
    size = width, HEIGHTS[width]
    with (
        tempfile.TemporaryDirectory() as folder,
        hidden_screen() as display,
        webkit_browser(
            Path(folder), size, SAME_CHANCE, display=display, theme=theme
        ) as browser,
    ):
        phone = WebKitPhone(browser)
        phone.site = url
        for shown in pages:
            # Cookies can be set only while a page of the site is open.
            phone.open("/offline/")
            phone.value("sessionStorage.clear()")
            phone.forget_cookies()
            cookies = {settings.LANGUAGE_COOKIE_NAME: language.lower()}
            if shown.session:
                cookies[settings.SESSION_COOKIE_NAME] = shown.session
            for name, content in cookies.items():
                browser.add_cookie({"name": name, "value": content})
            phone.open(shown.address)
            phone.wait(IS_LIVE)
            shown.act(phone)
            yield phone, shown


def fits(shown: Shown, width: int) -> bool:
    """Return whether a page is shown at this width."""
    return width in DISPLAY_WIDTHS if shown.is_display else width != 1920


def open_context(browser: Browser, url: str, way: Way) -> BrowserContext:
    language, theme, width = way
    context = browser.new_context(
        base_url=url,
        locale=language,
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        viewport={"width": width, "height": HEIGHTS[width]},
        # A service worker could answer with an older page.
        service_workers="block",
    )
    context.add_init_script(SAME_CHANCE)
    return context


def open_page(context: BrowserContext, shown: Shown, url: str) -> Page:
    """Return the opened page after its steps."""
    context.clear_cookies()
    if shown.session:
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": shown.session, "url": url}])
    page = context.new_page()
    page.goto(shown.address)
    phone = ChromiumPhone(page)
    phone.wait(IS_LIVE)
    shown.act(phone)
    return page
