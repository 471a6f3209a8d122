"""Figures about the site for staff, without any table, name, card or clue.

A move in a running game changes none of them.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from prometheus_client import REGISTRY

from games.models import Game, Player

if TYPE_CHECKING:
    from games.admin.sites import StaffSite

type Fact = tuple[str, object]


def show_overview(site: "StaffSite", request: HttpRequest) -> HttpResponse:
    """Show the open tables, the people and this process in numbers."""
    sections = [
        (_("Tables"), _read_tables()),
        (_("People"), _read_people()),
        (_("This process"), list(_describe_process())),
    ]
    context = {"title": _("Overview"), "sections": sections}
    shared = site.each_context(request)
    return TemplateResponse(request, "admin/overview.html", shared | context)


def _read_tables() -> list[Fact]:
    now = timezone.now()
    hour, day = now - timedelta(hours=1), now - timedelta(days=1)
    counts = Game.objects.filter(ended_at=None).aggregate(
        waiting=Count("pk", filter=Q(started_at=None)),
        playing=Count("pk", filter=Q(started_at__isnull=False)),
        hour=Count("pk", filter=Q(opened_at__gte=hour)),
        day=Count("pk", filter=Q(opened_at__gte=day, opened_at__lt=hour)),
        before=Count("pk", filter=Q(opened_at__lt=day)),
    )
    return [
        (_("Waiting for players"), counts["waiting"]),
        (_("In play"), counts["playing"]),
        (_("Opened within an hour"), counts["hour"]),
        (_("Opened within a day"), counts["day"]),
        (_("Opened earlier"), counts["before"]),
    ]


def _read_people() -> list[Fact]:
    open_seats = Q(seats__game__ended_at=None, seats__isnull=False)
    return [
        (_("At open tables"), Player.objects.filter(open_seats).distinct().count()),
        (_("Accounts"), Player.objects.exclude(user=None).count()),
        (_("Guests"), Player.objects.filter(user=None).count()),
    ]


def _describe_process() -> Iterator[Fact]:
    yield _("Release"), settings.VERSION
    # Only Linux tells it.
    if begun := _read_metric("process_start_time_seconds"):
        yield _("Runs since"), timezone.localtime(datetime.fromtimestamp(begun, UTC))
    yield _("Open pages of tables"), int(_read_metric("charlie_sockets"))
    yield _("Calls that wait or run"), int(_read_metric("charlie_thread_calls"))


def _read_metric(name: str) -> Any:
    return REGISTRY.get_sample_value(name) or 0
