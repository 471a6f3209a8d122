"""The admin pages about people: accounts, players, and the queue of reports.

No page sets a password: its owner could sign in as a player and see cards.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.admin import action, display
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db.models import F, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.accounts.invitations import invite
from games.admin.sites import ReadOnlyAdmin, staff_site
from games.archive.records import get_finished_games
from games.labels import join_names
from games.models import Player, Report, Seat, WrongSentence
from games.players.requests import SignedInRequest
from games.table.people.moderation import ban, mark_done
from runtime.addresses import public_url

# The acts of staff on people, as the log of Django's admin keeps them.
_ACTS = {
    "removed": _("Remove accounts"),
    "day": _("Ban for a day"),
    "month": _("Ban for 30 days"),
    "lifted": _("Lift the ban"),
}


def _note(request: SignedInRequest, rows: Iterable[Model], act: str) -> None:
    """Log an act of staff on these rows, without names: those may be deleted."""
    LogEntry.objects.bulk_create(
        LogEntry(
            user=request.user,
            content_type=ContentType.objects.get_for_model(row),
            object_id=row.pk,
            object_repr=f"#{row.pk}",
            action_flag=CHANGE,
            change_message=act,
        )
        for row in rows
    )


class AccountAdmin(ReadOnlyAdmin):
    """All accounts, by name."""

    list_display = ("username", "player", "date_joined", "last_login", "is_staff")
    list_select_related = ("player",)
    ordering = ("username",)
    search_fields = ("username",)
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
        self, request: SignedInRequest, users: QuerySet[User]
    ) -> HttpResponse | None:
        """Remove accounts after a confirmation; those of staff stay."""
        chosen = users.filter(is_staff=False)
        if not chosen:
            messages.error(request, _("No account was removed."))
            return None
        if "sure" not in request.POST:
            shared = self.admin_site.each_context(request)
            context = shared | {"title": _("Remove accounts"), "chosen": chosen}
            return TemplateResponse(request, "admin/accounts/remove.html", context)
        _note(request, chosen, "removed")
        for user in chosen:
            user.delete()
        messages.success(request, _("Accounts removed."))
        return None


@action(description=_ACTS["day"])
def _ban_for_a_day(_admin: Any, request: Any, rows: QuerySet[Any]) -> None:
    _ban_until(timezone.now() + timedelta(days=1), request, rows, "day")


@action(description=_ACTS["month"])
def _ban_for_a_month(_admin: Any, request: Any, rows: QuerySet[Any]) -> None:
    _ban_until(timezone.now() + timedelta(days=30), request, rows, "month")


@action(description=_ACTS["lifted"])
def _lift_the_ban(_admin: Any, request: Any, rows: QuerySet[Any]) -> None:
    _ban_until(None, request, rows, "lifted")


def _ban_until(
    until: datetime | None, request: Any, rows: QuerySet[Any], act: str
) -> None:
    """Ban these players, or the players in these reports; the reports are done."""
    rows = rows.model.objects.filter(pk__in=[row.pk for row in rows])
    _note(request, rows, act)
    if rows.model is Player:
        players = rows
    else:
        players = Player.objects.filter(reports__in=rows).distinct()
        mark_done(rows)
    for player in players:
        ban(player, until)
    names = join_names([player.name for player in players])
    if until is None:
        sentence = gettext("Ban lifted: %(names)s") % {"names": names}
    else:
        day = date_format(timezone.localtime(until), "DATETIME_FORMAT")
        values = {"names": names, "day": day}
        sentence = gettext("Banned until %(day)s: %(names)s") % values
    messages.success(request, sentence)


@action(description=_("Mark as done"))
def _done(_admin: Any, _request: HttpRequest, rows: QuerySet[Any]) -> None:
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
    search_fields = ("name",)
    actions = (
        _done,
        _ban_for_a_day,
        _ban_for_a_month,
        _lift_the_ban,
    )


class WrongSentenceAdmin(ReadOnlyAdmin):
    """The proofs that players call wrong; it shows no table: its game may run."""

    list_display = ("made_at", "at", "seat", "sentence", "handled_at")
    ordering = (F("handled_at").desc(nulls_first=True), "-made_at")
    actions = (_done,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[WrongSentence]:
        """Return the sentences of finished games: a proof tells of a game's cards."""
        finished = get_finished_games()
        shown = WrongSentence.objects.filter(game__in=finished)
        return shown.order_by(*self.ordering)


class PlayerAdmin(ReadOnlyAdmin):
    """Players with an account, a ban or a closed game; no other guest is listed.

    The list must not tell which players are playing at this moment.
    """

    list_display = ("name", "user", "created", "banned_until")
    list_select_related = ("user",)
    ordering = ("name", "pk")
    search_fields = ("name",)
    actions = (_ban_for_a_day, _ban_for_a_month, _lift_the_ban)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Return the players with an account, a ban or a closed game."""
        closed = Seat.objects.filter(game__in=get_finished_games())
        is_known = Q(pk__in=closed.values("player")) | Q(user__isnull=False)
        known = Player.objects.filter(is_known | Q(banned_until__isnull=False))
        return known.order_by(*self.ordering)


@display(description=_("act"))
def _show_act(entry: LogEntry) -> Any:
    return _ACTS.get(entry.change_message, entry.change_message)


@display(description=_("name"))
def _show_whom(entry: LogEntry) -> str:
    """Return the name of a player or in a report while it is there, or the key."""
    model = entry.content_type and entry.content_type.model_class()
    if model not in (Report, Player):
        return entry.object_repr
    row = model.objects.filter(pk=entry.object_id or 0).first()
    if isinstance(row, Report):
        return _show_name(row)
    return str(row or entry.object_repr)


class ActAdmin(ReadOnlyAdmin):
    """The acts of staff on people, the newest first."""

    list_display = ("action_time", "user", _show_act, _show_whom)
    list_select_related = ("user", "content_type")
    ordering = ("-action_time", "-pk")
    search_fields = ("user__username",)
    actions = None


staff_site.register(LogEntry, ActAdmin)
staff_site.register(User, AccountAdmin)
staff_site.register(Player, PlayerAdmin)
staff_site.register(Report, ReportAdmin)
staff_site.register(WrongSentence, WrongSentenceAdmin)
