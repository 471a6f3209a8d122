"""Locks a table for one change, reads its newest snapshot, and publishes the change.

Rows of games and snapshots are cached; snapshots are folded from the rows. Holds
secrets.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from threading import RLock
from time import monotonic, perf_counter
from typing import cast

from django.db import DEFAULT_DB_ALIAS, transaction
from django.dispatch import Signal

from games.codes import clean_code
from games.deduction.memory import BLANK, Memory, remember
from games.errors import NoSuchTable, Refused, TableError
from games.models import Game, Player, Round, TablePhase
from games.play.deals import begin, fold_rows
from games.play.log import Entry, EntryKind, list_takeovers
from games.play.publish import publish
from games.play.snapshot import Snapshot, read_next_game, read_table
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, State
from runtime.statements import find_row, update_rows

# Each is sent with the locked `game`: when a round begins, after the rows of the move;
# once at the end of a change in which a seat lost its player; and when a game ends.
# A receiver of `round_began` returns whether it has changed the table.
round_began, seat_left, game_closed = Signal(), Signal(), Signal()
# When the change of this thread began, for the time from a move to its push.
_began: ContextVar[float | None] = ContextVar("began", default=None)
# How many closed tables a process remembers, and the seconds for which it does:
# strangers may open any number of them.
MOST_CLOSED = 32
CLOSED_SECONDS = 5 * 60


class _Recent[T]:
    """Values of the tables that this process has served last, by their codes."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = RLock()
        self._values: OrderedDict[str, T] = OrderedDict()

    def get(self, code: str) -> T | None:
        return self._values.get(code)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()

    def _keep(self, code: str, value: T) -> None:
        with self._lock:
            self._values[code] = value
            self._values.move_to_end(code)
            if len(self._values) > self._size:
                self._values.popitem(last=False)


class _Cache(_Recent[Snapshot]):
    """The newest snapshots; those of closed tables leave after some minutes."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        # When a closed table leaves, in the order of their times.
        self._closed: OrderedDict[str, float] = OrderedDict()

    def put(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless a newer one of its table is there.

        It is observed before: the event loop looks at it, and has no time for that.
        """
        table = snapshot.table
        snapshot.observe(SPECTATOR)
        with self._lock:
            cached = self.get(table.code)
            if cached is None or cached.table.number <= table.number:
                self._keep(table.code, snapshot)
                if table.phase == TablePhase.OVER:
                    self._closed[table.code] = monotonic() + CLOSED_SECONDS
                    self._closed.move_to_end(table.code)
            self._drop_closed()

    def _drop_closed(self) -> None:
        now = monotonic()
        while self._closed:
            code, leaves_at = next(iter(self._closed.items()))
            if leaves_at > now and len(self._closed) <= MOST_CLOSED:
                break
            del self._closed[code]
            self._values.pop(code, None)

    def clear(self) -> None:
        with self._lock:
            super().clear()
            self._closed.clear()


class _Rows(_Recent[Game]):
    """The rows of games as this process has left them; another may have changed one."""

    def copy(self, code: str) -> Game | None:
        """Return a copy of a row, for one change, without the rows that it names."""
        cached = self.get(code)
        if cached is None:
            return None
        return Game.from_db(DEFAULT_DB_ALIAS, list(cached.row), [*cached.row.values()])

    def put(self, game: Game) -> None:
        self._keep(game.code, game)


# Folding a game of 260 moves takes 8 ms, twice as long as a move.
cache = _Cache(size=2048)
rows = _Rows(size=2048)


@contextmanager
def locked_game(code: str) -> Iterator[Game]:
    """Yield the game with this code, locked until the end of the transaction.

    The block's changes of the game are saved at its end (docs/moves.md).

    Raises:
        NoSuchTable: no table has this code.
    """
    _began.set(perf_counter())
    with transaction.atomic():
        game = _lock(code)
        yield game
        if game.pk is not None:
            if game.has_left_seat:
                game.has_left_seat = False
                seat_left.send(Game, game=game)
            game.save_changes()
            transaction.on_commit(partial(rows.put, game))


def _lock(code: str) -> Game:
    """Lock the row of a game, and return it as it is now."""
    game = rows.copy(clean_code(code)) or read_game(code)
    while not _raise_version(game):
        # The row has changed since it was read, perhaps at another process.
        game = read_game(code)
    return game


def read_game(code: str) -> Game:
    """Return the game with this code, without locking it.

    Raises:
        NoSuchTable: no table has this code.
    """
    game = find_row(Game.objects, "code", clean_code(code))
    if game is None:
        raise NoSuchTable
    return game


def _raise_version(game: Game) -> bool:
    """Raise the version of the row, if it is still that of this game.

    The statement waits for the end of any other transaction that has changed the row,
    and locks it until the end of this one.
    """
    before = {"id": game.pk, "version": game.version}
    game.version += 1
    game.row = game.row | {"version": game.version}
    return bool(update_rows(Game, before, version=game.version))


@contextmanager
def hosted_game(code: str, host: Player) -> Iterator[Game]:
    """Yield a table's game, locked as in `locked_game`, for its host alone.

    Raises:
        NoSuchTable: no table has this code.
        TableError: the player is not its host.
    """
    with locked_game(code) as game:
        if game.host_id != host.pk:
            raise TableError(Refused.NOT_HOST)
        yield game


def mark_changed(game: Game) -> None:
    """Give the game the table's next number, and publish it after the commit.

    The caller holds the lock on the game row.
    """
    game.number += 1
    transaction.on_commit(
        partial(publish, game.pk, game.number, began=_began.get()), robust=True
    )


def mark_last_game_changed(game: Game) -> None:
    """Save this game, and publish the one before it: its pages tell of this one.

    The caller holds the lock on the row of this game.
    """
    if game.previous is not None:
        game.save_changes()
        with locked_game(game.previous.code) as previous:
            mark_changed_by_next(previous)


def mark_changed_by_next(game: Game) -> None:
    """Publish a closed game, of which the game after it alone has changed.

    The caller holds the lock on the game row, and has saved that of the game after it.
    """
    cached = cache.get(game.code)
    if cached is not None and cached.table.number == game.number:
        facts = {"number": game.number + 1, **read_next_game(game)}
        snapshot = replace(cached, table=cached.table._replace(**facts))
        transaction.on_commit(partial(cache.put, snapshot))
    mark_changed(game)


def require_open(game: Game) -> None:
    """Raise if the table is closed."""
    if game.ended_at is not None:
        raise TableError(Refused.ALREADY_CLOSED)


def require_lobby(game: Game) -> None:
    """Raise unless the table is in its lobby."""
    require_open(game)
    if game.started_at is not None:
        raise TableError(Refused.ALREADY_STARTED)


def require_playing(game: Game) -> None:
    """Raise unless the game is running."""
    require_open(game)
    if game.started_at is None:
        raise TableError(Refused.NOT_STARTED)


def get_snapshot(game: Game) -> Snapshot:
    """Return the snapshot of this row's number or a newer one.

    A cached older snapshot is brought up to date; without one every move is folded.
    """
    cached, snapshot = cache.get(game.code), read_snapshot(game)
    if snapshot is not cached:
        # Without the lock, the table may have changed between two of the reads.
        newest = Game.objects.filter(pk=game.pk).first()
        if newest is not None and newest.number != game.number:
            return get_snapshot(newest)
        cache.put(snapshot)
    return snapshot


def read_snapshot(game: Game) -> Snapshot:
    """Return the snapshot of a game without caching it.

    For callers that have changed rows, but not yet the number: until the commit no
    other request may see the change, nor ever under this number.
    """
    cached = cache.get(game.code)
    if cached is not None and cached.table.number >= game.number:
        return cached
    return _fold_rows(game, cached)


def get_memory(game: Game, snapshot: Snapshot) -> Memory | None:
    """Return the bots' memory of a game, folded if its first bot has just joined."""
    if snapshot.memory is not None or snapshot.state is None:
        return snapshot.memory
    return _fold_rows(game, None).memory


def extend_memory(memory: Memory | None, state: State) -> Memory | None:
    """Return the bots' memory after a move that led to this state.

    A memory holds public facts, so the spectator's observation serves every bot.
    """
    return None if memory is None else remember(memory, observe(state, SPECTATOR))


def _with_names_of_now(
    log: Iterable[Entry], taken: list[tuple[int, Entry]]
) -> tuple[Entry, ...]:
    """Return a log with these entries of seats that changed hands, which it takes.

    A name of before may be gone by now.
    """
    return tuple(
        [taken.pop(0)[1] if entry.kind is EntryKind.TAKEN else entry for entry in log]
    )


def _fold_rows(game: Game, cached: Snapshot | None) -> Snapshot:
    seats = list(game.seats.order_by("index"))
    table = read_table(game, seats)
    if game.started_at is None:
        return Snapshot(table)
    if cached is None or cached.state is None or (table.bots and cached.memory is None):
        # A bot that has just joined needs the memory of the whole game.
        memory = BLANK if table.bots else None
        cached = Snapshot(
            table._replace(move_count=0), begin(game, seats), memory=memory
        )
    done = cached.table.move_count
    state, taken = cast("State", cached.state), list_takeovers(game.former_holders)
    memory = cached.memory if table.bots else None
    log = _with_names_of_now(cached.table.log, taken)
    for step, entries in fold_rows(game, state, done, game.move_count):
        state = step.state
        while taken and taken[0][0] < done + step.count:
            log += (taken.pop(0)[1],)
        log += entries
        if state.phase != Phase.BETWEEN:
            memory = extend_memory(memory, state)
    log += tuple(entry for _moves, entry in taken)
    last_round = cast("Round", game.rounds.last())
    return Snapshot(table._replace(log=log), state, last_round.pk, memory)
