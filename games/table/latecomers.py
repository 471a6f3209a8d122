"""Lets players ask for a seat, and promises or gives them one.

A visitor who types the name of an absent player asks for that player's seat: "It's me",
on another phone.
"""

from games.errors import Refused, TableError, refuse_if
from games.models import Bystander, Game, Player, Presence, Seat, Standing
from games.play.clock import PLAYED_FOR
from games.play.seat_holders import (
    end_promise,
    name_takeover,
    note_standing,
    promise_seat,
)
from games.play.transaction import (
    hosted_game,
    locked_game,
    mark_changed,
    require_open,
    require_playing,
)
from games.players.limits import ASKS, enforce
from games.rules.editions import SEATS
from games.table.exclusions import require_admitted
from games.table.holders import (
    change_player,
    require_no_account,
    return_seat,
    set_presence,
)
from games.table.seat_rows import (
    find_absent,
    get_seat_at,
    get_seat_for,
    require_new_name,
)
from games.table.votes import FEWEST_AGREEING, agree, read_present_votes


def ask_for_seat(code: str, player: Player, name: str = "", address: str = "") -> None:
    """Note that a player would like to play; asking again changes nothing.

    `name` is the one that the player will have; empty for the present one. The name of
    an absent player asks for that player's seat, in the lobby, too.

    Raises:
        TableError: not in play, seated or kept out, the name is taken or that of an
            account, or too many ask at this table or from this address.
    """
    with locked_game(code) as game:
        require_open(game)
        seats = list(game.seats.select_related("player"))
        if any(seat.player_id == player.pk for seat in seats):
            raise TableError(Refused.ALREADY_SEATED)
        require_admitted(game, player)
        claimed = find_absent(seats, name or player.name)
        if claimed is None:
            require_new_name(seats, name or player.name)
            require_playing(game)
        else:
            require_no_account(claimed)
        _note_asker(game, player, claimed, address)


def _note_asker(game: Game, player: Player, claimed: Seat | None, address: str) -> None:
    asking = game.bystanders.filter(standing=Standing.ASKS)
    row = asking.filter(player=player).first()
    if row is not None and row.claimed_seat == claimed:
        return
    if row is None:
        if address:
            enforce(ASKS, (game.pk, address))
        if note_standing(game, player.pk, Standing.ASKS) != Standing.ASKS:
            raise TableError(Refused.EXCLUDED)
    asking.filter(player=player).update(claimed_seat=claimed)
    same = asking.filter(claimed_seat=claimed)
    refuse_if(same.count() > SEATS[-1], Refused.TOO_MANY_ASK)
    mark_changed(game)


def decline(code: str, player: Player, asker: int) -> None:
    """Refuse a player who asked for a seat, for the rest of this game.

    The host may, and the holder of the seat that the player asks back. A promise of the
    host is only taken back.

    Raises:
        TableError: neither of them, or the table is closed.
    """
    with locked_game(code) as game:
        require_open(game)
        rows = game.bystanders.select_related("claimed_seat")
        row = rows.filter(pk=asker, standing=Standing.ASKS).first()
        claimed = row and row.claimed_seat
        is_holder = claimed is not None and claimed.player_id == player.pk
        refuse_if(not is_holder and game.host_id != player.pk, Refused.NOT_HOST)
        if row is None:
            return
        if row.promised_seat is None or is_holder:
            note_standing(game, row.player_id, Standing.PLAYED)
        else:
            end_promise(game, row)
        mark_changed(game)


def decline_all(code: str, host: Player) -> None:
    """Refuse all players who ask for any seat and are promised none. Host only.

    Raises:
        TableError: not the host, or the table is closed.
    """
    with hosted_game(code, host) as game:
        require_open(game)
        asking = game.bystanders.filter(standing=Standing.ASKS)
        asking = asking.filter(promised_seat=None, claimed_seat=None)
        if asking.update(standing=Standing.PLAYED):
            mark_changed(game)


def give_seat(code: str, host: Player, index: int, asker: int) -> None:
    """Promise the seat of a bot or a stand-in to a player who asked. Host only.

    The player gets it with the next round, or at once if all present people agree; the
    host agrees by promising it. In the lobby, an own seat changes hands at once.
    `asker` is the key of a bystander.

    Raises:
        TableError: not the host, not in play, the player does not ask, the name is
            taken, or the seat's own player is playing.
    """
    with hosted_game(code, host) as game:
        seat, row = get_seat_at(game, index, ""), find_asker(game, asker)
        is_own = row is not None and row.claimed_seat_id == seat.pk
        if not is_own:
            require_playing(game)
        is_away = is_own and seat.presence != Presence.HERE
        is_free = seat.bot or seat.presence in PLAYED_FOR or is_away
        if row is None or row.player.is_banned or not is_free:
            raise TableError(Refused.SEAT_MOVED)
        refuse_if(game.seats.filter(player=row.player).exists(), Refused.ALREADY_SEATED)
        if is_own:
            require_no_account(seat)
        if game.started_at is None:
            row.delete()
            return_seat(game, seat, row.player)
            return
        _promise(game, host, seat, row)


def find_asker(game: Game, asker: int) -> Bystander | None:
    """Return the bystander with this key, if they ask for a seat."""
    rows = game.bystanders.select_related("player")
    return rows.filter(pk=asker, standing=Standing.ASKS).first()


def _promise(game: Game, host: Player, seat: Seat, row: Bystander) -> None:
    require_new_name(list(game.seats.exclude(pk=seat.pk)), row.player.name)
    if seat.presence == Presence.AWAY:
        set_presence(game, seat, Presence.STAND_IN)
    if row.promised_seat != seat.index:
        promise_seat(game, row, seat.index)
        mark_changed(game)
    if game.seats.filter(player=host, presence=Presence.HERE).exists():
        agree(game, host, name_takeover(row.pk, seat.index))
    take_over_if_agreed(game, seat, row)


def agree_to_play_now(code: str, player: Player, index: int, asker: int) -> None:
    """Vote to let a player have a promised seat, or the own one back, at once.

    It takes the votes of all present people, and of two at least.

    Raises:
        TableError: not in play, no seat, the voter is away, or not the player's seat.
    """
    with locked_game(code) as game:
        require_playing(game)
        seat, row = get_seat_at(game, index, ""), find_asker(game, asker)
        if row is None or not may_take(seat, row):
            raise TableError(Refused.SEAT_MOVED)
        # A host without a seat has no vote.
        get_seat_for(game, player)
        if agree(game, player, name_takeover(row.pk, index)):
            mark_changed(game)
        take_over_if_agreed(game, seat, row)


def may_take(seat: Seat, row: Bystander) -> bool:
    """Return whether an asking player may have this seat if all agree."""
    is_own = row.claimed_seat_id == seat.pk and seat.presence != Presence.HERE
    return is_own or row.promised_seat == seat.index


def take_over_if_agreed(game: Game, seat: Seat, row: Bystander) -> None:
    """Give a seat to an asking player if all present people have agreed.

    The caller holds the lock on the game row.

    Raises:
        TableError: the player is banned or has a name of the others, or the seat is an
            account's.
    """
    agreeing, here = read_present_votes(game, name_takeover(row.pk, seat.index))
    if agreeing < here or here < FEWEST_AGREEING:
        return
    others = list(game.seats.exclude(pk=seat.pk))
    refuse_if(row.player.is_banned, Refused.SEAT_MOVED)
    require_new_name(others, row.player.name)
    is_own = row.claimed_seat_id == seat.pk
    if is_own:
        require_no_account(seat)
    end_promise(game, row)
    row.delete()
    if is_own:
        return_seat(game, seat, row.player)
    else:
        change_player(game, seat, row.player)
