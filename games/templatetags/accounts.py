"""Template tags for the pages of accounts."""

import json
from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from games.accounts import adapters, passkeys

register = template.Library()


@register.simple_tag(takes_context=True)
def passkey_obstacle(context: template.Context) -> passkeys.Obstacle | None:
    """Return the reason why this page cannot use passkeys, None if it can."""
    return passkeys.obstacle_for(context["request"])


@register.simple_tag(takes_context=True)
def way_back(context: template.Context) -> str:
    """Return the query that leads back to this page after signing in or up."""
    address = _address_of(context["request"])
    return "" if address == "/" else f"?{urlencode({'next': address})}"


def _address_of(request: HttpRequest) -> str:
    if request.path.startswith("/accounts/"):
        return request.GET.get("next", "/")
    code = request.resolver_match and request.resolver_match.kwargs.get("code")
    if code:
        # A table's page also answers posted forms, and their addresses accept no GET.
        return reverse("table", args=[code])
    return request.get_full_path() if request.method == "GET" else "/"


@register.simple_tag
def can_send_mail() -> bool:
    return adapters.can_send_mail()


@register.simple_tag
def can_sign_up() -> bool:
    return bool(settings.SIGN_UP)


@register.filter
def as_json(value: Any) -> str:
    """Return a value as JSON for an attribute; inline scripts are not allowed."""
    return json.dumps(value)
