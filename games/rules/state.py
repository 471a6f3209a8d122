"""The state of a game as a frozen value, without the rules.

Holds secrets: players see only the observation that `observe.observe` returns.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.rules.editions import SEATS, Investigator, Options
from games.rules.results import Accusation, RoundResult
from games.rules.suspects import Side, Suspect, Trait
from games.rules.tokens import Pool, Token, build_full_pool

__all__ = [
    "INVESTIGATOR",
    "Card",
    "Phase",
    "State",
    "Termination",
    "begin_state",
    "evolve",
]

# A suspect's code or INVESTIGATOR, an unused investigator.
type Card = str

INVESTIGATOR: Card = "investigator"


class Phase(StrEnum):
    """The phases of a game; a round runs from SIDES to REVIEW."""

    BETWEEN = "between"
    SIDES = "sides"
    SUSPECTS = "suspects"
    LAST_CALL = "last-call"
    CAFE = "cafe"
    REVIEW = "review"
    OVER = "over"


class Termination(StrEnum):
    """Why a game ended (docs/rules.md section 5)."""

    TEN_POINTS = "ten-points"
    COLOUR_OUT = "colour-out"
    FIVE_ROUNDS = "five-rounds"


# No slots: every move copies the state, and copying one dictionary takes a fifth of the
# time of setting as many slots.
@dataclass(frozen=True)
class State:
    """A whole game between two moves. Holds secrets; never pass it to a template."""

    options: Options
    seats: tuple[Investigator, ...]
    first_seat: int
    pool: Pool
    phase: Phase = Phase.BETWEEN
    number: int = 0
    attempt: int = 1
    # The seat that draws next; unchanged from the end of the suspects phase on.
    turn: int = 0
    deck: tuple[Card, ...] = ()
    # Each seat's clue token, and the side chosen for it.
    clue_tokens: tuple[Trait, ...] = ()
    clues: tuple[Side | None, ...] = ()
    # The tosses of the tokens still in the bag, and of those already taken from it.
    flips: tuple[Side, ...] = ()
    public_clues: tuple[Side, ...] = ()
    lines: tuple[tuple[Suspect, ...], ...] = ()
    discards: tuple[tuple[Suspect, ...], ...] = ()
    # The suspect drawn last in this round, and whether it still waits to be placed.
    drawn: Suspect | None = None
    placing: bool = False
    accusations: tuple[Accusation, ...] = ()
    passed: frozenset[int] = frozenset()
    # The seats that have closed the current step of the scoring.
    done: frozenset[int] = frozenset()
    announced: tuple[int, ...] = ()
    tokens: tuple[Token, ...] = ()
    # The seat with the Stasi officer's card.
    officer: int | None = None
    results: tuple[RoundResult, ...] = ()
    termination: Termination | None = None
    winners: tuple[int, ...] = ()


if TYPE_CHECKING:
    # `replace` lets the type checker verify the names and types of the changes.
    from dataclasses import replace as evolve
else:

    def evolve(state: State, **changes: object) -> State:
        """Return a copy of a state with some fields changed."""
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", state.__dict__ | changes)
        return changed


def begin_state(
    seats: tuple[Investigator, ...], options: Options, first_seat: int
) -> State:
    """Return a game before its first round (docs/rules.md section 2).

    Raises:
        ValueError: the seats are not three to five different investigators, or the
            first seat does not exist.
    """
    if len(seats) not in SEATS or len(set(seats)) < len(seats):
        raise ValueError("three to five different investigators")
    if not 0 <= first_seat < len(seats):
        raise ValueError("no such first seat")
    return State(options, seats, first_seat, build_full_pool(options))
