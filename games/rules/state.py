"""The state of a game and its parts: frozen values that decide nothing.

Everything here may hold secrets; only `observe.observe` makes something of it that
a player may see.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.rules.editions import Investigator, Options
from games.rules.results import Accusation, RoundResult
from games.rules.suspects import Side, Suspect, Trait
from games.rules.tokens import Pool, Token, full_pool

__all__ = [
    "INVESTIGATOR",
    "Card",
    "Phase",
    "State",
    "Termination",
    "evolve",
    "new_game",
]

# A suspect, or an unused investigator.
type Card = str

INVESTIGATOR: Card = "investigator"


class Phase(StrEnum):
    """The phases of a game; a round goes from SIDES to REVIEW."""

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


# Without slots: a copy with a few changes is made for every move, and copying one
# dictionary takes a fifth of the time of setting as many slots.
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
    # Who draws, or would draw next: it stays there when the suspects phase ends.
    turn: int = 0
    deck: tuple[Card, ...] = ()
    # The clue token of each seat, and the side that it laid up.
    clue_tokens: tuple[Trait, ...] = ()
    clues: tuple[Side | None, ...] = ()
    # How the tokens in the bag will fall, and how those taken from it have fallen.
    flips: tuple[Side, ...] = ()
    public_clues: tuple[Side, ...] = ()
    lines: tuple[tuple[Suspect, ...], ...] = ()
    discards: tuple[tuple[Suspect, ...], ...] = ()
    # The suspect drawn last in this round, and whether it was not placed yet.
    drawn: Suspect | None = None
    placing: bool = False
    accusations: tuple[Accusation, ...] = ()
    passed: frozenset[int] = frozenset()
    # Who has closed the step of the scoring that is under way.
    done: frozenset[int] = frozenset()
    announced: tuple[int, ...] = ()
    tokens: tuple[Token, ...] = ()
    # The seat with the Stasi officer's card.
    officer: int | None = None
    results: tuple[RoundResult, ...] = ()
    termination: Termination | None = None
    winners: tuple[int, ...] = ()


if TYPE_CHECKING:
    # The type checker knows the fields of `replace`, and what each may hold.
    from dataclasses import replace as evolve
else:

    def evolve(state: State, **changes: object) -> State:
        """Return a copy of a state with some fields changed."""
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", state.__dict__ | changes)
        return changed


def new_game(
    seats: tuple[Investigator, ...], options: Options, first_seat: int
) -> State:
    """Return a game that waits for its first round (docs/rules.md section 2).

    Raises:
        ValueError: not three to five different investigators, or no such first seat.
    """
    if not 3 <= len(seats) <= 5 or len(set(seats)) < len(seats):
        raise ValueError("three to five different investigators")
    if not 0 <= first_seat < len(seats):
        raise ValueError("no such first seat")
    return State(options, seats, first_seat, full_pool(options))
