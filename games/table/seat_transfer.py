"""Transfers a seat to another phone by a link that works once.

No page is cached: the link gives access to the seat.
"""

import segno
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from games.hosting.seat_transfer import make_ticket, read_ticket, use_ticket
from games.models import Seat
from games.play.selectors import get_game_or_404, has_part_in
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from runtime.addresses import public_url

GONE = 410
_EXPIRED = _("This link has been used or is too old. Make a new one.")
_SEATED = _(
    "This phone is already in that game. The link still works on another phone."
)


@require_safe
@cache_control(no_store=True)
def offer(request: SiteRequest, code: str) -> HttpResponse:
    """Show a player the link that opens their seat on another phone, with a QR code."""
    game, player = get_game_or_404(code), get_player_for(request)
    seat = player and game.seats.filter(player=player).first()
    if not (player and seat):
        return redirect("table", game.code)
    path = _path_for(seat, game.code, is_guest=player.is_guest)
    link = public_url(request, path)
    qr = segno.make(link, error="m").svg_data_uri(border=2, light="#fff")
    context = {
        "code": game.code,
        "link": link,
        "qr": qr,
        "name": seat.name,
        "is_guest": player.is_guest,
    }
    return render(request, "games/table/seat_offer.html", context)


@sensitive_variables("ticket")
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def arrive(request: SiteRequest, code: str, ticket: str) -> HttpResponse:
    """Ask whether to play on in this browser; a POST transfers the seat.

    A GET does not use up the link: players open it before they pass it on.
    """
    code = get_game_or_404(code).code
    seat = read_ticket(ticket, code)
    if seat is None:
        return _refuse(request, code, _EXPIRED)
    if request.method != "POST":
        context = {"seat": seat, "code": code}
        return render(request, "games/table/seat_arrival.html", context)
    player = get_player_for(request)
    # A player may have one seat only; the owner of this seat needs no ticket.
    if player is not None and player != seat.player and has_part_in(player, code):
        return _refuse(request, code, _SEATED)
    if player != seat.player and not use_ticket(request, code, seat):
        return _refuse(request, code, _EXPIRED)
    return redirect("table", code)


def _path_for(seat: Seat, code: str, *, is_guest: bool) -> str:
    if is_guest:
        return reverse("phone-here", args=[code, make_ticket(seat)])
    table = reverse("table", args=[code])
    return f"{reverse('account_login')}?next={table}"


def _refuse(request: SiteRequest, code: str, sentence: Promise) -> HttpResponse:
    context = {"sentence": sentence, "code": code}
    return render(request, "games/table/seat_arrival.html", context, status=GONE)
