"""Opens a table, sets it up, starts and ends its game, and opens the next table."""

import secrets
from collections.abc import Sequence

from django.db import transaction

from games.bots.characters import BRUNO, PIP, ROXY
from games.deduction.memory import BLANK
from games.errors import Refused, TableError
from games.hosting.seats import seat_at, seat_bots
from games.labels import investigator_name, name_of_bot
from games.models.archive import JournalEntry
from games.models.game import (
    Bystander,
    Game,
    GameSecrets,
    Presence,
    Reason,
    Seat,
    Standing,
    TablePhase,
    new_code,
)
from games.models.player import Player
from games.play import chaining
from games.play.deals import begin, deal_round, key_for
from games.play.moves import write_change
from games.play.notices import shown_part
from games.play.rows import time_after
from games.play.schedule import AT_REST, close_table
from games.play.selectors import is_newcomer
from games.play.snapshot import Snapshot, facts_of
from games.play.transaction import (
    locked_game,
    mark_changed,
    require_host,
    require_lobby,
    require_playing,
)
from games.players.identity import require_opener
from games.rules import commitment
from games.rules.deal import Deal, draw_first_seat
from games.rules.editions import (
    OPTIONS,
    PRESETS,
    SEATS,
    SETTINGS,
    Edition,
    FirstPlayer,
    Investigator,
)

_PLAYER_INVESTIGATOR = Investigator.COLOMBINI
# A player alone gets the first two bots of these with another name than their own. A
# newcomer can win the first game.
_OPPONENTS = (ROXY.name, PIP.name, BRUNO.name)
_FIRST_OPPONENTS = (PIP.name, BRUNO.name, ROXY.name)
_TRIES_FOR_A_CODE = 20
SETUP_FIELDS = ("edition", *OPTIONS, *SETTINGS, "language")


def open_table(host: Player, setup: dict[str, object]) -> Game:
    """Open a table for a host without a seat yet; `setup` holds SETUP_FIELDS.

    The seed is fixed now and stored apart from the table, which shows its hash.

    Raises:
        TableError: no unused table code was found.
    """
    for code in (new_code() for _try in range(_TRIES_FOR_A_CODE)):
        # A forgotten game keeps its code: its receipts name it.
        journal = JournalEntry.objects.filter(code=code)
        if Game.objects.filter(code=code).exists() or journal.exists():
            continue
        seed = secrets.token_bytes(commitment.SEED_BYTES)
        with transaction.atomic():
            game = Game.objects.create(
                code=code,
                host=host,
                commitment=commitment.commitment_of(seed, code),
                **setup,
            )
            GameSecrets.objects.create(game=game, seed=seed)
            return game
    raise TableError(Refused.NO_FREE_CODE)


def setup_of(edition: Edition) -> dict[str, object]:
    """Return the set-up of an edition with its own options."""
    preset = PRESETS[edition]
    return {
        "edition": edition.value,
        **{name: getattr(preset.options, name) for name in OPTIONS},
        "first_player": preset.first_player.value,
    }


def change_options(code: str, host: Player, setup: dict[str, object]) -> None:
    """Change the set-up of a table, in the lobby. Host only.

    A webhook stays if the set-up has the part of it that the host's page shows.

    Raises:
        TableError: not the host, or the game has begun.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_lobby(game)
        if setup["webhook"] == shown_part(game.webhook):
            setup = setup | {"webhook": game.webhook}
        for field in SETUP_FIELDS:
            setattr(game, field, setup[field])
        mark_changed(game, *SETUP_FIELDS)


def hand_over(code: str, host: Player, index: int, expected: str = "") -> None:
    """Make the player of a seat the host of the table. Host only.

    Raises:
        TableError: not the host, the seat has no player, or the player is away.
    """
    with locked_game(code) as game:
        require_host(game, host)
        seat = seat_at(game, index, expected)
        if seat.player_id is None:
            raise TableError(Refused.SEAT_NOT_FOUND)
        if seat.presence != Presence.HERE:
            raise TableError(Refused.NOT_HERE)
        game.host_id = seat.player_id
        mark_changed(game, "host")


def start_game(
    code: str,
    host: Player,
    *,
    first_seat: int | None = None,
    deals: Sequence[Deal] | None = None,
) -> None:
    """Begin the game of a table and deal its first round (docs/rules.md section 2).

    `first_seat` counts if the option lets the host choose. `deals` replaces the first
    rounds' shuffled deals, for tests and the tutorial; no address accepts it.

    Raises:
        TableError: not the host, begun, fewer than three seats, no first seat chosen.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_lobby(game)
        seats = list(game.seats.order_by("index"))
        if len(seats) < SEATS[0]:
            raise TableError(Refused.TOO_FEW_SEATS)
        secrets = game.secrets
        if deals is not None:
            secrets.deals = [deal.to_dict() for deal in deals]
            secrets.save(update_fields=["deals"])
        game.first_seat = _first_seat(game, seats, first_seat)
        game.started_at = game.moved_at = time_after(game.opened_at)
        chaining.begin_chain(game, seats)
        first = deal_round(game, begin(game, seats))
        table = facts_of(game, seats)
        memory = BLANK if table.bots else None
        write_change(game, Snapshot(table, memory=memory), first.state, first.events)


@transaction.atomic
def play_with_bots(player: Player) -> Game:
    """Deal a game for a player and two bots.

    Raises:
        TableError: no free table code was found.
    """
    game = open_table(
        player, setup_of(Edition.DEVIR) | {"first_player": FirstPlayer.LOT.value}
    )
    # A guest without a name is called by the dog, and "you" on the own page.
    name = player.name or investigator_name(_PLAYER_INVESTIGATOR)
    Seat.objects.create(
        game=game, index=0, player=player, name=name, investigator=_PLAYER_INVESTIGATOR
    )
    taken = name.casefold()
    bots = _FIRST_OPPONENTS if is_newcomer(player) else _OPPONENTS
    others = [each for each in bots if name_of_bot(each).casefold() != taken]
    seat_bots(game, others[:2])
    start_game(game.code, player)
    return game


def end_game(code: str, host: Player) -> None:
    """Close a table as abandoned. Host only.

    Raises:
        TableError: not the host, or closed already.
    """
    with locked_game(code) as game:
        require_host(game, host)
        if game.started_at is None:
            require_lobby(game)
        else:
            require_playing(game)
        abandon(game)


def play_again(code: str, player: Player) -> Game:
    """Open the next table for the same players, or return it if it is open already.

    If the next table is closed by now, a new one replaces it. Latecomers who asked for
    a seat have one there, unless their name is taken; removed players stay out.

    Raises:
        TableError: the player had no seat or may open no tables, or the game still
            runs.
    """
    with locked_game(code) as game:
        seats = list(game.seats.select_related("player").order_by("index"))
        if not any(seat.player_id == player.pk for seat in seats):
            raise TableError(Refused.NOT_SEATED)
        if game.ended_at is None:
            raise TableError(Refused.STILL_RUNNING)
        following = Game.objects.filter(previous=game, ended_at=None).first()
        if following is None:
            require_opener(player)
            Game.objects.filter(previous=game).update(previous=None)
            following = _open_following(game, player, seats)
            mark_changed(game)
        return following


def abandon(game: Game) -> None:
    """Close a table as abandoned. The caller holds the lock on the game row."""
    game.phase, game.reason = TablePhase.OVER, Reason.ABANDONED
    game.ended_at = time_after(game.moved_at)
    close_table(game)
    mark_changed(game, "phase", "reason", "ended_at", "head_hash", *AT_REST)


def _open_following(game: Game, host: Player, seats: list[Seat]) -> Game:
    setup = {field: getattr(game, field) for field in SETUP_FIELDS}
    following = open_table(host, setup | {"previous": game})
    bystanders = list(game.bystanders.select_related("player"))
    Bystander.objects.bulk_create(
        Bystander(game=following, player_id=row.player_id, standing=row.standing)
        for row in bystanders
        if row.standing == Standing.OUT
    )
    staying = [
        seat
        for seat in seats
        if _is_bots(seat) or (seat.player and not seat.player.is_banned)
    ]
    asking = [row.player for row in bystanders if row.standing == Standing.ASKS]
    _copy_seats(following, _with_latecomers(staying, asking))
    return following


def _with_latecomers(staying: list[Seat], asking: list[Player]) -> list[Seat]:
    """Return the seats that stay, and new ones for players who have asked for one."""
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
    name = player.name.casefold()
    return any(
        seat.player_id == player.pk or seat.name.casefold() == name for seat in seats
    )


def _copy_seats(game: Game, seats: list[Seat]) -> None:
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            player_id=seat.player_id,
            name=seat.name,
            investigator=seat.investigator,
            bot=seat.bot if _is_bots(seat) else "",
        )
        for index, seat in enumerate(seats)
    )


def _is_bots(seat: Seat) -> bool:
    """Return whether this seat was a bot's from the start of the game."""
    return bool(seat.bot) and seat.presence == Presence.HERE


def _first_seat(game: Game, seats: list[Seat], chosen: int | None) -> int:
    """Return the first seat (docs/rules.md section 2.4); the key's lot breaks ties."""
    if game.first_player == FirstPlayer.CHOSEN:
        if chosen is None or not 0 <= chosen < len(seats):
            raise TableError(Refused.FIRST_SEAT_MISSING)
        return chosen
    got_up = [chaining.time_of_day(seat.got_up) for seat in seats]
    return draw_first_seat(key_for(game), game.first_player, got_up)
