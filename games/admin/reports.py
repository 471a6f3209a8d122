"""The queue of reports, for staff: a list with what can be done about each."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.admin import action
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.admin.sites import ReadOnlyAdmin, staff_site
from games.hosting.moderation import ban, mark_done
from games.labels import LazyText
from games.models.archive import Report
from games.models.player import Player

type _Act = Callable[[Any, HttpRequest, QuerySet[Report]], None]


def _ban_for(days: int, words: LazyText) -> _Act:
    @action(description=words)
    def act(_admin: Any, _request: HttpRequest, rows: QuerySet[Report]) -> None:
        until = timezone.now() + timedelta(days=days) if days else None
        for player in Player.objects.filter(reports__in=rows).distinct():
            ban(player, until)
        mark_done(rows)

    act.__name__ = f"ban_{days}"
    return act


@action(description=_("Mark as done"))
def _done(_admin: Any, _request: HttpRequest, rows: QuerySet[Report]) -> None:
    mark_done(rows)


class ReportAdmin(ReadOnlyAdmin):
    """The reports, open ones first; it shows no table, because its game may run."""

    list_display = (
        "made_at",
        "name",
        "reason",
        "reporter",
        "handled_at",
        "reported__banned_until",
    )
    list_display_links = None
    list_select_related = ("reporter", "reported")
    ordering = (F("handled_at").desc(nulls_first=True), "-made_at")
    actions = (
        _done,
        _ban_for(1, _("Ban for a day")),
        _ban_for(30, _("Ban for 30 days")),
        _ban_for(0, _("Lift the ban")),
    )

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        show = self.admin_site.admin_view(self.changelist_view)
        return [path("", show, name="games_report_changelist")]


staff_site.register(Report, ReportAdmin)
