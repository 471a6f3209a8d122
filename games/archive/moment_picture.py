"""Draws a moment of a closed game for the preview of its link, without any words.

A chat shows no SVG. Without words the picture needs no font, and holds no name.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string

from games.archive.story import KeyMoment, MomentKind
from runtime.threads import Kind, require_slow_thread

# The picture of each kind of moment, from static/art/sprite.svg.
_MARKS = {
    MomentKind.ACCUSATION: "i-woof",
    MomentKind.DECISIVE: "i-woof",
    MomentKind.CERTAIN: "i-eye",
    MomentKind.OPENED: "i-case",
    MomentKind.LUCKY: "paw",
    MomentKind.REVEAL: "t-gold",
}


class MomentPicture(NamedTuple):
    """The parts of a picture, by their names in the sprite; empty without one."""

    dogs: tuple[str, ...]
    suspect: str
    colour: str
    mark: str


def draw_moment(moment: KeyMoment, investigators: Sequence[str]) -> bytes:
    """Return a PNG of 1200 × 630 pixels. `investigators` are those of the seats."""
    dogs = tuple(investigators)
    if moment.seat is not None:
        dogs = (dogs[moment.seat],)
    mark = _MARKS.get(moment.kind, "")
    require_slow_thread(Kind.SEARCHES)
    return _draw(MomentPicture(dogs, moment.suspect, moment.colour, mark))


# A picture takes 60 ms and 100 kB; a chat asks for the same one several times.
@lru_cache(maxsize=32)
def _draw(picture: MomentPicture) -> bytes:
    # Imported late: a server that shares no moment needs none of it.
    from resvg_py import svg_to_bytes

    drawing = render_to_string("games/archive/moment.svg", {"picture": picture})
    return svg_to_bytes(svg_string=drawing, skip_system_fonts=True)
