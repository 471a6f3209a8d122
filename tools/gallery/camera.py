"""Takes the pictures, and notes pages that are wider than their screen."""

from pathlib import Path

from playwright.sync_api import Page

from tools.gallery.shown import Shown
from tools.gallery.tour import View


def file_of(view: View) -> str:
    """Return the file name of a picture in the folder of the gallery."""
    return f"{view.page}/{view.language}-{view.width}-{view.theme}.png"


class Camera:
    """Takes a picture of every page that it is shown, and lists their views."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.views: list[View] = []
        self.faults: list[str] = []

    def look(self, page: Page, shown: Shown, view: View) -> None:
        # A page may fetch fragments after it has loaded.
        page.wait_for_load_state("networkidle")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > view.width:
            self.faults.append(f"{view}: {width} px wide")
        path = self.folder / file_of(view)
        page.screenshot(path=path, full_page=shown.is_whole, animations="disabled")
        self.views.append(view)
