"""The next move of a bot, from its observation, its memory and a key only.

Its lines are keys; games/table/reactions.py has the sentences.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.deduction.bots.characters import Character
from games.deduction.bots.pauses import Wait, list_waits
from games.deduction.chance import Chance
from games.deduction.chances import Belief, deduce
from games.deduction.memory import Memory, forget
from games.deduction.valuation import (
    choose_prospect,
    compute_expected_points,
    compute_stakes,
    compute_waiting_value,
)
from games.rules.editions import TenPoints
from games.rules.moves import Accuse, Announce, Done, Draw, Move, Place, Sorted, Trade
from games.rules.observe import Observation
from games.rules.results import AwardReason
from games.rules.state import Phase

# A bot does not accuse while the chances of all suspects are below this.
_HOPELESS = 0.2


class Phrase(StrEnum):
    """A short line with an accusation or after the result of a round."""

    ACCUSE_FIRST = "accuse-first"
    ACCUSE_NEXT = "accuse-next"
    ACCUSE_LAST_CALL = "accuse-last-call"
    CAUGHT_CHIEF = "caught-chief"
    CAUGHT_ASSISTANT = "caught-assistant"
    CAUGHT_INNOCENT = "caught-innocent"
    CAUGHT_NOBODY = "caught-nobody"
    CHIEF_HID = "chief-hid"
    ROUND_VOID = "round-void"


_AT_RESULT = {
    AwardReason.CHIEF: Phrase.CAUGHT_CHIEF,
    AwardReason.ASSISTANT: Phrase.CAUGHT_ASSISTANT,
    AwardReason.INNOCENT: Phrase.CAUGHT_INNOCENT,
    AwardReason.NO_ACCUSATION: Phrase.CAUGHT_NOBODY,
    AwardReason.CHIEF_IN_DECK: Phrase.CHIEF_HID,
}


def line_at_accusation(observation: Observation) -> Phrase:
    """Return the line with an accusation; it does not reveal how sure the bot is."""
    if observation.phase is Phase.LAST_CALL:
        return Phrase.ACCUSE_LAST_CALL
    return Phrase.ACCUSE_NEXT if observation.accusations else Phrase.ACCUSE_FIRST


def line_at_result(observation: Observation, seat: int) -> Phrase | None:
    """Return a seat's line after the reveal of a round, or None before it."""
    if observation.result is None:
        return None
    if observation.result.mistaken:
        return Phrase.ROUND_VOID
    dues = {award.seat: award.due for award in observation.result.awards}
    return _AT_RESULT[dues[seat]]


@dataclass(frozen=True, slots=True)
class Intent:
    """The move that a bot would make now, and a line that goes with it.

    The move is due at the end of the first of its waits. A bot decides again after each
    change of the table: it may then make another move, but a wait with the same step
    keeps its time.
    """

    move: Move
    waits: tuple[Wait, ...]
    line: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """All facts that a bot decides from. Holds secrets: a clue and a key."""

    observation: Observation
    memory: Memory
    character: Character
    chance: Chance

    @property
    def belief(self) -> Belief:
        """Return the bot's belief, limited by its character's memory."""
        memory = self.memory
        if self.character.memory is not None:
            memory = forget(memory, self.observation, self.character.memory)
        return deduce(self.observation, memory, opponents=self.character.opponents)


def decide(
    observation: Observation, memory: Memory, character: Character, key: bytes
) -> Intent | None:
    """Return a bot's intent, or None while it has no move or prefers to wait.

    The observation is the bot's own, the memory the fold of its observations in this
    round, and the key a secret of the game that no player knows.
    """
    moves = observation.moves
    if not moves:
        return None
    chance = Chance(key, _name_decision(observation))
    situation = Situation(observation, memory, character, chance)
    move = _DECIDERS[observation.phase](situation)
    if move is None:
        return None
    line = line_at_accusation(observation) if isinstance(move, Accuse) else None
    return Intent(move, tuple(list_waits(observation, character, chance, move)), line)


def _name_decision(observation: Observation) -> str:
    """Return a label for the decision; an equal label gives the same random numbers."""
    cards = sum(len(view.line) + view.discard_count for view in observation.seats)
    return (
        f"bot {observation.viewer} round {observation.number}.{observation.attempt} "
        f"{observation.phase} cards {cards} {observation.placing} "
        f"accusations {len(observation.accusations)}"
    )


def _choose_side(situation: Situation) -> Move | None:
    # Each side matches 16 suspects, so neither is better than the other.
    return situation.chance.pick("side", situation.observation.moves)


def _play_turn(situation: Situation) -> Move | None:
    accusation = _accuse(situation)
    if accusation is not None:
        return accusation
    first = situation.observation.moves[0]
    if isinstance(first, Place):
        return _place(situation)
    return first if isinstance(first, Draw) else None


def _place(situation: Situation) -> Move:
    """Place the drawn card, sometimes wrongly as people do."""
    observation = situation.observation
    as_ = Sorted.by(observation.my_clue, observation.drawn)
    if situation.chance.number("slip") < situation.character.slips:
        as_ = Sorted.DISCARD if as_ is Sorted.SUSPECT else Sorted.SUSPECT
    return Place(observation.viewer, as_)


def _accuse(situation: Situation) -> Move | None:
    observation = situation.observation
    free = [move.suspect for move in observation.moves if isinstance(move, Accuse)]
    if not free:
        return None
    chances = situation.belief.chances
    in_call = observation.phase is Phase.LAST_CALL
    if not in_call and max(chances) < _HOPELESS:
        return None
    best = choose_prospect(chances, free, compute_stakes(observation))
    # In the last call the chief is on the table: silence is never better than accusing.
    waiting = compute_waiting_value(chances, observation)
    if in_call or situation.character.should_accuse(best, waiting):
        return Accuse(observation.viewer, best.suspect)
    return None


def _visit_cafe(situation: Situation) -> Move | None:
    observation = situation.observation
    trades = [move for move in observation.moves if isinstance(move, Trade)]
    return choose_trade(observation, trades) or Done(observation.viewer)


def _review(situation: Situation) -> Move | None:
    observation = situation.observation
    announcement = Announce(observation.viewer)
    if announcement in observation.moves and should_announce(observation):
        return announcement
    return Done(observation.viewer)


_DECIDERS: dict[Phase, Callable[[Situation], Move | None]] = {
    Phase.SIDES: _choose_side,
    Phase.SUSPECTS: _play_turn,
    Phase.LAST_CALL: _accuse,
    Phase.CAFE: _visit_cafe,
    Phase.REVIEW: _review,
}


def choose_trade(observation: Observation, trades: Sequence[Trade]) -> Trade | None:
    """Return the trade with the leading opponent, or None if no trade is possible.

    A trade never costs points: an Adler token counts as much as the lowest token that
    can be taken for it (R15). All hidden tokens of a colour have the same mean value.
    """
    holders = {
        token.id: view.seat for view in observation.seats for token in view.tokens
    }
    return max(
        trades,
        key=lambda trade: compute_expected_points(observation, holders[trade.take]),
        default=None,
    )


def should_announce(observation: Observation) -> bool:
    """Return whether a viewer that may announce ten should do so.

    Always if only announcers can win (R12), otherwise if no opponent is expected to
    have more points, because the announcement ends the game.
    """
    if observation.options.ten_points == TenPoints.ANNOUNCER:
        return True
    mine = observation.my_points or 0
    others = [
        compute_expected_points(observation, view.seat)
        for view in observation.seats
        if view.seat != observation.viewer
    ]
    return mine >= max(others)
