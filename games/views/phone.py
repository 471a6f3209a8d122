"""Taking one's seat along to another phone, by a link that is good for one of them."""

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from games.addresses import public_url
from games.models import Player
from games.players import (
    get_player_for,
    guest_of,
    make_ticket,
    player_of_user,
    read_ticket,
    use_ticket,
)
from games.selectors import get_game_or_404
from games.services.people import adopt_guest
from games.views.answers import scene_for

GONE = 410


@require_safe
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """Show a seated player the link for their other phone, as a QR code too."""
    scene, player = scene_for(request, code), get_player_for(request)
    if player is None or scene.viewer < 0:
        return redirect("table", scene.table.code)
    link = public_url(request, _path_for(player, scene.table.code))
    qr = segno.make(link, error="m").svg_data_uri(border=2, light="#fff")
    seat = scene.table.seats[scene.viewer]
    context = {"code": scene.table.code, "link": link, "qr": qr, "name": seat.name}
    context["is_guest"] = player.is_guest
    return _kept_nowhere(render(request, "games/phone/offer.html", context))


@sensitive_variables("ticket")
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest, code: str, ticket: str) -> HttpResponse:
    """Ask whether this browser is to play on, and have it do so.

    Merely to look uses nothing up: whoever passes a link on looks at it before.
    """
    code = get_game_or_404(code).code
    guest = read_ticket(ticket, code)
    if guest is None:
        return _refuse(request, code, _old())
    if request.method != "POST":
        context = {"guest": guest, "code": code}
        return _kept_nowhere(render(request, "games/phone/arrive.html", context))
    own = guest_of(request.session)
    if own is not None and own != guest and not adopt_guest(own, guest):
        return _refuse(request, code, _("This phone plays at that table already."))
    if not use_ticket(request, ticket, guest):
        return _refuse(request, code, _old())
    if request.user.is_authenticated:
        # Somebody signed in is known by the account alone.
        adopt_guest(guest, player_of_user(request.user))
    return redirect("table", code)


def _path_for(player: Player, code: str) -> str:
    if player.is_guest:
        return reverse("phone-here", args=[code, make_ticket(player, code)])
    table = reverse("table", args=[code])
    return f"{reverse('account_login')}?next={table}"


def _old() -> str:
    return _("This link was used or is too old. Make a new one.")


def _refuse(request: HttpRequest, code: str, sentence: str) -> HttpResponse:
    context = {"sentence": sentence, "code": code}
    return render(request, "games/phone/arrive.html", context, status=GONE)


def _kept_nowhere(response: HttpResponse) -> HttpResponse:
    # The link is a key to the seat.
    response["Cache-Control"] = "no-store"
    return response
