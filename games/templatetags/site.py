"""Template tags for the operator's own words.

They read no request, so that pages of errors have them, too.
"""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def site_name() -> str:
    return str(settings.SITE_NAME)


@register.simple_tag
def greeting() -> str:
    return str(settings.GREETING)


@register.simple_tag
def imprint_url() -> str:
    return str(settings.IMPRINT_URL)
