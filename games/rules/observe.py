"""The observation: all that one viewer may know of a game.

Templates, sockets, bots, exports and logs get an observation and never a state. It
does not change when only facts hidden from its viewer change. A move makes six of them:
named tuples are made and hashed in a fraction of the time of frozen dataclasses.
"""

from typing import NamedTuple

from games.rules.editions import Discards, Investigator, LastCall, Options
from games.rules.illegal import IllegalMove, Why
from games.rules.legal import find_next_caller, has_accused, legal_moves
from games.rules.moves import Move
from games.rules.results import Accusation, RoundView
from games.rules.scoring import count_golds, sum_points
from games.rules.state import Phase, State, Termination
from games.rules.suspects import Side, Suspect, Trait
from games.rules.tokens import TokenView

# A seat, SPECTATOR or REFEREE.
type Viewer = int

SPECTATOR: Viewer = -1
# The referee sees everything: only for replays of games that are over.
REFEREE: Viewer = -2

_SEARCHING = frozenset({Phase.SUSPECTS, Phase.LAST_CALL})
_REVEALED = frozenset({Phase.CAFE, Phase.REVIEW, Phase.BETWEEN, Phase.OVER})


class SeatView(NamedTuple):
    """A seat as one viewer sees it."""

    seat: int
    investigator: Investigator
    line: tuple[Suspect, ...]
    # None if the discards lie face down.
    discards: tuple[Suspect, ...] | None
    discard_count: int
    # Has chosen, has accused or passed in the last call, or has closed the step.
    done: bool
    passed: bool
    # None while it is hidden.
    clue: Side | None
    tokens: tuple[TokenView, ...]
    officer: bool
    # None while the game runs.
    points: int | None
    golds: int | None


class Observation(NamedTuple):
    """Everything that one viewer may know, including the viewer's legal moves."""

    viewer: Viewer
    options: Options
    phase: Phase
    number: int
    attempt: int
    first_seat: int
    # The seat that must draw or place, or accuse in a clockwise last call.
    turn: int | None
    seats: tuple[SeatView, ...]
    deck_left: int
    # Shown to all until the next draw, the last card until the reveal (R3), and the
    # seat that drew it.
    drawn: Suspect | None
    drawn_by: int | None
    placing: bool
    public_clues: tuple[Side, ...]
    # The viewer's trait until a side is chosen, then the side.
    my_trait: Trait | None
    my_clue: Side | None
    my_points: int | None
    accusations: tuple[Accusation, ...]
    pool: tuple[int, int, int]
    # The current round once its clues are revealed, and all revealed rounds.
    result: RoundView | None
    results: tuple[RoundView, ...]
    moves: tuple[Move, ...]
    termination: Termination | None
    winners: tuple[int, ...]


def observe(
    state: State, viewer: Viewer, public: tuple[SeatView, ...] | None = None
) -> Observation:
    """Return the observation of a viewer: a seat, SPECTATOR or REFEREE.

    `public` is `view_public_seats(state)`, from a caller that asks for several viewers.

    Raises:
        IllegalMove: the viewer does not exist.
    """
    if not REFEREE <= viewer < len(state.seats):
        raise IllegalMove(Why.NO_SUCH_SEAT)
    results = tuple([result.public for result in state.results])
    result = results[-1] if results and state.phase in _REVEALED else None
    drawn = state.drawn if state.phase in _SEARCHING else None
    my_trait, my_clue = _own_clue(state, viewer)
    return Observation(
        viewer=viewer,
        options=state.options,
        phase=state.phase,
        number=state.number,
        attempt=state.attempt,
        first_seat=state.first_seat,
        turn=_whose_turn(state),
        seats=_view_seats(state, viewer, public),
        deck_left=len(state.deck),
        drawn=drawn,
        drawn_by=None if drawn is None else _drawer(state),
        placing=state.placing and state.phase is Phase.SUSPECTS,
        public_clues=state.public_clues,
        my_trait=my_trait,
        my_clue=my_clue,
        my_points=sum_points(state, viewer) if viewer >= 0 else None,
        accusations=state.accusations if result is None else result.accusations,
        pool=(len(state.pool.gold), len(state.pool.white), len(state.pool.black)),
        result=result,
        results=results,
        moves=legal_moves(state, viewer),
        termination=state.termination,
        winners=state.winners,
    )


def _own_clue(state: State, viewer: Viewer) -> tuple[Trait | None, Side | None]:
    """Return a seat's trait until it has chosen a side, and then the side."""
    if viewer < 0:
        return None, None
    clue = state.clues[viewer] if state.clues else None
    is_choosing = state.phase is Phase.SIDES and clue is None
    return state.clue_tokens[viewer] if is_choosing else None, clue


def _drawer(state: State) -> int:
    # The turn passes once the card is placed.
    passed = 0 if state.placing else 1
    return (state.turn - passed) % len(state.seats)


def _whose_turn(state: State) -> int | None:
    if state.phase is Phase.SUSPECTS:
        return state.turn
    if state.phase is Phase.LAST_CALL:
        clockwise = state.options.last_call == LastCall.CLOCKWISE
        return find_next_caller(state) if clockwise else None
    return None


def view_public_seats(state: State) -> tuple[SeatView, ...]:
    """Return each seat as a spectator sees it, which all viewers share."""
    return tuple(
        [_view_seat(state, seat, SPECTATOR) for seat in range(len(state.seats))]
    )


def _view_seats(
    state: State, viewer: Viewer, public: tuple[SeatView, ...] | None
) -> tuple[SeatView, ...]:
    if viewer == REFEREE:
        seats = range(len(state.seats))
        return tuple([_view_seat(state, seat, viewer) for seat in seats])
    public = public or view_public_seats(state)
    if viewer == SPECTATOR or not public[viewer].tokens:
        return public
    mine = public[viewer]._replace(tokens=_view_tokens(state, viewer, viewer))
    return (*public[:viewer], mine, *public[viewer + 1 :])


def _view_seat(state: State, seat: int, viewer: Viewer) -> SeatView:
    referee = viewer == REFEREE
    discards = state.discards[seat] if state.discards else ()
    open_pile = referee or state.options.discards == Discards.OPEN
    counted = referee or state.phase is Phase.OVER
    return SeatView(
        seat=seat,
        investigator=state.seats[seat],
        line=state.lines[seat] if state.lines else (),
        discards=discards if open_pile else None,
        discard_count=len(discards),
        done=_is_done(state, seat),
        passed=seat in state.passed,
        clue=_view_clue(state, seat, viewer),
        tokens=_view_tokens(state, seat, viewer),
        officer=seat == state.officer,
        points=sum_points(state, seat) if counted else None,
        golds=count_golds(state, seat) if counted else None,
    )


def _is_done(state: State, seat: int) -> bool:
    match state.phase:
        case Phase.SIDES:
            return state.clues[seat] is not None
        case Phase.LAST_CALL:
            return seat in state.passed or has_accused(state, seat)
        case Phase.CAFE | Phase.REVIEW:
            return seat in state.done
        case _:
            return False


def _view_clue(state: State, seat: int, viewer: Viewer) -> Side | None:
    if not state.clues:
        return None
    if viewer == REFEREE or state.phase in _REVEALED:
        return state.clues[seat]
    # The officer's holder plays face up once all seats have chosen (section 7).
    exposed = seat == state.officer and state.phase is not Phase.SIDES
    return state.clues[seat] if exposed else None


def _view_tokens(state: State, seat: int, viewer: Viewer) -> tuple[TokenView, ...]:
    held = [token for token in state.tokens if token.holder == seat]
    if viewer in (seat, REFEREE) or state.phase is Phase.OVER:
        return tuple([token.opened for token in held])
    return tuple([token.covered for token in held])
