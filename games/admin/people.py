"""What staff see of people: the accounts, and the queue of reports.

No page sets a password: its owner could sign in as a player and see cards.
"""

from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.admin import action, display
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.accounts.invitations import invite
from games.admin.sites import ReadOnlyAdmin, staff_site
from games.models import Player, Report
from games.table.moderation import ban, mark_done
from runtime.addresses import public_url


class AccountAdmin(ReadOnlyAdmin):
    """All accounts, by name."""

    list_display = ("username", "player", "date_joined", "last_login", "is_staff")
    list_select_related = ("player",)
    ordering = ("username",)
    actions = ("remove",)
    change_list_template = "admin/accounts/list.html"

    def get_urls(self) -> list[URLPattern]:
        invite = self.admin_site.admin_view(require_POST(self.invite))
        return [*super().get_urls(), path("invite/", invite, name="auth_user_invite")]

    def invite(self, request: HttpRequest) -> HttpResponse:
        """Make an account, and show its link for a password once."""
        name = request.POST.get("username", "")
        try:
            link = public_url(request, invite(name))
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        else:
            sentence = _("%(name)s sets a password here, within three days: %(link)s")
            messages.success(request, sentence % {"name": name, "link": link})
        return redirect("admin:auth_user_changelist")

    @action(description=_("Remove the selected accounts"))
    def remove(
        self, request: HttpRequest, users: QuerySet[User]
    ) -> HttpResponse | None:
        """Remove accounts after a confirmation; those of staff stay."""
        chosen = users.filter(is_staff=False)
        if "sure" not in request.POST:
            shared = self.admin_site.each_context(request)
            context = shared | {"title": _("Remove accounts"), "chosen": chosen}
            return TemplateResponse(request, "admin/accounts/remove.html", context)
        for user in chosen:
            user.delete()
        messages.success(request, _("Accounts removed."))
        return None


@action(description=_("Ban for a day"))
def _ban_for_a_day(_admin: Any, _request: HttpRequest, rows: QuerySet[Report]) -> None:
    _ban_until(timezone.now() + timedelta(days=1), rows)


@action(description=_("Ban for 30 days"))
def _ban_for_a_month(
    _admin: Any, _request: HttpRequest, rows: QuerySet[Report]
) -> None:
    _ban_until(timezone.now() + timedelta(days=30), rows)


@action(description=_("Lift the ban"))
def _lift_the_ban(_admin: Any, _request: HttpRequest, rows: QuerySet[Report]) -> None:
    _ban_until(None, rows)


def _ban_until(until: datetime | None, rows: QuerySet[Report]) -> None:
    for player in Player.objects.filter(reports__in=rows).distinct():
        ban(player, until)
    mark_done(rows)


@action(description=_("Mark as done"))
def _done(_admin: Any, _request: HttpRequest, rows: QuerySet[Report]) -> None:
    mark_done(rows)


@display(description=_("banned until"), ordering="reported__banned_until")
def _show_ban_end(report: Report) -> Any:
    return report.reported.banned_until if report.reported else None


@display(description=_("name"), ordering="name")
def _show_name(report: Report) -> str:
    return report.name or gettext("deleted player")


class ReportAdmin(ReadOnlyAdmin):
    """The reports, open ones first; it shows no table, because its game may run."""

    list_display = (
        "made_at",
        _show_name,
        "reason",
        "reporter",
        "handled_at",
        _show_ban_end,
    )
    list_select_related = ("reporter", "reported")
    ordering = (F("handled_at").desc(nulls_first=True), "-made_at")
    actions = (
        _done,
        _ban_for_a_day,
        _ban_for_a_month,
        _lift_the_ban,
    )


staff_site.register(User, AccountAdmin)
staff_site.register(Report, ReportAdmin)
