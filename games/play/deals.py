"""The chance of a stored game: its key and its deals. Holds secrets."""

from games.models.game import Game
from games.rules.apply import apply_move, begin_round
from games.rules.commitment import key_of
from games.rules.deal import Deal, shuffle_deal
from games.rules.events import Event
from games.rules.moves import Move
from games.rules.state import Phase, State


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
