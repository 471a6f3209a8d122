"""The pictures of the sprite, as templates ask for them."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def art(name: str, classes: str = "") -> SafeString:
    """Return a picture of static/art/sprite.svg; the words beside it say what it is."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>',
        classes,
        static("art/sprite.svg"),
        name,
    )
