"""Transfers a guest's seat to another phone by a single-use ticket.

A ticket gives access to one seat: at its table both browsers are the same guest. At
every other table each browser keeps its own identity, so a link that a stranger sends
never exposes another seat, table or account.
"""

from django.core import signing
from django.db.models import F
from django.http import HttpRequest

from games.models import Game, Player, Seat
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
