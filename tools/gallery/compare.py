"""Compares two galleries: which pictures differ, and in how many pixels."""

from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Page

from tools.gallery.tour import chromium

COUNT_PIXELS = (Path(__file__).parent / "count_pixels.js").read_text()


def compare(old: Path, new: Path, names: list[str]) -> list[str]:
    """Return the differences of these pictures between two folders."""
    changed = [name for name in names if not is_same(old / name, new / name)]
    with chromium() as browser:
        page = browser.new_page()
        return [f"{name}: {difference(page, old, new, name)}" for name in changed]


def is_same(old: Path, new: Path) -> bool:
    return old.exists() and old.read_bytes() == new.read_bytes()


def difference(page: Page, old: Path, new: Path, name: str) -> str:
    if not (old / name).exists():
        return f"not in {old}"
    pictures = [as_url(folder / name) for folder in (old, new)]
    found = page.evaluate(COUNT_PIXELS, pictures)
    return "{count} pixels differ, at {left},{top} to {right},{bottom}".format(**found)


def as_url(path: Path) -> str:
    return f"data:image/png;base64,{b64encode(path.read_bytes()).decode()}"
