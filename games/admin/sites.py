"""The two admin sites, their permissions, the games of each, and read-only lists.

Neither site ever shows a running game. Neither sets a password: an administrator could
sign in as a player and see the secrets of a running game.
"""

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.admin import AdminSite, ModelAdmin, ShowFacets
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext_lazy as _

from games.admin.overview import show_overview
from games.archive.records import get_finished_games
from games.models import Game, Report
from games.players.names import build_name_key
from games.players.requests import read_number

if TYPE_CHECKING:
    _ModelAdmin = ModelAdmin[Any]
else:
    # At run time the class takes no type arguments.
    _ModelAdmin = ModelAdmin


# The longest search; a database refuses conditions of thousands of words.
LONGEST_SEARCH = 100
# A search finds so many texts of a column: databases limit the values of a query.
_MOST_FOUND = 500

# Texts of Django that its catalogues lack in some languages; ours collect them here.
_TEXTS_OF_DJANGO = (
    _("Breadcrumbs"),
    _("Filter by %(field_name)s"),
    _("- Select an option -"),
    _("Run"),
)


class ReadOnlyAdmin(_ModelAdmin):
    """A list, without filters and pages of rows, that only its actions change."""

    list_display_links: tuple[str, ...] | None = None
    list_per_page = 50
    list_max_show_all = 50
    show_full_result_count = False
    show_facets = ShowFacets.NEVER

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search for a part of a text or a name, in every spelling.

        SQLite ignores the case of ASCII letters alone, so the texts are compared here.
        """
        key = build_name_key(search_term[:LONGEST_SEARCH])
        rows, matching = queryset.order_by().prefetch_related(None), Q()
        for column in self.search_fields if key else ():
            texts = rows.values_list(column, flat=True).distinct().iterator()
            alike = (text for text in texts if key in build_name_key(text or ""))
            found = list(islice(alike, _MOST_FOUND))
            matching |= Q(**{f"{column}__in": found})
        return queryset.filter(matching), bool(key)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Refuse every field: no other model chooses a row."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Return whether a query may use this lookup."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """Return the address of the list, without Django's other ones."""
        show = self.admin_site.admin_view(self.changelist_view)
        name = f"{self.opts.app_label}_{self.opts.model_name}_changelist"
        return [path("", show, name=name)]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def _refuse(self, *_args: Any, **_options: Any) -> bool:
        return False

    has_module_permission = has_view_permission
    has_add_permission = has_change_permission = has_delete_permission = _refuse

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list, or act on the rows that were chosen there."""
        keys = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if any(read_number(key, most_digits=18) is None for key in keys):
            raise SuspiciousOperation("A chosen row is no number.")
        return super().changelist_view(request, extra_context)


# Django's other views reveal rows that are in no list.
_OFFERED = {"index", "login", "logout", "password_change", "jsi18n", "app_list"}


class ClosedGamesSite(AdminSite):
    """An admin site that contains closed games only."""

    site_header = site_title = settings.SITE_NAME
    # There is only one list to navigate to.
    enable_nav_sidebar = False
    # Staff may end games and remove names.
    may_act = False

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the games that the user may see."""
        return get_finished_games().exclude_tutorials()

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return Django's shared context, and the release for reports of faults."""
        return super().each_context(request) | {"version": settings.VERSION}

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
        return_to = request.GET.get("next", "")
        return redirect_to_login(return_to or f"/{self.name}/")

    # Django's own returns a TemplateResponse.
    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Redirect to the site's own password page."""
        return redirect("account_change_password")


class StaffSite(ClosedGamesSite):
    """`/admin/`: all closed games, for the site's administrators."""

    index_title = _("All finished games")
    may_act = True

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return the addresses of all games, and that of the overview."""
        show = self.admin_view(partial(show_overview, self))
        return [path("overview/", show, name="overview"), *super().get_urls()]

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_staff

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[Any]:
        """Return Django's list, with the number of open reports."""
        apps = super().get_app_list(request, app_label)
        count = Report.objects.filter(handled_at=None).count()
        for model in (each for app in apps for each in app["models"]):
            if model["model"] is Report and count:
                model["name"] = f"{model['name']} ({count})"
        return apps


class HostSite(ClosedGamesSite):
    """`/host/`: the closed games of the user's own tables, read-only."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user has an account; the list may be empty."""
        return request.user.is_active

    def games_for(self, request: HttpRequest) -> QuerySet[Game]:
        return super().games_for(request).filter(host__user=request.user.pk)

    # Django's own returns a TemplateResponse.
    def index(  # type: ignore[override]
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Redirect to the list of games, the only list here."""
        return redirect("host:games_game_changelist")


staff_site = StaffSite(name="admin")
host_site = HostSite(name="host")
