"""The one fold of a game: set-up, chance and moves become states and events.

Snapshots, replays, analysis, records and verification all step through a game here.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.moves import Move
from games.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A deal or a move, the state before and after it, and its events.

    `count` is the number of inputs taken from the caller so far. Holds secrets.
    """

    cause: Deal | Move
    before: State
    state: State
    events: tuple[Event, ...]
    count: int

    @property
    def deal(self) -> Deal | None:
        """Return the deal that began a round in this step, None for a move."""
        return self.cause if isinstance(self.cause, Deal) else None


def replay(
    state: State,
    inputs: Iterable[Deal | Move],
    next_deal: Callable[[State], Deal] | None = None,
) -> Iterator[ReplayStep]:
    """Yield each step of a game from this state on.

    With `next_deal`, a round is dealt as soon as the round before it is over. Without
    it the deals stand among the inputs.

    Raises:
        RulesError: an input is illegal or malformed.
    """
    count = 0
    waiting = iter(inputs)
    while True:
        if next_deal is not None and state.phase == Phase.BETWEEN:
            cause: Deal | Move | None = next_deal(state)
        else:
            cause, count = next(waiting, None), count + 1
        if cause is None:
            return
        after, events = _take(state, cause)
        yield ReplayStep(cause, state, after, events, count)
        state = after


def _take(state: State, cause: Deal | Move) -> tuple[State, tuple[Event, ...]]:
    if isinstance(cause, Deal):
        return begin_round(state, cause)
    return apply_move(state, cause)
