"""Django's admin for closed games: all of them for staff, their own for hosts."""

from games.admin.games import GameAdmin
from games.admin.sites import host_site, staff_site
from games.models.game import Game

__all__ = ["host_site", "staff_site"]

for site in (staff_site, host_site):
    site.register(Game, GameAdmin)
