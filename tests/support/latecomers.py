"""Newcomers who get a seat in the present round, or with the next one."""

from games.models import Bystander, Game, Player
from games.play.seam import write_change
from games.play.transaction import get_snapshot, locked_game
from games.rules.events import RoundBegan
from games.rules.state import Phase, evolve
from games.table.people.asking import agree_to_play_now, ask_for_seat, give_seat
from games.table.people.seats import leave_table
from tests.support.cast import look_into, newcomer


def key_of(game: Game, player: Player) -> int:
    """Return the key of a player without a seat."""
    return Bystander.objects.get(game=game, player=player).pk


def let_play_now(game: Game, host: Player, player: Player, seat: int) -> None:
    """Give a newcomer a seat with the votes of all present people."""
    ask_for_seat(game.code, player)
    agree_on(game, host, key_of(game, player), seat)


def agree_on(game: Game, host: Player, asker: int, seat: int) -> None:
    """Give a seat to an asking newcomer, with the votes of all present people."""
    give_seat(game.code, host, seat, asker)
    here = [each for each in look_into(game).table.seats if each.is_here]
    # The promise of another's seat was the host's vote.
    here.sort(key=lambda each: each.player_id != host.pk)
    for voter in here:
        if not voter.bot:
            one = Player.objects.get(pk=voter.player_id)
            agree_to_play_now(game.code, one, seat, asker)


def begin_again(game: Game, **changes: object) -> None:
    """Begin the round again, as it was void, or with these changes of its state."""
    with locked_game(game.code) as locked:
        snapshot = get_snapshot(locked)
        state = snapshot.state
        began = RoundBegan(state.number, state.attempt + 1, state.first_seat)
        fresh = {"phase": Phase.SIDES, "clues": (None,) * len(state.seats)} | changes
        again = evolve(state, attempt=state.attempt + 1, accusations=(), **fresh)
        write_change(locked, snapshot, again, (began,))


def promise(game: Game, host: Player, player: Player, seat: int = 1) -> None:
    """Let a newcomer ask for a seat, and the host promise it."""
    ask_for_seat(game.code, player)
    give_seat(game.code, host, seat, key_of(game, player))


def with_promise(table: tuple[Game, list[Player]]) -> tuple[Game, list[Player], Player]:
    """Return a game, its players, and dana with a promise of the seat that bob left."""
    game, players = table
    dana = newcomer("dana")
    leave_table(game.code, players[1])
    promise(game, players[0], dana)
    return game, players, dana
