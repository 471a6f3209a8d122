"""Presence at a table: present players, and a player who goes away."""

from games.table.people.missing_pages import AWAY_AFTER
from games.table.people.presence import note_missing
from games.table.people.votes import OpenVotes, read_votes
from tests.support.cast import look_into


def presences(game) -> list[str]:
    """Return the presence of each seat."""
    return [str(presence) for presence in look_into(game).table.presences]


def send_away(game, player, seconds=AWAY_AFTER) -> None:
    """Note that a player has had no page for so many seconds."""
    note_missing(game.code, {player.pk: seconds})


def open_votes(game) -> OpenVotes | None:
    """Return the votes at a table that have not carried anything out yet."""
    return look_into(game).table.find_fact(read_votes)
