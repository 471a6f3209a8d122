"""Takes the pictures, and compares them with those of another gallery."""

from argparse import Namespace
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.engines import Phone
from tools.gallery.tour import Shown, View, chromium

COUNT_PIXELS = (Path(__file__).parent / "count_pixels.js").read_text()


class Camera:
    """Takes a picture of every page that it is shown, and notes pages too wide."""

    def __init__(self, wanted: Namespace) -> None:
        self.folder, self.old = wanted.folder, wanted.compare
        self.names: list[str] = []
        self.faults: list[str] = []

    def look(self, phone: Phone, shown: Shown, view: View) -> None:
        phone.settle()
        width = phone.value("document.documentElement.scrollWidth")
        if width > view.width:
            self.faults.append(f"{view}: {width} px wide")
        name = f"{view.page}/{view.language}-{view.width}-{view.theme}.png"
        path = self.folder / name
        phone.take_picture(path, is_whole=shown.is_whole)
        self.names.append(name)

    def end(self) -> list[str]:
        """Return the pages that are too wide, and the pictures that have changed."""
        print(f"{len(self.names)} pictures in {self.folder}.")
        if self.old is None:
            return self.faults
        with chromium() as browser:
            page = browser.new_page()
            changes = [found for name in self.names if (found := self.diff(page, name))]
        print(f"{len(changes)} pictures differ from those in {self.old}.")
        return self.faults + changes

    def diff(self, page: Page, name: str) -> str:
        """Return in words how a picture differs from the old one."""
        before, now = self.old / name, self.folder / name
        if not before.exists():
            return f"{name}: not in {self.old}"
        if before.read_bytes() == now.read_bytes():
            return ""
        found = page.evaluate(COUNT_PIXELS, [as_url(before), as_url(now)])
        where = "{count} pixels differ, at {left},{top} to {right},{bottom}"
        return f"{name}: {where.format(**found)}"


def as_url(path: Path) -> str:
    return f"data:image/png;base64,{b64encode(path.read_bytes()).decode()}"
