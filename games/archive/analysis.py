"""Analyses the rounds of closed games (docs/bots.md).

Rounds and their analyses are cached: a closed game never changes.
"""

from dataclasses import dataclass
from functools import lru_cache

from games.bots.analysis import RoundAnalysis, analyse_round
from games.models.game import Game
from games.play.deals import next_deal
from games.play.store import begin
from games.rules.apply import apply_move, begin_round
from games.rules.moves import Accuse, Draw, Move, move_from_dict
from games.rules.state import Phase, State
from games.rules.suspects import Suspect

_HIDDEN = frozenset({Phase.SIDES, Phase.SUSPECTS, Phase.LAST_CALL})


@dataclass(frozen=True, slots=True)
class Shown:
    """The public content of a move: its seat, and the suspect drawn or accused."""

    seat: int
    suspect: Suspect
    is_accusation: bool


@dataclass(frozen=True, slots=True)
class MovePosition:
    """A position in a round whose clues were revealed, with the analysis of that round.

    The round's first state came after `start` moves of the game; `index` counts its
    states from there. `shown` has an entry for each state, None for a move that neither
    draws nor accuses. Holds secrets of all seats.
    """

    analysis: RoundAnalysis
    index: int
    start: int
    shown: tuple[Shown | None, ...]


@dataclass(frozen=True, slots=True)
class _Round:
    start: int
    states: tuple[State, ...]
    shown: tuple[Shown | None, ...]


def get_position_at(game: Game, at: int) -> MovePosition | None:
    """Return the position of a closed game after `at` moves.

    None in a round whose clues were never revealed.
    """
    rounds = _rounds_of(game.pk, game.code)
    number = max(i for i, each in enumerate(rounds) if each.start <= at)
    analysis = _analysis_of(game.pk, game.code, number)
    if analysis is None:
        return None
    start = rounds[number].start
    return MovePosition(analysis, at - start, start, rounds[number].shown)


def get_analyses(game: Game) -> tuple[RoundAnalysis, ...]:
    """Return the analysis of each revealed round of a closed game."""
    numbers = range(len(_rounds_of(game.pk, game.code)))
    found = (_analysis_of(game.pk, game.code, number) for number in numbers)
    return tuple(analysis for analysis in found if analysis is not None)


@lru_cache(maxsize=128)
def _analysis_of(pk: int, code: str, number: int) -> RoundAnalysis | None:
    states = _rounds_of(pk, code)[number].states
    return None if states[-1].phase in _HIDDEN else analyse_round(states)


# The code is part of the key, because the database may reuse a primary key.
@lru_cache(maxsize=32)
def _rounds_of(pk: int, code: str) -> tuple[_Round, ...]:
    game = Game.objects.select_related("secrets").get(pk=pk, code=code)
    state = begin(game, game.seats.order_by("index"))
    state, _ = begin_round(state, next_deal(game, state))
    rounds, states, start = [], [state], 0
    shown: list[Shown | None] = [None]
    moves = game.moves.order_by("number").values_list("number", "seat", "content")
    for number, seat, content in moves:
        move = move_from_dict({**content, "seat": seat})
        state, _ = apply_move(state, move)
        states.append(state)
        shown.append(_shown_by(move, state))
        if state.phase == Phase.BETWEEN:
            rounds.append(_Round(start, tuple(states), tuple(shown)))
            state, _ = begin_round(state, next_deal(game, state))
            states, shown, start = [state], [None], number
    return (*rounds, _Round(start, tuple(states), tuple(shown)))


def _shown_by(move: Move, state: State) -> Shown | None:
    """Return the public content of the move that led to this state."""
    if isinstance(move, Accuse):
        return Shown(move.seat, move.suspect, is_accusation=True)
    if isinstance(move, Draw) and state.drawn:
        return Shown(move.seat, state.drawn, is_accusation=False)
    return None
