"""The two admin sites: who gets in, and which games exist there.

Running games exist in neither, for nobody. Accounts are in neither too: whoever may
set a password could sign in as a player and look at the cards of a running game.
"""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, reverse
from django.utils.translation import gettext_lazy as _

from games.archive.access import closed_games
from games.models.game import Game

# What Django offers beside these tells of rows that are not in any list.
_OFFERED = {"index", "login", "logout", "password_change", "jsi18n", "app_list"}


class ClosedGamesSite(AdminSite):
    """An admin site in which closed games are all there is."""

    site_header = "Checkpoint Charlie"
    site_title = "Checkpoint Charlie"
    # There is but one list to go to.
    enable_nav_sidebar = False
    # Staff may end games and remove names.
    may_act = False

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the games that exist for whoever asks."""
        raise NotImplementedError

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return Django's addresses, without those that know of every row."""
        return [
            address
            for address in super().get_urls()
            if isinstance(address, URLResolver)
            or address.name is None
            or address.name in _OFFERED
        ]

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Send strangers to sign in like everybody, with its limits and passkeys."""
        if self.has_permission(request):
            return redirect(reverse("admin:index", current_app=self.name))
        if request.user.is_authenticated:
            raise PermissionDenied
        way_back = request.GET.get("next", "")
        return redirect_to_login(way_back or f"/{self.name}/")

    def password_change(
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Send whoever asks to the page where everybody changes passwords."""
        return redirect("account_change_password")


class StaffSite(ClosedGamesSite):
    """`/admin/`: all closed games, for the site's administrators."""

    index_title = _("All closed games")
    may_act = True

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether staff asks."""
        return request.user.is_active and request.user.is_staff

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        """Return all closed games."""
        return closed_games().filter(is_tutorial=False)


class HostSite(ClosedGamesSite):
    """`/host/`: the closed games of one's own tables, to look at."""

    index_title = _("Closed games of my tables")

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody with an account asks who is host of a table."""
        user = request.user
        return user.is_active and Game.objects.filter(host__user=user.pk).exists()

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the closed games of the tables of whoever asks."""
        return closed_games().filter(is_tutorial=False, host__user=request.user.pk)


staff_site = StaffSite(name="admin")
host_site = HostSite(name="host")
