"""Template tags for the pages of accounts."""

import json
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from games.accounts import passkeys
from games.accounts.adapters import can_send_mail

register = template.Library()
register.simple_tag(can_send_mail)
# For values in attributes, because inline scripts are not allowed.
register.filter("as_json", json.dumps)


@register.simple_tag(takes_context=True)
def passkey_obstacle(context: template.Context) -> passkeys.Obstacle | None:
    """Return the reason why this page cannot use passkeys, None if it can."""
    return passkeys.obstacle_for(context["request"])


@register.simple_tag(takes_context=True)
def get_return_address(context: template.Context) -> str:
    """Return the query that leads back to this page after signing in or up."""
    address = _choose_return_address(context["request"])
    return "" if address == "/" else f"?{urlencode({'next': address})}"


def _choose_return_address(request: HttpRequest) -> str:
    if request.path.startswith("/accounts/"):
        return request.GET.get("next", "/")
    code = request.resolver_match and request.resolver_match.kwargs.get("code")
    if code:
        # A table's page also answers posted forms, and their addresses accept no GET.
        return reverse("table", args=[code])
    return request.get_full_path() if request.method in ("GET", "HEAD") else "/"


@register.simple_tag
def can_sign_up() -> bool:
    return bool(settings.SIGN_UP)
