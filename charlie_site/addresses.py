"""Finds the names and addresses of this machine."""

import re
import socket
import subprocess
import sys
from contextlib import suppress

# Reserved for documentation: no such machine exists, but it has a route.
REMOTE_ADDRESS = ("192.0.2.1", 9)


def own_names() -> set[str]:
    """Return this machine's names, including the one in the local network."""
    name = socket.gethostname().lower()
    return {"localhost", name} | ({f"{name}.local"} if "." not in name else set())


def own_addresses() -> set[str]:
    """Return the IPv4 addresses of this machine, including loopback."""
    listed: set[str] = set()
    for command in (["ip", "-o", "-4", "addr"], ["ifconfig"]):
        with suppress(OSError, subprocess.SubprocessError):
            text = subprocess.check_output(  # noqa: S603
                command, text=True, stderr=subprocess.DEVNULL, timeout=5
            )
            listed |= set(re.findall(r"inet (\d+\.\d+\.\d+\.\d+)", text))
    main = main_address()
    return listed | {"127.0.0.1"} | ({main} if main else set())


def main_address() -> str | None:
    """Return the address that other machines in the network see, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket chooses a route and sends nothing.
            probe.connect(REMOTE_ADDRESS)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def find_obstacle(host: str, port: int) -> str | None:
    """Return why a server cannot listen on this address now; None if it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # On Windows it would let the probe have a port that is in use.
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or str(error)
    return None
