"""Scripts for whole games: fixed chance, and players with goals.

A plot knows the full state, as no player does, so that a few short games are certain to
hold the required events, such as a trade or the officer. The browsers only click its
moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.models.game import Game, GameSecrets
from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal, shuffle_deal
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Announce, Move, Pass, Trade
from games.rules.state import Phase, State, new_game
from games.rules.suspects import Side, count_matches


@dataclass(frozen=True)
class Plot:
    """The goals of a game's players.

    `hunter` accuses only the chief, and before the others, which accuse innocents. If
    `is_patient`, round one has no accusation before the last call.
    """

    hunter: int | None = None
    is_patient: bool = False

    def next_move(self, state: State) -> Move:
        """Return the most wanted move of the players."""
        legal = [move for seat in seats_of(state) for move in legal_moves(state, seat)]
        if state.phase in (Phase.SUSPECTS, Phase.LAST_CALL):
            wanted = [move for move in legal if is_wanted(self, state, move)]
        else:
            wanted = []
        wanted += [move for move in legal if isinstance(move, Trade | Announce)]
        if state.phase == Phase.LAST_CALL:
            wanted += [move for move in legal if isinstance(move, Accuse)]
        others = [move for move in legal if not isinstance(move, Accuse | Pass)]
        return (wanted + others)[0]


def fix_chance(game: Game, number: int, plot: Plot, first_seat: int) -> None:
    """Store all deals of the game that this plot makes of a seed.

    Deals that are not stored would depend on the contributions of the browsers.
    """
    investigators = tuple(game.seats.values_list("investigator", flat=True))
    state = new_game(investigators, game.options, first_seat)
    deals = [deal.to_dict() for deal in deals_of(state, number, plot)]
    GameSecrets.objects.filter(game=game).update(deals=deals)


def deals_of(state: State, number: int, plot: Plot) -> Iterator[Deal]:
    """Yield the deal of each round until the game is over."""
    seed = number.to_bytes(32)
    while state.phase != Phase.OVER:
        deal = shuffle_deal(seed, state)
        yield deal
        state, _events = begin_round(state, deal)
        while state.phase not in (Phase.BETWEEN, Phase.OVER):
            state, _events = apply_move(state, plot.next_move(state))


def seats_of(state: State) -> list[int]:
    # Reversed where players move in any order, so that games do not depend on it.
    seats = list(range(len(state.seats)))
    return seats if state.phase in (Phase.SUSPECTS, Phase.CAFE) else seats[::-1]


def is_wanted(plot: Plot, state: State, move: Move) -> bool:
    """Return whether a player wants to make that accusation now."""
    in_call = state.phase == Phase.LAST_CALL
    if not isinstance(move, Accuse):
        return False
    if plot.is_patient and state.number == 1 and not in_call:
        return False
    fitting = count_matches(move.suspect, clues_of(state))
    if move.seat == plot.hunter:
        return fitting == 5
    has_hunted = plot.hunter in {None, *(made.seat for made in state.accusations)}
    return (has_hunted or in_call) and fitting < 4


def clues_of(state: State) -> tuple[Side, ...]:
    """Return all five clues, including public ones not yet shown."""
    chosen = tuple(side for side in state.clues if side is not None)
    return chosen + state.public_clues + state.flips
