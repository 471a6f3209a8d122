"""Positions in revealed rounds, and a seat's possible knowledge (docs/coach.md)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from games.deduction.analysis import HIDDEN, RoundAnalysis, SeatAnalysis, analyse_round
from games.deduction.candidates import Position, build_position
from games.deduction.chances import Belief, deduce
from games.deduction.memory import Memory, recall
from games.deduction.steps import Goal, HasClue, IsChief, IsNotChief
from games.labels import name_of_seat
from games.models import Game
from games.play.deals import get_steps
from games.rules.moves import Accuse, Draw
from games.rules.observe import Observation, observe
from games.rules.replay import ReplayStep
from games.rules.state import State
from games.rules.suspects import SUSPECTS, Side, Suspect
from runtime.threads import Kind, require_slow_thread


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
    shown: Sequence[Shown | None]
    states: Sequence[State]

    @property
    def known_at(self) -> int:
        """Return the moves before the position; after the reveal, before that."""
        return self.start + min(self.index, self.analysis.revealed_at - 1)


class Names:
    """The names of a game's seats: those of their holders at a move."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.seats = list(game.seats.all())

    def at(self, seat: int, move: int) -> str:
        """Return the name of the seat's holder when this move was made."""
        holder = self._game.find_former_holder(seat, move)
        return name_of_seat(holder.name if holder else self.seats[seat].shown_name)


# No slots, so that the analysis is cached.
@dataclass(frozen=True)
class _Round:
    start: int
    states: list[State] = field(default_factory=list)
    shown: list[Shown | None] = field(default_factory=list)

    @property
    def is_revealed(self) -> bool:
        return self.states[-1].phase not in HIDDEN

    @cached_property
    def analysis(self) -> RoundAnalysis | None:
        """Return the analysis once the round is revealed, which takes 20 to 100 ms."""
        if not self.is_revealed:
            return None
        return analyse_round(self.states)


def get_position_at(game: Game, at: int) -> MovePosition | None:
    """Return the position of a game after `at` moves.

    None in a round that was not revealed.
    """
    rounds = _read_rounds(game)
    found = [each for each in rounds if each.start <= at][-1]
    start, analysis = found.start, found.analysis
    if analysis is None:
        return None
    return MovePosition(analysis, at - start, start, found.shown, found.states)


def get_last_revealed(game: Game) -> int | None:
    """Return the last number of moves at which a revealed round was shown."""
    rounds = _read_rounds(game)
    ends = [each.start - 1 for each in rounds[1:]] + [game.move_count]
    pairs = zip(rounds, ends, strict=True)
    return max((end for each, end in pairs if each.is_revealed), default=None)


def get_revealed_rounds(game: Game) -> list[tuple[int, RoundAnalysis]]:
    """Return each revealed round: the moves before it, and its analysis."""
    found = [(each.start, each.analysis) for each in _read_rounds(game)]
    return [(start, analysis) for start, analysis in found if analysis is not None]


def list_counted(
    rounds: Iterable[tuple[int, RoundAnalysis]],
) -> Iterator[tuple[int, SeatAnalysis]]:
    """Yield each seat's rounds but void ones, with the move that decided them.

    That is the seat's accusation, or the reveal. The round is that of its holder then.
    """
    for start, each in rounds:
        for seat in each.seats:
            if not seat.is_void:
                made = seat.accusation
                yield start + (made.at if made else each.revealed_at), seat


def _read_rounds(game: Game) -> list[_Round]:
    require_slow_thread(Kind.SEARCHES)
    return _split(game.pk, game.code, game.move_count)


# Each position of a replay asks for the same rounds. The key is that of the steps.
@lru_cache(maxsize=32)
def _split(pk: int, code: str, count: int) -> list[_Round]:
    rounds: list[_Round] = []
    steps, _logs = get_steps(pk, code, count)
    for step in steps:
        if step.deal:
            rounds.append(_Round(step.count))
        rounds[-1].states.append(step.state)
        rounds[-1].shown.append(_shown_by(step))
    return rounds


def _shown_by(step: ReplayStep) -> Shown | None:
    move = step.cause
    if isinstance(move, Accuse):
        return Shown(move.seat, move.suspect, is_accusation=True)
    if isinstance(move, Draw) and step.state.drawn:
        return Shown(move.seat, step.state.drawn, is_accusation=False)
    return None


# No slots, so that the knowledge is cached.
@dataclass(frozen=True)
class SeatMoment:
    """A seat's knowledge at a position; after the reveal, that of just before it.

    `memories` are those after each state up to the reveal, the same for all seats.
    """

    place: MovePosition
    seat: int
    memories: Sequence[Memory]
    observation: Observation

    @property
    def analysis(self) -> SeatAnalysis:
        return self.place.analysis.seats[self.seat]

    @property
    def index(self) -> int:
        """Return the index of the last state that this moment knows of."""
        return min(self.place.index, len(self.memories) - 1)

    @property
    def memory(self) -> Memory:
        """Return all that was shown up to this moment."""
        return self.memories[self.index]

    @cached_property
    def positions(self) -> list[Position]:
        """Return the cards and open clues that the seat knew in each state so far."""
        known = self.memories[: self.index + 1]
        return [build_position(self.observation, memory) for memory in known]

    @property
    def position(self) -> Position:
        """Return the cards and the open clues that the seat knows."""
        return self.positions[-1]

    @cached_property
    def belief(self) -> Belief:
        """Return the chances of suspects and clues."""
        return deduce(self.observation, self.memory)

    @property
    def chances(self) -> dict[Suspect, float]:
        """Return the chance of each suspect that can be the chief."""
        pairs = zip(SUSPECTS, self.belief.chances, strict=True)
        return {suspect: chance for suspect, chance in pairs if chance}

    @property
    def impossible(self) -> list[Suspect]:
        """Return the suspects in lines that cannot be the chief."""
        if self.belief.is_void:
            return []
        lines = (view.line for view in self.observation.seats)
        return [card for line in lines for card in line if card not in self.chances]

    @property
    def clues(self) -> list[tuple[int, Side]]:
        """Return the hidden clues that the seat could be certain of."""
        return [
            (seat, side)
            for seat, chances in enumerate(self.belief.compute_clue_chances())
            for side in chances
            if len(chances) == 1 and seat not in self.position.known
        ]


def build_moment(place: MovePosition, seat: int) -> SeatMoment:
    """Return the knowledge that a seat could have at a position."""
    states = [state for state in place.states if state.phase in HIDDEN]
    memories = recall(observe(state, seat) for state in states)
    shown = states[min(place.index, len(states) - 1)]
    return SeatMoment(place, seat, memories, observe(shown, seat))


def read_goal(moment: SeatMoment, asked: str) -> Goal | None:
    """Return the goal that a query asks to prove: a suspect's code, or `seat.side`."""
    if asked in SUSPECTS:
        is_chief = moment.belief.certain == asked
        return IsChief(asked) if is_chief else IsNotChief(asked)
    for seat, side in moment.clues:
        if asked == f"{seat}.{side}":
            return HasClue(seat, side)
    return None
