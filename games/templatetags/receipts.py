"""Draws the QR code of a receipt."""

from functools import lru_cache

import segno
from django import template

register = template.Library()


# A code takes 40 ms to make, and each view of a result shows it.
@register.filter
@lru_cache(maxsize=64)
def qr_code(text: str) -> str:
    """Return the QR code of a text as the address of a picture."""
    return str(segno.make(text, error="l").svg_data_uri(border=2, light="#fff"))
