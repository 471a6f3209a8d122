"""For whom a game waits, and what is played for a seat whose time has run out.

docs/rules.md leaves a `pass` to the clock (R7); docs/clock.md says what else it plays.
"""

from collections.abc import Callable

from games.rules.clues import matches, sides_of
from games.rules.deal import draw_lot
from games.rules.editions import LastCall
from games.rules.legal import can_answer_call, next_caller
from games.rules.moves import Choose, Done, Draw, Move, Pass, Place, Sorted
from games.rules.state import Phase, State

# Returns 0 or 1, by the chance of this game.
type Toss = Callable[[], int]


def waiting_for(state: State) -> tuple[int, ...]:
    """Return the seats without which the game does not go on, in their order."""
    seats = range(len(state.seats))
    match state.phase:
        case Phase.SIDES:
            return tuple(seat for seat in seats if state.clues[seat] is None)
        case Phase.SUSPECTS:
            return (state.turn,)
        case Phase.LAST_CALL:
            return _callers(state)
        case Phase.CAFE | Phase.REVIEW:
            return tuple(seat for seat in seats if seat not in state.done)
        case _:
            return ()


def step_of(state: State) -> str:
    """Return a name for what the game waits for: another one when that is over."""
    place = f"{state.number}.{state.attempt}.{state.phase}.{len(state.deck)}"
    return f"{place}.place" if state.placing else place


def move_for(state: State, seat: int, toss: Toss) -> Move:
    """Return what the clock plays for a seat for which the game waits.

    `toss` is asked for the side of a clue alone. Holds secrets, as the state does.
    """
    match state.phase:
        case Phase.SIDES:
            return Choose(seat, sides_of(state.clue_tokens[seat])[toss()])
        case Phase.SUSPECTS:
            return _place(state, seat) if state.placing else Draw(seat)
        case Phase.LAST_CALL:
            return Pass(seat)
        case _:
            return Done(seat)


def toss_for(key: bytes, state: State, seat: int) -> Toss:
    """Return the toss for a seat's clue in this round, from the game's key.

    It is a secret until the game is closed, as the key is.
    """
    label = f"clock's side round {state.number} attempt {state.attempt} seat {seat}"
    return lambda: draw_lot(key, 2, label)


def _callers(state: State) -> tuple[int, ...]:
    if state.options.last_call == LastCall.CLOCKWISE:
        caller = next_caller(state)
        return () if caller is None else (caller,)
    seats = range(len(state.seats))
    return tuple(seat for seat in seats if can_answer_call(state, seat))


def _place(state: State, seat: int) -> Place:
    clue, suspect = state.clues[seat], state.drawn
    fits = clue is not None and suspect is not None and matches(suspect, clue)
    return Place(seat, Sorted.SUSPECT if fits else Sorted.DISCARD)
