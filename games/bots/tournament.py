"""Games between bots without a server; each bot gets only its own observation."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.bots.characters import Character
from games.bots.memory import BLANK, remember
from games.bots.policy import Intent, decide
from games.rules.apply import apply_move, begin_round
from games.rules.deal import draw_lot, shuffle_deal
from games.rules.editions import Investigator, Options
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, State, new_game


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game between bots, with one character and score for each seat."""

    cast: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    moves: int

    def share_of(self, name: str) -> float:
        """Return a character's share of the win; a tie is divided."""
        won = sum(self.cast[seat] == name for seat in self.winners)
        return won / len(self.winners)


def play_game(cast: Sequence[Character], options: Options, key: bytes) -> Played:
    """Play a game with this cast; the same key gives the same game."""
    seats = tuple(Investigator)[: len(cast)]
    first = draw_lot(key, len(cast), "first player")
    state, memory, moves = new_game(seats, options, first), BLANK, 0
    while state.phase is not Phase.OVER:
        if state.phase is Phase.BETWEEN:
            state, _ = begin_round(state, shuffle_deal(key, state))
        views = [observe(state, seat) for seat in _active_seats(state)]
        # A memory holds only public facts, so one serves all seats.
        memory = remember(memory, views[0])
        intent = _quickest(
            [decide(view, memory, cast[view.viewer], key) for view in views]
        )
        state, _ = apply_move(state, intent.move)
        moves += 1
    return _played(cast, state, moves)


def _active_seats(state: State) -> list[int]:
    """Return the seats that may have a move; observing takes most of the time."""
    seats = range(len(state.seats))
    if state.phase is not Phase.SUSPECTS:
        return list(seats)
    accusers = {accusation.seat for accusation in state.accusations}
    return [seat for seat in seats if seat == state.turn or seat not in accusers]


def _quickest(intents: Sequence[Intent | None]) -> Intent:
    """Return the intent with the shortest time."""
    made = [intent for intent in intents if intent is not None]
    return min(made, key=lambda intent: intent.seconds)


def _played(cast: Sequence[Character], state: State, moves: int) -> Played:
    final = observe(state, SPECTATOR)
    return Played(
        cast=tuple(character.name for character in cast),
        points=tuple(view.points or 0 for view in final.seats),
        winners=state.winners,
        rounds=len(state.results),
        moves=moves,
    )
