"""A table as one frozen value: the fold of its set-up, deals and moves.

Holds secrets: only games.play uses it. Other packages get a TableView (selectors.py).
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from functools import cached_property
from itertools import starmap
from typing import Any, NamedTuple

from games.deduction.memory import Memory
from games.models import (
    EnteredAccusation,
    Game,
    Idle,
    MovedBy,
    Presence,
    Seat,
    TablePhase,
)
from games.play.clock import PLAYED_FOR, DueMove
from games.play.deals import get_opened_seed
from games.play.facts import Facts, ReadFact, read_facts
from games.play.log import Entry, build_entries, name_mover
from games.play.tutorial_script import SCRIPT
from games.rules.editions import Investigator, Limits, Options, Settings
from games.rules.events import CluesRevealed, Event, RoundBegan
from games.rules.moves import Move
from games.rules.observe import SPECTATOR, Observation, Viewer, observe
from games.rules.state import State


@dataclass(frozen=True, slots=True)
class TableSeat:
    """The public facts of one seat; the player's id is never shown."""

    index: int
    player_id: int | None
    name: str
    investigator: Investigator
    got_up: time | None
    contribution: str = ""
    presence: str = Presence.HERE
    # The bot character that plays this seat now; empty for a person.
    bot: str = ""
    is_ready: bool = False
    # The key of the seat, which changes with its player.
    key: int = 0
    idle: int = Idle.NO

    @property
    def is_bots(self) -> bool:
        """Return whether the seat is a bot's own, not one that a player left."""
        return bool(self.bot) and self.presence == Presence.HERE

    @property
    def is_here(self) -> bool:
        """Return whether the seat has a player not known to be away."""
        return self.player_id is not None and self.presence == Presence.HERE

    @property
    def may_vote(self) -> bool:
        """Return whether the seat takes part in the players' votes."""
        return self.is_here and not self.bot

    @property
    def is_played_for(self) -> bool:
        """Return whether a stand-in plays for an absent or idle player."""
        return self.presence in PLAYED_FOR or self.idle == Idle.STAND_IN


class TableBystander(NamedTuple):
    """A player without a seat; `claimed_seat` is the key of a seat (TableSeat)."""

    key: int
    player_id: int
    name: str
    standing: int
    promised_seat: int | None
    claimed_seat: int | None


class Table(NamedTuple):
    """The facts of a table apart from the cards.

    They are public but for the secret settings and the late accusations.
    """

    pk: int
    code: str
    number: int
    phase: str
    reason: str
    edition: str
    options: Options
    settings: Settings
    host_id: int | None
    # The host's name at this table; empty without a host.
    host_name: str
    seats: tuple[TableSeat, ...]
    move_count: int
    next_code: str
    # Whether the next game has begun; when it begins by itself; its players.
    is_next_on: bool
    next_starts_at: datetime | None
    next_players: frozenset[int | None]
    # The code that leads here, and to each later game of the evening.
    link_code: str
    # The moves of a tutorial, which has one visitor; empty at tables of people.
    script: tuple[Move, ...] = ()
    # The host's, for messages to a chat.
    language: str = "en"
    dues: tuple[DueMove, ...] = ()
    due_at: datetime | None = None
    paused_at: datetime | None = None
    commitment: str = ""
    # Both empty until the game is closed.
    head_hash: str = ""
    opened_seed: str = ""
    bystanders: tuple[TableBystander, ...] = ()
    log: tuple[Entry, ...] = ()
    # By player, why their last entered accusation of this round came too late: the name
    # of the referee's reason. A secret of the player.
    late: tuple[tuple[int, str], ...] = ()
    # What each subject adds.
    facts: Facts = ()

    @property
    def is_for_people(self) -> bool:
        """Return whether people may come, go and vote: no tutorial, and not over."""
        return self.phase != TablePhase.OVER and not self.script

    def find_fact[Fact: Hashable](self, read: ReadFact[Fact]) -> Fact | None:
        """Return the fact that a subject has read by this function, if it was."""
        facts: dict[Any, Any] = dict(self.facts)
        return facts.get(read)

    @property
    def bots(self) -> dict[int, str]:
        """Return the seats that bots play now, with their characters."""
        return {seat.index: seat.bot for seat in self.seats if seat.bot}

    @property
    def has_schedule(self) -> bool:
        """Return whether moves are made for seats: by limits, bots or stand-ins."""
        return self.settings.limits != Limits.OFF or any(
            seat.bot or seat.is_played_for for seat in self.seats
        )

    @property
    def presences(self) -> tuple[str, ...]:
        """Return the presence of each seat."""
        return tuple(seat.presence for seat in self.seats)

    @property
    def expected(self) -> frozenset[int | None]:
        """Return the players that should have an open page.

        Players known to be away are not expected. The host is expected as long as
        another player could replace them; None stands for a deleted host.
        """
        if self.script or self.phase == TablePhase.OVER:
            return frozenset()
        here = {seat.player_id for seat in self.seats if seat.is_here}
        host = {self.host_id} if here - {self.host_id} else set()
        return frozenset(here | host)

    @property
    def scripted_move(self) -> Move | None:
        """Return the next move of the tutorial, None at its end or without one."""
        rest = self.script[self.move_count :]
        return rest[0] if rest else None

    def is_off_script(self, move: Move) -> bool:
        """Return whether the tutorial has another move now."""
        return bool(self.script) and move != self.scripted_move

    def find_standing(self, player_id: int | None) -> int | None:
        """Return the standing of a player without a seat (games.models.game)."""
        row = self._find_bystander(player_id)
        return row and row.standing

    def find_promised_seat(self, player_id: int | None) -> int | None:
        """Return the seat that a player gets with the next round, if any."""
        row = self._find_bystander(player_id)
        return row and row.promised_seat

    def find_claimed_seat(self, player_id: int | None) -> int | None:
        """Return the seat that an asking player calls their own, if any."""
        row = self._find_bystander(player_id)
        key = row and row.claimed_seat
        return next((seat.index for seat in self.seats if seat.key == key), None)

    def find_asker(self, player_id: int | None) -> int | None:
        """Return the key of a player without a seat, if they are known."""
        row = self._find_bystander(player_id)
        return row and row.key

    def _find_bystander(self, player_id: int | None) -> TableBystander | None:
        rows = (each for each in self.bystanders if each.player_id == player_id)
        return next(rows, None)

    def find_seat(self, player_id: int | None) -> int | None:
        """Return the index of a player's seat, or None without a seat."""
        if player_id is not None:
            for seat in self.seats:
                if seat.player_id == player_id:
                    return seat.index
        return None


@dataclass(frozen=True, eq=False)
class PublicTable:
    """The public part of a game: its table and the spectator's observation.

    In a replay the observation is that of the replay's viewer. Two public tables are
    never equal, so each has its own place in a cache.
    """

    table: Table
    observation: Observation
    is_replay: bool = False


@dataclass(frozen=True)
class Snapshot:
    """A table and, once the game has begun, its state. Holds secrets.

    `round_pk` is the row of the current attempt at a round, 0 before the first.
    `memory` is the bots' memory of the game, None without bots. `observed` keeps each
    viewer's observation: a move needs those before it and, twice, those after it.
    """

    table: Table
    state: State | None = None
    round_pk: int = 0
    memory: Memory | None = None
    observed: dict[Viewer, Observation] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @cached_property
    def public(self) -> PublicTable | None:
        """Return the public part of the game, None before it has begun."""
        if self.state is None:
            return None
        cached = observe(self.state, SPECTATOR)
        return PublicTable(self.table, _as_shown(self.table, self.state, cached))

    def observe(self, viewer: Viewer) -> Observation | None:
        """Return the observation of a viewer, None before the game has begun."""
        if self.state is None or self.public is None:
            return None
        public = self.public.observation
        if viewer == SPECTATOR:
            return public
        if viewer not in self.observed:
            cached = observe(self.state, viewer, public.seats)
            self.observed[viewer] = _as_shown(self.table, self.state, cached)
        return self.observed[viewer]


def _as_shown(table: Table, state: State, cached: Observation) -> Observation:
    if table.phase == TablePhase.OVER and state.termination is None:
        # The state of an abandoned game still lists moves and a drawn card: hide them.
        return cached._replace(
            moves=(), turn=None, drawn=None, drawn_by=None, placing=False
        )
    if table.script:
        moves = tuple(move for move in cached.moves if move == table.scripted_move)
        return cached._replace(moves=moves)
    return cached


def read_table(game: Game, seats: Iterable[Seat]) -> Table:
    """Return the public facts of a table from its rows, without the log."""
    shown = build_seat_facts(seats)
    return Table(
        pk=game.pk,
        code=game.code,
        number=game.number,
        phase=game.phase,
        reason=game.reason,
        edition=game.edition,
        options=game.options,
        settings=game.settings,
        host_id=game.host_id,
        host_name=_name_host(game, shown),
        seats=shown,
        move_count=game.move_count,
        link_code=game.evening_code,
        script=SCRIPT if game.is_tutorial else (),
        language=game.language,
        dues=tuple(map(DueMove.from_dict, game.dues)),
        due_at=game.due_at,
        paused_at=game.paused_at,
        commitment=game.commitment,
        head_hash=game.head_hash if game.ended_at else "",
        opened_seed=get_opened_seed(game) if game.ended_at else "",
        bystanders=_read_bystanders(game),
        late=_read_late(game) if game.started_at else (),
        facts=read_facts(game),
        **read_next_game(game),
    )


def read_next_game(game: Game) -> dict[str, Any]:
    """Return what a table tells of the game after it: facts of a table, by name."""
    following = _find_following(game) if game.ended_at else None
    is_next_on = following is not None and following.started_at is not None
    return {
        "next_code": following.code if following else "",
        "is_next_on": is_next_on,
        "next_starts_at": None if is_next_on or following is None else following.due_at,
        "next_players": _read_players(following),
    }


def _name_host(game: Game, seats: Iterable[TableSeat]) -> str:
    if game.host is None:
        return ""
    names = {seat.player_id: seat.name for seat in seats}
    return names.get(game.host_id, game.host.name)


def _find_following(game: Game) -> Game | None:
    """Return the next game of the evening, unless its table was closed in its lobby."""
    following = Game.objects.filter(previous=game.pk)
    return following.exclude(started_at=None, ended_at__isnull=False).first()


def _read_players(game: Game | None) -> frozenset[int | None]:
    """Return the players of a game, none if there is no game or it is closed."""
    if game is None or game.ended_at is not None:
        return frozenset()
    return frozenset(game.seats.values_list("player", flat=True))


def _read_bystanders(game: Game) -> tuple[TableBystander, ...]:
    columns = ("pk", "player", "player__name", "standing")
    rows = game.bystanders.values_list(*columns, "promised_seat", "claimed_seat")
    return tuple(starmap(TableBystander, rows))


def update_table(
    game: Game,
    before: Table,
    dues: tuple[DueMove, ...],
    events: Sequence[Event],
    *,
    by: MovedBy,
) -> Table:
    """Return the public facts of the table after a change, from its changed row."""
    is_over = game.ended_at is not None
    is_revealed = any(isinstance(event, CluesRevealed) for event in events)
    is_same_round = not any(isinstance(event, RoundBegan) for event in events)
    return before._replace(
        dues=dues,
        due_at=game.due_at,
        paused_at=game.paused_at,
        number=game.number + 1,
        phase=game.phase,
        reason=game.reason,
        move_count=game.move_count,
        log=before.log
        + build_entries(
            events,
            before.options.discards,
            by=name_mover(by, before.settings.limits),
        ),
        head_hash=game.head_hash if is_over else "",
        opened_seed=get_opened_seed(game) if is_over else "",
        # A game that ends drops its promises.
        bystanders=_read_bystanders(game) if is_over else before.bystanders,
        late=before.late if is_same_round else (),
        facts=read_facts(game) if is_revealed or is_over else before.facts,
    )


def _read_late(game: Game) -> tuple[tuple[int, str], ...]:
    done = (EnteredAccusation.WAITING, EnteredAccusation.PLAYED)
    last = game.rounds.order_by("-number", "-attempt").values("pk")[:1]
    late = game.entered.filter(round=last).exclude(outcome__in=done)
    return keep_last_outcomes(late.order_by("pk").values_list("player", "outcome"))


def keep_last_outcomes(
    late: Iterable[tuple[int | None, str]],
) -> tuple[tuple[int, str], ...]:
    """Return the last reason of each player, in one order, however they were noted."""
    reasons = {player: why for player, why in late if player is not None}
    return tuple(sorted(reasons.items()))


def build_seat_facts(seats: Iterable[Seat]) -> tuple[TableSeat, ...]:
    return tuple(
        TableSeat(
            seat.index,
            seat.player_id,
            seat.shown_name,
            Investigator(seat.investigator),
            seat.got_up,
            seat.contribution,
            seat.presence,
            seat.bot,
            seat.is_ready,
            seat.pk,
            seat.idle,
        )
        for seat in seats
    )
