"""Lets players ask for a seat, and promises or gives them one.

A guest may ask for the seat of a player whose phone died: "It's me", on another one.
"""

from games.errors import Refused, TableError, refuse_if, require_found
from games.models import Bystander, Game, Player, Presence, Seat, Standing, VoteKind
from games.play.clock import PLAYED_FOR
from games.play.transaction import (
    get_snapshot,
    hosted_game,
    locked_game,
    mark_changed,
    require_open,
    require_playing,
)
from games.players.limits import ASKS, enforce
from games.rules.editions import SEATS
from games.table.people.holders import (
    end_promise,
    find_claimable,
    get_seat_at,
    note_standing,
    promise_seat,
    require_new_name,
    require_no_account,
    return_seat,
    set_presence,
)
from games.table.people.kept_out import require_admitted
from games.table.people.votes import find_asker, get_takeable, vote


def ask_for_seat(
    code: str, player: Player, name: str = "", address: str = "", *, waits: bool = False
) -> None:
    """Note that a player would like to play; asking again changes nothing.

    `name` is the one that the player will have; empty for the present one. The name of
    an absent player asks for that player's seat, in the lobby, too. `waits` asks for
    the seat of a present player, too, until that player is away.
    After a game, the player asks for a seat in the next one. A request for another seat
    or under another name ends a promise, and the votes about the first one.

    Raises:
        TableError: not begun, another game follows, seated or kept out, the name is
            taken or that of an account, or too many ask here or from this address.
    """
    with locked_game(code) as game:
        refuse_if(get_snapshot(game).table.next_code, Refused.ALREADY_CLOSED)
        seats = list(game.seats.select_related("player"))
        is_seated = any(seat.player_id == player.pk for seat in seats)
        refuse_if(is_seated, Refused.ALREADY_SEATED)
        require_admitted(game, player)
        name = name or player.name
        claimed = find_claimable(seats, name, also_here=waits)
        if claimed is None:
            refuse_if(waits, Refused.SEAT_MOVED)
            require_new_name(seats, name)
            refuse_if(game.started_at is None, Refused.NOT_STARTED)
        else:
            require_no_account(claimed)
        _note_asker(game, player, claimed, address)


def _note_asker(game: Game, player: Player, claimed: Seat | None, address: str) -> None:
    asking = game.bystanders.filter(standing=Standing.ASKS)
    row = asking.filter(player=player).first()
    if row is not None and row.claimed_seat == claimed:
        return
    if address:
        enforce(ASKS, (game.pk, address))
    # A former player keeps that standing, and so does one who was declined.
    if note_standing(game, player.pk, Standing.ASKS) != Standing.ASKS:
        raise TableError(Refused.EXCLUDED)
    if row is not None:
        end_promise(game, row)
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

    The player gets it with the next round, or at once if all present people agree. The
    host agrees by promising a seat that was another's; to show an own clue on another
    phone takes a vote. In the lobby, an own seat changes hands at once.
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
        is_free = _is_free(seat, is_own=is_own)
        if row is None or row.player.is_banned or not is_free:
            raise TableError(Refused.SEAT_MOVED)
        refuse_if(game.seats.filter(player=row.player).exists(), Refused.ALREADY_SEATED)
        if is_own:
            require_no_account(seat)
        if game.started_at is None:
            row.delete()
            return_seat(game, seat, row.player)
            return
        _promise(game, seat, row)
        has_vote = game.seats.filter(player=host, presence=Presence.HERE).exists()
        if has_vote and not is_own:
            vote(game, host, VoteKind.TAKE_OVER, row.pk)


def _is_free(seat: Seat, *, is_own: bool) -> bool:
    """Return whether a seat may pass: to another player, or to its own on a phone."""
    is_away = is_own and seat.presence != Presence.HERE
    return bool(seat.bot) or seat.presence in PLAYED_FOR or is_away


def agree_to_play_now(code: str, player: Player, index: int, asker: int) -> None:
    """Vote to let a player have a promised seat, or the own one back, at once.

    It takes the votes of all present people, and of two at least. The host's vote
    promises the seat as well.

    Raises:
        TableError: not in play, no seat, the voter is away, or not the player's seat;
            the player is banned or has a name of the others, or the seat is an
            account's.
    """
    with locked_game(code) as game:
        require_playing(game)
        row = require_found(find_asker(game, asker), Refused.SEAT_MOVED)
        seat = get_takeable(game, row)
        refuse_if(seat.index != index, Refused.SEAT_MOVED)
        if game.host_id == player.pk:
            _promise(game, seat, row)
        vote(game, player, VoteKind.TAKE_OVER, row.pk)


def _promise(game: Game, seat: Seat, row: Bystander) -> None:
    require_new_name(list(game.seats.exclude(pk=seat.pk)), row.player.name)
    if seat.presence == Presence.AWAY:
        set_presence(game, seat, Presence.STAND_IN)
    if row.promised_seat != seat.index:
        promise_seat(game, row, seat.index)
        mark_changed(game)
