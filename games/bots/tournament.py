"""Games between bots without a server; each bot gets only its own observation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.bots.characters import Character
from games.bots.policy import Intent, decide
from games.deduction.memory import BLANK, remember
from games.rules.apply import apply_move, begin_round
from games.rules.deal import draw_lot, shuffle_deal
from games.rules.editions import Investigator, Options
from games.rules.moves import Move
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, State, new_game


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game between bots, with one character and score for each seat."""

    cast: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int

    def share_of(self, name: str) -> float:
        """Return a character's share of the win; a tie is divided."""
        won = sum(self.cast[seat] == name for seat in self.winners)
        return won / len(self.winners)


def play_game(cast: Sequence[Character], options: Options, key: bytes) -> Played:
    """Play a game with this cast; the same key gives the same game."""
    for state in states_of_game(cast, options, key):
        final = state
    return _played(cast, final)


def states_of_game(
    cast: Sequence[Character], options: Options, key: bytes
) -> Iterator[State]:
    """Yield the state after each deal and each move of a game with this cast."""
    seats = tuple(Investigator)[: len(cast)]
    first = draw_lot(key, len(cast), "first player")
    state, memory, clock = new_game(seats, options, first), BLANK, TableClock()
    while state.phase is not Phase.OVER:
        if state.phase is Phase.BETWEEN:
            state, _ = begin_round(state, shuffle_deal(key, state))
            yield state
        views = [observe(state, seat) for seat in _active_seats(state)]
        # A memory holds only public facts, so one serves all seats.
        memory = remember(memory, views[0])
        intents = {
            view.viewer: decide(view, memory, cast[view.viewer], key) for view in views
        }
        state, _ = apply_move(state, clock.next_move(intents))
        yield state


def _active_seats(state: State) -> list[int]:
    """Return the seats that may have a move; observing takes most of the time."""
    seats = range(len(state.seats))
    if state.phase is not Phase.SUSPECTS:
        return list(seats)
    accusers = {accusation.seat for accusation in state.accusations}
    return [seat for seat in seats if seat == state.turn or seat not in accusers]


class TableClock:
    """The time at a table, and the time at which each wait of a bot ends."""

    def __init__(self) -> None:
        self._now = 0.0
        self._ends: dict[tuple[int, str], float] = {}

    def next_move(self, intents: Mapping[int, Intent | None]) -> Move:
        """Return the move whose wait ends first, and move on to that time."""
        ends = {
            (seat, wait.step): self._now + wait.seconds
            for seat, intent in intents.items()
            if intent is not None
            for wait in intent.waits
        }
        self._ends = ends | {key: self._ends[key] for key in ends.keys() & self._ends}
        first = min(self._ends, key=self._ends.__getitem__)
        self._now = self._ends.pop(first)
        intent = intents[first[0]]
        assert intent is not None  # noqa: S101
        return intent.move


def _played(cast: Sequence[Character], state: State) -> Played:
    final = observe(state, SPECTATOR)
    return Played(
        cast=tuple(character.name for character in cast),
        points=tuple(view.points or 0 for view in final.seats),
        winners=state.winners,
        rounds=len(state.results),
    )
