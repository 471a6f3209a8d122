"""Changes a seat's holder or stand-in at once; removes seats, forgets old holders."""

from django.utils.crypto import salted_hmac

from games.errors import Refused, refuse_if
from games.models import (
    NAMELESS,
    FormerHolder,
    Game,
    Player,
    Presence,
    Seat,
    Standing,
)
from games.play import clock
from games.play.schedule import replan
from games.play.seat_holders import end_promises, note_standing, replace_holder
from games.play.transaction import mark_changed
from games.rules.editions import SEATS
from games.table.host import pass_host_on
from games.table.votes import withdraw


def set_presence(game: Game, seat: Seat, presence: Presence) -> None:
    """Note whether the player of a seat is there, and whether a stand-in plays.

    The caller holds the lock on the game row.
    """
    was_played_for = seat.presence in clock.PLAYED_FOR
    seat.presence = presence
    if presence == Presence.HERE:
        seat.bot = ""
        # A player who comes back keeps the seat.
        end_promises(game, seat.index)
    seat.save(update_fields=["presence", "bot"])
    withdraw(game, seat.index)
    if was_played_for or presence in clock.PLAYED_FOR:
        replan(game)
    mark_changed(game)


def leave_seat(game: Game, seat: Seat, bot: str = "") -> None:
    """Let a stand-in, or this bot, play for a player who leaves a running game.

    The caller holds the lock on the game row.
    """
    seat.bot = bot
    if game.host_id is not None and game.host_id == seat.player_id:
        others = list(game.seats.order_by("index"))
        pass_host_on(game, others, {seat.player_id})
    set_presence(game, seat, Presence.LEFT)


def change_player(game: Game, seat: Seat, player: Player | None) -> None:
    """Give a seat of a running game to another player at once, or to a stand-in.

    The caller holds the lock on the game row.
    """
    replace_holder(game, seat, player)
    withdraw(game, seat.index)
    replan(game)
    mark_changed(game)


def return_seat(game: Game, seat: Seat, player: Player) -> None:
    """Give a seat back to its own player, who is another guest on another phone.

    The caller holds the lock on the game row.
    """
    if game.started_at is not None and seat.player_id is not None:
        note_standing(game, seat.player_id, Standing.PLAYED)
    # No link of the former phone works from now on.
    seat.player, seat.phones, seat.idle = player, seat.phones + 1, 0
    seat.save(update_fields=["player", "phones", "idle"])
    set_presence(game, seat, Presence.HERE)


def require_no_account(seat: Seat) -> None:
    """Raise TableError if a seat belongs to an account: no other player gets it."""
    is_accounts = seat.player is not None and not seat.player.is_guest
    refuse_if(is_accounts, Refused.SEAT_OF_ACCOUNT)


def empty_seat(seat: Seat) -> None:
    """Take the player and the name off a seat of a game that has begun, for good.

    The caller holds the lock on the game row.
    """
    forget_former(seat.game, seat.player_id)
    seat.former_person = name_person(seat.game, seat.player_id) or seat.former_person
    seat.player, seat.name = None, ""
    # A seat that was left has a stand-in already.
    if seat.presence == Presence.HERE:
        seat.presence = Presence.AWAY
    seat.save(update_fields=["player", "name", "former_person", "presence"])


def forget_former(game: Game, player_id: int | None, heir: int | None = None) -> bool:
    """Take a player's name off the former seats, or give those to an heir.

    Returns whether there was one.

    The caller holds the lock on the game row.
    """
    holders = game.former_holders
    if player_id not in {holder.player_id for holder in holders} - {None}:
        return False
    kinds = dict(game.seats.values_list("index", "investigator"))
    game.former = [
        holder
        if holder.player_id != player_id
        else holder._replace(player_id=heir)
        if heir
        else anonymise_holder(game, holder, kinds[holder.seat])
        for holder in holders
    ]
    return True


def anonymise_holder(
    game: Game, holder: FormerHolder, investigator: str
) -> FormerHolder:
    """Return a former holder of a seat without the player and the name."""
    person = name_person(game, holder.player_id) or holder.former_person
    name = f"{NAMELESS}{investigator}"
    return holder._replace(player_id=None, name=name, former_person=person)


def name_person(game: Game, player_id: int | None) -> str:
    """Return a hash that stands for a player in this evening, without name and key."""
    if player_id is None:
        return ""
    person = f"{game.evening_code} {player_id}"
    mark = salted_hmac("games.former-person", person, algorithm="sha256")
    return mark.hexdigest()[:16]


def remove_seat(game: Game, seat: Seat) -> None:
    """Free a seat and close the gap. The caller holds the lock on the game row."""
    seat.delete()
    renumber(list(game.seats.order_by("index")))
    mark_changed(game)


def renumber(seats: list[Seat]) -> None:
    """Give these seats, all of a game, the order of the list."""
    # In two steps: an index must be unique within the game after every update.
    for offset in (SEATS[-1], 0):
        for index, seat in enumerate(seats):
            seat.index = index + offset
        Seat.objects.bulk_update(seats, ["index"])
