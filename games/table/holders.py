"""Changes who holds a seat of a running game, and keeps what former holders were."""

from games.models import NAMELESS, FormerHolder, Game, Player, Presence, Seat, Standing
from games.table.host import pass_host_on
from games.table.presence import set_presence


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
    set_presence(game, seat, Presence.HERE if player else Presence.LEFT)


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


def empty_seat(seat: Seat) -> None:
    """Take the player and the name off a seat of a game that has begun, for good.

    The caller holds the lock on the game row.
    """
    forget_former(seat.game, seat.player_id)
    seat.player, seat.name = None, ""
    # A seat that was left has a stand-in already.
    if seat.presence == Presence.HERE:
        seat.presence = Presence.AWAY
    seat.save(update_fields=["player", "name", "presence"])


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
        else anonymise_holder(holder, kinds[holder.seat])
        for holder in holders
    ]
    return True


def anonymise_holder(holder: FormerHolder, investigator: str) -> FormerHolder:
    """Return a former holder of a seat without the player and the name."""
    return holder._replace(player_id=None, name=f"{NAMELESS}{investigator}")
