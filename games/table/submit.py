"""Submits a player's move, from a POST or from the socket."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from games.errors import Refused, TableError
from games.hosting.presence import bring_back
from games.models.player import Player
from games.play import moves
from games.play.race import Arrival
from games.play.selectors import Change
from games.players.limits import MOVES, enforce

_MOVE_FIELDS = ("side", "as", "suspect", "give", "take")


def read_move(sent: Mapping[str, str]) -> tuple[dict[str, Any], UUID]:
    """Return the posted move as in docs/record.md, without its seat, and its key.

    Raises:
        TableError: there is no move, or its key is missing or no UUID.
    """
    content = {name: sent[name] for name in _MOVE_FIELDS if name in sent}
    try:
        return {"move": sent["move"], **content}, UUID(str(sent["key"]))
    except (KeyError, ValueError) as error:
        raise TableError(Refused.MOVE_MALFORMED) from error


def submit(
    code: str,
    player: Player | None,
    content: dict[str, Any],
    key: UUID,
    arrival: Arrival,
) -> Change:
    """Make a move within the player's rate limit; it brings an absent player back.

    The limit counts a move once, not again after it was held.

    Raises:
        Held: the accusation is to be submitted again.
        TooFast: the player has made too many moves.
        TableError, RulesError: as for `games.play.moves.make_move`.
    """
    if player is not None and not arrival.has_waited:
        enforce(MOVES, player.pk)
    change = moves.make_move(code, player, content, key, arrival)
    if player is not None and change.after.is_absent(also_left=True):
        change = replace(change, after=bring_back(change.after, player))
    return change
