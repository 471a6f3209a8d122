"""Seats taken along to another phone: by a ticket that is good for one browser, once.

What a ticket gives is one seat: at its table both browsers are the same guest.
Elsewhere each stays who it was, so that neither ever has a seat, a table or an account
of the other's, whoever has talked whom into opening a link.
"""

from django.core import signing
from django.db.models import F
from django.http import HttpRequest

from games.models.game import Game, Seat
from games.models.player import Player
from games.play.selectors import has_part_in
from games.players.identity import (
    BROUGHT_SEATS,
    bring_seat,
    find_own_player,
    forget_cached_player,
    forget_seats,
)

_TICKET = "games.seat-ticket"
_TICKET_AGE = 10 * 60


def make_ticket(seat: Seat) -> str:
    """Return what lets one other browser play a guest's seat, for ten minutes."""
    # Whoever uses one makes all others old: each is of a number of phones.
    ticket = {"seat": seat.pk, "phones": seat.phones}
    return signing.dumps(ticket, salt=_TICKET)


def read_ticket(text: str, code: str) -> Seat | None:
    """Return the seat that a ticket is of; None if it is used, old or no ticket."""
    try:
        ticket = signing.loads(text, salt=_TICKET, max_age=_TICKET_AGE)
    except signing.BadSignature:
        return None
    # A player without an account: where there is none, there is no account either.
    of_guests = Seat.objects.filter(player__isnull=False, player__user=None)
    seats = of_guests.filter(
        pk=ticket["seat"], phones=ticket["phones"], game__code=code
    )
    return seats.select_related("player").first()


def use_ticket(request: HttpRequest, code: str, seat: Seat) -> bool:
    """Let this browser play a ticket's seat; tell whether the ticket was unused."""
    unused = Seat.objects.filter(pk=seat.pk, phones=seat.phones)
    # Of two who come at once the database lets one change the row.
    if not unused.update(phones=F("phones") + 1):
        return False
    request.session.cycle_key()
    bring_seat(request.session, code, seat.pk)
    forget_cached_player(request)
    return True


def follow(request: HttpRequest, code: str, following: Game, player: Player) -> None:
    """Go on with a seat brought along, at the table that follows this one."""
    if code not in request.session.get(BROUGHT_SEATS, {}):
        return
    seat = following.seats.filter(player=player).first()
    own = find_own_player(request)
    if seat is not None and not (own and has_part_in(own, following.code)):
        bring_seat(request.session, following.code, seat.pk)


def prefer_own(request: HttpRequest, player: Player) -> None:
    """Forget the seats brought along where this player, now known, has a part."""
    codes = list(request.session.get(BROUGHT_SEATS, {}))
    if theirs := [code for code in codes if has_part_in(player, code)]:
        forget_seats(request.session, theirs)
