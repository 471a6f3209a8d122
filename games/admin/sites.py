"""The two admin sites, their permissions and the games that each one shows.

Neither site ever shows a running game. Neither contains accounts: an administrator with
the right to set a password could sign in as a player and see the secrets of a running
game.
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

# Django's other views reveal rows that are in no list.
_OFFERED = {"index", "login", "logout", "password_change", "jsi18n", "app_list"}


class ClosedGamesSite(AdminSite):
    """An admin site that contains closed games only."""

    site_header = "Checkpoint Charlie"
    site_title = "Checkpoint Charlie"
    # There is only one list to navigate to.
    enable_nav_sidebar = False
    # Staff may end games and remove names.
    may_act = False

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the games that the user may see."""
        raise NotImplementedError

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return Django's addresses, without those that reveal every row."""
        return [
            address
            for address in super().get_urls()
            if isinstance(address, URLResolver)
            or address.name is None
            or address.name in _OFFERED
        ]

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirect to the site's own sign-in, with its rate limits and passkeys."""
        if self.has_permission(request):
            return redirect(reverse("admin:index", current_app=self.name))
        if request.user.is_authenticated:
            raise PermissionDenied
        way_back = request.GET.get("next", "")
        return redirect_to_login(way_back or f"/{self.name}/")

    # Django's own returns a TemplateResponse.
    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Redirect to the site's own password page."""
        return redirect("account_change_password")


class StaffSite(ClosedGamesSite):
    """`/admin/`: all closed games, for the site's administrators."""

    index_title = _("All closed games")
    may_act = True

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is staff."""
        return request.user.is_active and request.user.is_staff

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        """Return all closed games."""
        return closed_games().filter(is_tutorial=False)


class HostSite(ClosedGamesSite):
    """`/host/`: the closed games of the user's own tables, read-only."""

    index_title = _("Closed games of my tables")

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user has an account that hosts a table."""
        user = request.user
        return user.is_active and Game.objects.filter(host__user=user.pk).exists()

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the closed games of the user's tables."""
        return closed_games().filter(is_tutorial=False, host__user=request.user.pk)


staff_site = StaffSite(name="admin")
host_site = HostSite(name="host")
