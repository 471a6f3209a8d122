"""Visits pages in all requested languages, themes and sizes."""

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support.programs import find_chromium
from tools.gallery.shown import Shown

# The height for each width: 667 and 844 are phones in landscape, 1920 is the display.
HEIGHTS = {
    320: 568,
    360: 640,
    390: 844,
    667: 375,
    844: 390,
    820: 1180,
    1280: 800,
    1440: 900,
    1920: 1080,
}
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
def chromium(text: int = 100) -> Iterator[Browser]:
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*FLAGS, *as_root, text_size(text)]
        )
        yield browser
        browser.close()


def text_size(percent: int) -> str:
    """Return Chromium's flag for a text size, which rem and media queries follow."""
    return f"--blink-settings=defaultFontSize={16 * percent // 100}"


def tour(url: str, pages: list[Shown], wanted: Namespace) -> Iterator[tuple]:
    """Yield each page, opened, with its description and its view."""
    widths = [int(width) for width in wanted.widths]
    options = {"forced_colors": "active"} if wanted.forced_colors else {}
    with chromium(wanted.text) as browser:
        for way in product(wanted.languages, wanted.themes, widths):
            context = open_context(browser, url, way, **options)
            for shown in pages:
                if shown.is_display == (way[2] == DISPLAY_WIDTH):
                    page = open_page(context, shown, url)
                    yield page, shown, View(shown.name, *way)
                    page.close()
            context.close()


def open_context(
    browser: Browser, url: str, way: tuple[str, str, int], **options: Any
) -> BrowserContext:
    language, theme, width = way
    context = browser.new_context(
        base_url=url,
        locale=language,
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        viewport={"width": width, "height": HEIGHTS[width]},
        # A service worker could answer with an older page.
        service_workers="block",
        **options,
    )
    context.add_init_script(SAME_CHANCE)
    return context


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
