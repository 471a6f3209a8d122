"""Notes which players are here or away, and lets stand-ins play."""

from games.codes import clean_code
from games.errors import Refused, refuse_if, require_found
from games.models import Game, Player, Presence, Seat
from games.play import clock
from games.play.other_pages import find_without_page
from games.play.selectors import TableView, get_table_view_or_404
from games.play.transaction import locked_game, mark_changed, require_playing
from games.table import absence
from games.table.absence import Missing, Person
from games.table.holders import set_presence
from games.table.host import replace_host
from games.table.recount import recount_votes
from games.table.votes import STAND_IN, agree, count_votes_needed, read_present_votes


def note_missing(code: str, missing: Missing) -> set[Person]:
    """Mark absent players as away; `missing` holds the seconds since their last page.

    A host who stays away is replaced by the next present player. Returns the players
    that have a page elsewhere. If that is unknown, they count too.

    Raises:
        NoSuchTable: no table has this code.
    """
    games = Game.objects.filter(code=clean_code(code))
    pk = games.values_list("pk", flat=True).first()
    pages = find_without_page((pk or 0, who) for who in missing)
    nowhere = {place[1] for place in pages}
    away_after = clock.span(absence.AWAY_AFTER).total_seconds()
    gone = {who: missing[who] for who in nowhere if missing[who] >= away_after}
    if gone:
        _write_absences(code, gone)
    return missing.keys() - nowhere


def _write_absences(code: str, gone: Missing) -> None:
    with locked_game(code) as game:
        if game.ended_at is not None:
            return
        seats = list(game.seats.order_by("index"))
        has_away = _mark_away(seats, gone)
        has_host = replace_host(game, seats, gone)
        if has_away or has_host:
            mark_changed(game)
            recount_votes(game)


def note_here(code: str, player: Player) -> None:
    """Mark a player as here, and give the seat back from its stand-in at once.

    Raises:
        NoSuchTable: no table has this code.
    """
    with locked_game(code) as game:
        seat = game.seats.filter(player=player).exclude(presence=Presence.HERE).first()
        if seat is None or game.ended_at is not None:
            return
        set_presence(game, seat, Presence.HERE)


def bring_back(table_view: TableView, player: Player) -> TableView:
    """Mark an absent viewer as here, and return their view of the table."""
    note_here(table_view.table.code, player)
    return get_table_view_or_404(table_view.table.code, player)


def let_stand_in(code: str, player: Player, index: int) -> None:
    """Vote for a stand-in for an absent seat. The host decides alone.

    Otherwise it takes the votes of more than half of the present players.

    Raises:
        TableError: not in play, no seat, the voter is away, or the seat is not absent.
    """
    with locked_game(code) as game:
        require_playing(game)
        found = game.seats.filter(index=index).first()
        seat = require_found(found, Refused.SEAT_NOT_FOUND)
        refuse_if(seat.presence == Presence.HERE, Refused.NOT_AWAY)
        if seat.presence in clock.PLAYED_FOR:
            return
        what = f"{STAND_IN}.{index}"
        is_new = agree(game, player, what)
        agreeing, here = read_present_votes(game, what)
        if game.host_id == player.pk or agreeing >= count_votes_needed(here):
            set_presence(game, seat, Presence.STAND_IN)
        elif is_new:
            mark_changed(game)


def _mark_away(seats: list[Seat], gone: Missing) -> bool:
    away = [
        seat
        for seat in seats
        if seat.player_id is not None
        and seat.presence == Presence.HERE
        and seat.player_id in gone
    ]
    for seat in away:
        seat.presence = Presence.AWAY
    Seat.objects.bulk_update(away, ["presence"])
    return bool(away)
