"""One server process behind a proxy: `python -m charlie_site.serve`.

Reads `HOST` (default: 127.0.0.1) and `PORT`. Migrations and static files belong to the
release and are not touched. The process trusts every client that reaches the port as
the proxy, and believes its header about TLS.
"""

import logging
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path

from charlie_site import __version__
from charlie_site.environment import read_env_file
from charlie_site.variables import env, refuse
from runtime.addresses import parse_address, read_host
from runtime.server.daphne import SiteServer

logger = logging.getLogger(__name__)
_BROADCAST = IPv4Address(2**32 - 1)
_HOST = "an address or a name of this machine, without a port"


def main() -> None:
    read_env_file()
    host, port = read_listening_host("127.0.0.1"), read_port()
    if obstacle := find_obstacle(host, port):
        sys.exit(f"Cannot serve on port {port} of {host}: {obstacle}.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
    os.environ["BEHIND_PROXY"] = "on"
    serve(describe_endpoint(host, port))


def read_listening_host(default: str) -> str:
    """Return the address or name to listen on; an IPv6 address without brackets."""
    text: str = env.pattern("HOST", r"[^/]+", default=default, must=_HOST)
    host = read_host(text)
    has_port = "]:" in text or (":" in text and ":" not in host)
    address = parse_address(host)
    is_for_many = address and (address.is_multicast or address == _BROADCAST)
    if not host or has_port or is_for_many:
        refuse("HOST", _HOST, text)
    # As it is: the address of a link needs its zone.
    return text.removeprefix("[").removesuffix("]")


def read_port() -> int:
    """Return the port to listen on."""
    port = env.whole("PORT", default=8000, least=1)
    if port > 65535:
        refuse("PORT", "a number from 1 to 65535", str(port))
    return port


def find_obstacle(host: str, port: int) -> str | None:
    """Return why a server cannot listen on this address now; None if it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # On Windows it would let the probe have a port that is in use.
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, TypeError) as error:
        return getattr(error, "strerror", "") or str(error)
    return None


def describe_endpoint(
    host: str, port: int, tls: tuple[Path, Path] | None = None
) -> str:
    """Return Twisted's description of an address; `tls` is a key and a certificate."""
    address = f"port={port}:interface={escape_colons(host)}"
    if tls is None:
        return f"tcp:{address}"
    # A backslash would escape the next letter.
    key, certificate = (escape_colons(path.as_posix()) for path in tls)
    return f"ssl:{address}:privateKey={key}:certKey={certificate}"


def escape_colons(part: str) -> str:
    return part.replace(":", r"\:")


def raise_file_limit() -> None:
    """Let this process open as many files as it may, as each socket is one."""
    # Windows has neither the module nor the limit.
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def require_database() -> None:
    """Exit if there is no database, or one that this version must not use."""
    from django.db import DatabaseError, connection

    from charlie_site.schema import find_schema_obstacle

    try:
        obstacle = find_schema_obstacle(connection)
    except DatabaseError as error:
        # A server of databases may be away for a while: pages say so.
        obstacle = f"{error}." if connection.vendor == "sqlite" else ""
    if obstacle:
        sys.exit(f"Cannot start: {obstacle}")


def tell_systemd(is_listening: bool) -> None:
    """Tell systemd that this process serves, if a unit of type "notify" started it."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if name and is_listening:
        # Linux has names outside the file system: systemd writes "@" for their zero.
        address = f"\0{name[1:]}" if name[0] == "@" else name
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", address)


def serve(endpoint: str, ready: Callable[[], None] | None = None) -> None:
    """Serve until the process gets a signal to stop; call `ready` before requests."""
    # Here, because it reads the settings and thus the environment.
    from django.db import connections

    from charlie_site.asgi import application
    from games.table.live.hub import get_hub
    from runtime.database import limit_waiting
    from runtime.threads import share_processor

    logger.info("Checkpoint Charlie %s starts.", __version__)
    limit_waiting()
    require_database()
    raise_file_limit()
    # Migrations leave a connection on this thread, the loop's, that waits for locks.
    connections.close_all()
    share_processor()
    server = SiteServer(
        application=application,
        endpoints=[endpoint],
        ready_callable=ready,
        server_name="charlie",
        verbosity=0,
    )
    # Before the first page: other processes tell of wrong codes, and of their pages.
    server.call_on_loop(lambda: get_hub().start())
    server.call_on_loop(lambda: tell_systemd(bool(server.listening_addresses)))
    server.run()
    if not server.listening_addresses:
        sys.exit("The server could not listen: the line above says why.")


if __name__ == "__main__":
    main()
