"""Writes which players are here or away, their stand-ins, votes and replacement host.

The host decides alone on a pause or a stand-in. A pause stops every limit: a paused
table has no due move.
"""

from datetime import timedelta

from games.errors import Refused, refuse_if, required
from games.live import absence, clock
from games.live.absence import Missing, Person
from games.live.elsewhere import without_page
from games.models import (
    FormerHolder,
    Game,
    Player,
    Presence,
    Seat,
    Standing,
    clean_code,
)
from games.play.schedule import replan, set_due_at, set_dues
from games.play.selectors import TableView, get_table_view_or_404
from games.play.transaction import locked_game, mark_changed, require_playing


def note_missing(code: str, missing: Missing) -> set[Person]:
    """Mark absent players as away; `missing` holds the seconds since their last page.

    A host who stays away is replaced by the next present player. Returns the players
    that have a page elsewhere. If that is unknown, they count too.

    Raises:
        NoSuchTable: no table has this code.
    """
    games = Game.objects.filter(code=clean_code(code))
    pk = games.values_list("pk", flat=True).first()
    places = without_page((pk or 0, who) for who in missing)
    nowhere = {place[1] for place in places}
    away_after = clock.span(absence.AWAY_AFTER).total_seconds()
    gone = {who: missing[who] for who in nowhere if missing[who] >= away_after}
    if gone:
        _write_absences(code, gone)
    return missing.keys() - nowhere


def _write_absences(code: str, gone: Missing) -> None:
    with locked_game(code) as game:
        if game.ended_at is not None or game.is_tutorial:
            return
        seats = list(game.seats.order_by("index"))
        has_away = _mark_away(seats, gone)
        has_host = _replace_host(game, seats, gone)
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
        _set_presence(game, seat, Presence.HERE)


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
        seat = required(found, Refused.SEAT_NOT_FOUND)
        refuse_if(seat.presence == Presence.HERE, Refused.NOT_AWAY)
        if seat.presence in clock.PLAYED_FOR:
            return
        what = f"{STAND_IN}.{index}"
        is_new = agree(game, player, what)
        agreeing, here = agreed_here(game, what)
        if game.host_id == player.pk or agreeing >= count_votes_needed(here):
            _set_presence(game, seat, Presence.STAND_IN)
        elif is_new:
            mark_changed(game)


def count_votes_needed(here: int) -> int:
    """Return the votes that a stand-in takes: more than half of those present."""
    return here // 2 + 1


def leave_seat(game: Game, seat: Seat, bot: str = "") -> None:
    """Let a stand-in, or this bot, play for a player who leaves a running game.

    The caller holds the lock on the game row.
    """
    seat.bot = bot
    if game.host_id is not None and game.host_id == seat.player_id:
        others = list(game.seats.order_by("index"))
        _pass_host_on(game, others, {seat.player_id})
    _set_presence(game, seat, Presence.LEFT)


def change_player(game: Game, seat: Seat, player: Player | None) -> None:
    """Give a seat of a running game to another player, or to a stand-in for good.

    A new row replaces the seat's: the former player's notes and further phones must not
    pass to the new one. The caller holds the lock on the game row.
    """
    if seat.player_id is not None:
        note_standing(game, seat.player_id, Standing.PLAYED)
    was_bots = seat.bot if seat.presence == Presence.HERE else ""
    holder = FormerHolder(
        game.move_count, seat.index, seat.player_id, seat.shown_name, was_bots
    )
    game.former = [*game.former, holder]
    seat.delete()
    seat.player, seat.name, seat.phones = player, player.name if player else "", 0
    seat.save()
    _set_presence(game, seat, Presence.HERE if player else Presence.LEFT)


def note_standing(game: Game, player_id: int, standing: Standing) -> int:
    """Raise the standing of a player without a seat; return it.

    The caller holds the lock on the game row.
    """
    row, _made = game.bystanders.get_or_create(
        player_id=player_id, defaults={"standing": standing}
    )
    if row.standing < standing:
        row.standing = standing
        row.save(update_fields=["standing"])
    return row.standing


def _set_presence(game: Game, seat: Seat, presence: Presence) -> None:
    was_played_for = seat.presence in clock.PLAYED_FOR
    seat.presence = presence
    if presence == Presence.HERE:
        seat.bot = ""
    seat.save(update_fields=["presence", "bot"])
    withdraw(game, seat.index)
    if was_played_for or presence in clock.PLAYED_FOR:
        replan(game)
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


def _replace_host(game: Game, seats: list[Seat], gone: Missing) -> bool:
    away_after = clock.span(absence.AWAY_AFTER + absence.HOST_AFTER).total_seconds()
    if gone.get(game.host_id, 0) < away_after:
        return False
    return _pass_host_on(game, seats, set(gone))


def _pass_host_on(game: Game, seats: list[Seat], gone: set[Person]) -> bool:
    """Make the next present player clockwise the host; return whether there is one."""
    index = next((seat.index for seat in seats if seat.player_id == game.host_id), -1)
    for seat in (*seats[index + 1 :], *seats[: index + 1]):
        is_here = seat.player_id is not None and seat.presence == Presence.HERE
        if is_here and seat.player_id not in gone:
            game.host_id = seat.player_id
            return True
    return False


PAUSE = "pause"
# The seat in question follows: "stand-in.2".
STAND_IN = "stand-in"


def agree(game: Game, player: Player, what: str) -> bool:
    """Count a player's vote for a proposal; return whether it is a new one.

    A host without a seat has no vote to count. The caller holds the lock on the game
    row.

    Raises:
        TableError: neither seated nor the host, or the player is away.
    """
    seat = game.seats.filter(player=player).first()
    if seat is None:
        refuse_if(game.host_id != player.pk, Refused.NOT_SEATED)
        return False
    refuse_if(seat.presence != Presence.HERE, Refused.NOT_HERE)
    before = game.agreed.get(what, ())
    game.agreed = {**game.agreed, what: sorted({*before, seat.index})}
    return seat.index not in before


def agreed_here(game: Game, what: str) -> tuple[int, int]:
    """Return the votes of the present players, and the number of present players."""
    here = game.seats.filter(presence=Presence.HERE, bot="")
    indices = set(here.values_list("index", flat=True))
    return len(indices & set(game.agreed.get(what, ()))), len(indices)


def withdraw(game: Game, seat: int) -> None:
    """Delete the votes of a seat and the votes about it.

    The caller holds the lock on the game row.
    """
    about = f"{STAND_IN}.{seat}"
    left = {
        what: [other for other in seats if other != seat]
        for what, seats in game.agreed.items()
        if what != about
    }
    game.agreed = {what: seats for what, seats in left.items() if seats}


def pause(code: str, player: Player, *, pauses: bool) -> None:
    """Vote to pause or resume a table. The host decides alone.

    Otherwise it takes the votes of all present players.

    Raises:
        TableError: not in play, no seat, or the player is away.
    """
    with locked_game(code) as game:
        require_playing(game)
        if pauses == (game.paused_at is not None):
            return
        is_new = agree(game, player, PAUSE)
        agreeing, here = agreed_here(game, PAUSE)
        if game.host_id != player.pk and agreeing < here:
            if is_new:
                mark_changed(game)
            return
        game.agreed = {what: game.agreed[what] for what in game.agreed if what != PAUSE}
        if pauses:
            game.paused_at = clock.now()
            set_due_at(game)
        else:
            _resume(game)
        mark_changed(game)


def _resume(game: Game) -> None:
    """Resume the table, and postpone every due move by the length of the pause."""
    paused_at, game.paused_at = game.paused_at, None
    pause = clock.now() - paused_at if paused_at else timedelta()
    dues = map(clock.DueMove.from_dict, game.dues)
    set_dues(game, [due.later(pause) for due in dues])
