"""A table as one frozen value, folded from its rows and kept in a small cache.

Set-up, chance and moves are the game; a snapshot is their fold. It holds secrets: only
services and selectors touch it, everybody else is given a Scene (games.selectors).
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, time
from threading import Lock
from typing import cast

from games.bots.memory import BLANK, Memory, remember
from games.chronicle import Entry, entries_of
from games.live.clock import Due
from games.live.open_pages import DISPLAY
from games.models.game import Game, Presence, Seat, TablePhase
from games.rules.apply import apply_move, begin_round
from games.rules.commitment import key_of
from games.rules.deal import Deal, shuffle_deal
from games.rules.editions import Investigator, Options
from games.rules.events import Event
from games.rules.moves import Move, move_from_dict
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, State, new_game


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sits where, as everybody may know it (the player's id is never shown)."""

    index: int
    player_id: int | None
    name: str
    investigator: Investigator
    got_up: time | None
    contribution: str = ""
    presence: str = Presence.HERE
    # The character that plays this seat now; empty where people do.
    bot: str = ""

    @property
    def is_bots(self) -> bool:
        """Tell whether the seat is a bot's own, and not one of somebody who left."""
        return bool(self.bot) and self.presence == Presence.HERE

    @property
    def is_here(self) -> bool:
        """Tell whether the seat's player is there, as far as is known."""
        return self.player_id is not None and self.presence == Presence.HERE


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody may know of a table, apart from the cards."""

    pk: int
    code: str
    number: int
    phase: str
    reason: str
    edition: str
    options: Options
    first_player: str
    listed: bool
    notebook: str
    reactions: str
    limits: str
    is_tutorial: bool
    has_display: bool
    host_id: int | None
    host_name: str
    seats: tuple[SeatFacts, ...]
    move_count: int
    next_code: str
    dues: tuple[Due, ...] = ()
    due_at: datetime | None = None
    paused_at: datetime | None = None
    # Who agrees to what, by what: pairs, for they are compared and kept.
    agreed: tuple[tuple[str, tuple[int, ...]], ...] = ()
    commitment: str = ""
    # Both empty until the game is closed.
    head_hash: str = ""
    opened_seed: str = ""
    log: tuple[Entry, ...] = ()

    @property
    def bots(self) -> dict[int, str]:
        """Return the seats that bots play now, with their characters."""
        return {seat.index: seat.bot for seat in self.seats if seat.bot}

    @property
    def presences(self) -> tuple[str, ...]:
        """Return whether somebody is at each seat."""
        return tuple(seat.presence for seat in self.seats)

    @property
    def expected(self) -> frozenset[int | None]:
        """Return the players whose pages should be there, None for a missing host.

        Of those who are away nobody is surprised, and a host whom nobody could replace
        stays the host. The screen in the middle is one of them (games.live.open_pages.DISPLAY).
        """
        if self.is_tutorial or self.phase == TablePhase.OVER:
            return frozenset()
        here = {seat.player_id for seat in self.seats if seat.is_here}
        host = {self.host_id} if here - {self.host_id} else set()
        return frozenset(here | host | ({DISPLAY} if self.has_display else set()))

    def seat_of(self, player_id: int | None) -> int | None:
        """Return the index of a player's seat, None without one."""
        for seat in self.seats:
            if player_id is not None and seat.player_id == player_id:
                return seat.index
        return None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table and, once the game has begun, its state. Holds secrets.

    `round_pk` is the row of the attempt that is being played, 0 before the first.
    `memory` is what can be remembered of it, None where no bot needs that.
    """

    table: Table
    state: State | None = None
    round_pk: int = 0
    memory: Memory | None = None


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


def next_deal(game: Game, state: State) -> Deal:
    """Return the deal of the next round: a given one, else shuffled by the key."""
    secrets, attempts = game.secrets, len(state.results)
    if secrets.deals and attempts < len(secrets.deals):
        return Deal.from_dict(secrets.deals[attempts])
    return shuffle_deal(key_for(game), state, sorts_pool=bool(game.commitment))


def key_for(game: Game) -> bytes:
    """Return the key of a game's deals, from seed and contributions. A secret."""
    seed = bytes(game.secrets.seed)
    if not game.commitment:
        # A table from before contributions: its deals come from the seed alone.
        return seed
    seats = game.seats.order_by("index")
    contributions = seats.values_list("contribution", flat=True)
    return key_of(seed, game.code, list(contributions))


def opened_seed(game: Game) -> str:
    """Return the seed in hexadecimal once the game is closed; empty before."""
    return "" if game.ended_at is None else bytes(game.secrets.seed).hex()


def play_on(state: State, move: Move, game: Game) -> tuple[State, tuple[Event, ...]]:
    """Apply a move, and deal the next round at once when that ended the last one.

    Raises:
        RulesError: the referee refuses the move.
    """
    state, events = apply_move(state, move)
    if state.phase != Phase.BETWEEN:
        return state, events
    state, dealt = begin_round(state, next_deal(game, state))
    return state, events + dealt


def begin(game: Game, seats: Iterable[Seat | SeatFacts]) -> State:
    """Return the state before the first deal of a game that has its first seat."""
    investigators = tuple(Investigator(seat.investigator) for seat in seats)
    return new_game(investigators, game.options, cast("int", game.first_seat))


def facts_of(game: Game, seats: Iterable[Seat]) -> Table:
    """Return what everybody may know of a table from its rows, without a log."""
    following = Game.objects.filter(previous=game.pk).values_list("code", flat=True)
    return Table(
        pk=game.pk,
        code=game.code,
        number=game.number,
        phase=game.phase,
        reason=game.reason,
        edition=game.edition,
        options=game.options,
        first_player=game.first_player,
        listed=game.listed,
        notebook=game.notebook,
        reactions=game.reactions,
        limits=game.limits,
        is_tutorial=game.is_tutorial,
        has_display=game.has_display,
        host_id=game.host_id,
        host_name=game.host.name if game.host else "",
        seats=seat_facts_of(seats),
        move_count=game.move_count,
        next_code=following.first() or "" if game.ended_at else "",
        dues=tuple(map(Due.from_dict, game.dues)),
        due_at=game.due_at,
        paused_at=game.paused_at,
        agreed=tuple((what, tuple(seats)) for what, seats in game.agreed.items()),
        commitment=game.commitment,
        head_hash=game.head_hash if game.ended_at else "",
        opened_seed=opened_seed(game),
    )


def seat_facts_of(seats: Iterable[Seat]) -> tuple[SeatFacts, ...]:
    """Return what everybody may know of these seats."""
    return tuple(
        SeatFacts(
            seat.index,
            seat.player_id,
            seat.name,
            Investigator(seat.investigator),
            seat.got_up,
            seat.contribution,
            seat.presence,
            seat.bot,
        )
        for seat in seats
    )


def look_on(memory: Memory | None, state: State) -> Memory | None:
    """Return what is remembered after a move that led to this state.

    A memory holds what all see, so what a spectator sees serves every bot.
    """
    return None if memory is None else remember(memory, observe(state, SPECTATOR))


def memory_of(game: Game, snapshot: Snapshot) -> Memory | None:
    """Return what can be remembered of a game with bots, also if one came just now."""
    if snapshot.memory is not None or snapshot.state is None:
        return snapshot.memory
    return _fold_rows(game, None).memory


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
