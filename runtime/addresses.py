"""Reads hosts and addresses: in URLs and headers, of this server and of its clients."""

import logging
import re
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest

logger = logging.getLogger(__name__)
_LOCAL = ("localhost", ".localhost", ".local")
# The client in an element of the header Forwarded (RFC 7239).
_FOR = re.compile(r"(?:^|;)\s*for\s*=\s*\"?([^\";]*)", re.IGNORECASE)


def read_host(text: str) -> str:
    """Return the host in a URL, a header or a setting; empty if there is none.

    It comes as a browser sends it, in ASCII and lower case, but without the brackets
    of an IPv6 address (write_host adds them).
    """
    place = text.strip()
    if "//" in place:
        try:
            url = urlsplit(place)
            # Reading the port checks its number.
            place = url.netloc.rpartition("@")[2] if url.port != 0 else ""
        except ValueError:
            return ""
    if address := parse_address(place):
        return str(address)
    if place.startswith("["):
        inner, bracket, port = place[1:].partition("]")
        address = parse_address(inner)
        is_good = bracket and _is_port(port) and isinstance(address, IPv6Address)
        return str(address) if is_good else ""
    host, colon, port = place.partition(":")
    if not _is_port(colon + port):
        return ""
    address = parse_address(host)
    return str(address) if address else _encode_name(host)


def write_host(host: str) -> str:
    """Return a host as a part of a URL or a header: an IPv6 address has brackets."""
    return f"[{host}]" if ":" in host else host


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an IP address, without its zone; None if the text is another name."""
    try:
        return ip_address(text.partition("%")[0])
    except ValueError:
        return None


def _is_port(text: str) -> bool:
    return not text or (text[0] == ":" and (text[1:] or "0").isdecimal())


def _encode_name(name: str) -> str:
    name = name.removesuffix(".")
    if any(each.isspace() or each in "/\\?#@\"'<>,;=[]" for each in name):
        return ""
    if name.isascii():
        return name.lower()
    # Here, because few hosts need it and it is slow to import.
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError:
        return ""


def public_url(request: HttpRequest, path: str) -> str:
    """Return a link to a path that works on other phones.

    A page that was opened on the server's own machine has an address that no phone can
    reach, so its links use PUBLIC_URL.
    """
    if _is_own_machine(request) and settings.PUBLIC_URL:
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
    name = settings.CLIENT_ADDRESS_HEADER
    if name and (sent := headers.get(name.title(), "")):
        if address := _one(_read_nearest(sent)):
            return address
        _warn(name)
    return _one(peer or "")


def _read_nearest(header: str) -> str:
    """Return the last address in X-Forwarded-For, Forwarded or a header like them."""
    last = header.rstrip(", \t").rpartition(",")[2].strip()
    element = _FOR.search(last)
    return read_host(element[1] if element else last.strip('"'))


@cache
def _warn(header: str) -> None:
    # Once, and without the value of the header: it names people.
    logger.warning(
        "No address can be read in the header %s (CLIENT_ADDRESS_HEADER): rate limits"
        " count by the address of the connection.",
        header,
    )


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
    host = read_host(request.get_host())
    if host == "localhost":
        return True
    address = parse_address(host)
    return address is not None and address.is_loopback


def is_at_home() -> bool:
    """Return whether the links of the site lead to a private address."""
    host = read_host(settings.PUBLIC_URL)
    return bool(host) and not is_public_host(host)


def is_public_host(host: str) -> bool:
    """Return whether a name or address may belong to the internet."""
    name = read_host(host)
    if address := parse_address(name):
        return not address.is_private
    return "." in name and not name.endswith(_LOCAL)
