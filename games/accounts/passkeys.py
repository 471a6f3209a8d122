"""Tells whether a page can use passkeys, and why not."""

import ipaddress
from enum import StrEnum

from django.http import HttpRequest
from django.http.request import split_domain_port


class Obstacle(StrEnum):
    """The reason why a browser offers no passkeys on this page."""

    PLAIN_HTTP = "plain-http"
    BARE_ADDRESS = "bare-address"


def obstacle_for(request: HttpRequest) -> Obstacle | None:
    """Return the reason why this page cannot use passkeys, None if it can.

    A browser demands a secure page (https or `localhost`) and a host name: a passkey
    cannot belong to an IP address.
    """
    host, _port = split_domain_port(request.get_host())
    if host == "localhost" or host.endswith(".localhost"):
        return None
    if not request.is_secure():
        return Obstacle.PLAIN_HTTP
    return Obstacle.BARE_ADDRESS if _is_address(host) else None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
