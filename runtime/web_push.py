"""Sends encrypted messages to browsers through their push services.

RFC 8030 (delivery), RFC 8291 (encryption) and RFC 8292 (VAPID: the server's name). A
browser chooses the address, so a message goes only to public addresses, by https.
"""

import asyncio
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache, partial
from ipaddress import IPv6Address, ip_address, ip_network
from socket import SOCK_STREAM, getaddrinfo
from ssl import SSLContext, create_default_context
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid

from runtime.threads import in_daemon

_CURVE = ec.SECP256R1()
_PORT = 443
# Seconds that a push service has for a whole exchange, and bytes of its first line.
LONGEST = 8
_LONGEST_LINE = 1024
# Networks of IPv6 that lead to addresses of IPv4, or that belong to a site: Python
# counts them as global.
_INNER = [ip_network(each) for each in ("::/32", "64:ff9b::/96", "64:ff9b:1::/48")]
_INNER += [ip_network(each) for each in ("2002::/16", "fec0::/10")]
# Seconds for which a push service keeps a message for a browser without a network.
_KEPT = 30 * 60


@cache
def server_key() -> Vapid:
    """Return the key that names this server to push services.

    It is made of SECRET_KEY, so all processes have the same one, and no file of its own
    can get lost: with another key every subscription ends.
    """
    # 48 bytes: the remainder favours no number.
    number = int.from_bytes(_derive(settings.SECRET_KEY.encode(), b"", b"vapid", 48))
    return Vapid(ec.derive_private_key(number % (_CURVE.group_order - 1) + 1, _CURVE))


@cache
def public_key() -> str:
    """Return the public half of the server's key, as browsers want it."""
    return urlsafe_b64encode(_point_of(server_key().public_key)).rstrip(b"=").decode()


async def send(
    endpoint: str, p256dh: str, auth: str, message: bytes, topic: str
) -> int:
    """Send a message; return the status of the push service's answer.

    A later message with the same topic replaces one that was not delivered yet.

    Raises:
        OSError: the service cannot be reached, is not public, takes longer than
            `LONGEST` for the whole exchange, or does not speak HTTP.
        ValueError: the browser's key is none.
    """
    url = urlsplit(endpoint)
    host = url.hostname or ""
    path = url.path + (f"?{url.query}" if url.query else "")
    body = encrypt(message, _decode(p256dh), _decode(auth))
    site = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    claims = {"aud": f"https://{host}", "sub": f"https://{site}"}
    headers = {
        "Host": host,
        "Content-Encoding": "aes128gcm",
        "Content-Length": str(len(body)),
        "TTL": str(_KEPT),
        "Topic": topic,
        "Urgency": "high",
        "Connection": "close",
        **server_key().sign(claims),
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
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
        raise OSError("A push service gave no HTTP answer.") from error


async def connect(host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection by TLS to a host with a public address.

    Raises:
        OSError: the host cannot be reached, or its address is not public.
    """
    # Only an address that was checked is connected to: a name may lead to another one
    # each time.
    found = await in_daemon(partial(getaddrinfo, host, _PORT, type=SOCK_STREAM))
    address = str(found[0][4][0])
    if not is_public(address):
        raise OSError("The address of a push service is not public.")
    return await asyncio.open_connection(
        address, _PORT, ssl=_tls(), server_hostname=host, limit=_LONGEST_LINE
    )


def is_public(address: str) -> bool:
    """Return whether an address belongs to the public internet."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address) and any(ip in network for network in _INNER):
        return False
    return ip.is_global and not ip.is_multicast


def encrypt(message: bytes, p256dh: bytes, auth: bytes) -> bytes:
    """Return a message that only the browser with these keys can read (RFC 8291)."""
    own, salt = ec.generate_private_key(_CURVE), os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, p256dh)
    point = _point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derive(shared, auth, b"WebPush: info\0" + p256dh + point, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    # The size of a record, the length of the point, and the mark of the last record.
    head = salt + (4096).to_bytes(4) + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)


@cache
def _tls() -> SSLContext:
    return create_default_context()


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
