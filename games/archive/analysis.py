"""Analyses the rounds of closed games (docs/bots.md)."""

from dataclasses import dataclass, field
from functools import lru_cache

from games.archive.replay import get_steps
from games.bots.analysis import RoundAnalysis, analyse_round
from games.models.game import Game
from games.rules.moves import Accuse, Draw
from games.rules.replay import ReplayStep
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
    """A position in a revealed round, with the analysis of that round.

    The round's first state came after `start` moves of the game; `index` counts its
    states from there. `shown` has an entry for each state, None unless its move drew or
    accused. Holds secrets of all seats.
    """

    analysis: RoundAnalysis
    index: int
    start: int
    shown: tuple[Shown | None, ...]


@dataclass(frozen=True, slots=True)
class _Round:
    start: int
    states: list[State] = field(default_factory=list)
    shown: list[Shown | None] = field(default_factory=list)


def get_position_at(game: Game, at: int) -> MovePosition | None:
    """Return the position of a closed game after `at` moves.

    None in a round that was never revealed.
    """
    rounds = _rounds_of(game.pk, game.code)
    number = max(i for i, each in enumerate(rounds) if each.start <= at)
    analysis = _analysis_of(game.pk, game.code, number)
    if analysis is None:
        return None
    start = rounds[number].start
    return MovePosition(analysis, at - start, start, tuple(rounds[number].shown))


def get_analyses(game: Game) -> tuple[RoundAnalysis, ...]:
    """Return the analysis of each revealed round of a closed game."""
    numbers = range(len(_rounds_of(game.pk, game.code)))
    found = (_analysis_of(game.pk, game.code, number) for number in numbers)
    return tuple(analysis for analysis in found if analysis is not None)


# An analysis takes 20 to 100 ms, and each position of a replay asks for one.
@lru_cache(maxsize=128)
def _analysis_of(pk: int, code: str, number: int) -> RoundAnalysis | None:
    states = _rounds_of(pk, code)[number].states
    return None if states[-1].phase in _HIDDEN else analyse_round(tuple(states))


def _rounds_of(pk: int, code: str) -> list[_Round]:
    rounds: list[_Round] = []
    for step in get_steps(pk, code):
        if step.deal:
            rounds.append(_Round(step.count))
        rounds[-1].states.append(step.state)
        rounds[-1].shown.append(_shown_by(step))
    return rounds


def _shown_by(step: ReplayStep) -> Shown | None:
    """Return the public content of the move of this step."""
    move = step.cause
    if isinstance(move, Accuse):
        return Shown(move.seat, move.suspect, is_accusation=True)
    if isinstance(move, Draw) and step.state.drawn:
        return Shown(move.seat, step.state.drawn, is_accusation=False)
    return None
