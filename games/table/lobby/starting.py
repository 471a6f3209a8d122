"""Starts a game, by its host or once all are ready."""

from collections.abc import Sequence
from datetime import datetime

from games.deduction.memory import BLANK
from games.errors import Refused, TableError, refuse_if
from games.models import Game, Player, Presence, Seat, Standing
from games.play import chaining, clock
from games.play.deals import begin, deal_round, get_key_for
from games.play.due_moves import make_due_moves
from games.play.rows import get_time_after
from games.play.schedule import set_dues
from games.play.seam import write_change
from games.play.snapshot import Snapshot, read_table
from games.play.transaction import (
    hosted_game,
    locked_game,
    mark_changed,
    mark_last_game_changed,
    require_lobby,
)
from games.players.names import build_name_key
from games.rules.deal import Deal, draw_first_seat, read_contribution
from games.rules.editions import SEATS, FirstPlayer, Investigator
from games.table.people.holders import get_seat_for, remove_seat
from games.table.people.host import has_present_host

# Seconds for which the next game of an evening waits for its players.
GATHERING = 120
# So many people begin with stand-ins for the others: then, and earlier by their host.
FEWEST_PEOPLE, FEWEST_AT_ONCE = 2, 3
# The start is due for the table, not for a seat.
NO_SEAT = -1


def start_game(
    code: str,
    host: Player,
    *,
    first_seat: int | None = None,
    deals: Sequence[Deal] | None = None,
) -> None:
    """Begin the game of a table and deal its first round (docs/rules.md section 2).

    `first_seat` counts if the option lets the host choose. `deals` replaces the first
    rounds' shuffled deals, for tests and the tutorial; no address accepts it. The next
    game of an evening begins with stand-ins for the missing.

    Raises:
        TableError: not the host, begun, fewer than three seats, or people of an
            evening; no first seat chosen.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        # The lobby of an evening's next game is the only one that begins by itself.
        if game.dues:
            _start_early(game)
            return
        seats = list(game.seats.order_by("index"))
        refuse_if(len(seats) < SEATS[0], Refused.TOO_FEW_SEATS)
        secrets = game.secrets
        if deals is not None:
            secrets.deals = [deal.to_dict() for deal in deals]
            secrets.save(update_fields=["deals"])
        if game.first_player != FirstPlayer.CHOSEN:
            first_seat = draw_first(game, seats)
        elif first_seat is None or not 0 <= first_seat < len(seats):
            raise TableError(Refused.FIRST_SEAT_MISSING)
        begin_game(game, seats, first_seat)


def _start_early(game: Game) -> None:
    """Begin the next game of an evening early, if enough people are ready.

    The caller holds the lock on the game row.
    """
    game.seats.filter(player=game.host).update(is_ready=True)
    people = game.seats.filter(bot="")
    ready = people.filter(is_ready=True).count()
    enough = min(FEWEST_AT_ONCE, people.count() or 1)
    refuse_if(ready < enough, Refused.TOO_FEW_READY)
    _start_without_absent(game)


def begin_game(game: Game, seats: list[Seat], first_seat: int) -> None:
    """Deal the first round. The caller holds the lock on the game row."""
    set_dues(game, ())
    game.first_seat = first_seat
    game.started_at = game.moved_at = get_time_after(game.opened_at)
    chaining.begin_chain(game, seats)
    first = deal_round(game, begin(game, seats))
    table = read_table(game, seats)
    memory = BLANK if table.bots else None
    write_change(game, Snapshot(table, memory=memory), first.state, first.events)
    # The watchers' pages move to this table.
    mark_last_game_changed(game)


def set_ready(
    code: str, player: Player, *, is_ready: bool = True, contribution: str = ""
) -> None:
    """Note whether a seated player is ready for the start, in the lobby.

    The next game of an evening begins at once if no player is left to wait for.
    `contribution` counts if the seat has none yet.

    Raises:
        TableError: the player has no seat, or the game has begun.
    """
    with locked_game(code) as game:
        require_lobby(game)
        seat = get_seat_for(game, player)
        before = seat.is_ready, seat.contribution
        seat.is_ready = is_ready
        seat.contribution = seat.contribution or read_contribution(contribution)
        if (seat.is_ready, seat.contribution) == before:
            return
        seat.save(update_fields=["is_ready", "contribution"])
        mark_changed(game)
        begin_if_ready(game)


def begin_if_ready(game: Game) -> None:
    """Begin the next game of an evening if all in its lobby are ready.

    Also after the time in which it would have begun with stand-ins. The caller holds
    the lock on the game row.
    """
    seats = list(game.seats.order_by("index"))
    if game.previous_id and len(seats) >= SEATS[0] and all(map(is_there, seats)):
        begin_game(game, seats, draw_first(game, seats))


def make_due(code: str) -> tuple[int, datetime | None]:
    """Start a game or make moves, if that is due; return number and next due time.

    Raises:
        NoSuchTable: no table has this code.
    """
    number, due_at = make_due_moves(code)
    if not clock.has_come(due_at):
        return number, due_at
    with locked_game(code) as game:
        if game.started_at is None and game.due_at is not None:
            is_late = clock.is_off(game.due_at)
            set_dues(game, ())
            mark_changed(game)
            if not is_late:
                _start_without_absent(game)
            if game.started_at is None:
                # The last game's pages count down no more.
                mark_last_game_changed(game)
        return game.number, game.due_at


def _start_without_absent(game: Game) -> None:
    """Begin with the players who are ready, if they are enough.

    Latecomers follow. A stand-in plays for a late player of the last game: the seat
    waits for its player. One person alone does not play against stand-ins.

    The caller holds the lock on the game row.
    """
    seats = list(game.seats.select_related("player").order_by("index"))
    there = list(filter(is_there, seats))
    asking = game.bystanders.filter(standing=Standing.ASKS).select_related("player")
    absent = _list_absent(game, seats)
    askers = [row.player for row in asking if not _has_double(absent, row.player)]
    ready = add_latecomers(there, askers)
    people = [seat for seat in ready if not seat.bot]
    away = absent[: SEATS[-1] - len(ready)]
    enough = len(ready) if len(people) < FEWEST_PEOPLE else len(ready) + len(away)
    if enough < SEATS[0] or not people:
        return
    for seat in seats:
        if seat not in there and seat not in away:
            remove_seat(game, seat)
    staying = list(game.seats.order_by("index"))
    for seat in staying:
        if seat in away:
            seat.presence = Presence.STAND_IN
            seat.save(update_fields=["presence"])
    late = add_latecomers(staying, askers)[len(staying) :]
    for index, seat in enumerate(late, len(staying)):
        seat.game, seat.index, seat.is_ready = game, index, True
        seat.save()
    asking.filter(player__seats__game=game).delete()
    has_seat = game.host_id in {seat.player_id for seat in people}
    if not (has_seat or has_present_host(game)):
        game.host = people[0].player
        mark_changed(game)
    seats = list(game.seats.order_by("index"))
    begin_game(game, seats, draw_first(game, seats))


def _list_absent(game: Game, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose players played the last game to its end, and are away."""
    playing = (Presence.HERE, Presence.AWAY)
    played = Seat.objects.filter(game=game.previous, presence__in=playing, bot="")
    players = set(played.exclude(player=None).values_list("player", flat=True))
    return [
        seat
        for seat in seats
        if not is_there(seat)
        and seat.player is not None
        and seat.player_id in players
        and not seat.player.is_banned
    ]


def is_there(seat: Seat) -> bool:
    """Return whether the next game of an evening need not wait for this seat."""
    return bool(seat.bot) or seat.is_ready


def add_latecomers(staying: list[Seat], asking: list[Player]) -> list[Seat]:
    """Return the seats that stay, and new ones for asking players."""
    present = list(staying)
    for player in asking:
        may_sit = not (player.is_banned or _has_double(present, player))
        if len(present) < SEATS[-1] and may_sit:
            taken = {seat.investigator for seat in present}
            kind = next(kind for kind in Investigator if kind not in taken)
            present.append(Seat(player=player, name=player.name, investigator=kind))
    return present


def _has_double(seats: list[Seat], player: Player) -> bool:
    """Return whether a player or a namesake has one of the seats."""
    key = build_name_key(player.name)
    return any(
        seat.player_id == player.pk or build_name_key(seat.name) == key
        for seat in seats
    )


def draw_first(game: Game, seats: list[Seat]) -> int:
    """Return the first seat (docs/rules.md section 2.4); the key's lot breaks ties.

    A lot replaces the host's choice if the game begins by itself.
    """
    got_up = [chaining.format_time_of_day(seat.got_up) for seat in seats]
    return draw_first_seat(get_key_for(game), game.first_player, got_up)
