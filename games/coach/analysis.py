"""Analyses the revealed rounds of games (docs/bots.md)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from games.deduction.analysis import RoundAnalysis, analyse_round
from games.models.game import Game
from games.play.steps import get_steps
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
    `states` from there. `shown` has an entry for each state, None unless its move drew
    or accused. Holds secrets of all seats.
    """

    analysis: RoundAnalysis
    index: int
    start: int
    shown: tuple[Shown | None, ...]
    states: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class _Round:
    start: int
    states: list[State] = field(default_factory=list)
    shown: list[Shown | None] = field(default_factory=list)

    @property
    def is_revealed(self) -> bool:
        """Return whether the clues of this round have been revealed."""
        return self.states[-1].phase not in _HIDDEN


def get_position_at(game: Game, at: int) -> MovePosition | None:
    """Return the position of a game after `at` moves.

    None in a round that was not revealed.
    """
    rounds = _rounds_of(game)
    number = max(i for i, each in enumerate(rounds) if each.start <= at)
    analysis = _analysis_of(game, number)
    if analysis is None:
        return None
    found = rounds[number]
    return MovePosition(
        analysis,
        at - found.start,
        found.start,
        tuple(found.shown),
        tuple(found.states),
    )


def get_last_revealed(game: Game) -> int | None:
    """Return the last number of moves at which a revealed round was shown."""
    rounds = _rounds_of(game)
    ends = [each.start - 1 for each in rounds[1:]] + [game.move_count]
    pairs = zip(rounds, ends, strict=True)
    return max((end for each, end in pairs if each.is_revealed), default=None)


def get_analyses(game: Game) -> tuple[RoundAnalysis, ...]:
    """Return the analysis of each revealed round of a game."""
    found = (_analysis_of(game, number) for number in range(len(_rounds_of(game))))
    return tuple(analysis for analysis in found if analysis is not None)


def _analysis_of(game: Game, number: int) -> RoundAnalysis | None:
    return _analyse(game.pk, game.code, game.move_count, number)


# An analysis takes 20 to 100 ms, and each position of a replay asks for one.
@lru_cache(maxsize=128)
def _analyse(pk: int, code: str, count: int, number: int) -> RoundAnalysis | None:
    found = _split(get_steps(pk, code, count)[0])[number]
    return analyse_round(tuple(found.states)) if found.is_revealed else None


def _rounds_of(game: Game) -> list[_Round]:
    return _split(get_steps(game.pk, game.code, game.move_count)[0])


def _split(steps: Iterable[ReplayStep]) -> list[_Round]:
    """Return the rounds of some steps."""
    rounds: list[_Round] = []
    for step in steps:
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
