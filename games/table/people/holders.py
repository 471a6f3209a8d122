"""The holders of seats: finds them, changes them at once or with a round, forgets them.

A promised seat (games.models.Bystander) passes with the next round: the former player's
knowledge of the present one, above all its clue, stays with the former player. The
callers hold the lock on the game row.
"""

from typing import cast

from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from games.errors import Refused, TableError, refuse_if, require_found
from games.models import (
    NAMELESS,
    Bystander,
    FormerHolder,
    Game,
    Player,
    Presence,
    Seat,
    Standing,
    VoteKind,
)
from games.play import clock
from games.play.schedule import replan
from games.play.transaction import mark_changed, mark_last_game_changed, read_snapshot
from games.players.names import build_name_key
from games.rules.editions import SEATS
from games.rules.scoring import count_golds, sum_points
from games.rules.state import State, evolve
from games.rules.tokens import STASI
from games.table.people.missing_pages import Missing


def get_seat_for(game: Game, player: Player) -> Seat:
    """Return a player's seat.

    Raises:
        TableError: the player has none.
    """
    return require_found(game.seats.filter(player=player).first(), Refused.NOT_SEATED)


def get_seat_at(game: Game, index: int, expected: str) -> Seat:
    """Return the seat of this index, if it still has the expected investigator or key.

    Raises:
        TableError: no such seat, or the seat has another investigator or key.
    """
    seat = game.seats.filter(index=index).first()
    found = (seat.investigator, str(seat.pk)) if seat else ()
    refuse_if(expected and expected not in found, Refused.SEAT_MOVED)
    return require_found(seat, Refused.SEAT_NOT_FOUND)


def find_claimable(seats: list[Seat], name: str, *, also_here: bool) -> Seat | None:
    """Return the seat of this name, in any spelling, if its player is away.

    `also_here`: or seems to be here, and is not idle.
    """
    key = build_name_key(name)
    for seat in seats:
        is_open = seat.presence != Presence.HERE or (also_here and not seat.idle)
        if seat.player_id and is_open and build_name_key(seat.name) == key:
            return seat
    return None


def require_new_name(seats: list[Seat], name: str) -> None:
    """Raise TableError if one of these seats has this name, in any spelling."""
    key = build_name_key(name)
    if any(build_name_key(seat.name) == key for seat in seats):
        raise TableError(Refused.NAME_TAKEN)


def set_presence(game: Game, seat: Seat, presence: Presence) -> None:
    """Note whether the player of a seat is there, and whether a stand-in plays."""
    was_played_for = seat.presence in clock.PLAYED_FOR
    seat.presence = presence
    if presence == Presence.HERE:
        seat.bot = ""
        _end_promises(game, seat)
    seat.save(update_fields=["presence", "bot"])
    _withdraw(game, seat.index)
    if was_played_for or presence in clock.PLAYED_FOR:
        replan(game)
    mark_changed(game)


def _end_promises(game: Game, seat: Seat) -> None:
    """Let nobody get the seat of a player who has come back, nor the votes about it."""
    claims = Q(promised_seat=None, claimed_seat=seat)
    for row in game.bystanders.filter(Q(promised_seat=seat.index) | claims):
        end_promise(game, row)


def _withdraw(game: Game, seat: int) -> None:
    """Delete the votes of a seat and the votes for a stand-in for it.

    Those of the players who stay are counted again.
    """
    game.votes.filter(Q(seat=seat) | Q(kind=VoteKind.STAND_IN, about=seat)).delete()
    game.has_left_seat = True


def mark_away(game: Game, seats: list[Seat], gone: Missing) -> bool:
    """Note that these players are away; return whether one was not before."""
    away = [
        seat
        for seat in seats
        if seat.player_id is not None
        and seat.presence == Presence.HERE
        and seat.player_id in gone
    ]
    for seat in away:
        seat.presence = Presence.AWAY
    Seat.objects.bulk_update(away, ["presence"])
    game.has_left_seat |= bool(away)
    return bool(away)


def change_player(game: Game, seat: Seat, player: Player | None) -> None:
    """Give a seat of a running game to another player at once, or to a stand-in."""
    replace_holder(game, seat, player)
    _withdraw(game, seat.index)
    replan(game)
    mark_changed(game)


def return_seat(game: Game, seat: Seat, player: Player) -> None:
    """Give a seat back to its own player, who is another guest on another phone."""
    if game.started_at is not None and seat.player_id is not None:
        note_standing(game, seat.player_id, Standing.PLAYED)
    # No link of the former phone works from now on.
    seat.player, seat.phones, seat.idle = player, seat.phones + 1, 0
    seat.save(update_fields=["player", "phones", "idle"])
    set_presence(game, seat, Presence.HERE)


def require_no_account(seat: Seat) -> None:
    """Raise TableError if a seat belongs to an account: no other player gets it."""
    is_accounts = seat.player is not None and not seat.player.is_guest
    refuse_if(is_accounts, Refused.SEAT_OF_ACCOUNT)


def empty_seat(game: Game, seat: Seat) -> None:
    """Take the player and the name off a seat of a game that has begun, for good."""
    forget_former(game, seat.player_id)
    seat.former_person = name_person(game, seat.player_id) or seat.former_person
    seat.player, seat.name = None, ""
    # A seat that was left has a stand-in already.
    if seat.presence == Presence.HERE:
        seat.presence = Presence.AWAY
    seat.save(update_fields=["player", "name", "former_person", "presence"])
    game.has_left_seat = True
    mark_changed(game)
    # There the seat waits for its player no more.
    mark_last_game_changed(game)


def forget_former(game: Game, player_id: int | None, heir: int | None = None) -> bool:
    """Take a player's name off the former seats, or give those to an heir.

    Returns whether there was one.
    """
    holders = game.former_holders
    if player_id not in {holder.player_id for holder in holders} - {None}:
        return False
    kinds = dict(game.seats.values_list("index", "investigator"))
    game.former = [
        holder
        if holder.player_id != player_id
        else holder._replace(player_id=heir)
        if heir
        else anonymise_holder(game, holder, kinds[holder.seat])
        for holder in holders
    ]
    return True


def anonymise_holder(
    game: Game, holder: FormerHolder, investigator: str
) -> FormerHolder:
    """Return a former holder of a seat without the player and the name."""
    person = name_person(game, holder.player_id) or holder.former_person
    name = f"{NAMELESS}{investigator}"
    return holder._replace(player_id=None, name=name, former_person=person)


def name_person(game: Game, player_id: int | None) -> str:
    """Return a hash that stands for a player in this evening, without name and key."""
    if player_id is None:
        return ""
    person = f"{game.evening_code} {player_id}"
    mark = salted_hmac("games.former-person", person, algorithm="sha256")
    return mark.hexdigest()[:16]


def remove_seat(game: Game, seat: Seat) -> None:
    """Free a seat and close the gap."""
    seat.delete()
    renumber(list(game.seats.order_by("index")))
    game.has_left_seat = True
    mark_changed(game)


def renumber(seats: list[Seat]) -> None:
    """Give these seats, all of a game, the order of the list."""
    # In two steps: an index must be unique within the game after every update.
    for offset in (SEATS[-1], 0):
        for index, seat in enumerate(seats):
            seat.index = index + offset
        Seat.objects.bulk_update(seats, ["index"])


def replace_holder(game: Game, seat: Seat, player: Player | None) -> FormerHolder:
    """Write a new row for a seat with this player, or with a stand-in for good.

    The former player's notes and further phones must not pass to the new one. The
    caller plans the due moves afresh, and publishes the change.
    """
    if seat.player_id is not None:
        note_standing(game, seat.player_id, Standing.PLAYED)
    was_bots = seat.bot if seat.presence == Presence.HERE else ""
    holder = FormerHolder(
        game.move_count,
        seat.index,
        seat.player_id,
        seat.shown_name,
        was_bots,
        seat.former_person,
    )
    game.former = [*game.former, holder]
    score = {holder.score_key: _read_score(game, seat.index)}
    game.former_scores = game.former_scores | score
    seat.delete()
    seat.player, seat.name, seat.phones = player, player.name if player else "", 0
    seat.former_person, seat.idle = "", 0
    if player is None:
        seat.presence = Presence.LEFT
    else:
        seat.presence, seat.bot = Presence.HERE, ""
    seat.save()
    # There the seat waits for the former player no more.
    mark_last_game_changed(game)
    return holder


def _read_score(game: Game, seat: int) -> list[int]:
    """Return the points and gold tokens of a seat, without a Stasi token.

    That one goes back to the pool, if it is not the game's last one.
    """
    state = cast("State", read_snapshot(game).state)
    own = tuple(token for token in state.tokens if token.face != STASI)
    kept = evolve(state, tokens=own)
    return [sum_points(kept, seat), count_golds(kept, seat)]


def note_standing(game: Game, player_id: int, standing: Standing) -> int:
    """Raise the standing of a player without a seat; return it.

    A player who no longer asks loses any promised seat.
    """
    row, _made = game.bystanders.get_or_create(
        player_id=player_id, defaults={"standing": standing}
    )
    if row.standing < standing:
        end_promise(game, row)
        row.standing = standing
        row.save(update_fields=["standing"])
    return row.standing


def promise_seat(game: Game, row: Bystander, seat: int) -> None:
    """Promise a seat to an asking player, in the place of any other promise."""
    for other in game.bystanders.filter(promised_seat=seat).exclude(pk=row.pk):
        end_promise(game, other)
    wanted = find_wanted_seat(game, row)
    if wanted is None or wanted.index != seat:
        forget_votes_about(game, row)
    row.promised_seat = seat
    row.save(update_fields=["promised_seat"])


def find_wanted_seat(game: Game, row: Bystander) -> Seat | None:
    """Return the seat that an asking player may get at once: promised, or their own.

    Votes about the player are about this seat.
    """
    if row.promised_seat is not None:
        return game.seats.get(index=row.promised_seat)
    is_away = row.claimed_seat and row.claimed_seat.presence != Presence.HERE
    return row.claimed_seat if is_away else None


def end_promise(game: Game, row: Bystander) -> None:
    """Take back the promise to a player, and the votes about the player."""
    forget_votes_about(game, row)
    if row.promised_seat is not None:
        row.promised_seat = None
        row.save(update_fields=["promised_seat"])


def forget_votes_about(game: Game, row: Bystander) -> None:
    """Delete the votes about a player who asks for a seat."""
    game.votes.filter(kind=VoteKind.TAKE_OVER, about=row.pk).delete()


def end_promise_to(game: Game, player_id: int) -> bool:
    """Take back the promise to this player; return whether there was one."""
    promised = game.bystanders.filter(promised_seat__isnull=False)
    row = promised.filter(player=player_id).first()
    if row is not None:
        end_promise(game, row)
    return row is not None


def keep_promises(*, game: Game, **_signal: object) -> bool:
    """Hand the promised seats over: a receiver of `round_began`.

    Returns whether there was one.
    """
    promised = game.bystanders.filter(promised_seat__isnull=False)
    rows = list(promised.select_related("player").order_by("promised_seat"))
    for row in rows:
        _keep_promise(game, row)
    return bool(rows)


def drop_promises(*, game: Game, **_signal: object) -> None:
    """Promise no seat of a game that ends: a receiver of `game_closed`."""
    game.bystanders.update(promised_seat=None)


def _keep_promise(game: Game, row: Bystander) -> None:
    seats = {seat.index: seat for seat in game.seats.all()}
    seat = seats.pop(row.promised_seat or 0)
    end_promise(game, row)
    others = {build_name_key(each.name) for each in seats.values()}
    is_seated = any(each.player_id == row.player_id for each in seats.values())
    is_refused = row.player.is_banned or build_name_key(row.player.name) in others
    if not (is_seated or is_refused):
        row.delete()
        replace_holder(game, seat, row.player)


def get_games_perhaps_left_by(player: Player) -> QuerySet[Game]:
    """Return games with a seat that changed hands, where a player is a bystander.

    A player who loses a seat is one (replace_holder); Game.list_holdings has the seats.
    """
    return Game.objects.filter(bystanders__player=player).exclude(former=[])
