"""Draws the pictures of shared links: `python -m tools.share_pictures`."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.programs import find_chromium

STATIC = Path(__file__).parents[1] / "static"
WIDTH, HEIGHT = 1200, 630
# The suspects of each picture, and the sign above the one in the middle.
PICTURES = {
    "game": (("10110", "01000", "10100", "00011", "11110"), ""),
    "result": (("01101", "11010", "10100", "00011", "01000"), "crown"),
    "case": (("11011", "00100", "10110", "01010", "11101"), "i-case"),
}
STYLE = """
  body { margin: 0; display: grid; grid-template-rows: 11rem 1fr; height: 100vh;
         background: #27506b; color: #fff8ea; font: 800 84px/11rem Georgia, serif;
         text-align: center; overflow: hidden; }
  .wall { display: flex; align-items: end; padding: 0 20px; background:
          repeating-linear-gradient(#0000 0 46px, #c9b48b 46px 50px), #f6ecd6; }
  .cat { flex: 1; aspect-ratio: 96 / 106; }
  .cat:nth-child(3) { flex: 1.45; }
  .sign { position: absolute; left: 525px; top: 150px; width: 150px; height: 110px;
          color: #1c2733; }
"""


def draw(suspects: tuple[str, ...], sign: str) -> str:
    """Return the page of a picture."""
    cats = "".join(f'<svg class="cat"><use href="#s-{cat}"/></svg>' for cat in suspects)
    mark = f'<svg class="sign"><use href="#{sign}"/></svg>' if sign else ""
    sprite = (STATIC / "art" / "sprite.svg").read_text()
    return (
        f"<style>{STYLE}</style><div hidden>{sprite}</div>"
        f'<div>Checkpoint Charlie</div><div class="wall">{cats}{mark}</div>'
    )


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, (suspects, sign) in PICTURES.items():
            page.set_content(draw(suspects, sign))
            path = STATIC / "icons" / f"share-{name}.jpg"
            page.screenshot(path=path, type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main()
