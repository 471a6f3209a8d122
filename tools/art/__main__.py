"""Redraws the sprite and the icons: `python -m tools.art`."""

from pathlib import Path

from tools.art.bots import draw_bots
from tools.art.cast import CAST
from tools.art.cats import draw_cat, head
from tools.art.dogs import draw_dogs
from tools.art.ink import INK, dot, group
from tools.art.things import draw_clues, draw_signs, draw_tokens

STATIC = Path(__file__).parents[2] / "static"
WALL = "#27506b"


def draw_sprite() -> str:
    """Return the sprite, with one symbol for each picture."""
    pictures = [draw_cat(code, cat) for code, cat in CAST.items()]
    pictures += [*draw_dogs(), *draw_bots()]
    pictures += [*draw_clues(), *draw_tokens(), *draw_signs()]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "".join(pictures) + "</svg>\n"


def draw_icon(*, badge: bool = False, bleed: bool = False) -> str:
    """Return the icon of the pages; the badge says that it is the player's turn.

    With `bleed` the wall fills the square and the head stays in the safe zone, for
    launchers that mask icons.
    """
    corner, scale = (0, 0.62) if bleed else (22, 0.86)
    offset = 50 - 48 * scale
    wall = f'<rect width="100" height="100" rx="{corner}" fill="{WALL}" stroke="none"/>'
    nils = group(
        head("10110", CAST["10110"]),
        f"translate({offset:g} {offset + 9 * scale:g}) scale({scale:g})",
    )
    mark = dot(82, 18, 15, "#f0bb33", INK) if badge else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<g fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"'
        f' stroke-linecap="round">{wall}{nils}{mark}</g></svg>\n'
    )


if __name__ == "__main__":
    icons = STATIC / "icons"
    (STATIC / "art" / "sprite.svg").write_text(draw_sprite(), encoding="utf-8")
    (icons / "icon.svg").write_text(draw_icon(), encoding="utf-8")
    (icons / "icon-turn.svg").write_text(draw_icon(badge=True), encoding="utf-8")
    (icons / "icon-mask.svg").write_text(draw_icon(bleed=True), encoding="utf-8")
