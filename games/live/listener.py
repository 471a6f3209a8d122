"""The part of a socket at a table that the hub needs."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from games.live.absence import Missing, Person


class Listener(Protocol):
    """A socket at a table."""

    pk: int
    number: int
    is_display: bool
    is_seated: bool
    player_id: int | None
    # Whether its page is not hidden.
    is_seen: bool
    # How long its messages are under way, in seconds; 0 if that is not measured.
    way: float
    # The name of a watching player; empty for a stranger.
    name: str

    @property
    def expected(self) -> frozenset[int | None]:
        """Return the players that should have a page, as of this listener's number."""

    async def on_change(self, number: int) -> None:
        """Show the viewer the changes up to this number."""

    async def on_heartbeat(self, number: int) -> None:
        """Tell the page the current number."""

    async def on_reaction(self, seat: int, reaction: str) -> None:
        """Show the viewer a reaction."""

    async def on_new_page(self, player_id: int, page: str) -> None:
        """Tell the viewer that a player has opened a page with this name."""

    async def check_viewer(self) -> None:
        """Close the socket if its session is no longer the player's."""

    async def report(self, missing: Missing) -> set[Person]:
        """Note absent players; return those with a page in another process."""

    async def on_due(self) -> None:
        """Make the due moves of this table."""


type Tell = Callable[[Listener], Awaitable[None]]
