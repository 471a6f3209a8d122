"""A push service for tests, and browsers that decrypt its messages (RFC 8291)."""

import json
import uuid
from base64 import urlsafe_b64encode
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Event, Thread
from time import monotonic

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

HOST = "push.example"


def encode(value):
    return urlsafe_b64encode(value).rstrip(b"=").decode()


class Browser:
    """The keys of a subscription."""

    def __init__(self, key=None, auth=b"0123456789abcdef"):
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth
        self.path = f"/{uuid.uuid4()}"
        public = self.key.public_key()
        self.point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def form(self):
        return {
            "endpoint": f"https://{HOST}{self.path}",
            "p256dh": encode(self.point),
            "auth": encode(self.auth),
        }

    def decrypt(self, body):
        salt, length = body[:16], body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self.key.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + self.point + point
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")[:-1]


class Delivery:
    """A message as it arrived."""

    def __init__(self, handler):
        self.at, self.path = monotonic(), handler.path
        self.headers = handler.headers
        self.body = handler.rfile.read(int(handler.headers["Content-Length"]))

    def read(self, browser):
        assert self.path == browser.path
        return json.loads(browser.decrypt(self.body))


class PushService(ThreadingHTTPServer):
    """Keeps the messages that it gets, and answers with `status`."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.status, self.deliveries = 201, Queue()
        self.headers, self.body = {}, b""
        # A slow service answers when this is set.
        self.is_awake = Event()
        self.is_awake.set()

    def take(self):
        """Return the next delivery."""
        return self.deliveries.get(timeout=10)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.deliveries.put(Delivery(self))
        assert self.server.is_awake.wait(10)
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError):
            self.wfile.write(self.server.body)

    def log_message(self, *arguments):
        """Log nothing."""


@contextmanager
def serve_push():
    with PushService() as service:
        thread = Thread(target=service.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()
