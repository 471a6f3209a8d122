"""What the templates of accounts ask beyond the context that allauth gives them."""

import json
from typing import Any

from django import template

from games.accounts import addresses, passkeys

register = template.Library()


@register.simple_tag(takes_context=True)
def passkey_obstacle(context: template.Context) -> passkeys.Obstacle | None:
    """Return why this page cannot use passkeys, None where it can."""
    return passkeys.obstacle_for(context["request"])


@register.simple_tag
def can_send_mail() -> bool:
    """Return whether mail leaves this server."""
    return addresses.can_send_mail()


@register.filter
def as_json(value: Any) -> str:
    """Return a value as JSON, to be escaped into an attribute: scripts are files."""
    return json.dumps(value)
