"""Draws the pictures of docs/performance from the results of `make bench-peers`.

Bars are medians; a thin line covers the range of the rounds.
"""

from collections.abc import Callable
from html import escape
from pathlib import Path
from statistics import median
from typing import Any

from bench.peers.summary import best_of, of, saturated_of

WIDTH, LEFT, ROW, TOP = 640, 190, 30, 40
STYLE = (
    "text{font:13px sans-serif;fill:#333}.bar{fill:#8a9a5b}.ours{fill:#b5482f}"
    ".spread{stroke:#333;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.spread{stroke:#ddd}}"
)
type Measure = Callable[[dict[str, Any]], float]
PICTURES: dict[str, tuple[str, Measure]] = {
    "moves": (
        "Most moves a second with p99 below 100 ms (more is better)",
        lambda found: best_of(found["steps"]),
    ),
    "saturated": (
        "Moves a second, as many as go (more is better)",
        lambda found: saturated_of(found["steps"])["achieved"],
    ),
    "cpu": (
        "Milliseconds of processor time a move, saturated (less is better)",
        lambda found: saturated_of(found["steps"])["cpu_a_move"],
    ),
}


def draw_all(rounds: list[dict[str, Any]], folder: Path) -> None:
    """Write the pictures to a folder."""
    sides = sorted(rounds[0], reverse=True)
    for name, (title, measure) in PICTURES.items():
        values = {side: list(map(measure, of(side, rounds))) for side in sides}
        (folder / f"{name}.svg").write_text(draw(title, values), encoding="utf-8")


def draw(title: str, values: dict[str, list[float]]) -> str:
    """Return a picture with a bar for each side."""
    most = max(max(found) for found in values.values()) or 1
    scale = (WIDTH - LEFT - 80) / most
    height = TOP + ROW * len(values) + 10
    rows = [
        _row(TOP + ROW * place, side, found, scale)
        for place, (side, found) in enumerate(values.items())
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'role="img"><title>{escape(title)}</title><style>{STYLE}</style>\n'
        f'<text x="8" y="22">{escape(title)}</text>\n{"".join(rows)}</svg>\n'
    )


def _row(top: int, side: str, found: list[float], scale: float) -> str:
    middle, centre = median(found), top + ROW / 2
    look = "bar ours" if side.startswith("ours") else "bar"
    number = f"{middle:.2f}" if middle < 20 else f"{middle:.0f}"
    least, most = (LEFT + value * scale for value in (min(found), max(found)))
    return (
        f'<text x="8" y="{centre + 4}">{escape(side)}</text>'
        f'<rect class="{look}" x="{LEFT}" y="{top + 5}" '
        f'width="{middle * scale:.1f}" height="{ROW - 10}"/>'
        f'<line class="spread" x1="{least:.1f}" x2="{most:.1f}" '
        f'y1="{centre}" y2="{centre}"/>'
        f'<text x="{max(most, LEFT + middle * scale) + 8:.1f}" y="{centre + 4}">'
        f"{number}</text>\n"
    )
