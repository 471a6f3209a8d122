"""The sockets at the tables of this process, as the hub and broadcasts know them."""

import asyncio
from datetime import datetime
from typing import NamedTuple, Protocol

from runtime.sockets.registry import Registry


class Page(Protocol):
    """The page behind a socket, as it shows its table now."""

    # The table's code, its newest number that the page has, and the players that should
    # have a page open as of that number.
    code: str
    number: int
    expected: frozenset[int | None]
    player_id: int | None
    # The name of a watching player; empty for a stranger.
    name: str
    is_display: bool
    is_seated: bool
    # Whether it is not hidden.
    is_seen: bool
    # How long its messages are under way, in seconds; 0 if that is not measured.
    latency: float


class Update(NamedTuple):
    """A message for one page, made by the table's worker.

    `due_at` is when the table's next move is due; `is_last` says that the page belongs
    to the viewer of before, and gets nothing else.
    """

    text: str
    number: int
    due_at: datetime | None
    is_last: bool


class Listener(Protocol):
    """A socket at a table."""

    pk: int
    page: Page
    # The loop that serves the socket.
    loop: asyncio.AbstractEventLoop

    def render(self, number: int) -> Update | None:
        """Return what the page lacks up to this number. For the table's worker."""

    async def deliver(self, update: Update) -> None:
        """Send an update."""

    async def on_heartbeat(self, number: int) -> None:
        """Tell the page the current number."""

    async def on_reaction(self, seat: int, reaction: str) -> None:
        """Show the viewer a reaction."""

    async def on_new_page(self, player_id: int, name: str) -> None:
        """Tell this player's other pages that one with this name was opened."""

    async def on_session_end(self, player_id: int) -> None:
        """Close the socket if it is this player's and its session has ended."""


# The topic of a listener is the primary key of its table.
listeners: Registry[Listener] = Registry()
