"""The admin pages of a closed game, and the acts of staff.

The admin site wraps each view and checks permissions. Every view takes its games from
the queryset of the ModelAdmin, which holds only those that the user may see.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.admin import action
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from games.admin.exports import MOST_AT_ONCE
from games.admin.statistics import read_charts
from games.admin.texts import get_audit, read_acts, read_page
from games.archive import audit, records
from games.archive.audit import store_audit
from games.archive.record_views import build_record_file
from games.errors import NoSuchTable, TableError
from games.models import Audit, Game
from games.players.requests import SignedInRequest
from games.table.lobby.forms import CodeForm, ForgetForm, NameChoiceForm
from games.table.people import moderation
from games.table.people.moderation import end_stuck_game

if TYPE_CHECKING:
    from games.admin.games import GameAdmin


def show_game(admin: "GameAdmin", request: HttpRequest, pk: int) -> HttpResponse:
    """Show a closed game: its result, rounds, moves, audit and replay."""
    game = _game_or_404(admin, request, pk)
    context = {"page": read_page(game), "may_act": admin.admin_site.may_act}
    return _render(admin, request, "game", game.code, context)


def audit_game(admin: "GameAdmin", request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a game's last audit; a POST audits it anew."""
    game = _game_or_404(admin, request, pk)
    if request.method == "POST":
        if _audit(game, request.user) is None:
            raise Http404
        return redirect(_address(admin, "audit", pk))
    context = {"game": game, "audit": get_audit(game), "acts": read_acts(game)}
    title = _("Audit of %(code)s") % {"code": game.code}
    return _render(admin, request, "audit", title, context)


@action(description=gettext_lazy("Audit the selected games"))
def audit_games(
    admin: "GameAdmin", request: SignedInRequest, games: QuerySet[Game]
) -> HttpResponse:
    """Audit games and report the faulty ones."""
    found = [_audit(game, request.user) for game in games[:MOST_AT_ONCE]]
    audits = [each for each in found if each is not None]
    faulty = [each.game.code for each in audits if not each.is_sound]
    sound = len(audits) - len(faulty)
    done = ngettext(
        "%(count)s game is sound: its shuffles, moves and stored rows agree.",
        "%(count)s games are sound: their shuffles, moves and stored rows agree.",
        sound,
    )
    messages.info(request, done % {"count": sound})
    if faulty:
        named = _("Not sound: %(codes)s") % {"codes": ", ".join(faulty)}
        messages.error(request, named)
    return redirect(_address(admin, "changelist"))


def _audit(game: Game, user: User) -> Audit | None:
    """Return the new audit of a game; None if the game is deleted meanwhile."""

    def audit_and_store(game: Game) -> Audit:
        return store_audit(game, user, audit.audit_game(game).checks)

    return records.call_unless_forgotten(audit_and_store, game)


@require_safe
def _hand_over_record(request: HttpRequest, game: Game) -> HttpResponse:
    return build_record_file(game)


def export_record(admin: "GameAdmin", request: HttpRequest, pk: int) -> HttpResponse:
    """Send the record of a closed game as a file."""
    return _hand_over_record(request, _game_or_404(admin, request, pk))


def show_statistics(admin: "GameAdmin", request: HttpRequest) -> HttpResponse:
    """Show charts and tables of the games that the user may see."""
    charts = read_charts(admin.admin_site.games_for(request))
    context = {
        "charts": [
            (title, max((count for _name, count in rows), default=0) or 1, rows)
            for title, rows in charts
        ]
    }
    return _render(admin, request, "statistics", _("Statistics"), context)


def end_game(admin: "GameAdmin", request: SignedInRequest) -> HttpResponse:
    """End a stuck game by its code, without showing any of it. Staff only."""
    _require_staff(admin)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            game = end_stuck_game(form.cleaned_data["code"], request.user)
        except TableError as error:
            form.add_error("code", str(error.refusal.sentence))
        else:
            messages.success(request, _("Game ended."))
            return redirect(_address(admin, "change", game.pk))
    return _render_form(admin, request, "end", _("End a stuck game"), form)


def forget_game(admin: "GameAdmin", request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete a closed game for good, with a reason. Staff only."""
    _require_staff(admin)
    is_gone = records.get_forgetting_acts().filter(game_id=pk).exists()
    if request.method == "POST" and is_gone:
        # A second tap, or another member of staff.
        return _tell_deleted(admin, request)
    game = _game_or_404(admin, request, pk)
    form = ForgetForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with suppress(NoSuchTable):
            records.forget_game(game.code, form.cleaned_data["why"], request.user)
        return _tell_deleted(admin, request)
    title = _("Delete game %(code)s") % {"code": game.code}
    return _render_form(admin, request, "forget", title, form)


def _tell_deleted(admin: "GameAdmin", request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Game deleted."))
    return redirect(_address(admin, "changelist"))


def remove_name(admin: "GameAdmin", request: SignedInRequest, pk: int) -> HttpResponse:
    """Remove the name of a player or a watcher from a closed game. Staff only."""
    _require_staff(admin)
    game = _game_or_404(admin, request, pk)
    return _remove_name(request, game, _address(admin, "change", pk))


@require_POST
def _remove_name(request: SignedInRequest, game: Game, return_to: str) -> HttpResponse:
    form = NameChoiceForm(request.POST)
    chosen = form.cleaned_data if form.is_valid() else {}
    staff = request.user
    try:
        if chosen.get("seat") is not None:
            moderation.remove_name(game.code, chosen["seat"], staff)
        elif chosen.get("former") is not None:
            moderation.remove_former_name(game.code, chosen["former"], staff)
        else:
            moderation.remove_watcher(game.code, chosen.get("watcher"), staff)
    except TableError as error:
        raise Http404 from error
    messages.success(request, _("Name removed."))
    return redirect(return_to)


def _game_or_404(admin: "GameAdmin", request: HttpRequest, pk: int) -> Game:
    return get_object_or_404(admin.get_queryset(request), pk=pk)


def _require_staff(admin: "GameAdmin") -> None:
    if not admin.admin_site.may_act:
        raise PermissionDenied


def _address(admin: "GameAdmin", name: str, *args: int) -> str:
    site = admin.admin_site.name
    return reverse(f"admin:games_game_{name}", args=args, current_app=site)


def _render_form(
    admin: "GameAdmin", request: HttpRequest, page: str, title: str, form: Form
) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return _render(admin, request, page, title, {"form": form}, status=status)


def _render(
    admin: "GameAdmin",
    request: HttpRequest,
    page: str,
    title: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    request.current_app = admin.admin_site.name
    shared = admin.admin_site.each_context(request) | {"title": title}
    template = f"admin/games/game/{page}.html"
    return TemplateResponse(request, template, shared | context, status=status)
