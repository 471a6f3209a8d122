"""The standing link of a club: it leads to its host's newest table, until that is over.

The link reaches the table as its code does; there is no other way to join.
"""

import secrets

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Club, Game, Player, Seat
from games.table.lobby.evening import COUNTS, get_newest_table


def make_club(host: Player) -> Club:
    """Return a host's club; make it if there is none."""
    code = secrets.token_urlsafe(16)
    return Club.objects.get_or_create(player=host, defaults={"code": code})[0]


def withdraw_club(host: Player) -> None:
    """End the link of a host's club; a later one has another code."""
    Club.objects.filter(player=host).delete()


def get_tables_for(club: Club) -> QuerySet[Game]:
    """Return the tables of a club's host, oldest first; none with bots alone."""
    own = Q(player=None, former_person="") | Q(player=club.player_id)
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(own)
    tables = Game.objects.exclude_tutorials().filter(COUNTS, host=club.player_id)
    return tables.filter(Q(started_at=None) | Exists(others)).order_by("pk")


def find_newest_table(club: Club) -> Game | None:
    """Return the table to which a club's link leads now, if there is one."""
    newest = get_tables_for(club).last()
    return newest and get_newest_table(newest)
