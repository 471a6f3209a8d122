"""Opens a table, sets it up, starts and ends its game, and opens the next table."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.bots.characters import BRUNO, PIP, ROXY
from games.deduction.memory import BLANK
from games.errors import Refused, TableError, refuse_if, required
from games.hosting.evening import is_evening_on, kept_out_of, newest_table
from games.hosting.seats import (
    remove_seat,
    seat_at,
    seat_bots,
    seat_of,
    take_seat,
)
from games.labels import investigator_name, name_of_bot
from games.live import clock
from games.models import (
    Bystander,
    Game,
    GameSecrets,
    JournalEntry,
    Player,
    Presence,
    Reason,
    Seat,
    Standing,
    TablePhase,
    new_code,
)
from games.play import chaining
from games.play.deals import begin, deal_round, key_for
from games.play.due_moves import make_due_moves
from games.play.moves import write_change
from games.play.notices import shown_part
from games.play.rows import time_after
from games.play.schedule import close_table, set_dues
from games.play.selectors import is_newcomer
from games.play.snapshot import Snapshot, facts_of
from games.play.transaction import (
    hosted_game,
    locked_game,
    mark_changed,
    require_lobby,
    require_open,
)
from games.players.identity import require_opener
from games.rules.deal import (
    SEED_BYTES,
    Deal,
    commitment_of,
    draw_first_seat,
    read_contribution,
)
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
# Seconds for which the next game of an evening waits for its players.
GATHERING = 60
# The start is due for the table, not for a seat.
NO_SEAT = -1
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
        seed = secrets.token_bytes(SEED_BYTES)
        with transaction.atomic():
            game = Game.objects.create(
                code=code, host=host, commitment=commitment_of(seed, code), **setup
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
    with hosted_game(code, host) as game:
        require_lobby(game)
        if setup["webhook"] == shown_part(game.webhook):
            setup = setup | {"webhook": game.webhook}
        changed = [each for each in SETUP_FIELDS if getattr(game, each) != setup[each]]
        for field in changed:
            setattr(game, field, setup[field])
        if changed:
            mark_changed(game)


def hand_over(code: str, host: Player, index: int, expected: str = "") -> None:
    """Make the player of a seat the host of the table. Host only.

    Raises:
        TableError: not the host, the seat has no player, or the player is away.
    """
    with hosted_game(code, host) as game:
        seat = seat_at(game, index, expected)
        refuse_if(seat.player_id is None, Refused.SEAT_NOT_FOUND)
        refuse_if(seat.presence != Presence.HERE, Refused.NOT_HERE)
        if game.host_id != seat.player_id:
            game.host_id = seat.player_id
            mark_changed(game)


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
    with hosted_game(code, host) as game:
        require_lobby(game)
        seats = list(game.seats.order_by("index"))
        refuse_if(len(seats) < SEATS[0], Refused.TOO_FEW_SEATS)
        secrets = game.secrets
        if deals is not None:
            secrets.deals = [deal.to_dict() for deal in deals]
            secrets.save(update_fields=["deals"])
        if game.first_player != FirstPlayer.CHOSEN:
            first_seat = _draw_first(game, seats)
        elif first_seat is None or not 0 <= first_seat < len(seats):
            raise TableError(Refused.FIRST_SEAT_MISSING)
        _begin(game, seats, first_seat)


def _begin(game: Game, seats: list[Seat], first_seat: int) -> None:
    """Deal the first round. The caller holds the lock on the game row."""
    set_dues(game, ())
    game.first_seat = first_seat
    game.started_at = game.moved_at = time_after(game.opened_at)
    chaining.begin_chain(game, seats)
    first = deal_round(game, begin(game, seats))
    table = facts_of(game, seats)
    memory = BLANK if table.bots else None
    write_change(game, Snapshot(table, memory=memory), first.state, first.events)
    if game.previous is not None:
        # The pages of those who watch move over.
        with locked_game(game.previous.code) as previous:
            mark_changed(previous)


def set_ready(
    code: str, player: Player, *, is_ready: bool = True, contribution: str = ""
) -> None:
    """Note whether a seated player is ready for the start, in the lobby.

    The next game of an evening begins at once if nobody is left to wait for.
    `contribution` counts if the seat has none yet.

    Raises:
        TableError: the player has no seat, or the game has begun.
    """
    with locked_game(code) as game:
        require_lobby(game)
        seat = seat_of(game, player)
        before = seat.is_ready, seat.contribution
        seat.is_ready = is_ready
        seat.contribution = seat.contribution or read_contribution(contribution)
        if (seat.is_ready, seat.contribution) == before:
            return
        seat.save(update_fields=["is_ready", "contribution"])
        mark_changed(game)
        seats = list(game.seats.order_by("index"))
        if game.dues and len(seats) >= SEATS[0] and all(map(_is_there, seats)):
            _begin(game, seats, _draw_first(game, seats))


def make_due(code: str) -> tuple[int, datetime | None]:
    """Start a game or make moves, if that is due; return number and next due time.

    Raises:
        NoSuchTable: no table has this code.
    """
    number, due_at = make_due_moves(code)
    if not clock.is_ripe(due_at):
        return number, due_at
    with locked_game(code) as game:
        if game.started_at is None and game.due_at is not None:
            is_late = clock.is_off(game.due_at)
            set_dues(game, ())
            mark_changed(game)
            if not is_late:
                _start_without_absent(game)
        return game.number, game.due_at


def _start_without_absent(game: Game) -> None:
    """Begin with the players who are ready, if they are enough; latecomers follow.

    The caller holds the lock on the game row.
    """
    seats = list(game.seats.select_related("player").order_by("index"))
    there = list(filter(_is_there, seats))
    asking = game.bystanders.filter(standing=Standing.ASKS).select_related("player")
    present = _with_latecomers(there, [row.player for row in asking])
    people = [seat for seat in present if not seat.bot]
    if len(present) < SEATS[0] or not people:
        return
    for seat in seats:
        if seat not in there:
            remove_seat(game, seat)
    for index, seat in enumerate(present[len(there) :], len(there)):
        seat.game, seat.index, seat.is_ready = game, index, True
        seat.save()
    asking.filter(player__seats__game=game).delete()
    if game.host_id not in {seat.player_id for seat in people}:
        game.host = people[0].player
        mark_changed(game)
    seats = list(game.seats.order_by("index"))
    _begin(game, seats, _draw_first(game, seats))


def _is_there(seat: Seat) -> bool:
    """Return whether the next game of an evening need not wait for this seat."""
    return bool(seat.bot) or seat.is_ready


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
    with hosted_game(code, host) as game:
        require_open(game)
        abandon(game)


def play_again(code: str, player: Player, contribution: str = "") -> Game:
    """Note that a player plays on at the next table; open it if it is not open yet.

    Its game begins once everybody is ready, or after GATHERING without the others. If
    the table was closed in its lobby, a new one replaces it. Latecomers who asked for a
    seat have one there, unless their name is taken; removed players stay out.

    A game that others have followed opens nothing: it leads to the newest table.

    Raises:
        TableError: the player had no seat, was removed or may open no tables, or the
            game still runs.
    """
    with locked_game(code) as game:
        seats = list(game.seats.select_related("player").order_by("index"))
        own = next((seat for seat in seats if seat.player_id == player.pk), None)
        own = required(own, Refused.NOT_SEATED)
        refuse_if(game.ended_at is None, Refused.STILL_RUNNING)
        newest = newest_table(game)
        if newest == game:
            require_opener(player)
            is_out = kept_out_of(game).filter(player=player).exists()
            refuse_if(is_out, Refused.KEPT_OUT)
            Game.objects.filter(previous=game).update(
                previous=None, version=F("version") + 1
            )
            newest = _open_following(game, player, seats)
            mark_changed(game)
    with suppress(TableError):
        # The game may have begun meanwhile, without this player.
        _take_seat_again(newest, own)
        set_ready(newest.code, player, contribution=contribution)
    return newest


def _take_seat_again(game: Game, former: Seat) -> None:
    """Seat the player of an earlier game in a lobby, with another dog if need be.

    Raises:
        TableError: the table is full or has begun, the name is taken, or the player
            was removed.
    """
    kinds = list(game.seats.values_list("player_id", "investigator"))
    if former.player is None or former.player_id in dict(kinds):
        return
    taken, wished = {kind for _player, kind in kinds}, former.investigator
    kind = next((kind for kind in (wished, *Investigator) if kind not in taken), wished)
    take_seat(
        game.code, former.player, name=former.name, investigator=Investigator(kind)
    )


def abandon(game: Game) -> None:
    """Close a table as abandoned. The caller holds the lock on the game row."""
    game.phase, game.reason = TablePhase.OVER, Reason.ABANDONED
    game.ended_at = time_after(game.moved_at)
    close_table(game)
    mark_changed(game)


def _open_following(game: Game, host: Player, seats: list[Seat]) -> Game:
    setup = {field: getattr(game, field) for field in SETUP_FIELDS}
    evening = game.evening_code if is_evening_on(game) else ""
    following = open_table(host, setup | {"previous": game, "evening": evening})
    out = set(kept_out_of(game).values_list("player_id", flat=True))
    staying = [seat for seat in seats if _is_bots(seat) or _stays(seat, out)]
    asks = game.bystanders.filter(standing=Standing.ASKS).exclude(player__in=out)
    asking = [row.player for row in asks.select_related("player")]
    present = _with_latecomers(staying, asking)
    _copy_seats(following, present, asking)
    seated = {seat.player_id for seat in present}
    waiting = {player.pk for player in asking} - seated
    standings = dict.fromkeys(waiting, Standing.ASKS) | dict.fromkeys(out, Standing.OUT)
    Bystander.objects.bulk_create(
        Bystander(game=following, player_id=pk, standing=standing)
        for pk, standing in standings.items()
    )
    at = clock.now() + clock.span(GATHERING)
    set_dues(following, [clock.DueMove(NO_SEAT, at, clock.Cause.LIMIT, "start")])
    following.save(update_fields=["dues", "due_at"])
    return following


def _stays(seat: Seat, out: set[int]) -> bool:
    """Return whether the player of a seat may play on."""
    player = seat.player
    return player is not None and not player.is_banned and player.pk not in out


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


def _copy_seats(game: Game, seats: list[Seat], asking: list[Player]) -> None:
    """Seat these people again; whoever asked for a seat is ready to play."""
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


def _draw_first(game: Game, seats: list[Seat]) -> int:
    """Return the first seat (docs/rules.md section 2.4); the key's lot breaks ties.

    A lot replaces the host's choice if the game begins by itself.
    """
    got_up = [chaining.time_of_day(seat.got_up) for seat in seats]
    return draw_first_seat(key_for(game), game.first_player, got_up)
