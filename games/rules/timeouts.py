"""The seats that a game waits for, and the clock's moves for them when time runs out.

Implements R7 of docs/rules.md (`Pass`) and docs/clock.md (all other moves).
"""

from collections.abc import Callable

from games.rules.deal import draw_lot
from games.rules.editions import LastCall
from games.rules.legal import can_answer_call, find_next_caller
from games.rules.moves import Choose, Done, Draw, Move, Pass, Place, Sorted
from games.rules.state import Phase, State
from games.rules.suspects import sides_of


def find_waiting_seats(state: State) -> tuple[int, ...]:
    """Return the seats that must move before the game goes on, in seat order."""
    seats = range(len(state.seats))
    match state.phase:
        case Phase.SIDES:
            return tuple(seat for seat in seats if state.clues[seat] is None)
        case Phase.SUSPECTS:
            return (state.turn,)
        case Phase.LAST_CALL:
            return _find_callers(state)
        case Phase.CAFE | Phase.REVIEW:
            return tuple(seat for seat in seats if seat not in state.done)
        case _:
            return ()


def name_step(state: State) -> str:
    """Return a key for the step that the game waits in; each step has another key."""
    place = f"{state.number}.{state.attempt}.{state.phase}.{len(state.deck)}"
    return f"{place}.place" if state.placing else place


def choose_timeout_move(state: State, seat: int, read_key: Callable[[], bytes]) -> Move:
    """Return the clock's move for a seat that the game waits for.

    The game's key is read only to choose a side. The move can hold a secret of it.
    """
    match state.phase:
        case Phase.SIDES:
            sides = sides_of(state.clue_tokens[seat])
            return Choose(seat, sides[_toss(read_key(), state, seat)])
        case Phase.SUSPECTS:
            if state.placing:
                return Place(seat, Sorted.by(state.clues[seat], state.drawn))
            return Draw(seat)
        case Phase.LAST_CALL:
            return Pass(seat)
        case _:
            return Done(seat)


def _toss(key: bytes, state: State, seat: int) -> int:
    """Return 0 or 1, which chooses a seat's side in this round. A secret."""
    label = f"clock's side round {state.number} attempt {state.attempt} seat {seat}"
    return draw_lot(key, 2, label)


def _find_callers(state: State) -> tuple[int, ...]:
    if state.options.last_call == LastCall.CLOCKWISE:
        caller = find_next_caller(state)
        return () if caller is None else (caller,)
    seats = range(len(state.seats))
    return tuple(seat for seat in seats if can_answer_call(state, seat))
