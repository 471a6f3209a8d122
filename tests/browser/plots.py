"""How the games of these tests run: what chance brings, and what the players want.

A plot knows everything, as no player does: so a few short games can be sure to hold
what must be seen, a trade or the officer. The browsers only click what it says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.models.game import Game, GameSecrets
from games.rules.clues import count_matches, matches
from games.rules.deal import shuffle_deal
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Announce, Move, Pass, Place, Sorted, Trade
from games.rules.state import Phase, State, new_game
from games.rules.suspects import Side
from games.rules.tokens import Face, Pool


@dataclass(frozen=True)
class Plot:
    """What the players of a game want.

    `hunter` accuses only the chief, before all others; they accuse innocents. In
    round one nobody accuses before the last call where `is_patient`. `mistaken` is
    the seat that places its first card wrongly.
    """

    hunter: int | None = None
    is_patient: bool = False
    mistaken: int | None = None

    def next_move(self, state: State) -> Move:
        """Return the move that comes next."""
        return next(moves_of(self, state))


def fix_chance(game: Game, number: int, *first_black: Face) -> None:
    """Let a seed decide all that follows, but for the black tokens that come first.

    The table becomes one from before players added to the shuffles: what a browser
    adds nobody can foresee.
    """
    seed = bytes([number]) * 32
    investigators = tuple(game.seats.values_list("investigator", flat=True))
    state = new_game(investigators, game.options, 0)
    deal = shuffle_deal(seed, state)
    later = list(deal.pool.black)
    for face in first_black:
        later.remove(face)
    pool = Pool(deal.pool.gold, deal.pool.white, (*first_black, *later))
    Game.objects.filter(pk=game.pk).update(commitment="")
    GameSecrets.objects.filter(game=game).update(
        seed=seed, deals=[replace(deal, pool=pool).to_dict()]
    )


def moves_of(plot: Plot, state: State) -> Iterator[Move]:
    """Yield what the players would do now, what they would do first coming first."""
    legal = [move for seat in seats_of(state) for move in legal_moves(state, seat)]
    if state.phase in (Phase.SUSPECTS, Phase.LAST_CALL):
        yield from (move for move in legal if is_wanted(plot, state, move))
        yield from (move for move in legal if is_right(plot, state, move))
    yield from (move for move in legal if isinstance(move, Trade | Announce))
    if state.phase == Phase.LAST_CALL:
        yield from (move for move in legal if isinstance(move, Accuse))
    yield from (move for move in legal if not isinstance(move, Accuse | Pass | Place))


def seats_of(state: State) -> list[int]:
    # Not by number: where nobody's turn it is any order must do.
    seats = list(range(len(state.seats)))
    return seats if state.phase in (Phase.SUSPECTS, Phase.CAFE) else seats[::-1]


def is_wanted(plot: Plot, state: State, move: Move) -> bool:
    """Tell whether a player accuses that suspect now."""
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
    """Return all five clues, those in the bag included."""
    chosen = tuple(side for side in state.clues if side is not None)
    return chosen + state.public_clues + state.flips


def is_right(plot: Plot, state: State, move: Move) -> bool:
    """Tell whether that is where a player would place the card."""
    if not isinstance(move, Place) or state.drawn is None:
        return False
    fits = matches(state.drawn, state.clues[move.seat])
    is_first = not state.results and not state.lines[move.seat]
    is_first = is_first and not state.discards[move.seat]
    if is_first and move.seat == plot.mistaken:
        fits = not fits
    return move.as_ == (Sorted.SUSPECT if fits else Sorted.DISCARD)
