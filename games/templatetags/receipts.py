"""Draws the QR code of a receipt."""

from functools import lru_cache

import segno
from django import template

register = template.Library()


# The loop makes it at the end of a game, and each view of a result shows it.
@register.filter
@lru_cache(maxsize=64)
def qr_code(text: str) -> str:
    """Return the QR code of a text as the address of a picture."""
    # The best of eight masks and a better correction would take five times as long.
    code = segno.make(text, error="l", boost_error=False, mask=0)
    return str(code.svg_data_uri(border=2, light="#fff"))
