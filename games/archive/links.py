"""Creates and withdraws the players' links to replays of their games."""

import secrets

from games.errors import Refused, refuse_if
from games.models import Game, Player, ReplayLink
from games.rules.observe import REFEREE, SPECTATOR, Viewer


def share_replay(game: Game, player: Player | None, viewer: Viewer) -> ReplayLink:
    """Return a player's link to the replay as this viewer; create it if necessary.

    Raises:
        TableError: the game is not closed, the player had no seat, no such viewer.
    """
    seats = dict(game.seats.values_list("index", "player"))
    holders = {*seats.values(), *(each.player_id for each in game.former_holders)}
    refuse_if(player is None or player.pk not in holders, Refused.NOT_SEATED)
    refuse_if(game.ended_at is None or game.started_at is None, Refused.STILL_RUNNING)
    refuse_if(viewer not in {*seats, SPECTATOR, REFEREE}, Refused.SEAT_NOT_FOUND)
    link, _created = ReplayLink.objects.get_or_create(
        game=game,
        player=player,
        viewer=viewer,
        defaults={"token": secrets.token_urlsafe(32)},
    )
    return link


def withdraw_replay(game: Game, player: Player | None, viewer: Viewer) -> None:
    """Delete a player's link to a replay, if there is one."""
    ReplayLink.objects.filter(game=game, player=player, viewer=viewer).delete()
