"""Games between bots without a server, by the rules and by what each may see."""

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
    """A game between bots: who sat where, and what came out of it."""

    cast: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    moves: int

    def share_of(self, name: str) -> float:
        """Return the part of the win that went to a character; a tie is divided."""
        won = sum(self.cast[seat] == name for seat in self.winners)
        return won / len(self.winners)


def play_game(cast: Sequence[Character], options: Options, key: bytes) -> Played:
    """Return what comes out of a game of this cast; always the same with a key."""
    seats = tuple(Investigator)[: len(cast)]
    first = draw_lot(key, len(cast), "first player")
    state, memory, moves = new_game(seats, options, first), BLANK, 0
    while state.phase is not Phase.OVER:
        if state.phase is Phase.BETWEEN:
            state, _ = begin_round(state, shuffle_deal(key, state))
        views = [observe(state, seat) for seat in _wanted(state)]
        # What all see is the same for each of them: it is remembered once.
        memory = remember(memory, views[0])
        intent = _quickest(
            [decide(view, memory, cast[view.viewer], key) for view in views]
        )
        state, _ = apply_move(state, intent.move)
        moves += 1
    return _played(cast, state, moves)


def _wanted(state: State) -> list[int]:
    """Return the seats that may have a move: looking is what takes most time."""
    seats = range(len(state.seats))
    if state.phase is not Phase.SUSPECTS:
        return list(seats)
    accusers = {accusation.seat for accusation in state.accusations}
    return [seat for seat in seats if seat == state.turn or seat not in accusers]


def _quickest(intents: Sequence[Intent | None]) -> Intent:
    """Return the intent whose time comes first."""
    wanted = [intent for intent in intents if intent is not None]
    return min(wanted, key=lambda intent: intent.seconds)


def _played(cast: Sequence[Character], state: State, moves: int) -> Played:
    final = observe(state, SPECTATOR)
    return Played(
        cast=tuple(character.name for character in cast),
        points=tuple(view.points or 0 for view in final.seats),
        winners=state.winners,
        rounds=len(state.results),
        moves=moves,
    )
