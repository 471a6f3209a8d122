"""Posts to addresses that a player chose: only to public ones, by https.

The forms that take an address match it with `ADDRESS`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache, partial
from ipaddress import ip_address, ip_network
from socket import SOCK_STREAM, getaddrinfo
from ssl import SSLContext, create_default_context
from time import monotonic
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from runtime.metrics import NOTICES
from runtime.threads import run_in_daemon

# Last words of names inside a network. Routers answer `.home.arpa`.
_AT_HOME = "(?i:internal|intranet|local|localdomain|lan|corp|home|private|arpa)"
# A name of the internet with a dot, no address or user name, and a path without spaces,
# backslashes and fragments.
ADDRESS = (
    rf"\Ahttps://([A-Za-z0-9-]+\.)+(?!{_AT_HOME}\b)[A-Za-z][A-Za-z0-9-]*(:443)?"
    r"/[!-\"$-\[\]-~]*\Z"
)
_PORT = 443
# Seconds that a service has for a whole exchange, and bytes of its first line.
LONGEST = 8
_LONGEST_LINE = 1024
# Python counts these networks as global: of IPv6, those that lead to addresses of IPv4,
# that belong to a site or that have no public use; of both, relays and name servers
# that a network may answer itself; and the inner service of a cloud.
_INNER = [ip_network(each) for each in ("::/32", "64:ff9b::/96", "64:ff9b:1::/48")]
_INNER += [ip_network(each) for each in ("2002::/16", "fec0::/10", "3ffe::/16")]
_INNER += [ip_network(each) for each in ("3fff::/20", "5f00::/16", "100::/16")]
_INNER += [ip_network(each) for each in ("192.88.99.0/24", "192.31.196.0/24")]
_INNER += [ip_network(each) for each in ("192.52.193.0/24", "192.175.48.0/24")]
_INNER += [ip_network(each) for each in ("192.0.0.0/24", "2001:1::/32")]
_INNER += [ip_network("168.63.129.16/32")]


async def post(address: str, headers: dict[str, str], body: bytes) -> int:
    """Post a body; return the status of the answer, and read no more of it.

    Raises:
        OSError: the service cannot be reached, is not public, takes longer than
            `LONGEST` for the whole exchange, or does not speak HTTP.
    """
    url = urlsplit(address)
    host = url.hostname or ""
    path = url.path + (f"?{url.query}" if url.query else "")
    sent = {
        "Host": host,
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {sent[name]}" for name in sent)]
    async with asyncio.timeout(LONGEST):
        reader, writer = await connect(host)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            return await _read_status(reader)
        finally:
            # The rest of the answer is not awaited.
            writer.transport.abort()


async def _read_status(reader: asyncio.StreamReader) -> int:
    try:
        line = await reader.readuntil(b"\r\n")
        return int(line.split()[1])
    except (EOFError, IndexError, ValueError, asyncio.LimitOverrunError) as error:
        raise OSError("A service gave no HTTP answer.") from error


async def connect(host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection by TLS to a host with a public address.

    Raises:
        OSError: the host cannot be reached, or its address is not public.
    """
    # Only an address that was checked is connected to: a name may lead to another one
    # each time.
    found = await run_in_daemon(partial(getaddrinfo, host, _PORT, type=SOCK_STREAM))
    address = str(found[0][4][0])
    if not is_public(address):
        raise OSError("The address of a service is not public.")
    return await asyncio.open_connection(
        address, _PORT, ssl=_tls(), server_hostname=host, limit=_LONGEST_LINE
    )


def is_public(address: str) -> bool:
    """Return whether an address belongs to the public internet."""
    ip = ip_address(address)
    if any(ip in network for network in _INNER):
        return False
    return ip.is_global and not ip.is_multicast


@cache
def _tls() -> SSLContext:
    return create_default_context()


# Seconds. A notice that waited longer for slow push services is no longer true.
LATEST = 30
# Notices of a player that are sent at once, and notices of the site that may wait.
MOST_AT_ONCE = 2
MOST_WAITING = 200
_GONE = (404, 410)
# The receiver is a player or a webhook.
_turns: WeakValueDictionary[object, asyncio.Semaphore] = WeakValueDictionary()
# The receiver of each notice that waits or is sent now.
_waiting: list[object] = []
type _Post = Callable[[], Awaitable[int]]


async def send_in_turn(receiver: object, post: _Post, since: float) -> str:
    """Send a notice when its receiver has a turn; return and count the outcome."""
    if len(_waiting) >= MOST_WAITING:
        outcome = "dropped"
    else:
        _waiting.append(receiver)
        try:
            turn = _turns.setdefault(receiver, asyncio.Semaphore(MOST_AT_ONCE))
            async with turn:
                outcome = await _send(post, since)
        finally:
            _waiting.remove(receiver)
    NOTICES.labels(outcome).inc()
    return outcome


async def _send(post: _Post, since: float) -> str:
    if monotonic() - since > LATEST:
        return "late"
    try:
        status = await post()
    except (OSError, ValueError):
        return "failed"
    if status in _GONE:
        return "gone"
    return "sent" if status < 300 else "failed"
