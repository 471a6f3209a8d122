"""The pages of accounts: overview, history, privacy, data export and deletion."""

from collections.abc import Callable
from functools import wraps

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.adapters import can_send_mail
from games.accounts.export import read_export
from games.accounts.forms import DeleteForm, EmailForm, NameForm
from games.accounts.history import (
    describe_games,
    get_games_for,
    read_career,
    read_catches,
)
from games.errors import TableError
from games.models import Club, Player, Report
from games.play.notices import NOTICES, unsubscribe
from games.play.selectors import get_running_games_for
from games.players.identity import (
    find_own_player,
    get_guest,
    get_or_create_player,
    get_player_for,
    list_transferred_seats,
)
from games.players.limits import ISSUER, enforce
from games.players.requests import SignedInRequest, SiteRequest, read_number
from games.table.lobby.club import make_club, withdraw_club
from games.table.page.own_tables import describe_running, find_last_game
from games.table.people.kept_out import readmit
from games.table.people.ownership import (
    forget_player,
    keep_out,
    leave_history,
    rename_player,
)
from runtime.addresses import public_url, read_client_address
from runtime.threads import Kind, runs_on

# The days for which the site remembers a guest after the last visit.
GUEST_DAYS = settings.SESSION_COOKIE_AGE // (24 * 60 * 60)


@runs_on(Kind.SEARCHES)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def history(request: SiteRequest) -> HttpResponse:
    """Show the user's games, running ones first; take the user out of a closed one."""
    player = get_player_for(request)
    if request.method == "POST":
        return _leave(player, request.POST.get("code", ""))
    context: dict[str, object] = {"lines": [], "days": GUEST_DAYS}
    is_first_page = True
    has_own = False
    if player is not None:
        games = get_games_for(player, request.GET.get("page"))
        catches = read_catches(player)
        on = [game for game in games if game.ended_at is None]
        running = {each.code: each for each in describe_running(on, request.session)}
        context["page"], context["lines"] = (
            games,
            describe_games(player, games, catches, running),
        )
        context["career"] = read_career(player, catches.values())
        is_first_page = not games.has_previous()
        has_own = bool(games.object_list)
    if is_first_page:
        context |= _describe_transferred(request, player)
    has_others = bool(context.get("last") or context.get("transferred"))
    context["is_other_phone"] = has_others and not has_own
    return render(request, "accounts/history.html", context)


def _describe_transferred(
    request: SiteRequest, player: Player | None
) -> dict[str, object]:
    """Return what *My games* shows first, also of seats from another phone."""
    seats = list_transferred_seats(request.session)
    games = get_running_games_for(None, seats)
    if player is not None:
        games = games.exclude(pk__in=get_running_games_for(player).values("pk"))
    return {
        "last": find_last_game(player, seats),
        "transferred": list(describe_running(games, request.session)),
    }


def _leave(player: Player | None, code: str) -> HttpResponse:
    try:
        if player is not None:
            leave_history(player, code)
    except TableError as error:
        raise Http404 from error
    return redirect("history")


@require_safe
def privacy(request: SiteRequest) -> HttpResponse:
    """Show the data that the site stores, and for how long."""
    context = {"days": GUEST_DAYS, "issuer": settings.OIDC_NAME}
    return render(request, "accounts/privacy.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: SignedInRequest) -> HttpResponse:
    """Show the account, and change the name at the tables."""
    player = get_player_for(request) or get_or_create_player(request.user)
    if number := read_number(request.POST.get("browser", ""), most_digits=18):
        for browser in player.subscriptions.filter(pk=number):
            unsubscribe(player, browser.endpoint)
        return redirect("accounts_overview")
    if number := read_number(request.POST.get("readmit", ""), most_digits=18):
        readmit(player, number)
        return redirect("accounts_overview")
    if "club" in request.POST:
        act = make_club if request.POST["club"] == "make" else withdraw_club
        act(player)
        return redirect("accounts_overview")
    form = NameForm(_sent(request), initial={"name": player.name})
    if form.is_valid():
        rename_player(player, form.cleaned_data["name"])
        messages.success(request, _("You have a new name at the table."))
        return redirect("accounts_overview")
    others = player.subscriptions.exclude(endpoint=request.session.get(NOTICES, ""))
    club = Club.objects.filter(player=player).first()
    link = club and public_url(request, reverse("club", args=[club.code]))
    more = {"browsers": others, "club": club, "link": link}
    excluded = player.exclusions.select_related("player")
    return _show(request, "accounts/overview", form, excluded=excluded, **more)


@login_required
# Allauth's decorator has no types.
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address(request: SignedInRequest) -> HttpResponse:
    """Change or remove the e-mail address of the account."""
    form = EmailForm(_sent(request), initial={"email": request.user.email})
    if form.is_valid():
        form.change_address(request.user)
        messages.success(request, _("Email address changed."))
        return redirect("accounts_overview")
    return _show(request, "account/email", form, can_send_mail=can_send_mail())


@runs_on(Kind.SEARCHES)
@require_safe
@never_cache
def export(request: SiteRequest) -> HttpResponse:
    """Send all data about the user as a file."""
    player = get_player_for(request)
    if player is None and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    response = JsonResponse(
        read_export(request.user, player),
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )
    name = f"checkpoint-charlie-{timezone.now():%Y-%m-%d}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# Allauth's decorator has no types.
@runs_on(Kind.PASSWORDS)
@reauthentication_required(  # type: ignore[untyped-decorator]
    enabled=lambda request: request.user.is_authenticated
)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: SiteRequest) -> HttpResponse:
    """Delete the user's account and player, after a confirmation."""
    player = get_player_for(request)
    if player is None and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    form = DeleteForm(_sent(request))
    if form.is_valid():
        context = {"something_stays": _delete_everything(request)}
        return render(request, "accounts/deleted.html", context)
    return _show(request, "accounts/delete", form)


def ask_issuer(sign_in: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Limit how often an address makes this site ask the issuer, which may be away.

    An answer of the issuer needs no limit: it is refused without such a sign-in.
    """
    from requests import RequestException

    @wraps(sign_in)
    def view(request: SiteRequest, **asked: str) -> HttpResponse:
        enforce(ISSUER, read_client_address(request))
        try:
            return sign_in(request, **asked)
        except RequestException:
            page = "socialaccount/authentication_error.html"
            return render(request, page, status=503)

    return view


def _sent(request: SiteRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _show(request: SiteRequest, page: str, form: Form, **more: object) -> HttpResponse:
    """Return the page of a form that was not sent yet, or that has mistakes."""
    status = 422 if form.is_bound else 200
    return render(request, f"{page}.html", {"form": form, **more}, status=status)


@transaction.atomic
def _delete_everything(request: SiteRequest) -> bool:
    """Return whether reports, a ban or a removal stay."""
    user, guest = request.user, get_guest(request.session)
    players = (guest, find_own_player(user, request.session))
    has_reports = Report.objects.filter(reported__in=filter(None, players)).exists()
    with keep_out(request.session, *players):
        if guest is not None:
            forget_player(guest)
        if user.is_authenticated:
            # Deletes the player too (games.accounts.signals).
            user.delete()
        logout(request)
    return has_reports or get_guest(request.session) is not None
