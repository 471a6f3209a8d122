"""Contact sheets of a page in one language, and the index of all."""

import os
from collections import defaultdict
from html import escape
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.gallery.camera import FLAGS, Shot
from tests.programs import find_chromium

STYLE = """
body { margin: 16px; background: #888; font: 16px system-ui; color: #fff }
.row { display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
figure { margin: 0 } img { display: block; max-height: 1800px; max-width: 960px }
table { border-spacing: 12px 4px } a { color: #fff }
"""


def write_sheets(folder: Path, shots: list[Shot]) -> list[tuple[str, str]]:
    """Write a sheet for each page and language, as a page and as a picture."""
    by_sheet: dict[tuple[str, str], list[Shot]] = defaultdict(list)
    for shot in shots:
        by_sheet[shot.page, shot.language].append(shot)
    (folder / "sheets").mkdir(exist_ok=True)
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*FLAGS, *as_root]
        )
        tab = browser.new_page(viewport={"width": 2600, "height": 800})
        for (page, language), taken in by_sheet.items():
            path = folder / "sheets" / f"{page}-{language}.html"
            path.write_text(sheet_of(page, language, taken), encoding="utf-8")
            tab.goto(path.resolve().as_uri())
            picture = path.with_suffix(".jpg")
            tab.screenshot(path=picture, full_page=True, type="jpeg", quality=70)
        browser.close()
    return list(by_sheet)


def sheet_of(page: str, language: str, shots: list[Shot]) -> str:
    figures = "".join(
        f'<figure><img src="../{shot.file}" alt="">'
        f"<figcaption>{shot.width} {shot.theme}</figcaption></figure>"
        for shot in shots
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
