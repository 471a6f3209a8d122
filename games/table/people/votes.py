"""The joint decisions of the players: pauses, stand-ins, seats that pass at once.

The host decides alone on a pause or a stand-in. A pause stops every limit: a paused
table has no due move. The open votes are a public fact of the table.
"""

from contextlib import suppress
from datetime import timedelta

from games.errors import Refused, TableError, refuse_if, require_found
from games.models import (
    Bystander,
    Game,
    Idle,
    Player,
    Presence,
    Seat,
    Standing,
    Vote,
    VoteKind,
)
from games.play import clock
from games.play.facts import Revealed
from games.play.schedule import set_due_at, set_dues
from games.play.snapshot import Table
from games.play.transaction import locked_game, mark_changed, require_playing
from games.table.people.holders import (
    change_player,
    end_promise,
    find_wanted_seat,
    get_seat_for,
    require_new_name,
    require_no_account,
    return_seat,
    set_presence,
)

# All present players, and at least so many, must agree to show a newcomer a clue.
FEWEST_AGREEING = 2

# The kind, the subject and the seat of each vote (games.models.Vote).
type OpenVotes = tuple[tuple[str, int, int], ...]


def read_votes(code: str, _revealed: Revealed) -> OpenVotes:
    """Return the open votes at a table: a fact, which everybody may see."""
    rows = Vote.objects.filter(game__code=code)
    return tuple(rows.values_list("kind", "about", "seat"))


def list_votes(table: Table, kind: VoteKind, about: int = 0) -> tuple[int, ...]:
    """Return the seats with a valid vote: their players are present."""
    return tuple(
        seat
        for its_kind, its_about, seat in table.find_fact(read_votes) or ()
        if (its_kind, its_about) == (kind, about) and table.seats[seat].may_vote
    )


def count_votes_needed(kind: str, here: int) -> int:
    """Return how many of the present players have to agree: most, or all of them."""
    if kind == VoteKind.STAND_IN:
        return here // 2 + 1
    return max(here, FEWEST_AGREEING if kind == VoteKind.TAKE_OVER else 1)


def decide_or_vote(game: Game, player: Player, kind: VoteKind, about: int = 0) -> bool:
    """Return whether the player is the host; count the vote of another player.

    The caller holds the lock on the game row.

    Raises:
        TableError: neither seated nor the host, or the player is away.
    """
    if game.host_id != player.pk:
        vote(game, player, kind, about)
        return False
    refuse_if(_is_away(game.seats.filter(player=player).first()), Refused.NOT_HERE)
    return True


def vote(game: Game, player: Player, kind: VoteKind, about: int) -> None:
    """Count a player's vote, and carry out its proposal if that has enough votes.

    The caller holds the lock on the game row.

    Raises:
        TableError: no seat, or the player is away.
    """
    seat, number = get_seat_for(game, player), game.number
    refuse_if(_is_away(seat), Refused.NOT_HERE)
    _row, is_new = game.votes.get_or_create(kind=kind, about=about, seat=seat.index)
    settle(game)
    if is_new and game.number == number:
        mark_changed(game)


def _is_away(seat: Seat | None) -> bool:
    return seat is not None and seat.presence != Presence.HERE


def settle_after_leaving(*, game: Game, **_signal: object) -> None:
    """Carry out what waited for a player who has left: a receiver of `seat_left`."""
    if game.started_at is not None and game.ended_at is None:
        settle(game)


def forget_votes(*, game: Game, **_signal: object) -> None:
    """Delete the votes of a game that ends: a receiver of `game_closed`."""
    game.votes.all().delete()


def settle(game: Game) -> None:
    """Carry out each proposal with enough votes of the players still present.

    The caller holds the lock on the game row.
    """
    proposals = game.votes.order_by("kind", "about").values_list("kind", "about")
    for kind, about in list(proposals.distinct()):
        here = game.seats.filter(presence=Presence.HERE, bot="").values_list("index")
        if kind == VoteKind.PAUSE:
            here = here.exclude(idle=Idle.STAND_IN)
        agreeing = game.votes.filter(kind=kind, about=about, seat__in=here).count()
        if agreeing >= count_votes_needed(kind, here.count()):
            _carry_out(game, kind, about)


def _carry_out(game: Game, kind: str, about: int) -> None:
    if kind == VoteKind.PAUSE:
        pause_or_resume(game)
    elif kind == VoteKind.STAND_IN:
        for seat in game.seats.filter(index=about, presence=Presence.AWAY):
            set_presence(game, seat, Presence.STAND_IN)
    elif row := find_asker(game, about):
        # A name that is taken by now, say, does not keep a player from going.
        with suppress(TableError):
            _take_over(game, get_takeable(game, row), row)


def pause(code: str, player: Player, *, pauses: bool) -> None:
    """Vote to pause or resume a table. The host decides alone.

    Otherwise it takes the votes of all present players.

    Raises:
        TableError: not in play, no seat, or the player is away.
    """
    with locked_game(code) as game:
        require_playing(game)
        if pauses != (game.paused_at is not None) and decide_or_vote(
            game, player, VoteKind.PAUSE
        ):
            pause_or_resume(game)


def pause_or_resume(game: Game) -> None:
    """Pause a table, or resume a paused one.

    The caller holds the lock on the game row.
    """
    game.votes.filter(kind=VoteKind.PAUSE).delete()
    if game.paused_at is None:
        game.paused_at = clock.now()
        set_due_at(game)
    else:
        _resume(game)
    mark_changed(game)


def _resume(game: Game) -> None:
    """Resume the table, and postpone every due move by the length of the pause."""
    paused_at, game.paused_at = game.paused_at, None
    pause = clock.now() - paused_at if paused_at else timedelta()
    dues = map(clock.DueMove.from_dict, game.dues)
    set_dues(game, [due.later(pause) for due in dues])


def find_asker(game: Game, asker: int) -> Bystander | None:
    """Return the bystander with this key, if they ask for a seat."""
    rows = game.bystanders.select_related("player", "claimed_seat")
    return rows.filter(pk=asker, standing=Standing.ASKS).first()


def get_takeable(game: Game, row: Bystander) -> Seat:
    """Return the seat that an asking player may get.

    Raises:
        TableError: no such seat; the player is banned or has a name of the others, or
            the seat is an account's.
    """
    seat = require_found(find_wanted_seat(game, row), Refused.SEAT_MOVED)
    refuse_if(row.player.is_banned, Refused.SEAT_MOVED)
    require_new_name(list(game.seats.exclude(pk=seat.pk)), row.player.name)
    if row.claimed_seat_id == seat.pk:
        require_no_account(seat)
    return seat


def _take_over(game: Game, seat: Seat, row: Bystander) -> None:
    is_own = row.claimed_seat_id == seat.pk
    end_promise(game, row)
    row.delete()
    if is_own:
        return_seat(game, seat, row.player)
    else:
        change_player(game, seat, row.player)
