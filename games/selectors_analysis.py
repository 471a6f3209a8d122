"""What could be known in the rounds of closed games (docs/bots.md).

Rounds and what was found of them are kept for a while: closed games do not change.
"""

from dataclasses import dataclass
from functools import lru_cache

from games.bots.analysis import RoundAnalysis, analyse_round
from games.models import Game
from games.rules.apply import apply_move, begin_round
from games.rules.moves import move_from_dict
from games.rules.state import Phase, State
from games.snapshots import begin, next_deal

_HIDDEN = frozenset({Phase.SIDES, Phase.SUSPECTS, Phase.LAST_CALL})


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a round whose clues were revealed, and what could be known in it.

    `index` counts the states of the round, of which the first came after so many moves
    of the game (`start`). Holds secrets of all seats.
    """

    analysis: RoundAnalysis
    index: int
    start: int


@dataclass(frozen=True, slots=True)
class _Round:
    start: int
    states: tuple[State, ...]


def get_place_of_move(game: Game, at: int) -> Place | None:
    """Return where a closed game stood after this many moves.

    None in a round whose clues were never revealed.
    """
    rounds = _rounds_of(game.pk, game.code)
    number = max(i for i, each in enumerate(rounds) if each.start <= at)
    analysis = _analysis_of(game.pk, game.code, number)
    start = rounds[number].start
    return None if analysis is None else Place(analysis, at - start, start)


@lru_cache(maxsize=128)
def _analysis_of(pk: int, code: str, number: int) -> RoundAnalysis | None:
    states = _rounds_of(pk, code)[number].states
    return None if states[-1].phase in _HIDDEN else analyse_round(states)


# By code as well: a game is not mixed up with one that had its key before.
@lru_cache(maxsize=32)
def _rounds_of(pk: int, code: str) -> tuple[_Round, ...]:
    game = Game.objects.select_related("secrets").get(pk=pk, code=code)
    state = begin(game, game.seats.order_by("index"))
    state, _ = begin_round(state, next_deal(game, state))
    rounds, states, start = [], [state], 0
    moves = game.moves.order_by("number").values_list("number", "seat", "content")
    for number, seat, content in moves:
        move = move_from_dict({**content, "seat": seat})
        state, _ = apply_move(state, move)
        states.append(state)
        if state.phase == Phase.BETWEEN:
            rounds.append(_Round(start, tuple(states)))
            state, _ = begin_round(state, next_deal(game, state))
            states, start = [state], number
    return (*rounds, _Round(start, tuple(states)))
