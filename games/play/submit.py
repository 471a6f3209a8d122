"""Submits a player's move, whether it came by POST or over the socket."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from games.models.player import Player
from games.ops.rate_limits import MOVES
from games.play import moves
from games.play.presence import welcome
from games.play.selectors import Change


def submit(
    code: str, player: Player | None, content: dict[str, Any], key: UUID
) -> Change:
    """Make a move within the player's rate limit; it brings an absent player back.

    Raises:
        TooFast: the player has made too many moves.
        TableError, RulesError: as for `games.play.moves.make_move`.
    """
    if player is not None:
        MOVES.enforce(player.pk)
    change = moves.make_move(code, player, content, key)
    return replace(change, after=welcome(change.after, player, comes_back=True))
