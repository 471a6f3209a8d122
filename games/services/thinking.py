"""What the bots of a table want to do now: each sees what its seat may see, no more."""

import hashlib
import hmac

from games import snapshots
from games.bots.characters import CHARACTERS
from games.bots.memory import Memory
from games.bots.policy import Intent, decide
from games.live.clock import NO_BOTS, Thoughts
from games.models.game import Game
from games.rules.observe import observe
from games.rules.state import Phase, State
from games.snapshots import Snapshot

_LABEL = b"checkpoint-charlie bots"


def think(game: Game, snapshot: Snapshot) -> Thoughts:
    """Return for how many seconds each bot of a table thinks; 0 if it wants nothing."""
    bots, state = snapshot.table.bots, snapshot.state
    if not bots or state is None:
        return NO_BOTS
    memory, key = snapshots.memory_of(game, snapshot), _key_of(game)
    intents = {
        seat: _decide(state, seat, bots[seat], memory, key) if may_move else None
        for seat, may_move in ((seat, _may_move(state, seat)) for seat in bots)
    }
    return {seat: intent.seconds if intent else 0 for seat, intent in intents.items()}


def intent_of(game: Game, snapshot: Snapshot, seat: int) -> Intent | None:
    """Return what the bot of a seat wants to do now, None if nothing."""
    state, bots = snapshot.state, snapshot.table.bots
    if state is None or seat not in bots:
        return None
    memory = snapshots.memory_of(game, snapshot)
    return _decide(state, seat, bots[seat], memory, _key_of(game))


def _decide(
    state: State, seat: int, name: str, memory: Memory | None, key: bytes
) -> Intent | None:
    if memory is None:
        raise RuntimeError("A game with bots has begun without a memory.")
    return decide(observe(state, seat), memory, CHARACTERS[name], key)


def _may_move(state: State, seat: int) -> bool:
    """Tell whether a seat may have a move: looking is what takes most time."""
    if state.phase != Phase.SUSPECTS:
        return seat not in state.done
    return state.turn == seat or all(made.seat != seat for made in state.accusations)


def _key_of(game: Game) -> bytes:
    """Return the key of all that is left to the chance of bots. A secret."""
    return hmac.digest(snapshots.key_for(game), _LABEL, hashlib.sha256)
