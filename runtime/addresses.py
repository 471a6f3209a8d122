"""Finds the address of this server for other phones, and the addresses of clients."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest

_LOCAL = ("localhost", ".localhost", ".local")


def public_url(request: HttpRequest, path: str) -> str:
    """Return a link to a path that works on other phones.

    A page that was opened on the server's own machine has an address that no phone can
    reach, so its links use PUBLIC_URL.
    """
    if settings.PUBLIC_URL and _is_own_machine(request):
        return urljoin(str(settings.PUBLIC_URL), path)
    return request.build_absolute_uri(path)


def read_client_address(request: HttpRequest) -> str:
    """Return the client address of a request, for rate limits; empty if unknown."""
    return _address(request.META.get("REMOTE_ADDR"), request.headers)


def read_socket_address(scope: Mapping[str, Any]) -> str:
    """Return the client address of a socket, for rate limits; empty if unknown."""
    headers = {
        name.decode("latin-1").title(): value.decode("latin-1")
        for name, value in scope["headers"]
    }
    return _address((scope.get("client") or [None])[0], headers)


def _address(peer: str | None, headers: Mapping[str, str]) -> str:
    """Return the address in the proxy's header if one is configured, else the peer.

    The nearest proxy added the last address in the header. The client may have sent all
    others.
    """
    forwarded = ""
    if settings.CLIENT_ADDRESS_HEADER:
        forwarded = headers.get(settings.CLIENT_ADDRESS_HEADER.title(), "")
    return _one(forwarded.rpartition(",")[2]) or _one(peer or "")


def _one(text: str) -> str:
    """Return an address as rate limits count it: an IPv6 household has a whole /64."""
    address = parse_address(text.strip())
    if address is None:
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
    address = parse_address(host.strip("[]"))
    return address is not None and address.is_loopback


def is_at_home() -> bool:
    """Return whether the links of the site lead to a private address."""
    host = urlsplit(settings.PUBLIC_URL).hostname
    return host is not None and not is_public_host(host)


def is_public_host(host: str) -> bool:
    """Return whether a name or address may belong to the internet."""
    name = host.strip("[]").lower()
    if address := parse_address(name):
        return not address.is_private
    return "." in name and not name.endswith(_LOCAL)


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an IP address, None if the text is another name."""
    try:
        return ip_address(text)
    except ValueError:
        return None
