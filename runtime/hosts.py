"""Reads hosts and addresses out of URLs, headers and settings."""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit


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
