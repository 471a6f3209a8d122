"""Derives a stored game's deals from its seed, and folds its moves. Holds secrets."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from typing import cast

from games.models import Game, Seat
from games.play.chaining import chain_deal
from games.play.log import Entry, build_entries, name_mover
from games.play.rows import move_of_row
from games.rules.deal import Deal, compute_key, shuffle_deal
from games.rules.editions import Investigator
from games.rules.moves import Move
from games.rules.replay import ReplayStep, replay
from games.rules.state import State, begin_state
from runtime.threads import Kind, require_slow_thread


def get_next_deal(
    game: Game, state: State, key: Callable[[], bytes] | None = None
) -> Deal:
    """Return the deal of the next round: a stored one, else one shuffled by the key.

    `key` returns the key if the caller has read it. Holds secrets; never pass it to a
    template.
    """
    secrets, attempts = game.secrets, len(state.results)
    if secrets.deals and attempts < len(secrets.deals):
        return Deal.from_dict(secrets.deals[attempts])
    return shuffle_deal(key() if key else get_key_for(game), state)


def get_key_for(game: Game) -> bytes:
    """Return the key of a game's deals, from seed and contributions. A secret."""
    seed = bytes(game.secrets.seed)
    seats = game.seats.order_by("index")
    contributions = seats.values_list("contribution", flat=True)
    return compute_key(seed, game.code, list(contributions))


def get_opened_seed(game: Game) -> str:
    """Return the seed in hexadecimal. A secret until the game is closed."""
    return bytes(game.secrets.seed).hex()


def fold(state: State, moves: Iterable[Move], game: Game) -> Iterator[ReplayStep]:
    """Yield each step of a stored game after this state, deals included.

    Raises:
        RulesError: the referee refuses a move.
    """
    # One fold deals several rounds with one key.
    return replay(
        state, moves, partial(get_next_deal, game, key=cache(lambda: get_key_for(game)))
    )


def fold_rows(
    game: Game, state: State, after: int, until: int
) -> Iterator[tuple[ReplayStep, tuple[Entry, ...]]]:
    """Yield the steps of stored moves, with the log's entries of each.

    `state` is the one after `after` moves.
    """
    moves = game.moves.filter(number__gt=after, number__lte=until).order_by("number")
    rows, discards = list(moves.values("seat", "content", "by")), game.options.discards
    for step in fold(state, map(move_of_row, rows), game):
        by = "" if step.deal else name_mover(rows[step.count - 1]["by"], game.limits)
        yield step, build_entries(step.events, discards, by=by)


def begin(game: Game, seats: Iterable[Seat]) -> State:
    """Return the state before the first deal. The game's first seat must be set."""
    investigators = tuple(Investigator(seat.investigator) for seat in seats)
    return begin_state(investigators, game.options, cast("int", game.first_seat))


def deal_round(game: Game, state: State) -> ReplayStep:
    """Deal the next round after this state, and add the deal to the chain.

    The caller holds the lock on the game row and saves it.
    """
    (step,) = fold(state, (), game)
    chain_deal(game, step)
    return step


def get_steps(
    pk: int, code: str, count: int
) -> tuple[tuple[ReplayStep, ...], tuple[tuple[Entry, ...], ...]]:
    """Return the deals and first moves of a game, and the log entries of each.

    Holds secrets.
    """
    require_slow_thread(Kind.SEARCHES)
    return _fold_game(pk, code, count)


# Made moves do not change. A game takes 8 ms to fold, and a replay asks for its
# positions one after another. Steps share most of their values, about 1 MB for 32
# games. The code is part of the key, because a restored database may use a primary key
# again.
@lru_cache(maxsize=32)
def _fold_game(
    pk: int, code: str, count: int
) -> tuple[tuple[ReplayStep, ...], tuple[tuple[Entry, ...], ...]]:
    game = Game.objects.select_related("secrets").get(pk=pk, code=code)
    state = begin(game, game.seats.order_by("index"))
    steps, logs = zip(*fold_rows(game, state, 0, count), strict=True)
    return steps, logs
