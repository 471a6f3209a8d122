"""Filters for the list of games."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.admin import FieldListFilter, ModelAdmin, SimpleListFilter
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models.game import Game, Seat
from games.rules.editions import SEATS


def titled(
    title: Promise,
    kind: type[FieldListFilter],
    words: Mapping[Any, Any] | None = None,
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

    title = _("players")
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


class AuditFilter(SimpleListFilter):
    """Filters games by the result of the last audit."""

    title = _("audit")
    parameter_name = "audited"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Game]"
    ) -> list[tuple[str, Any]]:
        """Return the possible results of an audit."""
        return [
            ("sound", _("sound")),
            ("faulty", _("faulty")),
            ("none", _("not audited")),
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> QuerySet[Game]:
        """Return the games with the chosen result."""
        match self.value():
            case "sound":
                return queryset.filter(audit__is_sound=True)
            case "faulty":
                return queryset.filter(audit__is_sound=False)
            case "none":
                return queryset.filter(audit=None)
        return queryset
