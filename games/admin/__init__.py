"""Django's admin over closed games: for staff, and for hosts their own tables'."""

from games.admin.games import GameAdmin
from games.admin.sites import host_site, staff_site
from games.models.game import Game

__all__ = ["host_site", "staff_site"]

for site in (staff_site, host_site):
    site.register(Game, GameAdmin)
