"""What a bot does next: from its observation, its memory and a key alone."""

from collections.abc import Callable
from dataclasses import dataclass

from games.bots.chance import Chance
from games.bots.characters import Character, Nerve
from games.bots.deduction import Belief, deduce
from games.bots.memory import Memory, forget
from games.bots.phrases import Line, line_at_accusation
from games.bots.scoring_step import announces, best_trade
from games.bots.stopping import Prospect, best_prospect, value_of_waiting
from games.bots.valuation import stakes_of
from games.rules.clues import matches
from games.rules.moves import (
    Accuse,
    Announce,
    Done,
    Draw,
    Move,
    Place,
    Sorted,
    Trade,
)
from games.rules.observe import Observation
from games.rules.state import Phase

# Nobody may be faster than a person could be.
LEAST_SECONDS = 1.5
# From and up to how many seconds each kind of move is thought about. What is chosen
# does not change how long it takes: the time must tell nothing.
_SECONDS: dict[Phase, tuple[float, float]] = {
    Phase.SIDES: (2.0, 7.0),
    Phase.SUSPECTS: (LEAST_SECONDS, 4.0),
    Phase.LAST_CALL: (2.0, 8.0),
    Phase.CAFE: (2.5, 7.0),
    Phase.REVIEW: (4.0, 9.0),
}


# Nobody accuses while no suspect at all is likelier the chief than this.
_HOPELESS = 0.2


@dataclass(frozen=True, slots=True)
class Intent:
    """A move, how many seconds after the last change it comes, and a line with it.

    Asked again while nothing has changed that matters, the intent is the same.
    """

    move: Move
    seconds: float
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """All that a bot decides from. Holds secrets: a clue, and a key."""

    observation: Observation
    memory: Memory
    character: Character
    chance: Chance

    @property
    def belief(self) -> Belief:
        """Return how likely it thinks what is."""
        memory = self.memory
        if self.character.memory is not None:
            memory = forget(memory, self.observation, self.character.memory)
        return deduce(self.observation, memory, reading=self.character.reading)


def decide(
    observation: Observation, memory: Memory, character: Character, key: bytes
) -> Intent | None:
    """Return what a bot wants to do now; None while it has to, or wants to, wait.

    The observation is of the bot's own seat, the memory the fold of all it observed in
    this round, and the key a secret of the game that no player knows. Every change
    of the table may change the answer; an intent that is the same keeps its time.
    """
    moves = observation.moves
    if not moves:
        return None
    chance = Chance(key, _moment(observation))
    thought = Thought(observation, memory, character, chance)
    move = _DECIDERS[observation.phase](thought)
    if move is None:
        return None
    least, most = _SECONDS[observation.phase]
    seconds = chance.seconds("think", least, most)
    line = line_at_accusation(observation) if isinstance(move, Accuse) else None
    return Intent(move, seconds, line)


def _moment(observation: Observation) -> str:
    """Return a name for a moment in which a bot decides once."""
    cards = sum(len(view.line) + view.discard_count for view in observation.seats)
    return (
        f"bot {observation.viewer} round {observation.number}.{observation.attempt} "
        f"{observation.phase} cards {cards} {observation.placing} "
        f"accusations {len(observation.accusations)}"
    )


def _choose_side(thought: Thought) -> Move | None:
    # Both sides fit as many suspects: which one it is tells and brings nothing.
    return thought.chance.pick("side", thought.observation.moves)


def _play_turn(thought: Thought) -> Move | None:
    accusation = _accuse(thought)
    if accusation is not None:
        return accusation
    first = thought.observation.moves[0]
    if isinstance(first, Place):
        return _place(thought)
    return first if isinstance(first, Draw) else None


def _place(thought: Thought) -> Move:
    """Place the card that was drawn, and now and then wrongly as people do."""
    observation = thought.observation
    fits = (
        observation.my_clue is not None
        and observation.drawn is not None
        and matches(observation.drawn, observation.my_clue)
    )
    if thought.chance.number("slip") < thought.character.slips:
        fits = not fits
    return Place(observation.viewer, Sorted.SUSPECT if fits else Sorted.DISCARD)


def _accuse(thought: Thought) -> Move | None:
    observation = thought.observation
    free = [move.suspect for move in observation.moves if isinstance(move, Accuse)]
    if not free:
        return None
    chances = thought.belief.chances
    in_call = observation.phase is Phase.LAST_CALL
    if not in_call and max(chances) < _HOPELESS:
        return None
    best = best_prospect(chances, free, stakes_of(observation))
    # In the last call nothing is worse than silence: the chief is on the table.
    if in_call or _dares(thought, chances, best):
        return Accuse(observation.viewer, best.suspect)
    return None


def _dares(thought: Thought, chances: tuple[float, ...], best: Prospect) -> bool:
    character = thought.character
    if character.nerve is Nerve.CHANCE:
        return best.chief >= character.least
    observation = thought.observation
    taken = [accusation.suspect for accusation in observation.accusations]
    stakes = stakes_of(observation)
    waiting = value_of_waiting(chances, taken, stakes, len(observation.seats))
    return best.value >= waiting + character.least


def _visit_cafe(thought: Thought) -> Move | None:
    observation = thought.observation
    trades = [move for move in observation.moves if isinstance(move, Trade)]
    return best_trade(observation, trades) or Done(observation.viewer)


def _review(thought: Thought) -> Move | None:
    observation = thought.observation
    mine = Announce(observation.viewer)
    if mine in observation.moves and announces(observation):
        return mine
    return Done(observation.viewer)


_DECIDERS: dict[Phase, Callable[[Thought], Move | None]] = {
    Phase.SIDES: _choose_side,
    Phase.SUSPECTS: _play_turn,
    Phase.LAST_CALL: _accuse,
    Phase.CAFE: _visit_cafe,
    Phase.REVIEW: _review,
}
