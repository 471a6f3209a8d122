"""The calls that wait for a thread: addresses take turns, and so do their sessions."""

from collections import OrderedDict, deque
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings

from runtime.addresses import read_socket_address
from runtime.server.asgi_types import Scope

# Calls that may wait for one thread: of a session (the page of a result asks for three
# parts at once), and of all browsers of an address that have none (a class opens the
# page at once).
MOST_OF_SESSION, MOST_OF_STRANGERS = 8, 32
# The number of sessions that a process remembers: a busy site has fewer players a day.
_MOST_KNOWN = 10_000


class QueueFull(Exception):
    """Too many calls of the client wait already."""


class Client(NamedTuple):
    """A browser, as far as the event loop knows it.

    `session` is the key of a session that a view has found stored. It is empty for a
    stranger: anybody can invent a cookie.
    """

    address: str
    session: str = ""

    @property
    def most_calls(self) -> int:
        """Return how many calls of the client may wait for one thread."""
        factor: float = settings.RATE_LIMIT_FACTOR
        most = MOST_OF_SESSION if self.session else MOST_OF_STRANGERS
        return round(most * factor)


# The site itself: due moves and heartbeats.
SITE = Client("")


class Queue[Call]:
    """The calls that wait for one thread, which may be put and taken on any thread.

    The thread takes one call of each address in turn, and of the address one call of
    each session in turn. So an address with many calls delays another address by a
    single call, and a stranger delays the players of the same network by a single call.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[str, deque[Call]]] = OrderedDict()
        self._lock = Lock()

    def put(self, client: Client, call: Call) -> None:
        with self._lock:
            sessions = self._lines.setdefault(client.address, OrderedDict())
            sessions.setdefault(client.session, deque()).append(call)

    def take(self) -> Call | None:
        """Take the call whose turn it is, None if no call waits."""
        with self._lock:
            if not self._lines:
                return None
            address = next(iter(self._lines))
            sessions = self._lines[address]
            session, calls = next(iter(sessions.items()))
            call = calls.popleft()
            _move_on(sessions, session)
            _move_on(self._lines, address)
            return call

    def withdraw(self, client: Client, call: Call) -> bool:
        """Remove a call; return False if the thread has taken it."""
        with self._lock:
            sessions = self._lines.get(client.address, OrderedDict())
            calls = sessions.get(client.session, deque())
            if call not in calls:
                return False
            calls.remove(call)
            _move_on(sessions, client.session)
            _move_on(self._lines, client.address)
            return True

    def count(self, client: Client) -> int:
        """Return the number of a client's calls that wait."""
        with self._lock:
            sessions = self._lines.get(client.address, OrderedDict())
            return len(sessions.get(client.session, ()))


def _move_on(lines: OrderedDict[str, Any], key: str) -> None:
    """Put a line behind the others, or forget it if it is empty."""
    if lines[key]:
        lines.move_to_end(key)
    else:
        del lines[key]


class KnownSessions:
    """The keys of the sessions that were found stored most recently, by any thread."""

    def __init__(self) -> None:
        self._keys: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def note(self, key: str | None) -> None:
        """Remember a key; a session that was not saved yet has none."""
        if not key:
            return
        with self._lock:
            self._keys[key] = None
            self._keys.move_to_end(key)
            if len(self._keys) > _MOST_KNOWN:
                self._keys.popitem(last=False)

    def forget(self, key: str) -> None:
        with self._lock:
            self._keys.pop(key, None)

    def __contains__(self, key: str) -> bool:
        return key in self._keys


known_sessions = KnownSessions()


def find_client(scope: Scope) -> Client:
    """Return the client of a request or of a socket; its scope has the cookies."""
    session = scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
    address = read_socket_address(scope)
    return Client(address, session if session in known_sessions else "")
