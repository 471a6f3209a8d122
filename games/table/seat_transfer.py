"""Transfers a seat to another phone by a link that works once.

A ticket gives access to one seat: at its table both browsers are the same guest. At
every other table each browser keeps its own identity, so a link that a stranger sends
never exposes another seat, table or account. No page is cached: the link gives access
to the seat.
"""

import segno
from django.core import signing
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Game, Player, Seat
from games.play.selectors import get_game_or_404, has_part_in
from games.players.identity import (
    BROUGHT_SEATS,
    bring_seat,
    find_own_player,
    forget_cached_player,
    forget_seats,
    get_player_for,
)
from games.players.requests import SiteRequest
from games.table.subject import Subject
from runtime.addresses import public_url

_TICKET = "games.seat-ticket"
_TICKET_AGE = 10 * 60


def make_ticket(seat: Seat) -> str:
    """Return a ticket for a guest's seat: signed, single-use, valid for ten minutes."""
    # Using a ticket raises `phones`, which invalidates every other ticket of the seat.
    ticket = {"seat": seat.pk, "phones": seat.phones}
    return signing.dumps(ticket, salt=_TICKET)


def read_ticket(text: str, code: str) -> Seat | None:
    """Return the seat of a ticket; None if the ticket is used, expired or forged."""
    try:
        ticket = signing.loads(text, salt=_TICKET, max_age=_TICKET_AGE)
    except signing.BadSignature:
        return None
    # Guests only: `player__user=None` alone would match seats without a player too.
    of_guests = Seat.objects.filter(player__isnull=False, player__user=None)
    seats = of_guests.filter(
        pk=ticket["seat"], phones=ticket["phones"], game__code=code
    )
    return seats.select_related("player").first()


def use_ticket(request: HttpRequest, code: str, seat: Seat) -> bool:
    """Give this browser a ticket's seat; return False if the ticket was used before."""
    unused = Seat.objects.filter(pk=seat.pk, phones=seat.phones)
    # Of two concurrent requests the database lets one update the row.
    if not unused.update(phones=F("phones") + 1):
        return False
    request.session.cycle_key()
    bring_seat(request.session, code, seat.pk)
    forget_cached_player(request)
    return True


def follow(request: HttpRequest, code: str, following: Game, player: Player) -> None:
    """Carry a transferred seat over to the table that follows this one."""
    if not request.session.get(BROUGHT_SEATS, {}).get(code):
        return
    seat = following.seats.filter(player=player).first()
    own = find_own_player(request.user, request.session)
    if seat is not None and not (own and has_part_in(own, following.code)):
        bring_seat(request.session, following.code, seat.pk)


def prefer_own(request: HttpRequest, player: Player) -> None:
    """Drop transferred seats at tables where this signed-in player has a part."""
    codes = list(request.session.get(BROUGHT_SEATS, {}))
    if theirs := [code for code in codes if has_part_in(player, code)]:
        forget_seats(request.session, theirs)


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
    link = public_url(request, _build_path(seat, game.code, is_guest=player.is_guest))
    qr = segno.make(link, error="m").svg_data_uri(border=2, light="#fff")
    context = {
        "code": game.code,
        "link": link,
        "qr": qr,
        "name": seat.name,
        "is_guest": player.is_guest,
    }
    return render(request, "games/table/seat_offer.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def arrive(request: SiteRequest, code: str, ticket: str) -> HttpResponse:
    """Ask whether to play on in this browser; a POST transfers the seat.

    A GET does not use up the link: players open it before they pass it on. A used link
    leads the browsers that have the seat to the table.
    """
    code = get_game_or_404(code).code
    seat = read_ticket(ticket, code)
    if seat is None and _has_seat(request, code, ticket):
        return redirect("table", code)
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


def _has_seat(request: SiteRequest, code: str, text: str) -> bool:
    """Return whether this browser has the seat of a ticket, perhaps a used one."""
    try:
        ticket = signing.loads(text, salt=_TICKET)
    except signing.BadSignature:
        return False
    player = get_player_for(request)
    if player is None:
        return False
    return player.seats.filter(pk=ticket["seat"], game__code=code).exists()


def _build_path(seat: Seat, code: str, *, is_guest: bool) -> str:
    if is_guest:
        return reverse("phone-here", args=[code, make_ticket(seat)])
    table = reverse("table", args=[code])
    return f"{reverse('account_login')}?next={table}"


def _refuse(request: SiteRequest, code: str, sentence: Promise) -> HttpResponse:
    context = {"sentence": sentence, "code": code}
    return render(request, "games/table/seat_arrival.html", context, status=GONE)


SUBJECT = Subject(
    urls=(
        path("t/<str:code>/phone/", offer, name="phone"),
        path("t/<str:code>/phone/<str:ticket>/", arrive, name="phone-here"),
    ),
)
