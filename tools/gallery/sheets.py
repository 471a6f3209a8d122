"""Contact sheets of each page in one language, and their index."""

from collections import defaultdict
from html import escape
from pathlib import Path

from playwright.sync_api import Browser

from tools.gallery.camera import file_of
from tools.gallery.tour import View, chromium

STYLE = """
body { margin: 16px; background: #888; font: 16px system-ui; color: #fff }
.row { display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
figure { margin: 0 } img { display: block; max-height: 1800px; max-width: 960px }
table { border-spacing: 12px 4px } a { color: #fff }
"""


def write_sheets(folder: Path, views: list[View]) -> list[tuple[str, str]]:
    """Write a sheet for each page and language, as HTML and as a picture."""
    by_sheet: dict[tuple[str, str], list[View]] = defaultdict(list)
    for view in views:
        by_sheet[view.page, view.language].append(view)
    (folder / "sheets").mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        tab = browser.new_page(viewport={"width": 2600, "height": 800})
        for (page, language), taken in by_sheet.items():
            path = folder / "sheets" / f"{page}-{language}.html"
            path.write_text(sheet_of(page, language, taken), encoding="utf-8")
            tab.goto(path.resolve().as_uri())
            picture = path.with_suffix(".jpg")
            tab.screenshot(path=picture, full_page=True, type="jpeg", quality=70)
    return list(by_sheet)


def sheet_of(page: str, language: str, views: list[View]) -> str:
    figures = "".join(
        f'<figure><img src="../{file_of(view)}" alt="">'
        f"<figcaption>{view.width} {view.theme}</figcaption></figure>"
        for view in views
    )
    return document(f"{page}, {language}", f'<div class="row">{figures}</div>')


def write_index(folder: Path, sheets: list[tuple[str, str]]) -> None:
    """Write index.html, a row for each page and a link for each language."""
    rows: dict[str, list[str]] = defaultdict(list)
    for page, language in sheets:
        link = f"sheets/{page}-{language}"
        rows[page].append(f'<td><a href="{link}.html">{language}</a></td>')
    body = "".join(
        f"<tr><th>{escape(page)}</th>{''.join(links)}</tr>"
        for page, links in rows.items()
    )
    html = document("Checkpoint Charlie, page by page", f"<table>{body}</table>")
    (folder / "index.html").write_text(html, encoding="utf-8")


def document(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><h1>{title}</h1>{body}</html>\n"
    )


def write_row(browser: Browser, folder: Path, name: str, captions: list[str]) -> Path:
    """Write the pictures NAME-0.png … of a strip as HTML; return a picture of it."""
    figures = "".join(
        f'<figure><img src="{name}-{number}.png" width="300" alt="">'
        f"<figcaption>{words}</figcaption></figure>"
        for number, words in enumerate(captions)
    )
    path = folder / f"{name}.html"
    path.write_text(document(name, f'<div class="row">{figures}</div>'), "utf-8")
    tab = browser.new_page(viewport={"width": 1928, "height": 700})
    tab.goto(path.resolve().as_uri())
    picture = path.with_suffix(".jpg")
    tab.screenshot(path=picture, full_page=True, type="jpeg", quality=70)
    tab.close()
    return picture
