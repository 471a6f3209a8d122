"""The only model of both admin sites: closed games, read-only, with filters."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib.admin import (
    BooleanFieldListFilter,
    ChoicesFieldListFilter,
    FieldListFilter,
    ModelAdmin,
    SimpleListFilter,
)
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin import views
from games.admin.exports import export_moments, export_records, export_results
from games.admin.sites import ClosedGamesSite, ReadOnlyAdmin, host_site, staff_site
from games.admin.texts import (
    audit_in_words,
    describe_setup,
    show_duration,
    show_players,
    show_rounds,
    show_winners,
    why_it_ended,
)
from games.labels import EDITION_NAMES, OPTION_LABELS
from games.models import Game, Seat
from games.rules.editions import SEATS


def make_titled_filter(
    title: Promise, kind: type[FieldListFilter], words: Mapping[Any, Any] | None = None
) -> type[FieldListFilter]:
    """Return a subclass of a filter with this title and these names for its choices."""
    named = words or {}

    # mypy knows no base classes in variables.
    class Titled(kind):  # type: ignore[misc, valid-type]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.title = title

        def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:
            for choice in super().choices(changelist):
                shown = choice["display"]
                yield choice | {"display": named.get(shown, shown)}

    return Titled


class SeatsFilter(SimpleListFilter):
    """Filters games by the number of players."""

    title = _("number of players")
    parameter_name = "players"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Game]"
    ) -> list[tuple[str, str]]:
        """Return the choices from three to five players."""
        return [
            (str(n), ngettext("%(n)s player", "%(n)s players", n) % {"n": n})
            for n in SEATS
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> QuerySet[Game]:
        """Return the games with the chosen number of players."""
        chosen = self.value()
        if chosen not in [str(n) for n in SEATS]:
            return queryset
        full = Seat.objects.values("game").annotate(n=Count("pk"))
        return queryset.filter(pk__in=full.filter(n=int(chosen)).values("game"))


# Each result of an audit in words, and its games.
_AUDITS = {
    "sound": (_("sound"), Q(audit__is_sound=True)),
    "faulty": (_("faulty"), Q(audit__is_sound=False)),
    "none": (_("not audited"), Q(audit=None)),
}


class AuditFilter(SimpleListFilter):
    """Filters games by the result of the last audit."""

    title = _("audit")
    parameter_name = "audited"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Game]"
    ) -> list[tuple[str, Any]]:
        """Return the possible results of an audit."""
        return [(value, words) for value, (words, _games) in _AUDITS.items()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> QuerySet[Game]:
        """Return the games with the chosen result."""
        _words, chosen = _AUDITS.get(self.value() or "", ("", Q()))
        return queryset.filter(chosen)


_OWN_FILTERS = (SeatsFilter, AuditFilter)
_OWN_LOOKUPS = {each.parameter_name for each in _OWN_FILTERS}


def _find_lookup(name: str) -> tuple[str, set[str]]:
    """Return the lookup of a column's filter, and the values that it may have."""
    choices = getattr(Game, name).field.flatchoices
    return f"{name}__exact", {str(value) for value, _label in choices} or {"0", "1"}


_VALUES = dict(
    map(_find_lookup, ("edition", "stasi", "adler", "placement", "reason"))
) | {
    "ended_at__year": set(map(str, range(1970, 3000))),
    "ended_at__month": set(map(str, range(1, 13))),
    "ended_at__day": set(map(str, range(1, 32))),
}


class GameAdmin(ReadOnlyAdmin):
    """Closed games: a list, a page for each, their audits, exports and statistics.

    Lookups, addresses and actions that are not listed here do not exist.
    """

    admin_site: ClosedGamesSite
    list_display_links = ("code",)
    list_display: Any = (
        "code",
        "ended_at",
        describe_setup,
        show_players,
        show_rounds,
        show_winners,
        why_it_ended,
        show_duration,
        audit_in_words,
    )
    list_filter = (
        (
            "edition",
            make_titled_filter(_("edition"), ChoicesFieldListFilter, EDITION_NAMES),
        ),
        ("stasi", make_titled_filter(_("Stasi officer"), BooleanFieldListFilter)),
        ("adler", make_titled_filter(_("Café Adler"), BooleanFieldListFilter)),
        (
            "placement",
            make_titled_filter(
                _("card sorting"),
                ChoicesFieldListFilter,
                OPTION_LABELS["placement"].values,
            ),
        ),
        ("reason", make_titled_filter(_("ending"), ChoicesFieldListFilter)),
        *_OWN_FILTERS,
    )
    search_fields = ("code", "seats__name")
    search_help_text = _("A game code or a player's name.")
    date_hierarchy = "ended_at"
    ordering = ("-ended_at",)
    actions: Any = (
        views.audit_games,
        export_records,
        export_results,
        export_moments,
    )
    change_list_template = "admin/games/game/list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the closed games that the user may see."""
        games = self.admin_site.games_for(request)
        shown = games.select_related("audit").prefetch_related("seats")
        return shown.order_by(*self.ordering)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Return whether a query may use this lookup: only the filters above may.

        Django and the databases raise various errors on values out of range.
        """
        return lookup in _OWN_LOOKUPS or value in _VALUES.get(lookup, ())

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of this admin, without Django's other ones."""

        def at(
            route: str, view: Callable[..., HttpResponseBase], name: str
        ) -> URLPattern:
            def show(request: HttpRequest, **asked: Any) -> HttpResponseBase:
                return view(self, request, **asked)

            wrapped = self.admin_site.admin_view(show)
            return path(route, wrapped, name=f"games_game_{name}")

        return [
            at("", GameAdmin.changelist_view, "changelist"),
            at("statistics/", views.show_statistics, "statistics"),
            at("end/", views.end_game, "end"),
            at("<int:pk>/change/", views.show_game, "change"),
            at("<int:pk>/audit/", views.audit_game, "audit"),
            at("<int:pk>/record.json", views.export_record, "record"),
            at("<int:pk>/forget/", views.forget_game, "forget"),
            at("<int:pk>/remove-name/", views.remove_name, "remove_name"),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list of games, or act on those that were chosen there."""
        context = {"title": _("Finished games"), "may_act": self.admin_site.may_act}
        return super().changelist_view(request, context | (extra_context or {}))


for site in (staff_site, host_site):
    site.register(Game, GameAdmin)
