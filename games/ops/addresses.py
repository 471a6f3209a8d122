"""The address under which other phones reach this server, and theirs."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest


def public_url(request: HttpRequest, path: str) -> str:
    """Return the link to a path for others.

    Whoever opened the page on the server's own machine came by an address that leads
    nowhere from a phone; then the address that was set for others counts.
    """
    if settings.PUBLIC_URL and _is_own_machine(request):
        return urljoin(str(settings.PUBLIC_URL), path)
    return request.build_absolute_uri(path)


def address_of(request: HttpRequest) -> str:
    """Return the address that a request comes from, for limits; empty if unknown."""
    return _address(request.META.get("REMOTE_ADDR"), request.headers)


def address_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the address that a socket comes from, for limits; empty if unknown."""
    headers = {
        name.decode("latin-1").title(): value.decode("latin-1")
        for name, value in scope["headers"]
    }
    return _address((scope.get("client") or [None])[0], headers)


def _address(peer: str | None, headers: Mapping[str, str]) -> str:
    """Return what the proxy says in the header that is set for it, else the peer.

    Of several addresses the last is the one that the nearest proxy has added; those
    before it are whatever a client has sent.
    """
    forwarded = ""
    if settings.CLIENT_ADDRESS_HEADER:
        forwarded = headers.get(settings.CLIENT_ADDRESS_HEADER.title(), "")
    return _one(forwarded.rpartition(",")[2]) or _one(peer or "")


def _one(text: str) -> str:
    """Return an address as limits count it: of IPv6 a household has a whole /64."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, 64), strict=False).network_address)


def _is_own_machine(request: HttpRequest) -> bool:
    host = request.get_host().rpartition(":")[0] or request.get_host()
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
