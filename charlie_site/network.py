"""Finds the addresses of this machine, and those that phones can reach.

A laptop may change its network while it serves.
"""

import platform
import re
import socket
import subprocess
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.utils.functional import lazy

from runtime.addresses import parse_address, read_host

# Reserved for documentation: no such machine exists, but it has a route.
REMOTE_ADDRESS = ("192.0.2.1", 9)
# The lines of `ip -o -4 addr`, and of ifconfig: an interface, and its addresses.
_LINES = re.compile(r"^(?:\d+: )?([\w.@-]+):? |\binet (?:addr:)?([\d.]+)", re.MULTILINE)
# No phone is in the networks of containers and virtual machines, and few in a VPN.
_VIRTUAL = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|podman")
_TUNNEL = re.compile(r"tun|tap|wg|ppp|utun|tailscale|zt|nordlynx|proton|ipsec")


def find_own_names() -> set[str]:
    """Return this machine's names, including the one in the local network."""
    name = socket.gethostname().lower()
    return {"localhost", name} | ({f"{name}.local"} if "." not in name else set())


def find_own_addresses() -> dict[str, str]:
    """Return the interface of each IPv4 address of this machine, where it is known."""
    main = find_main_address()
    found = {"127.0.0.1": "lo"} | ({main: ""} if main else {})
    with suppress(OSError):
        _, _, listed = socket.gethostbyname_ex(socket.gethostname())
        found |= dict.fromkeys(listed, "")
    for command in (["ip", "-o", "-4", "addr"], ["ifconfig"]):
        with suppress(OSError, subprocess.SubprocessError):
            text = subprocess.check_output(  # noqa: S603
                command, text=True, stderr=subprocess.DEVNULL, timeout=5
            )
            found |= read_addresses(text)
    return found


def read_addresses(text: str) -> dict[str, str]:
    """Return the interface of each address in the output of `ip` or ifconfig."""
    interface, found = "", {}
    for name, address in _LINES.findall(text):
        interface = name or interface
        if address:
            found[address] = interface
    return found


def choose_phone_addresses(addresses: dict[str, str], main: str | None) -> list[str]:
    """Return the addresses in private networks, the likeliest for phones first.

    `main` is the address of the default route; it is always among them.
    """
    return sorted(
        (
            address
            for address, interface in addresses.items()
            if address == main
            or (is_in_private_network(address) and not _VIRTUAL.match(interface))
        ),
        key=lambda address: (
            bool(_TUNNEL.match(addresses[address])),
            address != main,
            not address.startswith("192.168."),
            address,
        ),
    )


@lru_cache(maxsize=1)
def list_phone_addresses(main: str | None) -> list[str]:
    """Return the addresses for phones while this is the address of the default route.

    They may change besides: clear the cache to find them anew.
    """
    return choose_phone_addresses(find_own_addresses(), main)


def find_phone_addresses() -> list[str]:
    """Return the addresses of this machine for phones."""
    return list_phone_addresses(find_main_address())


def follow_network(url: str) -> str:
    """Return the address of a server that listens at a URL, for links on phones.

    Where it listens at every address, the text is found anew at each use.
    """
    address = parse_address(read_host(url))
    if address is None or not address.is_unspecified:
        return url
    scheme, port = urlsplit(url).scheme, urlsplit(url).port

    def find() -> str:
        return f"{scheme}://{[*find_phone_addresses(), 'localhost'][0]}:{port}"

    return lazy(find, str)()


def is_in_private_network(address: str) -> bool:
    """Return whether other machines of a network at home have such addresses."""
    read = ip_address(address)
    return read.is_private and not (read.is_loopback or read.is_link_local)


def find_main_address() -> str | None:
    """Return the address that other machines see, if there is a default route."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket chooses a route and sends nothing.
            probe.connect(REMOTE_ADDRESS)
            address: str = probe.getsockname()[0]
    except OSError:
        return None
    return None if address.startswith("127.") else address


def is_in_wsl() -> bool:
    """Return whether this is Linux in Windows, whose address no phone reaches."""
    return "microsoft" in platform.release().lower()
