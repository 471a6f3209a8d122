"""Notes which players are here or away, and lets stand-ins play."""

from games.codes import clean_code
from games.errors import Refused, refuse_if, require_found
from games.models import Game, Idle, Player, Presence, VoteKind
from games.play import clock
from games.play.connections import find_without_page
from games.play.selectors import TableView, get_table_view_or_404
from games.play.transaction import locked_game, mark_changed, require_playing
from games.table.people import missing_pages
from games.table.people.holders import mark_away, set_presence
from games.table.people.host import replace_host
from games.table.people.idle import note_sign, set_idle, settle_idle
from games.table.people.missing_pages import Missing, Person
from games.table.people.votes import decide_or_vote


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
    away_after = clock.span(missing_pages.AWAY_AFTER).total_seconds()
    gone = {who: missing[who] for who in nowhere if missing[who] >= away_after}
    if gone:
        _write_absences(code, gone)
    return missing.keys() - nowhere


def _write_absences(code: str, gone: Missing) -> None:
    with locked_game(code) as game:
        if game.ended_at is not None:
            return
        seats = list(game.seats.order_by("index"))
        has_away = mark_away(game, seats, gone)
        has_host = replace_host(game, seats, gone)
        if has_away or has_host:
            mark_changed(game)


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
    """Vote for a stand-in for an absent or idle seat. The host decides alone.

    Otherwise it takes the votes of more than half of the present players; for an idle
    seat, of those who have given a sign in the last two minutes.

    Raises:
        TableError: not in play, no seat, the voter is away, or the seat is neither.
    """
    with locked_game(code) as game:
        require_playing(game)
        found = game.seats.filter(index=index).first()
        seat = require_found(found, Refused.SEAT_NOT_FOUND)
        is_here = seat.presence == Presence.HERE
        is_idle = seat.idle and seat.player_id != player.pk
        refuse_if(is_here and not is_idle, Refused.NOT_AWAY)
        is_played_for = is_here and seat.idle == Idle.STAND_IN
        if is_played_for or seat.presence in clock.PLAYED_FOR:
            return
        is_decided = decide_or_vote(game, player, VoteKind.STAND_IN, index)
        if is_decided and is_here:
            set_idle(game, seat, Idle.STAND_IN)
        elif is_decided:
            set_presence(game, seat, Presence.STAND_IN)
    if is_here:
        note_sign(code, player.pk)
        settle_idle(code)
