"""Takes the pictures: one browser, a context for each language, theme and size."""

import argparse
import os
from dataclasses import dataclass
from itertools import product

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.gallery.shown import Shown
from tests.programs import find_chromium

# Heights that go with the widths; the last one is the screen in the middle.
HEIGHTS = {320: 568, 390: 844, 820: 1180, 1440: 900, 1920: 1080}
DISPLAY_WIDTH = 1920
FLAGS = ["--disable-background-networking", "--no-first-run", "--disable-quic"]


@dataclass(frozen=True)
class Shot:
    """A picture that was taken."""

    page: str
    language: str
    theme: str
    width: int

    @property
    def file(self) -> str:
        return f"{self.page}/{self.language}-{self.width}-{self.theme}.jpg"


class Camera:
    """Visits every page in all ways that are wanted, and remembers the pictures."""

    def __init__(self, url: str, wanted: argparse.Namespace) -> None:
        self.url, self.wanted = url, wanted
        self.shots: list[Shot] = []
        self.faults: list[str] = []

    def run(self, pages: list[Shown]) -> None:
        widths = [int(width) for width in self.wanted.widths]
        ways = product(self.wanted.languages, self.wanted.themes, widths)
        as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=[*FLAGS, *as_root]
            )
            for language, theme, width in ways:
                self._look_at_all(browser, pages, (language, theme, width))
            browser.close()

    def _look_at_all(
        self, browser: Browser, pages: list[Shown], way: tuple[str, str, int]
    ) -> None:
        language, theme, width = way
        context = browser.new_context(
            base_url=self.url,
            locale=language,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            viewport={"width": width, "height": HEIGHTS[width]},
        )
        for shown in pages:
            if shown.is_display == (width == DISPLAY_WIDTH):
                self._take(context, shown, Shot(shown.name, *way))
        context.close()

    def _take(self, context: BrowserContext, shown: Shown, shot: Shot) -> None:
        context.clear_cookies()
        if shown.session:
            context.add_cookies([cookie_of(shown.session, self.url)])
        page = context.new_page()
        page.goto(shown.address)
        shown.act(page)
        self._find_faults(page, shot)
        path = self.wanted.folder / shot.file
        page.screenshot(path=path, full_page=shown.is_whole, type="jpeg", quality=75)
        page.close()
        self.shots.append(shot)

    def _find_faults(self, page: Page, shot: Shot) -> None:
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > shot.width:
            self.faults.append(f"{shot.file}: {width} px")


def cookie_of(session: str, url: str):
    return {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}
