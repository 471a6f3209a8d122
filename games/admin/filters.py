"""Filters of the list of games that are no plain column."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.admin import FieldListFilter, ModelAdmin, SimpleListFilter
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models.game import Game, Seat


def titled(
    title: Promise,
    kind: type[FieldListFilter],
    words: Mapping[Any, Any] | None = None,
) -> type[FieldListFilter]:
    """Return a kind of filter of a column, under this title and with these words."""
    named = words or {}

    class Titled(kind):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.title = title

        def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:
            for choice in super().choices(changelist):
                shown = choice["display"]
                yield choice | {"display": named.get(shown, shown)}

    return Titled


class SeatsFilter(SimpleListFilter):
    """By the number of players."""

    title = _("players")
    parameter_name = "players"

    def lookups(
        self, request: HttpRequest, model_admin: ModelAdmin
    ) -> list[tuple[str, str]]:
        """Return three to five."""
        return [
            (str(n), ngettext("%(n)s player", "%(n)s players", n) % {"n": n})
            for n in (3, 4, 5)
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> QuerySet[Game]:
        """Return the games of that many players."""
        if self.value() not in {"3", "4", "5"}:
            return queryset
        full = Seat.objects.values("game").annotate(n=Count("pk"))
        return queryset.filter(pk__in=full.filter(n=self.value()).values("game"))


class AuditFilter(SimpleListFilter):
    """By how the last audit came out."""

    title = _("audit")
    parameter_name = "audited"

    def lookups(
        self, request: HttpRequest, model_admin: ModelAdmin
    ) -> list[tuple[str, Any]]:
        """Return what an audit may have found."""
        return [
            ("sound", _("sound")),
            ("faulty", _("faulty")),
            ("none", _("not audited")),
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> QuerySet[Game]:
        """Return the games whose audit came out so."""
        match self.value():
            case "sound":
                return queryset.filter(audit__is_sound=True)
            case "faulty":
                return queryset.filter(audit__is_sound=False)
            case "none":
                return queryset.filter(audit=None)
        return queryset
