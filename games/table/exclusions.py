"""Keeps people out of all tables of a host, until the host lets them in again."""

from games.errors import Refused, refuse_if
from games.models import Exclusion, Game, Player


def exclude(host: Player, player_id: int) -> None:
    """Keep a player out of the tables of this host; a guest's list would be lost."""
    if host.user_id is not None and player_id != host.pk:
        Exclusion.objects.get_or_create(host=host, player_id=player_id)


def readmit(host: Player, row: int) -> None:
    """Take a row off a host's list; a table that kept the player out stays as it is."""
    host.exclusions.filter(pk=row).delete()


def require_admitted(game: Game, player: Player) -> None:
    """Raise TableError if the host of a table keeps this player out."""
    rows = Exclusion.objects.filter(host=game.host_id, player=player)
    refuse_if(game.host_id is not None and rows.exists(), Refused.EXCLUDED)
