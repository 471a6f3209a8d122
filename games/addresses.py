"""The address under which other phones reach this server."""

from ipaddress import ip_address
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest


def public_url(request: HttpRequest, path: str) -> str:
    """Return the link to a path for others.

    Whoever opened the page on the server's own machine came by an address that leads
    nowhere from a phone; then the address that was set for others counts.
    """
    if settings.PUBLIC_URL and _is_own_machine(request):
        return urljoin(settings.PUBLIC_URL, path)
    return request.build_absolute_uri(path)


def _is_own_machine(request: HttpRequest) -> bool:
    host = request.get_host().rpartition(":")[0] or request.get_host()
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
