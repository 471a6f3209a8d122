"""Decides who is kept out: of a table and its evening, of a host's tables, of the site.

A host removes a player from a table, and with it from the later tables of the evening;
with an account, also from all tables of that host. Staff ban a player from the site
for a time (games.table.people.moderation); the player's row holds until when.
"""

from django.db.models import Q, QuerySet

from games.errors import Refused, refuse_if
from games.models import Bystander, Exclusion, Game, Player, Standing
from games.play import clock
from games.play.transaction import (
    hosted_game,
    mark_changed,
    require_lobby,
    require_open,
)
from games.table.lobby.evening import LONGEST, get_evening_tables
from games.table.people.holders import (
    change_player,
    get_seat_at,
    note_standing,
    remove_seat,
)


def require_admitted(game: Game, player: Player) -> None:
    """Raise TableError if this table or its host keeps the player out."""
    removed = game.bystanders.filter(player=player, standing=Standing.OUT)
    listed = Exclusion.objects.filter(host=game.host_id, player=player)
    is_listed = game.host_id is not None and listed.exists()
    refuse_if(is_listed or removed.exists(), Refused.EXCLUDED)


def get_removals_of_evening(game: Game) -> QuerySet[Bystander]:
    """Return the rows that keep removed players out of the evening's later tables."""
    tables = get_evening_tables(game.evening_code)
    return Bystander.objects.filter(game__in=tables, standing=Standing.OUT)


def get_removals() -> QuerySet[Bystander]:
    """Return the rows of removed players whose evening may go on."""
    # A closed table may be followed by another one.
    over = Q(game__ended_at__lt=clock.now() - LONGEST)
    return Bystander.objects.filter(standing=Standing.OUT).exclude(over)


def show_out(
    code: str, host: Player, index: int, expected: str = "", *, always: bool = False
) -> None:
    """Free another player's seat; a stand-in plays on in a running game. Host only.

    The removed player is kept out of the table from then on. `expected` stands for the
    player that the host saw, here and below: an investigator, or a key, which changes
    with the player; empty for any. `always` keeps the player out of all tables of a
    host with an account.

    Raises:
        TableError: not the host, no such seat, or the game is over.
    """
    with hosted_game(code, host) as game:
        require_open(game)
        seat = get_seat_at(game, index, expected)
        is_another = seat.player_id not in (None, host.pk)
        refuse_if(game.started_at and not is_another, Refused.SEAT_NOT_FOUND)
        if seat.player_id and is_another:
            note_standing(game, seat.player_id, Standing.OUT)
            if always:
                _exclude(host, seat.player_id)
        if game.started_at is None:
            remove_seat(game, seat)
        else:
            change_player(game, seat, None)


def let_in(code: str, host: Player, removed: int) -> None:
    """Let a removed player take a seat again, in the lobby. Host only.

    `removed` is the key of a bystander. At earlier tables of the evening the player
    stays a former one.

    Raises:
        TableError: not the host, or the game has begun.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        for row in game.bystanders.filter(pk=removed, standing=Standing.OUT):
            removals = get_removals_of_evening(game)
            others = removals.filter(player=row.player_id).exclude(pk=row.pk)
            others.update(standing=Standing.PLAYED)
            row.delete()
            mark_changed(game)


def readmit(host: Player, row: int) -> None:
    """Take a row off a host's list; a table that kept the player out stays as it is."""
    host.exclusions.filter(pk=row).delete()


def _exclude(host: Player, player_id: int) -> None:
    """Keep a player out of the tables of this host; a guest's list would be lost."""
    if host.user_id is not None and player_id != host.pk:
        Exclusion.objects.get_or_create(host=host, player_id=player_id)
