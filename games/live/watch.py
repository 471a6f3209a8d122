"""Tells which players have a page of a table open, who sees it, and how far it is.

Any thread may ask.
"""

from collections.abc import Iterable

from games.live.elsewhere import is_elsewhere, is_seen_elsewhere, is_unknown
from games.live.pages import pages

# Seconds: the most that the server believes of the latency of a page.
LONGEST_LATENCY = 0.12


def people_at(pk: int) -> set[int]:
    """Return the players with a page of this table at this process."""
    return {each.player_id for each in pages.at(pk) if each.player_id is not None}


def watchers_at(pk: int) -> tuple[str, ...]:
    """Return the name of each page's player that only watches a table.

    A stranger has an empty name. Pages at other processes are missing.
    """
    watching = (each for each in pages.at(pk) if not each.is_seated | each.is_display)
    return tuple(sorted(each.name for each in watching))


def seeing_at(pk: int) -> set[int]:
    """Return the players who see a page of this table at this process."""
    shown = (each for each in pages.at(pk) if each.is_seen)
    return {each.player_id for each in shown if each.player_id is not None}


def is_seen(pk: int, player_id: int) -> bool:
    """Return whether a player sees a page of this table; if unknown, they do."""
    is_here = player_id in seeing_at(pk)
    return is_here or is_seen_elsewhere(pk, player_id) or is_unknown()


def longest_latency(pk: int, players: Iterable[int | None]) -> float:
    """Return how long a message of one of these players can be under way, in seconds.

    For a player with a page at another process it is the most.
    """
    here: dict[int | None, float] = {}
    for page in pages.at(pk):
        here[page.player_id] = max(page.latency, here.get(page.player_id, 0))
    asked = tuple(players)
    others = set(asked) - here.keys()
    if others and (is_unknown() or any(is_elsewhere(pk, each) for each in others)):
        return LONGEST_LATENCY
    return max((here.get(player, 0) for player in asked), default=0)
