"""Opens the table that follows a closed one, and seats those who play on."""

from contextlib import suppress

from django.db.models import F

from games.errors import Refused, TableError, refuse_if
from games.models import Bystander, Game, Player, Presence, Seat, Standing
from games.play import clock
from games.play.schedule import set_dues
from games.play.transaction import locked_game, mark_changed_by_next, read_game
from games.players.identity import require_opener
from games.rules.editions import Investigator
from games.table.lobby.evening import get_newest_table, is_evening_on
from games.table.lobby.opening import SETUP_FIELDS, open_table
from games.table.lobby.starting import GATHERING, NO_SEAT, add_latecomers, set_ready
from games.table.people.holders import get_seat_for
from games.table.people.host import has_present_host
from games.table.people.kept_out import get_removals_of_evening
from games.table.people.seats import take_seat


def play_again(code: str, player: Player, contribution: str = "") -> Game:
    """Note that a player plays on at the next table; open it if it is not open yet.

    Its game begins once all are ready, or after GATHERING with stand-ins for the
    others, who may take their seats at any time. If the table was closed in its lobby,
    a new one replaces it. Latecomers who asked for a seat have one there, unless their
    name is taken; removed players stay out.

    A game that others have followed opens nothing: it leads to the newest table.

    Raises:
        TableError: the player had no seat, was removed or may open no tables, or the
            game still runs.
    """
    game = read_game(code)
    own = get_seat_for(game, player)
    refuse_if(game.ended_at is None, Refused.STILL_RUNNING)
    newest = get_newest_table(game)
    if newest == game:
        newest = _open_next(code, player)
    with suppress(TableError):
        # The game may have begun meanwhile, without this player.
        _retake_seat(newest, player, own)
        set_ready(newest.code, player, contribution=contribution)
    return newest


def _open_next(code: str, player: Player) -> Game:
    """Return the table after this one; open it unless another player has."""
    with locked_game(code) as game:
        newest = get_newest_table(game)
        if newest == game:
            require_opener(player)
            is_out = get_removals_of_evening(game).filter(player=player).exists()
            refuse_if(is_out, Refused.EXCLUDED)
            Game.objects.filter(previous=game).update(
                previous=None, version=F("version") + 1
            )
            newest = _open_following(game, _choose_host(game, player))
            mark_changed_by_next(game)
        return newest


def _choose_host(game: Game, first: Player) -> Player:
    """Return the evening's host as long as that player is present, else the first one.

    A host needs no seat.
    """
    host = game.host
    if host is None or host.is_banned or not has_present_host(game):
        return first
    return first if get_removals_of_evening(game).filter(player=host).exists() else host


def _retake_seat(game: Game, player: Player, former: Seat) -> None:
    """Seat the player of an earlier game in a lobby, with another dog if need be.

    Raises:
        TableError: the table is full or has begun, the name is taken, or the player
            was removed.
    """
    kinds = list(game.seats.values_list("player_id", "investigator"))
    if player.pk in dict(kinds):
        return
    taken, wanted = {kind for _player, kind in kinds}, former.investigator
    kind = next((kind for kind in (wanted, *Investigator) if kind not in taken), wanted)
    take_seat(game.code, player, name=former.name, investigator=Investigator(kind))


def _open_following(game: Game, host: Player) -> Game:
    setup = {field: getattr(game, field) for field in SETUP_FIELDS}
    evening = game.evening_code if is_evening_on(game) else ""
    following = open_table(
        host,
        setup | {"previous": game, "evening": evening, "origin": game.origin_code},
    )
    out = set(get_removals_of_evening(game).values_list("player_id", flat=True))
    seats = game.seats.select_related("player").order_by("index")
    staying = [seat for seat in seats if _is_bots(seat) or _can_stay(seat, out)]
    asks = game.bystanders.filter(standing=Standing.ASKS).exclude(player__in=out)
    asks = asks.select_related("player", "claimed_seat")
    asking = [row.player for row in asks if row.claimed_seat is None]
    present = add_latecomers(staying, asking)
    _copy_seats(following, present, asking)
    seats_now = {seat.player_id: seat for seat in following.seats.all()}
    waiting = [
        Bystander(
            game=following,
            player=row.player,
            standing=Standing.ASKS,
            # A player who asks for a seat back asks for it here, too.
            claimed_seat=row.claimed_seat and seats_now.get(row.claimed_seat.player_id),
        )
        for row in asks
        if row.player_id not in seats_now
    ]
    removed = [
        Bystander(game=following, player_id=pk, standing=Standing.OUT) for pk in out
    ]
    Bystander.objects.bulk_create(waiting + removed)
    at = clock.now() + clock.span(GATHERING)
    set_dues(following, [clock.DueMove(NO_SEAT, at, clock.Cause.LIMIT, "start")])
    following.save(update_fields=["dues", "due_at"])
    return following


def _can_stay(seat: Seat, out: set[int]) -> bool:
    """Return whether the player of a seat may play on."""
    player = seat.player
    return player is not None and not player.is_banned and player.pk not in out


def _copy_seats(game: Game, seats: list[Seat], asking: list[Player]) -> None:
    """Seat these people again; those who asked for a seat are ready to play."""
    ready = {player.pk for player in asking}
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            player_id=seat.player_id,
            name=seat.name,
            investigator=seat.investigator,
            got_up=seat.got_up,
            bot=seat.bot if _is_bots(seat) else "",
            is_ready=seat.player_id in ready,
        )
        for index, seat in enumerate(seats)
    )


def _is_bots(seat: Seat) -> bool:
    """Return whether this seat was a bot's from the start of the game."""
    return bool(seat.bot) and seat.presence == Presence.HERE
