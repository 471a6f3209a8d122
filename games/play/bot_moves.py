"""Decides the moves and the remarks of the bots at a table.

A bot sees the observation of its seat. Its remarks appear in a bubble and are not kept.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import partial

from django.db import transaction

from games.bots.characters import CHARACTERS
from games.bots.policy import Intent, Phrase, Wait, decide, line_at_result
from games.deduction.memory import Memory
from games.live.broadcast import publish_reaction
from games.models.game import Game
from games.play import deals, store
from games.play.snapshot import Snapshot, Table
from games.rules.editions import Reactions
from games.rules.events import CluesRevealed, Event
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, State

# The waits of the bot of each seat; none if it does not want to move.
type Thoughts = Mapping[int, tuple[Wait, ...]]
_LABEL = b"checkpoint-charlie bots"


def think(game: Game, snapshot: Snapshot) -> Thoughts:
    """Return the waits of each bot before its next move; none without a move."""
    bots, state = snapshot.table.bots, snapshot.state
    if not bots or state is None:
        return {}
    memory, key = store.memory_of(game, snapshot), _key_of(game)
    intents = {
        seat: _decide(state, seat, bots[seat], memory, key) if may_move else None
        for seat, may_move in ((seat, _may_move(state, seat)) for seat in bots)
    }
    return {seat: intent.waits if intent else () for seat, intent in intents.items()}


def intent_of(game: Game, snapshot: Snapshot, seat: int) -> Intent | None:
    """Return the next move of a seat's bot, or None if the bot would rather wait."""
    state, bots = snapshot.state, snapshot.table.bots
    if state is None or seat not in bots:
        return None
    memory = store.memory_of(game, snapshot)
    return _decide(state, seat, bots[seat], memory, _key_of(game))


def _decide(
    state: State, seat: int, name: str, memory: Memory | None, key: bytes
) -> Intent | None:
    if memory is None:
        raise RuntimeError("A game with bots has begun without a memory.")
    return decide(observe(state, seat), memory, CHARACTERS[name], key)


def _may_move(state: State, seat: int) -> bool:
    """Return whether a seat may have a move; cheaper than asking the bot to decide."""
    if state.phase != Phase.SUSPECTS:
        return seat not in state.done
    return state.turn == seat or all(made.seat != seat for made in state.accusations)


def _key_of(game: Game) -> bytes:
    """Return the key of the bots' random choices. A secret."""
    return hmac.digest(deals.key_for(game), _LABEL, hashlib.sha256)


def say(game: Game, seat: int, line: Phrase | None) -> None:
    """Publish a bot's remark after the commit, unless reactions are off."""
    if line is not None and game.reactions == Reactions.ON:
        tell = partial(publish_reaction, game.pk, seat, line.value)
        transaction.on_commit(tell, robust=True)


def say_results(
    game: Game, table: Table, state: State, events: Sequence[Event]
) -> None:
    """Let each bot of a table comment when the clues are revealed."""
    if any(isinstance(event, CluesRevealed) for event in events):
        for seat in table.bots:
            say(game, seat, line_at_result(observe(state, SPECTATOR), seat))
