"""THE SEAM: a game begins, moves and ends through these functions, whoever asks."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import snapshots
from games.bots.memory import BLANK
from games.chronicle import entries_of
from games.errors import (
    FirstSeatMissing,
    KeyReused,
    MoveMalformed,
    NotSeated,
    OffScript,
    OnlyTheClock,
    StillRunning,
    TableError,
    TooFewSeats,
)
from games.models.game import Game, Presence, Seat
from games.models.move import Move, MovedBy
from games.models.player import Player
from games.models.sql import add
from games.ops.metrics import MOVES_BY
from games.rules.apply import begin_round
from games.rules.deal import Deal, draw_lot
from games.rules.editions import FirstPlayer
from games.rules.errors import MalformedMove, RulesError
from games.rules.events import Event
from games.rules.moves import Move as RulesMove
from games.rules.moves import Pass, move_from_dict
from games.rules.state import State
from games.selectors import Change, see
from games.services import chaining
from games.services.closing import abandon
from games.services.dues import DUES, plan_dues
from games.services.lobby import SETUP_FIELDS, open_table
from games.services.locking import (
    locked_game,
    mark_changed,
    require_gathering,
    require_host,
    require_playing,
)
from games.services.rows import write_events, write_summary
from games.services.talking import say_results
from games.snapshots import Snapshot
from games.tutorial import next_move

FEWEST_SEATS = 3
_SUMMARY = ("phase", "reason", "round_number", "move_count", "ended_at", "head_hash")
_START = ("first_seat", "started_at", "rules_version", "start_hash")


def start_game(
    code: str,
    host: Player,
    *,
    first_seat: int | None = None,
    deals: Sequence[Deal] | None = None,
) -> None:
    """Begin the game of a table and deal its first round (docs/rules.md section 2).

    `first_seat` counts where the host chooses. `deals` are for tests and the tutorial:
    the first rounds' chance, given instead of shuffled; no address takes them.

    Raises:
        TableError: not the host, begun, fewer than three seats, no first seat chosen.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_gathering(game)
        seats = list(game.seats.order_by("index"))
        if len(seats) < FEWEST_SEATS:
            raise TooFewSeats
        secrets = game.secrets
        if deals is not None:
            secrets.deals = [deal.to_dict() for deal in deals]
            secrets.save(update_fields=["deals"])
        game.first_seat = _first_seat(game, seats, first_seat)
        game.started_at = timezone.now()
        chaining.begin_chain(game, seats)
        state = snapshots.begin(game, seats)
        state, events = begin_round(state, snapshots.next_deal(game, state))
        table = snapshots.facts_of(game, seats)
        memory = BLANK if table.bots else None
        _write(game, Snapshot(table, memory=memory), state, events)


def make_move(
    code: str, player: Player | None, content: dict[str, Any], key: UUID
) -> Change:
    """Make a player's move and return what that player saw and sees then.

    A key that was accepted before moves nothing and is answered with the table of now.

    Raises:
        TableError: no such table, no seat, not in play, no move, a key used otherwise.
        RulesError: the referee refuses the move; nothing was written.
    """
    try:
        with locked_game(code) as game:
            snapshot, move = _read_move(game, player, content)
            require_playing(game)
            if isinstance(move, Pass):
                raise OnlyTheClock
            if game.is_tutorial and move != next_move(game.move_count):
                raise OffScript
            played = _play(game, snapshot, move, key)
    except (TableError, RulesError, IntegrityError):
        # A repeated key is seldom, so it is looked for only where a move fails: the
        # referee refuses it, or the database, which keeps keys unique.
        if found := _find_repeated(code, player, content, key):
            return Change(None, see(found, player))
        raise
    return Change(see(snapshot, player), see(played, player))


def _read_move(
    game: Game, player: Player | None, content: dict[str, Any]
) -> tuple[Snapshot, RulesMove]:
    snapshot = snapshots.get_snapshot(game)
    seat = snapshot.table.seat_of(player.pk) if player else None
    if seat is None:
        raise NotSeated
    return snapshot, _move_of(content, seat)


def _find_repeated(
    code: str, player: Player | None, content: dict[str, Any], key: UUID
) -> Snapshot | None:
    """Return the table of now if this key was accepted before for the same move.

    Raises:
        TableError: no such table, no seat, no move, or the key stands for another.
    """
    with locked_game(code) as game:
        snapshot, move = _read_move(game, player, content)
        return snapshot if _is_repeated(game, move, key) else None


def play_scripted(
    game: Game, snapshot: Snapshot, move: RulesMove, by: MovedBy
) -> Snapshot:
    """Make a move that no player asked for, and return the snapshot after it.

    The caller holds the lock on the game row and has checked that it is due.

    Raises:
        RulesError: the referee refuses the move.
    """
    return _play(game, snapshot, move, by=by)


def end_game(code: str, host: Player) -> None:
    """Close a table that cannot go on, as abandoned; the host may.

    Raises:
        TableError: not the host, or closed already.
    """
    with locked_game(code) as game:
        require_host(game, host)
        if game.started_at is None:
            require_gathering(game)
        else:
            require_playing(game)
        abandon(game)


def play_again(code: str, player: Player) -> Game:
    """Open a table for the same people, or return the one that was opened before.

    One that is closed by now, played or not, makes room for another.

    Raises:
        TableError: the player had no seat, or the game is still running.
    """
    with locked_game(code) as game:
        seats = list(game.seats.order_by("index"))
        if not any(seat.player_id == player.pk for seat in seats):
            raise NotSeated
        if game.ended_at is None:
            raise StillRunning
        following = Game.objects.filter(previous=game, ended_at=None).first()
        if following is None:
            Game.objects.filter(previous=game).update(previous=None)
            following = _open_following(game, player, seats)
            mark_changed(game)
        return following


def _open_following(game: Game, host: Player, seats: list[Seat]) -> Game:
    setup = {field: getattr(game, field) for field in SETUP_FIELDS}
    following = open_table(host, setup | {"previous": game})
    present = [seat for seat in seats if seat.player_id is not None or _is_bots(seat)]
    Seat.objects.bulk_create(
        Seat(
            game=following,
            index=index,
            player_id=seat.player_id,
            name=seat.name,
            investigator=seat.investigator,
            bot=seat.bot if _is_bots(seat) else "",
        )
        for index, seat in enumerate(present)
    )
    return following


def _is_bots(seat: Seat) -> bool:
    """Tell whether a bot has had this seat from the beginning."""
    return bool(seat.bot) and seat.presence == Presence.HERE


def _first_seat(game: Game, seats: list[Seat], chosen: int | None) -> int:
    """Return who begins (docs/rules.md section 2.4); ties go by the game's own lot."""
    if game.first_player == FirstPlayer.CHOSEN:
        if chosen is None or not 0 <= chosen < len(seats):
            raise FirstSeatMissing
        return chosen
    candidates = [seat.index for seat in seats]
    times = [seat.got_up for seat in seats if seat.got_up is not None]
    if game.first_player == FirstPlayer.EARLIEST and times:
        candidates = [seat.index for seat in seats if seat.got_up == min(times)]
    lot = draw_lot(snapshots.key_for(game), len(candidates), "first seat")
    return candidates[lot]


def _move_of(content: dict[str, Any], seat: int) -> RulesMove:
    try:
        return move_from_dict({**content, "seat": seat})
    except MalformedMove as error:
        raise MoveMalformed from error


def _is_repeated(game: Game, move: RulesMove, key: UUID) -> bool:
    try:
        kept = Move.objects.values("seat", "content").get(game=game, key=key)
    except Move.DoesNotExist:
        return False
    if {**kept["content"], "seat": kept["seat"]} != move.to_dict():
        raise KeyReused
    return True


def _play(
    game: Game,
    snapshot: Snapshot,
    move: RulesMove,
    key: UUID | None = None,
    by: MovedBy = MovedBy.PLAYER,
) -> Snapshot:
    state, events = snapshots.play_on(cast("State", snapshot.state), move, game)
    game.move_count += 1
    content = move.to_dict()
    row = Move(
        game_id=game.pk,
        number=game.move_count,
        seat=content.pop("seat"),
        content=content,
        key=key,
        by=by,
        made_at=timezone.now(),
    )
    chaining.chain_move(game, row)
    add(row)
    transaction.on_commit(MOVES_BY[by.value].inc)
    return _write(game, snapshot, state, events, by)


def _write(
    game: Game,
    before: Snapshot,
    state: State,
    events: tuple[Event, ...],
    by: MovedBy = MovedBy.PLAYER,
) -> Snapshot:
    """Write what happened and return the snapshot after it, kept after the commit."""
    round_pk = write_events(game, before.round_pk, before.state, events)
    write_summary(game, state)
    if game.ended_at is not None:
        chaining.close_chain(game)
    started = () if game.move_count else _START
    memory = snapshots.look_on(before.memory, state)
    dues = plan_dues(game, Snapshot(before.table, state, memory=memory))
    say_results(game, before.table, state, events)
    entries = entries_of(events, game.options.discards, by=by)
    table = replace(
        before.table,
        dues=dues,
        due_at=game.due_at,
        number=game.number + 1,
        phase=game.phase,
        reason=game.reason,
        move_count=game.move_count,
        log=before.table.log + entries,
        head_hash=game.head_hash if game.ended_at else "",
        opened_seed=snapshots.opened_seed(game),
    )
    snapshot = Snapshot(table, state, round_pk, memory)
    transaction.on_commit(partial(snapshots.cache.put, snapshot))
    timing = () if dues == before.table.dues else DUES
    mark_changed(game, *_SUMMARY, *started, *timing)
    return snapshot
