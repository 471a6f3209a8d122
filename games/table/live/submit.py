"""Submits a player's move, from a POST or from the socket."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from games.codes import clean_code
from games.errors import Refused, TableError
from games.models import Player
from games.play import seam
from games.play.race import Arrival
from games.play.seam import Entered, Outcome
from games.play.signs import signs
from games.players.limits import MOVES, enforce
from games.table.live.hub import make_due_in
from games.table.people.idle import look_for_idle
from games.table.people.presence import bring_back
from runtime.threads import run_on_loop

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
) -> Outcome:
    """Make a move within the player's rate limit; it brings an absent player back.

    An accusation that is entered does not.

    Raises:
        TooFast: the player has made too many moves.
        TableError, RulesError: as for `games.play.seam.make_move`.
    """
    if player is not None:
        enforce(MOVES, player.pk)
    outcome = seam.make_move(code, player, content, key, arrival)
    if player is not None:
        # The page tells the tap to the other processes.
        signs.note(clean_code(code), player.pk)
    if isinstance(outcome, Entered):
        # No page may show that the player acts.
        run_on_loop(make_due_in, clean_code(code), outcome.seconds)
        return outcome
    if player is not None and outcome.view.is_absent(also_left=True):
        outcome = replace(outcome, view=bring_back(outcome.view, player))
    if outcome.view.viewer >= 0 and outcome.view.table.seats[outcome.view.viewer].idle:
        outcome = replace(outcome, view=look_for_idle(outcome.view, player))
    return outcome
