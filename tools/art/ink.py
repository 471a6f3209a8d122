"""SVG elements as short strings, and the colours of the sprite."""

INK = "#211c26"
PAPER = "#fffaf0"
SHADE = "#b9b2a6"

ORANGE, ORANGE_STRIPE, ORANGE_LIGHT = "#f79b3f", "#8f3d0b", "#ffdcab"
GREY, GREY_LIGHT = "#606a7b", "#f1f3f6"
PINK = "#e58f86"


def path(
    d: str,
    fill: str | None = None,
    stroke: str | None = None,
    width: float | None = None,
) -> str:
    """Return a path; missing attributes are inherited from the symbol's group."""
    attributes = f' d="{d}"'
    if fill:
        attributes += f' fill="{fill}"'
    if stroke:
        attributes += f' stroke="{stroke}"'
    if width:
        attributes += f' stroke-width="{width:g}"'
    return f"<path{attributes}/>"


def flat(d: str, fill: str) -> str:
    """Return a filled path without an outline."""
    return path(d, fill, "none")


def line(d: str, stroke: str | None = None, width: float | None = None) -> str:
    """Return an open line."""
    return path(d, None, stroke, width)


def dot(x: float, y: float, r: float, fill: str, stroke: str | None = "none") -> str:
    """Return a circle, by default without an outline."""
    outline = f' stroke="{stroke}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{outline}/>'


def group(body: str, transform: str) -> str:
    """Return a group with a transform."""
    return f'<g transform="{transform}">{body}</g>'


def both(body: str, axis: float = 48) -> str:
    """Return a part and its mirror image on the other side of the axis."""
    return body + group(body, f"matrix(-1 0 0 1 {2 * axis:g} 0)")


def symbol(name: str, view: str, body: str, width: float = 3) -> str:
    """Return a named symbol with the sprite's ink and round joins."""
    return (
        f'<symbol id="{name}" viewBox="{view}"><g fill="none" stroke="{INK}"'
        f' stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round">'
        f"{body}</g></symbol>\n"
    )
