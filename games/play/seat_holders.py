"""Changes the holder of a seat of a running game, at once or with the next round.

A promised seat (games.models.Bystander) passes with the next round: the former player's
knowledge of the present one, above all its clue, stays with the former player. The
callers hold the lock on the game row.
"""

from collections.abc import Iterable
from typing import cast

from django.db.models import QuerySet

from games.models import Bystander, FormerHolder, Game, Player, Presence, Seat, Standing
from games.play.log import Entry, list_takeovers
from games.play.snapshot import Table, read_table
from games.play.transaction import mark_last_game_changed, read_snapshot
from games.players.names import build_name_key
from games.rules.events import Event, RoundBegan
from games.rules.scoring import count_golds, sum_points
from games.rules.state import State, evolve
from games.rules.tokens import STASI

# A vote to let an asking player play at once, with the present clue; the key of the
# bystander and the seat follow: "take-over.17.2".
TAKE_OVER = "take-over"


def name_takeover(asker: int, seat: int) -> str:
    """Return the name of the proposal that this bystander plays this seat at once."""
    return f"{TAKE_OVER}.{asker}.{seat}"


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
    if row.promised_seat != seat:
        end_promise(game, row)
        row.promised_seat = seat
        row.save(update_fields=["promised_seat"])


def end_promise(game: Game, row: Bystander) -> None:
    """Take back the promise to a player, and the votes about it."""
    if row.promised_seat is not None:
        _forget_votes(game, name_takeover(row.pk, row.promised_seat))
        row.promised_seat = None
        row.save(update_fields=["promised_seat"])


def end_promise_to(game: Game, player_id: int) -> bool:
    """Take back the promise to this player; return whether there was one."""
    promised = game.bystanders.filter(promised_seat__isnull=False)
    row = promised.filter(player=player_id).first()
    if row is not None:
        end_promise(game, row)
    return row is not None


def _forget_votes(game: Game, about: str) -> None:
    game.agreed = {what: game.agreed[what] for what in game.agreed if what != about}


def end_promises(game: Game, seat: int | None = None) -> None:
    """Take back the promise of this seat, or of every seat, and the votes about it."""
    rows = game.bystanders.filter(promised_seat__isnull=False)
    for row in rows if seat is None else rows.filter(promised_seat=seat):
        end_promise(game, row)
    game.agreed = {
        what: seats for what, seats in game.agreed.items() if not _is_about(what, seat)
    }


def _is_about(what: str, seat: int | None) -> bool:
    """Return whether a proposal gives this seat, or any, to a new player at once."""
    kind, *numbers = what.split(".")
    return kind == TAKE_OVER and (seat is None or numbers[1:] == [str(seat)])


def keep_promises(
    game: Game, before: Table, events: Iterable[Event]
) -> tuple[Table, tuple[Entry, ...]]:
    """Hand promised seats over if a round begins with these events.

    Returns the table before the change with these seats in their new hands, and an
    entry of the log for each. In the transaction that begins a round no stand-in moves
    for a newcomer, and no viewer sees the round without them.
    """
    if not any(isinstance(event, RoundBegan) for event in events):
        return before, ()
    handed_over = len(game.former)
    promised = game.bystanders.filter(promised_seat__isnull=False)
    for row in promised.select_related("player").order_by("promised_seat"):
        _keep_promise(game, row)
    table = read_table(game, game.seats.order_by("index"))
    taken = list_takeovers(game.former_holders[handed_over:])
    entries = tuple(entry for _moves, entry in taken)
    return table._replace(dues=before.dues, log=before.log), entries


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
