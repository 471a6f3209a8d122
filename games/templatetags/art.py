"""Template tags for pictures: of the SVG sprite, of QR codes and of shared links."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import segno
from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.rules.suspects import (
    SIDES,
    SUSPECTS,
    Side,
    Suspect,
    list_matching_sides,
)
from runtime.addresses import public_url

register = template.Library()
register.filter("suspect_sides", list_matching_sides)


# A table shows the same few pictures again and again, each in 50 µs without the cache.
@register.simple_tag
@lru_cache(maxsize=1024)
def art(name: str, classes: str = "") -> SafeString:
    """Return a picture of static/art/sprite.svg, hidden from screen readers."""
    # The blank separates the slash from an attribute that has lost its quotes.
    return format_html(
        '<svg{} aria-hidden="true"><use href="{}#{}" /></svg>',
        format_html(' class="{}"', classes) if classes else "",
        static("art/sprite.svg"),
        name,
    )


@register.simple_tag
def all_sides() -> tuple[tuple[Side, Side], ...]:
    """Return both sides of each trait: that of a suspect's 1, then that of its 0."""
    return tuple(SIDES.values())


@register.simple_tag
def all_suspects() -> tuple[Suspect, ...]:
    """Return all suspects in the order of their codes."""
    return SUSPECTS


@register.simple_tag
@cache
def sprite() -> SafeString:
    """Return all of static/art/sprite.svg, for a drawing that can load no other one."""
    return SafeString(Path(str(finders.find("art/sprite.svg"))).read_text())


# The loop makes it at the end of a game, and each view of a result shows it.
@register.filter
@lru_cache(maxsize=64)
def qr_code(text: str) -> str:
    """Return the QR code of a text as the address of a picture."""
    # The best of eight masks and a better correction would take five times as long.
    code = segno.make(text, error="l", boost_error=False, mask=0)
    return str(code.svg_data_uri(border=2, light="#fff"))


@register.inclusion_tag("games/_social.html", takes_context=True)
def social(
    context: template.Context, title: str, description: str, picture: str
) -> dict[str, Any]:
    """Show the tags of a shared link; `picture` is one of static/icons/share-*.jpg."""
    address = public_url(context["request"], static(f"icons/share-{picture}.jpg"))
    return social_picture(title, description, address)


@register.inclusion_tag("games/_social.html")
def social_picture(title: str, description: str, picture: str) -> dict[str, Any]:
    """Show the tags of a shared link; `picture` is the whole address of one."""
    return {"title": title, "description": description, "picture": picture}
