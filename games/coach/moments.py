"""What one seat could know at a position of a revealed round, and what can be asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.coach.analysis import MovePosition
from games.deduction.analysis import SeatAnalysis
from games.deduction.candidates import Position, position_of
from games.deduction.chances import Belief, deduce
from games.deduction.memory import BLANK, Memory, remember
from games.deduction.proof_steps import Goal, HasClue, IsChief, IsNotChief
from games.rules.observe import Observation, observe
from games.rules.state import Phase
from games.rules.suspects import SUSPECTS, Side, Suspect

_SEARCHING = frozenset({Phase.SIDES, Phase.SUSPECTS, Phase.LAST_CALL})


# No slots, so that the knowledge is cached.
@dataclass(frozen=True)
class SeatMoment:
    """A seat at a position; after the reveal what it could know just before.

    `memories` are those after each state up to the reveal, the same for all seats.
    """

    place: MovePosition
    seat: int
    memories: Sequence[Memory]
    observation: Observation

    @property
    def analysis(self) -> SeatAnalysis:
        """Return the analysis of this seat's round."""
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
    def position(self) -> Position:
        """Return the cards and the open clues that the seat knows."""
        return position_of(self.observation, self.memory)

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
            for seat, chances in enumerate(self.belief.clue_chances())
            for side in chances
            if len(chances) == 1 and seat not in self.position.known
        ]


def moment_of(place: MovePosition, seat: int) -> SeatMoment:
    """Return what a seat could know at a position."""
    states = [state for state in place.states if state.phase in _SEARCHING]
    memories, memory = [], BLANK
    for state in states:
        memory = remember(memory, observe(state, seat))
        memories.append(memory)
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
