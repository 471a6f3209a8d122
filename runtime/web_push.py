"""Sends encrypted messages to browsers through their push services.

RFC 8030 (delivery), RFC 8291 (encryption) and RFC 8292 (VAPID: the server's name).
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid

from runtime import outgoing
from runtime.addresses import read_host

_CURVE = ec.SECP256R1()
# Seconds for which a push service keeps a message for a browser without a network.
_TTL_SECONDS = 30 * 60


@cache
def get_server_key() -> Vapid:
    """Return the key that names this server to push services.

    It is made of SECRET_KEY, so all processes have the same one, and no file of its own
    can get lost: with another key every subscription ends.
    """
    # 48 bytes: the remainder favours no number.
    number = int.from_bytes(_derive(settings.SECRET_KEY.encode(), b"", b"vapid", 48))
    return Vapid(ec.derive_private_key(number % (_CURVE.group_order - 1) + 1, _CURVE))


@cache
def get_public_key() -> str:
    """Return the public half of the server's key, as browsers want it."""
    return (
        urlsafe_b64encode(_encode_point(get_server_key().public_key))
        .rstrip(b"=")
        .decode()
    )


async def send(
    endpoint: str, p256dh: str, auth: str, message: bytes, topic: str
) -> int:
    """Send a message; return the status of the push service's answer.

    A later message with the same topic replaces one that was not delivered yet.

    Raises:
        OSError: as in runtime.outgoing.
        ValueError: the browser's key is none.
    """
    url = urlsplit(endpoint)
    body = encrypt(message, _decode(p256dh), _decode(auth))
    site = read_host(settings.PUBLIC_URL) or "localhost"
    claims = {"aud": f"https://{url.hostname}", "sub": f"https://{site}"}
    headers = {
        "Content-Encoding": "aes128gcm",
        "TTL": str(_TTL_SECONDS),
        "Topic": topic,
        "Urgency": "high",
        **get_server_key().sign(claims),
    }
    return await outgoing.post(endpoint, headers, body)


def encrypt(message: bytes, p256dh: bytes, auth: bytes) -> bytes:
    """Return a message that only the browser with these keys can read (RFC 8291)."""
    own, salt = ec.generate_private_key(_CURVE), os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, p256dh)
    point = _encode_point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derive(shared, auth, b"WebPush: info\0" + p256dh + point, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    # The size of a record, the length of the point, and the mark of the last record.
    head = salt + (4096).to_bytes(4) + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _encode_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
