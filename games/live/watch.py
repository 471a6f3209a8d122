"""Tells which players have a page of a table open, who sees it, and how far it is.

Any thread may ask. Pages at other processes are found in the cache.
"""

from collections.abc import Iterable

from games.live.listener import listeners
from games.live.open_pages import SEEN, without_page
from runtime.sockets.relay import has_other_processes

# Seconds: the most that the server believes of the latency of a page.
LONGEST_LATENCY = 0.12


def people_at(pk: int) -> set[int | None]:
    """Return the players with a page of this table at this process."""
    return {each.page.player_id for each in listeners.at(pk)} - {None}


def watchers_at(pk: int) -> tuple[str, ...]:
    """Return the name of each page's player that only watches a table.

    A stranger has an empty name. Pages at other processes are missing.
    """
    pages = (each.page for each in listeners.at(pk))
    return tuple(
        sorted(each.name for each in pages if not each.is_seated | each.is_display)
    )


def is_seen_here(pk: int, player_id: int | None) -> bool:
    """Return whether a player sees a page of this table at this process."""
    pages = (each.page for each in listeners.at(pk))
    return any(each.player_id == player_id and each.is_seen for each in pages)


def is_seen(pk: int, player_id: int) -> bool:
    """Return whether a player sees a page of this table; if unknown, they do."""
    if is_seen_here(pk, player_id):
        return True
    return has_other_processes() and not without_page([(pk, player_id, SEEN)])


def longest_latency(pk: int, players: Iterable[int | None]) -> float:
    """Return how long a message of one of these players can be under way, in seconds.

    For a player with a page at another process it is the most.
    """
    here: dict[int | None, float] = {}
    for each in listeners.at(pk):
        page = each.page
        here[page.player_id] = max(page.latency, here.get(page.player_id, 0))
    asked = tuple(players)
    others = {(pk, player) for player in asked if player not in here}
    if others and has_other_processes() and others - without_page(others):
        return LONGEST_LATENCY
    return max((here.get(player, 0) for player in asked), default=0)
