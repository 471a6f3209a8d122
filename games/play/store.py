"""The newest snapshot of each table, folded from its rows. Holds secrets."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from threading import Lock
from typing import cast

from games.bots.memory import BLANK, Memory, remember
from games.models.game import Game, Seat
from games.play.deals import next_deal, play_on
from games.play.log import Entry, entries_of
from games.play.snapshot import Snapshot, Table, TableSeat, facts_of
from games.rules.apply import begin_round
from games.rules.editions import Investigator
from games.rules.moves import move_from_dict
from games.rules.observe import SPECTATOR, observe
from games.rules.state import State, new_game


class _Cache:
    """The newest snapshots of the tables that this process serves."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._snapshots: OrderedDict[int, Snapshot] = OrderedDict()

    def get(self, pk: int) -> Snapshot | None:
        with self._lock:
            return self._snapshots.get(pk)

    def put(self, snapshot: Snapshot) -> None:
        pk = snapshot.table.pk
        with self._lock:
            kept = self._snapshots.get(pk)
            if kept is not None and kept.table.number > snapshot.table.number:
                return
            self._snapshots[pk] = snapshot
            self._snapshots.move_to_end(pk)
            if len(self._snapshots) > self._size:
                self._snapshots.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._snapshots.clear()


cache = _Cache(size=2048)


def get_snapshot(game: Game) -> Snapshot:
    """Return the snapshot at the number of this row or a newer one.

    It is folded on from the cached one, or anew when there is none.
    """
    kept = cache.get(game.pk)
    if kept is not None and kept.table.number >= game.number:
        return kept
    snapshot = _fold_rows(game, kept)
    cache.put(snapshot)
    return snapshot


def memory_of(game: Game, snapshot: Snapshot) -> Memory | None:
    """Return what can be remembered of a game with bots, also if one came just now."""
    if snapshot.memory is not None or snapshot.state is None:
        return snapshot.memory
    return _fold_rows(game, None).memory


def look_on(memory: Memory | None, state: State) -> Memory | None:
    """Return what is remembered after a move that led to this state.

    A memory holds what all see, so what a spectator sees serves every bot.
    """
    return None if memory is None else remember(memory, observe(state, SPECTATOR))


def begin(game: Game, seats: Iterable[Seat | TableSeat]) -> State:
    """Return the state before the first deal of a game that has its first seat."""
    investigators = tuple(Investigator(seat.investigator) for seat in seats)
    return new_game(investigators, game.options, cast("int", game.first_seat))


def _fold_rows(game: Game, kept: Snapshot | None) -> Snapshot:
    seats = list(game.seats.order_by("index"))
    table = facts_of(game, seats)
    if game.started_at is None:
        return Snapshot(table)
    if table.bots and kept is not None and kept.memory is None:
        # A bot has come that has to remember what was before.
        kept = None
    state, log, memory = _start_of_fold(game, table, kept)
    done = kept.table.move_count if kept and kept.state else 0
    moves = game.moves.filter(number__gt=done, number__lte=game.move_count)
    for row in moves.order_by("number").values("seat", "content", "by"):
        move = move_from_dict({**row["content"], "seat": row["seat"]})
        state, events = play_on(state, move, game)
        memory = look_on(memory, state)
        log += entries_of(events, game.options.discards, by=row["by"])
    round_pk = game.rounds.last().pk
    return Snapshot(replace(table, log=log), state, round_pk, memory)


def _start_of_fold(
    game: Game, table: Table, kept: Snapshot | None
) -> tuple[State, tuple[Entry, ...], Memory | None]:
    if kept is not None and kept.state is not None:
        return kept.state, kept.table.log, kept.memory if table.bots else None
    state = begin(game, table.seats)
    state, events = begin_round(state, next_deal(game, state))
    memory = look_on(BLANK if table.bots else None, state)
    return state, entries_of(events, game.options.discards), memory
