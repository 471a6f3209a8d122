"""How long a bot takes for its moves: the times of people (docs/bots.md)."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.deduction.bots.characters import Character
from games.deduction.chance import Chance
from games.rules.moves import Accuse, Move
from games.rules.observe import Observation
from games.rules.state import Phase

# The median seconds for a move in the other phases than SUSPECTS.
_SECONDS: dict[Phase, float] = {
    Phase.SIDES: 4.0,
    Phase.LAST_CALL: 4.0,
    Phase.CAFE: 4.0,
    Phase.REVIEW: 5.0,
}


@dataclass(frozen=True, slots=True)
class Wait:
    """The seconds that a bot takes, counted from the first decision with this step."""

    step: str
    seconds: float


def list_waits(
    shown: Observation, character: Character, chance: Chance, move: Move
) -> Iterator[Wait]:
    """Yield the waits of a move; no time depends on the bot's conclusions.

    An accusation is made when the bot has noticed that it is worth it, however many
    cards are drawn meanwhile. In its turn a bot accuses when it would have drawn, so
    that a pause tells nothing.
    """
    if shown.phase is not Phase.SUSPECTS:
        yield Wait(chance.moment, chance.seconds("think", _SECONDS[shown.phase]))
        return
    if isinstance(move, Accuse):
        step = (
            f"round {shown.number}.{shown.attempt} accusation {len(shown.accusations)}"
        )
        yield Wait(step, chance.seconds("notice", character.notices))
    if shown.turn == shown.viewer:
        yield Wait(chance.moment, chance.seconds("draw", character.draws))
