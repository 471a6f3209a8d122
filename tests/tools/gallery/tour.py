"""Visits pages in all requested languages, themes and sizes."""

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support.programs import find_chromium
from tests.tools.gallery.shown import Shown

# The height for each width; the last one is that of the display.
HEIGHTS = {320: 568, 390: 844, 820: 1180, 1440: 900, 1920: 1080}
DISPLAY_WIDTH = 1920
# A browser adds random bytes to the shuffles, and the table shows them.
SAME_CHANCE = "crypto.getRandomValues = (bytes) => bytes.fill(61);"
FLAGS = [
    "--disable-background-networking",
    "--no-first-run",
    "--disable-quic",
    # Redrawing only parts of a page gives other pixels from one run to the next.
    "--disable-partial-raster",
]


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


def tour(url: str, pages: list[Shown], wanted: Namespace) -> Iterator[tuple]:
    """Yield each page, opened, with its description and its view."""
    widths = [int(width) for width in wanted.widths]
    with chromium() as browser:
        for way in product(wanted.languages, wanted.themes, widths):
            yield from _look_at_all(browser, url, pages, way)


def _look_at_all(
    browser: Browser, url: str, pages: list[Shown], way: tuple[str, str, int]
) -> Iterator[tuple[Page, Shown, View]]:
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
    for shown in pages:
        if shown.is_display == (width == DISPLAY_WIDTH):
            page = open_page(context, shown, url)
            yield page, shown, View(shown.name, *way)
            page.close()
    context.close()


def open_page(context: BrowserContext, shown: Shown, url: str) -> Page:
    """Return the opened page after its steps."""
    context.clear_cookies()
    if shown.session:
        context.add_cookies([cookie_of(shown.session, url)])
    page = context.new_page()
    page.goto(shown.address)
    if page.locator("[data-live]").count():
        page.locator("[data-live=yes]").wait_for(state="attached")
    shown.act(page)
    return page


def cookie_of(session: str, url: str):
    return {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}
